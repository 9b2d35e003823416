"""Rows of cells → tables: titles, names of the columns, rows. Pure; runs in the child. tests/files/test_headings.py.

What programs print above, between and below the rows is told from them by where blank cells and numbers are.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, takewhile, zip_longest

from msgspec import Struct

Row = tuple[int, list[str]]
MOST_TITLES = 30
_LOOK_AHEAD = 40
_NUMBER = re.compile(r"(?:R\$|US\$)?\W*\d[\d\W]*")
_AMOUNT = re.compile(r"(?:R\$|US\$|[$€£])\s*\d[\d.,]*|\d{1,3}(?:\.\d{3})*,\d{1,2}|\d+\.\d{1,2}")
_DATE = re.compile(r"\d{1,4}[-/]\d{1,2}[-/]\d{1,4}")
_TOLD = re.compile(r".*[:=](?:\s.*)?")  # `Data: 23/11/2026`
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNIT = re.compile(r"\(.*\)|R\$|US\$|%|k?g|[cm]?m|m?l|un|pç|pct", re.IGNORECASE)
_VALUE = re.compile(r"\S+@\S+\.\w+|https?://\S+|\d{8,14}")  # no name of a column
_USUAL_NAME = re.compile(
    r"(?:nome|produto|ite[mn]|descri|pre[çc]o|valor|total|quant|qtde?|c[óo]d|sku|ref|cliente|fornecedor|empresa|marca"
    r"|(?:tele)?fone|e-?mail|cidade|data|prazo|estoque|categoria|tipo|name|product|price|amount|code|date|city|phone)",
    re.IGNORECASE,
)
# What stands where a price is not told.
_NO_PRICE = re.compile(
    r"\W*|(?:a|à) combinar|(?:sob )?consult\w+|esgotad[oa]|indispon[íi]vel|gr[áa]tis|n/[ad]|sold out|free",
    re.IGNORECASE,
)
_LONGEST_NAME = 60
_MOSTLY = 0.8
_PARTLY = 0.5
_APART = 2  # blank rows


class Found(Struct):
    """One table: the lines above it, its columns ("" without a name), and its rows, to be read before the next table.

    `row`: where it begins. `named`: whether it has a heading.
    """

    row: int
    titles: list[str]
    columns: list[str]
    named: bool
    body: Iterator[Row]


def find_tables(rows: Iterable[Row]) -> Iterator[Found]:
    """Every table of a sheet, one below the other; blank rows, and headings repeated on each page, are left out."""
    source = _Source(rows)
    while ahead := source.peek(_LOOK_AHEAD):
        at = 1 if source.is_titled else _heading_index(ahead)
        titles = [cells for _, cells in ahead[:at]]
        (number, heading), below = ahead[at], [cells for _, cells in ahead[at + 1 :]]
        named = not _is_data(heading, below)
        columns, taken = trimmed(heading), at + 1
        if not named:
            columns, taken = [""] * len(columns), at
        elif _is_second(heading, below):
            columns, taken = _joined(heading, below[0]), at + 2
        elif _is_over(heading, below):
            titles, columns, taken = [*titles, heading], _unlike(heading, below[0]), at + 2
            number, heading = ahead[at + 1]
        source.skip(taken)
        told = [" ".join(filter(None, cells)) for cells in titles]
        yield Found(number, told, columns, named, source.body(number, heading if named else [], titles, len(columns)))


def preamble(ahead: Sequence[Row]) -> int:
    """How many rows of a name and a value (`Data: | 23/11/2026`) stand above a heading that is wider; mostly none."""
    for at, (number, cells) in enumerate(ahead[: MOST_TITLES + 1]):
        above, below = ahead[:at], [below for _, below in ahead[at + 1 :]]
        if _filled(cells) < 3:
            continue
        values = [other for _, other in above]
        told = all(_TOLD.fullmatch(next(filter(None, other))) for other in values)
        amounts = [["" if _DATE.match(cell) else cell for cell in other] for other in values[1:]]
        told = bool(values) and (told or (number > above[-1][0] + 1 and not _under_numbers(values[0], amounts)))
        wide = 2 * sum(_filled(other) > 2 for other in below) > len(below) > 1
        return at if told and wide and _names(cells) and _under_numbers(cells, below) else 0
    return 0


def trimmed(cells: list[str]) -> list[str]:
    """Without blank cells at the end."""
    last = len(cells)
    while last and not cells[last - 1]:
        last -= 1
    return cells[:last]


class _Source:
    """Rows that are not blank, of which some may be looked at before they are taken."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = (row for row in rows if any(row[1]))
        self._ahead = deque[Row]()
        self.is_titled = False

    def peek(self, count: int) -> list[Row]:
        """The next rows, which stay."""
        self._ahead.extend(islice(self._rows, max(0, count - len(self._ahead))))
        return list(islice(self._ahead, count))

    def skip(self, count: int) -> None:
        """Take so many of those that were looked at."""
        for _ in range(count):
            self._ahead.popleft()

    def body(self, last: int, heading: list[str], titles: list[list[str]], width: int) -> Iterator[Row]:
        """The rows below a heading, up to the next table's."""
        repeated = heading if _filled(heading) > 1 else None
        before: list[str] = []
        while True:
            row = self._ahead.popleft() if self._ahead else next(self._rows, None)
            if row is None:
                return
            number, cells = row
            if cells == repeated or (cells in titles and self._repeats(titles, repeated)):
                last = number
                continue
            if (number > last + 1 and before) or (repeated and not any(cells[1:])):
                self._ahead.appendleft(row)
                if self._is_section(repeated) or (before and self._begins(number - last - 1, before, width)):
                    return
                self._ahead.popleft()
            last, before = number, cells
            yield row

    def _repeats(self, titles: list[list[str]], heading: list[str] | None) -> bool:
        """Whether the heading comes again, below titles alone: a new page."""
        ahead = [cells for _, cells in self.peek(len(titles))]
        return heading in ahead[len(list(takewhile(titles.__contains__, ahead))) :][:1]

    def _is_section(self, heading: list[str] | None) -> bool:
        """Whether the next row is a title above the same heading again."""
        (_, title), *below = self.peek(2)
        self.is_titled = bool(heading and below and below[0][1] == heading and not any(title[1:]))
        return self.is_titled

    def _begins(self, blank: int, before: list[str], width: int) -> bool:
        """Whether another table begins with the next row, its heading, or with a title above that."""
        ahead = self.peek(4)
        self.is_titled = _filled(ahead[0][1]) == 1 and len(ahead) > 1 and ahead[1][0] - ahead[0][0] <= _APART
        if blank < 1:
            return False
        (number, heading), *below = ahead[self.is_titled :]
        others = [cells for _, cells in below[:2]]
        if not others or below[0][0] != number + 1 or not _names(heading):
            return False
        if (blank >= _APART or self.is_titled) and all(map(_USUAL_NAME.match, filter(None, heading))):
            return True
        if len(others) < 2 or below[1][0] != number + 2:
            return False
        places = [place for place, cell in enumerate(heading) if cell]
        within = all(
            any(cells[: places[0]] + cells[places[-1] + 1 :]) is False and _filled(cells) > 1 for cells in others
        )
        if not within or not _under_numbers(heading, others):
            return False
        ends = places[-1] >= width or any(map(_is_number, (before[at] for at in places if at < len(before))))
        named = blank >= _APART and any(map(_USUAL_NAME.match, heading))
        return ends and (named or self.is_titled or places != list(range(width)))


def _heading_index(ahead: list[Row]) -> int:
    """Where the heading is: below some rows of one cell, when what follows is wider than they are."""
    wide = [_filled(cells) > 1 for _, cells in ahead]
    first = wide.index(True) if True in wide else 0
    below = wide[first + 1 :]
    told = preamble(ahead)
    if told:
        return told
    return first if first <= MOST_TITLES and 2 * sum(below) >= len(below) and (below or first == 1) else 0


def _is_data(first: list[str], below: list[list[str]]) -> bool:
    """Whether the first row is one like those below it: amounts are no names, unless they are a scale."""
    amounts = [at for at, cell in enumerate(first) if _AMOUNT.fullmatch(cell)]
    scale = [_value(first[at]) for at in amounts]
    if len(scale) > 1 and all(one < other for one, other in pairwise(scale)):
        return False
    if _is_alike(trimmed(first), below):
        return True
    values = [at for at, cell in enumerate(first) if _VALUE.fullmatch(cell)]
    alike = any(all(_VALUE.fullmatch(cells[at]) for cells in below if at < len(cells)) for at in values)
    return (bool(below) and alike) or any(_is_numeric(at, below, _PARTLY) for at in amounts)


def _is_alike(first: list[str], below: list[list[str]]) -> bool:
    """Whether the first row has the shape of the others: a list of words, or a number that names no column."""
    if len(below) < 2 or any(_USUAL_NAME.match(cell) and _is_name(cell) for cell in first):
        return False
    if len(first) == 1 and _filled(below[0]) == 1:
        return not any(map(str.isdigit, first[0])) and any(_shape(first[0]) == _shape(cells[0]) for cells in below)
    numbers = [at for at, cell in enumerate(first) if _is_number(cell) and _is_numeric(at, below)]
    is_year = any(_YEAR.fullmatch(first[at]) for at in numbers)
    return bool(first) and not is_year and len(numbers) in {1, len(first)} and len(numbers) + len(first) > 2


def _shape(text: str) -> tuple[bool, bool, bool]:
    return text[:1].isupper(), text.isupper(), any(map(str.isdigit, text))


def _value(amount: str) -> float:
    """An amount, written with a point or a comma."""
    whole, mark, cents = re.sub(r"[^\d.,]", "", amount).replace(",", ".").rpartition(".")
    return float(f"{whole.replace('.', '')}.{cents}") if mark else float(cents)


def _is_second(heading: list[str], below: list[list[str]]) -> bool:
    """Whether the next row is a part of the heading: names below blank cells of it, or units below names."""
    if len(below) < 2 or not heading[0] or below[0][:1] != [""]:
        return False
    parts = [(name, part) for name, part in zip_longest(heading, below[0], fillvalue="") if part]
    is_part = any(not name for name, _ in parts) or all(_UNIT.fullmatch(part) for _, part in parts)
    rows = below[1:]
    begun = sum(bool(cells[0]) for cells in rows) >= _MOSTLY * len(rows)
    return is_part and begun and all(map(_is_name, (part for _, part in parts))) and _under_numbers(below[0], rows)


def _is_over(heading: list[str], below: list[list[str]]) -> bool:
    """Whether what looks like a heading stands over groups of columns, whose names are in the next row."""
    names = trimmed(below[0]) if len(below) > 2 else []
    is_whole = all(names) and len(names) > max(2, _filled(heading)) and all(map(_is_name, names))
    groups = trimmed(heading)
    is_over = len(groups) < len(names) or (len(groups) == len(names) and "" in groups)
    return is_whole and is_over and _under_numbers(names, below[1:])


def _unlike(heading: list[str], names: list[str]) -> list[str]:
    """The names; those of several columns with the group that they belong to."""
    columns = _joined(heading, names)
    return [whole if names.count(name) > 1 else name for whole, name in zip(columns, names, strict=False)]


def _joined(heading: list[str], second: list[str]) -> list[str]:
    """Two rows as one: `Preço` over `Varejo` and `Atacado` → `Preço Varejo`, `Preço Atacado`."""
    columns, over = [], ""
    for name, part in zip_longest(heading, second, fillvalue=""):
        over = name or (over if part else "")
        columns.append(f"{over} {part}".strip())
    return trimmed(columns)


def _names(cells: list[str]) -> bool:
    """Two names or more, side by side."""
    found = trimmed(cells)[next((at for at, cell in enumerate(cells) if cell), 0) :]
    return len(found) > 1 and all(map(_is_name, found))


def _is_name(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_NAME and not any(map(str.isdigit, text))


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _under_numbers(names: list[str], below: list[list[str]]) -> bool:
    """Whether there are numbers below one of the names."""
    return any(name and not _is_number(name) and _is_numeric(at, below) for at, name in enumerate(names))


def _is_numeric(at: int, rows: list[list[str]], share: float = _MOSTLY) -> bool:
    cells = [cells[at] for cells in rows if at < len(cells) and cells[at] and not _NO_PRICE.fullmatch(cells[at])]
    return bool(cells) and sum(map(_is_number, cells)) >= share * len(cells)


def _filled(cells: list[str]) -> int:
    return sum(map(bool, cells))
