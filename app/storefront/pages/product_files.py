"""/products/{id}/files: manuals and tables that agents may consult about a product. Template: products/form.html."""

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, confirmed, read_form, submits
from app.storefront.labels import label
from app.storefront.pages.common import page_of, record_id, together
from app.storefront.pages.products import show_product
from app.storefront.rendering import done, language_of, text
from app.storefront.site import site_of
from app.storefront.uploads import beginning, kind_of

_DOCUMENT_KINDS = ("pdf", "csv", "xlsx")
_TOLD = 3  # flaws of a file


@submits(show_product)
async def add_file(request: Request) -> Response:
    """Keep a file of the product, read it, and make a document of its own of its text, for all agents when asked."""
    desk, form, product_id = await open_desk(request), await read_form(request), record_id(request)
    upload = form.file("file")
    if upload is None:
        raise FormError("file", "Escolha um arquivo.")
    product, agents = await together(
        desk.backend.get(f"/internal/products/{product_id}"),
        desk.backend.get("/internal/agents", store_id=desk.store_id),
    )
    content = await upload.read()
    record = await _keep(request, desk, product_id, upload, content)
    path = f"/internal/product-files/{record['file_id']}/status"
    try:
        read = await site_of(request).backend.public.send_file(
            "/process-file", upload.filename or "arquivo", content, upload.content_type or "application/octet-stream"
        )
        if not read["text"].strip():
            raise FormError("file", "O arquivo não tem texto que se possa ler (um PDF digitalizado?).")
        content_text = beginning(read["text"])
        document = await desk.backend.post(
            "/internal/documents",
            {
                "store_id": product["store_id"],
                "title": f"{product['name']}: {upload.filename}"[:300],
                "content": content_text,
                "source_type": "file",
                "source_url": record["url"],
                "metadata": {"product_id": product_id, "file_id": record["file_id"]},
            },
        )
    except (ApiError, FormError) as error:
        message = error.slug if isinstance(error, ApiError) else "no text"
        await desk.backend.patch(path, {"status": "error", "error_message": message})
        raise
    await desk.backend.patch(path, {"status": "completed", "document_id": document["id"]})
    linked = await _link(desk, form.flag("link"), page_of(agents).rows, document)
    whole = len(content_text) == len(read["text"])
    return done(request, f"/products/{product_id}#files", _told(request, linked, read["warnings"], whole))


def _told(request: Request, linked: bool, flaws: list[Json], whole: bool) -> str:
    """What a file became, and what its reader or a document's size left out of it."""
    said = (
        "Arquivo lido. Os agentes já podem usar o conteúdo."
        if linked
        else "Arquivo lido. Nenhum agente o usa ainda: ligue-o em Documentos."
    )
    codes = list(dict.fromkeys(flaw["code"] for flaw in flaws))[:_TOLD]
    notes = [label(language_of(request), f"flaw_{code}") for code in codes]
    if not whole:
        notes.insert(
            0,
            text(
                request, "O arquivo é longo demais para um documento: só o começo foi lido. Divida-o e envie o resto."
            ),
        )
    return " ".join([text(request, said), *notes])


async def _link(desk: Desk, wanted: bool, agents: list[Json], document: Json) -> bool:
    """Give the document to the agents, when that is wanted and there are some."""
    if not (wanted and agents):
        return False
    ids = [agent["id"] for agent in agents]
    await desk.backend.put(f"/internal/documents/{document['id']}/agents", {"agent_ids": ids})
    return True


async def _keep(request: Request, desk: Desk, product_id: str, upload: UploadFile, content: bytes) -> Json:
    kind = kind_of(content)
    if kind not in _DOCUMENT_KINDS:
        raise FormError("file", "Este formato não é aceito. Envie PDF, CSV ou XLSX.")
    stored = site_of(request).files.save(desk.company.id, content, kind)
    body = {
        "filename": (upload.filename or stored.name)[:255],
        "content_type": stored.content_type,
        "size_bytes": len(content),
        "storage_key": f"{desk.company.id}/{stored.name}",
        "sha256": stored.sha256,
        "url": f"{site_of(request).public_url}/documents/files/{stored.name}",
    }
    try:
        return await desk.backend.post(f"/internal/products/{product_id}/files", body)
    except ApiError as error:
        if error.slug == "conflict":
            raise FormError("file", "Este arquivo já está neste produto.") from error
        raise


@confirmed("Remover este arquivo e o texto que os agentes têm dele?")
async def delete_file(request: Request) -> Response:
    """Remove a file, and with it what agents know from it."""
    desk, product_id = await open_desk(request), record_id(request)
    await desk.backend.delete(f"/internal/product-files/{record_id(request, 'file_id')}")
    return done(request, f"/products/{product_id}#files", "Arquivo removido, e o texto que os agentes tinham dele.")


routes = [
    Route("/products/{id}/files", add_file, methods=["POST"]),
    Route("/products/{id}/files/{file_id}/delete", delete_file, methods=["POST"]),
]
