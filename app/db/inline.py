"""A query with its values written into it, for what must travel in one message with BEGIN. tests/db/test_inline.py.

PostgreSQL takes several statements in one message only without parameters. Nothing is escaped here: a value that would
need it is refused, so no value can end its own literal.
"""

import re

# No quote, no backslash, nothing outside ASCII: ids, names of ours, request ids.
_PLAIN = re.compile(r"[A-Za-z0-9_. -]{0,200}")
_PARAMETER = re.compile(r"\$(\d+)")


class Inlined:
    """`Inlined(sql)(first, second)`: the statement with $1 and $2 as text literals."""

    def __init__(self, sql: str) -> None:
        self._template = _PARAMETER.sub(r"'%(\1)s'", sql.replace("%", "%%"))

    def __call__(self, *values: str) -> str:
        """The statement. Raises ValueError for a value that is not plain."""
        for value in values:
            if not _PLAIN.fullmatch(value):
                raise ValueError("only plain words are written into a statement")
        return self._template % {str(number): value for number, value in enumerate(values, 1)}
