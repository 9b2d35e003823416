"""Names and contents of the files of the write-ahead log, as PostgreSQL lays them down."""

import gzip
import re
import shutil
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

SEGMENT = re.compile(r"^[0-9A-F]{24}$")
HISTORY = re.compile(r"^[0-9A-F]{8}\.history$")
# Beside the two, what marks a base copy's begin and the unfinished end of a timeline that was left.
ARCHIVED = re.compile(r"^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$")
SEGMENT_BYTES = 16 << 20
_SEGMENTS_OF_A_FILE = (1 << 32) // SEGMENT_BYTES
# xlp_magic, xlp_info, xlp_tli, xlp_pageaddr
_PAGE = struct.Struct("=HHIQ")


def parse_lsn(text: str) -> int:
    """A position in the log, `1/2A000028`, as a number."""
    high, low = text.split("/")
    return (int(high, 16) << 32) | int(low, 16)


def place(segment: str) -> int:
    """The number of a segment, whatever its timeline."""
    return int(segment[8:16], 16) * _SEGMENTS_OF_A_FILE + int(segment[16:24], 16)


def timeline(name: str) -> int:
    """The timeline of a segment or history."""
    return int(name[:8], 16)


def segment_of(line: int, number: int) -> str:
    """The name of a segment."""
    high, low = divmod(number, _SEGMENTS_OF_A_FILE)
    return f"{line:08X}{high:08X}{low:08X}"


def is_written(path: Path) -> bool:
    """Whether a segment in pg_wal holds what its name says: those made in advance hold older ones, or nothing."""
    with path.open("rb") as file:
        head = file.read(_PAGE.size)
    if len(head) < _PAGE.size:
        return False
    _, _, line, address = _PAGE.unpack(head)
    return bool(address == place(path.name) * SEGMENT_BYTES and line <= timeline(path.name))


def pack(source: Path, target: Path) -> None:
    """Compress a file; its time goes along: of a history, that is when its timeline began."""
    target.touch(mode=0o600)
    with source.open("rb") as read, target.open("wb") as raw:
        stamp = int(source.stat().st_mtime)
        with gzip.GzipFile(filename="", mode="wb", compresslevel=1, fileobj=raw, mtime=stamp) as written:
            shutil.copyfileobj(read, written, 1 << 20)


def packed_size(packed: Path) -> int:
    """Bytes of a packed file once unpacked; -1 when it is damaged."""
    size = 0
    try:
        with gzip.open(packed) as file:
            while block := file.read(1 << 20):
                size += len(block)
    except (OSError, EOFError, zlib.error):
        return -1
    return size


@dataclass(frozen=True, slots=True)
class Timeline:
    """A branch of the database's history: each recovery begins a new one. `left` has where its ancestors were left."""

    number: int
    began_at: float
    left: Mapping[int, int]

    def holds(self, line: int, end: int) -> bool:
        """Whether what was written on timeline `line` up to `end` is part of this one."""
        return line == self.number or end <= self.left.get(line, -1)


def read_history(name: str, packed: Path) -> Timeline:
    """A timeline from its packed history file: lines of parent, position, and a reason."""
    with packed.open("rb") as file:
        began_at = struct.unpack("<I", file.read(8)[4:])[0]
    left = {}
    for line in gzip.decompress(packed.read_bytes()).decode().splitlines():
        parts = line.split()
        if len(parts) >= 2 and parts[0].isdigit():
            left[int(parts[0])] = parse_lsn(parts[1])
    return Timeline(timeline(name), began_at, left)
