"""Which model serves: a user's under MODELS_DIR, else the default one, else the lexical one with the reason why.

Tests: tests/embed/test_choosing.py.
"""

from collections.abc import Callable
from pathlib import Path

from app.embed.config import ModelError
from app.embed.embedder import Embedder, Instead
from app.embed.hybrid.presence import LEXICAL, find_folder, prepare
from app.embed.loading import load_model


def open_embedder(
    models_dir: Path, data_dir: Path, name: str, *, threads: int = 0, say: Callable[[str], None]
) -> Embedder:
    """The engine on the model `name`; on the lexical one when the default cannot be built. Raises ModelError."""
    instead = None
    folder = find_folder(models_dir, data_dir, name)
    try:
        prepare(models_dir, data_dir, name, say=say)
    except ModelError as error:
        instead = Instead(name, str(error))
        folder = LEXICAL
        say(f"{folder.name} serves instead of {name}: {error}")
    if not folder.is_dir():
        raise ModelError(
            f"EMBEDDING_MODEL: there is no {name!r} in {models_dir}; `python -m app models list` shows all"
        )
    return Embedder(load_model(folder, threads=threads), instead)


def open_previous(models_dir: Path, data_dir: Path, identity: str, *, threads: int = 0) -> Embedder | None:
    """The engine that made the vectors of `identity`, where its model is still there, unchanged."""
    name = identity.rpartition("@")[0]
    folder = find_folder(models_dir, data_dir, name)
    if not folder.exists() and name == LEXICAL.name:
        folder = LEXICAL
    try:
        loaded = load_model(folder, threads=threads)
        if not identity.endswith(f"@{loaded.fingerprint}"):
            return None
        return Embedder(loaded)
    except ModelError:
        return None
