"""/stores: the company's stores. Templates: stores/."""

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from app.storefront import sample
from app.storefront.backend import ApiError, Json, segment
from app.storefront.desk import Desk, open_desk
from app.storefront.edits import edits
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import leads_to, record_id
from app.storefront.rendering import done, language_of, render
from app.storefront.site import site_of

# Field of the form → its name for people.
NAMES = {"name": "Nome", "slug": "Endereço curto", "description": "Descrição", "active": "Loja ativa"}
# Companies whose sample this process is making.
_MAKING: set[str] = set()


async def list_stores(request: Request) -> Response:
    """Every store as a card."""
    await open_desk(request)
    return render(request, "stores/list.html")


async def new_store(request: Request) -> Response:
    """The form for a new store."""
    await open_desk(request)
    return render(request, "stores/form.html", store=None, store_switch_path="/stores")


async def edit_store(request: Request) -> Response:
    """The form of one store."""
    desk = await open_desk(request)
    store = await desk.backend.get(f"/internal/stores/{record_id(request)}")
    return render(request, "stores/form.html", store=store, opened=_opened(store), store_switch_path="/stores")


def _opened(store: Json) -> Json:
    return {name: store[name] for name in NAMES}


@submits(new_store)
async def create_store(request: Request) -> Response:
    """Ensure the company, then create the store and work on it."""
    desk, form = await open_desk(request), await read_form(request)
    body = _fields(form)
    await desk.backend.post("/internal/company/ensure", {"name": desk.company.name or desk.user.name})
    body = {name: value for name, value in body.items() if value is not None}
    store = await desk.backend.post("/internal/stores", body, key=form.key())
    return done(request, f"/dashboard?store={store['id']}", "Loja criada.")


@submits(edit_store)
async def update_store(request: Request) -> Response:
    """Save what was changed in the form of one store."""
    desk, form, path = await open_desk(request), await read_form(request), f"/internal/stores/{record_id(request)}"
    fields = _fields(form) | {"active": form.flag("active")}
    if fields["slug"] is None:
        del fields["slug"]
    await desk.backend.patch(path, await edits(request, fields, _opened(await desk.backend.get(path)), NAMES))
    return done(request, "/stores", "Loja salva.")


async def make_sample(request: Request) -> Response:
    """A store with sample data to look around in; one at a time. One that was interrupted is made anew."""
    desk = await open_desk(request)
    known = next((store for store in desk.stores if sample.is_sample(store)), None)
    if known is not None and not (sample.is_half_made(known) and desk.company.id not in _MAKING):
        return RedirectResponse(f"/dashboard?store={known['id']}", status_code=303)
    _MAKING.add(desk.company.id)
    try:
        store_id = await _made_anew(request, desk, known)
    finally:
        _MAKING.discard(desk.company.id)
    return done(request, f"/dashboard?store={store_id}", "Loja de exemplo criada. Olhe tudo à vontade.")


async def _made_anew(request: Request, desk: Desk, half: Json | None) -> str:
    if half is not None:
        await sample.remove(desk.backend, str(half["id"]))
    await desk.backend.post("/internal/company/ensure", {"name": desk.company.name or desk.user.name})
    public = site_of(request).backend.public
    return await sample.make(desk.backend, public, language_of(request))


@submits(edit_store)
@confirmed("Remover esta loja, com produtos, agentes e pedidos?")
async def remove_store(request: Request) -> Response:
    """Take a store out of sight: archived, its orders are kept. The sample closes its open orders first."""
    desk, store_id = await open_desk(request), record_id(request)
    store = await desk.backend.get(f"/internal/stores/{store_id}")
    try:
        if sample.is_sample(store):
            await sample.remove(desk.backend, store_id)
        else:
            await desk.backend.delete(f"/internal/stores/{store_id}")
    except ApiError as error:
        if error.status == 409:
            raise FormError("remove", "Esta loja tem pedidos em aberto. Conclua ou cancele-os antes.") from error
        raise
    return done(request, "/stores", "Loja removida.")


async def slug_available(request: Request) -> Response:
    """JSON for the form's script: whether an address is free."""
    desk = await open_desk(request)
    slug = request.query_params.get("slug", "")[:64]
    return JSONResponse(await desk.backend.get(f"/internal/stores/slug-available/{segment(slug or '-')}"))


def _fields(form: Form) -> dict[str, object]:
    return {
        "name": form.text("name", required=True, limit=200),
        "slug": form.optional("slug", limit=64),
        "description": form.optional("description", limit=5_000),
    }


routes = [
    Route("/stores", list_stores, methods=["GET"]),
    Route("/stores", create_store, methods=["POST"]),
    Route("/stores/new", new_store, methods=["GET"]),
    Route("/stores/sample", make_sample, methods=["POST"]),
    Route("/stores/sample", leads_to("/stores"), methods=["GET"]),
    Route("/stores/{id}", edit_store, methods=["GET"]),
    Route("/stores/{id}", update_store, methods=["POST"]),
    Route("/stores/{id}/remove", remove_store, methods=["POST"]),
    Route("/api/slug-available", slug_available, methods=["GET"]),
]
