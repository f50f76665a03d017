"""A server process and raw sockets for the tests in this folder; the standard library only."""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import traceback

PROGRAM = os.path.join(os.environ.get("BUILD", "build"), "refberg")
PATIENCE = 20.0  # seconds before a wait counts as a failure


class Server:
    """`refberg serve` on a free port with its state in memory; stopped at the end of the `with` block."""

    def __init__(self, *options, listen="127.0.0.1:0", data=":memory:", level="error", stderr=subprocess.DEVNULL,
                 environment=None, preexec=None):
        words = [PROGRAM, "serve", "--listen", listen, "--data", data, "--log-level", level, *options]
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("REFBERG_")}
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
                                        env={**inherited, **(environment or {})}, preexec_fn=preexec)
        self.line = self.process.stdout.readline().decode()
        match = re.fullmatch(r"refberg: listening on http://(\[::1\]|[0-9.]+):(\d+)\n", self.line)
        if match is None:
            self.process.wait(PATIENCE)
            raise AssertionError(f"no listening line but {self.line!r}")
        self.host, self.port = match[1].strip("[]"), int(match[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        if code != 0:
            raise AssertionError(f"the server ended with {code}")

    def connect(self):
        return Client(self.host, self.port)

    def ask(self, data):
        """The reply to DATA on a connection of its own."""
        with self.connect() as client:
            client.send(data)
            return client.reply()

    def check_alive(self):
        reply = self.ask(get("/v1/config"))
        equal(reply.status, 200)


class Reply:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def check_error(self, status, kind=None):
        """An Iceberg error body that agrees with the status line."""
        equal(self.status, status)
        equal(self.headers.get("content-type"), "application/json")
        error = self.json()["error"]
        equal(error["code"], status)
        if kind is not None:
            equal(error["type"], kind)
        truth(isinstance(error["message"], str) and error["message"], "an error without a message")
        return error


class Client:
    """One connection, and a strict reader of replies."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), PATIENCE)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def try_send(self, data):
        """Sends what the server still takes."""
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def fill(self):
        try:
            piece = self.socket.recv(65536)
        except ConnectionResetError:
            piece = b""
        self.buffer += piece
        return bool(piece)

    def reply(self, method="GET"):
        while b"\r\n\r\n" not in self.buffer:
            truth(self.fill(), f"the connection ended in a head: {self.buffer!r}")
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("ascii").split("\r\n")
        match = re.fullmatch(r"HTTP/1\.1 (\d{3}) [A-Za-z ]*", lines[0])
        truth(match, f"no status line: {lines[0]!r}")
        status, headers = int(match[1]), {}
        for line in lines[1:]:
            name, value = line.split(": ", 1)
            truth(name.lower() not in headers, f"{name} is there twice")
            headers[name.lower()] = value
        if status == 100:
            equal(headers, {})
            return Reply(status, headers, b"")
        truth("date" in headers, "no Date")
        equal(headers.get("server"), "refberg")
        if method == "HEAD" or status in (204, 304):
            truth("content-length" not in headers, "a length without a body")
            return Reply(status, headers, b"")
        length = int(headers["content-length"])
        while len(self.buffer) < length:
            truth(self.fill(), "the connection ended in a body")
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return Reply(status, headers, body)

    def check_end(self):
        """The server closes the connection, and sends nothing more before."""
        while self.fill():
            pass
        equal(self.buffer, b"")


def get(path, *headers, method="GET", host="h"):
    return "".join([f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n", *(h + "\r\n" for h in headers), "\r\n"]).encode()


def post(path, body, *headers):
    return get(path, "Content-Type: application/json", f"Content-Length: {len(body)}", *headers, method="POST") + body


def create(name):
    """A request that creates namespace NAME."""
    return post("/v1/namespaces", json.dumps({"namespace": [name]}).encode())


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r}, expected {expected!r}")


def truth(value, what):
    if not value:
        raise AssertionError(what)


def run(cases):
    """Runs the functions, prints the closing line and ends the program."""
    passed = failed = 0
    for case in cases:
        try:
            case()
            passed += 1
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"FAILED {case.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
