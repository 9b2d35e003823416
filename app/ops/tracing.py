"""Traces for OpenTelemetry while OTEL_EXPORTER_OTLP_ENDPOINT is set: request, query, tool, model call, job.

The packages are an extra (requirements-otel.lock) and imported only then; the standard OTEL_* variables hold. Spans
name routes, queries and jobs, never values. tests/ops/test_tracing.py.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import Settings, SettingsError

SERVICE = "storefront-backend"
_tracer: Any = None


def start(settings: Settings, exporter: Any = None) -> None:
    """Begin to trace, once a process, if it is asked for. Raises SettingsError when the packages are missing.

    exporter: where spans go instead of OTEL_EXPORTER_OTLP_ENDPOINT, at once (tests).
    """
    global _tracer
    if _tracer is not None or not (settings.otel_exporter_otlp_endpoint or exporter):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
    except ImportError as error:
        raise SettingsError(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set: pip install --no-deps --require-hashes -r requirements-otel.lock"
        ) from error
    # It may stand in .env, where the exporter does not look.
    os.environ.setdefault("OTEL_EXPORTER_OTLP_ENDPOINT", settings.otel_exporter_otlp_endpoint)
    if "service.name=" not in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", ""):
        os.environ.setdefault("OTEL_SERVICE_NAME", SERVICE)
    provider = TracerProvider(resource=Resource.create())
    processor = SimpleSpanProcessor(exporter) if exporter else BatchSpanProcessor(OTLPSpanExporter())
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer(SERVICE)
    _providers.append(provider)


_providers: list[Any] = []


def stop() -> None:
    """Send what is left and trace no more."""
    global _tracer
    _tracer = None
    while _providers:
        _providers.pop().shutdown()


def on() -> bool:
    """Whether anybody looks."""
    return _tracer is not None


@contextmanager
def span(name: str, kind: str = "internal", *, parent: str | None = None, **attributes: Any) -> Iterator[Any]:
    """A span around the block: kind internal, server, client, consumer; `parent` is a traceparent from elsewhere.

    Gives the span, None when nobody looks. Attribute names have `_` for the dots of OpenTelemetry's.
    """
    if _tracer is None:
        yield None
        return
    from opentelemetry.trace import SpanKind

    named = {key.replace("_", "."): value for key, value in attributes.items() if value is not None}
    with _tracer.start_as_current_span(
        name, context=_context_of(parent), kind=SpanKind[kind.upper()], attributes=named
    ) as current:
        yield current


def traceparent() -> str | None:
    """The running span for somebody else's header or a job's row; None when nobody looks."""
    return carried().get("traceparent")


def carried() -> Mapping[str, str]:
    """The running span as headers: `traceparent`, and `tracestate` where there is one."""
    headers: dict[str, str] = {}
    if _tracer is not None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        TraceContextTextMapPropagator().inject(headers)
    return headers


def _context_of(parent: str | None) -> Any:
    if parent is None:
        return None
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({"traceparent": parent})


class QuerySpans:
    """Called by asyncpg after each statement. names: the query of each SQL text; the text itself says too much."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def __call__(self, said: Any) -> None:
        """One span, from when the statement was sent until its answer."""
        if _tracer is None:
            return
        from time import time_ns

        from opentelemetry.trace import SpanKind, Status, StatusCode

        name = self._names.get(said.query) or said.query.split(None, 1)[0].rstrip(";").upper()
        ended = time_ns()
        made = _tracer.start_span(
            name,
            kind=SpanKind.CLIENT,
            start_time=ended - int(said.elapsed * 1e9),
            attributes={"db.system.name": "postgresql", "db.operation.name": name},
        )
        if said.exception is not None:
            made.set_status(Status(StatusCode.ERROR, type(said.exception).__name__))
        made.end(ended)


class Traced:
    """Middleware: a span for each request, below the caller's `traceparent`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI event."""
        if scope["type"] != "http" or _tracer is None:
            await self.app(scope, receive, send)
            return
        parent = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"traceparent"), None)
        with span(scope["method"], "server", parent=parent, http_request_method=scope["method"]) as current:

            async def answer(message: Message) -> None:
                if message["type"] == "http.response.start":
                    route = getattr(scope.get("route"), "path", None) or "unmatched"
                    current.update_name(f"{scope['method']} {route}")
                    current.set_attribute("http.route", route)
                    current.set_attribute("http.response.status_code", message["status"])
                    current.set_attribute("request.id", scope.get("request_id", ""))
                await send(message)

            await self.app(scope, receive, answer)
