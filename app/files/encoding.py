"""Which encoding a text is in, and which of its lines are in another. Runs in the child; tests/files/test_encoding.py.

What most lines say holds for all but those that make no words in it: a line pasted from elsewhere is read by itself.
Which encoding of one byte a letter it is, the words tell (letters.py). UTF-8 that was read as Windows-1252 and written
again (`CafÃ©`) is read as it was meant.
"""

import codecs
import contextlib
import io
import re
from collections.abc import Collection, Container, Generator, Iterator, Set
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from app.files.letters import POSSIBLE, fit, words_of
from app.files.types import Flaw

_BLOCK = 1024 * 1024
_BLOCK_LINES = 2_000
_NAMED_LINES = 5
_MOST_WORDS = 200_000  # different ones, from which an encoding is told
_UTF8, _MARKED_UTF8, _TWICE = "utf-8", "utf-8-sig", "twice"
# Order decides ties: Windows-1252 is by far the commonest.
_NAMES = {
    "cp1252": "Windows-1252",
    "cp850": "the DOS code page 850",
    "mac_roman": "Mac Roman",
    "cp860": "the DOS code page 860",
    _UTF8: "UTF-8",
    _MARKED_UTF8: "UTF-8",
}
_SINGLE = ("cp1252", "cp850", "mac_roman", "cp860")
ODD_BYTES = "odd-bytes"
UNDEFINED = "undefined-bytes"
# How letters with accents, signs, quotation marks and a byte order mark begin when they were encoded twice.
_WORD = re.compile("[A-Za-z0-9\x80-\U0010ffff]*[\x80-\U0010ffff][A-Za-z0-9\x80-\U0010ffff]*")
_TWICE_BYTES = re.compile("\xc3[\x82\x83]|\xc3\xa2\xe2\x82\xac|\xc3\xaf\xc2\xbb\xc2\xbf".encode("latin-1"))


class Encoding(Struct, frozen=True):
    """A codec, and the lines (counted from 1) that are read in another.

    `unsure`: lines whose letters make words in several encodings, or in none.
    """

    name: str
    lines: dict[int, str] = {}
    unsure: tuple[int, ...] = ()

    @property
    def flaws(self) -> list[Flaw]:
        """What a person should know; `row` is the first line of its kind."""
        found = [self._flaw(reading) for reading in dict.fromkeys(self.lines.values())]
        if self.unsure:
            detail = f"Letters may be wrong, as the file does not tell its encoding: see {_told(self.unsure)}."
            found.append(Flaw(code="odd-bytes", row=self.unsure[0], detail=detail))
        return found

    def _flaw(self, reading: str) -> Flaw:
        lines = [line for line, other in self.lines.items() if other == reading]
        if reading == _TWICE:
            detail = f"Letters were encoded twice (Ã© for é) in {_told(lines)}: read as they were meant."
            return Flaw(code="encoded-twice", row=lines[0], detail=detail)
        is_utf8 = self.name in (_UTF8, _MARKED_UTF8)
        name = _NAMES[reading if reading != ODD_BYTES else "cp1252" if is_utf8 else _UTF8]
        detail = f"Most of the file is {_NAMES[self.name]}, but not {_told(lines)}: read as {name} there."
        return Flaw(code="odd-bytes", row=lines[0], detail=detail)


def _told(lines: Collection[int]) -> str:
    return "line " + ", ".join(map(str, list(lines)[:_NAMED_LINES])) + (", …" if len(lines) > _NAMED_LINES else "")


def _read_as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    part = error.object[error.start : error.end]
    return "".join(bytes([byte]).decode("cp1252", "replace") for byte in part), error.end


def _undefined(error: UnicodeError) -> tuple[str | bytes, int]:
    """Bytes that a code page does not define are the control characters of their numbers."""
    if isinstance(error, UnicodeDecodeError):
        return chr(error.object[error.start]), error.start + 1
    if not isinstance(error, UnicodeEncodeError) or not "\x80" <= error.object[error.start] <= "\x9f":
        raise error
    return bytes([ord(error.object[error.start])]), error.start + 1


codecs.register_error(ODD_BYTES, _read_as_windows)
codecs.register_error(UNDEFINED, _undefined)


def lines_of(path: Path, encoding: Encoding, errors: str = "strict") -> Generator[str]:
    """The lines with their ends. Raises UnicodeError where the file is none of its encoding, unless told otherwise."""
    if not encoding.lines:
        errors = UNDEFINED if encoding.name in _SINGLE else errors
        with path.open("r", encoding=encoding.name, errors=errors, newline="") as text:
            yield from text
        return
    for number, line in _numbered(path):
        text_line = _decoded(line, encoding.lines.get(number, encoding.name))
        text_line = text_line.removeprefix("\ufeff") if number == 1 else text_line
        if "\r" in text_line[:-2]:
            yield from io.StringIO(text_line, newline="")
        else:
            yield text_line


def find_encoding(path: Path) -> Encoding:
    """The encoding of a text that is not UTF-16."""
    whole, odd, twice = list[int](), list[int](), list[int]()
    words = set[bytes]()
    for first, block in _blocks(path):
        together = b"".join(block)
        if together.isascii():
            continue
        accented = [number for number, line in enumerate(block, start=first) if not line.isascii()]
        if _if_utf8(together) is not None and not _TWICE_BYTES.search(together):
            whole += accented
            continue
        strange = list[bytes]()
        for number in accented:
            line = block[number - first]
            text = _if_utf8(line)
            if text is None:
                odd.append(number)
                strange.append(line)
                continue
            whole.append(number)
            if _TWICE_BYTES.search(line) and _is_twice(line, text):
                twice.append(number)
        if len(words) < _MOST_WORDS:
            words |= words_of(b"".join(strange))
    return _decided(path, whole, odd, twice, words)


def _blocks(path: Path) -> Iterator[tuple[int, list[bytes]]]:
    """Some thousand lines at a time, with the number of the first: what holds for all of them is asked once."""
    number = 1
    with path.open("rb") as file:
        lines = _lines(file)
        while block := list(islice(lines, _BLOCK_LINES)):
            yield number, block
            number += len(block)


def _if_utf8(line: bytes) -> str | None:
    """The text; None where it is not UTF-8, told without an exception, which takes thrice as long."""
    text = line.decode(_UTF8, "ignore")
    return text if len(text.encode()) == len(line) else None


def _decided(path: Path, whole: list[int], odd: list[int], twice: list[int], words: Set[bytes]) -> Encoding:
    """What most lines say, and the others line by line."""
    likely, unsure = _likeliest(words)
    with path.open("rb") as file:
        marked = file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8
    if marked or len(whole) > len(odd) or not odd:
        name, lines, only = _MARKED_UTF8 if marked else _UTF8, dict.fromkeys(twice, _TWICE), words
    else:
        name, lines = likely[0], dict.fromkeys(whole, _UTF8)
        only = {word for word in words if fit(word.decode(name, UNDEFINED)) < POSSIBLE} | unsure
    doubted = list[int]()
    for number, line in _having(path, set(odd), only):
        lines[number] = max((*likely, ODD_BYTES), key=lambda reading: _fitness(_decoded(line, reading)))
        text = _decoded(line, lines[number])
        if not unsure.isdisjoint(words_of(line)) or any(fit(word) < POSSIBLE for word in _WORD.findall(text)):
            doubted.append(number)
    lines = {number: reading for number, reading in sorted(lines.items()) if reading != name}
    return Encoding(name, lines, tuple(doubted))


def _having(path: Path, numbers: Container[int], words: Set[bytes]) -> Iterator[tuple[int, bytes]]:
    """Those of these lines that have one of the words."""
    for number, line in _numbered(path) if words else ():
        if number in numbers and not words.isdisjoint(words_of(line)):
            yield number, line


def _likeliest(words: Collection[bytes]) -> tuple[tuple[str, ...], set[bytes]]:
    """The encodings of one byte a letter, that of most words first, and the words of which nothing tells it."""
    scores = {name: sum(fit(word.decode(name, UNDEFINED)) for word in words) for name in _SINGLE}
    likely = sorted(_SINGLE, key=lambda name: -scores[name])
    equal = [name for name in likely if scores[name] == scores[likely[0]]]
    return tuple(likely), {word for word in words if len({word.decode(name, UNDEFINED) for name in equal}) > 1}


def _is_twice(line: bytes, text: str) -> bool:
    with contextlib.suppress(UnicodeError):
        return _fitness(_decoded(line, _TWICE)) > _fitness(text)
    return False


def _fitness(text: str) -> int:
    return sum(map(fit, _WORD.findall(text)))


def _decoded(line: bytes, reading: str) -> str:
    if reading == _TWICE:
        once = line.removeprefix(codecs.BOM_UTF8).decode(_UTF8)
        return once.encode("cp1252", UNDEFINED).decode(_UTF8)
    if reading == ODD_BYTES:
        return line.decode(_UTF8, ODD_BYTES)
    return line.decode(reading, UNDEFINED if reading in _SINGLE else "strict")


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as file:
        yield from enumerate(_lines(file), start=1)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines, in files of old Macs, too, which end theirs with a carriage return."""
    head = file.read(_BLOCK)
    file.seek(0)
    if b"\n" in head or b"\r" not in head:
        yield from file
        return
    left = b""
    while block := file.read(_BLOCK):
        *lines, left = (left + block).split(b"\r")
        for line in lines:
            yield line + b"\r"
    if left:
        yield left
