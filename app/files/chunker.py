"""Split sections into overlapping chunks that respect a token budget and end where a reader would pause.

Pure functions; property tests in tests/files/test_chunker.py. A chunk never crosses a page or a sheet, so its
reference is exact; together the chunks of a section contain every token of it.
"""

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from msgspec import Struct

from app.files.tokens import TokenCounter, words
from app.files.types import Chunk, Chunking

_BLOCK_CHARS = 16_384
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"\n\s*")
_SENTENCE = re.compile(r"[.!?…][\"')\]]*\s+")
_SPACE = re.compile(r"\s+")


class Section(Struct, frozen=True, kw_only=True):
    """Text of one page or sheet. `line_rows[i]` is the spreadsheet row of line i, for tables only."""

    text: str
    page: int | None = None
    sheet: str | None = None
    line_rows: Sequence[int] | None = None


def split(sections: Sequence[Section], chunking: Chunking, counter: TokenCounter = words) -> Iterator[Chunk]:
    """Chunks of all sections in reading order, numbered from 0."""
    index = 0
    for section in sections:
        lines = None
        if section.line_rows is not None:
            lines = array("q", (0, *(match.end() for match in re.finditer("\n", section.text))))
        for begin, end, tokens in spans(section, chunking, counter):
            row = section.line_rows[bisect_right(lines, begin) - 1] if lines and section.line_rows else None
            yield Chunk(
                index=index,
                text=section.text[begin:end],
                tokens=tokens,
                page=section.page,
                sheet=section.sheet,
                row_start=row,
            )
            index += 1


def spans(section: Section, chunking: Chunking, counter: TokenCounter = words) -> Iterator[tuple[int, int, int]]:
    """(first character, end, tokens) of each chunk of one section."""
    starts, ends = _tokenize(section.text, counter)
    if not starts:
        return
    breaks = _Breaks(section.text, starts, table=section.line_rows is not None)
    first = 0
    while True:
        last = breaks.end_of_chunk(first, chunking.tokens)
        yield starts[first], ends[last - 1], last - first
        if last >= len(starts):
            return
        first = breaks.start_of_next(first, last, chunking.overlap)


def _tokenize(text: str, counter: TokenCounter) -> tuple["array[int]", "array[int]"]:
    """Token starts and ends of a text of any length; blocks end at white space, so no word is cut."""
    starts, ends = array("q"), array("q")
    position = 0
    while position < len(text):
        stop = _block_end(text, position)
        for start, end in counter(text[position:stop]):
            starts.append(position + start)
            ends.append(position + end)
        position = stop
    return starts, ends


def _block_end(text: str, position: int) -> int:
    stop = position + _BLOCK_CHARS
    if stop >= len(text):
        return len(text)
    for mark in ("\n", " "):
        found = text.rfind(mark, position, stop)
        if found > position:
            return found + 1
    return stop


class _Breaks:
    """Where a chunk may end: pauses of the text, from the best kind to the worst, looked up as needed."""

    def __init__(self, text: str, starts: "array[int]", *, table: bool) -> None:
        self._text = text
        self._starts = starts
        # A row is the sentence of a table: a full stop inside a cell is no place to cut.
        self._pauses = (_LINE,) if table else (_PARAGRAPH, _LINE, _SENTENCE)

    def end_of_chunk(self, first: int, budget: int) -> int:
        """Index behind the chunk's last token: the last pause in the second half of the budget."""
        limit = first + budget
        if limit >= len(self._starts):
            return len(self._starts)
        low = first + budget // 2
        for pattern in (*self._pauses, _SPACE):
            found = [i for i in self._indices(pattern, low, limit) if i > low]
            if found:
                return found[-1]
        return limit

    def start_of_next(self, first: int, last: int, overlap: int) -> int:
        """First token of the next chunk: at most `overlap` tokens back, at a pause when there is one."""
        earliest = max(last - overlap, first + 1)
        if earliest >= last:
            return last
        for pattern in (*self._pauses, _SPACE):
            found = next((i for i in self._indices(pattern, earliest - 1, last) if earliest <= i), last)
            if found < last:
                return found
            if pattern is _LINE and self._starts_line(last):
                break  # the cut is between two lines, and the one before is longer than the overlap
        return last if self._pauses == (_LINE,) else earliest

    def _indices(self, pattern: re.Pattern[str], low: int, high: int) -> Iterator[int]:
        starts = self._starts
        for match in pattern.finditer(self._text, starts[low], starts[high]):
            yield bisect_left(starts, match.end(), low, high)

    def _starts_line(self, index: int) -> bool:
        begin = self._starts[index]
        return "\n" in self._text[self._starts[index - 1] : begin]
