"""A language model that hangs, drips, fails or floods: chats end in time and nobody else notices."""

import asyncio
import time

import asyncpg

from tests.chaos.stage import Outcome, Shop, Stage, Timed, open_shop, timed
from tests.fakes.llm import FakeModel, Step
from tests.servers import Server

TIMEOUT_S = 3.0
# The turn's own work, and a crowded machine.
MARGIN_S = 2.0
OTHERS_S = 1.0
CHATS = 20
FAULTS = {
    "hangs": Step(fault="hang"),
    "drips": Step(fault="drip"),
    "garbage": Step(fault="garbage"),
    "100 MB": Step(fault="flood"),
    "cut": Step(fault="cut"),
    "500": Step(status=500),
    "429": Step(status=429),
}
_HELD = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'app' AND state LIKE 'idle in transaction%'"


async def break_the_model(stage: Stage) -> Outcome:
    """Twenty chats at once for each fault, and other requests beside them."""
    now = [Step("pronto")]
    async with FakeModel(lambda _: now[0]) as model:
        settings = {"LLM_BASE_URL": model.base_url, "LLM_MODEL": "m", "LLM_TIMEOUT_S": str(TIMEOUT_S)}
        server = await asyncio.to_thread(stage.server(**settings).start)
        shop = await open_shop(server)
        wrong: list[str] = []
        slowest = others = 0.0
        for name, step in FAULTS.items():
            now[0] = step
            chats, beside, held = await _chats(stage, server, shop)
            slowest = max([slowest, *(one.seconds for one in chats)])
            others = max([others, *(one.seconds for one in beside)])
            bad = {one.status for one in chats} - {503}
            wrong += [f"{name}: chats answered {sorted(bad)}"] if bad else []
            wrong += [f"{name}: others answered {sorted({o.status for o in beside} - {200})}"] * any(
                one.status != 200 for one in beside
            )
            wrong += [f"{name}: {held} connections held"] if held else []
        now[0] = Step("pronto")
        wrong += await _recovers(server, shop)
        code = await asyncio.to_thread(server.stop)
    wrong += [f"exit code {code} at the end"] if code else []
    wrong += [f"a chat took {slowest:.1f} s"] if slowest > TIMEOUT_S + MARGIN_S else []
    wrong += [f"another request took {others:.1f} s"] if others > OTHERS_S else []
    seen = f"{', '.join(FAULTS)}: 503 in ≤ {slowest:.1f} s (limit {TIMEOUT_S:.0f} s), others ≤ {others:.2f} s"
    return Outcome("language model broken", seen, wrong)


async def _chats(stage: Stage, server: Server, shop: Shop) -> tuple[list[Timed], list[Timed], int]:
    """How the chats and the requests beside them ended, and how many connections sat in transactions meanwhile."""
    body = {"type": "vendas", "message": "oi", "agent_id": shop.agent_id}
    beside: list[Timed] = []
    async with server.client() as public, server.as_actor(shop.actor_id) as client:
        chats = [asyncio.create_task(timed(public.post("/chat", json=body))) for _ in range(CHATS)]
        await asyncio.sleep(0.5)
        held = 0
        connection = await asyncpg.connect(stage.database.dsn)
        for _ in range(5):
            beside.append(await timed(client.get("/internal/agents", params={"store_id": shop.store_id})))
            # One that lies between two statements is no finding; all five looks must see it.
            held += bool(await connection.fetchval(_HELD))
            await asyncio.sleep(0.05)
        await connection.close()
        return await asyncio.gather(*chats), beside, held // 5


async def _recovers(server: Server, shop: Shop) -> list[str]:
    body = {"type": "vendas", "message": "oi", "agent_id": shop.agent_id}
    deadline = time.monotonic() + 35  # a circuit breaker may wait half a minute
    async with server.client() as public:
        while time.monotonic() < deadline:
            if (await timed(public.post("/chat", json=body))).status == 200:
                return []
            await asyncio.sleep(0.5)
    return ["chats do not recover"]
