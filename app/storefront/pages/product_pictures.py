"""/products/{id}/pictures: photos of a product, sent, put in order and removed. Template: products/form.html."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError
from app.storefront.desk import open_desk
from app.storefront.forms import FormError, confirmed, read_form, submits
from app.storefront.pages.common import record_id
from app.storefront.pages.products import show_product
from app.storefront.rendering import done
from app.storefront.uploads import HEIC, kind_of

# What the backend says → what people read (Portuguese source text).
REFUSED = {
    "unsupported-format": "Envie fotos em JPEG, PNG ou WebP.",
    "unreadable-file": "Esta foto está danificada ou é grande demais.",
    "too-large": "Cada foto pode ter até 10 MB.",
    "conflict": "Este produto já tem 20 fotos.",
}


@submits(show_product)
async def add_pictures(request: Request) -> Response:
    """Send photos on, one after another; they stand behind those that are there."""
    desk, form, product_id = await open_desk(request), await read_form(request), record_id(request)
    uploads = form.files("pictures")
    if not uploads:
        raise FormError("pictures", "Escolha ao menos uma foto.")
    for upload in uploads:
        name, kind = upload.filename or "foto", upload.content_type or "application/octet-stream"
        content = await upload.read()
        if kind_of(content) == "heic":
            raise FormError("pictures", HEIC)
        try:
            await desk.backend.send_file(f"/internal/products/{product_id}/pictures", name, content, kind)
        except ApiError as error:
            if error.slug in REFUSED:
                raise FormError("pictures", REFUSED[error.slug]) from error
            raise
    return done(request, f"/products/{product_id}#photos", "Fotos enviadas.")


async def move_picture(request: Request) -> Response:
    """Put a photo one place further to the front, or first of all."""
    desk, form, product_id = await open_desk(request), await read_form(request), record_id(request)
    product = await desk.backend.get(f"/internal/products/{product_id}")
    ids = [picture["id"] for picture in product["pictures"]]
    moved, _, where = form.text("move").partition(" ")
    if moved in ids:
        at = ids.index(moved)
        ids.insert(0 if where == "first" else max(0, at - 1), ids.pop(at))
        await desk.backend.put(f"/internal/products/{product_id}/pictures", {"ids": ids})
    return done(request, f"/products/{product_id}#photos")


@confirmed("Remover esta foto?")
async def delete_picture(request: Request) -> Response:
    """Remove a photo."""
    desk, product_id = await open_desk(request), record_id(request)
    await desk.backend.delete(f"/internal/products/{product_id}/pictures/{record_id(request, 'picture_id')}")
    return done(request, f"/products/{product_id}#photos", "Foto removida.")


routes = [
    Route("/products/{id}/pictures", add_pictures, methods=["POST"]),
    Route("/products/{id}/pictures/order", move_picture, methods=["POST"]),
    Route("/products/{id}/pictures/{picture_id}/delete", delete_picture, methods=["POST"]),
]
