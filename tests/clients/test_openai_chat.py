"""The model client against our fault fake: protocol, JSON mode, faults, deadlines."""

import asyncio
import json
from collections.abc import AsyncIterator

import msgspec
import pytest

from app.clients.http import Transport, open_transport
from app.clients.llm import (
    Completion,
    FunctionCall,
    JsonSchema,
    Message,
    ModelError,
    ModelGarbage,
    ModelRefused,
    ModelRequest,
    ModelUnavailable,
    TextDelta,
    Tool,
    ToolCall,
    ToolFunction,
    complete_json,
)
from app.clients.openai_chat import OpenAIChat
from tests.fakes.llm import FakeModel, Step

ASK = ModelRequest(messages=(Message("system", "be kind"), Message("user", "oi")))
SEARCH = Tool(ToolFunction("search_products", "find", {"type": "object"}))


@pytest.fixture
async def transport() -> AsyncIterator[Transport]:
    opened = open_transport()
    yield opened
    await opened.close()


def client(transport: Transport, fake: FakeModel, timeout_s: float = 3) -> OpenAIChat:
    return OpenAIChat(transport, base_url=fake.base_url + "/", api_key="sk-1", model="m-1", timeout_s=timeout_s)


async def drain(model: OpenAIChat) -> list[TextDelta | Completion]:
    return [item async for item in model.stream(ASK)]


async def test_text_usage_and_model_come_back(transport):
    async with FakeModel([Step("Olá!")]) as fake:
        done = await client(transport, fake).complete(ASK)
    assert (done.text, done.model, done.usage.total_tokens, done.usage.estimated) == ("Olá!", "m-1", 120, False)
    assert fake.requests[0]["messages"] == [
        {"role": "system", "content": "be kind"},
        {"role": "user", "content": "oi"},
    ]
    assert "tools" not in fake.requests[0]


async def test_tool_calls_go_back_verbatim_and_in_order(transport):
    async with FakeModel([Step(calls=[("search_products", {"query": "tênis"})]), Step("pronto")]) as fake:
        model = client(transport, fake)
        first = await model.complete(msgspec.structs.replace(ASK, tools=(SEARCH,)))
        call = first.tool_calls[0]
        assert json.loads(call.function.arguments) == {"query": "tênis"}
        messages = (
            *ASK.messages,
            Message("assistant", first.text or None, first.tool_calls),
            Message("tool", "{}", tool_call_id=call.id),
        )
        assert (await model.complete(ModelRequest(messages=messages))).text == "pronto"
    assert fake.requests[1]["messages"][2]["tool_calls"][0]["function"]["name"] == "search_products"


@pytest.mark.parametrize("told", [None, (-5, 3), (10**12, 3)])
async def test_absent_or_absurd_usage_is_estimated_and_says_so(transport, told):
    async with FakeModel([Step("Olá", usage=told)]) as fake:
        usage = (await client(transport, fake).complete(ASK)).usage
    assert usage.estimated
    assert 10_000 > usage.total_tokens == usage.prompt_tokens + usage.completion_tokens > 2


@pytest.mark.parametrize("usage", [(100, 20), None])
async def test_a_stream_gives_text_then_the_whole_with_interleaved_calls_joined(transport, usage):
    steps = [Step("um dois", calls=[("a", {"x": 1, "y": "á"}), ("b", {"z": [1, 2]})], usage=usage)]
    async with FakeModel(steps) as fake:
        items = [item async for item in client(transport, fake).stream(ASK)]
    texts = [item.text for item in items[:-1] if isinstance(item, TextDelta)]
    whole = items[-1]
    assert isinstance(whole, Completion)
    assert "".join(texts) == whole.text == "um dois "
    assert [(c.function.name, json.loads(c.function.arguments)) for c in whole.tool_calls] == [
        ("a", {"x": 1, "y": "á"}),
        ("b", {"z": [1, 2]}),
    ]
    assert whole.usage.estimated == (usage is None)


async def test_calls_under_one_id_are_told_apart(transport):
    same = [{"id": "x", "type": "function", "function": {"name": name, "arguments": "{}"}} for name in "ab"]
    body = json.dumps({"choices": [{"message": {"content": None, "tool_calls": same}}]})
    async with FakeModel([Step(body=body)]) as fake:
        done = await client(transport, fake).complete(ASK)
    assert [(call.id, call.function.name) for call in done.tool_calls] == [("x_0", "a"), ("x_1", "b")]


@pytest.mark.parametrize("fault", ["hang", "drip", "garbage", "flood", "cut", "reset"])
@pytest.mark.parametrize("streamed", [False, True])
async def test_every_fault_becomes_a_model_error_within_the_deadline(transport, fault, streamed):
    async with FakeModel([Step(fault=fault)]) as fake:
        model = client(transport, fake, timeout_s=1)
        with pytest.raises(ModelError):
            await asyncio.wait_for(drain(model) if streamed else model.complete(ASK), 3)


async def test_a_500_and_a_429_are_retried_and_then_unavailable(transport):
    async with FakeModel([Step(status=500), Step(status=429), Step("enfim")]) as fake:
        assert (await client(transport, fake).complete(ASK)).text == "enfim"
    async with FakeModel([Step(status=429, headers={"Retry-After": "40"})]) as fake:
        with pytest.raises(ModelUnavailable) as refused:
            await client(transport, fake).complete(ASK)
    assert refused.value.retry_after_s == 40
    assert len(fake.requests) == 1


async def test_a_wrong_key_is_a_refusal_asked_once(transport):
    async with FakeModel([Step(status=401)]) as fake:
        with pytest.raises(ModelRefused):
            await client(transport, fake).complete(ASK)
    assert len(fake.requests) == 1


async def test_a_tighter_deadline_of_the_turn_wins(transport):
    async with FakeModel([Step(fault="hang")]) as fake:
        started = asyncio.get_running_loop().time()
        with pytest.raises(ModelUnavailable):
            await client(transport, fake, 30).complete(msgspec.structs.replace(ASK, within_s=0.3))
    assert asyncio.get_running_loop().time() - started < 1


async def test_json_mode_falls_back_to_json_object_and_remembers(transport):
    schema = JsonSchema("lead", {"type": "object"})

    def script(request: dict) -> Step:
        if request["response_format"]["type"] == "json_schema":
            return Step(status=400, body='{"error":{"message":"response_format not supported"}}')
        return Step('{"ok": true}')

    async with FakeModel(script) as fake:
        model = client(transport, fake)
        ask = msgspec.structs.replace(ASK, answer_schema=schema)
        value, _ = await complete_json(model, ask, json.loads)
        assert value == {"ok": True}
        await complete_json(model, ask, json.loads)
    kinds = [request["response_format"]["type"] for request in fake.requests]
    assert kinds == ["json_schema", "json_object", "json_object"]


async def test_json_is_repaired_once_and_then_given_up(transport):
    async with FakeModel([Step("sure! {oops"), Step('```json\n{"a": 1}\n```')]) as fake:
        value, done = await complete_json(client(transport, fake), ASK, json.loads)
    assert value == {"a": 1}
    assert done.usage.total_tokens == 240
    async with FakeModel([Step("nope")]) as fake:
        with pytest.raises(ModelGarbage):
            await complete_json(client(transport, fake), ASK, json.loads)
    assert len(fake.requests) == 2


async def test_a_provider_that_wants_the_newer_name_of_max_tokens_gets_it(transport):
    def script(request: dict) -> Step:
        if "max_tokens" in request:
            return Step(status=400, body='{"error":{"message":"use \'max_completion_tokens\' instead"}}')
        return Step(str(request["max_completion_tokens"]))

    async with FakeModel(script) as fake:
        assert (await client(transport, fake).complete(msgspec.structs.replace(ASK, max_tokens=7))).text == "7"


async def test_arguments_sent_as_an_object_are_read(transport):
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": {"a": 1}}}
    body = json.dumps({"choices": [{"message": {"content": None, "tool_calls": [call]}}]})
    async with FakeModel([Step(body=body)]) as fake:
        done = await client(transport, fake).complete(ASK)
    assert done.tool_calls == (ToolCall("c", FunctionCall("f", '{"a": 1}')),)


async def test_a_client_that_goes_away_closes_the_connection(transport):
    async with FakeModel([Step(fault="hang")]) as fake:
        task = asyncio.create_task(client(transport, fake).complete(ASK))
        await fake.asked.wait()
        task.cancel()
        await asyncio.wait_for(fake.left.wait(), 2)


async def test_check_answers_for_a_live_provider_and_fails_for_a_dead_one(transport):
    async with FakeModel([Step("x")]) as fake:
        await client(transport, fake).check()
    dead = OpenAIChat(transport, base_url="http://127.0.0.1:9/v1", api_key="", model="m", timeout_s=1)
    with pytest.raises(ModelError):
        await dead.check()


@pytest.mark.parametrize("streamed", [False, True])
async def test_content_in_parts_and_a_piece_without_choices_are_read(transport, streamed):
    parts = [{"type": "text", "text": "oi "}, {"type": "text", "text": "tudo bem"}]
    told = {"content": parts}
    body = json.dumps({"choices": [{"message": told, "delta": told, "finish_reason": "stop"}], "model": "m"})
    if streamed:
        body = f'data: {{"choices": null, "model": "m"}}\n\ndata: {body}\n\ndata: [DONE]\n\n'
    async with FakeModel([Step(body=body)]) as fake:
        model = client(transport, fake)
        done = [item async for item in model.stream(ASK)][-1] if streamed else await model.complete(ASK)
        assert isinstance(done, Completion)
        assert done.text == "oi tudo bem"
