"""What of the schema a Citus cluster would refuse, by name and on one server. There: tests/scaling/test_citus.py."""

import pytest

from app.db import Database
from app.db.distribution import DISTRIBUTED, LOCAL, REFERENCE, DistributionError, distribute

# Made by distribute itself.
OWN = {"two_phase"}
TABLES = "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
UNIQUE = """
    SELECT t.relname::text AS on_table, i.relname::text AS name,
           ARRAY(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = t.oid AND a.attnum = ANY (x.indkey)) AS columns
      FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
     WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace
"""
REFERENCES = """
    SELECT k.conname::text AS name, k.conrelid::regclass::text AS on_table, k.confrelid::regclass::text AS to_table,
           k.confdeltype::text AS on_delete,
           ARRAY(SELECT (f.attname, t.attname)::text
                   FROM unnest(k.conkey, k.confkey) AS p (f, t)
                   JOIN pg_attribute f ON f.attrelid = k.conrelid AND f.attnum = p.f
                   JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attnum = p.t) AS pairs
      FROM pg_constraint k
     WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
"""
IDENTITIES = """
    SELECT a.attrelid::regclass::text || '.' || a.attname AS name
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attidentity <> '' AND a.atttypid <> 'bigint'::regtype AND c.relnamespace = 'public'::regnamespace
"""
TRIGGERS = """
    SELECT t.tgname::text AS name, t.tgrelid::regclass::text AS on_table, p.prosrc AS body
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE NOT t.tgisinternal
"""


async def offences(database: Database) -> set[str]:
    """Names of what could not lie on a cluster as app/db/distribution.py says."""
    found = {row["name"] for row in await database.fetch(IDENTITIES)}
    for row in await database.fetch(UNIQUE):
        if row["on_table"] in DISTRIBUTED and DISTRIBUTED[row["on_table"]] not in row["columns"]:
            found.add(row["name"])
    for row in await database.fetch(REFERENCES):
        ours, theirs = DISTRIBUTED.get(row["on_table"]), DISTRIBUTED.get(row["to_table"])
        fits = theirs is None if ours is None else row["to_table"] in REFERENCE or f"({ours},{theirs})" in row["pairs"]
        # SET NULL and SET DEFAULT would write the key's company.
        if not fits or row["on_delete"] in {"n", "d"}:
            found.add(row["name"])
    for row in await database.fetch(TRIGGERS):
        text = row["body"].lower()
        if row["on_table"] in DISTRIBUTED and any(word in text for word in ("notify", "tg_table_name", "tg_relname")):
            found.add(row["name"])
    return found


async def test_every_table_has_its_place(database: Database) -> None:
    assert {row[0] for row in await database.fetch(TABLES)} == {*DISTRIBUTED, *REFERENCE, *LOCAL} - OWN
    assert not set(LOCAL) & {*DISTRIBUTED, *REFERENCE}


async def test_nothing_in_the_schema_keeps_a_company_from_one_node(database: Database) -> None:
    assert await offences(database) == set()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE UNIQUE INDEX leads_phone_key ON leads (phone)", "leads_phone_key"),
        (
            "ALTER TABLE orders ADD COLUMN gift uuid, ADD CONSTRAINT orders_gift_fkey"
            " FOREIGN KEY (company_id, gift) REFERENCES orders (company_id, id) ON DELETE SET NULL (gift)",
            "orders_gift_fkey",
        ),
        (
            "ALTER TABLE jobs ADD CONSTRAINT jobs_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)",
            "jobs_company_fkey",
        ),
        ("ALTER TABLE chat_rate ADD COLUMN turn integer GENERATED ALWAYS AS IDENTITY", "chat_rate.turn"),
        (
            "CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_notify(''x'', ''''); END';"
            "CREATE TRIGGER leads_tell AFTER INSERT ON leads FOR EACH ROW EXECUTE FUNCTION tell()",
            "leads_tell",
        ),
    ],
)
async def test_a_migration_that_would_is_named(database: Database, statement: str, named: str) -> None:
    await database.execute(statement)
    assert await offences(database) == {named}


async def test_one_postgresql_is_refused_in_one_line(dsn: str) -> None:
    with pytest.raises(DistributionError) as refused:
        await distribute(dsn, dry_run=False, progress=print)
    assert str(refused.value) == (
        "this database has no Citus: CREATE EXTENSION citus on the coordinator and each worker"
    )
