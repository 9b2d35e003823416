"""The rules of a .sql file, each seen by the loader."""

from pathlib import Path
from uuid import uuid4

import pytest

from app.db import Database
from app.db.loader import QueryError, load_queries

GOOD = """\
-- Things.  Ownership: things.company_id = :actor_id.

-- name: get_thing(thing_id, actor_id)^
-- The thing, or no row. It's fine to write apostrophes here.
SELECT t.id, t.name  -- the buyer's name
  FROM things t
 WHERE t.id = :thing_id
   AND t.company_id = :actor_id  -- never dropped
   AND t.name <> ':not_a_parameter'
   AND t.id::text IS NOT NULL;

-- name: list_things(actor_id)
SELECT t.id, t.name FROM things t WHERE t.company_id = :actor_id ORDER BY t.name;

-- name: count_things()$
-- unowned: a number for the metrics
SELECT count(*) FROM things;

-- name: rename_thing(name, thing_id, actor_id)!
UPDATE things SET name = :name WHERE id = :thing_id AND company_id = :actor_id;

-- name: add_things(id, company_id, name)*!
-- unowned: rows of the caller
INSERT INTO things (id, company_id, name) VALUES (:id, :company_id, :name);
"""


def write(folder: Path, text: str) -> Path:
    (folder / "things.sql").write_text(text)
    return folder


async def test_each_kind_of_query_answers_in_its_shape(database: Database, tmp_path: Path) -> None:
    q = load_queries(write(tmp_path, GOOD))
    await database.execute("CREATE TABLE things (id uuid, company_id text, name text)")
    ids = [uuid4(), uuid4()]
    await q.things.add_things(database, [(ids[0], "a", "x"), (ids[1], "b", "y")])
    row = await q.things.get_thing(database, thing_id=ids[0], actor_id="a")
    assert tuple(row) == (ids[0], "x")
    assert await q.things.get_thing(database, thing_id=ids[0], actor_id="b") is None
    assert [r["name"] for r in await q.things.list_things(database, actor_id="b")] == ["y"]
    assert await q.things.count_things(database) == 2
    async with database.transaction() as tx:
        assert await q.things.rename_thing(tx, name="z", thing_id=ids[0], actor_id="a") == 1
        assert await q.things.rename_thing(tx, name="z", thing_id=ids[0], actor_id="b") == 0


def test_a_query_knows_its_place_and_its_owner(tmp_path: Path) -> None:
    described = {query.name: query for query in load_queries(write(tmp_path, GOOD))}
    assert described["get_thing"].parameters == ("thing_id", "actor_id")
    assert described["get_thing"].line == 3
    assert described["get_thing"].unowned is None
    assert described["count_things"].unowned == "a number for the metrics"


async def test_parameters_are_keywords_and_all_of_them(tmp_path: Path) -> None:
    q = load_queries(write(tmp_path, GOOD))
    for args, kwargs in (((None, "a"), {}), ((None,), {}), ((None,), {"actor_id": "a", "more": 1})):
        with pytest.raises(TypeError):
            q.things.list_things(*args, **kwargs)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("-- name: get_a(actor_id)^\nSELECT 1;\n", "unused declared parameter"),
        ("-- name: get_a(actor_id)^\nSELECT :actor_id, :b;\n", "undeclared parameter"),
        ("-- name: get_a^\nSELECT :actor_id;\n", "missing mandatory parameter list"),
        ("-- name: get_a(b)^\nSELECT :b::int;\n", "takes no actor_id"),
        ("-- name: get_a()#\n-- unowned: x\nSELECT 1;\n", "no scripts"),
        ("-- name: add_a(actor_id)<!\nSELECT :actor_id;\n", "RETURNING instead of"),
        ("-- name: get_a()^\n-- unowned: x\nSELECT 1; SELECT 2;\n", "one statement"),
        ("-- name: get_a()^\n-- unowned: x\nSELECT $$a$$;\n", r"no \$\$ bodies"),
        ("-- name: getA()^\n-- unowned: x\nSELECT 1;\n", "lower case"),
        ("-- name: add_a(b, a)*!\n-- unowned: x\nINSERT INTO t VALUES (:a, :b);\n", "order of use: a, b"),
        ("-- name: get_a()^\n-- unowned: x\nSELECT 1;\n-- name: get_a()^\n-- unowned: x\nSELECT 2;\n", "there twice"),
    ],
)
def test_a_broken_rule_stops_the_load(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(QueryError, match=problem):
        load_queries(write(tmp_path, text))


SHARED = """\
-- Things.

-- shared: thing_columns
-- What everybody reads of a thing: its name's empty value is '{}'.
t.id, coalesce(t.name, '{}') AS name
  -- even over lines

-- name: get_thing(thing_id, actor_id)^
SELECT {thing_columns}
  FROM things t
 WHERE t.id = :thing_id AND t.company_id = :actor_id;

-- name: list_things(actor_id)
SELECT {thing_columns}, t.company_id FROM things t WHERE t.company_id = :actor_id;
"""


def test_what_queries_share_stands_once_in_their_file(tmp_path: Path) -> None:
    one, many = load_queries(write(tmp_path, SHARED))
    assert one.sql.split("\n")[0] == "SELECT t.id, coalesce(t.name, '{}') AS name"
    assert "AS name, t.company_id FROM" in many.sql
    assert (one.line, many.line) == (8, 13)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("SELECT {thing_columns}\n", "SELECT {columns}\n", "{columns} is no shared block"),
        ("SELECT {thing_columns}\n", "SELECT t.id\n", "thing_columns is shared by nobody"),
        ("-- name: get", "-- shared: thing_columns\nt.id\n\n-- name: get", "thing_columns is shared twice"),
    ],
)
def test_a_shared_block_that_is_wrong_stops_the_load(tmp_path: Path, old: str, new: str, problem: str) -> None:
    with pytest.raises(QueryError, match=problem):
        load_queries(write(tmp_path, SHARED.replace(old, new, 1)))


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match=r"no \.sql files"):
        load_queries(tmp_path)
