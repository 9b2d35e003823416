"""Every page of the storefront, one module per group. `ALL_ROUTES` lists them in matching order."""

from starlette.routing import BaseRoute

from app.storefront.pages import auth, home, relay, reset

ALL_ROUTES: list[BaseRoute] = [
    *home.routes,
    *auth.routes,
    *reset.routes,
    *relay.routes,
]
