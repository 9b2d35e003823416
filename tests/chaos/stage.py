"""Where the scenarios play: a shop on a running service, the database's processes, and what a scenario reports."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
import httpx

from app.db.embedded import EmbeddedServer
from app.db.ids import uuid7
from tests.servers import Server

STOCK = 1_000_000
PRODUCTS = 5


@dataclass
class Outcome:
    """One line of the table: what was done, what was seen, and what of it must not be."""

    name: str
    seen: str
    wrong: list[str] = field(default_factory=list)


Scenario = Callable[["Stage"], Awaitable[Outcome]]


@dataclass(frozen=True)
class Shop:
    """A company's store with plenty of each product, and an agent."""

    actor_id: str
    store_id: str
    agent_id: str
    product_ids: list[str]


@dataclass(frozen=True)
class Stage:
    """A folder with its embedded database. Scenarios bring their own service and shop."""

    folder: Path
    database: EmbeddedServer
    servers: list[Server] = field(default_factory=list)

    def server(self, dsn: str = "", **environment: str) -> Server:
        """A service on the stage's own embedded database (or on `dsn`), not started yet."""
        server = Server(dsn, self.folder, command=True, **environment)
        self.servers.append(server)
        return server

    async def another_database(self, name: str) -> str:
        """An empty database beside the usual one, for a service that shares nothing; its address."""
        connection = await asyncpg.connect(self.database.dsn)
        await connection.execute("CREATE DATABASE " + name)
        await connection.close()
        return self.database.cluster.dsn(name)

    def clear(self) -> None:
        """End what a scenario that broke off has left running."""
        for server in self.servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()

    def postgres(self) -> list[int]:
        """The postmaster, then its children. Empty while it is down."""
        try:
            text = (self.database.cluster.data / "postmaster.pid").read_text("ascii")
            postmaster = int(text.split("\n", 1)[0])
        except (OSError, ValueError):
            return []
        return [postmaster, *_children(postmaster)]

    def signal_postgres(self, number: signal.Signals) -> None:
        """Send a signal to the postmaster and all its children."""
        for pid in self.postgres():
            with suppress(ProcessLookupError):
                os.kill(pid, number)


def _children(parent: int) -> list[int]:
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                    found.append(int(entry.name))
    return found


async def open_shop(server: Server) -> Shop:
    """A new company with a store, products, payment settings and an active agent, made over HTTP."""
    async with server.auth() as auth:
        answer = await auth.post("/internal/auth/users", json={"email": f"{uuid7().hex}@example.com", "name": "Ana"})
        actor_id = answer.json()["id"]
    async with server.as_actor(actor_id) as client:

        async def post(path: str, **body: object) -> dict[str, str]:
            answer = await client.post(f"/internal/{path}", json=body)
            assert answer.status_code in (200, 201), answer.text
            made: dict[str, str] = answer.json()
            return made

        await post("company/ensure", name="Companhia")
        store_id = (await post("stores", name="Loja"))["id"]
        items = [{"name": f"Produto {n}", "price_cents": 100, "stock_quantity": STOCK} for n in range(PRODUCTS)]
        await post("products/batch-upsert", store_id=store_id, items=items)
        agent_id = (await post("agents", store_id=store_id, name="Bia", type="vendas"))["id"]
        await post(f"agents/{agent_id}/toggle-active")
        listed = (await client.get("/internal/products", params={"store_id": store_id})).json()["items"]
    return Shop(actor_id, store_id, agent_id, [product["id"] for product in listed])


@dataclass
class Timed:
    """One request's end: status (0: the connection broke) and seconds."""

    status: int
    seconds: float


async def timed(call: Awaitable[httpx.Response]) -> Timed:
    """Await a request and say how it ended."""
    started = time.monotonic()
    try:
        status = (await call).status_code
    except httpx.HTTPError:
        status = 0
    return Timed(status, time.monotonic() - started)


async def back_to_normal(call: Callable[[], Awaitable[httpx.Response]], *, within: float) -> float:
    """Seconds until ten calls in a row succeed, the last failure counted; `within` bounds the search by 30 s more."""
    started = last_failure = time.monotonic()
    row = 0
    while row < 10:
        one = await timed(call())
        if one.status < 400 and one.status != 0:
            row += 1
        else:
            row, last_failure = 0, time.monotonic()
            await asyncio.sleep(0.05)
        if time.monotonic() - started > within + 30:
            return time.monotonic() - started
    return last_failure - started
