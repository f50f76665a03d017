"""A disk that fills up: requests that need space are refused, nothing half-written stays, and all is well once there is
space again."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402
import storm  # noqa: E402

SIZE = "4m"


class SmallDisk:
    """A mounted file system of a few megabytes."""

    def __enter__(self):
        if os.geteuid() != 0:
            raise kit.Skip("mounting a small file system needs root")
        self.path = tempfile.mkdtemp(prefix="refberg-test-")
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", self.path], check=False,
                              stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            os.rmdir(self.path)
            raise kit.Skip(f"a small file system cannot be mounted: {done.stderr.strip()}")
        return self.path

    def __exit__(self, *unused):
        subprocess.run(["umount", self.path], check=True)
        os.rmdir(self.path)


def fill(path):
    """Takes all space that is left."""
    with open(path, "wb", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                pass


def state_of(server):
    """Everything that can be seen, each table's file included."""
    seen = {}
    _, _, answer = server.request("GET", "/v1/namespaces/n/tables")
    for identifier in answer["identifiers"]:
        status, _, table = server.request("GET", f"/v1/namespaces/n/tables/{identifier['name']}")
        kit.equal(status, 200)
        seen[identifier["name"]] = table
    return seen


def files_of(root):
    """Every file of the warehouse with its size."""
    return {os.path.join(folder, name): os.path.getsize(os.path.join(folder, name))
            for folder, _, names in os.walk(os.path.join(root, "warehouse")) for name in names}


def create(server, name, note=""):
    return server.request("POST", "/v1/namespaces/n/tables",
                          {"name": name, "schema": storm.COLUMNS, "properties": {"note": note}})


def commit(server, name, value):
    return server.request("POST", f"/v1/namespaces/n/tables/{name}",
                          {"requirements": [], "updates": [{"action": "set-properties", "updates": {"a": value}}]})


def test_disk_full():
    """TESTS errors/busy-503."""
    with SmallDisk() as disk:
        data = os.path.join(disk, "data")
        filler = os.path.join(disk, "filler")
        with kit.Server(data=data) as server:
            server.request("POST", "/v1/namespaces", {"namespace": ["n"]})
            for turn in range(5):
                kit.equal(create(server, f"t{turn}")[0], 200)
            before, files = state_of(server), files_of(data)
            fill(filler)
            for turn in range(20):
                for status, _, answer in (create(server, f"more{turn}", "x" * 100_000), commit(server, "t1", "x" * 9000)):
                    kit.equal(status, 503)
                    kit.equal(answer["error"]["type"], "ServiceUnavailableException")
            kit.equal(state_of(server), before)
            kit.equal(files_of(data), files)
            os.unlink(filler)
            kit.equal(create(server, "after")[0], 200)
            kit.equal(commit(server, "t1", "1")[0], 200)
            after = state_of(server)
            kit.equal(sorted(after), ["after", "t0", "t1", "t2", "t3", "t4"])
            server.stop()
            server.start()
            kit.equal(state_of(server), after)


def test_filled_by_the_server():
    """The server itself takes the last of the space; what it answered with 200 is there."""
    with SmallDisk() as disk:
        data = os.path.join(disk, "data")
        spare = os.path.join(disk, "spare")
        with open(spare, "wb") as file:
            file.write(b"x" * 300_000)
        with kit.Server(data=data) as server:
            server.request("POST", "/v1/namespaces", {"namespace": ["n"]})
            made = []
            for turn in range(200):
                status, _, answer = create(server, f"t{turn:03d}", "x" * 50_000)
                if status == 200:
                    made.append((f"t{turn:03d}", answer["metadata-location"]))
                else:
                    kit.equal(status, 503)
            kit.equal(0 < len(made) < 200, True, "the disk was filled")
            seen = state_of(server)
            kit.equal([(name, table["metadata-location"]) for name, table in sorted(seen.items())], made)
            kit.equal(len(files_of(data)), len(made), "files in the warehouse")
            kit.equal(server.stop(), 0, "exit status")
            os.unlink(spare)  # a start needs a little
            server.start()
            kit.equal(state_of(server), seen)


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
