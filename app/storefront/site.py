"""What every page shares: settings, backend, limits, files. One per process, `app.state.site`."""

from dataclasses import dataclass

from starlette.requests import Request

from app.ops.metrics import Metrics
from app.settings import Settings
from app.storefront.backend import Backend
from app.storefront.limits import SignInLimits
from app.storefront.passwords import Passwords
from app.storefront.sheets import KeptSheets
from app.storefront.updates import Updates
from app.storefront.uploads import FileStore


@dataclass(frozen=True, slots=True)
class Site:
    """The storefront's parts, built by `create_storefront`."""

    settings: Settings
    backend: Backend
    passwords: Passwords
    limits: SignInLimits
    sheets: KeptSheets
    files: FileStore
    metrics: Metrics
    updates: Updates

    @property
    def public_url(self) -> str:
        """The storefront's address as browsers know it, without a closing slash."""
        return self.settings.public_url


def site_of(request: Request) -> Site:
    """The site that serves this request."""
    site = request.app.state.site
    assert isinstance(site, Site)  # noqa: S101 - narrows the type for mypy
    return site
