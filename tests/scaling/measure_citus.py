"""What a cluster costs a request: `python -m tests.scaling.measure_citus`, five minutes on a quiet machine.

The same service on one PostgreSQL, on a coordinator with one worker and on one with two, in interleaved rounds: CPU per
request of the service and of all its databases.
"""

import asyncio
import contextlib
import json
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import asyncpg
import psutil

from app.db.distribution import distribute
from app.db.embedded import EmbeddedServer, server_pid
from app.db.migrate import migrate
from tests.database import MIGRATIONS, own_data_dir
from tests.scaling.citus import CitusCluster, running
from tests.scaling.measure import LOAD, _cpu, _lead, _request
from tests.servers import Server
from tests.shops import Shop

ROUNDS, REQUESTS, CONNECTIONS, LEADS = 5, 200, 8, 50
EMBEDDED: list[psutil.Process] = []
Make = Callable[[Shop, str, str], str]
KINDS: dict[str, Make] = {
    "list of 20 leads": lambda shop, _p, _a: _request(
        shop, "GET", f"/internal/leads?store_ids={shop.store_id}&limit=20"
    ),
    "product by id": lambda shop, product, _a: _request(shop, "GET", f"/internal/products/{product}"),
    "new lead": lambda shop, _p, _a: _request(shop, "POST", "/internal/leads/ensure", _lead(shop)),
    "order": lambda shop, product, _a: _request(shop, "POST", "/internal/orders", _order(shop, product)),
    "chat turn": lambda shop, _p, agent: _request(
        shop, "POST", "/chat", {"type": "vendas", "agent_id": agent, "message": "tem meia?"}
    ),
}


def _order(shop: Shop, product: str) -> dict[str, object]:
    items = [{"product_id": product, "quantity": 1}]
    return {"store_id": shop.store_id, "items": items, "payment_method": "cod"}


def main() -> None:
    """Run everything and print the table."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="measure-")))
        cluster = stack.enter_context(running())
        steps = {
            "one server": stack.enter_context(_one_server()),
            "one worker": asyncio.run(_on_workers(cluster, 1)),
            "two workers": asyncio.run(_on_workers(cluster, 2)),
        }
        servers = {name: Server(dsn, folder, JOB_CONCURRENCY="1") for name, dsn in steps.items()}
        for server in servers.values():
            stack.callback(server.stop)
            server.start()
        shops = {name: asyncio.run(_fill(server, steps[name])) for name, server in servers.items()}
        for kind, make in KINDS.items():
            _show(kind, _rounds(servers, shops, make, cluster))


@contextmanager
def _one_server() -> Iterator[str]:
    with own_data_dir() as folder:
        server = EmbeddedServer(folder, durable=False)
        asyncio.run(server.start())
        try:
            asyncio.run(migrate(server.dsn, directory=MIGRATIONS))
            EMBEDDED.append(psutil.Process(server_pid(server.cluster)))
            yield server.dsn
        finally:
            asyncio.run(server.stop())


async def _on_workers(cluster: CitusCluster, workers: int) -> str:
    part = CitusCluster(cluster.user, cluster.nodes[: workers + 1])
    name = f"workers_{workers}"
    await part.create(name)
    await migrate(part.dsn(name), directory=MIGRATIONS)
    await distribute(part.dsn(name), dry_run=False, progress=lambda _: None)
    return part.dsn(name)


async def _fill(server: Server, dsn: str) -> list[tuple[Shop, str, str]]:
    """Two shops with a product and an agent each, on different nodes where there are two."""
    made: dict[int, tuple[Shop, str, str]] = {}
    async with server.auth() as auth:
        for number in range(20):
            body = {"email": f"m{number}@example.com", "name": "Ana"}
            user = (await auth.post("/internal/auth/users", json=body)).json()["id"]
            node = await _node(dsn, user, number)
            if node in made:
                continue
            client = server.as_actor(user)
            await client.post("/internal/company/ensure", json={})
            store = (await client.post("/internal/stores", json={"name": "Loja"})).json()
            shop = Shop(user, client, store["id"])
            for lead in range(LEADS):
                await shop.lead(name=f"Lead {lead}")
            agent = await shop.post("agents", store_id=shop.store_id, name="Ana", type="vendas")
            await shop.post(f"agents/{agent['id']}/toggle-active")
            made[node] = (shop, (await shop.product(name="Meia", price_cents=1990))["id"], agent["id"])
    return list(made.values())[:2]


async def _node(dsn: str, user: str, number: int) -> int:
    connection = await asyncpg.connect(dsn)
    try:
        if not await connection.fetchval("SELECT true FROM pg_extension WHERE extname = 'citus'"):
            return number % 2
        node: int = await connection.fetchval(
            "SELECT groupid FROM pg_dist_placement"
            " WHERE shardid = get_shard_id_for_distribution_column('users', $1::text)",
            user,
        )
        return node
    finally:
        await connection.close()


def _rounds(
    servers: dict[str, Server],
    shops: dict[str, list[tuple[Shop, str, str]]],
    make: Make,
    cluster: CitusCluster,
) -> dict[str, list[tuple[float, float]]]:
    """Microseconds of CPU per request, of the service and of the databases, of each step in each round."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in servers}
    names = list(servers)
    for number in range(ROUNDS + 1):
        for name in names[number % len(names) :] + names[: number % len(names)]:
            here = shops[name]
            order = {
                "port": servers[name].port,
                "connections": CONNECTIONS,
                "requests": [make(*here[n % len(here)]) for n in range(REQUESTS)],
            }
            before = _cpu(servers[name]), _databases(cluster)
            output = subprocess.run(LOAD, input=json.dumps(order) + "\n", capture_output=True, text=True, check=True)
            answer = json.loads(output.stdout)
            assert set(answer["statuses"]) <= {"200", "201"}, answer
            after = _cpu(servers[name]), _databases(cluster)
            if number:  # the first round prepares statements
                service, databases = ((x - y) / REQUESTS * 1e6 for x, y in zip(after, before, strict=True))
                found[name].append((service, databases))
    return found


def _databases(cluster: CitusCluster) -> float:
    """CPU seconds of every server of this run so far: the cluster's nodes and the embedded one."""
    total = 0.0
    for process in [psutil.Process(cluster.pids(node)[0]) for node in range(len(cluster.nodes))] + EMBEDDED:
        times = process.cpu_times()
        total += times.user + times.system + times.children_user + times.children_system
        for child in process.children():
            with contextlib.suppress(psutil.NoSuchProcess):
                times = child.cpu_times()
                total += times.user + times.system
    return total


def _show(kind: str, found: dict[str, list[tuple[float, float]]]) -> None:
    base = next(iter(found.values()))
    for name, values in found.items():
        ratios = [sum(value) / sum(other) for value, other in zip(values, base, strict=True)]
        service, databases = (statistics.median(value[part] for value in values) for part in (0, 1))
        print(
            f"{kind:18} {name:12} service {service:6.0f} µs, databases {databases:6.0f} µs,"
            f" {statistics.median(ratios):.2f}x ({min(ratios):.2f} to {max(ratios):.2f})",
            flush=True,
        )


if __name__ == "__main__":
    main()
