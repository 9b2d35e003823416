"""CSV: encoding and delimiter from the content, then a stream of records. Runs in the child process."""

import codecs
import contextlib
import csv
import re
from array import array
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from itertools import islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from app.files.decimals import CutDecimals, find_cut
from app.files.encoding import Encoding, find_encoding, lines_of
from app.files.errors import UnreadableFile, UnsupportedFormat
from app.files.headings import MOST_TITLES, preamble
from app.files.prose import (
    are_names,
    are_titles,
    cuts_bracket,
    ends_lines,
    is_bracket,
    is_commented,
    is_list,
    is_prose,
    is_style,
    is_torn,
)
from app.files.quoting import DELIMITERS, Quoting, Records, find_quoting
from app.files.types import Flaw

_SAMPLE_CHARS = 64 * 1024
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_OTHER_FORMATS = re.compile(rf"\s*(<(?![^<>\n]*>[{DELIMITERS}])[!?a-zA-Z]|\{{.*[}}\]]\s*$|\[.*[}}\]]\s*$)", re.DOTALL)
_BODY = 4  # records below the titles that are looked at
_COMMON_MARKS = ",|^~"  # that prose, source code and Markdown have, too
_RARE = "^~"  # of which a list has some (`10~20`), and a formula
_NUMBER = re.compile(r"\W*\d[\d.,]*\W*")
_MOSTLY = 0.8  # of the records
_ANY_TITLES = 3  # more are none when they look like code, or like prose
_PADDING = "\x00\x1a"  # behind the end of a file, by old programs
_HINT = re.compile(r'("?)sep=(.)\1(?:\r\n?|\n)', re.IGNORECASE)  # of Excel
# Cells that a spreadsheet must take for text: ="00123", '00123, '=1+1.
_FORCES = re.compile(rf"""(?:^|[{DELIMITERS}])"?(?:="|'[=+@\d-])""", re.MULTILINE)
_FORCED = re.compile(r"""="([^"]*)"|'([=+@-].*|[\d.,/-]+)""", re.DOTALL)
_STRAY, _STRAY_EACH = 3, 500  # control characters of a text: so many, or one in as many characters
_PLAIN = "The file is plain text, not a CSV table: no delimiter cuts it into columns."
_NO_TEXT = "The file is neither a PDF, nor an XLSX workbook, nor a CSV table."
_NO_DELIMITER = "\x1f"  # a unit separator: no text file has one


class Score(NamedTuple):
    """The share of records of the commonest width above one and of all above one, less titles; is the first cut?"""

    same: float
    cut: float
    less_titles: int
    first_is_cut: bool


_NO_TABLE = Score(0.0, 0.0, 0, False)


class CsvDialect(Struct, frozen=True):
    """What was inferred; `delimiter` is empty for a list of one column.

    `hinted`: the file opens with Excel's `sep=;` line. `forced`: cells say that they are text.
    `cut`: where the delimiter is the decimals' comma, too.
    """

    encoding: Encoding
    delimiter: str
    quoting: Quoting
    hinted: bool = False
    forced: bool = False
    cut: CutDecimals | None = None


def inspect(path: Path) -> CsvDialect:
    """Encoding and delimiter. Raises UnsupportedFormat when the content is binary or no table."""
    encoding = _encoding(path)
    sample = _sample(path, encoding)
    if _is_binary(sample):
        raise UnsupportedFormat(_NO_TEXT)
    if not sample.strip():
        raise UnreadableFile("The file holds no text.")
    if _OTHER_FORMATS.match(sample):
        raise UnsupportedFormat("The file is text of another format (markup or JSON), not a CSV table.")
    quoting, forced = find_quoting(sample), _FORCES.search(sample) is not None
    hint = _HINT.match(sample)
    if hint:
        return CsvDialect(encoding, hint[2], quoting, hinted=True, forced=forced)
    delimiter = _delimiter(sample, quoting)
    return CsvDialect(encoding, delimiter, quoting, forced=forced, cut=_cut_decimals(sample, delimiter, quoting))


def records(path: Path, dialect: CsvDialect, flaws: list[Flaw] | None = None) -> Iterator[list[str]]:
    """Every record in file order, blank ones as []. Raises UnreadableFile at a field without end.

    What is in doubt is added to the flaws when the reading ends.
    """
    joined = array("q")  # rows whose numbers were cut
    with contextlib.closing(_lines(path, dialect)) as lines:
        read = _records(lines, dialect)
        try:
            for number, record in enumerate(_with_titles(read, dialect.delimiter), start=1):
                if len(record) == 1 and record[0] and not record[0].strip(_PADDING):
                    return
                if dialect.cut is not None and (whole := dialect.cut.joined(record)) is not record:
                    record = whole
                    joined.append(number)
                yield list(map(_unforced, record)) if dialect.forced else record
        except csv.Error:
            raise UnreadableFile(f"The table cannot be read beyond line {read.line + dialect.hinted}.") from None
        except UnicodeError:
            raise UnreadableFile(f"The text is damaged beyond line {read.line + dialect.hinted}.") from None
        finally:
            if flaws is not None:
                flaws += read.flaws()
                if dialect.cut is not None and joined:
                    flaws.append(dialect.cut.flaw(joined))


def row_of_line(path: Path, dialect: CsvDialect, line: int) -> int:
    """The number of the record that a line of the file lies in: a quoted cell may have several lines."""
    with contextlib.closing(_lines(path, dialect)) as lines, contextlib.suppress(csv.Error):
        read = _records(lines, dialect)
        for number, _ in enumerate(read, start=1):
            if read.line + dialect.hinted >= line:
                return number
    return line


def _lines(path: Path, dialect: CsvDialect) -> Generator[str]:
    lines = lines_of(path, dialect.encoding)
    if dialect.hinted:
        next(lines, None)
    return lines


def _records(lines: Iterable[str], dialect: CsvDialect) -> Records:
    return Records(lines, dialect.delimiter or _NO_DELIMITER, dialect.quoting)


def _unforced(cell: str) -> str:
    forced = _FORCED.fullmatch(cell.strip())
    return forced[1] or forced[2] or "" if forced else cell


def _sample(path: Path, encoding: Encoding) -> str:
    """Whole lines from the beginning, without what pads a file's end."""
    taken, size = list[str](), 0
    with contextlib.closing(lines_of(path, encoding, "replace")) as lines:
        for line in lines:
            if size and size + len(line) > _SAMPLE_CHARS:
                break
            taken.append(line[:_SAMPLE_CHARS])
            size += len(line)
    return "".join(taken).rstrip(_PADDING)


def _is_binary(sample: str) -> bool:
    """One odd character decides nothing, as old programs leave such in their texts."""
    strays = len(_CONTROL.findall(sample))
    return strays > (_STRAY if strays * 10 < len(sample) else 0) and strays * _STRAY_EACH > len(sample)


def _with_titles(found: Iterable[list[str]], delimiter: str) -> Iterator[list[str]]:
    """The records; a title that has a comma (`Preços, maio de 2026`) is one cell."""
    rest = iter(found)
    above = list(islice(rest, MOST_TITLES + _BODY))
    for at, record in enumerate(above):
        below = [other for other in above[at + 1 :] if any(other)]
        if delimiter != "," or not _is_title(record, below):
            yield from above[at:]
            break
        yield [delimiter.join(record)]
    yield from rest


def _is_title(record: list[str], below: list[list[str]]) -> bool:
    """Its commas have spaces, those of the names below it have none, and below these is a column of numbers."""
    spaced = len(record) > 1 and all(cell[:1] == " " for cell in record[1:])
    if not spaced or len(below) < 2 or len(below[0]) < len(record):
        return False
    names, body = below[0], below[1:]
    if any(cell[:1] == " " for cell in names):
        return _is_title(names, body)
    numbers = [all(_NUMBER.fullmatch(cell) for cell in cells) for cells in zip(*body, strict=False)]
    named = not any(map(_NUMBER.fullmatch, names))
    return named and any(numbers) and (len(body) > 1 or len(record) < len(names))


def _encoding(path: Path) -> Encoding:
    with path.open("rb") as file:
        head = file.read(_SAMPLE_CHARS)
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return Encoding("utf-16")
        bare = _utf16_without_mark(head)
        if bare:
            return Encoding(bare)
        if _is_binary(head.decode("latin-1").rstrip(_PADDING)):
            raise UnsupportedFormat(_NO_TEXT)
    return find_encoding(path)


def _utf16_without_mark(head: bytes) -> str:
    """Latin text in UTF-16 has a zero in every second byte, always on the same side."""
    if len(head) < 8 or 0 not in head:
        return ""
    half = len(head) // 2
    if head[1::2].count(0) > 0.6 * half and not head[::2].count(0):
        return "utf-16-le"
    if head[::2].count(0) > 0.6 * half and not head[1::2].count(0):
        return "utf-16-be"
    return ""


def _delimiter(sample: str, quoting: Quoting) -> str:
    """The delimiter; "" for a list of one column. Raises UnsupportedFormat when the text is no table."""
    if is_commented(sample):
        raise UnsupportedFormat(_PLAIN)
    refused = "," * is_prose(sample) + ";" * is_style(sample)
    candidates = [delimiter for delimiter in DELIMITERS if delimiter not in refused]
    scores = {delimiter: _score(sample, delimiter, quoting) for delimiter in candidates}
    best = max(candidates, key=lambda delimiter: _rank(scores[delimiter]))
    if _is_table(scores[best]):
        return best
    if is_list(sample):
        return ";" if all(line.endswith(";") for line in sample.splitlines()) else ""
    raise UnsupportedFormat(_PLAIN)


def _rank(score: Score) -> tuple[bool, int, float, float]:
    """Of tables first the one with the fewest titles.

    What reads the heading as a title and cuts the prices below it (`nome;preço`, `Café;12,90`) is none the better for
    cutting a line at the table's end, too (`Gerado em 1/6, por Ana`).
    """
    same, cut, less_titles, _ = score
    return (True, less_titles, same, cut) if _is_table(score) else (False, 0, same, cut)


def _is_table(score: Score) -> bool:
    same, cut, _, first_is_cut = score
    return same >= _MOSTLY or (first_is_cut and (same >= 0.6 or cut >= 0.7))


def _score(sample: str, delimiter: str, quoting: Quoting) -> Score:
    """How well the delimiter cuts the sample. Titles above a table do not count as records."""
    try:
        rows = _sampled(sample, delimiter, quoting)
    except csv.Error:
        return _NO_TABLE
    every = [record for _, record in rows]
    titles = _titles(every)
    if titles > _ANY_TITLES and not are_titles(["".join(record).strip() for record in every[:titles]]):
        return _NO_TABLE
    found = _below_titles(rows)
    if len(found) < len(every) and delimiter in _COMMON_MARKS and not _is_counted(found):
        return _NO_TABLE
    if delimiter in _RARE and not are_names(found[0]):
        return _NO_TABLE
    widths = [len(record) for record in found]
    wide = Counter(width for width in widths if width > 1)
    if not wide or ends_lines(found) or any(map(is_bracket, found)) or is_torn(found):
        return _NO_TABLE
    same = round(max(wide.values()) / len(widths), 1)
    return Score(same, wide.total() / len(widths), len(found) - len(every), widths[0] > 1)


def _cut_decimals(sample: str, delimiter: str, quoting: Quoting) -> CutDecimals | None:
    if delimiter != ",":
        return None
    with contextlib.suppress(csv.Error):
        heading, *body = _below_titles(_sampled(sample, delimiter, quoting))
        return find_cut(heading, body)
    return None


def _sampled(sample: str, delimiter: str, quoting: Quoting) -> list[tuple[int, list[str]]]:
    """The sample's records with their numbers, but the blank ones. Raises csv.Error."""
    read = Records(sample.splitlines(keepends=True), delimiter, quoting)
    return [row for row in enumerate(_with_titles(read, delimiter), start=1) if row[1]]


def _below_titles(rows: list[tuple[int, list[str]]]) -> list[list[str]]:
    every = [record for _, record in rows]
    return every[preamble([row for row in rows if any(row[1])]) or _titles(every) :]


def _titles(found: list[list[str]]) -> int:
    """How many records of one cell stand above the first wider one; 0 when they are more than titles are."""
    first = next((place for place, record in enumerate(found) if sum(map(bool, map(str.strip, record))) > 1), 0)
    return first if first <= MOST_TITLES and len(found) - first > 1 else 0


def _is_counted(found: list[list[str]]) -> bool:
    """Below a line without any, such marks are a table's when a column holds numbers and no bracket is cut in two."""
    body = found[1:]
    if len(body) < 2 or any(map(cuts_bracket, body)):
        return False
    columns = zip_longest(*body, fillvalue="")
    return any(sum(any(map(str.isdigit, cell)) for cell in cells) >= _MOSTLY * len(body) for cells in columns)
