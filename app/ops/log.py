"""Structured logs (structlog): one JSON line per event on stderr, with the request id of the running request.

Event = a constant snake_case word; data are fields. Never tokens, bodies, e-mails, phones, or paths with secrets.
"""

import logging
import sys
from contextvars import ContextVar
from typing import Any

import msgspec
import structlog

from app.settings import LogFormat, LogLevel

request_id_var: ContextVar[str] = ContextVar("request_id", default="")
log: structlog.typing.FilteringBoundLogger = structlog.get_logger()

_encoder = msgspec.json.Encoder(enc_hook=str)


def configure_logging(level: LogLevel, log_format: LogFormat) -> None:
    """Set up structlog and route the standard library's loggers (uvicorn, asyncio) through the same lines."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _add_request_id,
    ]
    if log_format == "console":
        renderer: structlog.typing.Processor = structlog.dev.ConsoleRenderer(
            exception_formatter=structlog.dev.plain_traceback
        )
        # The stderr of the moment: a test runner swaps it, and a closed one would turn a log line into an error.
        factory: Any = _current_stderr
    else:
        shared.append(structlog.processors.ExceptionRenderer(_told))
        renderer = _render_json
        factory = structlog.BytesLoggerFactory(sys.stderr.buffer)
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=factory,
        cache_logger_on_first_use=False,
    )
    handler = _StructlogHandler()
    logging.basicConfig(handlers=[handler], level=max(number, logging.INFO), force=True)
    for name in ("httpx", "httpcore", "fontTools"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # While the database is down it reports each try to keep a connection open, with a traceback; our callers say it.
    logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)


# Without local variables: they hold bodies, tokens and sealed secrets.
_told_in_full = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)


def _told(exc_info: structlog.typing.ExcInfo) -> list[dict[str, Any]]:
    """The traceback, of PostgreSQL's errors without the detail: that of a refused row is the row itself."""
    chain = _told_in_full(exc_info)
    for one in chain:
        one["exc_value"] = one["exc_value"].split("\nDETAIL:")[0]
    return chain


def _current_stderr(*_: object) -> structlog.PrintLogger:
    return structlog.PrintLogger(sys.stderr)


def _add_request_id(_logger: Any, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    request_id = request_id_var.get()
    if request_id:
        event.setdefault("request_id", request_id)
    return event


def _render_json(_logger: Any, _method: str, event: structlog.typing.EventDict) -> bytes:
    return _encoder.encode(event)


class _StructlogHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"logger": record.name, "message": record.getMessage()}
        if record.exc_info:
            fields["exc_info"] = record.exc_info
        log.log(record.levelno, "library_log", **fields)
