"""The one table from SQLSTATE to kind, with errors PostgreSQL really raises."""

import asyncio

import asyncpg
import pytest

from app.db import Database, DatabaseFault, PoolTimeout, classify

SCHEMA = """
CREATE TABLE parents (id int CONSTRAINT parents_pkey PRIMARY KEY);
CREATE TABLE children (
    id int CONSTRAINT children_id_key UNIQUE,
    parent int CONSTRAINT children_parent_fkey REFERENCES parents (id),
    n int CONSTRAINT children_n_check CHECK (n >= 0)
);
INSERT INTO children (id) VALUES (1);
"""


@pytest.mark.parametrize(
    ("sql", "args", "fault"),
    [
        ("INSERT INTO children (id) VALUES (1)", (), DatabaseFault("unique", "children_id_key", "23505")),
        ("INSERT INTO children (parent) VALUES (7)", (), DatabaseFault("foreign_key", "children_parent_fkey", "23503")),
        ("INSERT INTO children (n) VALUES (-1)", (), DatabaseFault("check", "children_n_check", "23514")),
        # As the coordinator of a cluster passes on what a shard said.
        (
            "DO $$ BEGIN RAISE unique_violation USING MESSAGE ="
            " 'duplicate key value violates unique constraint \"children_id_key_102033\"'; END $$",
            (),
            DatabaseFault("unique", "children_id_key", "23505"),
        ),
        # As it says that a company's node has gone.
        *(
            (
                f"DO $$ BEGIN RAISE internal_error USING MESSAGE = '{message}'; END $$",
                (),
                DatabaseFault("unavailable", None, "XX000"),
            )
            for message in (
                "failure on connection marked as essential: 127.0.0.1:28640",
                "could not commit transaction for shard 102008 on at least one active node",
            )
        ),
        ("SELECT 1 / 0", (), DatabaseFault("invalid_input", None, "22012")),
        ("SELECT $1::text", ("a\0b",), DatabaseFault("invalid_input", None, "22021")),
        ("SELECT $1::text", ("\ud800",), DatabaseFault("invalid_input", None, "22000")),
        ("SELECT $1::int", (2**40,), DatabaseFault("invalid_input", None, "22000")),
        ("SELECT 'x'::uuid", (), DatabaseFault("invalid_input", None, "22P02")),
        ("SELECT nothing", (), None),
    ],
)
async def test_each_error_has_its_kind(
    database: Database, sql: str, args: tuple[object, ...], fault: DatabaseFault | None
) -> None:
    await database.execute(SCHEMA)
    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)) as caught:
        await database.fetchval(sql, *args)
    assert classify(caught.value) == fault


async def test_a_deadlock_is_to_be_retried(database: Database) -> None:
    await database.execute("CREATE TABLE t AS SELECT generate_series(1, 2) AS n")
    both_hold = asyncio.Barrier(2)

    async def lock(first: int, second: int) -> DatabaseFault | None:
        try:
            async with database.transaction() as tx:
                await tx.execute("SELECT 1 FROM t WHERE n = $1 FOR UPDATE", first)
                await both_hold.wait()
                await tx.execute("SELECT 1 FROM t WHERE n = $1 FOR UPDATE", second)
        except asyncpg.PostgresError as error:
            return classify(error)
        return None

    faults = await asyncio.gather(lock(1, 2), lock(2, 1))
    assert sorted(str(f and f.kind) for f in faults) == ["None", "retry"]


def test_waiting_for_the_pool_is_unavailable_and_other_errors_are_not_ours() -> None:
    assert classify(PoolTimeout()) == DatabaseFault("unavailable")
    assert classify(TimeoutError()) is None
    assert classify(ValueError()) is None
