"""DuckDB with its iceberg extension beside pyiceberg on one catalog: each reads what the other wrote."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))

HOME = tempfile.mkdtemp(prefix="refberg-duckdb-")
os.environ["HOME"] = HOME

import duckdb  # noqa: E402
import kit  # noqa: E402
import pyarrow as pa  # noqa: E402
from duckdb_extensions import import_extension  # noqa: E402
from pyiceberg.catalog.rest import RestCatalog  # noqa: E402
from pyiceberg.schema import Schema  # noqa: E402
from pyiceberg.types import LongType, NestedField, StringType  # noqa: E402

SERVER = kit.Server()
CATALOG = RestCatalog("test", uri=SERVER.url)
SCHEMA = Schema(NestedField(1, "id", LongType(), required=False), NestedField(2, "name", StringType()))
ARROW = pa.schema([pa.field("id", pa.int64()), pa.field("name", pa.string())])

for extension in ("avro", "httpfs", "iceberg"):
    import_extension(extension)


def attach():
    connection = duckdb.connect()
    for extension in ("avro", "httpfs", "iceberg"):
        connection.execute(f"LOAD {extension}")
    connection.execute(
        f"ATTACH '' AS berg (TYPE iceberg, ENDPOINT '{SERVER.url}', AUTHORIZATION_TYPE 'none')")
    return connection


def rows(*pairs):
    return pa.Table.from_pylist([{"id": i, "name": n} for i, n in pairs], schema=ARROW)


def read(name):
    return sorted((r["id"], r["name"]) for r in CATALOG.load_table(name).scan().to_arrow().to_pylist())


def test_reads_what_pyiceberg_wrote():
    CATALOG.create_namespace("py")
    table = CATALOG.create_table("py.t", SCHEMA)
    table.append(rows((1, "a"), (2, "b")))
    table.append(rows((3, "c")))
    duck = attach()
    kit.equal(duck.execute("SELECT id, name FROM berg.py.t ORDER BY id").fetchall(), [(1, "a"), (2, "b"), (3, "c")])
    kit.equal(duck.execute("SELECT count(*), sum(id) FROM berg.py.t WHERE id > 1").fetchall(), [(2, 5)])


def test_sees_evolution_and_deletes():
    CATALOG.create_namespace("evo")
    table = CATALOG.create_table("evo.t", SCHEMA)
    table.append(rows((1, "a"), (2, "b")))
    with table.update_schema() as update:
        update.rename_column("name", "label")
        update.add_column("extra", LongType())
    table.delete("id = 1")
    duck = attach()
    kit.equal(duck.execute("SELECT id, label, extra FROM berg.evo.t").fetchall(), [(2, "b", None)])


def test_writes_what_pyiceberg_reads():
    duck = attach()
    duck.execute("CREATE SCHEMA berg.duck")
    kit.equal(CATALOG.namespace_exists("duck"), True)
    duck.execute("CREATE TABLE berg.duck.t (id BIGINT, name VARCHAR)")
    duck.execute("INSERT INTO berg.duck.t VALUES (1, 'a'), (2, 'b')")
    duck.execute("INSERT INTO berg.duck.t SELECT 3, 'c'")
    kit.equal(read("duck.t"), [(1, "a"), (2, "b"), (3, "c")])
    kit.equal(len(CATALOG.load_table("duck.t").metadata.snapshots), 2)


def test_creates_from_a_query():
    duck = attach()
    duck.execute("CREATE SCHEMA IF NOT EXISTS berg.duck2")
    duck.execute("CREATE TABLE berg.duck2.made AS SELECT range AS id, 'n' || range AS name FROM range(10)")
    kit.equal(read("duck2.made"), [(i, f"n{i}") for i in range(10)])
    CATALOG.load_table("duck2.made").append(rows((10, "n10")))
    kit.equal(attach().execute("SELECT count(*) FROM berg.duck2.made").fetchall(), [(11,)])


def test_transaction_and_rollback():
    duck = attach()
    duck.execute("CREATE SCHEMA berg.tx")
    duck.execute("CREATE TABLE berg.tx.t (id BIGINT, name VARCHAR)")
    duck.execute("BEGIN")
    duck.execute("INSERT INTO berg.tx.t VALUES (1, 'kept')")
    duck.execute("COMMIT")
    duck.execute("BEGIN")
    duck.execute("INSERT INTO berg.tx.t VALUES (2, 'lost')")
    duck.execute("ROLLBACK")
    kit.equal(read("tx.t"), [(1, "kept")])


def test_deletes_and_updates():
    duck = attach()
    duck.execute("CREATE SCHEMA berg.del")
    duck.execute("CREATE TABLE berg.del.t (id BIGINT, name VARCHAR)")
    duck.execute("INSERT INTO berg.del.t VALUES (1, 'a'), (2, 'b'), (3, 'c')")
    duck.execute("DELETE FROM berg.del.t WHERE id = 2")
    kit.equal(duck.execute("SELECT id FROM berg.del.t ORDER BY id").fetchall(), [(1,), (3,)])
    kit.equal(read("del.t"), [(1, "a"), (3, "c")])


def test_version_3_row_lineage():
    duck = attach()
    duck.execute("CREATE SCHEMA berg.v3")
    duck.execute("CREATE TABLE berg.v3.t (id BIGINT, name VARCHAR) WITH ('format-version'='3')")
    duck.execute("INSERT INTO berg.v3.t VALUES (1, 'a'), (2, 'b')")
    duck.execute("INSERT INTO berg.v3.t VALUES (3, 'c')")
    kit.equal(duck.execute("SELECT _row_id, id FROM berg.v3.t ORDER BY id").fetchall(), [(0, 1), (1, 2), (2, 3)])
    duck.execute("DELETE FROM berg.v3.t WHERE id = 2")
    duck.execute("UPDATE berg.v3.t SET name = 'z' WHERE id = 1")
    kit.equal(attach().execute("SELECT id, name FROM berg.v3.t ORDER BY id").fetchall(), [(1, "z"), (3, "c")])
    metadata = CATALOG.load_table("v3.t").metadata
    kit.equal((metadata.format_version, metadata.next_row_id, metadata.last_sequence_number), (3, 4, 4))
    _, _, body = SERVER.request("GET", "/v1/namespaces/v3/tables/t")
    kit.equal([(s["first-row-id"], s["added-rows"]) for s in body["metadata"]["snapshots"]],
              [(0, 2), (2, 1), (3, 0), (3, 1)])


def test_partitions_and_new_columns():
    duck = attach()
    duck.execute("CREATE SCHEMA berg.part")
    duck.execute("CREATE TABLE berg.part.t (id BIGINT, d DATE) PARTITIONED BY (d)")
    duck.execute("INSERT INTO berg.part.t VALUES (1, '2020-01-01'), (2, '2021-01-01')")
    duck.execute("ALTER TABLE berg.part.t ADD COLUMN extra INTEGER")
    table = CATALOG.load_table("part.t")
    kit.equal([(f.source_id, str(f.transform)) for f in table.spec().fields], [(2, "identity")])
    kit.equal([f.name for f in table.schema().fields], ["id", "d", "extra"])
    kit.equal(sorted(table.scan().to_arrow()["id"].to_pylist()), [1, 2])


def test_time_travel():
    CATALOG.create_namespace("back")
    table = CATALOG.create_table("back.t", SCHEMA)
    table.append(rows((1, "a")))
    first = table.current_snapshot().snapshot_id
    table.append(rows((2, "b")))
    duck = attach()
    kit.equal(duck.execute(f"SELECT id FROM berg.back.t AT (VERSION => {first})").fetchall(), [(1,)])
    kit.equal(duck.execute("SELECT count(*) FROM berg.back.t").fetchall(), [(2,)])


def test_drops():
    duck = attach()
    duck.execute("CREATE SCHEMA berg.gone")
    duck.execute("CREATE TABLE berg.gone.t (id BIGINT)")
    duck.execute("DROP TABLE berg.gone.t")
    kit.equal(CATALOG.table_exists("gone.t"), False)
    duck.execute("DROP SCHEMA berg.gone")
    kit.equal(CATALOG.namespace_exists("gone"), False)


def test_lists():
    CATALOG.create_namespace("listed")
    CATALOG.create_table("listed.one", SCHEMA)
    CATALOG.create_table("listed.two", SCHEMA)
    found = attach().execute("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'listed' ORDER BY 1").fetchall()
    kit.equal(found, [("one",), ("two",)])


if __name__ == "__main__":
    try:
        STATUS = kit.main(globals())
    finally:
        SERVER.close()
    sys.exit(STATUS)
