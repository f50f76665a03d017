"""Processes that commit to one table at once, each retrying on 409: no commit is lost, none is there twice."""
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402
import storm  # noqa: E402

PROCESSES = 8
COMMITS = int(os.environ.get("STORM_COMMITS", "200"))


def test_storm():
    """TESTS tables/updateTable/no-lost-update; TESTS tables/loadTable/current; report P66."""
    with kit.Server() as server:
        storm.create(server)
        start = time.monotonic()
        crowd = storm.Storm(storm.Door(server.port), PROCESSES, COMMITS)
        crowd.finish()
        took = time.monotonic() - start
        kit.equal(len(crowd.done), PROCESSES * COMMITS, "count of commits")
        kit.equal(all(crowd.done.values()), True, "all answered with 200")
        status, _, answer = server.request("GET", storm.TABLE)
        kit.equal(status, 200)
        storm.check_history(answer["metadata"], crowd.done)
        kit.equal(len(answer["metadata"]["metadata-log"]), min(100, PROCESSES * COMMITS), "length of the metadata log")
        print(f"{len(crowd.done)} commits by {PROCESSES} processes in {took:.1f} s, {crowd.conflicts} conflicts")
        kit.equal(crowd.conflicts > 0, True, "the processes met")


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
