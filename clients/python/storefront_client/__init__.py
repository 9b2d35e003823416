"""Typed client of the storefront backend: `Client` blocks, `AsyncClient` is awaited, `types` holds the Structs."""

from . import types
from .client import AsyncClient, Client
from .errors import ApiError, UnexpectedAnswer, Unreachable
from .events import ChatEvent, Delta, ServerEvent, ToolEvent

__version__ = types.API_VERSION
__all__ = [
    "ApiError",
    "AsyncClient",
    "ChatEvent",
    "Client",
    "Delta",
    "ServerEvent",
    "ToolEvent",
    "UnexpectedAnswer",
    "Unreachable",
    "types",
]
