"""Seeding by HTTP in process: what the demo shows is what the API does. Safe to run again after an interruption."""

import asyncio
import sys
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any
from uuid import UUID

import bcrypt
import click
import httpx

from app.db.pool import Database
from app.db.queries import load_queries
from app.demo.catalogue import read_products
from app.demo.companies import COMPANIES, PASSWORD, DemoCompany, DemoLead
from app.demo.drawings import draw
from app.main import create_app
from app.paths import SQL_DIR
from app.settings import Secret, Settings

ORDERS = 40
# Pictures on their way.
AT_ONCE = 4
TRIES = 8


class Patient(httpx.AsyncBaseTransport):
    """Asks again after a 503, which has changed nothing: the database may just be starting again."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, or the last of TRIES refusals."""
        for left in range(TRIES - 1, -1, -1):
            answer = await self._inner.handle_async_request(request)
            if answer.status_code != 503 or not left:
                break
            await answer.aclose()
            await asyncio.sleep(float(answer.headers.get("retry-after", "1")))
        return answer


def _steps(number: int) -> tuple[str, ...]:
    """How far an order of the demo has come: old ones are delivered, the newest still wait."""
    if number >= ORDERS - 3:
        return ()
    if number % 13 == 5:
        return ("cancelled",)
    if number >= ORDERS - 10:
        return ("confirmed", "preparing")[: 1 + number % 2]
    if number >= ORDERS - 16:
        return ("confirmed", "shipped")
    return ("confirmed", "shipped", "delivered")


async def seed_demo(settings: Settings, dsn: str, *, only_if_empty: bool) -> None:
    """Make the demo's companies. With `only_if_empty`, nothing happens once anybody else is in the database."""
    if only_if_empty and await _in_use(dsn):
        return
    # The rule-based assistant answers: a demo costs nothing, and waits for nobody.
    app = create_app(replace(settings, database_url=Secret(dsn), llm_base_url="", log_level="warning"))
    steps = sum(2 * len(company.leads) + ORDERS + 4 for company in COMPANIES)
    transport = Patient(httpx.ASGITransport(app=app))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://demo", timeout=60) as http,
    ):
        database = await Database.connect(dsn, max_size=1)
        try:
            await _seed_all(http, settings, database, steps)
        finally:
            await database.close()
    for company in COMPANIES:
        click.echo(f"Demo login {company.email} / {PASSWORD}  ({company.company}, actor {company.user_id})", err=True)


async def _seed_all(http: httpx.AsyncClient, settings: Settings, database: Database, steps: int) -> None:
    with click.progressbar(length=steps, label="Seeding the demo", file=sys.stderr) as bar:
        await _together(*(_Seeder(http, settings, database, company, bar).run() for company in COMPANIES))


async def _together(*works: Coroutine[Any, Any, None]) -> None:
    """All at once: each mostly waits for the database's disk. The first failure ends the others and is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(work)
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from None


async def _in_use(dsn: str) -> bool:
    database = await Database.connect(dsn, max_size=1)
    try:
        q = load_queries(SQL_DIR)
        names = [company.user_id for company in COMPANIES]
        return bool(await q.demo.is_in_use(database, demo_ids=names, last_lead=COMPANIES[-1].leads[-1].external_id))
    finally:
        await database.close()


class _Seeder:
    """One company's steps."""

    def __init__(
        self, http: httpx.AsyncClient, settings: Settings, database: Database, company: DemoCompany, bar: Any
    ) -> None:
        self._http = http
        self._db = database
        self._q = load_queries(SQL_DIR)
        self._company = company
        self._bar = bar
        self._auth = {"X-Auth-Token": settings.auth_token.newest()}
        self._app = {
            "X-Internal-Token": settings.internal_api_token.newest(),
            "X-Actor-User-Id": company.user_id,
        }

    async def run(self) -> None:
        await self._owner()
        store_id = await self._store()
        await self._catalogue(store_id)
        agent = await self._agent(store_id)
        leads = [await self._lead(store_id, lead) for lead in self._company.leads]
        # The one decodes and writes files in processes of its own while the other asks the database.
        await _together(self._pictures(store_id), self._orders(store_id, agent["id"], leads))
        for lead_id, lead in zip(leads, self._company.leads, strict=True):
            await self._talk(agent, lead_id, lead)

    async def _owner(self) -> None:
        company = self._company
        user = {"id": company.user_id, "email": company.email, "name": company.owner, "email_verified": True}
        await self._auth_post("/internal/auth/users", user)
        password = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(10)).decode()
        account = {"user_id": company.user_id, "provider_id": "credential", "account_id": company.user_id}
        await self._auth_post("/internal/auth/accounts", account | {"password": password})
        await self._send("POST", "/internal/company/ensure", {"name": company.company, "slug": company.slug})
        self._bar.update(1)

    async def _store(self) -> str:
        company = self._company
        stores = await self._get("/internal/stores", company_id=company.user_id)
        if stores:
            store_id = stores[0]["id"]
        else:
            body = {"name": company.store, "slug": company.slug, "description": company.description}
            store_id = (await self._send("POST", "/internal/stores", body))["id"]
        settings = {
            "manual_pix_enabled": True,
            "manual_pix_key": company.pix_key,
            "manual_pix_key_type": "email" if "@" in company.pix_key else "cpf",
            "manual_pix_name": company.company[:25],
            "manual_pix_city": company.city[:15],
            "cod_instructions": "Pague ao entregador em dinheiro ou cartão.",
        }
        await self._send("PUT", f"/internal/orders/store/{store_id}/payment-settings", settings)
        self._bar.update(1)
        return str(store_id)

    async def _catalogue(self, store_id: str) -> None:
        items = list(read_products(self._company.catalogue))
        report = await self._send("POST", "/internal/products/batch-upsert", {"store_id": store_id, "items": items})
        if report["errors"]:
            raise RuntimeError(f"demo catalogue: {report['errors'][:3]}")
        self._bar.update(1)

    async def _pictures(self, store_id: str) -> None:
        """One for the first variant of each line, unless an interrupted seeding has made it."""
        products = (await self._get("/internal/products", store_id=store_id, limit=200))["items"]
        first = [product for product in products if product["sku"].endswith("-1") and not product["pictures"]]
        for start in range(0, len(first), AT_ONCE):
            await asyncio.gather(*map(self._picture, first[start : start + AT_ONCE]))

    async def _picture(self, product: dict[str, Any]) -> None:
        drawn = draw(product["name"], product["category"], next(iter(product["options"].values())))
        url = f"/internal/products/{product['id']}/pictures"
        answer = await self._http.post(url, files={"file": ("picture.png", drawn, "image/png")}, headers=self._app)
        if answer.status_code != 201:
            raise RuntimeError(f"{url}: {answer.status_code} {answer.text}")

    async def _agent(self, store_id: str) -> dict[str, Any]:
        agents = await self._get("/internal/agents", store_id=UUID(store_id))
        if agents:
            agent: dict[str, Any] = agents[0]
        else:
            kind = (await self._get("/agents"))[0]["type"]
            persona = {"tone": "simpática e direta", "greeting": self._company.greeting, "language": "pt-BR"}
            body = {"store_id": store_id, "name": self._company.agent, "type": kind, "persona": persona}
            agent = await self._send("POST", "/internal/agents", body | {"channels": ["whatsapp", "web"]})
        documents = [await self._document(store_id, *document) for document in self._company.documents.items()]
        links = {"document_ids": documents}
        await self._send("PUT", f"/internal/agents/{agent['id']}/knowledge-base", links)
        if not agent["active"]:
            await self._send("POST", f"/internal/agents/{agent['id']}/toggle-active", None)
        self._bar.update(1)
        return agent

    async def _document(self, store_id: str, title: str, content: str) -> str:
        known = (await self._get("/internal/documents", store_id=store_id, limit=200))["items"]
        for document in known:
            if document["title"] == title:
                return str(document["id"])
        body = {"store_id": store_id, "title": title, "content": content}
        return str((await self._send("POST", "/internal/documents", body))["id"])

    async def _lead(self, store_id: str, lead: DemoLead) -> str:
        channel = "web" if lead.external_id.startswith("visitor") else "whatsapp"
        body = {"store_id": store_id, "channel": channel, "external_id": lead.external_id, "name": lead.name}
        lead_id = str((await self._send("POST", "/internal/leads/ensure", body | {"phone": lead.phone}))["id"])
        await self._send("PATCH", f"/internal/leads/{lead_id}", {"interests": list(lead.interests)})
        self._bar.update(1)
        return lead_id

    async def _talk(self, agent: dict[str, Any], lead_id: str, lead: DemoLead) -> None:
        """What the lead says and is answered, recorded as a messaging gateway does."""
        whose = {"lead_id": lead_id, "agent_id": agent["id"]}
        answer: dict[str, Any] = {}
        for number, text in enumerate(lead.says):
            key = f"demo-{lead.external_id}-{number}"
            turn = whose | {"type": agent["type"], "message": text, "message_id": key}
            answer = await self._send("POST", "/chat", turn)
            for role, content in (("user", text), ("assistant", answer["reply"])):
                message = whose | {"role": role, "content": content, "external_id": f"{key}-{role}"}
                await self._send("POST", "/internal/messages", message)
        if lead.answered and answer["state"] == "waiting":
            conversation = f"/internal/conversations/{answer['conversation_id']}"
            await self._send("POST", f"{conversation}/take", None)
            await self._send("POST", f"{conversation}/reply", {"content": lead.answered})
        self._bar.update(1)

    async def _orders(self, store_id: str, agent_id: str, leads: list[str]) -> None:
        """A month of orders: made now through the API, then spread over the past days."""
        products = (await self._get("/internal/products", store_id=store_id, limit=200))["items"]
        sellable = [item for item in products if (item["stock_quantity"] or 0) > 3]
        for number in range(ORDERS):
            lead = number % len(leads)
            picked = sellable[(number * 7) % len(sellable)], sellable[(number * 11 + 3) % len(sellable)]
            order = {
                "store_id": store_id,
                "lead_id": leads[lead],
                "agent_id": agent_id,
                "items": [{"product_id": item["id"], "quantity": 1} for item in picked[: 1 + number % 2]],
                "payment_method": "cod" if number % 4 == 3 else "manual_pix",
                "customer_info": {"name": self._company.leads[lead].name, "phone": self._company.leads[lead].phone},
            }
            key = {"Idempotency-Key": f"demo-{number}"}
            order_id = (await self._send("POST", "/internal/orders", order, key))["id"]
            for step in _steps(number):
                await self._step(order_id, step)
            self._bar.update(1)
        store: dict[str, Any] = {"company_id": self._company.user_id, "store_id": UUID(store_id)}
        async with self._db.transaction() as tx:
            await self._q.demo.spread_orders(tx, **store)
            await self._q.demo.clear_totals(tx, **store)
            await self._q.demo.make_totals(tx, **store)

    async def _step(self, order_id: str, step: str) -> None:
        """A status move; a 409 means an interrupted seeding had made it."""
        url = f"/internal/orders/{order_id}/transition"
        answer = await self._http.post(url, json={"to": step}, headers=self._app)
        if answer.status_code not in (200, 409):
            raise RuntimeError(f"{url}: {answer.status_code} {answer.text}")

    async def _get(self, path: str, **query: Any) -> Any:
        answer = await self._http.get(path, params=query, headers=self._app)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
        return answer.json()

    async def _send(self, method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> Any:
        answer = await self._http.request(method, path, json=body, headers=self._app | (headers or {}))
        if answer.status_code not in (200, 201):
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
        return answer.json()

    async def _auth_post(self, path: str, body: dict[str, Any]) -> None:
        """Create, or find it created by an interrupted seeding (409)."""
        answer = await self._http.post(path, json=body, headers=self._auth)
        if answer.status_code not in (201, 409):
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
