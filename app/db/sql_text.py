"""A small lexer of SQL text: drops comments, splits a script into statements. tests/db/test_sql_text.py."""

import re
from collections.abc import Iterator

_BEHIND_CODE = re.compile(r"^[^\S\n]*(?!--)\S.*--", re.MULTILINE)
_TOKEN = re.compile(
    r"(?P<comment>--[^\n]*)"
    r"|(?P<block>/\*.*?\*/)"
    r"|(?P<string>[eE]'(?:\\.|''|[^'\\])*'|'(?:''|[^'])*')"
    r'|(?P<quoted>"(?:""|[^"])*")'
    r"|(?P<dollar>\$(?P<tag>[A-Za-z_]*)\$.*?\$(?P=tag)\$)"
    r"|(?P<end>;)"
    r"|(?P<word>\w+)"
    # As much at once as can begin none of the others: a start reads all of sql/.
    r"|(?P<other>\s+|[^\w\s'\"$;/-]+|.)",
    re.DOTALL,
)


def tokens(text: str) -> Iterator[tuple[str, str]]:
    """Kind and text of each token; joined, the texts are the input."""
    for match in _TOKEN.finditer(text):
        yield "dollar" if match.lastgroup == "tag" else str(match.lastgroup), match.group()


def split_statements(script: str) -> list[str]:
    """The statements of a script, without their comments and final semicolons."""
    found: list[str] = []
    current: list[str] = []
    for kind, text in tokens(script):
        if kind == "end":
            found.append("".join(current).strip())
            current = []
        elif kind not in ("comment", "block"):
            current.append(text)
    found.append("".join(current).strip())
    return [statement for statement in found if statement]


def drop_trailing_comments(text: str) -> str:
    """The text without comments that follow code on a line; whole-line comments and line numbers stay."""
    if not _BEHIND_CODE.search(text):  # a start reads all of sql/, where there is none
        return text
    kept: list[str] = []
    fresh = True  # nothing but blanks on this line so far
    for kind, token in tokens(text):
        if kind == "comment" and not fresh:
            continue
        kept.append(token)
        if "\n" in token:
            fresh = not token.rsplit("\n", 1)[1].strip()
        elif token.strip():
            fresh = False
    return "".join(kept)
