"""The migration runner on real databases: order, once, refusals, locks."""

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from app.db.migrate import MigrationError, migrate, read_migrations
from tests.database import DatabaseMaker


@pytest.fixture
async def empty(database_maker: DatabaseMaker, dsn: str) -> str:
    """A database without any schema: the fixture's own, emptied."""
    connection = await asyncpg.connect(dsn)
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    await connection.close()
    return dsn


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "0001_make_a.sql").write_text("CREATE TABLE a (n int);\nINSERT INTO a VALUES (1);\n")
    (tmp_path / "0002_index_a.sql").write_text(
        "-- no-transaction\n-- it's; odd\nCREATE INDEX CONCURRENTLY a_n_idx ON a (n);\nINSERT INTO a VALUES (2);\n"
    )
    return tmp_path


async def value(dsn: str, sql: str) -> object:
    connection = await asyncpg.connect(dsn)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


async def test_each_file_runs_once_in_order(empty: str, folder: Path) -> None:
    said: list[str] = []
    report = await migrate(empty, directory=folder, progress=said.append)
    assert report.applied == ["0001_make_a.sql", "0002_index_a.sql"]
    assert len(said) == 2
    again = await migrate(empty, directory=folder)
    assert (again.applied, again.pending) == ([], [])
    assert await value(empty, "SELECT count(*) FROM a") == 2
    assert await value(empty, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_n_idx'::regclass") is True


async def test_a_failing_file_leaves_nothing_and_the_files_before_it_stay(empty: str, folder: Path) -> None:
    (folder / "0003_broken.sql").write_text("CREATE TABLE b (n int);\nSELECT nothing;\n")
    with pytest.raises(asyncpg.UndefinedColumnError) as caught:
        await migrate(empty, directory=folder)
    assert caught.value.__notes__ == ["in 0003_broken.sql"]
    assert await value(empty, "SELECT to_regclass('b')") is None
    assert (await migrate(empty, directory=folder, check=True)).pending == ["0003_broken.sql"]


async def test_a_file_takes_as_long_as_it_takes_whatever_limits_the_role_has(empty: str, folder: Path) -> None:
    """Behind a pooler the service's limits are its role's (docs/scaling.md), and bound its own statements alone."""
    await value(empty, f"ALTER DATABASE \"{urlsplit(empty).path[1:]}\" SET statement_timeout = '200ms'")
    (folder / "0003_long.sql").write_text("SELECT pg_sleep(0.5);\n")
    assert (await migrate(empty, directory=folder)).applied[-1] == "0003_long.sql"


async def test_an_edited_file_is_refused(empty: str, folder: Path) -> None:
    await migrate(empty, directory=folder)
    (folder / "0001_make_a.sql").write_text("CREATE TABLE a (n bigint);\n")
    with pytest.raises(MigrationError, match=r"0001_make_a\.sql was edited"):
        await migrate(empty, directory=folder)
    with pytest.raises(MigrationError, match="edited"):
        await migrate(empty, directory=folder, check=True)


async def test_a_database_of_0_1_0_is_refused_with_the_way_over(empty: str) -> None:
    """Its first file stands there under the same name, and was not edited."""
    await value(
        empty,
        "CREATE TABLE schema_migrations AS SELECT 1 AS number, '0001_foundation.sql' AS name,"
        " 'fe64b74b5c067fe73d25731249383ff97a5a105fdba379cefd5b927f4c92ea0c' AS sha256",
    )
    for check in (False, True):
        with pytest.raises(MigrationError, match=r"one of 0\.1\.0.*tenants export.*tenants import"):
            await migrate(empty, check=check)


async def test_a_newer_schema_is_refused(empty: str, folder: Path) -> None:
    await migrate(empty, directory=folder)
    (folder / "0002_index_a.sql").unlink()
    with pytest.raises(MigrationError, match="newer"):
        await migrate(empty, directory=folder)


async def test_a_file_before_an_applied_one_is_refused(empty: str, folder: Path) -> None:
    (folder / "0002_index_a.sql").rename(folder / "0003_index_a.sql")
    await migrate(empty, directory=folder)
    (folder / "0002_late.sql").write_text("SELECT 1;\n")
    with pytest.raises(MigrationError, match="give it a new number"):
        await migrate(empty, directory=folder)


@pytest.mark.parametrize("name", ["1_short.sql", "0003-dash.sql", "0002_twice.sql"])
def test_a_bad_name_is_refused(folder: Path, name: str) -> None:
    (folder / name).write_text("SELECT 1;\n")
    with pytest.raises(MigrationError):
        read_migrations(folder)


async def test_check_and_dry_run_change_nothing(empty: str, folder: Path) -> None:
    assert (await migrate(empty, directory=folder, check=True)).pending == ["0001_make_a.sql", "0002_index_a.sql"]
    said: list[str] = []
    report = await migrate(empty, directory=folder, dry_run=True, progress=said.append)
    assert report.pending == ["0001_make_a.sql", "0002_index_a.sql"]
    assert said == ["0001_make_a.sql (rehearsed)", "0002_index_a.sql (not rehearsed: it runs outside a transaction)"]
    assert await value(empty, "SELECT to_regclass('a')") is None


async def test_processes_that_migrate_at_once_do_it_once(empty: str, folder: Path) -> None:
    reports = await asyncio.gather(*(migrate(empty, directory=folder) for _ in range(6)))
    assert sorted(len(report.applied) for report in reports) == [0, 0, 0, 0, 0, 2]
