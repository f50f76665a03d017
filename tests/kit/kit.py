"""What the Python tests share: a server of their own, and a runner that counts.

A test file defines functions named test_*; `sys.exit(kit.main(globals()))` runs them in order and prints the closing
line `N passed, N failed`. A function that raises kit.Skip counts as skipped, with its reason printed.
"""
import http.client
import json
import os
import shutil
import signal
import subprocess
import tempfile
import traceback

BUILD = os.environ.get("BUILD", "build")
PROGRAM = os.path.abspath(os.path.join(BUILD, "refberg"))


class Skip(Exception):
    """Raised by a test that cannot run here; the text is the reason."""


class Server:
    """A `refberg serve` process on a free port of 127.0.0.1, with its own data directory unless one is given."""

    def __init__(self, *options, data=None):
        self.options = options
        self.own = data is None
        self.data = data or tempfile.mkdtemp(prefix="refberg-test-")
        self.log_path = f"{tempfile.mkdtemp(prefix='refberg-test-')}/log"
        self.process = None
        self.url = None
        self.start()

    def start(self):
        """Starts the process and waits for its one line."""
        self.log = open(self.log_path, "ab")
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", self.data, *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log)
        line = self.process.stdout.readline().decode()
        start = "refberg: listening on "
        if not line.startswith(start):
            self.process.wait()
            raise AssertionError(f"the server said {line!r} and exited with {self.process.returncode}:\n{self.tail()}")
        self.url = line[len(start):].strip()
        self.port = int(self.url.rsplit(":", 1)[1])

    def stop(self, how=signal.SIGTERM):
        """Sends the signal, waits for the end, returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(60)
        self.process.stdout.close()
        self.log.close()
        return code

    def tail(self):
        """The last lines of its log."""
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            return "".join(log.readlines()[-30:])

    def close(self):
        """Ends the process; one that ran until now has to end with 0, which is also what sanitizers speak by."""
        was_running = self.process.poll() is None
        code = self.stop(signal.SIGTERM)
        last = self.tail()
        if self.own:
            shutil.rmtree(self.data, ignore_errors=True)
        shutil.rmtree(os.path.dirname(self.log_path), ignore_errors=True)
        if was_running and code != 0:
            raise AssertionError(f"the server exited with {code}:\n{last}")

    def __enter__(self):
        return self

    def __exit__(self, kind, *unused):
        if kind is not None:
            print(self.tail(), end="")
        self.close()

    def request(self, method, target, body=None, headers=None):
        """One request on a connection of its own: (status, headers, parsed JSON or None)."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            send = dict(headers or {})
            data = None
            if body is not None:
                data = body if isinstance(body, (bytes, str)) else json.dumps(body)
                send.setdefault("Content-Type", "application/json")
            connection.request(method, target, data, send)
            answer = connection.getresponse()
            text = answer.read()
            return answer.status, dict(answer.getheaders()), json.loads(text) if text else None
        finally:
            connection.close()


def equal(actual, expected, what="value"):
    if actual != expected:
        raise AssertionError(f"{what} is {actual!r}, expected {expected!r}")


def raises(kind, call, *arguments, **named):
    """Calls and returns the exception of that kind; anything else is a failure."""
    try:
        value = call(*arguments, **named)
    except kind as error:
        return error
    raise AssertionError(f"no {kind} was raised, the call returned {value!r}")


def main(names):
    """Runs the test_* functions of a module's globals; returns the exit status."""
    passed = failed = skipped = 0
    wanted = os.environ.get("TEST")
    for name, function in list(names.items()):
        if not name.startswith("test_") or not callable(function) or (wanted and wanted not in name):
            continue
        try:
            function()
            passed += 1
        except Skip as reason:
            skipped += 1
            print(f"SKIPPED {name}: {reason}", flush=True)
        except Exception:  # a failed test must not hide the others
            failed += 1
            print(f"FAILED {name}", flush=True)
            traceback.print_exc()
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""), flush=True)
    return 1 if failed else 0
