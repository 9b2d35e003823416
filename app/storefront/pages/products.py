"""/products: the catalogue, one product, many at once. Templates: products/. Tests: test_product_pages.py.

What lies beside a product is in product_files.py and product_pictures.py, the wizard in imports.py.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json, segment
from app.storefront.bulk import changes_of, marked
from app.storefront.desk import Desk, go_to_store, open_desk
from app.storefront.edits import changed_meanwhile
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import (
    PAGE_SIZE,
    UUID_TEXT,
    leads_to,
    link_base,
    offset_of,
    page_of,
    record_id,
    together,
)
from app.storefront.rendering import done, render, text
from app.storefront.security import safe_redirect

SORTS: Mapping[str, str] = {
    "": "Mais novos",
    "name": "Nome",
    "price": "Menor preço",
    "-price": "Maior preço",
    "stock": "Menor estoque",
    "-updated_at": "Alterados há pouco",
}
STATES: Mapping[str, str] = {"": "Todos", "active": "À venda", "inactive": "Inativos", "archived": "Arquivados"}
# Field of the form → its name for people.
NAMES: Mapping[str, str] = {
    "name": "Nome",
    "price_cents": "Preço",
    "stock_quantity": "Estoque",
    "sku": "SKU",
    "category": "Categoria",
    "description": "Descrição",
    "image_urls": "Imagens (links)",
    "group": "Grupo de variantes",
    "options": "Opções",
    "attributes": "Atributos",
    "active": "À venda",
}
# Rows that the form shows, and that a product has.
_OPTIONS, _MOST_OPTIONS = 3, 10
_IMAGES = 20


async def list_products(request: Request) -> Response:
    """The catalogue: searched by meaning and by word, filtered, sorted; variants of a group once."""
    desk = await open_desk(request)
    chosen = _chosen(request)
    archived = chosen["state"] == "archived"
    answer, stats = await together(
        desk.backend.get(
            "/internal/products",
            store_id=desk.store_id,
            q=chosen["q"] or None if not archived else None,
            category=chosen["category"] or None,
            active={"active": "true", "inactive": "false"}.get(chosen["state"]),
            in_stock={"in": "true", "out": "false"}.get(chosen["stock"]),
            archived="true" if archived else None,
            grouped=None if chosen["edit"] else "true",
            sort=chosen["sort"] or None,
            limit=PAGE_SIZE,
            offset=offset_of(request),
        ),
        desk.backend.get(f"/internal/products/stats/{desk.store_id}"),
    )
    plain = {name: value for name, value in chosen.items() if value and name != "edit"}
    return render(
        request,
        "products/list.html",
        page=page_of(answer),
        stats=stats,
        chosen=chosen,
        filtered=bool(plain),
        archived=archived,
        sorts=[(code, text(request, name)) for code, name in SORTS.items()],
        states=[(code, text(request, name)) for code, name in STATES.items()],
        base=link_base("/products", **chosen),
        here="/products" + (f"?{urlencode(plain)}" if plain else ""),
        edit_link=link_base("/products", **plain) + "edit=1",
    )


def _chosen(request: Request) -> dict[str, str]:
    """The filters of the query; what is no choice counts as none."""
    asked = {name: request.query_params.get(name, "").strip()[:200] for name in ("q", "category", "state", "stock")}
    asked |= {"sort": request.query_params.get("sort", ""), "edit": request.query_params.get("edit", "")[:1]}
    known = {"state": STATES, "stock": ("", "in", "out"), "sort": SORTS}
    return {name: value if name not in known or value in known[name] else "" for name, value in asked.items()}


@submits(list_products)
async def change_products(request: Request) -> Response:
    """Change many products at once: prices and stock as typed, or one thing with all that are marked."""
    desk, form = await open_desk(request), await read_form(request)
    back = safe_redirect(form.raw("back"), "/products")
    action = form.text("action")
    if action in ("archive", "restore"):
        paths = [f"/internal/products/{segment(one)}" for one in marked(form)]
        for start in range(0, len(paths), PAGE_SIZE):
            some = paths[start : start + PAGE_SIZE]
            if action == "archive":
                await together(*(desk.backend.delete(path) for path in some))
            else:
                await together(*(desk.backend.post(f"{path}/restore") for path in some))
        said = "Produtos arquivados: %(n)s." if action == "archive" else "Produtos de volta ao catálogo: %(n)s."
        return done(request, back, said, n=len(paths))
    items = changes_of(form, action)
    if not items:
        return done(request, back, "Nada mudou.")
    counted = [item for item in items if "expected_stock_quantity" in item]
    sold = (await together(*(_recount(desk, item) for item in counted))).count(False)
    rest = [item for item in items if item not in counted]
    answer: Json = {"updated": 0, "errors": []}
    if rest:
        answer = await desk.backend.post("/internal/products/batch-upsert", {"store_id": desk.store_id, "items": rest})
    changed = answer["updated"] + len(counted) - sold
    if sold:
        said = "Produtos alterados: %(n)s. O estoque de %(bad)s mudou enquanto você editava: confira e salve de novo."
        return done(request, back, said, n=changed, bad=sold)
    if answer["errors"]:
        return done(
            request, back, "Produtos alterados: %(n)s; sem mudar: %(bad)s.", n=changed, bad=len(answer["errors"])
        )
    return done(request, back, "Produtos alterados: %(n)s.", n=changed)


async def _recount(desk: Desk, item: dict[str, Any]) -> bool:
    """Save a row of the list whose count was typed over; False: it is another by now, and nothing was saved."""
    fields = {name: value for name, value in item.items() if name != "id"}
    try:
        await desk.backend.patch(f"/internal/products/{segment(item['id'])}", fields)
    except ApiError as error:
        if "stock_quantity" not in error.problem:
            raise
        return False
    return True


async def new_product(request: Request) -> Response:
    """The form for a new product; `like` another one, it is a further variant of that."""
    desk = await open_desk(request)
    like = request.query_params.get("like") or (await read_form(request)).raw("like")
    model = await desk.backend.maybe(f"/internal/products/{like}") if UUID_TEXT.fullmatch(like) else None
    if model is not None:
        kept = ("name", "description", "category", "price_cents", "attributes", "image_urls")
        group = model["group"] or (model["sku"] or model["name"])[:128]
        options = dict.fromkeys(model["options"], "") or {text(request, "Tamanho"): ""}
        model = {name: model[name] for name in kept} | {"like": like, "group": group, "options": options}
    return render(
        request, "products/form.html", product=None, model=model, files=[], variants=[], store_id=desk.store_id,
        options=_option_rows(model), attributes=_lines(model),
    )  # fmt: skip


async def show_product(request: Request) -> Response:
    """One product: its form, its pictures, its variants and its files. Of an archived one, where to find it."""
    desk, product_id = await open_desk(request), record_id(request)
    product, files = await together(
        desk.backend.maybe(f"/internal/products/{product_id}"),
        desk.backend.maybe(f"/internal/products/{product_id}/files"),
    )
    if product is None:
        return render(request, "products/gone.html", status=404)
    go_to_store(request, desk, product["store_id"])
    variants = []
    if product["group"]:
        answer = await desk.backend.get(
            "/internal/products", store_id=product["store_id"], group=product["group"], limit=100
        )
        variants = page_of(answer).rows
    return render(
        request,
        "products/form.html",
        product=product,
        model=product,
        files=page_of(files).rows,
        variants=variants,
        options=_option_rows(product),
        attributes=_lines(product),
        opened=_opened(product) | {"version": product["version"]},
        store_switch_path="/products",
    )


@submits(new_product)
async def create_product(request: Request) -> Response:
    """Add one product to the store being worked on."""
    desk, form = await open_desk(request), await read_form(request)
    item = {key: value for key, value in _fields(form).items() if value not in (None, {}, [])}
    product = await desk.backend.post("/internal/products", item | {"store_id": desk.store_id}, key=form.key())
    path, like = f"/products/{product['id']}", form.raw("like")
    if UUID_TEXT.fullmatch(like) and product["group"]:
        first = await desk.backend.get(f"/internal/products/{like}")
        if not first["group"]:
            await desk.backend.patch(f"/internal/products/{like}", {"group": product["group"]})
        if not first["options"]:
            said = "Variante criada. Falta dizer qual é a opção de “%(name)s”: abra-a em Variantes."
            return done(request, path, said, name=first["name"])
    return done(request, path, "Produto criado. Agora envie as fotos.")


@submits(show_product)
async def update_product(request: Request) -> Response:
    """Save what was changed in the form, and nothing else: sales and colleagues go on meanwhile."""
    desk, form, product_id = await open_desk(request), await read_form(request), record_id(request)
    path, opened = f"/internal/products/{product_id}", form.opened()
    item = form.changed(_fields(form) | {"active": form.flag("active")})
    if "version" in opened:
        item["version"] = opened["version"]
    if "stock_quantity" in item and "stock_quantity" in opened:
        item["expected_stock_quantity"] = opened["stock_quantity"]
    try:
        await desk.backend.patch(path, item)
    except ApiError as error:
        if error.problem.keys().isdisjoint(("version", "stock_quantity")):
            raise
        raise await changed_meanwhile(request, item, _opened(await desk.backend.get(path)), NAMES) from error
    return done(request, f"/products/{product_id}", "Produto salvo.")


def _opened(product: Json) -> dict[str, Any]:
    """The fields of the form as the product has them."""
    return {name: product.get(name) for name in NAMES}


def _fields(form: Form) -> dict[str, Any]:
    fields = {
        "name": form.text("name", required=True, limit=300),
        "sku": form.optional("sku", limit=128),
        "description": form.text("description", limit=20_000),
        "category": form.optional("category", limit=200),
        "price_cents": form.cents("price"),
        "stock_quantity": form.integer("stock_quantity"),
        "image_urls": _images(form),
        "group": form.optional("group", limit=128),
        "options": _options(form),
    }
    if "attributes" in form.draft():
        fields["attributes"] = _attributes(form)
    return fields


def _images(form: Form) -> list[str]:
    """Links of pictures, divided by spaces or lines. Raises FormError for what is none, and for too many."""
    links = form.text("image_urls").split()
    for link in links:
        if not link.startswith(("http://", "https://")):
            raise FormError(
                "image_urls", "%(link)s não é um link. Escreva o endereço inteiro, com https://.", link=link[:200]
            )
    if len(links) > _IMAGES:
        raise FormError("image_urls", "São no máximo %(n)s links.", n=_IMAGES)
    return links


def _options(form: Form) -> dict[str, str]:
    """The pairs that were filled in. Raises FormError for half a pair, and for a name that is there twice."""
    made: dict[str, str] = {}
    for row in range(_MOST_OPTIONS):
        at_name, at_value = f"options-name-{row}", f"options-value-{row}"
        name, value = form.text(at_name, limit=100), form.text(at_value, limit=100)
        if value and not name:
            raise FormError(at_name, "Diga de que é “%(value)s”: tamanho, cor…", value=value)
        if name and not value:
            raise FormError(at_value, "Diga o valor de “%(option)s”, ou apague o nome.", option=name)
        if name in made:
            raise FormError(at_name, "“%(option)s” está duas vezes.", option=name)
        if name:
            made[name] = value
    return made


def _attributes(form: Form) -> dict[str, str]:
    """`nome: valor`, one a line."""
    made = {}
    for number, line in enumerate(form.text("attributes", limit=20_000).splitlines(), start=1):
        if not line.strip():
            continue
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise FormError("attributes", "Linha %(line)s: escreva um atributo, como “cor: azul”.", line=number)
        made[name.strip()[:100]] = value.strip()
    return made


def _lines(product: Json | None) -> str | None:
    """The attributes as lines; None where they hold more than texts, which lines could not give back."""
    attributes = (product or {}).get("attributes") or {}
    if not all(isinstance(value, str) and "\n" not in value for value in attributes.values()):
        return None
    return "\n".join(f"{name}: {value}" for name, value in attributes.items())


def _option_rows(product: Json | None) -> list[tuple[str, str]]:
    rows = list(((product or {}).get("options") or {}).items())
    return rows + [("", "")] * max(1, _OPTIONS - len(rows))


async def duplicate_product(request: Request) -> Response:
    """A copy to be edited before it is sold."""
    desk, form = await open_desk(request), await read_form(request)
    copy = await desk.backend.post(f"/internal/products/{record_id(request)}/duplicate", key=form.key())
    return done(request, f"/products/{copy['id']}", "Cópia criada, ainda fora de venda. Confira nome, preço e estoque.")


@confirmed("Arquivar este produto? Ele sai do catálogo e da busca, e pode voltar.")
async def archive_product(request: Request) -> Response:
    """Take a product out of the catalogue."""
    desk = await open_desk(request)
    await desk.backend.delete(f"/internal/products/{record_id(request)}")
    return done(request, "/products", "Produto arquivado. Ele continua nos pedidos e pode voltar em “Arquivados”.")


routes = [
    Route("/products", list_products, methods=["GET"]),
    Route("/products", create_product, methods=["POST"]),
    Route("/products/new", new_product, methods=["GET"]),
    Route("/products/bulk", change_products, methods=["POST"]),
    Route("/products/bulk", leads_to("/products"), methods=["GET"]),
    Route("/products/{id}", show_product, methods=["GET"]),
    Route("/products/{id}", update_product, methods=["POST"]),
    Route("/products/{id}/duplicate", duplicate_product, methods=["POST"]),
    Route("/products/{id}/archive", archive_product, methods=["POST"]),
]
