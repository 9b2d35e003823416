"""/upload: read a PDF, CSV or XLSX and look at its text before making a document of it. Template: upload.html."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.desk import open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.pages.common import together
from app.storefront.rendering import render
from app.storefront.site import site_of
from app.storefront.uploads import beginning

_CHUNKS_SHOWN = 12


async def show_upload(request: Request) -> Response:
    """The upload form with the accepted formats."""
    _, formats = await together(open_desk(request), site_of(request).backend.public.get("/supported-formats"))
    return render(request, "upload.html", formats=formats, read=None)


@submits(show_upload)
async def read_upload(request: Request) -> Response:
    """Send the file to the backend's reader and show what it found."""
    await open_desk(request)
    form = await read_form(request)
    upload = form.file("file")
    if upload is None:
        raise FormError("file", "Escolha um arquivo.")
    read = await site_of(request).backend.public.send_file(
        "/process-file",
        upload.filename or "arquivo",
        await upload.read(),
        upload.content_type or "application/octet-stream",
    )
    return render(
        request,
        "upload.html",
        read=read,
        text=beginning(read["text"]),
        chunks=read["chunks"][:_CHUNKS_SHOWN],
        title=(upload.filename or "Arquivo").rpartition(".")[0][:300] or "Arquivo",
    )


routes = [Route("/upload", show_upload, methods=["GET"]), Route("/upload", read_upload, methods=["POST"])]
