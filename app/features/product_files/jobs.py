"""Background work on product files: their text becomes a document agents can use. tests/features/test_product_files.py.

Only files with an address and a readable type are fetched; whoever settles the status first has the last word.
"""

import asyncio
import os
import tempfile
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec

from app.clients.object_storage import AnswerTooLarge, NotThere, OutboundError, OutboundRefused
from app.context import JobCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import maybe, one
from app.features.company.types import PlanLimits
from app.features.documents.jobs import ChunkDocument, chunk_document
from app.features.product_files.types import CreateProductFile, FileToRead
from app.files import Chunk, FileError, FilesBusy, Flaw, FlawCode
from app.jobs import RetryLater, job

ATTEMPTS = 5
MAX_TEXT = 1_000_000  # as the API allows a document
READABLE_TYPES = frozenset(
    {
        "application/pdf",
        "text/csv",
        "text/tab-separated-values",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "application/vnd.ms-excel.sheet.macroenabled.12",
    }
)
READABLE_NAMES = (".pdf", ".csv", ".tsv", ".xlsx", ".xlsm")


class ReadProductFile(msgspec.Struct, frozen=True):
    """The file whose text is wanted."""

    store_id: UUID
    file_id: UUID
    company_id: str


class _Unusable(Exception):
    """The file will never become a document; the message is for its owner."""


def is_readable(file: CreateProductFile) -> bool:
    """Whether a file says it is something we read, and where it is."""
    media_type = file.content_type.partition(";")[0].strip().lower()
    return file.url is not None and (media_type in READABLE_TYPES or file.filename.lower().endswith(READABLE_NAMES))


@job("read_product_file", args=ReadProductFile, max_attempts=ATTEMPTS, timeout_s=150, delays_s=(5, 30, 120, 600))
async def read_product_file(ctx: JobCtx, args: ReadProductFile) -> None:
    """Fetch the file, extract its text and keep it as a document of the store."""
    where: dict[str, Any] = {"file_id": args.file_id, "company_id": args.company_id}
    file = maybe(await ctx.q.product_files.get_file_to_read(ctx.db, **where), FileToRead)
    if file is None:
        return
    try:
        text, warnings = await _text(ctx, file)
        async with ctx.transaction() as tx:
            await _keep(ctx, tx, args, file, text, warnings)
            await ctx.finish(tx)
    except _Unusable as reason:
        said: dict[str, Any] = {"status": "error", "error_message": str(reason), "warnings": [], "document_id": None}
        await ctx.q.product_files.settle_read_file(ctx.db, **said, **where)


async def _text(ctx: JobCtx, file: FileToRead) -> tuple[str, list[Any]]:
    """The file's text, and its reader's warnings. Raises _Unusable, or RetryLater while trying again may help."""
    path = await asyncio.to_thread(_temporary)
    try:
        done = await ctx.services.object_storage.download(file.url, path)
        if file.sha256 is not None and done.sha256 != file.sha256:
            raise _Unusable("The stored file is not the one that was announced: its sha256 differs.")
        extracted = await ctx.services.files.extract(path)
        text, rest = await asyncio.to_thread(extracted.cut, MAX_TEXT)
    except OutboundRefused as refused:
        raise _Unusable(f"The file's address cannot be called: {refused}.") from None
    except AnswerTooLarge:
        raise _Unusable("The file is larger than 50 MiB.") from None
    except (NotThere, OutboundError, FilesBusy) as problem:
        if ctx.run.attempts >= ATTEMPTS:
            raise _Unusable(f"The file could not be fetched: {problem}.") from None
        raise RetryLater(str(problem)) from None
    except FileError as problem:
        raise _Unusable(str(problem)) from None
    finally:
        await asyncio.to_thread(path.unlink, missing_ok=True)
    if not text.strip():
        raise _Unusable("The file holds no text.")
    warnings = extracted.head.warnings if rest is None else [*extracted.head.warnings, _left_out(rest)]
    return text, msgspec.to_builtins(warnings)


def _left_out(rest: Chunk) -> Flaw:
    """What tells that a document ends before its file, and where."""
    detail = f"A document holds {MAX_TEXT:,} characters: what stands here and behind it was left out."
    code: FlawCode = "rows-cut" if rest.page is None else "pages-cut"
    return Flaw(code=code, page=rest.page, sheet=rest.sheet, row=rest.row_start, detail=detail)


async def _keep(
    ctx: JobCtx, tx: Executor, args: ReadProductFile, file: FileToRead, text: str, warnings: list[Any]
) -> None:
    """Write the document and settle the file, together or not at all."""
    q = ctx.q.product_files
    document_id = file.document_id
    if document_id is not None:
        await q.replace_file_document(tx, document_id=document_id, company_id=args.company_id, content=text)
    else:
        await _require_room(ctx, tx, args.company_id)
        document_id = uuid7()
        await q.create_file_document(
            tx,
            id=document_id,
            file_id=args.file_id,
            company_id=args.company_id,
            title=file.filename,
            content=text,
            source_url=file.url,
            metadata={"product_id": str(file.product_id), "file_id": str(args.file_id)},
        )
    settled = await q.settle_read_file(
        tx,
        file_id=args.file_id,
        company_id=args.company_id,
        status="completed",
        error_message=None,
        warnings=warnings,
        document_id=document_id,
    )
    if settled is None:
        raise _Unusable("Settled by somebody else.")  # rolls the document back; their status stands
    await ctx.jobs.enqueue(
        tx,
        chunk_document,
        ChunkDocument(args.store_id, document_id, args.company_id),
        company_id=args.company_id,
        unique_key=str(document_id),
    )


async def _require_room(ctx: JobCtx, tx: Executor, company_id: str) -> None:
    queries = ctx.q.company
    await queries.lock_company(tx, actor_id=company_id)
    limit = one(await queries.get_plan_limits(tx, actor_id=company_id, moment=ctx.now()), PlanLimits).documents
    used = await queries.count_documents(tx, actor_id=company_id) or 0
    if limit is not None and used >= limit:
        raise _Unusable(f"The plan allows {limit} documents; {used} are in use.")


def _temporary() -> Path:
    descriptor, name = tempfile.mkstemp(prefix="stored-")
    os.close(descriptor)
    return Path(name)
