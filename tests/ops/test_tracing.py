"""One trace leads from a caller's request through query, tool and model call to the job it caused."""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from app.clients.http import Call, Outbound, Policy
from app.context import WorkCtx
from app.features.caller import Caller, act
from app.features.quota import service as quota
from app.ops import tracing
from app.settings import Settings
from tests.api import ROOT
from tests.features.webhooks import listen, receiving
from tests.sales import add_product
from tests.waiting import until

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
TRACEPARENT = {"traceparent": f"00-{TRACE}-{PARENT}-01"}


@pytest.fixture
def spans():
    """What was traced, while somebody looks."""
    exporter = InMemorySpanExporter()
    tracing.start(Settings(), exporter)
    yield exporter
    tracing.stop()


@pytest.fixture
def app_settings(app_settings, spans):
    """The application is made while somebody looks."""
    return replace(app_settings, allow_private_outbound=True, job_concurrency=2)


def tree(exporter):
    """Name of each span of our trace: name of its parent (None: the caller's)."""
    ours = [span for span in exporter.get_finished_spans() if f"{span.context.trace_id:032x}" == TRACE]
    names = {span.context.span_id: span.name for span in ours}
    return {span.name: names.get(span.parent.span_id) if span.parent else "" for span in ours}


async def test_a_trace_leads_from_the_request_to_the_job_it_caused(api, spans, capfd):
    body = {"to": "ana@example.com", "reset_url": "http://127.0.0.1:8001/reset?token=very-secret"}
    headers = TRACEPARENT | {"X-Request-Id": "r-17"}
    answer = await api.webhook.post("/internal/email/send-reset-password", json=body, headers=headers)
    assert answer.status_code == 202
    await api.run_jobs()
    await until(lambda: "job send_link_mail" in tree(spans))
    found = tree(spans)
    request = "POST /internal/email/send-reset-password"
    assert found[request] is None
    assert found["jobs.enqueue_jobs"] == request
    assert found["job send_link_mail"] == request
    told = str([(span.name, dict(span.attributes)) for span in spans.get_finished_spans()])
    assert "very-secret" not in told
    assert "ana@example.com" not in told
    jobs = [json.loads(line) for line in capfd.readouterr().err.splitlines() if '"request_id":"r-17"' in line]
    assert {line["event"] for line in jobs} >= {"request"}


async def test_a_webhook_is_sent_in_the_trace_of_what_it_tells(api, shop, spans, database):
    with receiving() as receiver:
        await listen(shop, receiver, "order.created")
        product = await add_product(database, shop.store_id, stock=5)
        order = {"store_id": shop.store_id, "items": [{"product_id": product, "quantity": 1}], "payment_method": "cod"}
        answer = await shop.client.post("/internal/orders", json=order, headers=TRACEPARENT)
        assert answer.status_code == 201
        await until(lambda: "deliver webhook" in tree(spans), seconds=30)  # it ends after the call within
        found = tree(spans)
        assert found["deliver webhook"] == "POST /internal/orders"
        assert found["POST webhooks"] == "deliver webhook"


async def test_what_an_agent_does_for_a_company_is_told_in_its_trace(api, shop, spans, database):
    ctx = WorkCtx(api.services)
    with tracing.span("turn") as turn:
        async with ctx.transaction() as tx:
            await act(ctx, tx, Caller(company_id=shop.id, kind="agent"), "chat.create_order")
            await ctx.q.events.add_event(
                tx, company_id=shop.id, store_id=shop.store_id, type="order.created", subject_id="1", data="{}"
            )
    told = await database.fetchval("SELECT traceparent FROM events WHERE company_id = $1", shop.id)
    assert told.split("-")[1:3] == [f"{turn.context.trace_id:032x}", f"{turn.context.span_id:016x}"]


async def test_tokens_are_set_aside_by_one_statement(api, shop, spans):
    known = await quota.standing_of(api.services, shop.id)
    spans.clear()
    assert isinstance(await quota.reserve(api.services, shop.id, wanted=10, least=10, known=known), quota.Reservation)
    await asyncio.sleep(0)  # a statement is told of right after it
    asked = [span.name for span in spans.get_finished_spans() if span.name.startswith("quota.")]
    assert asked == ["quota.reserve_tokens"]


async def test_a_tool_of_a_chat_is_a_span_of_its_request(api, spans):
    user = await api.create_user()
    actor = api.as_actor(user["id"])
    await actor.post("/internal/company/ensure", json={})
    store = (await actor.post("/internal/stores", json={"name": "Loja"})).json()["id"]
    items = [{"name": "Camiseta azul", "price_cents": 5000, "stock_quantity": 3}]
    await actor.post("/internal/products/batch-upsert", json={"store_id": store, "items": items})
    chat = {"type": "vendas", "message": "tem camiseta?", "store_id": store}
    answer = await api.public.post("/chat", json=chat, headers=TRACEPARENT)
    assert answer.status_code == 200, answer.text
    found = tree(spans)
    tools = [name for name in found if name.startswith("tool ")]
    assert tools == [f"tool {answer.json()['tool_calls'][0]['name']}"]
    assert found[tools[0]] == "POST /chat"


async def test_a_call_to_a_third_party_carries_the_trace(spans):
    seen = []

    class Listening:
        async def open(self, call, _policy):
            seen.append(call.headers["traceparent"])
            raise ConnectionError

    out = Outbound(Listening(), Policy(name="pixprovider", tries=1))
    with tracing.span("outer", parent=TRACEPARENT["traceparent"]), pytest.raises(ConnectionError):
        await out.send(Call(method="GET", url="http://pix.test/"))
    assert re.fullmatch(f"00-{TRACE}-[0-9a-f]{{16}}-01", seen[0])
    assert tree(spans)["GET pixprovider"] == "outer"


async def test_what_a_caller_says_beside_its_trace_goes_on_with_it_but_no_baggage(spans):
    said = TRACEPARENT | {"tracestate": "vendor=1", "baggage": "customer=ana"}
    with tracing.span("outer", parent=said):
        carried = tracing.carried()
    assert carried["tracestate"] == "vendor=1"
    assert set(carried) == {"traceparent", "tracestate"}
    with tracing.span("next"):
        assert TRACE not in str(tracing.carried())


_CARRIED = """
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from app.ops import tracing
from app.settings import load_settings
settings = load_settings()
tracing.start(settings, None if settings.otel_exporter_otlp_endpoint else InMemorySpanExporter())
with tracing.span("outer", parent={"baggage": "customer=ana"}):
    print(tracing.on(), sorted(tracing.carried()))
tracing.stop()
"""
_ELSEWHERE = "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:9"


@pytest.mark.parametrize(
    ("dotenv", "told"),
    [
        ("OTEL_PROPAGATORS=tracecontext,baggage", "True ['baggage', 'traceparent']"),
        ("OTEL_PROPAGATORS=baggage", "True ['baggage']"),
        ("OTEL_PROPAGATORS=xray", "SettingsError: OTEL_PROPAGATORS: Propagator xray not found"),
        (f"{_ELSEWHERE}\nOTEL_TRACES_EXPORTER=none", "False []"),
        (
            f"{_ELSEWHERE}\nOTEL_TRACES_EXPORTER=zipkin",
            "SettingsError: OTEL_TRACES_EXPORTER=zipkin: spans leave by otlp",
        ),
        (
            f"{_ELSEWHERE}\nOTEL_EXPORTER_OTLP_PROTOCOL=grpc",
            "SettingsError: OTEL_EXPORTER_OTLP_PROTOCOL=grpc: spans leave as http/protobuf",
        ),
    ],
)
def test_the_standard_variables_hold_or_are_refused_in_a_file_too(tmp_path, dotenv, told):
    (tmp_path / ".env").write_text(dotenv)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OTEL_")}
    done = subprocess.run(
        [sys.executable, "-c", _CARRIED],
        cwd=tmp_path,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert told in done.stdout + done.stderr


@pytest.mark.parametrize("traces", [{}, {"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL": "http/protobuf"}])
def test_the_protocol_of_traces_is_the_one_that_counts(monkeypatch, traces):
    for name, value in {"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc" if traces else "http/protobuf", **traces}.items():
        monkeypatch.setenv(name, value)
    tracing.start(Settings(otel_exporter_otlp_endpoint="http://127.0.0.1:9"))
    assert tracing.on()
    tracing.stop()


def test_a_collector_that_hangs_holds_up_no_end(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as collector:
        address = f"http://127.0.0.1:{collector.getsockname()[1]}"
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "4")
        tracing.start(Settings(otel_exporter_otlp_endpoint=address))
        with tracing.span("unsent"):
            pass
        began = time.monotonic()
        tracing.stop()
    assert time.monotonic() - began < 2


async def test_nothing_is_carried_while_nobody_looks():
    assert not tracing.on()
    with tracing.span("x") as found:
        assert found is None
        assert tracing.traceparent() is None


@pytest.mark.parametrize(
    ("attributes", "name"), [("", "storefront-backend"), ("service.name=loja,deployment.environment.name=test", "loja")]
)
def test_the_service_goes_by_the_name_that_its_operator_gave_it(monkeypatch, attributes, name):
    monkeypatch.delenv("OTEL_SERVICE_NAME", raising=False)
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", attributes)
    exporter = InMemorySpanExporter()
    tracing.start(Settings(), exporter)
    with tracing.span("one"):
        pass
    tracing.stop()
    assert exporter.get_finished_spans()[0].resource.attributes["service.name"] == name


@pytest.mark.parametrize(
    ("line", "installs"),
    [
        ("OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318", True),
        ('export OTEL_EXPORTER_OTLP_ENDPOINT="http://collector:4318"', True),
        ('OTEL_EXPORTER_OTLP_ENDPOINT=""', False),
        ("# OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318", False),
        ("", False),
    ],
)
def test_serve_installs_what_traces_need_when_a_file_asks_for_them(tmp_path, monkeypatch, line, installs):
    monkeypatch.delenv("OTEL_EXPORTER_OTLP_ENDPOINT", raising=False)
    for lock in ("requirements.lock", "requirements-otel.lock"):
        (tmp_path / lock).touch()
    (tmp_path / ".env").write_text(f"PORT=8000\n{line}\n")
    shutil.copy(ROOT / "Makefile", tmp_path)
    told = subprocess.run(["make", "-n", "serve"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert ("requirements-otel.lock" in told) is installs
