"""queries.pyi says what PostgreSQL says, and is up to date."""

from pathlib import Path

import pytest

from app.db import Database, stubs
from app.db.loader import QueryError, load_queries
from tests.database import ROOT

SQL = """\
-- name: get_pair(n, names, actor_id)^
SELECT :n::int AS n, now() AS at, :names::text[] AS names, :actor_id::text AS actor;

-- name: count_all(actor_id)$
SELECT count(*) FROM pg_class WHERE relname = :actor_id;

-- name: add_all(id, data)*!
-- unowned: only a test
INSERT INTO pairs (id, data) VALUES (:id, :data);
"""


async def test_types_come_from_the_database(database: Database, tmp_path: Path) -> None:
    (tmp_path / "class_pairs.sql").write_text(SQL)
    await database.execute("CREATE TABLE pairs (id uuid, data jsonb)")
    async with database.acquire() as connection:
        text = await stubs.render_stub(connection, load_queries(tmp_path))
    assert "class ClassPairs:" in text
    assert "    # n: int, at: datetime, names: Sequence[str], actor: str\n" in text
    assert "        names: Sequence[str | None] | None,\n        actor_id: str,\n    ) -> Record | None: ..." in text
    assert "async def count_all(self, db: Executor, *, actor_id: str) -> int | None: ..." in text
    assert "rows: Iterable[tuple[UUID | None, Any]]) -> None: ..." in text
    compile(text, "queries.pyi", "exec")


async def test_a_query_that_does_not_fit_the_schema_is_named(database: Database, tmp_path: Path) -> None:
    (tmp_path / "things.sql").write_text("-- name: get_thing(actor_id)^\nSELECT x FROM missing WHERE a = :actor_id;\n")
    async with database.acquire() as connection:
        with pytest.raises(QueryError, match=r"things\.sql:1: get_thing: .*missing"):
            await stubs.render_stub(connection, load_queries(tmp_path))


async def test_the_stub_file_is_up_to_date(database: Database) -> None:
    async with database.acquire() as connection:
        text = await stubs.render_stub(connection, load_queries(ROOT / "sql"))
    assert not stubs.stale(text), "run `python -m app queries` and commit the file"
