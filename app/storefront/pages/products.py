"""/products: catalogue list, one product, its files. Templates: products/. The wizard is in imports.py."""

from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import PAGE_SIZE, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render
from app.storefront.site import site_of
from app.storefront.uploads import kind_of

_DOCUMENT_KINDS = ("pdf", "csv", "xlsx")


async def list_products(request: Request) -> Response:
    """The catalogue, searched by meaning and by word."""
    desk = await open_desk(request)
    words = request.query_params.get("q", "").strip()[:200]
    answer, stats = await together(
        desk.backend.get(
            "/internal/products",
            store_id=desk.store_id,
            q=words or None,
            limit=PAGE_SIZE,
            offset=offset_of(request),
        ),
        desk.backend.get(f"/internal/products/stats/{desk.store_id}"),
    )
    base = link_base("/products", q=words)
    return render(request, "products/list.html", page=page_of(answer), stats=stats, q=words, base=base)


async def new_product(request: Request) -> Response:
    """The form for a new product."""
    desk = await open_desk(request)
    return render(request, "products/form.html", product=None, files=[], store_id=desk.store_id)


async def show_product(request: Request) -> Response:
    """One product: its form and its files."""
    desk, product_id = await open_desk(request), record_id(request)
    product, files = await together(
        desk.backend.get(f"/internal/products/{product_id}"),
        desk.backend.get(f"/internal/products/{product_id}/files"),
    )
    return render(
        request, "products/form.html", product=product, files=page_of(files).rows, store_switch_path="/products"
    )


@submits(new_product)
async def create_product(request: Request) -> Response:
    """Add one product to the store being worked on."""
    desk, form = await open_desk(request), await read_form(request)
    item = {key: value for key, value in _fields(form).items() if value is not None}
    await desk.backend.post("/internal/products", item | {"store_id": desk.store_id})
    return done(request, "/products", "Produto criado.")


@submits(show_product)
async def update_product(request: Request) -> Response:
    """Save one product. Sales go on while a form is open: a count that nobody changed in it is not sent."""
    desk, form, product_id = await open_desk(request), await read_form(request), record_id(request)
    item = _fields(form) | {"active": form.flag("active")}
    if form.raw("stock_quantity").strip() == form.raw("opened_stock"):
        del item["stock_quantity"]
    version = form.integer("version")
    if version is not None:
        item["version"] = version
    try:
        await desk.backend.patch(f"/internal/products/{product_id}", item)
    except ApiError as error:
        if "version" in error.problem:
            raise FormError("name", "Este produto mudou enquanto isso. Abra-o de novo.") from None
        raise
    return done(request, f"/products/{product_id}", "Produto salvo.")


def _fields(form: Form) -> dict[str, Any]:
    images = [url for url in form.text("image_urls").split() if url.startswith(("http://", "https://"))]
    return {
        "name": form.text("name", required=True, limit=300),
        "sku": form.optional("sku", limit=128),
        "description": form.text("description", limit=20_000),
        "category": form.optional("category", limit=200),
        "price_cents": form.cents("price"),
        "stock_quantity": form.integer("stock_quantity"),
        "image_urls": images[:20],
    }


@submits(show_product)
async def add_file(request: Request) -> Response:
    """Keep a file of the product, read it, and give its text to the agents as a document."""
    desk, form, product_id = await open_desk(request), await read_form(request), record_id(request)
    upload = form.file("file")
    if upload is None:
        raise FormError("file", "Escolha um arquivo.")
    product = await desk.backend.get(f"/internal/products/{product_id}")
    record = await _keep(request, desk, product_id, upload)
    path = f"/internal/product-files/{record['file_id'] if 'file_id' in record else record['id']}/status"
    try:
        content = await _content(upload)
        read = await site_of(request).backend.public.send_file(
            "/process-file", upload.filename or "arquivo", content, upload.content_type or "application/octet-stream"
        )
        text = read["text"][:200_000]
        title = f"{product['name']}: {upload.filename}"[:300]
        document = {"product_id": product_id, "title": title, "content": text}
        await desk.backend.post("/internal/documents/upsert-by-product", document)
        await desk.backend.patch(path, {"status": "completed"})
    except ApiError as error:
        await desk.backend.patch(path, {"status": "error", "error_message": error.slug})
        raise
    return done(request, f"/products/{product_id}", "Arquivo lido. O agente já pode usar o conteúdo.")


async def _content(upload: UploadFile) -> bytes:
    await upload.seek(0)
    return await upload.read()


async def _keep(request: Request, desk: Desk, product_id: str, upload: UploadFile) -> Json:
    content = await _content(upload)
    kind = kind_of(content)
    if kind not in _DOCUMENT_KINDS:
        raise FormError("file", "Este formato não é aceito. Envie PDF, CSV ou XLSX.")
    stored = site_of(request).files.save(desk.company.id, content, kind)
    body = {
        "filename": (upload.filename or stored.name)[:255],
        "content_type": stored.content_type,
        "size_bytes": len(content),
        "storage_key": f"{desk.company.id}/{stored.name}",
        "url": f"{site_of(request).public_url}/documents/files/{stored.name}",
        "sha256": stored.sha256,
    }
    return await desk.backend.post(f"/internal/products/{product_id}/files", body)


@confirmed("Remover este arquivo?")
async def delete_file(request: Request) -> Response:
    """Remove a file's record."""
    desk, product_id = await open_desk(request), record_id(request)
    await desk.backend.delete(f"/internal/product-files/{record_id(request, 'file_id')}")
    return done(request, f"/products/{product_id}", "Arquivo removido.")


routes = [
    Route("/products", list_products, methods=["GET"]),
    Route("/products", create_product, methods=["POST"]),
    Route("/products/new", new_product, methods=["GET"]),
    Route("/products/{id}", show_product, methods=["GET"]),
    Route("/products/{id}", update_product, methods=["POST"]),
    Route("/products/{id}/files", add_file, methods=["POST"]),
    Route("/products/{id}/files/{file_id}/delete", delete_file, methods=["POST"]),
]
