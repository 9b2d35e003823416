"""/invitations/{token}: where the link of an invitation leads. Template: auth/invitation.html.

Who is signed in as the invited address accepts; an unknown address signs up first, a known one signs in.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront import sessions
from app.storefront.backend import ApiError, Json, segment
from app.storefront.forms import FormError, read_form, submits
from app.storefront.pages.auth import sign_up
from app.storefront.pages.common import address_of, too_many
from app.storefront.passwords import password_problem
from app.storefront.rendering import done, render
from app.storefront.site import Site, site_of

_VIEW = "auth/invitation.html"


async def show_invitation(request: Request) -> Response:
    """What one is invited to, and the step that comes next for this visitor."""
    site, token = site_of(request), str(request.path_params["token"])
    invitation = await _find(site, token)
    if invitation is None:
        return _private(render(request, _VIEW, status=404, invitation=None))
    visitor = await sessions.look_up(request)
    known = await site.backend.auth.maybe(f"/internal/auth/users/by-email/{segment(invitation['email'])}")
    mine = visitor is not None and visitor.user.email == invitation["email"]
    return _private(render(request, _VIEW, invitation=invitation, token=token, mine=mine, known=known is not None))


@submits(show_invitation)
async def accept_invitation(request: Request) -> Response:
    """Become a member, having signed up where that is still to do, and go to work."""
    site, token = site_of(request), str(request.path_params["token"])
    invitation = await _find(site, token)
    if invitation is None:
        return await show_invitation(request)
    visitor = await sessions.look_up(request)
    cookie = None
    if visitor is None:
        wait = site.limits.register(address_of(request))
        if wait:
            context = {"invitation": invitation, "token": token, "mine": False, "known": False}
            return _private(too_many(request, wait, _VIEW, **context))
        user_id, cookie = await _sign_up(request, site, invitation)
    else:
        user_id = visitor.user.id
    joined = await _accept(site, token, user_id)
    if joined is None:
        return await show_invitation(request)
    url = f"/dashboard?company={segment(joined['company_id'])}"
    response = done(request, url, "Bem-vindo à equipe de %(company)s.", company=joined["company_name"])
    if cookie:
        response.headers.append("set-cookie", cookie)
    return _private(response)


async def _sign_up(request: Request, site: Site, invitation: Json) -> tuple[str, str]:
    """A user of the invited address, and the session's cookie. The link has shown that the address is theirs."""
    form = await read_form(request)
    name, password = form.text("name", required=True, limit=200), form.raw("password")
    problem = password_problem(password)
    if problem:
        raise FormError("password", problem)
    hashed = await site.passwords.hash(password)
    return await sign_up(request, name, invitation["email"], hashed, verified=True)


async def _find(site: Site, token: str) -> Json | None:
    if not token.isalnum() or len(token) > 512:
        return None
    return await site.backend.auth.maybe(f"/internal/auth/invitations/by-token/{segment(token)}")


async def _accept(site: Site, token: str, user_id: str) -> Json | None:
    """The membership; None when the link does not hold any more."""
    try:
        return await site.backend.auth.post("/internal/auth/invitations/accept", {"token": token, "user_id": user_id})
    except ApiError as error:
        if error.status == 404:
            return None
        raise


def _private(response: Response) -> Response:
    """The address holds the token: it must not leave in a Referer."""
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


routes = [
    Route("/invitations/{token}", show_invitation, methods=["GET"]),
    Route("/invitations/{token}", accept_invitation, methods=["POST"]),
]
