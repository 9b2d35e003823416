"""What of a text tells that it is no table: source code, settings, logs, markup, prose. Pure.

Its lines, and what a delimiter makes of them, are looked at as marks and words, whatever the language.
Tests: tests/files/test_prose.py.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

_BRACKET = re.compile(r"\s*[)\]}][)\]}>;,\s]*")
_STATEMENT = re.compile(r"""[^"'(){}=]*["'(){}=].*;\s*""")
# Of an ini file or an environment; of YAML, a card or a calendar.
_SETTING = re.compile(r"[\w.-]+\s*=.*|\[[^\[\]]*\]|-?\s*[^\W\d][\w .;=/-]{0,40}:(?!//).*")
_CODE = re.compile(r"[{}<>\\`=]|::|->|\(\)|&&|%\w+%|\$[A-Za-z_{(]|[@%*/+!.~^|;]|--|//|#(?:\s|!|$)")
_KEYWORD = re.compile(
    r"(?:import|def|class|return|const|let|var|package|using|require|include)\s+[\w.*\"'{]|from\s+\S+\s+import\s"
)
_INSIDE = re.compile(r".*(?:[{}<>\\`=]|::|->|\(\)|&&|%\w+%|__\w|(?<!R)(?<!US)\$[A-Za-z_{(])")
_LINK = re.compile(r"https?://\S+")
_COMMENT = re.compile(r"\s*(?:#(?:\s|!|$)|//|--\s|/\*|\*\s|::\s|REM\s|\"\s)")
# A line of a log tells when it was, to the second, or begins with how grave it is.
_LOGGED = re.compile(
    r".*\d\d:\d\d:\d\d.*[^\W\d_]{2}|\W*(?:\d{4}-\d\d-\d\d|\d\d/\d\d/\d{4})\b.*\d\d:\d\d.*\s\S"
    r"|\W*(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\b"
)
_TIME, _THOUSANDTHS = re.compile(r".*\d\d:\d\d:\d\d"), re.compile(r"\d{3}\W+[^\W\d]")
_AMOUNT, _CENTS = re.compile(r"\s*(?:R\$|US\$|[$€])\s*\d[\d.]*"), re.compile(r"\d\d\s*")
_WHOLE, _CENTS_FIRST = re.compile(r"(?:^|[\s$€])\d[\d.]*$"), re.compile(r"\d\d(?!\d)")
_PRICED = re.compile(r".*(?:^|[\s$€])\d[\d.]*,\d\d\s*")
_PAGE = re.compile(r"<(/?)(?:html|head|body|table|script|style|div)\b", re.IGNORECASE)
_ITEM = re.compile(r"\s*\w{1,3}\)")  # `a) rice`
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))
_PAIRED = re.compile(r"[()\[\]{}<]")
_FEW = 0.2  # of the lines
_PARTS = 0.25  # of the records, that a delimiter may tear up
_REGULAR = 0.8  # of the records, that are as wide as the first
_LONGEST_WORD = 40
_VERSE_WORDS = 3
_WRAPPED_WORDS = 5
_PROSE_WORDS = 12  # no name of goods has as many
_LIST_LINE_CHARS = 200
_SENTENCE_ENDS = (".", "!", "?", ":", "{", "}")
_CODE_ENDS = ("{", "}", ",", ";", ">")
_COMMENTS = ("/*", "//")
_TITLE_WORDS = 8
_RULE = re.compile(r":?-{3,}:?")  # below the heading of a Markdown table


def is_torn(found: Sequence[Sequence[str]]) -> bool:
    """Whether a delimiter cuts brackets, numbers or pages in two, as it does in source code and in logs.

    In records of one width a bracket that no cell closes is not cut by it, but by the program that wrote the texts.
    """
    paired = [record for record in found if _PAIRED.search("".join(record))]
    regular = sum(len(record) == len(found[0]) for record in found) >= _REGULAR * len(found)
    torn = sum(
        any(map(_is_page_part, record)) or (cuts_bracket(record) if regular else any(map(_is_open, record)))
        for record in paired
    )
    is_cut = max(torn, sum(map(_is_number, found))) > _PARTS * len(found) or any(map(_is_rule, found))
    return is_cut or (len(found) > 1 and all(map(_is_priced, found)))


def _is_open(text: str) -> bool:
    """Whether a bracket in the text lacks its other half."""
    inner = text[item.end() :] if ")" in text and (item := _ITEM.match(text)) else text
    return any(inner.count(opening) != inner.count(closing) for opening, closing in _PAIRS)


def cuts_bracket(record: Sequence[str]) -> bool:
    """Whether a bracket opens in one cell and closes in another; what is never closed was cut by no delimiter."""
    return any(map(_is_open, record)) and not _is_open("".join(record))


def _is_page_part(cell: str) -> bool:
    if "<" not in cell:
        return False
    ends = [found[1] for found in _PAGE.finditer(cell)]
    return 2 * ends.count("/") != len(ends)


def _is_number(record: Sequence[str]) -> bool:
    """Whether what is cut are the thousandths of a time or the cents of an amount: `10:00:00,123 INFO`, `R$ 10,00`."""
    if len(record) == 2 and _AMOUNT.fullmatch(record[0]):
        return _CENTS.fullmatch(record[1]) is not None
    return len(record) > 1 and bool(_TIME.fullmatch(record[0]) and _THOUSANDTHS.match(record[1]))


def _is_priced(record: Sequence[str]) -> bool:
    """Whether all that is cut are amounts in a line of text: `Caneca azul .... R$ 29,90`."""
    cut = [bool(_WHOLE.search(one) and _CENTS_FIRST.match(other)) for one, other in pairwise(record)]
    return all(cut) and len(cut) > 0 and any(map(str.isalpha, record[0]))


def _is_rule(record: Sequence[str]) -> bool:
    """The line below the heading of a table in Markdown."""
    cells = [cell.strip() for cell in record if cell.strip()]
    return bool(cells) and all(map(_RULE.fullmatch, cells))


def is_commented(sample: str) -> bool:
    """Whether some lines are comments, or begin as those of source code do."""
    lines = [line for line in sample.splitlines() if line.strip()]
    return sum(_COMMENT.match(line) is not None for line in lines) > max(1, _FEW * len(lines))


def are_titles(lines: list[str]) -> bool:
    """Whether many lines above a table may be its titles: neither source code, nor comments of it, nor prose."""
    long = sum(line.count(" ") >= _TITLE_WORDS for line in lines)
    return 2 * long < len(lines) and not any(line.endswith(_CODE_ENDS) or line[:2] in _COMMENTS for line in lines)


def is_bracket(record: list[str]) -> bool:
    """A line that only closes a block: source code."""
    return _BRACKET.fullmatch("".join(record)) is not None


def ends_lines(found: list[list[str]]) -> bool:
    """The delimiter stands at ends of lines alone, as in source code; a heading over empty cells is none of these."""
    ended = [len(record) == 2 and not record[1].strip() for record in found if len(record) > 1]
    return ended[0] and sum(ended) >= 0.6 * len(ended)


def is_prose(sample: str) -> bool:
    """Commas of sentences: one line with a comma and a space, or lines that end like sentences, the first too.

    A table's last column may hold sentences, but its heading is none.
    """
    lines = sample.strip().splitlines()
    if len(lines) == 1:
        return ", " in sample
    ended = max(_sentences(lines), sum(line.rstrip().endswith(";") for line in lines))
    return _sentences(lines[:1]) == 1 and ended > len(lines) / 2


def is_style(sample: str) -> bool:
    """Semicolons within braces, rule after rule."""
    lines = sample.strip().splitlines()
    ended = [line.rstrip().endswith(("{", "}")) for line in lines]
    return ended[0] and sum(ended) > len(lines) / 2


def _sentences(lines: list[str]) -> int:
    """How many of the lines end like sentences, or like statements of source code."""
    return sum(line.rstrip().endswith(_SENTENCE_ENDS) or bool(_STATEMENT.fullmatch(line)) for line in lines)


def is_list(sample: str) -> bool:
    """A table of one column: short lines, indented alike, few that end like sentences; with blank ones of few words or
    with a price at their ends."""
    every = sample.rstrip().splitlines()
    lines = [line for line in every if line.strip()]
    settings = sum(bool(_SETTING.fullmatch(line.strip())) for line in lines)
    told = sum(_LOGGED.match(line) is not None or len(line.split()) > _PROSE_WORDS for line in lines)
    if len(lines) < 2 or _sentences(lines) > len(lines) / 5 or max(settings, told) > len(lines) / 2:
        return False
    if _is_verse(lines) or _goes_on(lines) or sum(map(_is_code, lines)) > _FEW * len(lines):
        return False
    priced = sum(_PRICED.fullmatch(line) is not None for line in lines)
    if len(lines) < len(every) and _words(lines) > _VERSE_WORDS * len(lines) and 2 * priced < len(lines):
        return False
    indents = {line[: len(line) - len(line.lstrip())] for line in lines}
    return len(indents) == 1 and all(len(line) <= _LIST_LINE_CHARS for line in lines)


def are_names(record: Sequence[str]) -> bool:
    """Whether a record may be a heading: all of its cells begin with letters, and none is like source code."""
    cells = [cell.strip() for cell in record]
    return any(cells) and all(cell[:1].isalpha() and not _is_code(cell) for cell in cells if cell)


def _is_code(line: str) -> bool:
    """Marks that no name has, or letters without a space that are longer than any word."""
    word = line.strip()
    is_key = len(word) > _LONGEST_WORD and " " not in word
    return not _LINK.fullmatch(word) and (
        is_key or bool(_CODE.match(word) or _KEYWORD.match(word) or _INSIDE.match(word))
    )


def _is_verse(lines: Sequence[str]) -> bool:
    """Sentences that go on in the next line."""
    ended = sum(line.rstrip().endswith(",") for line in lines)
    return len(lines) > ended > len(lines) / 3 and _words(lines) >= _VERSE_WORDS * len(lines)


def _goes_on(lines: Sequence[str]) -> bool:
    """Lines of many words, of which some begin with small letters below a large one: one sentence over all."""
    small = sum(line.lstrip()[:1].islower() for line in lines)
    return lines[0].lstrip()[:1].isupper() and 3 * small >= len(lines) and _words(lines) >= _WRAPPED_WORDS * len(lines)


def _words(lines: Sequence[str]) -> int:
    return sum(len(line.split()) for line in lines)
