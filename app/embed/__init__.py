"""Tokenizer, model and batching queue of the embedding engine. Knows no HTTP. Tests: tests/embed/."""

from app.embed.config import Lane, ModelConfig, ModelError, Role, list_models, load_config
from app.embed.embedder import Embedded, Embedder
from app.embed.queue import EngineClosed, QueueFull

__all__ = [
    "Embedded",
    "Embedder",
    "EngineClosed",
    "Lane",
    "ModelConfig",
    "ModelError",
    "QueueFull",
    "Role",
    "list_models",
    "load_config",
]
