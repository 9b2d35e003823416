"""A backup of one database restored into another holds the same rows; an existing database is not overwritten."""

import asyncpg
import pytest
from click.testing import CliRunner

from app.cli.backup import backup_command, restore_command
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
