"""The server is killed in the middle of commits and started again: every commit that was answered with 200 is there,
and a name never leads to half a file."""
import glob
import json
import os
import random
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402
import storm  # noqa: E402

PROCESSES = 8
COMMITS = int(os.environ.get("STORM_COMMITS", "200"))
SEED = int(os.environ.get("SEED", random.SystemRandom().randrange(1 << 32)))


def path_of(location):
    return location.removeprefix("file://")


def check_pointer(server):
    """The pointer names a whole file, which is what is served; so do the entries of the log."""
    status, _, answer = server.request("GET", storm.TABLE)
    kit.equal(status, 200)
    with open(path_of(answer["metadata-location"]), encoding="utf-8") as file:
        kit.equal(json.load(file) == answer["metadata"], True, "the file is what is served")
    for entry in answer["metadata"]["metadata-log"]:
        with open(path_of(entry["metadata-file"]), encoding="utf-8") as file:
            json.load(file)
    return answer["metadata"]


def test_kill():
    """TESTS tables/updateTable/durable; TESTS tables/updateTable/file-before-pointer;
    TESTS tables/updateTable/read-after-write."""
    print(f"SEED={SEED}", flush=True)
    chance = random.Random(SEED)
    kills = 0
    server = kit.Server()
    try:
        storm.create(server, {"write.metadata.previous-versions-max": "5",
                              "write.metadata.delete-after-commit.enabled": "true"})
        door = storm.Door(server.port)
        crowd = storm.Storm(door, PROCESSES, COMMITS)
        left = chance.randint(1, 60)
        while crowd.step():
            left -= 1
            if left > 0 or crowd.running < PROCESSES:
                continue
            crowd.drain(chance.uniform(0, 0.15))  # a moment in the middle of something
            answered = [n for n, is_answered in list(crowd.done.items()) if is_answered]
            door.move(0)
            kit.equal(server.stop(signal.SIGKILL), -signal.SIGKILL, "exit status")
            server.start()
            metadata = check_pointer(server)
            door.move(server.port)
            kills += 1
            left = chance.randint(1, 60)
            there = {snapshot["snapshot-id"] for snapshot in metadata["snapshots"]}
            kit.equal([n for n in answered if n not in there], [], "answered and lost")
        crowd.finish()
        kit.equal(len(crowd.done), PROCESSES * COMMITS, "count of commits")
        storm.check_history(check_pointer(server), crowd.done)
        unanswered = sum(1 for is_answered in crowd.done.values() if not is_answered)
        print(f"{len(crowd.done)} commits, {kills} kills, {unanswered} commits whose answer was lost, "
              f"{crowd.conflicts} conflicts")
        kit.equal(kills > 0, True, "the server was killed at all")
        check_leftovers(server)
    finally:
        server.close()


def check_leftovers(server):
    """Nothing but metadata files stands in the warehouse once the server has started behind its last stop."""
    server.stop()
    server.start()
    names = glob.glob(os.path.join(server.data, "**", "metadata", "*"), recursive=True)
    odd = [name for name in names if not name.endswith(".metadata.json")]
    kit.equal(odd, [], "files that are no metadata files")


def test_kill_namespaces():
    """TESTS namespaces/createNamespace/durable; TESTS tables/createTable/durable."""
    server = kit.Server()
    try:
        for turn in range(10):
            status, _, _ = server.request("POST", "/v1/namespaces", {"namespace": [f"n{turn}"]})
            kit.equal(status, 200)
            status, _, _ = server.request("POST", f"/v1/namespaces/n{turn}/tables", {"name": "t", "schema": storm.COLUMNS})
            kit.equal(status, 200)
            if turn % 2:
                status, _, _ = server.request("DELETE", f"/v1/namespaces/n{turn - 1}/tables/t")
                kit.equal(status, 204)
            server.stop(signal.SIGKILL)
            server.start()
            _, _, answer = server.request("GET", "/v1/namespaces")
            kit.equal(len(answer["namespaces"]), turn + 1)
            status, _, _ = server.request("GET", f"/v1/namespaces/n{turn}/tables/t")
            kit.equal(status, 200)
            if turn % 2:
                status, _, _ = server.request("GET", f"/v1/namespaces/n{turn - 1}/tables/t")
                kit.equal(status, 404)
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
