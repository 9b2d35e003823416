"""Finds, in a query's parse tree, the comparison that ties it to the acting company."""

from collections.abc import Iterator
from typing import Any

from pglast import ast, parse_sql
from pglast.enums import A_Expr_Kind, BoolExprType
from pglast.visitors import Visitor


def compares_owner(sql: str, number: int) -> bool:
    """True when $number is compared with company_id in a WHERE, ANDed, is itself written as the owner, or is given to a
    function of ours that names the company in each of its statements (migrations).

    `number` is the position of actor_id. An owner compared under OR, or in the ON of a join, does not count: the one
    lets other rows in, the other filters nothing when the join is an outer one.
    """
    finder = _Finder(number)
    finder(parse_sql(sql))
    return finder.found


# Their first argument is the company. Their bodies are read by people, not by this module.
OF_A_COMPANY = {"company_usage", "finish_turn"}


class _Finder(Visitor):  # type: ignore[misc]
    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number
        self.found = False

    def visit_SelectStmt(self, _: Any, node: ast.SelectStmt) -> None:  # noqa: N802
        self._where(node.whereClause, _names(node.fromClause))

    def visit_UpdateStmt(self, _: Any, node: ast.UpdateStmt) -> None:  # noqa: N802
        self._where(node.whereClause, _names((node.relation, *(node.fromClause or ()))))

    def visit_DeleteStmt(self, _: Any, node: ast.DeleteStmt) -> None:  # noqa: N802
        self._where(node.whereClause, _names((node.relation, *(node.usingClause or ()))))

    def visit_InsertStmt(self, _: Any, node: ast.InsertStmt) -> None:  # noqa: N802
        owner = "id" if node.relation.relname == "companies" else "company_id"
        columns = [column.name for column in node.cols or ()]
        if owner not in columns or not isinstance(node.selectStmt, ast.SelectStmt):
            return
        place, select = columns.index(owner), node.selectStmt
        rows = select.valuesLists or [[target.val for target in select.targetList or ()]]
        self.found |= all(_is_param(row[place], self.number) for row in rows)

    def visit_FuncCall(self, _: Any, node: ast.FuncCall) -> None:  # noqa: N802
        self.found |= node.funcname[-1].sval in OF_A_COMPANY and _is_param(node.args[0], self.number)

    def _where(self, clause: Any, tables: dict[str, str]) -> None:
        self.found |= any(self._is_owner(term, tables) for term in _conjuncts(clause))

    def _is_owner(self, term: Any, tables: dict[str, str]) -> bool:
        if not isinstance(term, ast.A_Expr) or term.kind != A_Expr_Kind.AEXPR_OP or term.name[0].sval != "=":
            return False
        for column, value in ((term.lexpr, term.rexpr), (term.rexpr, term.lexpr)):
            if isinstance(column, ast.ColumnRef) and _is_param(value, self.number):
                path = [part.sval for part in column.fields if isinstance(part, ast.String)]
                table = tables.get(path[0], "") if len(path) == 2 else next(iter(tables.values()), "")
                if path[-1] == _OWNERS.get(table, "company_id"):
                    return True
        return False


# What a table calls its company; all others: company_id.
_OWNERS = {"companies": "id", "users": "id", "sessions": "user_id", "accounts": "user_id"}


def _is_param(node: Any, number: int) -> bool:
    while isinstance(node, ast.TypeCast):
        node = node.arg
    return isinstance(node, ast.ParamRef) and node.number == number


def _conjuncts(clause: Any) -> Iterator[Any]:
    if isinstance(clause, ast.BoolExpr) and clause.boolop == BoolExprType.AND_EXPR:
        for argument in clause.args:
            yield from _conjuncts(argument)
    elif clause is not None:
        yield clause


def _names(items: Any) -> dict[str, str]:
    """Alias → table of a FROM list."""
    found: dict[str, str] = {}
    for item in items or ():
        if isinstance(item, ast.RangeVar):
            found[item.alias.aliasname if item.alias else item.relname] = item.relname
        elif isinstance(item, ast.JoinExpr):
            found |= _names((item.larg, item.rarg))
    return found
