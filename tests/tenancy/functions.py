"""The statements inside the schema's functions, and what is the company there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pglast import ast, parse_plpgsql, parse_sql

from tests.tenancy.levels import column_path

TRANSITION_TABLES = {"new_rows", "old_rows"}


@dataclass(frozen=True)
class Function:
    """A function of the schema: names of its parameters and of its record variables, and its statements, parsed."""

    name: str
    parameters: frozenset[str]
    records: frozenset[str]
    statements: tuple[Any, ...]
    dynamic: bool

    def is_company(self, value: Any) -> bool:
        """The parameter `company`, or the company of a row: a trigger's, or of a statement that is checked itself."""
        path = column_path(value)
        if path == ["company"]:
            return "company" in self.parameters
        return len(path) == 2 and path[0] in {"new", "old"} | self.records and path[1] == "company_id"

    def is_given(self, item: Any) -> bool:
        """A transition table, or arrays that a trigger has gathered from one: it is given nothing else."""
        if isinstance(item, ast.RangeFunction):
            return not self.parameters and item.functions[0][0].funcname[-1].sval == "unnest"
        return item.relname in TRANSITION_TABLES


def read_function(name: str, definition: str, parameters: list[str]) -> Function:
    """Read a definition as pg_get_functiondef() writes it, in SQL or PL/pgSQL."""
    head, quoted, rest = definition.partition("$function$")
    if "LANGUAGE sql" in head:
        texts = [rest.rpartition("$function$")[0] if quoted else "SELECT" + head.partition("\nRETURN")[2]]
        records = set()
    else:
        tree = parse_plpgsql(definition)[0]["PLpgSQL_function"]
        texts = list(_queries(tree["action"]))
        records = {datum["PLpgSQL_rec"]["refname"] for datum in tree["datums"] if "PLpgSQL_rec" in datum}
    return Function(
        name,
        frozenset(parameters),
        frozenset(records),
        tuple(raw.stmt for text in texts for raw in parse_sql(text)),
        dynamic="EXECUTE format" in rest,
    )


def _queries(node: Any) -> Iterator[str]:
    """Every SQL text of a PL/pgSQL tree, an expression as the SELECT of it."""
    if isinstance(node, list):
        for item in node:
            yield from _queries(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "PLpgSQL_expr":
                yield _PARSE[min(value["parseMode"], 3)](value["query"])
            else:
                yield from _queries(value)


# By pg_query's RawParseMode: 0 a statement, 2 an expression, from 3 on an assignment.
_PARSE = {
    0: lambda text: text,
    2: lambda text: "SELECT " + text,
    3: lambda text: "SELECT " + re.split(":?=", text, maxsplit=1)[1],
}
