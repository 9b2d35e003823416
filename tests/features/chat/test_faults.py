"""A model that hangs, drips, fails or floods, and clients that go away: bounded, released, and nobody else waits."""

import asyncio
import dataclasses

import pytest

from app.db import PoolTimeout
from tests.fakes.llm import FakeModel, Step
from tests.features.chat.conftest import ChatShop
from tests.problems import assert_problem
from tests.servers import Server


@pytest.fixture
def app_settings(app_settings):
    """A small pool and a short deadline: what waits for the model must not hold a connection."""
    return dataclasses.replace(app_settings, db_pool_max=4, llm_timeout_s=1.5)


async def reserved(database) -> int:
    return int(await database.fetchval("SELECT coalesce(sum(reserved_tokens), 0) FROM usage_counters"))


@pytest.mark.parametrize("fault", ["hang", "drip", "garbage", "flood", "cut", "reset"])
@pytest.mark.parametrize("streamed", [False, True])
async def test_every_fault_is_a_bounded_503_that_gives_its_tokens_back(
    chat: ChatShop, script, database, fault: str, streamed: bool
):
    await script([Step(fault=fault)], timeout_s=1.5)
    answer = await asyncio.wait_for(chat.post("oi", stream=streamed), 4)
    if streamed:
        assert '"status":503' in answer.text
    else:
        assert_problem(answer, 503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
    assert await reserved(database) == 0
    assert await database.fetchval("SELECT count(*) FROM messages_history") == 0


async def test_the_deadline_covers_all_calls_of_a_turn_together(chat: ChatShop, script):
    await script([Step("x", calls=[("search_products", {"query": "x"})], delay=0.6)], timeout_s=1.5)
    started = asyncio.get_running_loop().time()
    assert_problem(await chat.post("oi"), 503, "unavailable")
    assert asyncio.get_running_loop().time() - started < 3


async def test_fifty_turns_that_wait_hold_no_connection(chat: ChatShop, script):
    fake = await script([Step(fault="hang")], timeout_s=1.5)
    waiting = [asyncio.create_task(chat.post("oi")) for _ in range(50)]
    await fake.asked.wait()
    await asyncio.sleep(0.3)
    async with asyncio.timeout(1):
        listed = await chat.shop.client.get("/internal/agents", params={"store_id": chat.shop.store_id})
    assert listed.status_code == 200
    assert {answer.status_code for answer in await asyncio.gather(*waiting)} == {503}


async def test_a_500_then_an_answer_is_just_an_answer(chat: ChatShop, script):
    fake = await script([Step(status=500), Step("pronto")])
    assert (await chat.say("oi"))["reply"] == "pronto"
    assert len(fake.requests) == 2


async def test_a_dead_model_is_soon_left_alone(chat: ChatShop, script):
    fake = await script([Step(status=500)])
    answers = [await chat.post("oi") for _ in range(20)]
    assert {answer.status_code for answer in answers} == {503}
    assert len(fake.requests) <= 10


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_client_that_goes_away_ends_the_turn_and_frees_its_tokens(
    chat: ChatShop, dsn, tmp_path, database, streamed: bool
):
    async with FakeModel([Step(fault="hang")]) as fake:
        server = Server(dsn, tmp_path, LLM_BASE_URL=fake.base_url, LLM_MODEL="m", LLM_TIMEOUT_S="30")
        await asyncio.to_thread(server.start)
        try:
            body = {"type": "vendas", "message": "oi", "agent_id": chat.agent_id, "stream": streamed}
            async with server.client() as client:
                task = asyncio.create_task(client.post("/chat", json=body))
                await asyncio.wait_for(fake.asked.wait(), 10)
                assert await reserved(database) > 0
                task.cancel()
            await asyncio.wait_for(fake.left.wait(), 5)
            async with asyncio.timeout(5):
                while await reserved(database):
                    await asyncio.sleep(0.05)
        finally:
            await asyncio.to_thread(server.stop)


async def test_a_database_that_fails_in_the_middle_of_a_stream_ends_it_with_an_error_event(
    chat: ChatShop, script, monkeypatch
):
    async def away(*_: object, **__: object) -> None:
        raise PoolTimeout("no free connection in time")

    await script([Step("oi")])
    monkeypatch.setattr(chat.api.services.q.conversations, "end_turn", away)
    answer = await chat.post("oi", stream=True)
    assert answer.text.rstrip().split("\n\n")[-1].startswith("event: error")
    assert '"status":503' in answer.text
