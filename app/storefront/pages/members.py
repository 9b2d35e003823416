"""/settings/members: who works for the company, and whom it has invited. Template: settings/members.html."""

from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import segment
from app.storefront.desk import open_desk
from app.storefront.forms import FormError, confirmed, read_form, submits
from app.storefront.i18n import parse_time
from app.storefront.pages.auth import parse_email
from app.storefront.pages.common import record_id, together
from app.storefront.rendering import done, render

ROLES = ("attendant", "manager")
_HERE = "/settings/members"


async def show_members(request: Request) -> Response:
    """Members and open invitations; only the owner changes them."""
    desk = await open_desk(request)
    members, invitations = await together(
        desk.backend.get("/internal/company/members"), desk.backend.get("/internal/company/invitations")
    )
    now = datetime.now(UTC)
    for invitation in invitations:
        invitation["expired"] = (parse_time(invitation["expires_at"]) or now) <= now
    return render(request, "settings/members.html", members=members, invitations=invitations, roles=ROLES)


@submits(show_members)
async def invite(request: Request) -> Response:
    """Mail an invitation; one to the same address is replaced."""
    desk, form = await open_desk(request), await read_form(request)
    email = parse_email(form.raw("email"))
    body = {"email": email, "role": _role(form.text("role"))}
    await desk.backend.post("/internal/company/invitations", body)
    return done(request, "/settings/members", "Convite enviado para %(email)s.", email=email)


@submits(show_members)
async def change_role(request: Request) -> Response:
    """Give a member another role, from their next click on."""
    desk, form = await open_desk(request), await read_form(request)
    await desk.backend.patch(_member(request), {"role": _role(form.text("role"))})
    return done(request, "/settings/members", "Papel alterado.")


@submits(show_members)
@confirmed("Tirar esta pessoa da equipe? Ela perde o acesso na hora.")
async def remove(request: Request) -> Response:
    """End a membership."""
    desk = await open_desk(request)
    await desk.backend.delete(_member(request))
    return done(request, "/settings/members", "A pessoa não faz mais parte da equipe.")


@submits(show_members)
async def withdraw(request: Request) -> Response:
    """Make an invitation's link worthless."""
    desk = await open_desk(request)
    await desk.backend.delete(f"/internal/company/invitations/{record_id(request)}")
    return done(request, "/settings/members", "Convite cancelado.")


def _member(request: Request) -> str:
    return f"/internal/company/members/{segment(request.path_params['user_id'])}"


def _role(text: str) -> str:
    if text not in ROLES:
        raise FormError("role", "Escolha um papel.")
    return text


routes = [
    Route(_HERE, show_members, methods=["GET"]),
    Route(_HERE, invite, methods=["POST"]),
    Route(f"{_HERE}/{{user_id}}/role", change_role, methods=["POST"]),
    Route(f"{_HERE}/{{user_id}}/remove", remove, methods=["POST"]),
    Route(f"{_HERE}/invitations/{{id}}/withdraw", withdraw, methods=["POST"]),
]
