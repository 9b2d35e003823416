"""Lines of a table that was drawn column by column, put together to rows. Pure.

Text comes in the order in which it was drawn: all names of a price list, then all its prices. Columns of prose are so
too and are left as they are; what tells a table is a column of figures, or that all its columns are of short cells.
Of a cell of one letter (a size, a count below ten) pdfium does not know how it runs: it ends the row before it, or does
not where the next row begins. Where letters stand tells the rows.
Tests: tests/files/test_columns.py.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

END = "\r\n"
# A figure as a cell of its own: a price, a number with its unit, a share; also with nothing in it.
_FIGURE = re.compile(r"\s*(?:R\$|US\$|\$|€)?\s*[-+]?\d[\d.,/:]*\s*(?:%|[a-zA-Z]{1,3})?\s*|\s*-+\s*")
_SENTENCE = (".", ",", ";", ":", "-")
_CELL_WORDS = 4
_LONGEST_CELL = 40
_FEWEST = 3  # rows of a table
_MOSTLY = 2 / 3
_BASELINE = 2.0  # points by which lines of one row may differ

Place = tuple[float, float]


class _Line(NamedTuple):
    text: str
    x: float
    y: float


def by_rows(raw: str, origin: Callable[[int], Place]) -> str:
    """`raw` with its tables' cells in rows. origin: where the character of an index stands, from below."""
    lines = _joined(_lines(raw, origin))
    texts = [line.text for line in lines]
    return END.join(_read(list(_blocks(lines))) if _has_run(texts) else texts)


def _lines(raw: str, origin: Callable[[int], Place]) -> Iterator[_Line]:
    """The lines of the text, and the parts of one that go down as lines do."""
    at, x, y = 0, 0.0, 0.0
    for text in raw.split(END):
        end = at + len(text)
        if text:
            x, y = origin(at)
            if origin(end - 1)[1] < y - _BASELINE:
                for cut in _cuts(text, at, origin):
                    yield _Line(raw[at:cut], x, y)
                    at, (x, y) = cut, origin(cut)
                text = raw[at:end]
        yield _Line(text, x, y)
        at = end + len(END)


def _cuts(text: str, at: int, origin: Callable[[int], Place]) -> Iterator[int]:
    """Which characters of a text, that begins at this index, stand below the one before and not to its right."""
    places = [(index, *origin(index)) for index, letter in enumerate(text, start=at) if not letter.isspace()]
    for (_, x, y), (index, next_x, next_y) in pairwise(places):
        if next_y < y - _BASELINE and next_x <= x + _BASELINE:
            yield index


def _joined(lines: Iterable[_Line]) -> list[_Line]:
    """The lines, each with those that follow it at its height and to its right."""
    rows: list[_Line] = []
    last, right = _Line("", 0.0, 0.0), 0.0
    for line in lines:
        if line.x > right and line.text and last.text and abs(line.y - last.y) <= _BASELINE:
            last = rows[-1] = last._replace(text=f"{last.text.rstrip()} {line.text.lstrip()}")
        else:
            last = line
            rows.append(line)
        right = line.x
    return rows


def _has_run(texts: Sequence[str]) -> bool:
    """Whether so many figures or words follow one another as lines of their own."""
    run = 0
    for text in texts:
        run = run + 1 if len(text) <= _LONGEST_CELL and (_FIGURE.fullmatch(text) or _is_value(text)) else 0
        if run >= _FEWEST:
            return True
    return False


def _is_value(text: str) -> bool:
    """One word or two, or words with a number among them: `Rio de Janeiro` is none, `9h às 12h` is one."""
    words = len(text.split())
    return 0 < words <= (_CELL_WORDS if any(map(str.isdigit, text)) else 2) and not text.endswith(_SENTENCE)


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines that follow one another downwards: a column begins where they go up again."""
    block: list[_Line] = []
    for line in lines:
        if block and line.y > block[-1].y + _BASELINE:
            yield block
            block = []
        block.append(line)
    yield block


def _read(blocks: Sequence[list[_Line]]) -> Iterator[str]:
    """The lines of all blocks, those that stand beside one another by rows."""
    at = 0
    while at < len(blocks):
        columns = [blocks[at]]
        while at + len(columns) < len(blocks) and _is_beside(blocks[at + len(columns)], columns):
            columns.append(blocks[at + len(columns)])
        if len(columns) > 1 and (any(map(_is_figures, columns)) or _are_cells(columns)):
            yield from _rows([line for column in columns for line in column])
        else:
            columns = columns[:1]
            yield from (line.text for line in columns[0])
        at += len(columns)


def _is_beside(block: Sequence[_Line], columns: Sequence[list[_Line]]) -> bool:
    """Whether most lines of the block, but for those below, stand right of what stands in the columns."""
    left = [line for column in columns for line in column]
    lowest = min(line.y for line in left) - _BASELINE
    within = [line for line in block if line.y >= lowest]
    beside = 0
    for line in within:
        same = [other.x for other in left if abs(other.y - line.y) <= _BASELINE]
        beside += bool(same) and max(same) < line.x
    return beside >= max(_FEWEST, _MOSTLY * len(within))


def _is_figures(column: Sequence[_Line]) -> bool:
    figures = sum(bool(_FIGURE.fullmatch(line.text)) for line in column)
    return figures >= max(_FEWEST, len(column) / 2)


def _are_cells(columns: Sequence[list[_Line]]) -> bool:
    """Whether there is no prose in the columns, and one at least is of single words or numbers."""
    texts = [[line.text.strip() for line in column if line.text.strip()] for column in columns]
    return not any(map(_is_prose, texts)) and any(all(map(_is_value, column)) for column in texts)


def _is_prose(texts: Sequence[str]) -> bool:
    """Lines of many words, or such as end and begin within a sentence."""
    words = sum(len(text.split()) for text in texts)
    if words > _CELL_WORDS * len(texts):
        return True
    goes_on = sum(text[:1].islower() for text in texts[1:]) >= len(texts) / 2 and words > 2 * len(texts)
    return goes_on or sum(text.endswith(_SENTENCE) for text in texts) >= len(texts) / 2


def _rows(lines: Sequence[_Line]) -> Iterator[str]:
    """Lines from above, those of one height from the left."""
    row: list[_Line] = []
    for line in sorted(lines, key=lambda line: -line.y):
        if row and row[0].y - line.y > _BASELINE:
            yield " ".join(cell.text.strip() for cell in sorted(row, key=lambda cell: cell.x))
            row = []
        row.append(line)
    yield " ".join(cell.text.strip() for cell in sorted(row, key=lambda cell: cell.x))
