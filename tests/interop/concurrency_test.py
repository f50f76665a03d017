"""Appends from several processes to one table, each retrying on conflict; afterwards every row is there once."""
import multiprocessing
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

import kit  # noqa: E402
import pyarrow as pa  # noqa: E402
from pyiceberg.catalog.rest import RestCatalog  # noqa: E402
from pyiceberg.exceptions import CommitFailedException  # noqa: E402
from pyiceberg.schema import Schema  # noqa: E402
from pyiceberg.types import LongType, NestedField  # noqa: E402

PROCESSES = 4
APPENDS = 8


def append_all(url, worker):
    table = RestCatalog("test", uri=url).load_table("c.t")
    for turn in range(APPENDS):
        row = pa.table({"id": pa.array([worker * 1000 + turn], pa.int64())})
        while True:
            try:
                table.append(row)
                break
            except CommitFailedException:
                table.refresh()


def test_concurrent_appends():
    with kit.Server() as server:
        catalog = RestCatalog("test", uri=server.url)
        catalog.create_namespace("c")
        catalog.create_table("c.t", Schema(NestedField(1, "id", LongType())))
        start = multiprocessing.get_context("spawn")
        workers = [start.Process(target=append_all, args=(server.url, n)) for n in range(PROCESSES)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(300)
            kit.equal(worker.exitcode, 0, "exit status of a worker")
        table = catalog.load_table("c.t")
        kit.equal(sorted(table.scan().to_arrow()["id"].to_pylist()),
                  sorted(w * 1000 + t for w in range(PROCESSES) for t in range(APPENDS)))
        kit.equal(len(table.metadata.snapshots), PROCESSES * APPENDS)
        kit.equal(table.metadata.last_sequence_number, PROCESSES * APPENDS)


if __name__ == "__main__":
    sys.exit(kit.main(globals()))
