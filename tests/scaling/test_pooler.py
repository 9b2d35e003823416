"""Two API processes behind a real PgBouncer in transaction mode with fewer sessions than they have connections."""

import asyncio
from collections.abc import Iterator

import asyncpg
import httpx
import pytest

from app.db import Database
from app.db.pooler import missing_limits
from tests.database import DatabaseMaker
from tests.sales import make_order
from tests.scaling.bouncer import PROGRAM, running_bouncer
from tests.servers import Server
from tests.shops import Shop
from tests.waiting import until

pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="pgbouncer is not installed (apt-get install pgbouncer); .ci/run installs it"
)
SESSIONS = 4


@pytest.fixture(scope="module")
def shared(database_maker: DatabaseMaker) -> Iterator[str]:
    """One database for the module: its servers take longer to start than its tests to run."""
    name = database_maker.take()
    yield database_maker.dsn(name)
    database_maker.drop(name)


@pytest.fixture(scope="module")
def pooler(shared: str) -> Iterator[str]:
    with running_bouncer(shared, SESSIONS) as address:
        yield address


@pytest.fixture(scope="module")
def servers(shared: str, pooler: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Server]]:
    settings = {"DATABASE_DIRECT_URL": shared, "DATABASE_PREPARE": "0"}
    running: list[Server] = []
    try:
        for _ in range(2):
            running.append(Server(pooler, tmp_path_factory.mktemp("server"), **settings).start())
        yield running
    finally:
        for server in running:
            server.stop()


async def sign_up(server: Server) -> Shop:
    async with server.auth() as auth:
        user = (await auth.post("/internal/auth/users", json={"email": "a@example.com", "name": "Ana"})).json()["id"]
    client = server.as_actor(user)
    assert (await client.post("/internal/company/ensure", json={})).status_code == 201
    store = (await client.post("/internal/stores", json={"name": "Loja"})).json()
    return Shop(user, client, store["id"])


async def test_a_shop_lives_behind_a_pooler(servers: list[Server]) -> None:
    shop = await sign_up(servers[0])
    product = await shop.product(name="Tênis azul", price_cents=9990, stock_quantity=100, sku="T1")
    agent = await shop.post("agents", store_id=shop.store_id, name="Ana", type="vendas")
    await shop.post(f"agents/{agent['id']}/toggle-active")
    orders = await asyncio.gather(*(make_order(shop, [(product["id"], 1)], key=f"key-{n}") for n in range(30)))
    again = await make_order(shop, [(product["id"], 1)], key="key-7")
    assert again["id"] == orders[7]["id"]
    body = {"type": "vendas", "agent_id": agent["id"], "message": "quero um tênis azul"}
    async with servers[1].client() as public:
        replies = await asyncio.gather(*(public.post("/chat", json=body) for _ in range(30)))
        health = (await public.get("/health")).json()
    assert {reply.status_code for reply in replies} == {200}
    assert all("Tênis azul" in reply.json()["reply"] for reply in replies)
    assert health["status"] == "ok"
    lists = [
        servers[number % 2].as_actor(shop.id).get("/internal/orders", params={"store_ids": shop.store_id})
        for number in range(40)
    ]
    assert {answer.json()["total"] for answer in await asyncio.gather(*lists)} == {30}
    await indexed(shop)


async def indexed(shop: Shop) -> None:
    """The job that embeds the product has run: jobs, their NOTIFY and vectors pass the pooler, too."""

    async def done() -> bool:
        found = await shop.client.get("/internal/products", params={"store_id": shop.store_id})
        return bool(found.json()["items"][0]["embedding_status"] == "ready")

    await until(done)


async def test_a_session_ends_in_the_other_process(servers: list[Server]) -> None:
    first, second = servers[0].auth(), servers[1].auth()
    user = (await first.post("/internal/auth/users", json={"email": "b@example.com", "name": "Ana"})).json()
    body = {"user_id": user["id"], "token": "t" * 32, "expires_at": "2099-01-01T00:00:00Z"}
    made = await first.post("/internal/auth/sessions", json=body)
    assert made.status_code == 201, made.text
    for _ in range(3):
        assert (await second.get(f"/internal/auth/sessions/by-token/{'t' * 32}")).status_code == 200
    assert (await first.delete(f"/internal/auth/sessions/{made.json()['id']}")).status_code == 204

    async def gone() -> bool:
        answer: httpx.Response = await second.get(f"/internal/auth/sessions/by-token/{'t' * 32}")
        return answer.status_code == 404

    await until(gone, seconds=1)


async def test_the_limits_that_the_role_lacks_are_named(shared: str, pooler: str) -> None:
    through = await Database.connect(pooler, max_size=2, pooled=True, keep_prepared=False)
    wanted = await missing_limits(through)
    assert "ALTER ROLE app SET statement_timeout = '5s'" in wanted
    await through.close()
    # Set for the database and not for the role, which all tests share.
    direct = await asyncpg.connect(shared)
    database = await direct.fetchval("SELECT current_database()")
    for statement in wanted:
        await direct.execute(statement.replace("ROLE app", f"DATABASE {database}"))
    await direct.close()
    fresh = await Database.connect(shared, max_size=1, pooled=True)
    assert await missing_limits(fresh) == []
    await fresh.close()


async def test_a_pooler_without_prepared_statements_needs_the_setting(pooler: str) -> None:
    """What DATABASE_PREPARE=0 is for: this PgBouncer mixes up the statements of its clients."""

    async def ask(through: Database, number: int) -> int:
        # A transaction moves the connection to whichever session is free.
        async with through.transaction() as tx:
            await tx.fetchval("SELECT pg_sleep(0.01)")
            return int(await tx.fetchval(f"SELECT {number}"))

    async def ask_at_once() -> None:
        # Opening the pool prepares statements, too, and other clients' sessions are still in use.
        through = await Database.connect(pooler, max_size=8, pooled=True)
        try:
            await asyncio.gather(*(ask(through, number) for number in range(64)))
        finally:
            await through.close()

    mixed_up = (asyncpg.DuplicatePreparedStatementError, asyncpg.InvalidSQLStatementNameError)
    with pytest.raises(mixed_up):
        await ask_at_once()
