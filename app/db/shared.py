"""What several queries of a file have in common, written once: `-- shared: name` heads it, `{name}` takes its place.

    -- shared: plan_columns
    p.id, p.slug, p.name

    -- name: list_plans()
    SELECT {plan_columns}
      FROM plans p;

Only text of the file itself is put in, when it is loaded; nothing a caller says gets there. tests/db/test_loader.py.
"""

import re
from collections import Counter

_BLOCK = re.compile(r"^-- shared: (\w+)\n(.*?)(?=^-- (?:name|shared):|\Z)", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class SharedError(Exception):
    """A shared block is not there, is there twice, or is not shared; the message names it."""


def expand(text: str) -> str:
    """The text of a .sql file with its shared blocks put where they are named. Raises SharedError."""
    blocks: dict[str, str] = {}
    for name, body in _BLOCK.findall(text):
        if name in blocks:
            raise SharedError(f"{name} is shared twice")
        # A line of comment would swallow what follows its place.
        lines = (line for line in body.strip().splitlines() if not line.lstrip().startswith("--"))
        blocks[name] = "\n".join(lines)
    used: Counter[str] = Counter()

    def put(place: re.Match[str]) -> str:
        name = place[1]
        if name not in blocks:
            raise SharedError(f"{{{name}}} is no shared block of this file")
        used[name] += 1
        return blocks[name]

    expanded = _PLACE.sub(put, _BLOCK.sub("", text))
    for name in blocks:
        if used[name] < 2:
            raise SharedError(f"{name} is shared by nobody: write it where it is used")
    return expanded
