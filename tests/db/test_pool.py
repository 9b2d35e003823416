"""The pool: limits of each session, bounded waits, nothing left behind."""

import asyncio
import os
import signal
import time
from pathlib import Path

import asyncpg
import pytest

from app.db import Database, DatabaseUnavailable, PoolTimeout, QueryTimeout, classify, connections
from app.db.embedded import EmbeddedServer, server_pid


async def test_every_session_has_the_limits(database: Database) -> None:
    row = await database.fetchrow(
        "SELECT current_setting('statement_timeout'), current_setting('lock_timeout'),"
        " current_setting('idle_in_transaction_session_timeout'), current_setting('jit'),"
        " current_setting('TimeZone')"
    )
    assert tuple(row or ()) == ("5s", "2s", "10s", "off", "UTC")


async def test_an_exhausted_pool_is_refused_after_two_seconds(dsn: str) -> None:
    small = await Database.connect(dsn, max_size=1)
    waits: list[float] = []
    small.tell_waits(waits.append)
    async with small.acquire():
        started = time.monotonic()
        with pytest.raises(PoolTimeout):
            await small.fetchval("SELECT 1")
        assert 1.5 < time.monotonic() - started < 3
    assert await small.fetchval("SELECT 1") == 1
    assert [round(seconds) for seconds in waits] == [2], "a free connection is no wait"
    await small.close()


async def test_a_process_that_was_held_up_takes_the_connection_that_has_come(
    dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ACQUIRE_TIMEOUT_S", 0.4)
    database = await Database.connect(dsn, max_size=2)
    async with database.acquire():
        asyncio.get_running_loop().call_soon(time.sleep, 0.6)
        assert await database.fetchval("SELECT 1") == 1  # on a connection that is being opened meanwhile
    await database.close()


async def test_a_failed_block_is_rolled_back_and_the_connection_serves_on(dsn: str) -> None:
    small = await Database.connect(dsn, max_size=1)
    await small.execute("CREATE TABLE t (n int)")

    async def fail() -> None:
        async with small.transaction() as tx:
            await tx.execute("INSERT INTO t VALUES (1)")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await small.fetchval("SELECT count(*) FROM t") == 0
    async with small.transaction() as tx:
        await tx.execute("INSERT INTO t VALUES (1)")
    assert await small.fetchval("SELECT count(*) FROM t") == 1
    await small.close()


async def test_a_cancelled_block_gives_its_connection_back(dsn: str) -> None:
    small = await Database.connect(dsn, max_size=1)

    async def sleep_in_transaction() -> None:
        async with small.transaction() as tx:
            await tx.execute("SELECT pg_sleep(4)")

    task = asyncio.create_task(sleep_in_transaction())
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await small.fetchval("SELECT 1") == 1
    await small.close()


async def test_a_server_that_is_not_there_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        await Database.connect(f"postgresql://app:x@/app?host={tmp_path}")


async def test_a_stalled_server_ends_each_call_within_ten_seconds_and_comes_back(embedded_dir: Path) -> None:
    async with EmbeddedServer(embedded_dir, durable=False) as server:
        database = await Database.connect(server.dsn, max_size=2, min_size=2)
        backends = [row[0] for row in await database.fetch("SELECT pid FROM pg_stat_activity WHERE datname = 'app'")]
        postmaster = server_pid(server.cluster)
        assert postmaster is not None
        stopped = [postmaster, *backends]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            started = time.monotonic()
            results = await asyncio.gather(*(_write(database) for _ in range(4)), return_exceptions=True)
            assert time.monotonic() - started < 10
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)
        assert all(isinstance(r, QueryTimeout | PoolTimeout | DatabaseUnavailable) for r in results), results
        assert await asyncio.wait_for(_until_it_answers(database), 5) == 1
        await database.close()


async def _write(database: Database) -> None:
    async with database.transaction() as tx:
        await tx.execute("SELECT 1")


async def _until_it_answers(database: Database) -> int:
    while True:
        try:
            return int(await database.fetchval("SELECT 1"))
        except (QueryTimeout, DatabaseUnavailable):
            await asyncio.sleep(0.05)


async def test_a_killed_backend_is_replaced(dsn: str) -> None:
    small = await Database.connect(dsn, max_size=1)
    with pytest.raises(asyncpg.PostgresError) as caught:
        await small.fetchval("SELECT pg_terminate_backend(pg_backend_pid())")
    fault = classify(caught.value)
    assert fault is not None
    assert fault.kind == "unavailable"
    assert await small.fetchval("SELECT 1") == 1
    await small.close()


async def test_a_patient_transaction_may_take_longer_and_leaves_the_session_as_it_was(dsn: str) -> None:
    database = await Database.connect(dsn, max_size=1)
    try:
        await database.execute("SELECT 1")
        async with database.acquire() as connection:
            await connection.execute("SET statement_timeout = '200ms'")
        async with database.patient_transaction(5) as tx:
            assert await tx.fetchval("SELECT 7 FROM pg_sleep(0.4)") == 7
        assert await database.fetchval("SHOW statement_timeout") == "200ms"
    finally:
        await database.close()


async def test_a_patient_transaction_is_patient_to_its_end(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """References that are checked at COMMIT: of a company of 200,000 orders that alone takes seconds."""
    monkeypatch.setattr("app.db.pool.COMMAND_TIMEOUT_S", 0.3)
    database = await Database.connect(dsn, max_size=1)
    try:
        async with database.patient_transaction(5) as tx:
            await tx.execute("CREATE TABLE slow (n integer)")
            await tx.execute(
                "CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END $$"
            )
            await tx.execute(
                "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED"
                " FOR EACH ROW EXECUTE FUNCTION sleep()"
            )
            await tx.execute("INSERT INTO slow VALUES (1)")
        assert await database.fetchval("SELECT count(*) FROM slow") == 1
    finally:
        await database.close()


async def test_a_connection_lost_in_a_transaction_is_a_fault_of_the_database(dsn: str) -> None:
    database = await Database.connect(dsn, max_size=2)

    async def lose_it() -> None:
        async with database.transaction() as tx:
            pid = await tx.fetchval("SELECT pg_backend_pid()")
            gone = asyncio.Event()
            tx.add_termination_listener(lambda _: gone.set())
            await database.execute("SELECT pg_terminate_backend($1)", pid)
            await gone.wait()
            await tx.fetchval("SELECT 1")

    with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError)) as caught:
        await lose_it()
    fault = classify(caught.value)
    assert fault is not None
    assert fault.kind == "unavailable"
    await database.close()


async def test_a_turn_that_comes_as_its_caller_leaves_goes_to_the_next(dsn: str) -> None:
    small = await Database.connect(dsn, max_size=1)
    async with small.acquire() as first:
        leaver = asyncio.create_task(small.fetchval("SELECT 1"))
        stayer = asyncio.create_task(small.fetchval("SELECT pg_backend_pid()"))
        await asyncio.sleep(0)
        pid = first.get_server_pid()
    # The connection has been handed to the leaver, who is called off before it can take it.
    leaver.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaver
    assert await asyncio.wait_for(stayer, 1) == pid
    assert small.usage() == (0, 1, 1)
    await small.close()


async def test_a_call_that_is_called_off_gives_its_connection_back_without_its_statement(dsn: str) -> None:
    small = await Database.connect(dsn, max_size=1)
    call = asyncio.create_task(small.fetchval("SELECT 1 FROM pg_sleep(4)"))
    await asyncio.sleep(0.1)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert small.usage()[0] == 1  # not free while its statement may still run
    assert await small.fetchval("SELECT 2") == 2
    assert small.usage() == (0, 1, 1)
    await small.close()


async def test_connections_that_the_server_ended_while_idle_are_replaced(dsn: str) -> None:
    pool = await Database.connect(dsn, max_size=2)
    other = await asyncpg.connect(dsn)
    async with pool.acquire() as one, pool.acquire() as two:
        gone = [asyncio.Event(), asyncio.Event()]
        for connection, event in zip((one, two), gone, strict=True):
            connection.add_termination_listener(lambda _, event=event: event.set())
        pids = [one.get_server_pid(), two.get_server_pid()]
    await other.execute("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid", pids)
    async with asyncio.timeout(5):
        for event in gone:
            await event.wait()
    assert await asyncio.gather(pool.fetchval("SELECT 1"), pool.fetchval("SELECT 1")) == [1, 1]
    await other.close()
    await pool.close()


async def test_closing_waits_for_whoever_is_still_at_work(dsn: str) -> None:
    pool = await Database.connect(dsn, max_size=2)
    call = asyncio.create_task(pool.fetchval("SELECT 7 FROM pg_sleep(0.3)"))
    await asyncio.sleep(0.05)
    await pool.close()
    assert await call == 7
    with pytest.raises(DatabaseUnavailable):
        await pool.fetchval("SELECT 1")


async def test_a_statement_whose_columns_a_migration_changed_is_prepared_anew(dsn: str) -> None:
    pool = await Database.connect(dsn, max_size=1)
    await pool.execute("CREATE TABLE things (n int)")
    await pool.execute("INSERT INTO things VALUES (1)")
    for _ in range(2):
        assert tuple(await pool.fetchrow("SELECT * FROM things") or ()) == (1,)
    await pool.execute("ALTER TABLE things ADD COLUMN name text DEFAULT 'new'")
    assert tuple(await pool.fetchrow("SELECT * FROM things") or ()) == (1, "new")
    await pool.execute("ALTER TABLE things ADD COLUMN more int DEFAULT 2")
    for attempt in range(2):  # a transaction is lost with it, the next one is not
        async with pool.acquire() as connection:
            transaction = connection.transaction()
            await transaction.start()
            if attempt == 0:
                with pytest.raises(asyncpg.InvalidCachedStatementError):
                    await connection.fetchrow("SELECT * FROM things")
            else:
                assert tuple(await connection.fetchrow("SELECT * FROM things") or ()) == (1, "new", 2)
            await transaction.rollback()
    await pool.close()


async def test_a_prepared_statement_that_takes_too_long_is_a_query_timeout(dsn: str) -> None:
    pool = await Database.connect(dsn, max_size=1)
    async with pool.acquire() as connection:
        for seconds in (0.0, 0.0):
            await connection.fetchval("SELECT 1 FROM pg_sleep($1)", seconds)
        with pytest.raises(QueryTimeout):
            await connection.fetchval("SELECT 1 FROM pg_sleep($1)", 3.0, timeout=0.1)
    assert await pool.fetchval("SELECT 5") == 5
    await pool.close()
