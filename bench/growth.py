"""What a request costs as the data grows: orders, products, leads and messages of one company, from few to 100,000.

Usage: python -m bench.growth [--rounds 5] [--requests 8]. Routes are grown in crud, concurrent chats in chat.
Writes bench/results/growth.json and growth.png.
"""

import argparse
import asyncio
import http.client
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import psutil
from matplotlib.ticker import FuncFormatter, LogLocator

from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from bench.crud_rows import APP, JSON_TYPE
from bench.crud_servers import Request, Server, running
from bench.goals import Goal, at_most, spread
from bench.growth_rows import Company
from bench.plots import MISSED, RESULTS, panels, save

SIZES = {
    "orders": (10, 1_000, 100_000), "products": (100, 10_000, 100_000), "leads": (10, 1_000, 100_000),
    "messages": (10, 1_000, 100_000),
}  # fmt: skip
METHOD = (
    "A company of its own for each size, all in one database, filled by SQL with the triggers at work and vacuumed. One"
    " connection asks the running service, one request after the other; each round visits every size. A goal bounds the"
    " CPU time of service and PostgreSQL together at the largest size over that at the smallest (100,000 against 10, of"
    " products 100)."
)
COLOURS = ("#2b6cb0", "#2f855a", "#b7791f", "#6b46c1", "#0987a0", "#97266d", "#4a5568", "#744210")
COST = ("wall, ms", "service CPU, ms", "database CPU, ms")
TEN = "at the smallest size it has 10 rows"
COUNTED = "the exact total is counted in an index"
Make = Callable[[Company, int], Request]


@dataclass
class Curve:
    """A request whose cost is watched, and how much dearer it may become from the smallest size to the largest."""

    what: str
    make: Make
    limit: float
    note: str = ""
    # By size: a figure a round, of each of COST.
    seen: dict[int, dict[str, list[float]]] = field(default_factory=dict)

    def cpu(self, size: int) -> list[float]:
        """Milliseconds of service and database together, a figure a round."""
        return [own + its for own, its in zip(self.seen[size][COST[1]], self.seen[size][COST[2]], strict=True)]


def get(path: Callable[[Company, int], str]) -> Make:
    return lambda company, number: Request("GET", path(company, number), APP | {"X-Actor-User-Id": company.actor})


def post(path: str, body: Callable[[Company, int], Any]) -> Make:
    def make(company: Company, number: int) -> Request:
        headers = APP | {"X-Actor-User-Id": company.actor} | JSON_TYPE
        return Request("POST", path, headers, json.dumps(body(company, number)).encode())

    return make


def _change(company: Company, number: int) -> dict[str, Any]:
    """A hundred products that are there, each with a price and a stock it did not have."""
    items = [
        {"external_id": f"E{n}", "price_cents": 5_000 + number, "stock_quantity": 100 + number} for n in range(1, 101)
    ]
    return {"store_id": str(company.store), "items": items}


def _order(company: Company, number: int) -> dict[str, Any]:
    item = {"product_id": str(company.products[number % len(company.products)]), "quantity": 1}
    return {"store_id": str(company.store), "lead_id": str(company.lead), "payment_method": "cod", "items": [item]}


def _message(company: Company, number: int) -> dict[str, Any]:
    return {"lead_id": str(company.lead), "role": "user", "content": f"Mensagem {number}"}


def curves() -> dict[str, list[Curve]]:
    """What is asked, by what grows."""
    return {
        "orders": [
            Curve("list of 50", get(lambda c, _: f"/internal/orders?store_ids={c.store}&limit=50"), 2.0, TEN),
            Curve("detail", get(lambda c, n: f"/internal/orders/{c.orders[n % len(c.orders)]}"), 1.5),
            Curve("statistics", get(lambda c, _: f"/internal/orders/stats/{c.store}"), 1.5),
            Curve("dashboard", get(lambda c, _: f"/internal/dashboard/{c.store}"), 3.0, "hourly totals of 31 days"),
        ],
        "products": [
            Curve("list of 50", get(lambda c, _: f"/internal/products?store_id={c.store}&limit=50"), 1.5),
            Curve("q: 10 match", get(lambda c, _: f"/internal/products?store_id={c.store}&q=turquesa&limit=10"), 2.0),
            Curve(
                "q: an eighth match", get(lambda c, _: f"/internal/products?store_id={c.store}&q=camiseta&limit=10"),
                1000, "all matches are ranked and counted",
            ),
            Curve("batch-upsert of 100", post("/internal/products/batch-upsert", _change), 1.5),
            Curve("order of one", post("/internal/orders", _order), 1.5),
        ],
        "leads": [
            Curve("list of 50", get(lambda c, _: f"/internal/leads?store_ids={c.store}&limit=50"), 2.0, TEN),
            Curve("detail", get(lambda c, _: f"/internal/leads/{c.lead}"), 1.5),
            Curve("dashboard", get(lambda c, _: f"/internal/dashboard/{c.store}"), 2.0),
        ],
        "messages": [
            Curve("list of 50", get(lambda c, _: f"/internal/messages?lead_id={c.lead}&limit=50"), 10, COUNTED),
            Curve("insert", post("/internal/messages", _message), 1.5),
        ],
    }  # fmt: skip


class Meter:
    """Asks one server, and reads what its process and the database's have used."""

    def __init__(self, server: Server, database: psutil.Process) -> None:
        self._server, self._database = server, database
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def ask(self, requests: list[Request]) -> dict[str, float]:
        """COST of one of these requests, milliseconds: the median of the wall times, the mean of the CPU times."""
        walls, before = [], (self._server.cpu_us(), self._database_us())
        for request in requests:
            started = time.perf_counter()
            self._connection.request(request.method, request.path, request.body or None, request.headers)
            answer = self._connection.getresponse()
            content = answer.read()
            walls.append((time.perf_counter() - started) * 1000)
            if answer.status not in (200, 201):
                raise RuntimeError(f"{request.method} {request.path}: {answer.status} {content[:300]!r}")
        after = self._server.cpu_us(), self._database_us()
        used = [(late - early) / 1000 / len(requests) for early, late in zip(before, after, strict=True)]
        return dict(zip(COST, (statistics.median(walls), *used), strict=True))

    def _database_us(self) -> float:
        """CPU microseconds of all processes of the database that live."""
        total = 0
        for process in [self._database, *self._database.children()]:
            try:
                total += int(Path(f"/proc/{process.pid}/schedstat").read_text("ascii").split()[0])
            except OSError:  # ended meanwhile
                continue
        return total / 1000


def measure(
    meter: Meter, companies: dict[str, list[Company]], found: dict[str, list[Curve]], rounds: int, requests: int
) -> None:
    """Visit every size of every curve once a round, after a visit that is not counted but tells all that is refused."""
    number = 0
    for turn in range(rounds + 1):
        refused: list[Exception] = []
        for what, of_one in found.items():
            for curve in of_one:
                for company in companies[what]:
                    asked = [curve.make(company, number + n) for n in range(requests)]
                    number += requests
                    try:
                        costs = meter.ask(asked)
                    except RuntimeError as error:
                        refused.append(error)
                        continue
                    for name, value in costs.items() if turn else ():
                        curve.seen.setdefault(company.size, {}).setdefault(name, []).append(value)
        if refused:
            raise ExceptionGroup("refused", refused)


@asynccontextmanager
async def filled(folder: Path, sizes: Mapping[str, tuple[int, ...]], *, durable: bool = True) -> Any:
    """A database with a company of each size: (dsn, its process, the companies by what grows)."""
    companies = {what: [Company(size, f"{what}{size}") for size in of_one] for what, of_one in sizes.items()}
    async with EmbeddedServer(folder / "db", durable=durable) as database:
        await migrate(database.dsn)
        async with asyncpg.create_pool(database.dsn, min_size=1, max_size=2) as pool, asyncio.TaskGroup() as group:
            for what in sorted(companies, key=lambda what: what != "products"):  # they take longest
                group.create_task(_fill(pool, what, companies[what]))
        db = await asyncpg.connect(database.dsn)
        await db.execute("VACUUM ANALYZE")
        await db.close()
        pid = int((folder / "db").rglob("postmaster.pid").__next__().read_text("ascii").split()[0])
        yield database.dsn, psutil.Process(pid), companies


async def _fill(pool: asyncpg.Pool, what: str, companies: list[Company]) -> None:
    async with pool.acquire() as db:
        for company in companies:
            await company.make(db, what)


async def run(
    found: dict[str, list[Curve]],
    sizes: Mapping[str, tuple[int, ...]],
    rounds: int,
    requests: int,
    *,
    durable: bool = True,
) -> float:
    """Fill a database and measure the curves; the seconds that the filling took."""
    with tempfile.TemporaryDirectory(prefix="bench-growth-") as name:
        folder = Path(name)
        os.chmod(folder, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        started = time.monotonic()
        async with filled(folder, sizes, durable=durable) as (dsn, database, companies):
            took = time.monotonic() - started
            with running("ours", dsn, folder / "statements.json") as server:
                measure(Meter(server, database), companies, found, rounds, requests)
                return took


def goals(found: dict[str, list[Curve]], sizes: Mapping[str, tuple[int, ...]]) -> Iterator[Goal]:
    """CPU at the largest size over that at the smallest, round by round."""
    for what, of_one in found.items():
        for curve in of_one:
            small, large = [curve.cpu(size) for size in (sizes[what][0], sizes[what][-1])]
            ratios = [b / a for a, b in zip(small, large, strict=True)]
            yield at_most(f"more {what}: {curve.what}", curve.limit, ratios, unit="times", note=curve.note)


def plot(found: dict[str, list[Curve]], met: dict[str, bool]) -> None:
    """A panel for each thing that grows."""
    figure, axes = panels(len(found), 13, 3.6)
    for axis, (what, of_one) in zip(axes, found.items(), strict=True):
        for number, curve in enumerate(of_one):
            costs = [spread(curve.cpu(size)) for size in SIZES[what]]
            good = met[f"more {what}: {curve.what}"]
            colour = COLOURS[number] if good else MISSED
            label = curve.what if good else f"{curve.what} (too steep)"
            axis.plot(SIZES[what], [x["median"] for x in costs], "o-" if good else "o--", color=colour, label=label)
            lows, highs = [x["range"][0] for x in costs], [x["range"][1] for x in costs]
            axis.fill_between(SIZES[what], lows, highs, color=colour, alpha=0.12)
        axis.set_xscale("log")
        axis.set_yscale("log")
        axis.set_xticks(SIZES[what], [f"{size:,}" for size in SIZES[what]])
        axis.minorticks_off()
        axis.yaxis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
        axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        low, high = axis.get_ylim()
        axis.set_ylim(low, high * (high / low) ** 0.35)
        axis.set_title(f"{what} of one company")
        axis.legend(fontsize=7.5, loc="upper left")
    axes[0].set_ylabel("CPU of a request, ms (service + database)")
    save(figure, "growth")


def main() -> None:
    """Measure, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, default=8)
    options = parser.parse_args()
    found = curves()
    took = asyncio.run(run(found, SIZES, options.rounds, options.requests))
    met = list(goals(found, SIZES))
    write("growth", METHOD, found, met, took)
    plot(found, {goal["what"]: goal["met"] for goal in met})


def write(name: str, method: str, found: dict[str, list[Curve]], met: list[Goal], took: float) -> None:
    """Write bench/results/<name>.json and print the goals."""
    result: dict[str, Any] = {"method": method, "goals": met, "filling the database took, s": took}
    for what, of_one in found.items():
        for cost in COST:
            result[f"{what} of one company: {cost}"] = {
                curve.what: {f"{size:,}": spread(seen[cost]) for size, seen in curve.seen.items()} for curve in of_one
            }
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for goal in met:
        print(goal["what"], goal["goal"], goal["seen"], "met" if goal["met"] else "MISSED")


if __name__ == "__main__":
    main()
