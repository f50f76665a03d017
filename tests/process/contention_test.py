"""Many clients at once, with state in memory and in a directory."""
import http.client
import json
import os
import sqlite3
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402
import storm  # noqa: E402

SETTINGS = ({}, {"data": ":memory:"})


def together(count, function):
    """Calls function(n) in COUNT threads that start as one; the results."""
    results = [None] * count
    gate = threading.Barrier(count)

    def run(number):
        gate.wait()
        try:
            results[number] = function(number)
        except BaseException as error:  # told by the caller
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


def check_one_winner(answers, kind):
    codes = sorted(status for status, _, _ in answers)
    kit.equal(codes, [200] + [409] * (len(answers) - 1), "status codes")
    for status, _, answer in answers:
        if status == 409:
            kit.equal(answer["error"]["type"], kind)


def test_create_one_namespace():
    """Report P65. TESTS namespaces/createNamespace/concurrent; TESTS errors/conflict-not-500."""
    for setting in SETTINGS:
        with kit.Server(**setting) as server:
            answers = together(16, lambda n: server.request("POST", "/v1/namespaces", {"namespace": ["r"]}))
            check_one_winner(answers, "AlreadyExistsException")


def test_create_one_table():
    """Report P65. TESTS tables/createTable/concurrent."""
    for setting in SETTINGS:
        with kit.Server(**setting) as server:
            server.request("POST", "/v1/namespaces", {"namespace": ["r"]})
            answers = together(16, lambda n: server.request("POST", "/v1/namespaces/r/tables",
                                                            {"name": "t", "schema": storm.COLUMNS,
                                                             "properties": {"by": str(n)}}))
            check_one_winner(answers, "AlreadyExistsException")
            winner = next(answer for status, _, answer in answers if status == 200)
            _, _, loaded = server.request("GET", "/v1/namespaces/r/tables/t")
            kit.equal(loaded["metadata"], winner["metadata"])


def test_commit_the_creation_of_one_table():
    """TESTS tables/updateTable/create-exists, with creators at the same time."""
    updates = [{"action": "add-schema", "schema": storm.COLUMNS}, {"action": "set-current-schema", "schema-id": -1},
               {"action": "add-spec", "spec": {"fields": []}}, {"action": "set-default-spec", "spec-id": -1},
               {"action": "add-sort-order", "sort-order": {"order-id": 0, "fields": []}},
               {"action": "set-default-sort-order", "sort-order-id": -1}]
    with kit.Server() as server:
        server.request("POST", "/v1/namespaces", {"namespace": ["r"]})

        def create(number):
            place = {"action": "set-location", "location": f"file://{server.data}/warehouse/own-{number}"}
            return server.request("POST", "/v1/namespaces/r/tables/t",
                                  {"requirements": [{"type": "assert-create"}], "updates": [*updates, place]})

        answers = together(16, create)
        check_one_winner(answers, "CommitFailedException")


def mixed_operations(server, number, failures):
    """50 operations on tables of its own, over one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)

    def call(method, target, expected, body=None):
        connection.request(method, target, None if body is None else json.dumps(body),
                           {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != expected:
            failures.append(f"{method} {target}: {answer.status} {text[:200]!r}")

    for turn in range(10):
        tables = "/v1/namespaces/n/tables"
        table = f"{tables}/t{number}-{turn}"
        call("POST", tables, 200, {"name": f"t{number}-{turn}", "schema": storm.COLUMNS})
        call("GET", table, 200)
        call("POST", table, 200, {"requirements": [],
                                  "updates": [{"action": "set-properties", "updates": {"a": str(turn)}}]})
        call("HEAD", table, 204)
        call("DELETE", f"{table}?purgeRequested={'true' if turn % 2 else 'false'}", 204)
    connection.close()


def test_mixed_operations():
    """Report P64: 32 clients with 50 operations each, and no 5xx."""
    for setting in SETTINGS:
        with kit.Server(**setting) as server:
            server.request("POST", "/v1/namespaces", {"namespace": ["n"]})
            failures = []
            together(32, lambda n: mixed_operations(server, n, failures))
            kit.equal(failures, [])
            _, _, answer = server.request("GET", "/v1/namespaces/n/tables")
            kit.equal(answer["identifiers"], [])


def test_patches_of_different_keys():
    """Report P75. TESTS namespaces/updateProperties/atomic."""
    with kit.Server() as server:
        server.request("POST", "/v1/namespaces", {"namespace": ["n"]})
        answers = together(16, lambda n: server.request("POST", "/v1/namespaces/n/properties",
                                                        {"updates": {f"k{n}": "v"}}))
        kit.equal([status for status, _, _ in answers], [200] * 16)
        _, _, answer = server.request("GET", "/v1/namespaces/n")
        kit.equal(answer["properties"], {f"k{n}": "v" for n in range(16)})


def test_races_on_one_base():
    """Report P66: of two commits on one base, one wins, in each of 200 rounds."""
    with kit.Server() as server:
        storm.create(server)
        won = []
        for turn in range(200):
            _, _, answer = server.request("GET", f"{storm.TABLE}?snapshots=refs")
            head = storm.head_of(answer["metadata"])
            answers = together(2, lambda n, turn=turn, head=head: server.request(
                "POST", storm.TABLE, storm.commit_body(turn * 2 + n + 1, head[0], head[1] + 1)))
            kit.equal(sorted(status for status, _, _ in answers), [200, 409], "status codes")
            won.append(turn * 2 + 1 + [status for status, _, _ in answers].index(200))
        _, _, answer = server.request("GET", storm.TABLE)
        storm.check_history(answer["metadata"], won)


def test_nobody_else_writes_the_state():
    """Report P62: the state belongs to the server alone, so no other program can hold it up."""
    with kit.Server() as server:
        server.request("POST", "/v1/namespaces", {"namespace": ["n"]})
        path = os.path.join(server.data, "catalog.sqlite3")
        other = sqlite3.connect(path, timeout=0, isolation_level=None)
        error = kit.raises(sqlite3.OperationalError, other.execute, "BEGIN IMMEDIATE")
        kit.equal("locked" in str(error), True, str(error))
        other.close()
        status, _, _ = server.request("POST", "/v1/namespaces", {"namespace": ["m"]})
        kit.equal(status, 200)


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
