"""Which encoding a text is in, by what most of its lines say. Runs in the child process; tests/files/test_encoding.py.

One odd byte decides nothing: it is a line pasted from elsewhere, and is read as Windows does where it stands. UTF-8
that was read as Windows-1252 and written again (`CafÃ©`) is read as it was meant.
"""

import codecs
import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from app.files.types import Flaw

_BLOCK = 1024 * 1024
_NAMED_LINES = 5
_ASCII = bytes(range(0x80))
_LETTERS = "áàâãäéêëíïóôõöúüçñº°ª"
# Letters and marks that a text of a shop has. Windows-1252 keeps what is undecided: all of Western Europe is in it.
_USUAL = {
    "cp1252": set(map(chr, range(0xC0, 0x100))) - set("Ææ×÷") | set("º°ª“”‘’–—•…™®©€²³½\xa0"),
    "cp850": {*_LETTERS, *_LETTERS.upper()},
    "mac_roman": {*_LETTERS, *_LETTERS.upper(), *"“”‘’–—•…™®©€"},
}
_CLEARLY = 0.2  # of all bytes beyond ASCII, that another encoding must explain better than Windows-1252
ODD_BYTES = "odd-bytes"
_UNDEFINED = "undefined-bytes"
# How letters with accents, signs, quotation marks and a byte order mark begin when they were encoded twice.
_TWICE = re.compile("[ÃÂ]|â€|ï»¿")
_TWICE_BYTES = re.compile("\xc3[\x82\x83]|\xc3\xa2\xe2\x82\xac|\xc3\xaf\xc2\xbb\xc2\xbf".encode("latin-1"))


class Encoding(Struct, frozen=True):
    """A codec, how it takes bytes that are none of its own, and the lines (counted from 1) that have such.

    `twice`: the first of the lines that were encoded twice, 0 without any.
    """

    name: str
    errors: str = "strict"
    odd_lines: tuple[int, ...] = ()
    odd: int = 0
    twice: int = 0

    @property
    def flaws(self) -> list[Flaw]:
        """What a person should know; `row` is the first line of its kind."""
        found = []
        if self.odd:
            lines = ", ".join(map(str, self.odd_lines)) + (", …" if self.odd > len(self.odd_lines) else "")
            detail = f"Most of the file is UTF-8, but not line {lines}: read as Windows-1252 there."
            found.append(Flaw(code="odd-bytes", row=self.odd_lines[0], detail=detail))
        if self.twice:
            detail = "Letters were encoded twice (Ã© for é): read as they were meant."
            found.append(Flaw(code="encoded-twice", row=self.twice, detail=detail))
        return found


def _read_as_windows(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    part = error.object[error.start : error.end]
    return "".join(bytes([byte]).decode("cp1252", "replace") for byte in part), error.end


def _undefined(error: UnicodeError) -> tuple[bytes, int]:
    """Bytes that Windows-1252 does not define come out as the control characters of their numbers."""
    if not isinstance(error, UnicodeEncodeError) or not "\x80" <= error.object[error.start] <= "\x9f":
        raise error
    return bytes([ord(error.object[error.start])]), error.start + 1


codecs.register_error(ODD_BYTES, _read_as_windows)
codecs.register_error(_UNDEFINED, _undefined)


def decoded_once(line: str) -> str:
    """The line as it was meant, if it was encoded twice."""
    if _TWICE.search(line):
        with contextlib.suppress(UnicodeError):
            return line.encode("cp1252", _UNDEFINED).decode("utf-8")
    return line


def find_encoding(path: Path) -> Encoding:
    """The encoding of a text that is not UTF-16; one with the mark of UTF-8 is nothing else."""
    whole, odd = 0, 0
    named: list[int] = []
    twice: list[int] = []
    seen: Counter[int] = Counter()
    with path.open("rb") as file:
        marked = file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8
        file.seek(0)
        for number, line in enumerate(_lines(file), start=1):
            if line.isascii():
                continue
            try:
                text = line.decode("utf-8")
                whole += 1
                if _TWICE_BYTES.search(line) and decoded_once(text) != text:
                    twice.append(number)
            except UnicodeDecodeError:
                odd += 1
                if len(named) < _NAMED_LINES:
                    named.append(number)
                seen.update(line.translate(None, delete=_ASCII))
    if marked or whole > odd or not odd:
        name = "utf-8-sig" if marked else "utf-8"
        begin = twice[0] if 2 * len(twice) > whole else 0
        return Encoding(name, ODD_BYTES if odd else "strict", tuple(named), odd, begin)
    return Encoding(_single_byte(seen))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines, in files of old Macs, too, which end theirs with a carriage return."""
    head = file.read(_BLOCK)
    file.seek(0)
    if b"\n" in head or b"\r" not in head:
        yield from iter(lambda: file.readline(_BLOCK), b"")
        return
    left = b""
    while block := file.read(_BLOCK):
        *lines, left = (left + block).split(b"\r")
        yield from lines
    yield left


def _single_byte(seen: Counter[int]) -> str:
    """The encoding in which most of the bytes beyond ASCII are what such a text has."""
    explained = {
        name: sum(count for byte, count in seen.items() if bytes([byte]).decode(name, "replace") in usual)
        for name, usual in _USUAL.items()
    }
    best = max(explained, key=lambda name: explained[name])
    if explained[best] - explained["cp1252"] > _CLEARLY * seen.total():
        return best
    # What cp1252 leaves undefined is refused later as control characters when it is binary.
    return "latin-1" if any(byte in seen for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)) else "cp1252"
