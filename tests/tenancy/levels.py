"""Follows the company through every level of a statement: which tables are read or written without naming it."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from pglast import ast
from pglast.enums import A_Expr_Kind, BoolExprType, JoinType
from pglast.enums.parsenodes import SetOperation
from pglast.visitors import Visitor

# What a table calls its company; all others: company_id.
OWNERS = {"companies": "id", "users": "id", "sessions": "user_id", "accounts": "user_id"}
# Conditions, and the aliases each can tie; None: any of its level.
Terms = list[tuple[Any, set[str] | None]]


@dataclass
class Level:
    """The tables of one level by alias, those tied to the company, and the level around it."""

    tables: dict[str, str] = field(default_factory=dict)
    tied: set[str] = field(default_factory=set)
    outer: "Level | None" = None

    def find(self, alias: str) -> "Level | None":
        """The nearest level that has the alias."""
        return self if alias in self.tables or alias in self.tied else self.outer and self.outer.find(alias)


def untied_tables(
    statement: Any,
    tenant_tables: Collection[str],
    is_company: Callable[[Any], bool],
    is_given: Callable[[Any], bool] = lambda _: False,
) -> list[str]:
    """Tables of `tenant_tables` that a level of the parsed statement reads or writes without comparing their company
    with the company (`is_company` knows the expressions that are it) or with that of a table that is tied itself.

    `is_given` tells which FROM items hold nothing but the company's rows (a trigger's transition tables). What is
    compared under OR ties nothing, and an ON of an outer join only what it joins: it filters nothing else.
    """
    return list(_Walk(tenant_tables, is_company, is_given).statement(statement, None, frozenset()))


@dataclass
class _Walk:
    tenant_tables: Collection[str]
    is_company: Callable[[Any], bool]
    is_given: Callable[[Any], bool]

    def statement(self, node: Any, outer: Level | None, ctes: frozenset[str]) -> Iterator[str]:
        """One SELECT, INSERT, UPDATE or DELETE with all below it."""
        for cte in node.withClause.ctes if node.withClause else ():
            inside = ctes | {cte.ctename} if node.withClause.recursive else ctes
            yield from self.statement(cte.ctequery, outer, inside)
            ctes |= {cte.ctename}
        if isinstance(node, ast.SelectStmt) and node.op != SetOperation.SETOP_NONE:
            yield from self.statement(node.larg, outer, ctes)
            yield from self.statement(node.rarg, outer, ctes)
            return
        level = self._level(node, outer, ctes)
        for alias, table in level.tables.items():
            if table in self.tenant_tables and alias not in level.tied:
                yield table
        if isinstance(node, ast.InsertStmt):
            yield from self._insert(node, outer, ctes)
        for child in _below(node, {id(node.withClause)}):
            if not (isinstance(node, ast.InsertStmt) and child is node.selectStmt):
                yield from self.statement(child, level, ctes)

    def _level(self, node: Any, outer: Level | None, ctes: frozenset[str]) -> Level:
        """The level of a statement, all tied that its conditions tie."""
        level = Level(outer=outer)
        terms: Terms = [(term, None) for term in _conjuncts(getattr(node, "whereClause", None))]
        for source in _sources(node):
            self._enter(source, level, terms, ctes)
        while any(self._ties(term, only, level) for term, only in terms):
            pass
        return level

    def _enter(self, item: Any, level: Level, terms: Terms, ctes: frozenset[str]) -> set[str]:
        """Note a FROM item's tables and the conditions of its joins; gives its aliases."""
        if isinstance(item, ast.JoinExpr):
            left = self._enter(item.larg, level, terms, ctes)
            right = self._enter(item.rarg, level, terms, ctes)
            only = {JoinType.JOIN_INNER: left | right, JoinType.JOIN_LEFT: right, JoinType.JOIN_RIGHT: left}.get(
                item.jointype, set()
            )
            terms += [(term, only) for term in _conjuncts(item.quals)]
            if any(column.sval == "company_id" for column in item.usingClause or ()):
                terms += [((a, b), only) for a in left for b in right]
            return left | right
        alias = item.alias.aliasname if item.alias else getattr(item, "relname", "")
        if isinstance(item, ast.RangeVar) and item.relname not in ctes and not self.is_given(item):
            level.tables[alias] = item.relname
        elif not isinstance(item, ast.RangeFunction) or self.is_given(item):  # its rows were tied where they were made
            level.tied.add(alias)
        return {alias}

    def _ties(self, term: Any, only: set[str] | None, level: Level) -> bool:
        """Whether the term ties a table that was not yet."""
        for column, value in _equal(term):
            alias = self._owned_by(column, level)
            if alias is None or alias in level.tied or (only is not None and alias not in only):
                continue
            if self.is_company(value) or self._is_tied(value, level):
                level.tied.add(alias)
                return True
        return False

    def _owned_by(self, column: Any, level: Level) -> str | None:
        """The alias, at this very level, whose company the column is."""
        if isinstance(column, str):
            return column
        path = column_path(column)
        if len(path) == 1 and len(level.tables) == 1:
            path = [next(iter(level.tables)), *path]
        if len(path) != 2 or path[0] not in level.tables:
            return None
        return path[0] if path[1] == OWNERS.get(level.tables[path[0]], "company_id") else None

    def _is_tied(self, value: Any, level: Level | None) -> bool:
        if isinstance(value, str):
            return level is not None and value in level.tied
        path = column_path(value)
        home = level.find(path[0]) if level and len(path) == 2 else None
        if home is None or path[0] not in home.tied:
            return False
        return path[1] == OWNERS.get(home.tables.get(path[0], ""), "company_id")

    def _insert(self, node: ast.InsertStmt, outer: Level | None, ctes: frozenset[str]) -> Iterator[str]:
        table = node.relation.relname
        select = node.selectStmt
        if select is None:
            return
        yield from self.statement(select, outer, ctes)
        if table not in self.tenant_tables:
            return
        columns = [column.name for column in node.cols or ()]
        owner = OWNERS.get(table, "company_id")
        if owner not in columns:
            yield table
            return
        level = self._level(select, outer, ctes)
        place = columns.index(owner)
        rows = select.valuesLists or [[target.val for target in select.targetList or ()]]
        if not all(self.is_company(row[place]) or self._is_tied(row[place], level) for row in rows):
            yield table


def _sources(node: Any) -> list[Any]:
    if isinstance(node, ast.SelectStmt):
        return list(node.fromClause or ())
    if isinstance(node, ast.UpdateStmt):
        return [node.relation, *(node.fromClause or ())]
    if isinstance(node, ast.DeleteStmt):
        return [node.relation, *(node.usingClause or ())]
    return []


def calls(statement: Any, functions: Collection[str]) -> list[Any]:
    """First arguments of the calls of `functions` anywhere in a statement."""
    found: list[Any] = []

    class Finder(Visitor):  # type: ignore[misc]
        def visit_FuncCall(self, _: Any, node: ast.FuncCall) -> None:  # noqa: N802
            if node.funcname[-1].sval in functions:
                found.append(node.args[0])

    Finder()(statement)
    return found


def _below(node: Any, skip: set[int]) -> Iterator[Any]:
    """The nearest statements inside a node, those of its WITH left out."""
    for name in node.__slots__:
        yield from _statements(getattr(node, name), skip)


def _statements(value: Any, skip: set[int]) -> Iterator[Any]:
    if id(value) in skip:
        return
    if isinstance(value, ast.SelectStmt | ast.InsertStmt | ast.UpdateStmt | ast.DeleteStmt):
        yield value
    elif isinstance(value, ast.Node):
        yield from _below(value, skip)
    elif isinstance(value, tuple):
        for item in value:
            yield from _statements(item, skip)


def _conjuncts(clause: Any) -> Iterator[Any]:
    if isinstance(clause, ast.BoolExpr) and clause.boolop == BoolExprType.AND_EXPR:
        for argument in clause.args:
            yield from _conjuncts(argument)
    elif clause is not None:
        yield clause


def _equal(term: Any) -> Iterator[tuple[Any, Any]]:
    """Both readings of an equality; of USING, of which the aliases stand in a pair."""
    if isinstance(term, tuple):
        yield term
        yield term[1], term[0]
    elif isinstance(term, ast.A_Expr) and term.kind == A_Expr_Kind.AEXPR_OP and term.name[0].sval == "=":
        yield term.lexpr, term.rexpr
        yield term.rexpr, term.lexpr


def column_path(node: Any) -> list[str]:
    """The names of a column reference, casts left out; [] of anything else."""
    while isinstance(node, ast.TypeCast):
        node = node.arg
    return (
        [part.sval for part in node.fields if isinstance(part, ast.String)] if isinstance(node, ast.ColumnRef) else []
    )
