"""Reading an upload in a child process and putting its answer together without decoding long texts here."""

import time
from typing import cast

import msgspec
import orjson

from app.context import Services
from app.features.documents.chunking import chunking
from app.features.process_file.types import (
    FileTables,
    PerformanceMetrics,
    ProcessedChunk,
    ProcessedFile,
    ProcessFileForm,
    SupportedFormat,
    SupportedFormats,
)
from app.files import Extracted
from app.web.decode import validation_failed

MAX_EMBEDDED_CHUNKS = 1_000
_encode = msgspec.json.Encoder().encode

_FORMATS = [
    SupportedFormat(
        "pdf",
        "PDF",
        [".pdf"],
        ["application/pdf"],
        "Text layer and filled form fields (no OCR); no password; chunks name their page.",
    ),
    SupportedFormat(
        "csv",
        "CSV",
        [".csv", ".tsv", ".txt"],
        ["text/csv", "text/tab-separated-values", "text/plain"],
        "UTF-8, UTF-16, Windows-1252, DOS (850, 860) or Mac Roman, told line by line; comma, semicolon, tab or pipe;"
        " titles above the heading, and lists without one, are told from it.",
    ),
    SupportedFormat(
        "xlsx",
        "Excel workbook",
        [".xlsx", ".xlsm"],
        ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
        "Visible sheets, rows and columns; no password; chunks name their sheet and row.",
    ),
]


def supported_formats(services: Services) -> SupportedFormats:
    """What the pool reads, with its limits."""
    limits = services.files.limits
    return SupportedFormats(
        formats=_FORMATS,
        max_bytes=limits.max_bytes,
        max_pages=limits.max_pages,
        max_rows=limits.max_rows,
        max_chars=limits.max_chars,
        detected_by="content",
    )


async def process(services: Services, form: ProcessFileForm) -> ProcessedFile:
    """Text, chunks and, when asked for, vectors and tables of an upload.

    Raises ValidationFailed and whatever `app.files` raises (mapped in app/faults.py).
    """
    started = time.perf_counter()
    sizes = chunking(services, form.chunk_tokens, form.overlap_tokens)
    if sizes.overlap > sizes.tokens // 2:
        raise validation_failed("/overlap_tokens", "at most half of chunk_tokens")
    extracted = await services.files.extract(form.file.path, sizes)
    has_tables = form.tables and extracted.head.format != "pdf"
    tables = await services.files.tables_json(form.file.path) if has_tables else None
    chunks, embed_ms = extracted.chunks_json, None
    if form.embed:
        before = time.perf_counter()
        chunks = await _embedded(services, extracted)
        embed_ms = _ms(before)
    return _answer(form, extracted, chunks, tables, embed_ms, started)


async def _embedded(services: Services, extracted: Extracted) -> msgspec.Raw:
    """All chunks as JSON, each with its vector."""
    if extracted.head.chunk_count > MAX_EMBEDDED_CHUNKS:
        raise validation_failed(
            "/embed",
            f"the file has {extracted.head.chunk_count} chunks, at most {MAX_EMBEDDED_CHUNKS} are embedded in one "
            "request; raise chunk_tokens",
        )
    parts: list[bytes] = []
    for batch in extracted.batches():
        embedded = await services.embedder.embed([chunk.text for chunk in batch], "document", "bulk")
        for chunk, vector in zip(batch, embedded.vectors, strict=True):
            # orjson writes the float32 array itself: no Python float is made.
            embedding = msgspec.Raw(orjson.dumps(vector, option=orjson.OPT_SERIALIZE_NUMPY))
            parts.append(_encode(_with_embedding(chunk, embedding)))
    return msgspec.Raw(b"[" + b",".join(parts) + b"]")


def _with_embedding(chunk: msgspec.Struct, embedding: msgspec.Raw) -> ProcessedChunk:
    return ProcessedChunk(**msgspec.structs.asdict(chunk), embedding=cast(list[float], embedding))


def _answer(
    form: ProcessFileForm,
    extracted: Extracted,
    chunks: msgspec.Raw,
    tables: msgspec.Raw | None,
    embed_ms: float | None,
    started: float,
) -> ProcessedFile:
    head = extracted.head
    # The casts: Raw fields are JSON of the declared types already, and the encoder copies them as they are.
    return ProcessedFile(
        filename=form.file.filename,
        format=head.format,
        text=cast(str, extracted.text_json),
        pages=head.pages,
        sheets=head.sheets,
        rows=head.rows,
        chunks=cast(list[ProcessedChunk], chunks),
        tables=cast(FileTables | None, tables),
        truncated=head.truncated,
        warnings=head.warnings,
        performance_metrics=PerformanceMetrics(
            bytes=head.bytes,
            chars=head.chars,
            pages=head.pages,
            read_ms=head.read_ms,
            extract_ms=head.extract_ms,
            chunk_ms=head.chunk_ms,
            embed_ms=msgspec.UNSET if embed_ms is None else embed_ms,
            total_ms=_ms(started),
        ),
    )


def _ms(since: float) -> float:
    return round((time.perf_counter() - since) * 1000, 3)
