"""A child process that reads files: `python -m app.files.worker`, started and killed by pool.py alone.

It takes jobs on stdin and answers frames on stdout (8-byte length, then bytes). It holds no secret: its
environment is empty, its memory bounded, and it may not write files.
"""

import gc
import os
import resource
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

from app.files import csvfile, pdf, xlsx
from app.files.chunker import Section, split
from app.files.detect import detect
from app.files.errors import FileError, UnreadableFile, UnsupportedFormat
from app.files.tables import Budget, clean, render, structure
from app.files.tokens import counter
from app.files.types import Chunk, FileFormat, Flaw, Head, Job, Limits, Table, TableFile

READY = b"ready"
_BATCH = 128
_MOST_FLAWS = 100
_CPU_SLACK_S = 10
_decode_job = msgspec.msgpack.Decoder(Job)
_encode = msgspec.json.Encoder().encode
T = TypeVar("T")


class Source(msgspec.Struct):
    """What one reader made of a file, before chunking."""

    format: FileFormat
    sections: list[Section]
    read_ms: float
    extract_ms: float
    pages: int | None = None
    sheets: int | None = None
    rows: int | None = None
    truncated: bool = False
    warnings: list[Flaw] = []


def main() -> None:
    """Serve jobs until stdin closes."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # a chatty library must not break the framing
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.disable()  # looking for cycles among a table's many lists took a tenth of the time; a worn child is replaced
    send(answers, READY)
    for payload in _frames(sys.stdin.buffer):
        job = _decode_job.decode(payload)
        _limit(job.limits)
        for frame in _answer(job):
            send(answers, frame)


def send(stream: BinaryIO, frame: bytes) -> None:
    """Write one frame."""
    stream.write(struct.pack(">Q", len(frame)))
    stream.write(frame)
    stream.flush()


def _frames(stream: BinaryIO) -> Iterator[bytes]:
    while len(prefix := stream.read(8)) == 8:
        yield stream.read(struct.unpack(">Q", prefix)[0])


def _limit(limits: Limits) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, resource.RLIM_INFINITY))
    # Wall time is the parent's business; this one ends an orphan that spins after its parent died.
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + int(limits.wall_s) + _CPU_SLACK_S, resource.RLIM_INFINITY))


def _answer(job: Job) -> list[bytes]:
    try:
        return _JOBS[job.kind](job)
    except UnsupportedFormat as error:
        return [_encode(Head(error="unsupported", detail=str(error)))]
    except FileError as error:
        return [_encode(Head(error="unreadable", detail=str(error)))]
    except MemoryError:
        return [_encode(Head(error="unreadable", detail="Reading the file takes more memory than is allowed."))]
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # a panic of the Rust parser is not an Exception
        return [_encode(Head(error="unreadable", detail="The file is damaged: its parser failed."))]


def _extract(job: Job) -> list[bytes]:
    path = Path(job.path)
    source = _READERS[detect(path)](path, job.limits)
    text = "\n\n".join(section.text for section in source.sections)
    batches, chunk_ms, count = _chunk(source.sections, job)
    head = Head(
        format=source.format,
        bytes=path.stat().st_size,
        chars=len(text),
        pages=source.pages,
        sheets=source.sheets,
        rows=source.rows,
        truncated=source.truncated,
        warnings=source.warnings[:_MOST_FLAWS],
        read_ms=source.read_ms,
        extract_ms=source.extract_ms,
        chunk_ms=chunk_ms,
        chunk_count=count,
        frames=len(batches) + 1,
        peak_rss_mb=_peak_rss_mb(),
    )
    return [_encode(head), _encode(text), *batches]


def _chunk_text(job: Job) -> list[bytes]:
    batches, chunk_ms, count = _chunk([Section(text=clean(job.text))], job)
    head = Head(
        chars=len(job.text),
        chunk_ms=chunk_ms,
        chunk_count=count,
        frames=len(batches),
        peak_rss_mb=_peak_rss_mb(),
    )
    return [_encode(head), *batches]


def _chunk(sections: Sequence[Section], job: Job) -> tuple[list[bytes], float, int]:
    count = counter(job.chunking.tokenizer)
    chunks, elapsed = _timed(lambda: list(split(sections, job.chunking, count)))
    return [_encode(batch) for batch in _batched(chunks)], elapsed, len(chunks)


def _batched(chunks: list[Chunk]) -> Iterator[list[Chunk]]:
    for start in range(0, len(chunks), _BATCH):
        yield chunks[start : start + _BATCH]


def _read_pdf(path: Path, limits: Limits) -> Source:
    document, read_ms = _timed(lambda: pdf.open_pdf(path))
    try:
        read, extract_ms = _timed(lambda: pdf.read_pages(document, limits))
    finally:
        document.close()
    return Source("pdf", read.sections, read_ms, extract_ms, read.pages, None, None, read.truncated, read.flaws)


def _read_csv(path: Path, limits: Limits) -> Source:
    dialect, read_ms = _timed(lambda: csvfile.inspect(path))
    budget = _budget(limits)
    flaws: list[Flaw] = []
    (section, rows), extract_ms = _timed(lambda: render(_csv_rows(path, dialect, flaws), budget, None))
    odd = dialect.encoding.flaws
    flaws += [msgspec.structs.replace(flaw, row=csvfile.row_of_line(path, dialect, flaw.row or 1)) for flaw in odd]
    flaws += budget.flaws
    return Source("csv", [section], read_ms, extract_ms, None, None, rows, budget.truncated, flaws)


def _csv_rows(
    path: Path, dialect: csvfile.CsvDialect, flaws: list[Flaw] | None = None
) -> Iterator[tuple[int, list[str]]]:
    for number, record in enumerate(csvfile.records(path, dialect, flaws), start=1):
        yield number, list(map(str.strip, record))


def _read_xlsx(path: Path, limits: Limits) -> Source:
    workbook, read_ms = _timed(lambda: xlsx.open_workbook(path))
    budget = _budget(limits)
    names = workbook.sheets

    def read() -> list[tuple[Section, int]]:
        tables = []
        for name in names:
            budget.sheet = name
            section, count = render(workbook.rows(name), budget, name if len(names) > 1 else None)
            tables.append((msgspec.structs.replace(section, sheet=name), count))
        return tables

    tables, extract_ms = _timed(read)
    sections = [section for section, _ in tables if section.text]
    rows = sum(count for _, count in tables)
    flaws = workbook.flaws + budget.flaws
    if not sections:
        flaws.insert(0, Flaw(code="no-text", detail="The workbook has no visible cell with a value."))
    return Source("xlsx", sections, read_ms, extract_ms, None, len(names), rows, budget.truncated, flaws)


def _tables(job: Job) -> list[bytes]:
    path = Path(job.path)
    form = detect(path)
    budget = _budget(job.limits)
    encoding = delimiter = None
    tables: list[Table]
    if form == "pdf":
        raise UnsupportedFormat("A PDF holds no table that can be imported. Send CSV or XLSX.")
    if form == "csv":
        dialect = csvfile.inspect(path)
        encoding, delimiter = dialect.encoding.name, dialect.delimiter or None
        tables = structure(_csv_rows(path, dialect), budget, None)
    else:
        workbook = xlsx.open_workbook(path)
        tables = [
            table for name in workbook.sheets for table in structure(workbook.rows(name, units=False), budget, name)
        ]
    found = TableFile(format=form, encoding=encoding, delimiter=delimiter, tables=tables, truncated=budget.truncated)
    head = Head(format=form, bytes=path.stat().st_size, frames=1, peak_rss_mb=_peak_rss_mb())
    return [_encode(head), _encode(found)]


def _picture(job: Job) -> list[bytes]:
    # Only a child that is given a picture pays for the library.
    from app.files import pictures

    path = Path(job.path)
    if not path.stat().st_size:
        raise UnreadableFile("The file is empty.")
    facts, full, thumbnail = pictures.convert(path, job.limits)
    head = Head(picture=facts, bytes=path.stat().st_size, frames=2, peak_rss_mb=_peak_rss_mb())
    return [_encode(head), full, thumbnail]


def _budget(limits: Limits) -> Budget:
    return Budget(limits.max_rows, limits.max_chars, limits.max_columns)


def _timed(call: Callable[[], T]) -> tuple[T, float]:
    start = time.perf_counter()
    result = call()
    return result, round((time.perf_counter() - start) * 1000, 3)


def _peak_rss_mb() -> int:
    """This program's own peak. getrusage's ru_maxrss would not do on Linux: it survives exec, so a child of a large
    process starts with that process's peak."""
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


_READERS: dict[FileFormat, Callable[[Path, Limits], Source]] = {
    "pdf": _read_pdf,
    "csv": _read_csv,
    "xlsx": _read_xlsx,
}
_JOBS: dict[str, Callable[[Job], list[bytes]]] = {
    "extract": _extract,
    "tables": _tables,
    "chunk": _chunk_text,
    "picture": _picture,
}

if __name__ == "__main__":
    main()
