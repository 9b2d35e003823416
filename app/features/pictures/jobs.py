"""Background work on pictures: files that nothing shows any more are removed. tests/features/test_pictures.py."""

import hashlib

import msgspec

from app.clients.media_store import MediaStore, MediaStoreError
from app.context import JobCtx
from app.db.pool import Executor
from app.jobs import JobQueue, RetryLater, job


class RemovePicture(msgspec.Struct, frozen=True):
    """The files of one picture."""

    company_id: str
    file: str
    kind: str


class EraseMedia(msgspec.Struct, frozen=True):
    """The folder of a company that is gone; its id is not kept."""

    folder: str


def folder_of(company_id: str) -> str:
    """Where a company's files lie; the id does not show in addresses."""
    return hashlib.sha256(b"media of " + company_id.encode()).hexdigest()[:24]


def names_of(file: str, kind: str) -> tuple[str, str]:
    """The picture's and its thumbnail's name in the store."""
    return f"{file}.{kind}", f"{file}-t.{kind}"


@job("remove_picture", args=RemovePicture, max_attempts=20)
async def remove_picture(ctx: JobCtx, args: RemovePicture) -> None:
    """Remove the files of a picture unless some product shows it: a copy, or the one it was uploaded for."""
    if await ctx.q.pictures.is_file_shown(ctx.db, file=args.file, company_id=args.company_id):
        return
    for name in names_of(args.file, args.kind):
        try:
            await ctx.services.media.delete(name)
        except MediaStoreError as error:
            raise RetryLater(str(error)) from None


@job("erase_media", args=EraseMedia, max_attempts=40, timeout_s=600)
async def erase_media(ctx: JobCtx, args: EraseMedia) -> None:
    """Remove every file of a company that is gone; begun again, it goes on."""
    await erase_folder(ctx.services.media, args.folder)


async def erase_folder(media: MediaStore, folder: str) -> None:
    """Remove every file of a folder. Raises RetryLater while the store does not answer."""
    try:
        await media.delete_folder(folder)
    except MediaStoreError as error:
        raise RetryLater(str(error)) from None


async def erase_later(jobs: JobQueue, tx: Executor, company_id: str) -> None:
    """Have a company's files removed once its deletion commits. The job names no company, so it outlives it."""
    folder = folder_of(company_id)
    await jobs.enqueue(tx, erase_media, EraseMedia(folder), unique_key=folder)
