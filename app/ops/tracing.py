"""Traces for OpenTelemetry while OTEL_EXPORTER_OTLP_ENDPOINT is set: request, query, tool, model call, job.

The packages are an extra (requirements-otel.lock) and imported only then; the standard OTEL_* variables hold, or the
start says which does not. Spans name routes, queries and jobs, never values. tests/ops/test_tracing.py.
"""

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import Settings, SettingsError

SERVICE = "storefront-backend"
# A collector that is away or hangs holds up no end: its own client would go on trying for ten seconds and longer.
STOP_S = 1.5
_tracer: Any = None
_UNSEEN: AbstractContextManager[Any] = nullcontext()


# The spans' way out is one: what asks for another is refused, not ignored.
_PROTOCOL = "http/protobuf"
_PROTOCOLS = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_EXPORTER = "OTEL_TRACES_EXPORTER"


def start(settings: Settings, exporter: Any = None) -> None:
    """Begin to trace, once a process, if it is asked for. Raises SettingsError: packages missing, a variable we refuse.

    exporter: where spans go instead of OTEL_EXPORTER_OTLP_ENDPOINT, at once (tests).
    """
    global _tracer
    if _tracer is not None or not (exporter or _is_asked_for(settings)):
        return
    # Unlike OpenTelemetry's default: a caller's baggage goes to third parties only where somebody wants that.
    os.environ["OTEL_PROPAGATORS"] = os.environ.get("OTEL_PROPAGATORS") or "tracecontext"
    try:
        from opentelemetry import propagate  # noqa: F401  (reads OTEL_PROPAGATORS)
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
    except ImportError as error:
        raise SettingsError(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set: pip install --no-deps --require-hashes -r requirements-otel.lock"
        ) from error
    except ValueError as error:
        raise SettingsError(f"OTEL_PROPAGATORS: {error}") from error
    if "service.name=" not in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", ""):
        os.environ.setdefault("OTEL_SERVICE_NAME", SERVICE)
    provider = TracerProvider(resource=Resource.create(), shutdown_on_exit=False)
    processor = SimpleSpanProcessor(exporter) if exporter else BatchSpanProcessor(OTLPSpanExporter())
    provider.add_span_processor(processor)
    _tracer = provider.get_tracer(SERVICE)
    _providers.append(provider)


def _is_asked_for(settings: Settings) -> bool:
    """Whether spans have somewhere to go. Raises SettingsError for a way that is not ours."""
    if not settings.otel_exporter_otlp_endpoint:
        return False
    exporter = os.environ.get(_EXPORTER) or "otlp"
    if exporter not in ("otlp", "none"):
        raise SettingsError(f"{_EXPORTER}={exporter}: spans leave by otlp, or with none not at all")
    name = next((name for name in _PROTOCOLS if os.environ.get(name)), None)
    if name and os.environ[name] != _PROTOCOL:
        raise SettingsError(
            f"{name}={os.environ[name]}: spans leave as {_PROTOCOL} (a collector takes it on port 4318)"
        )
    return exporter == "otlp"


_providers: list[Any] = []


def stop() -> None:
    """Trace no more, and send what is left, for STOP_S at most."""
    global _tracer
    _tracer = None
    while _providers:
        sending = threading.Thread(target=_providers.pop().shutdown, daemon=True)
        sending.start()
        sending.join(STOP_S)


def on() -> bool:
    """Whether anybody looks."""
    return _tracer is not None


def span(
    name: str, kind: str = "internal", *, parent: str | Mapping[str, str] | None = None, **attributes: Any
) -> AbstractContextManager[Any]:
    """A span around the block: kind internal, server, client, consumer.

    parent: a traceparent (of a job), or headers (of a caller). Gives the span, None when nobody looks. Attribute names
    have `_` for the dots of OpenTelemetry's.
    """
    return _UNSEEN if _tracer is None else _span(name, kind, parent, attributes)


@contextmanager
def _span(name: str, kind: str, parent: str | Mapping[str, str] | None, attributes: Mapping[str, Any]) -> Iterator[Any]:
    from opentelemetry import context
    from opentelemetry.trace import SpanKind

    named = {key.replace("_", "."): value for key, value in attributes.items() if value is not None}
    before = context.attach(_context_of(parent, context.get_current()))
    try:
        with _tracer.start_as_current_span(name, kind=SpanKind[kind.upper()], attributes=named) as current:
            yield current
    finally:
        context.detach(before)


def traceparent() -> str | None:
    """The running span for a job's row; None when nobody looks."""
    headers: dict[str, str] = {}
    if _tracer is not None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        TraceContextTextMapPropagator().inject(headers)
    return headers.get("traceparent")


def carried() -> Mapping[str, str]:
    """The running span as headers of a call to somebody else, as OTEL_PROPAGATORS says."""
    headers: dict[str, str] = {}
    if _tracer is not None:
        from opentelemetry import propagate

        propagate.inject(headers)
    return headers


def _context_of(parent: str | Mapping[str, str] | None, current: Any) -> Any:
    if parent is None:
        return current
    if isinstance(parent, str):
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        return TraceContextTextMapPropagator().extract({"traceparent": parent}, current)
    from opentelemetry import propagate

    return propagate.extract(parent, current)


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
    """Middleware: a span for each request, below the caller's."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI event."""
        if scope["type"] != "http" or _tracer is None:
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        with span(scope["method"], "server", parent=headers, http_request_method=scope["method"]) as current:

            async def answer(message: Message) -> None:
                if message["type"] == "http.response.start":
                    route = getattr(scope.get("route"), "path", None) or "unmatched"
                    current.update_name(f"{scope['method']} {route}")
                    current.set_attribute("http.route", route)
                    current.set_attribute("http.response.status_code", message["status"])
                    current.set_attribute("request.id", scope.get("request_id", ""))
                await send(message)

            await self.app(scope, receive, answer)
