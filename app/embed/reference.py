"""Vectors of a few texts that a model must give, kept beside it: an int8 copy carries those of its original.

fp32 is right on every processor, int8 need not be; so the comparison is made where the copy runs, without the original.
Tests: tests/embed/test_int8.py.
"""

from pathlib import Path

import msgspec
import numpy as np

from app.embed.config import ModelError
from app.embed.loading import AnyModel, AnyTokenizer, Loaded, load_model

REFERENCE = "reference.json"
TEXTS = (
    "geladeira",
    "Tênis de corrida masculino azul, amortecedor em gel e solado de borracha",
    "Política de trocas: o cliente tem sete dias após a entrega para devolver o produto sem uso. " * 6,
    "fone",
    "Camiseta básica de algodão preta tamanho M",
)


class Reference(msgspec.Struct, frozen=True):
    """The file: texts in the document role, and their vectors."""

    texts: list[str]
    vectors: list[list[float]]


def make_reference(folder: Path) -> bytes:
    """The file's content for the model in `folder`. Raises ModelError."""
    loaded = load_model(folder)
    vectors = embed_alone(loaded.model, loaded.tokenizer, list(TEXTS))
    return msgspec.json.encode(Reference(list(TEXTS), [[float(x) for x in row] for row in vectors]))


def embed_alone(model: AnyModel, tokenizer: AnyTokenizer, texts: list[str]) -> np.ndarray:
    """Vectors of texts that were run one by one."""
    return np.concatenate([model.run([tokens.ids]) for tokens in tokenizer.encode(texts, "document")])


def compare(folder: Path, loaded: Loaded) -> float | None:
    """The lowest cosine to the reference; None where there is none. Raises ModelError."""
    path = folder / REFERENCE
    if not path.is_file():
        return None
    try:
        wanted = msgspec.json.decode(path.read_bytes(), type=Reference)
        vectors = np.array(wanted.vectors, np.float32)
        got = embed_alone(loaded.model, loaded.tokenizer, wanted.texts)
        lengths = np.linalg.norm(got, axis=1) * np.linalg.norm(vectors, axis=1)
        return float(((got * vectors).sum(axis=1) / lengths).min())
    except (ValueError, msgspec.MsgspecError) as error:
        raise ModelError(f"{path}: {error}") from None
