"""Named queries from sql/*.sql, compiled to positional asyncpg calls. tests/db/test_loader.py.

aiosql reads and checks each file by itself (its directory load lets a name silently replace another). Each query
becomes a function with keyword-only parameters that hands its arguments to asyncpg in order and nothing more.
"""

import functools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

from aiosql.adapters.asyncpg import AsyncPGAdapter
from aiosql.query_loader import _QUERY_DEF, QueryLoader
from aiosql.types import QueryDatum, SQLOperationType
from aiosql.utils import SQLLoadException, SQLParseException

from app.db.shared import SharedError, expand
from app.db.sql_text import drop_trailing_comments, tokens

QueryKind = Literal["many", "one", "scalar", "execute", "execute_many"]
_KINDS: dict[SQLOperationType, QueryKind] = {
    SQLOperationType.SELECT: "many",
    SQLOperationType.SELECT_ONE: "one",
    SQLOperationType.SELECT_VALUE: "scalar",
    SQLOperationType.INSERT_UPDATE_DELETE: "execute",
    SQLOperationType.INSERT_UPDATE_DELETE_MANY: "execute_many",
}
# The parameters are spelled out in the source, so a missing or a surplus one is Python's own TypeError and a call
# costs one frame. Names are checked against _NAME before they get here; the SQL itself is passed in, never formatted.
_BODIES: dict[QueryKind, str] = {
    "many": "def {name}(db{keywords}):\n    return db.fetch(_sql{arguments})",
    "one": "def {name}(db{keywords}):\n    return db.fetchrow(_sql{arguments})",
    "scalar": "def {name}(db{keywords}):\n    return db.fetchval(_sql{arguments})",
    "execute": "async def {name}(db{keywords}):\n    return _count(await db.execute(_sql{arguments}))",
    "execute_many": "def {name}(db, rows):\n    return db.executemany(_sql, rows)",
}
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SUSPECT = re.compile(r";|\$[A-Za-z_]*\$")


class QueryError(Exception):
    """A .sql file breaks a rule; the message names file, query and rule."""


@dataclass(frozen=True, slots=True)
class Query:
    """One loaded query. `parameters` are in the order of the $n in `sql`; `unowned` is the reason it has no owner."""

    noun: str
    name: str
    kind: QueryKind
    sql: str
    parameters: tuple[str, ...]
    doc: str
    unowned: str | None
    path: Path
    line: int


class Queries:
    """All queries: `queries.<noun>.<verb_noun>(db, parameter=…)`. Iterating gives the `Query` descriptions."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, str], Query] = {}

    def __iter__(self) -> Iterator[Query]:
        return iter(self._all.values())

    def __getattr__(self, noun: str) -> Any:
        raise AttributeError(f"no file sql/{noun}.sql")

    def add(self, query: Query) -> None:
        """Compile one query and make it callable. Raises QueryError when its name is taken."""
        key = (query.noun, query.name)
        if key in self._all:
            raise QueryError(f"{query.path}: {query.name} is there twice")
        self._all[key] = query
        namespace = self.__dict__.setdefault(query.noun, SimpleNamespace())
        setattr(namespace, query.name, _compile(query))


@functools.cache
def load_queries(folder: Path) -> Queries:
    """Load every .sql file of a folder, once per process. Raises QueryError at the first rule that is broken."""
    queries = Queries()
    paths = sorted(folder.glob("*.sql"))
    if not paths:
        raise QueryError(f"no .sql files in {folder}")
    for path in paths:
        for query in _load_file(path):
            queries.add(query)
    return queries


class _Reader(QueryLoader):
    """aiosql's, without its search for comments of several lines, of which there are none: half of all reading."""

    def load_query_data_from_sql(
        self, sql: str, ns_parts: list[str], fname: Path | str = "<unknown>"
    ) -> list[QueryDatum]:
        if "/*" in sql:
            return super().load_query_data_from_sql(sql, ns_parts, fname)
        _, *definitions = _QUERY_DEF.split(sql)
        return [self._make_query_datum(definition, ns_parts, (fname, 0)) for definition in definitions]


def _load_file(path: Path) -> Iterator[Query]:
    noun = path.stem
    if not _NAME.fullmatch(noun):
        raise QueryError(f"{path}: a file is named after its noun, in lower case")
    adapter = AsyncPGAdapter()  # type: ignore[no-untyped-call]
    # Comments behind code are dropped first: aiosql would take an apostrophe in one for the start of a string.
    text = drop_trailing_comments(path.read_text("utf-8"))
    lines = {name: line for line, name in _headers(text)}
    try:
        text = expand(text)
        data = _Reader(adapter, None).load_query_data_from_sql(text, [], path)
    except (SharedError, SQLParseException, SQLLoadException) as error:
        raise QueryError(f"{path}: {error}") from error
    for datum in data:
        yield _describe(noun, path, lines.get(datum.query_name, 0), datum, tuple(adapter.var_sorted[datum.query_name]))


def _headers(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"\s*--\s*name\s*:\s*(\w+)", line)
        if match:
            yield number, match.group(1)


def _describe(noun: str, path: Path, line: int, datum: QueryDatum, parameters: tuple[str, ...]) -> Query:
    where = f"{path}:{line}: {datum.query_name}"
    kind = _KINDS.get(datum.operation_type)
    if kind is None:
        raise QueryError(f"{where}: write ^ with RETURNING instead of <!, and no scripts (#)")
    if not all(_NAME.fullmatch(name) for name in (datum.query_name, *parameters)):
        raise QueryError(f"{where}: names are lower case")
    if datum.parameters is None:
        raise QueryError(f"{where}: the parameter list is missing")
    sql = datum.sql.rstrip().rstrip(";").rstrip()
    if _SUSPECT.search(sql) and any(kind_of in ("end", "dollar") for kind_of, _ in tokens(sql)):
        raise QueryError(f"{where}: one statement per query, and no $$ bodies")
    if kind == "execute_many" and tuple(datum.parameters) != parameters:
        raise QueryError(f"{where}: list the parameters of *! in their order of use: {', '.join(parameters)}")
    reason = re.search(r"^unowned:\s*(\S.*)$", datum.doc_comments, re.MULTILINE)
    if "actor_id" not in parameters and reason is None:
        raise QueryError(f"{where}: takes no actor_id; say why with `-- unowned: <reason>`")
    return Query(
        noun,
        datum.query_name,
        kind,
        sql,
        parameters,
        datum.doc_comments,
        reason.group(1).strip() if reason else None,
        path,
        line,
    )


def _compile(query: Query) -> Callable[..., Any]:
    names = query.parameters
    source = _BODIES[query.kind].format(
        name=query.name,
        keywords=f", *, {', '.join(names)}" if names else "",
        arguments="".join(f", {name}" for name in names),
    )
    scope: dict[str, Any] = {"_sql": query.sql, "_count": _count}
    exec(compile(source, f"{query.path}:{query.line}", "exec"), scope)  # noqa: S102
    function: Callable[..., Any] = scope[query.name]
    function.__doc__ = query.doc
    function.__module__ = f"sql.{query.noun}"
    return function


def _count(status: str) -> int:
    """The number of rows in a status line as `UPDATE 3` or `INSERT 0 3`; 0 for commands that have none."""
    last = status.rsplit(" ", 1)[-1]
    return int(last) if last.isdigit() else 0
