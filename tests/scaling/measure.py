"""What each step of docs/scaling.md costs a request: `python -m tests.scaling.measure`, two minutes on a quiet machine.

One pair of databases, one service per step, interleaved rounds: CPU of the service's own processes per request (the
databases and the pooler not counted), and how long it takes until the replica has an actor's write.
"""

import asyncio
import base64
import json
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil

from app.db.listen import Listener
from app.db.pool import Database
from app.db.queries import load_queries
from app.db.replica import CHANNEL, Replica
from app.paths import SQL_DIR
from tests.api import APP_TOKEN
from tests.scaling.bouncer import PROGRAM, running_bouncer
from tests.scaling.pair import Pair, running_pair
from tests.servers import Server
from tests.shops import Shop
from tests.waiting import until

ROUNDS, REQUESTS, CONNECTIONS, LEADS, SESSIONS = 7, 1000, 16, 200, 8
LOAD = [sys.executable, "-m", "bench.crud_load"]


def main() -> None:
    """Run everything and print the table."""
    with ExitStack() as stack:
        pair = stack.enter_context(running_pair())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="measure-")))
        steps = {
            "one process": Server(pair.dsn, folder),
            "with a replica": Server(pair.dsn, folder, DATABASE_READ_URL=pair.read_dsn),
        }
        if PROGRAM is not None:
            pooler = stack.enter_context(running_bouncer(pair.dsn, SESSIONS))
            pooled = {"DATABASE_DIRECT_URL": pair.dsn, "DATABASE_PREPARE": "0"}
            steps["behind PgBouncer"] = Server(pooler, folder, **pooled)
        for server in steps.values():
            stack.callback(server.stop)
            server.start()
        shop, product_id = asyncio.run(_fill(steps["one process"]))
        leads = f"/internal/leads?store_ids={shop.store_id}&limit=20"
        for kind, make in {
            "list of 20 leads": lambda: _request(shop, "GET", leads),
            "product by id": lambda: _request(shop, "GET", f"/internal/products/{product_id}"),
            "new lead": lambda: _request(shop, "POST", "/internal/leads/ensure", _lead(shop)),
        }.items():
            _show(kind, _rounds(steps, make))
        waits = sorted(asyncio.run(_waits(pair)))
        print(f"replica has a write: median {statistics.median(waits):.1f} ms, 95 of 100 in {waits[94]:.1f} ms")


async def _fill(server: Server) -> tuple[Shop, str]:
    async with server.auth() as auth:
        user = (await auth.post("/internal/auth/users", json={"email": "m@example.com", "name": "Ana"})).json()["id"]
    async with server.as_actor(user) as client:
        await client.post("/internal/company/ensure", json={})
        store = (await client.post("/internal/stores", json={"name": "Loja"})).json()
        shop = Shop(user, client, store["id"])
        for number in range(LEADS):
            await shop.lead(name=f"Lead {number}")
        return shop, (await shop.product(name="Meia", price_cents=1990))["id"]


def _lead(shop: Shop) -> dict[str, str]:
    return {"store_id": shop.store_id, "channel": "web", "external_id": f"m{time.monotonic_ns()}"}


def _request(shop: Shop, method: str, path: str, body: object = None) -> str:
    content = json.dumps(body) if body else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: m\r\nX-Internal-Token: {APP_TOKEN}\r\nX-Actor-User-Id: {shop.id}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n{content}"
    )
    return base64.b64encode(head.encode()).decode()


def _rounds(steps: dict[str, Server], make: Any) -> dict[str, list[float]]:
    """Microseconds of CPU per request, of each step in each round."""
    found: dict[str, list[float]] = {name: [] for name in steps}
    names = list(steps)
    for number in range(ROUNDS + 1):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            order = {
                "port": steps[name].port,
                "connections": CONNECTIONS,
                "requests": [make() for _ in range(REQUESTS)],
            }
            before = _cpu(steps[name])
            answer = subprocess.run(LOAD, input=json.dumps(order) + "\n", capture_output=True, text=True, check=True)
            statuses = json.loads(answer.stdout)["statuses"]
            assert set(statuses) <= {"200", "201"}, statuses
            assert sum(statuses.values()) == REQUESTS, statuses
            if number:  # the first round prepares statements
                found[name].append((_cpu(steps[name]) - before) / REQUESTS * 1e6)
    return found


def _cpu(server: Server) -> float:
    assert server.process is not None
    times = psutil.Process(server.process.pid).cpu_times()
    return float(times.user + times.system)


def _show(kind: str, found: dict[str, list[float]]) -> None:
    base = next(iter(found.values()))
    for name, values in found.items():
        ratios = [value / other for value, other in zip(values, base, strict=True)]
        print(
            f"{kind:18} {name:18} {statistics.median(values):6.0f} µs ({min(values):.0f} to {max(values):.0f}),"
            f" {statistics.median(ratios):.2f}x ({min(ratios):.2f} to {max(ratios):.2f})",
            flush=True,
        )


async def _waits(pair: Pair) -> list[float]:
    """Milliseconds from a commit until its actor reads from the replica, a hundred times."""
    primary = await Database.connect(pair.dsn, max_size=2)
    queries = load_queries(SQL_DIR)
    replica = Replica(pair.read_dsn, primary, queries, pool_max=2, count=lambda _: None)
    listener = Listener(pair.dsn)
    listener.on(CHANNEL, replica.heard, replica.listening)
    await listener.start()
    await replica.start()
    await until(lambda: replica.reader("a") is not None)
    waits = []
    for number in range(100):
        await primary.execute("UPDATE plans SET sort_order = sort_order WHERE slug = 'free'")
        started = time.perf_counter()
        await replica.wrote("a")
        while replica.reader("a") is None:
            await asyncio.sleep(0.0005)
        waits.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(0.003 * (number % 10))
    await replica.stop()
    await listener.stop()
    await primary.close()
    return waits


if __name__ == "__main__":
    main()
