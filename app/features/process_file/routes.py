"""POST /process-file and GET /supported-formats. No SQL; tests/features/test_process_file.py."""

from app.context import PublicCtx
from app.features.process_file import service
from app.features.process_file.types import ProcessedFile, ProcessFileForm, SupportedFormats
from app.web.errors import Overloaded, UnreadableFile
from app.web.routing import Group
from app.web.scopes import Scope

MAX_FILE_BYTES = 50 * 1024 * 1024

process_file = Group("", Scope.PUBLIC, tag="files")


@process_file.post(
    "/process-file",
    name="process_file",
    body_limit=MAX_FILE_BYTES,
    cancel_on_disconnect=True,
    errors=(UnreadableFile, Overloaded),
)
async def post_file(ctx: PublicCtx, form: ProcessFileForm) -> ProcessedFile:
    """Text and chunks of a PDF, CSV or XLSX upload.

    The type is decided by the content. `embed` adds each chunk's vector, `tables` the headings and rows of a table.
    """
    return await service.process(ctx.services, form)


@process_file.get("/supported-formats")
async def list_supported_formats(ctx: PublicCtx) -> SupportedFormats:
    """Formats and limits of POST /process-file."""
    return service.supported_formats(ctx.services)
