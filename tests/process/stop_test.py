"""Stopping, starting again, and a second server on the same data."""
import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402
import storm  # noqa: E402


def serve_again(data):
    """Runs a second server on DATA; (exit status, standard output, standard error)."""
    done = subprocess.run([kit.PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False, text=True)
    return done.returncode, done.stdout, done.stderr


def test_second_server():
    """Report P66: two servers never share one state."""
    with kit.Server() as server:
        code, output, complaint = serve_again(server.data)
        kit.equal(code, 1, "exit status")
        kit.equal(output, "", "standard output")
        kit.equal(len(complaint.splitlines()), 1, f"lines of {complaint!r}")
        kit.equal(server.data in complaint, True, f"{complaint!r} names the directory")
        kit.equal(str(server.process.pid) in complaint, True, f"{complaint!r} names the process")
        status, _, _ = server.request("GET", "/v1/config")
        kit.equal(status, 200)


def test_data_is_free_again():
    data = tempfile.mkdtemp(prefix="refberg-test-")
    for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
        server = kit.Server(data=data)
        kit.equal(serve_again(data)[0], 1, "exit status of the second")
        kit.equal(server.stop(how), 0 if how == signal.SIGTERM else -how, "exit status")
        server.close()
    with kit.Server(data=data) as server:
        server.own = True


def test_terminate():
    """SIGTERM: exit 0, and everything is there afterwards."""
    with kit.Server() as server:
        storm.create(server)
        _, _, before = server.request("GET", storm.TABLE)
        kit.equal(server.stop(signal.SIGTERM), 0, "exit status")
        log = os.path.join(server.data, "catalog.sqlite3-wal")
        kit.equal(os.path.exists(log) and os.path.getsize(log) > 0, False, "a write-ahead log is left")
        server.start()
        _, _, after = server.request("GET", storm.TABLE)
        kit.equal(after, before)
        kit.equal(server.stop(signal.SIGINT), 0, "exit status")
        server.start()


def test_idle_connections_do_not_hold_the_stop():
    with kit.Server() as server:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(5)]
        kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        kept.request("GET", "/v1/config")
        kept.getresponse().read()
        kit.equal(server.stop(signal.SIGTERM), 0, "exit status")
        for connection in idle:
            connection.close()
        kept.close()
        server.start()


def test_requests_in_flight():
    """Every commit that was answered with 200 before or during the stop is there."""
    with kit.Server() as server:
        storm.create(server)
        door = storm.Door(server.port)
        crowd = storm.Storm(door, 4, 25)
        for _ in range(20):
            crowd.step()
        door.move(0)
        kit.equal(server.stop(signal.SIGTERM), 0, "exit status")
        server.start()
        door.move(server.port)
        crowd.finish()
        _, _, answer = server.request("GET", storm.TABLE)
        storm.check_history(answer["metadata"], crowd.done)


def test_memory_leaves_nothing():
    before = set(os.listdir(tempfile.gettempdir()))
    with kit.Server(data=":memory:") as server:
        storm.create(server)
        kit.equal(server.stop(signal.SIGTERM), 0, "exit status")
        new = [name for name in set(os.listdir(tempfile.gettempdir())) - before
               if name.startswith("refberg-") and not name.startswith(("refberg-test-", "refberg-api-"))]
        kit.equal(new, [], "left in the temporary directory")
        server.start()
    kit.equal(os.path.exists(":memory:"), False, "a directory of that name")


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
