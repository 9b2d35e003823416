"""The desk: who works here, for which company, on which store. Opened by every signed-in page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from urllib.parse import urlencode

from starlette.requests import Request

from app.storefront import cookies, i18n, roles
from app.storefront.backend import ApiError, Json, Scope
from app.storefront.sessions import User, require_visitor
from app.storefront.site import site_of

STORE_COOKIE, COMPANY_COOKIE = "desk_store", "desk_company"
_YEAR = 31_536_000


class NoStoreError(Exception):
    """The page needs a store and the company has none yet."""


class NotForRoleError(Exception):
    """The page or form is not for the role that the visitor has in this company."""


@dataclass(frozen=True, slots=True)
class Company:
    """A company somebody works for, and as what."""

    id: str
    name: str
    role: roles.Role
    timezone: str


@dataclass(slots=True)
class Desk:
    """The signed-in user, the company they work for, the calls made in its name, its stores, and the chosen one."""

    user: User
    company: Company
    companies: Sequence[Company]
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

    @property
    def here(self) -> str:
        """Company and store as a query, for forms that name no record: another tab may choose others meanwhile."""
        return urlencode({"company": self.company.id} | ({"store": self.store_id} if self.chosen else {}))

    @property
    def zone(self) -> tzinfo:
        """In which times are shown and days are counted: the person's own, else the company's."""
        return i18n.zone_of(self.user.timezone or self.company.timezone)

    @property
    def owns(self) -> bool:
        """Whether keys and secrets may be set."""
        return self.company.role == "owner"

    def may(self, path: str, method: str = "GET") -> bool:
        """Whether this role is offered a page, or a form (method POST)."""
        return roles.may(self.company.role, method, path)


async def open_desk(request: Request) -> Desk:
    """The desk of this request. `?company=` and `?store=` choose others and are remembered.

    Raises NotForRoleError for a page or form that the role does not have, and ApiError 404 for a form of a company or
    store that is not the visitor's.
    """
    known = getattr(request.state, "desk", None)
    if isinstance(known, Desk):
        return known
    visitor = await require_visitor(request)
    user, site = visitor.user, site_of(request)
    companies = [
        Company(one["company_id"], one["company_name"], one["role"], one["timezone"]) for one in visitor.companies
    ]
    # Nobody's member and without a company yet: one's own is made with the first store.
    own = Company(user.id, user.name, "owner", "")
    by_id = {company.id: company for company in companies or [own]}
    company = by_id[_remembered(request, "company", COMPANY_COOKIE, by_id) or next(iter(by_id))]
    backend = site.backend.actor(company.id, None if company.role == "owner" else user.id)
    desk = Desk(user=user, company=company, companies=companies, backend=backend)
    desk.stores = next((one["stores"] for one in visitor.companies if one["company_id"] == company.id), [])
    _choose_store(request, desk)
    request.state.desk = desk
    if not desk.may(request.url.path, request.method):
        raise NotForRoleError
    return desk


def go_to_store(request: Request, desk: Desk, store_id: str) -> None:
    """Work on the store of the record that is shown: another tab, or a link, may have led to another one."""
    store = next((store for store in desk.stores if str(store["id"]) == store_id), desk.chosen)
    if store is not None and store is not desk.chosen:
        desk.chosen = store
        keep_cookie(request, cookies.set_small(site_of(request).settings, STORE_COOKIE, store_id, _YEAR))


def _choose_store(request: Request, desk: Desk) -> None:
    by_id = {str(store["id"]): store for store in desk.stores}
    chosen = _remembered(request, "store", STORE_COOKIE, by_id)
    fallback = next((s for s in desk.stores if s.get("active", True)), desk.stores[0] if desk.stores else None)
    desk.chosen = by_id[chosen] if chosen else fallback


def _remembered(request: Request, parameter: str, cookie: str, known: Mapping[str, object]) -> str | None:
    """The id that the query or else the cookie names, when it is a known one; a query's choice is kept."""
    settings = site_of(request).settings
    wanted = request.query_params.get(parameter)
    if wanted in known:
        keep_cookie(request, cookies.set_small(settings, cookie, str(wanted), _YEAR))
        return str(wanted)
    if wanted and request.method == "POST":
        raise ApiError(404, {"type": "/problems/not-found"})
    raw = request.cookies.get(cookie)
    remembered = cookies.open_value(raw, settings.auth_secret.reveal()) if raw else None
    return remembered if remembered in known else None


def keep_cookie(request: Request, cookie: str) -> None:
    """Have the page that is rendered set a cookie."""
    request.state.set_cookies = [*getattr(request.state, "set_cookies", []), cookie]
