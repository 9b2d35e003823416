"""What a page of the desk costs in a large shop, and how long the deletion of a large account takes.

Usage: python -m bench.desk [--rounds 7]. Writes bench/results/desk.json and desk.png.
"""

import argparse
import asyncio
import json
import os
import re
import tempfile
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import httpx

from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from app.settings import Secret, Settings
from app.storefront import create_storefront
from bench.crud_servers import TOKEN, running
from bench.desk_rows import GONE_LEADS, GONE_MESSAGES, ORDER_COUNT, PRODUCT_COUNT, TALK_COUNT, fill_doomed, fill_shop
from bench.goals import Goal, at_most, spread
from bench.peers.tokens import SECRET
from bench.plots import MISSED, RESULTS, panels, save

ORIGIN = "http://desk.bench"
PAGE_MS, CALLS, DELETION_S = 300, 4, 10
METHOD = (
    f"One shop with {PRODUCT_COUNT:,} products, {ORDER_COUNT:,} orders and {TALK_COUNT:,} conversations. The storefront"
    " runs here, in process, before the running service, which has a PostgreSQL with fsync: a page's time is that of"
    " storefront, service and database together. Calls are those for the page's content: who is signed in, for whom"
    " they may act and the list of stores come with each page. The account that is deleted has"
    f" {GONE_LEADS:,} leads and {GONE_MESSAGES:,} messages, written just before."
)
PAGES = {
    "dashboard": "/dashboard", "a year of numbers": "/dashboard?days=365", "customers and channels": "/client-stats",
    "a year of customers": "/client-stats?days=365",
    "orders, board": "/orders", "orders, list": "/orders?view=list", "orders, page 500": "/orders?view=list&page=500",
    "orders, searched": "/orders?view=list&q=cliente+4711", "orders, by total": "/orders?view=list&sort=-total",
    "an order": "/orders/{order}", "new order": "/orders/new",
    "inbox": "/inbox", "inbox, waiting": "/inbox?state=waiting", "a conversation": "/inbox/{lead}",
    "catalogue": "/products", "catalogue, searched": "/products?q=camiseta+turquesa",
    "catalogue, by stock": "/products?sort=stock", "catalogue, page 300": "/products?page=300",
    "a product": "/products/{product}", "leads": "/leads", "a lead": "/leads/{lead}", "agents": "/agents",
    "documents": "/documents", "stores": "/stores", "billing": "/settings/billing", "company": "/settings",
    "team": "/settings/members", "account": "/account",
    "second factor": "/account/second-factor", "usage": "/token-usage", "developers": "/developers",
    "API and events": "/developers/api",
    "records": "/database-stats", "administration": "/admin",
}  # fmt: skip


class Counting(httpx.AsyncHTTPTransport):
    """The way to the service; `calls`: those for the content of the page that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if "/auth/" not in request.url.path and request.url.path != "/internal/stores":
            self.calls.append(request.url.path)
        return await super().handle_async_request(request)


@asynccontextmanager
async def desk(url: str, folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Counting]]:
    """A browser before the storefront, which stands before the service."""
    token = Secret(TOKEN)
    settings = Settings(
        internal_api_token=token, internal_auth_token=token, internal_webhook_token=token, auth_secret=Secret(SECRET),
        auth_url=ORIGIN, backend_url=url, data_dir=folder,
    )  # fmt: skip
    way = Counting()
    app = create_storefront(settings, transport=way, bcrypt_rounds=4)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers={"Origin": ORIGIN}) as browser:
        yield browser, way


async def open_shop(browser: httpx.AsyncClient, db: asyncpg.Connection, email: str) -> tuple[str, uuid.UUID]:
    """Sign up and open a store; gives the company's and the store's id."""
    browser.cookies.clear()
    form = {"name": "Ana Lima", "email": email, "password": "correct horse"}
    assert (await browser.post("/register", data=form)).status_code == 303
    made = await browser.post("/stores", data={"name": "Casa Figueira"})
    store = uuid.UUID(re.findall(r"store=([0-9a-f-]{36})", made.headers["location"])[0])
    return await db.fetchval("SELECT company_id FROM stores WHERE id = $1", store), store


async def measure_pages(
    browser: httpx.AsyncClient, way: Counting, db: asyncpg.Connection, rounds: int
) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Milliseconds of each page, round by round, and its calls."""
    company_id, store = await open_shop(browser, db, "ana@example.com")
    await fill_shop(db, company_id, store)
    ids = {
        name: await db.fetchval(f"SELECT id FROM {table} WHERE store_id = $1 LIMIT 1", store)  # noqa: S608
        for name, table in (("order", "orders"), ("lead", "conversations"), ("product", "products"))
    }
    times: dict[str, list[float]] = {what: [] for what in PAGES}
    calls: dict[str, int] = {}
    for number in range(rounds + 1):
        for what, path in PAGES.items():
            way.calls.clear()
            started = time.perf_counter()
            answer = await browser.get(path.format(**ids))
            took = (time.perf_counter() - started) * 1000
            assert answer.status_code == 200, f"{path}: {answer.status_code}"
            if number:  # the first round warms up
                times[what].append(took)
                calls[what] = len(way.calls)
    return times, calls


async def measure_deletion(browser: httpx.AsyncClient, db: asyncpg.Connection) -> float:
    """Seconds from the form to the answer."""
    company_id, store = await open_shop(browser, db, "eva@example.com")
    await fill_doomed(db, company_id, store)
    started = time.perf_counter()
    answer = await browser.post("/account/delete", data={"understood": "1", "current_password": "correct horse"})
    took = time.perf_counter() - started
    assert answer.status_code == 303, answer.text[:2000]
    assert await db.fetchval("SELECT count(*) FROM leads WHERE company_id = $1", company_id) == 0
    return took


async def run(rounds: int) -> tuple[dict[str, list[float]], dict[str, int], float]:
    """Times and calls of the pages, and the deletion's seconds."""
    with tempfile.TemporaryDirectory(prefix="bench-desk-") as name:
        folder = Path(name)
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        async with EmbeddedServer(folder / "db") as database:
            await migrate(database.dsn)
            db = await asyncpg.connect(database.dsn)
            with running("ours", database.dsn, folder / "statements.json") as server:
                async with desk(f"http://127.0.0.1:{server.port}", folder / "desk") as (browser, way):
                    times, calls = await measure_pages(browser, way, db, rounds)
                    deletion = await measure_deletion(browser, db)
            await db.close()
    return times, calls, deletion


def goals(times: dict[str, list[float]], calls: dict[str, int], deletion: float) -> list[Goal]:
    """Each page's time and calls, and the deletion."""
    met = [at_most(f"page: {what}", PAGE_MS, seen, unit="ms") for what, seen in times.items()]
    met.append(at_most("calls of a page, at most", CALLS, max(calls.values())))
    met.append(at_most("deletion of a large account", DELETION_S, deletion, unit="s"))
    return met


def plot(times: dict[str, list[float]]) -> None:
    """A bar for each page."""
    figure, (axis,) = panels(1, 9, 8)
    names = sorted(times, key=lambda what: spread(times[what])["median"])
    medians = [spread(times[what])["median"] for what in names]
    axis.barh(names, medians, color=["#2b6cb0" if ms <= PAGE_MS else MISSED for ms in medians])
    axis.axvline(PAGE_MS, color=MISSED, linewidth=1)
    axis.set_xlabel("ms of a page")
    save(figure, "desk")


def main() -> None:
    """Measure, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    times, calls, deletion = asyncio.run(run(options.rounds))
    met = goals(times, calls, deletion)
    result: dict[str, Any] = {
        "method": METHOD,
        "goals": met,
        "pages, ms": {what: spread(seen) for what, seen in times.items()},
        "calls of a page": calls,
    }
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "desk.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(times)
    for goal in met:
        print(goal["what"], goal["goal"], goal["seen"], "met" if goal["met"] else "MISSED")


if __name__ == "__main__":
    main()
