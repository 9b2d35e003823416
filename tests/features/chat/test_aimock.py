"""The chat against an independent mock of Chat Completions (npm @copilotkit/aimock): it knows nothing of our code."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.clients.http import open_transport
from app.clients.openai_chat import OpenAIChat
from tests.fakes.llm import check_order
from tests.features.chat.conftest import ChatShop
from tests.servers import free_port

pytestmark = [
    pytest.mark.clients,
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
]
PACKAGE = "@copilotkit/aimock@1.43.0"
FIXTURES = [
    {
        "match": {"userMessage": "tem camiseta", "hasToolResult": False},
        "response": {
            "toolCalls": [{"name": "search_products", "arguments": json.dumps({"query": "camiseta", "limit": 3})}]
        },
    },
    {
        "match": {"userMessage": "tem camiseta", "hasToolResult": True},
        "response": {
            "content": "Temos a Camiseta Básica Algodão por R$ 39,90.",
            "usage": {"prompt_tokens": 321, "completion_tokens": 12, "total_tokens": 333},
        },
    },
    {"match": {"userMessage": "Conversa:"}, "response": {"content": json.dumps({"name": None})}},
    {"match": {"userMessage": "oi"}, "response": {"content": "Olá! Como posso ajudar você hoje?"}},
]


@dataclass
class Mock:
    """The running mock."""

    url: str

    async def journal(self) -> list[dict[str, Any]]:
        """The requests it has had, oldest first."""
        async with httpx.AsyncClient() as client:
            entries: list[dict[str, Any]] = (await client.get(f"{self.url}/__aimock/journal")).json()
        return [entry for entry in entries if "chat/completions" in str(entry.get("path"))]

    async def chaos(self, **rates: float) -> None:
        """Make it misbehave from now on."""
        async with httpx.AsyncClient() as client:
            (await client.post(f"{self.url}/__aimock/chaos", json=rates)).raise_for_status()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("aimock")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", PACKAGE]
    subprocess.run(command, cwd=folder, check=True, timeout=240)
    return folder


@pytest.fixture
async def mock(installed: Path, tmp_path: Path, chat: ChatShop) -> AsyncIterator[Mock]:
    """The mock, and the service talking to it."""
    (tmp_path / "fixtures.json").write_text(json.dumps({"fixtures": FIXTURES}))
    port = free_port()
    program = installed / "node_modules" / ".bin" / "llmock"
    process = await asyncio.create_subprocess_exec(
        str(program), "-p", str(port), "-h", "127.0.0.1", "-f", str(tmp_path / "fixtures.json"), "--log-level", "silent"
    )
    url = f"http://127.0.0.1:{port}"
    transport = open_transport()
    try:
        async with httpx.AsyncClient() as client:
            for _ in range(200):
                try:
                    await client.get(f"{url}/__aimock/health")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        chat.api.services.llm = OpenAIChat(
            transport, base_url=f"{url}/v1", api_key="sk-test", model="gpt-4o-mini", timeout_s=10
        )
        yield Mock(url)
    finally:
        await transport.close()
        process.terminate()
        await process.wait()


@pytest.mark.parametrize("streamed", [False, True])
async def test_a_turn_with_a_tool_reads_well_and_keeps_the_protocol(chat: ChatShop, mock: Mock, streamed: bool):
    answer = await chat.post("tem camiseta?", stream=streamed)
    assert answer.status_code == 200, answer.text
    told = json.loads(answer.text.rsplit("data: ", 1)[1]) if streamed else answer.json()
    assert told["reply"] == "Temos a Camiseta Básica Algodão por R$ 39,90."
    assert [(run["name"], run["ok"]) for run in told["tool_calls"]] == [("search_products", True)]
    assert [card["price_cents"] for card in told["products"]] == [3990]
    assert told["usage"]["total_tokens"] >= 333
    assert not told["usage"]["estimated"]
    journal = await mock.journal()
    assert len(journal) == 2
    for entry in journal:
        check_order(entry["body"]["messages"])


async def test_chaos_ends_in_a_bounded_503(chat: ChatShop, mock: Mock):
    assert (await chat.say("oi"))["reply"].startswith("Olá!")
    for rates in ({"disconnectRate": 1.0}, {"malformedRate": 1.0}, {"dropRate": 1.0}):
        await mock.chaos(**rates)
        answer = await asyncio.wait_for(chat.post("oi"), 12)
        assert answer.status_code == 503, (rates, answer.text)


async def test_lead_extraction_asks_for_json(chat: ChatShop, mock: Mock):
    body = {"messages": [{"role": "user", "content": "meu nome é Ana"}]}
    answer = await chat.api.public.post("/extract-lead", json=body)
    assert answer.status_code == 200, answer.text
    assert (await mock.journal())[-1]["body"]["response_format"]["type"] == "json_schema"
