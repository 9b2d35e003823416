"""A model folder as tokenizer and model, plain or joined."""

from dataclasses import dataclass
from pathlib import Path

from app.embed.config import ModelConfig, ModelError, compute_fingerprint, load_config
from app.embed.joined import JoinedModel, JoinedTokenizer
from app.embed.model import Model, cores
from app.embed.tokens import TextTokenizer

AnyTokenizer = TextTokenizer | JoinedTokenizer
AnyModel = Model | JoinedModel


@dataclass(frozen=True, slots=True)
class Loaded:
    """What turns texts into ids, and ids into vectors."""

    config: ModelConfig
    tokenizer: AnyTokenizer
    model: AnyModel
    fingerprint: str
    # Whose tokens a text is measured in; None: words and marks.
    measure: Path | None
    written_at: int


def load_model(folder: Path, *, threads: int = 0) -> Loaded:
    """Load `folder`. Blocks while it reads the weights. Raises ModelError."""
    config = load_config(folder)
    fingerprint = compute_fingerprint(folder, config)
    written_at = int((folder / "model.yaml").stat().st_mtime)
    if not config.parts:
        tokenizer, model = _load_plain(folder, config, threads)
        return Loaded(config, tokenizer, model, fingerprint, _measure(folder, config), written_at)
    folders = [folder / part.folder for part in config.parts]
    configs = [load_config(inner) for inner in folders]
    if any(inner.parts for inner in configs):
        raise ModelError(f"{config.name}: a part cannot be joined itself")
    loaded = [_load_plain(inner, about, 1) for inner, about in zip(folders, configs, strict=True)]
    kinds = [about.kind for about in configs]
    together = threads or config.threads or cores()
    joined = JoinedModel(config, [model for _, model in loaded], kinds, threads=together)
    tokenizers = JoinedTokenizer([tokenizer for tokenizer, _ in loaded])
    return Loaded(config, tokenizers, joined, fingerprint, _measure(folders[0], configs[0]), written_at)


def _load_plain(folder: Path, config: ModelConfig, threads: int) -> tuple[TextTokenizer, Model]:
    tokenizer = TextTokenizer(folder, config)
    return tokenizer, Model(folder, config, threads=threads, pad_id=tokenizer.pad_id)


def _measure(folder: Path, config: ModelConfig) -> Path | None:
    return folder / config.tokenizer if config.token_unit == "token" else None  # noqa: S105 - a unit
