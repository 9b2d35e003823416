"""A backup of one database restored into another holds the same rows; an existing database is not overwritten."""

import os
from contextlib import nullcontext
from urllib.parse import urlsplit

import asyncpg
import pytest
from click.testing import CliRunner

from app.cli import backup
from app.cli.backup import CLEAR, backup_command, restore_command
from app.cli.root import main
from app.cli.verify import digests
from tests.api import APP_TOKEN, SECRETS_KEY, WEBHOOK_TOKEN


@pytest.fixture
def environment(dsn, tmp_path):
    def of(url: str) -> dict[str, str]:
        return {
            "DATABASE_URL": url,
            "DATA_DIR": str(tmp_path),
            "INTERNAL_API_TOKEN": APP_TOKEN,
            "INTERNAL_WEBHOOK_TOKEN": WEBHOOK_TOKEN,
            "AUTH_SECRET": "x" * 32,
            "SECRETS_KEY": SECRETS_KEY,
        }

    return of


@pytest.mark.parametrize("command", [["backup"], ["tenants", "list"]])
def test_a_database_that_is_not_the_services_is_told(dsn, environment, tmp_path, command):
    """What a shell beside the units finds without their settings: a database made this moment."""
    query(dsn, CLEAR.read_text("utf-8"))
    file = tmp_path / "today.dump"
    told = CliRunner().invoke(main, [*command, *([str(file)] if command == ["backup"] else [])], env=environment(dsn))
    assert told.exit_code == 1
    assert told.output.startswith("Error: this database lacks the schema of this release")
    assert not file.exists()


def test_a_backup_replaces_nothing_but_a_file(tmp_path):
    place = tmp_path / "pipe"
    os.mkfifo(place)
    told = CliRunner().invoke(backup_command, [str(place)])
    assert (told.exit_code, place.is_fifo()) == (2, True)
    assert "is no file" in told.output


def query(dsn: str, sql: str):
    import asyncio

    async def ask():
        connection = await asyncpg.connect(dsn)
        try:
            return await connection.fetch(sql)
        finally:
            await connection.close()

    return asyncio.run(ask())


def test_a_backup_restores_into_another_database(database_maker, dsn, environment, tmp_path):
    query(dsn, "INSERT INTO users (id, email, name) VALUES ('u', 'a@b.c', 'Ana')")
    file = tmp_path / "backup.dump"
    runner = CliRunner()
    made = runner.invoke(backup_command, [str(file)], env=environment(dsn))
    assert made.exit_code == 0, made.output
    assert file.stat().st_mode & 0o077 == 0
    other = database_maker.take()
    try:
        target = database_maker.dsn(other)
        refused = runner.invoke(restore_command, [str(file)], env=environment(target))
        assert refused.exit_code == 1
        assert "--replace" in refused.output
        done = runner.invoke(restore_command, [str(file), "--replace"], env=environment(target))
        assert done.exit_code == 0, done.output
        assert [row["name"] for row in query(target, "SELECT name FROM users")] == ["Ana"]
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert query(target, tables) == query(dsn, tables)
    finally:
        database_maker.drop(other)


def test_an_older_backup_replaces_a_newer_schema_or_nothing_at_all(dsn, environment, tmp_path):
    """The way back after an upgrade: tables of the newer release stand in the way of the older ones."""
    query(dsn, "INSERT INTO users (id, email, name) VALUES ('u', 'a@b.c', 'Ana')")
    file = tmp_path / "backup.dump"
    runner = CliRunner()
    assert runner.invoke(backup_command, [str(file)], env=environment(dsn)).exit_code == 0
    query(dsn, "CREATE TABLE newer (id text REFERENCES users (id))")
    query(dsn, "UPDATE users SET name = 'Bia'")
    broken = tmp_path / "broken.dump"
    broken.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])
    refused = runner.invoke(restore_command, [str(broken), "--replace"], env=environment(dsn))
    assert refused.exit_code == 1
    assert "nothing was restored" in refused.output
    assert [row["name"] for row in query(dsn, "SELECT u.name FROM users u LEFT JOIN newer n ON n.id = u.id")] == ["Bia"]
    done = runner.invoke(restore_command, [str(file), "--replace"], env=environment(dsn))
    assert done.exit_code == 0, done.output
    assert [row["name"] for row in query(dsn, "SELECT name FROM users")] == ["Ana"]
    assert query(dsn, "SELECT to_regclass('newer') AS name")[0]["name"] is None


def test_a_verified_backup_was_restored_and_compared(dsn, environment, tmp_path):
    query(dsn, "INSERT INTO users (id, email, name) VALUES ('u', 'a@b.c', 'Ana')")
    file = tmp_path / "backup.dump"
    made = CliRunner().invoke(backup_command, [str(file), "--verify"], env=environment(dsn))
    assert made.exit_code == 0, made.output
    assert ", verified." in made.output
    assert not list(tmp_path.glob("*.part"))


def test_a_backup_that_would_not_restore_is_named_and_takes_no_room(dsn, environment, tmp_path, monkeypatch):
    """Tried again each minute, what failed ones leave would fill the disk."""

    async def lost(*_args, **_options):
        return ["public.users"]

    monkeypatch.setattr("app.cli.backup.differences", lost)
    folder = tmp_path / "backups"
    folder.mkdir()
    made = CliRunner().invoke(backup_command, [str(folder / "backup.dump"), "--verify"], env=environment(dsn))
    assert made.exit_code == 1
    assert "backup.dump would not restore to what it was made of: public.users" in made.output
    assert list(folder.iterdir()) == []


def test_what_differs_in_one_row_differs():
    block = b"COPY public.users (id, name) FROM stdin;\nu\tAna\n\\.\n"
    lines = [*block.splitlines(keepends=True), b"SELECT pg_catalog.setval('public.s', 7, true);\n"]
    first = digests(lines)
    assert first.keys() == {"public.users", "public.s"}
    assert digests([b"\\restrict x\n", *lines]) == first
    assert digests([line.replace(b"Ana", b"Eva") for line in lines])["public.users"] != first["public.users"]
    assert digests([line.replace(b"7", b"8") for line in lines])["public.s"] != first["public.s"]


@pytest.fixture
def ordinary(database_maker):
    """A database of an ordinary role: (its address, the superuser's)."""
    name, role = database_maker.take(), "ordinary"
    admin = database_maker.dsn(name)
    query(admin, f"DROP ROLE IF EXISTS {role}")
    query(admin, f"CREATE ROLE {role} LOGIN PASSWORD 'x'")
    query(admin, "DROP SCHEMA public CASCADE")
    query(admin, "CREATE SCHEMA public AUTHORIZATION pg_database_owner")
    query(admin, "GRANT USAGE ON SCHEMA public TO PUBLIC")
    parts = urlsplit(admin)
    yield parts._replace(netloc=f"{role}:x@{parts.netloc.rpartition('@')[2]}").geturl(), admin, name
    query(admin, f"REASSIGN OWNED BY {role} TO CURRENT_USER")
    query(admin, f'ALTER DATABASE "{name}" OWNER TO CURRENT_USER')
    query(admin, f"DROP ROLE {role}")
    database_maker.drop(name)


def test_an_ordinary_role_is_told_what_a_dba_must_run_and_then_starts_backs_up_and_restores(
    ordinary, environment, tmp_path
):
    url, admin, name = ordinary
    runner, variables, file = CliRunner(), environment(url), tmp_path / "backup.dump"
    refused = runner.invoke(main, ["migrate"], env=variables)
    assert refused.exit_code == 1
    assert "CREATE EXTENSION IF NOT EXISTS vector;" in refused.output
    assert "OWNER TO" in refused.output
    query(admin, "CREATE EXTENSION IF NOT EXISTS vector")
    query(admin, f'ALTER DATABASE "{name}" OWNER TO ordinary')
    for command in (["migrate"], ["backup", str(file)], ["restore", str(file), "--replace"], ["migrate", "--check"]):
        done = runner.invoke(main, command, env=variables)
        assert done.exit_code == 0, done.output
    owner = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
    assert [row["tableowner"] for row in query(url, owner)] == ["ordinary"]
    # Into an empty database, too; and a backup that is broken changes nothing.
    query(url, CLEAR.read_text("utf-8"))
    done = runner.invoke(main, ["restore", str(file)], env=variables)
    assert done.exit_code == 0, done.output
    query(url, "INSERT INTO users (id, email, name) VALUES ('u', 'a@b.c', 'Ana')")
    broken = tmp_path / "broken.dump"
    broken.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    assert runner.invoke(main, ["restore", str(broken), "--replace"], env=variables).exit_code == 1
    assert [row["name"] for row in query(url, "SELECT name FROM users")] == ["Ana"]


def test_the_tools_are_told_how_an_address_is_encrypted(monkeypatch, dsn, environment, tmp_path):
    """A server that takes nothing else, with an authority of its own: asyncpg is asked the same way."""

    async def is_ours(dsn: str) -> bool:
        return True

    monkeypatch.setattr(backup, "_has_tables", is_ours)
    monkeypatch.setattr(backup, "database_dsn", lambda settings: nullcontext(settings.direct_url))
    (tmp_path / "pg_dump").write_text("#!/bin/sh\nenv | grep '^PG' >&2\nexit 1\n")  # what is told is cut short
    (tmp_path / "pg_dump").chmod(0o755)
    url = f"{dsn}&sslmode=verify-full&sslrootcert=/etc/ca.pem&target_session_attrs=primary"
    variables = environment(url) | {"APP_PG_BIN": str(tmp_path)}
    told = CliRunner().invoke(backup_command, [str(tmp_path / "b")], env=variables)
    for line in ("PGSSLMODE=verify-full", "PGSSLROOTCERT=/etc/ca.pem", "PGTARGETSESSIONATTRS=primary"):
        assert line in told.output.splitlines()


def test_the_tools_are_told_of_each_host_of_an_address():
    told = backup._environment("postgresql://app:p@db0,db1:5433,[::1]:5434/app?target_session_attrs=read-write")
    assert (told["PGHOST"], told["PGPORT"]) == ("db0,db1,::1", "5432,5433,5434")
    assert (told["PGUSER"], told["PGTARGETSESSIONATTRS"]) == ("app", "read-write")
    assert backup._environment("postgresql:///app?host=/run/pg&port=6000")["PGHOST"] == "/run/pg"


def test_tools_that_cannot_encrypt_say_what_to_do(monkeypatch, dsn, environment, tmp_path):
    monkeypatch.setattr(backup, "database_dsn", lambda settings: nullcontext(settings.direct_url))
    told = CliRunner().invoke(backup_command, [str(tmp_path / "b")], env=environment(f"{dsn}&sslmode=require"))
    assert told.exit_code == 1
    assert "APP_PG_BIN" in told.output
