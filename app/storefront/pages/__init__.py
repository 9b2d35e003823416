"""Every page of the storefront, one module per group. `ALL_ROUTES` lists them in matching order."""

from starlette.routing import BaseRoute

from app.storefront.pages import (
    admin,
    agents,
    auth,
    billing,
    dashboard,
    documents,
    home,
    imports,
    leads,
    media,
    new_order,
    orders,
    products,
    relay,
    reset,
    settings,
    stats,
    stores,
    tryout,
    upload,
    usage,
)

# Fixed paths stand before the patterns that would also match them (/orders/new before /orders/{id}).
ALL_ROUTES: list[BaseRoute] = [
    *home.routes,
    *auth.routes,
    *reset.routes,
    *relay.routes,
    *media.routes,
    *dashboard.routes,
    *stores.routes,
    *imports.routes,
    *products.routes,
    *upload.routes,
    *documents.routes,
    *tryout.routes,
    *agents.routes,
    *leads.routes,
    *new_order.routes,
    *orders.routes,
    *usage.routes,
    *billing.routes,
    *settings.routes,
    *stats.routes,
    *admin.routes,
]
