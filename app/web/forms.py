"""multipart/form-data by declaration: `form: Struct` whose `UploadedFile` fields are streamed to temporary files.

Other fields are text, converted like query parameters; unknown, repeated and missing ones are 422.
"""

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, TypeVar, get_type_hints

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from app.web.decode import convert_texts, validation_failed
from app.web.errors import BadRequest, Overloaded, UnsupportedFormat
from app.web.incoming import Incoming, too_large

T = TypeVar("T")

# Room of a form besides its file: boundaries, part headers and the text fields.
FORM_OVERHEAD = 64 * 1024
_MAX_FORMS = 64
_MAX_PARTS = 32
_MAX_TEXT = 4096
_FLUSH = 1 << 20
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


class _Places:
    """How many forms may be on their way at once: each may hold a file's worth of disk."""

    def __init__(self, most: int) -> None:
        self._free = most

    @contextmanager
    def taken(self) -> Iterator[None]:
        """One place while the block runs. Raises Overloaded when none is free."""
        if self._free < 1:
            raise Overloaded("Too many uploads at once.", retry_after=5)
        self._free -= 1
        try:
            yield
        finally:
            self._free += 1


_places = _Places(_MAX_FORMS)


class UploadedFile:
    """A file of a form, on disk until the handler returns. `filename` is what the client calls it: a label only."""

    __slots__ = ("filename", "path", "size")

    def __init__(self, path: Path, filename: str, size: int) -> None:
        self.path = path
        self.filename = filename
        self.size = size


@dataclass(slots=True)
class _Part:
    name: str = ""
    filename: str | None = None
    text: bytearray = field(default_factory=bytearray)
    file: IO[bytes] | None = None
    size: int = 0
    pending: bytearray = field(default_factory=bytearray)


@asynccontextmanager
async def receive_form(kind: type[T], incoming: Incoming, max_file_bytes: int) -> AsyncIterator[T]:
    """The form of a request as `kind`; its files are removed at the end.

    Raises Overloaded, UnsupportedFormat (not multipart), BadRequest (malformed), TooLarge, ValidationFailed.
    """
    with _places.taken():
        async with _received(kind, incoming, max_file_bytes) as form:
            yield form


@asynccontextmanager
async def _received(kind: type[T], incoming: Incoming, max_file_bytes: int) -> AsyncIterator[T]:
    hints = get_type_hints(kind)
    files = {name for name, hint in hints.items() if hint is UploadedFile}
    reader = _FormReader(_boundary(incoming), set(hints), files, max_file_bytes)
    try:
        async for block in incoming.stream():
            reader.feed(block)
            if reader.buffered >= _FLUSH:
                await asyncio.to_thread(reader.flush)
        await asyncio.to_thread(reader.finish)
        yield convert_texts(reader.values(), kind)
    finally:
        await asyncio.to_thread(reader.remove_files)


def _boundary(incoming: Incoming) -> bytes:
    types = [value for name, value in incoming.headers if name == b"content-type"]
    media_type, options = parse_options_header(types[0].decode("latin-1") if len(types) == 1 else "")
    if media_type != b"multipart/form-data":
        raise UnsupportedFormat("Send the file as multipart/form-data.")
    boundary = options.get(b"boundary", b"")
    if not 1 <= len(boundary) <= 200:
        raise BadRequest("The multipart boundary is missing or too long.")
    return boundary


class _FormReader:
    """Parser callbacks and what they collect. File bytes are buffered up to 1 MiB and written by `flush`."""

    def __init__(self, boundary: bytes, known: set[str], files: set[str], max_file_bytes: int) -> None:
        self._known = known
        self._files = files
        self._max_file_bytes = max_file_bytes
        self._parts: list[_Part] = []
        self._header_name = bytearray()
        self._header_value = bytearray()
        self._headers: dict[bytes, bytes] = {}
        self._ended = False
        self.buffered = 0
        self._parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": self._name_bytes,
                "on_header_value": self._value_bytes,
                "on_header_end": self._end_header,
                "on_headers_finished": self._open_part,
                "on_part_data": self._data,
                "on_end": self._end,
            },
        )

    def feed(self, block: bytes) -> None:
        """Parse a piece of the body."""
        try:
            self._parser.write(block)
        except FormParserError:
            raise BadRequest("The multipart body is malformed.") from None

    def flush(self) -> None:
        """Write what is buffered; blocks, so it runs in a thread."""
        for part in self._parts:
            if part.file is not None and part.pending:
                _write_all(part.file, part.pending)
                part.pending.clear()
        self.buffered = 0

    def finish(self) -> None:
        """Write the rest and close the files. Raises BadRequest when the closing boundary is missing."""
        if not self._ended:
            raise BadRequest("The multipart body ends before its closing boundary.")
        self.flush()
        for part in self._parts:
            if part.file is not None:
                part.file.close()

    def values(self) -> dict[str, Any]:
        """Field name → text, or UploadedFile."""
        return {
            part.name: UploadedFile(Path(part.file.name), part.filename or "file", part.size)
            if part.file is not None
            else _text(part)
            for part in self._parts
        }

    def remove_files(self) -> None:
        """Remove every temporary file, whatever happened before."""
        for part in self._parts:
            if part.file is not None:
                part.file.close()
                Path(part.file.name).unlink(missing_ok=True)

    def _begin(self) -> None:
        if len(self._parts) >= _MAX_PARTS:
            raise BadRequest(f"A form may have at most {_MAX_PARTS} parts.")
        self._headers = {}

    def _name_bytes(self, data: bytes, start: int, end: int) -> None:
        self._header_name += data[start:end]

    def _value_bytes(self, data: bytes, start: int, end: int) -> None:
        self._header_value += data[start:end]

    def _end_header(self) -> None:
        self._headers[bytes(self._header_name).lower()] = bytes(self._header_value)
        self._header_name.clear()
        self._header_value.clear()

    def _open_part(self) -> None:
        options = parse_options_header(self._headers.get(b"content-disposition", b"").decode("latin-1"))[1]
        name = options.get(b"name", b"").decode("utf-8", "replace")
        if name not in self._known:
            raise validation_failed("/" + _UNPRINTABLE.sub("", name)[:100], "unknown field")
        if any(part.name == name for part in self._parts):
            raise validation_failed("/" + name, "given more than once")
        part = _Part(name=name)
        if name in self._files:
            part.filename = _label(options.get(b"filename", b"").decode("utf-8", "replace"))
            descriptor, path = tempfile.mkstemp(prefix="upload-")
            os.close(descriptor)
            part.file = open(path, "wb", buffering=0)  # noqa: SIM115 closed by finish or remove_files
        elif b"filename" in options:
            raise validation_failed("/" + name, "expected text, not a file")
        self._parts.append(part)

    def _data(self, data: bytes, start: int, end: int) -> None:
        part = self._parts[-1]
        part.size += end - start
        if part.file is None:
            if part.size > _MAX_TEXT:
                raise validation_failed("/" + part.name, f"longer than {_MAX_TEXT} bytes")
            part.text += data[start:end]
            return
        if part.size > self._max_file_bytes:
            raise too_large(self._max_file_bytes)
        part.pending += data[start:end]
        self.buffered += end - start

    def _end(self) -> None:
        self._ended = True


def _write_all(file: IO[bytes], data: bytearray) -> None:
    """A disk that fills up takes a part and refuses the rest only when asked again."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
    rest.release()


def _text(part: _Part) -> str:
    try:
        text = part.text.decode("utf-8")
    except UnicodeDecodeError:
        raise validation_failed("/" + part.name, "not UTF-8") from None
    if "\0" in text:
        raise validation_failed("/" + part.name, "the NUL character is not accepted")
    return text


def _label(filename: str) -> str:
    """The last path segment without control characters: never used to open anything."""
    return _UNPRINTABLE.sub("", re.split(r"[/\\]", filename)[-1])[:255]
