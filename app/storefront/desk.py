"""The desk: who works here, on which store. Opened by every signed-in page."""

from dataclasses import dataclass, field

from starlette.requests import Request

from app.storefront import cookies
from app.storefront.backend import Json, Scope
from app.storefront.sessions import User, require_user
from app.storefront.site import site_of

STORE_COOKIE = "desk_store"
_YEAR = 31_536_000


class NoStoreError(Exception):
    """The page needs a store and the company has none yet."""


@dataclass(slots=True)
class Desk:
    """The signed-in user, the calls made in their name, their stores, and the store being worked on."""

    user: User
    backend: Scope
    stores: list[Json] = field(default_factory=list)
    chosen: Json | None = None

    @property
    def store(self) -> Json:
        """The store being worked on; raises NoStoreError when there is none."""
        if self.chosen is None:
            raise NoStoreError
        return self.chosen

    @property
    def store_id(self) -> str:
        """Id of that store."""
        return str(self.store["id"])


async def open_desk(request: Request) -> Desk:
    """The desk of this request. `?store=` chooses another store and is remembered."""
    known = getattr(request.state, "desk", None)
    if isinstance(known, Desk):
        return known
    user = await require_user(request)
    backend = site_of(request).backend.actor(user.id)
    stores = await backend.maybe("/internal/stores", company_id=user.id) or []
    desk = Desk(user=user, backend=backend, stores=stores)
    _choose(request, desk)
    request.state.desk = desk
    return desk


def _choose(request: Request, desk: Desk) -> None:
    secret = site_of(request).settings.auth_secret.reveal()
    raw = request.cookies.get(STORE_COOKIE)
    remembered = cookies.open_value(raw, secret) if raw else None
    by_id = {str(store["id"]): store for store in desk.stores}
    wanted = request.query_params.get("store")
    if wanted in by_id:
        cookie = cookies.set_small(site_of(request).settings, STORE_COOKIE, str(wanted), _YEAR)
        request.state.set_cookies = [cookie]
        desk.chosen = by_id[str(wanted)]
    else:
        fallback = next((s for s in desk.stores if s.get("active", True)), desk.stores[0] if desk.stores else None)
        desk.chosen = by_id.get(remembered or "", fallback)
