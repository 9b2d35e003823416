"""Values of the file layer: what goes to a child process, what comes back, and what callers get."""

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

FileFormat = Literal["pdf", "csv", "xlsx"]

DEFAULT_CHUNK_TOKENS = 400
DEFAULT_OVERLAP_TOKENS = 40


class Limits(Struct, frozen=True, kw_only=True):
    """Bounds of one file. Beyond them the result is cut (`truncated`); beyond `wall_s` the child dies.

    `max_chars` bounds the content: headings that rows of a table repeat are not counted.
    """

    max_bytes: int = 50 * 1024 * 1024
    max_pages: int = 5_000
    max_rows: int = 300_000
    max_columns: int = 1_000
    max_chars: int = 5_000_000
    max_pixels: int = 50_000_000
    soft_s: float = 14.0
    wall_s: float = 20.0
    memory_bytes: int = 1 << 30


class Chunking(Struct, frozen=True, kw_only=True):
    """Chunk budget and overlap in tokens; `tokenizer` is the path of a model's, empty = words and marks."""

    tokens: int = DEFAULT_CHUNK_TOKENS
    overlap: int = DEFAULT_OVERLAP_TOKENS
    tokenizer: str = ""


class Chunk(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of text. `row_start` is the row of its first line as a spreadsheet numbers it (heading = 1)."""

    index: int
    text: str
    tokens: int
    page: int | None = None
    sheet: str | None = None
    row_start: int | None = None


class Table(Struct, frozen=True, kw_only=True):
    """Headings and rows of text; `row_numbers[i]` is where `rows[i]` stands in its sheet, or in the CSV.

    Tables one below the other are several.
    """

    sheet: str | None
    columns: list[str]
    rows: list[list[str]]
    row_numbers: list[int]


class TableFile(Struct, frozen=True, kw_only=True):
    """Every table of a file with what was inferred about it."""

    format: FileFormat
    encoding: str | None
    delimiter: str | None
    tables: list[Table]
    truncated: bool


FlawCode = Literal[
    "no-text",
    "rebuilt",
    "page-damaged",
    "letters-unknown",
    "attachments",
    "form-unread",
    "pages-cut",
    "rows-cut",
    "columns-cut",
    "odd-bytes",
    "encoded-twice",
    "open-quote",
    "wider-than-heading",
    "decimal-commas",
    "no-heading",
    "hidden-sheet",
    "hidden-rows",
    "hidden-columns",
    "hidden-values",
    "notes",
    "formula-without-value",
    "formula-error",
    "cells-apart",
]


class Flaw(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a reader should know of a result that is not the whole file, and where in the file it is."""

    code: FlawCode
    page: int | None = None
    sheet: str | None = None
    row: int | None = None
    detail: str


PictureKind = Literal["jpg", "png"]


class PictureFacts(Struct, frozen=True, kw_only=True):
    """What a picture became: its kind and its size in pixels."""

    kind: PictureKind
    width: int
    height: int


class Picture(Struct, frozen=True, kw_only=True):
    """A picture fit to be shown, and its thumbnail, both encoded."""

    facts: PictureFacts
    full: bytes
    thumbnail: bytes


class Job(Struct, frozen=True, kw_only=True):
    """One request to a child. `extract`, `tables` and `picture` read `path`; `chunk` splits `text`."""

    kind: Literal["extract", "tables", "chunk", "picture"]
    limits: Limits
    chunking: Chunking
    path: str = ""
    text: str = ""


class Head(Struct, frozen=True, kw_only=True):
    """First frame of an answer: either `error` with `detail`, or the facts about what follows."""

    error: Literal["", "unsupported", "unreadable"] = ""
    detail: str = ""
    format: FileFormat = "csv"
    bytes: int = 0
    chars: int = 0
    pages: int | None = None
    sheets: int | None = None
    rows: int | None = None
    picture: PictureFacts | None = None
    truncated: bool = False
    warnings: list[Flaw] = []
    read_ms: float = 0.0
    extract_ms: float = 0.0
    chunk_ms: float = 0.0
    chunk_count: int = 0
    frames: int = 0
    peak_rss_mb: int = 0


_decode_text = msgspec.json.Decoder(str)
_decode_chunks = msgspec.json.Decoder(list[Chunk])


class Extracted(Struct, frozen=True, kw_only=True):
    """Text and chunks of one file, kept as the JSON the child wrote.

    A long text costs the event loop nothing this way: an HTTP answer passes the bytes on, and whoever
    needs the chunks decodes them batch by batch.
    """

    head: Head
    text_json: msgspec.Raw
    chunk_batches: list[bytes]

    @property
    def text(self) -> str:
        """The whole text, decoded now."""
        return _decode_text.decode(self.text_json)

    def batches(self) -> Iterator[list[Chunk]]:
        """Chunks in order, some hundred at a time."""
        for batch in self.chunk_batches:
            yield _decode_chunks.decode(batch)

    def chunks(self) -> list[Chunk]:
        """All chunks, decoded now."""
        return [chunk for batch in self.batches() for chunk in batch]

    def cut(self, most: int) -> tuple[str, Chunk | None]:
        """At most so many characters of the text, and the chunk that its rest begins with; None: it is all there."""
        text = self.text
        if len(text) <= most:
            return text, None
        at, chunk = -1, None
        for batch in self.batches():
            for chunk in batch:
                at = text.find(chunk.text, at + 1)  # chunks are slices of the text, each behind the last one's start
                if at + len(chunk.text) > most:
                    return text[: at or most].rstrip(), chunk
        return text[
            :most
        ], chunk  # where lines are repeated, each was found too early: it ends somewhere before the last

    @property
    def chunks_json(self) -> msgspec.Raw:
        """All chunks as one JSON array."""
        return msgspec.Raw(b"[" + b",".join(batch[1:-1] for batch in self.chunk_batches) + b"]")
