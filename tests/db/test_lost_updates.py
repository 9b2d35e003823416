"""No statement writes back what it read before it had the row: somebody's change of the meantime would be lost.

An UPDATE may take the new value of a column from the row itself (which PostgreSQL reads anew once it is locked), from
its parameters, or from a part of the statement that has locked the rows it read.
"""

from pathlib import Path
from typing import Any

import pglast
import pytest
from pglast import ast
from pglast.visitors import Visitor

from app.db.loader import load_queries


class Updates(Visitor):
    """The UPDATE statements of a statement, with the CTEs they may read."""

    def __init__(self) -> None:
        self.updates: list[ast.UpdateStmt] = []
        self.parts: dict[str, Any] = {}

    def visit_UpdateStmt(self, _: Any, node: ast.UpdateStmt) -> None:  # noqa: N802 (pglast's name)
        self.updates.append(node)

    def visit_CommonTableExpr(self, _: Any, node: ast.CommonTableExpr) -> None:  # noqa: N802 (pglast's name)
        self.parts[node.ctename] = node.ctequery


class Reads(Visitor):
    """The tables a part of a statement reads, whether it locks them, and the columns it takes from others."""

    def __init__(self) -> None:
        self.tables: set[str] = set()
        self.unlocked: set[str] = set()
        self.columns: list[tuple[str, str]] = []

    def visit_SelectStmt(self, _: Any, node: ast.SelectStmt) -> None:  # noqa: N802 (pglast's name)
        tables = {item.relname for item in _ranges(node.fromClause)}
        self.tables |= tables
        if not node.lockingClause:
            self.unlocked |= tables

    def visit_ColumnRef(self, _: Any, node: ast.ColumnRef) -> None:  # noqa: N802 (pglast's name)
        names = [field.sval for field in node.fields if isinstance(field, ast.String)]
        if len(names) == 2:
            self.columns.append((names[0], names[1]))


def _ranges(items: Any) -> list[ast.RangeVar]:
    found: list[ast.RangeVar] = []
    for item in items or ():
        if isinstance(item, ast.RangeVar):
            found.append(item)
        elif isinstance(item, ast.JoinExpr):
            found += _ranges((item.larg, item.rarg))
    return found


def _reads(node: Any) -> Reads:
    reads = Reads()
    reads(node)
    return reads


def _unlocked(name: str, table: str, parts: dict[str, Any], seen: frozenset[str] = frozenset()) -> bool:
    """Whether a CTE reads `table` without having locked it, by itself or through another CTE."""
    if name in seen or name not in parts:
        return False
    reads = _reads(parts[name])
    if table in reads.tables:
        return table in reads.unlocked
    return any(_unlocked(other, table, parts, seen | {name}) for other in reads.tables)


def written_back(sql: str) -> list[str]:
    """The columns that a statement writes from an earlier reading of the same table."""
    found = Updates()
    found(pglast.parse_sql(sql)[0].stmt)
    wrong = []
    for update in found.updates:
        table = update.relation.relname
        sources = {}
        for item in update.fromClause or ():
            if isinstance(item, ast.RangeSubselect):
                sources[item.alias.aliasname] = table in _reads(item.subquery).unlocked
            for ranged in _ranges((item,)):
                alias = ranged.alias.aliasname if ranged.alias else ranged.relname
                sources[alias] = ranged.relname == table or _unlocked(ranged.relname, table, found.parts)
        for target in update.targetList:
            taken = _reads(target.val).columns
            wrong += [
                f"{table}.{target.name}" for alias, column in taken if sources.get(alias) and column == target.name
            ]
    return wrong


QUERIES = load_queries(Path("sql"))


def test_no_update_writes_back_what_it_read_before_the_lock():
    wrong = {f"{query.name}": columns for query in QUERIES if (columns := written_back(query.sql))}
    assert wrong == {}


@pytest.mark.parametrize(
    ("sql", "columns"),
    [
        ("UPDATE t SET a = t.a + 1", []),
        ("WITH w AS (SELECT t.id, t.a FROM t) UPDATE t SET a = w.a FROM w WHERE t.id = w.id", ["t.a"]),
        ("WITH w AS (SELECT t.id, t.a FROM t FOR UPDATE) UPDATE t SET a = w.a FROM w WHERE t.id = w.id", []),
        ("WITH r AS (SELECT t.id, t.a FROM t), w AS (SELECT r.a, r.id FROM r) UPDATE t SET a = w.a FROM w", ["t.a"]),
        ("UPDATE t SET a = b.a FROM (SELECT t.a FROM t) b", ["t.a"]),
        ("UPDATE t SET a = b.a FROM (SELECT t.a FROM t FOR UPDATE) b", []),
        ("UPDATE t SET a = b.a FROM t b", ["t.a"]),
        ("UPDATE t SET a = o.a FROM other o", []),
    ],
)
def test_the_check_knows_a_lost_update(sql, columns):
    assert written_back(sql) == columns
