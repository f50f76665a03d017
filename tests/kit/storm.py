"""Many processes that commit to one table, each until its snapshots are in; the server may come and go meanwhile."""
import http.client
import json
import multiprocessing
import queue
import time

TABLE = "/v1/namespaces/storm/tables/t"
COLUMNS = {"type": "struct", "fields": [{"id": 1, "name": "id", "required": True, "type": "long"}]}


class Door:
    """Where the server is now; 0 while it is away. Shared by the processes."""

    def __init__(self, port):
        self.changed = multiprocessing.Condition()
        self.port = multiprocessing.Value("i", port, lock=False)

    def move(self, port):
        with self.changed:
            self.port.value = port
            self.changed.notify_all()

    def where(self):
        with self.changed:
            if not self.changed.wait_for(lambda: self.port.value != 0, timeout=120):
                raise AssertionError("the server did not come back")
            return self.port.value


class Client:
    """A connection that is kept, and made again when it breaks."""

    def __init__(self, door):
        self.door = door
        self.connection = None

    def request(self, method, target, body=None):
        """(status, parsed body), or (None, None) when the answer did not arrive whole."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.door.where(), timeout=120)
            text = None if body is None else json.dumps(body)
            self.connection.request(method, target, text, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            content = answer.read()
            return answer.status, json.loads(content) if content else None
        except (OSError, http.client.HTTPException):
            self.close()
            return None, None

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def create(server, properties=None):
    """Makes the table that the processes commit to."""
    for target, body in (("/v1/namespaces", {"namespace": ["storm"]}),
                         ("/v1/namespaces/storm/tables",
                          {"name": "t", "schema": COLUMNS, "properties": properties or {}})):
        status, _, answer = server.request("POST", target, body)
        if status != 200:
            raise AssertionError(f"{target}: {status} {answer}")


def commit_body(snapshot_id, parent, sequence_number):
    snapshot = {"snapshot-id": snapshot_id, "sequence-number": sequence_number,
                "timestamp-ms": int(time.time() * 1000), "manifest-list": f"file:///nowhere/{snapshot_id}.avro",
                "summary": {"operation": "append"}}
    if parent is not None:
        snapshot["parent-snapshot-id"] = parent
    return {"requirements": [{"type": "assert-ref-snapshot-id", "ref": "main", "snapshot-id": parent}],
            "updates": [{"action": "add-snapshot", "snapshot": snapshot},
                        {"action": "set-snapshot-ref", "ref-name": "main", "type": "branch",
                         "snapshot-id": snapshot_id}]}


def head_of(metadata):
    current = metadata.get("current-snapshot-id")
    return (None if current in (None, -1) else current), metadata["last-sequence-number"]


def look(client, snapshot_id):
    """The head of main, its sequence number, and whether SNAPSHOT_ID is in the history."""
    while True:
        status, answer = client.request("GET", TABLE)
        if status == 200:
            metadata = answer["metadata"]
            ids = {snapshot["snapshot-id"] for snapshot in metadata["snapshots"]}
            return (*head_of(metadata), snapshot_id in ids)
        if status is not None:
            raise AssertionError(f"GET {TABLE} is answered with {status}: {answer}")


def commit_one(client, head, snapshot_id):
    """Commits one snapshot, however often it takes: (new head, whether it was answered with 200, conflicts)."""
    conflicts = 0
    while True:
        status, answer = client.request("POST", TABLE, commit_body(snapshot_id, head[0], head[1] + 1))
        if status == 200:
            return head_of(answer["metadata"]), True, conflicts
        if status not in (None, 409):
            raise AssertionError(f"a commit is answered with {status}: {answer}")
        conflicts += status == 409
        current, last, is_in = look(client, snapshot_id)
        head = (current, last)
        if is_in:  # it was the answer that got lost, not the commit
            if status == 409:
                raise AssertionError(f"snapshot {snapshot_id} was refused with 409 and is in the table")
            return head, False, conflicts


def work(door, worker, count, reports):
    """Commits COUNT snapshots; reports ("done", id, answered), and at the end ("end", conflicts, error or None)."""
    conflicts = 0
    try:
        client = Client(door)
        head = look(client, 0)[:2]
        for turn in range(count):
            snapshot_id = (worker + 1) * 1_000_000_007 + turn
            head, answered, lost = commit_one(client, head, snapshot_id)
            conflicts += lost
            reports.put(("done", snapshot_id, answered))
        client.close()
        reports.put(("end", conflicts, None))
    except BaseException as error:  # the parent waits for the end of each
        reports.put(("end", conflicts, repr(error)))


class Storm:
    """The processes, and what they report."""

    def __init__(self, door, workers, count):
        self.reports = multiprocessing.Queue()
        self.processes = [multiprocessing.Process(target=work, args=(door, n, count, self.reports))
                          for n in range(workers)]
        self.done = {}
        self.conflicts = 0
        self.errors = []
        self.running = workers
        for process in self.processes:
            process.start()

    def drain(self, seconds):
        """Takes the reports of the next moments."""
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end and self.running:
                self.take(self.reports.get(timeout=max(0, end - time.monotonic())))
        except queue.Empty:
            pass

    def step(self):
        """Waits for the next report; False when all have ended."""
        if self.running == 0:
            return False
        self.take(self.reports.get(timeout=300))
        return True

    def take(self, report):
        kind, what, detail = report
        if kind == "done":
            self.done[what] = detail
        else:
            self.running -= 1
            self.conflicts += what
            if detail is not None:
                self.errors.append(detail)

    def finish(self):
        while self.step():
            pass
        for process in self.processes:
            process.join(60)
        if self.errors:
            raise AssertionError("; ".join(self.errors))


def check_history(metadata, expected):
    """The snapshots are exactly EXPECTED, in one line from the first to the current one."""
    snapshots = metadata["snapshots"]
    ids = [snapshot["snapshot-id"] for snapshot in snapshots]
    if len(ids) != len(set(ids)):
        raise AssertionError("a snapshot is in the table twice")
    if set(ids) != set(expected):
        raise AssertionError(f"{len(set(expected) - set(ids))} snapshots are lost, "
                             f"{len(set(ids) - set(expected))} came from nowhere")
    parent = None
    for number, snapshot in enumerate(sorted(snapshots, key=lambda s: s["sequence-number"]), 1):
        if snapshot["sequence-number"] != number or snapshot.get("parent-snapshot-id") != parent:
            raise AssertionError(f"the history breaks at {snapshot}, behind {parent}")
        parent = snapshot["snapshot-id"]
    if metadata["current-snapshot-id"] != parent or metadata["refs"]["main"]["snapshot-id"] != parent:
        raise AssertionError(f"the current snapshot is {metadata['current-snapshot-id']}, not {parent}")
    if [entry["snapshot-id"] for entry in metadata["snapshot-log"]] != ids:
        raise AssertionError("the snapshot log is not the history")
