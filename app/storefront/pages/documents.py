"""/documents: the agents' knowledge, and files that the storefront keeps. Templates: documents/."""

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import go_to_store, open_desk
from app.storefront.edits import edits, relinked
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import PAGE_SIZE, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render
from app.storefront.site import site_of
from app.storefront.uploads import CONTENT_TYPES

# Field of the form → its name for people.
NAMES = {"title": "Título", "content": "Texto"}
# Characters, and bytes: what is typed has to fit into a form.
_MOST_TEXT = 1_000_000
_INLINE = ("png", "jpg", "webp", "gif", "heic", "pdf")


async def list_documents(request: Request) -> Response:
    """Every document of the store."""
    desk = await open_desk(request)
    words = request.query_params.get("q", "").strip()[:200]
    answer, agents = await together(
        desk.backend.get(
            "/internal/documents",
            store_id=desk.store_id,
            q=words or None,
            limit=PAGE_SIZE,
            offset=offset_of(request),
        ),
        desk.backend.get("/internal/agents", store_id=desk.store_id),
    )
    names = {agent["id"]: agent["name"] for agent in page_of(agents).rows}
    base = link_base("/documents", q=words)
    return render(request, "documents/list.html", page=page_of(answer), names=names, q=words, base=base)


async def new_document(request: Request) -> Response:
    """The form for a new document; whoever attends customers is to know it, unless one says otherwise."""
    desk = await open_desk(request)
    agents = page_of(await desk.backend.get("/internal/agents", store_id=desk.store_id)).rows
    linked = {agent["id"] for agent in agents if agent["active"]}
    return render(request, "documents/form.html", document=None, agents=agents, linked=linked, store=desk.store)


async def show_document(request: Request) -> Response:
    """One document: its text, the agents that may use it, and what they would answer a question from."""
    desk = await open_desk(request)
    path, asked = f"/internal/documents/{record_id(request)}", request.query_params.get("ask", "").strip()[:200]
    document = await desk.backend.get(path)
    go_to_store(request, desk, document["store_id"])
    agents = await desk.backend.get("/internal/agents", store_id=document["store_id"])
    passages = await desk.backend.get(f"{path}/passages", q=asked) if asked else []
    return render(
        request,
        "documents/form.html",
        document=document,
        opened=_opened(document),
        agents=page_of(agents).rows,
        linked=set(document["agent_ids"]),
        asked=asked,
        passages=passages,
        store_switch_path="/documents",
    )


def _opened(document: Json) -> Json:
    return {name: document[name] for name in NAMES}


@submits(new_document)
async def create_document(request: Request) -> Response:
    """Add a document to the store, for the agents that were ticked."""
    desk, form = await open_desk(request), await read_form(request)
    body = {
        "store_id": desk.store_id,
        "title": form.text("title", required=True, limit=300),
        "content": _content(form, required=True),
        "source_type": form.text("source_type") if form.text("source_type") in ("manual", "file") else "manual",
    }
    document = await desk.backend.post("/internal/documents", body, key=form.key())
    if agents := form.many("agent_ids"):
        await desk.backend.put(f"/internal/documents/{document['id']}/agents", {"agent_ids": agents})
        return done(request, f"/documents/{document['id']}", "Documento criado.")
    return done(request, f"/documents/{document['id']}", "Documento criado. Ligue-o aos agentes.")


def _content(form: Form, *, required: bool = False) -> str:
    """The text of a document. Raises FormError."""
    content = form.text("content", required=required, limit=_MOST_TEXT)
    if len(content.encode()) > _MOST_TEXT:
        raise FormError("content", "O texto é longo demais.")
    return content


@submits(show_document)
async def update_document(request: Request) -> Response:
    """Save what was changed of title and text."""
    desk, form, document_id = await open_desk(request), await read_form(request), record_id(request)
    path = f"/internal/documents/{document_id}"
    fields = {"title": form.text("title", required=True, limit=300), "content": _content(form)}
    await desk.backend.patch(path, await edits(request, fields, _opened(await desk.backend.get(path)), NAMES))
    return done(request, f"/documents/{document_id}", "Documento salvo.")


@submits(show_document)
async def link_agents(request: Request) -> Response:
    """Let agents use the document that were ticked, and others no longer."""
    desk, form, document_id = await open_desk(request), await read_form(request), record_id(request)
    path = f"/internal/documents/{document_id}"
    linked = relinked((await desk.backend.get(path))["agent_ids"], form, "agent_ids")
    await desk.backend.put(f"{path}/agents", {"agent_ids": linked})
    return done(request, f"/documents/{document_id}", "Agentes atualizados.")


@confirmed("Remover este documento? Os agentes deixam de usá-lo.")
async def delete_document(request: Request) -> Response:
    """Delete a document."""
    desk = await open_desk(request)
    await desk.backend.delete(f"/internal/documents/{record_id(request)}")
    return done(request, "/documents", "Documento removido.")


async def send_file(request: Request) -> Response:
    """A file of the signed-in company that the storefront keeps; other companies' files do not exist here."""
    desk = await open_desk(request)
    name = str(request.path_params["name"])
    path = site_of(request).files.find(desk.company.id, name)
    if path is None:
        raise ApiError(404, {"type": "/problems/not-found"})
    kind = path.suffix[1:]
    disposition = "inline" if kind in _INLINE else "attachment"
    headers = {"Cache-Control": "private, no-store", "Content-Security-Policy": "sandbox; default-src 'none'"}
    return FileResponse(
        path,
        media_type=CONTENT_TYPES[kind],
        filename=name,
        content_disposition_type=disposition,
        headers=headers,
    )


routes = [
    Route("/documents", list_documents, methods=["GET"]),
    Route("/documents", create_document, methods=["POST"]),
    Route("/documents/new", new_document, methods=["GET"]),
    Route("/documents/files/{name}", send_file, methods=["GET"]),
    Route("/documents/{id}", show_document, methods=["GET"]),
    Route("/documents/{id}", update_document, methods=["POST"]),
    Route("/documents/{id}/agents", link_agents, methods=["POST"]),
    Route("/documents/{id}/delete", delete_document, methods=["POST"]),
]
