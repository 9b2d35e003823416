"""/admin and /instance-settings: what happened, and how channels reach the agents. Templates: stats/."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.desk import open_desk
from app.storefront.forms import read_form, submits
from app.storefront.pages.common import agent_types, page_of, together
from app.storefront.pages.relay import relay_path
from app.storefront.rendering import done, render
from app.storefront.site import site_of

TARGETS = ("order", "product", "store", "agent", "lead", "document", "company")
_TRIGGERS = ("usage-report", "overage-charge")


async def show_admin(request: Request) -> Response:
    """The audit trail of the company, and the service's health."""
    desk = await open_desk(request)
    target = request.query_params.get("target_type", "").strip()[:64]
    filters = {"target_type": target} if target else {}
    audit, health, info = await together(
        desk.backend.get("/internal/audit", limit=50, **filters),
        site_of(request).backend.public.get("/health"),
        site_of(request).backend.public.get("/"),
    )
    rows = page_of(audit).rows
    return render(request, "stats/admin.html", rows=rows, health=health, info=info, target=target, targets=TARGETS)


@submits(show_admin)
async def trigger(request: Request) -> Response:
    """Run a billing worker now; the backend offers this in development only."""
    desk, form = await open_desk(request), await read_form(request)
    name = form.text("name")
    if name in _TRIGGERS:
        await desk.backend.post(f"/internal/billing/_trigger-{name}")
    return done(request, "/admin", "Tarefa executada.")


async def show_instances(request: Request) -> Response:
    """Each agent's messaging instance in the store, and what the gateway has to call."""
    desk = await open_desk(request)
    types, *answers = await together(
        agent_types(request),
        *([desk.backend.get("/internal/agents", store_id=desk.store_id)] if desk.chosen else []),
    )
    row = {"store": desk.chosen, "agents": page_of(answers[0]).rows} if answers else None
    relay = site_of(request).public_url + relay_path(site_of(request).settings.auth_secret.reveal())
    return render(request, "stats/instances.html", row=row, types=types, relay_url=relay)


@submits(show_instances)
async def reload_types(request: Request) -> Response:
    """Read the agent types' file again; an invalid file leaves the old ones in force."""
    await open_desk(request)
    await site_of(request).backend.public.post("/agents/reload")
    return done(request, "/instance-settings", "Tipos de agente recarregados.")


routes = [
    Route("/admin", show_admin, methods=["GET"]),
    Route("/admin/trigger", trigger, methods=["POST"]),
    Route("/instance-settings", show_instances, methods=["GET"]),
    Route("/instance-settings/reload", reload_types, methods=["POST"]),
]
