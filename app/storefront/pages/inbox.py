"""/inbox: conversations that agents and people attend. Templates: inbox/, scripts: live.js, inbox.js.

Tests: test_inbox_pages.py, test_desk_journeys.py.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from app.storefront import shared_files
from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, go_to_store, open_desk
from app.storefront.forms import Form, FormError, confirmed, read_form, submits
from app.storefront.pages.common import Page, link_base, offset_of, page_of, record_id, together
from app.storefront.rendering import done, render
from app.storefront.site import site_of
from app.storefront.uploads import CONTENT_TYPES, HEIC, kind_of

STATES = ("waiting", "human", "bot", "closed")
MESSAGES = 60
_LIST = 30
_REPLY_LIMIT = 8_000
_KINDS = ("png", "jpg", "webp", "pdf")


async def list_conversations(request: Request) -> Response:
    """The conversations of the store, what changed last first."""
    desk = await open_desk(request)
    return render(request, "inbox/list.html", **await _listed(request, desk, offset_of(request)))


async def _listed(request: Request, desk: Desk, offset: int) -> dict[str, Any]:
    """What the list shows; its filters are those of the query."""
    query = request.query_params
    state = query.get("state") if query.get("state") in STATES else None
    words = query.get("q", "").strip()[:200]
    unread = True if query.get("unread") else None
    answer = await desk.backend.get(
        "/internal/conversations",
        store_ids=desk.store_id,
        state=state,
        unread=unread,
        q=words or None,
        attendance=True,
        limit=_LIST,
        offset=offset,
    )
    filters = {"q": words, "unread": "1" if unread else None}
    return {
        "page": page_of(answer),
        "attendance": answer.get("attendance") or {},
        "state": state or "",
        "q": words,
        "unread": unread,
        "base": link_base("/inbox", state=state, **filters),
        "tabs": link_base("/inbox", **filters),
        "kept": link_base("", state=state, **filters).rstrip("?&"),
    }


async def show_conversation(request: Request) -> Response:
    """One conversation: what was said, how answers came about, the customer beside it. Opens at the newest message."""
    desk, path = await open_desk(request), _path(request)
    earlier = offset_of(request)
    listed, conversation, messages = await together(
        _listed(request, desk, 0),
        desk.backend.get(path),
        desk.backend.get(f"{path}/messages", limit=MESSAGES, offset=earlier),
    )
    if conversation["store_id"] != desk.store_id:
        go_to_store(request, desk, conversation["store_id"])
        listed = await _listed(request, desk, 0)
    said = page_of(messages)
    return render(
        request,
        "inbox/conversation.html",
        **listed,
        conversation=conversation,
        said=said,
        timeline=_timeline(said, conversation.get("notes") or [], newest=not earlier),
        store_switch_path="/inbox",
    )


def _timeline(said: Page, notes: list[Json], *, newest: bool) -> list[Json]:
    """Messages and notes in the order they were written; notes older than the page's first message stay out."""
    messages = [{"kind": "message", **message} for message in said.rows]
    first = min((message["created_at"] for message in messages), default="")
    last = max((message["created_at"] for message in messages), default="")
    more = said.offset + said.limit < said.total
    within = [
        {"kind": "note", **note}
        for note in notes
        if (not more or note["created_at"] >= first) and (newest or note["created_at"] <= last)
    ]
    return sorted([*messages, *within], key=lambda entry: str(entry["created_at"]))


def _path(request: Request) -> str:
    return f"/internal/conversations/{record_id(request)}"


def _back(request: Request) -> str:
    return f"/inbox/{record_id(request)}"


def _moves(action: str, message: str) -> Callable[[Request], Awaitable[Response]]:
    """A handler that carries out one of the moves that take no fields."""

    async def move(request: Request) -> Response:
        desk = await open_desk(request)
        await desk.backend.post(f"{_path(request)}/{action}")
        return done(request, "/inbox" if action == "close" else _back(request), message)

    return submits(show_conversation)(move)


async def mark_read(request: Request) -> Response:
    """Its messages have been seen; the script says so while the conversation is on the screen."""
    desk = await open_desk(request)
    await desk.backend.post(f"{_path(request)}/read")
    if request.headers.get("x-requested-with") == "fetch":
        return Response(status_code=204)
    return RedirectResponse("/inbox", status_code=303)


@submits(show_conversation)
async def reply(request: Request) -> Response:
    """Answer the customer, with a picture or PDF where one was chosen."""
    desk, form = await open_desk(request), await read_form(request)
    content = form.text("content", limit=_REPLY_LIMIT)
    media = await _media(request, desk, form)
    if not content and not media:
        raise FormError("content", "Escreva uma mensagem.")
    # A picture alone still says what it is: channels without pictures show the text.
    body = {"content": content or form.text("file_word", limit=40) or "Arquivo"} | media
    await desk.backend.post(f"{_path(request)}/reply", body, key=form.key())
    return done(request, _back(request))


async def _media(request: Request, desk: Desk, form: Form) -> dict[str, str]:
    upload = form.file("picture")
    if upload is None:
        return {}
    content = await upload.read()
    kind = kind_of(content)
    if kind == "heic":
        raise FormError("picture", HEIC)
    if kind not in _KINDS:
        raise FormError("picture", "Envie uma foto (JPG, PNG, WebP) ou um PDF.")
    site = site_of(request)
    company_id = str(desk.store["company_id"])
    stored = site.files.save(company_id, content, kind)
    url = f"{site.public_url}{shared_files.path_of(site.settings, company_id, stored.name)}"
    return {"media_url": url, "media_type": stored.content_type}


@submits(show_conversation)
async def add_note(request: Request) -> Response:
    """A note for colleagues."""
    desk, form = await open_desk(request), await read_form(request)
    body = {"content": form.text("note", required=True, limit=_REPLY_LIMIT), "author": desk.user.name[:200]}
    await desk.backend.post(f"{_path(request)}/notes", body, key=form.key())
    return done(request, _back(request), "Nota guardada.")


@submits(show_conversation)
@confirmed("Apagar esta nota?")
async def delete_note(request: Request) -> Response:
    """Take a note away."""
    desk = await open_desk(request)
    await desk.backend.delete(f"{_path(request)}/notes/{record_id(request, 'note')}")
    return done(request, _back(request), "Nota apagada.")


async def send_shared(request: Request) -> Response:
    """A file that was sent to a customer, for whoever has its address."""
    site, parts = site_of(request), request.path_params
    company_id, name = str(parts["company"]), str(parts["name"])
    path = None
    if shared_files.opens(site.settings, company_id, name, str(parts["key"])):
        path = site.files.find(company_id, name)
    if path is None:
        raise ApiError(404, {"type": "/problems/not-found"})
    headers = {"Cache-Control": "public, max-age=31536000, immutable",
               "Content-Security-Policy": "sandbox; default-src 'none'"}  # fmt: skip
    return FileResponse(path, media_type=CONTENT_TYPES[path.suffix[1:]], headers=headers)


routes = [
    Route("/inbox", list_conversations, methods=["GET"]),
    Route("/inbox/{id}", show_conversation, methods=["GET"]),
    Route("/inbox/{id}/take", _moves("take", "Agora é você quem atende."), methods=["POST"]),
    Route("/inbox/{id}/release", _moves("release", "O agente voltou a atender."), methods=["POST"]),
    Route("/inbox/{id}/close", _moves("close", "Conversa encerrada."), methods=["POST"]),
    Route("/inbox/{id}/read", mark_read, methods=["POST"]),
    Route("/inbox/{id}/reply", reply, methods=["POST"]),
    Route("/inbox/{id}/notes", add_note, methods=["POST"]),
    Route("/inbox/{id}/notes/{note}/delete", delete_note, methods=["POST"]),
    Route("/sent/{key}/{company}/{name}", send_shared, methods=["GET"]),
]
