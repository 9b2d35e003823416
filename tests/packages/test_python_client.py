"""clients/python against the service: every operation through its method, and what the client adds of its own."""

import base64
import inspect
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from app.db import Database
from app.main import declared_routes
from app.web.replies import EventStream
from app.web.routing import Route
from app.web.scopes import Scope
from clients.python.storefront_client import ApiError, AsyncClient, Client, Delta, Unreachable, types
from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT, WEBHOOK_TOKEN, Api
from tests.servers import Server
from tests.tenancy import requests
from tests.tenancy.seed import Tenant, seed_tenant
from tests.tenancy.slots import endpoint, slots_of

# One white pixel.
DOT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsC/q6QAAAABJRU5ErkJggg==")
TOKENS = {"app_token": APP_TOKEN, "auth_token": AUTH_TOKEN, "webhook_token": WEBHOOK_TOKEN}


async def test_every_app_operation_answers_what_its_types_say(api: Api, database: Database) -> None:
    """The tenancy tests' own requests and full records, through the client's methods; no field of an answer is lost."""
    wrong: list[str] = []
    refused, heard = 0, Heard(api)
    async with AsyncClient("http://test", **TOKENS, retries=0, transport=heard) as client:
        for number, route in enumerate(declared_routes()):
            if route.scope is not Scope.APP or endpoint(route) in requests.NOT_RUN:
                continue
            if EventStream in get_args(route.returns):
                continue  # it does not end
            async with database.transaction() as tx:
                tenant = await seed_tenant(tx, f"tenant-{number}")
                await tx.execute("UPDATE store_payment_settings SET pix_provider_api_key_enc = NULL")
                await tx.execute(
                    "UPDATE store_stock_sync_settings SET outbound_secret_enc = NULL, inbound_secret_enc = NULL"
                )
            try:
                answer = await _call(client.as_actor(tenant.actor_id), route, tenant)
            # Without a card, a body, an ERP: refused by the service. Ids that nobody has mapped fail in tests/tenancy.
            except (ApiError, KeyError):
                refused += 1
                continue
            if isinstance(answer, bytes):  # as it came, no JSON
                assert answer == heard.content, endpoint(route)
            elif lost := _lost(msgspec.to_builtins(answer), heard.json):
                wrong.append(f"{endpoint(route)}: {lost}")
    assert not wrong, "\n".join(wrong)
    assert refused < number / 4


class Heard(httpx.ASGITransport):
    """The application in process; keeps the last answer's content and JSON."""

    content = b""
    json: Any = None

    def __init__(self, api: Api) -> None:
        super().__init__(api.app)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await super().handle_async_request(request)
        self.content = content = await response.aread()
        self.json = (
            json.loads(content) if response.headers.get("content-type", "").endswith(("/json", "+json")) else None
        )
        return response


async def _call(client: AsyncClient, route: Route, tenant: Tenant) -> Any:
    ids = {slot.pointer: slot.of(tenant) for slot in slots_of(route) if slot.place == "path"}
    path = [ids.get(name, "livre") for name, _ in route.path_params]
    keyed = {
        slot.pointer: slot.of(tenant) for slot in slots_of(route) if (slot.place, slot.pointer) == ("query", "store_id")
    }
    keyed |= requests.QUERIES.get(endpoint(route), lambda _: {})(tenant)
    method = getattr(client, route.name)
    body = requests.BODIES.get(endpoint(route), lambda _: {})(tenant)
    if route.body is not None:
        path.append(body)
    if route.form is not None:
        keyed["file"] = ("ponto.png", DOT)
    known = inspect.signature(method).parameters
    return await method(*path, **{name: value for name, value in keyed.items() if name in known})


def _lost(read: Any, said: Any, at: str = "") -> str:
    """The first place where the answer said something that the Struct does not hold."""
    if isinstance(said, dict) and isinstance(read, dict):
        for name, value in said.items():
            key = f"{name}_" if f"{name}_" in read else name
            if key not in read:
                return f"{at}/{name}"
            if found := _lost(read[key], value, f"{at}/{name}"):
                return found
    elif isinstance(said, list) and isinstance(read, list):
        return next((found for one, two in zip(read, said, strict=True) if (found := _lost(one, two, f"{at}/0"))), "")
    elif type(read) is not type(said) and not (isinstance(read, float) and isinstance(said, int)):
        return f"{at} ({read!r} for {said!r})"
    return ""


@pytest.fixture
async def signed_in(api: Api) -> AsyncClient:
    """A client that acts for a new user with a company."""
    client = AsyncClient("http://test", **TOKENS, transport=httpx.ASGITransport(api.app))
    user = await client.create_user(types.CreateUser(email="ana@example.com", name="Ana"))
    client = client.as_actor(user.id)
    await client.ensure_company(types.EnsureCompany(name="Companhia"))
    return client


async def test_a_shop_opens_sells_and_talks(signed_in: AsyncClient) -> None:
    store = await signed_in.create_store(types.CreateStore(name="Loja"))
    rows = [{"name": f"Caneca {n}", "price_cents": 1000 + n, "stock_quantity": 5} for n in range(5)]
    done = await signed_in.upsert_products(types.UpsertProducts(store_id=store.id, items=rows))
    assert done.created == 5

    products = [product async for product in signed_in.iter_products(store_id=store.id, page_size=2)]
    assert sorted(product.name for product in products) == [f"Caneca {n}" for n in range(5)]

    item = types.NewItem(product_id=products[0].id, quantity=2)
    order = types.CreateOrder(store_id=store.id, items=[item], payment_method="cod")
    first = await signed_in.create_order(order, idempotency_key="one")
    assert (await signed_in.create_order(order, idempotency_key="one")).id == first.id
    assert (await signed_in.create_order(order)).id != first.id
    assert first.created_at.tzinfo is not None

    await signed_in.create_agent(types.CreateAgent(store_id=store.id, name="Lia", type="vendas"))
    question = types.ChatRequest(type="vendas", message="tem caneca?", store_id=store.id)
    assert (await signed_in.chat(question)).reply
    async with aclosing(signed_in.chat_stream(question)) as events:
        heard = [event async for event in events]
    assert isinstance(heard[-1], types.ChatAnswer)
    assert "".join(event.text for event in heard if isinstance(event, Delta)) == heard[-1].reply
    await signed_in.aclose()


async def test_a_refusal_is_an_error_with_the_problem(signed_in: AsyncClient) -> None:
    with pytest.raises(ApiError) as refused:
        await signed_in.create_store(types.CreateStore(name=""))
    assert (refused.value.status, refused.value.slug) == (422, "validation")
    assert list(refused.value.errors) == ["/name"]
    with pytest.raises(ApiError) as missing:
        async for _ in signed_in.chat_stream(types.ChatRequest(type="nobody", message="oi")):
            pass
    assert missing.value.status == 404
    with pytest.raises(ValueError, match="app_token"):
        await AsyncClient("http://test").get_company()
    await signed_in.aclose()


def test_the_blocking_client_does_the_same_over_a_socket(server: Server) -> None:
    with Client(server.url, **TOKENS) as client:
        user = client.create_user(types.CreateUser(email="bia@example.com", name="Bia"))
        client = client.as_actor(user.id)
        client.ensure_company(types.EnsureCompany(name="Companhia"))
        store = client.create_store(types.CreateStore(name="Loja"))
        rows = [{"name": f"Caneca {n}", "price_cents": 1000} for n in range(3)]
        client.upsert_products(types.UpsertProducts(store_id=store.id, items=rows))
        assert len(list(client.iter_products(store_id=store.id, page_size=2))) == 3
        question = types.ChatRequest(type="vendas", message="tem caneca?", store_id=store.id)
        assert isinstance(list(client.chat_stream(question))[-1], types.ChatAnswer)
        table = io.BytesIO(b"nome;preco\nCaneca;10,00\n")
        assert client.process_file(("tabela.csv", table), tables=True).format == "csv"
        assert b"http_requests" in client.get_metrics()
        with pytest.raises(ApiError) as missing:
            client.get_store("01990000-0000-7000-8000-000000000000")
        assert missing.value.slug == "not-found"


def _answering(*answers: httpx.Response | Exception) -> tuple[list[httpx.Request], Callable[[httpx.Request], Any]]:
    """A transport's handler that gives these answers in turn, and what it was asked."""
    asked: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        answer = answers[min(len(asked), len(answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    return asked, handle


BUSY = httpx.Response(503, headers={"Retry-After": "0"}, json={"type": "/problems/unavailable", "detail": "busy"})
ORDER = types.CreateOrder(store_id="s", items=[], payment_method="pix")


def test_what_is_safe_is_tried_again() -> None:
    asked, handle = _answering(BUSY, BUSY, httpx.Response(200, json=[]))
    client = Client("http://test", "token", "ana", transport=httpx.MockTransport(handle))
    assert client.list_stores() == []
    assert len(asked) == 3


def test_a_write_is_tried_again_under_one_key_or_not_at_all() -> None:
    asked, handle = _answering(BUSY)
    client = Client("http://test", "token", "ana", transport=httpx.MockTransport(handle))
    with pytest.raises(ApiError):
        client.test_webhook_endpoint("e")
    assert len(asked) == 1
    with pytest.raises(ApiError):
        client.create_order(ORDER)
    assert len(asked) == 4
    assert len({request.headers["idempotency-key"] for request in asked[1:]}) == 1


def test_a_keyed_write_waits_for_its_first_try() -> None:
    problem = {"type": "/problems/conflict", "detail": "still running"}
    running = httpx.Response(409, headers={"Retry-After": "0"}, json=problem)
    taken = httpx.Response(409, json=problem)
    asked, handle = _answering(running, httpx.Response(201, json={"id": "1"}), taken)
    client = Client("http://test", "token", "ana", transport=httpx.MockTransport(handle))
    assert client.request("POST", "/internal/orders", "app", "actor", idempotency_key="k") == {"id": "1"}
    with pytest.raises(ApiError):
        client.request("POST", "/internal/orders", "app", "actor", idempotency_key="k")
    assert len(asked) == 3


def test_a_cut_write_is_unreachable_and_not_repeated() -> None:
    asked, handle = _answering(httpx.ReadError("cut"))
    client = Client("http://test", "token", "ana", transport=httpx.MockTransport(handle))
    with pytest.raises(Unreachable) as cut:
        client.test_webhook_endpoint("e")
    assert (cut.value.status, len(asked)) == (503, 1)


def test_each_call_carries_the_credential_of_its_scope_alone() -> None:
    asked, handle = _answering(httpx.Response(200, json=[]))
    client = Client("http://test", transport=httpx.MockTransport(handle), **TOKENS).as_actor("ana", "bia")
    client.list_stores()
    client.list_public_plans()
    client.list_sessions_by_user("a/b?c")
    sent = [{name for name in request.headers if name.startswith("x-")} for request in asked]
    assert sent == [{"x-internal-token", "x-actor-user-id", "x-acting-user-id"}, set(), {"x-auth-token"}]
    assert asked[2].url.raw_path == b"/internal/auth/sessions/by-user/a%2Fb%3Fc"


def _readmes_example_runs(python: Path | str, server: Server, **environment: str) -> None:
    [example] = re.findall(r"```python\n(.*?)```", (ROOT / "clients/python/README.md").read_text("utf-8"), re.DOTALL)
    with Client(server.url, **TOKENS) as client:
        user = client.create_user(types.CreateUser(email="caio@example.com", name="Caio"))
    told = {"BACKEND_URL": server.url, "INTERNAL_API_TOKEN": APP_TOKEN, "ACTOR": user.id}
    ran = subprocess.run(
        [python, "-c", example],
        env=os.environ | told | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("Caneca azul 3990\n"), ran.stdout


def test_the_readmes_example_runs(server: Server) -> None:
    _readmes_example_runs(sys.executable, server, PYTHONPATH=str(ROOT / "clients/python"))


@pytest.mark.clients
@pytest.mark.timeout(500)
def test_it_installs_from_the_folder_into_a_fresh_environment(server: Server, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    copied = shutil.copytree(ROOT / "clients/python", tmp_path / "client")  # a build leaves a folder beside its sources
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", copied], check=True, timeout=300
    )
    _readmes_example_runs(python, server)
