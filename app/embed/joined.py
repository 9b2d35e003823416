"""Several models as one: their vectors side by side, scaled so that the cosine is the weighted sum of theirs.

The ids of a text are those of each part, one after another, behind the numbers that say how long each is; so queue and
engine handle them like any other text's. Tests: tests/embed/test_joined.py.
"""

import math
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate

import numpy as np

from app.embed.config import ModelConfig, ModelError, Role
from app.embed.model import Array, Model
from app.embed.tokens import TextTokenizer, Tokens


class JoinedTokenizer:
    """Reads a text with the tokenizer of each part. What it counts and cuts at are the first part's tokens."""

    def __init__(self, parts: Sequence[TextTokenizer]) -> None:
        self._parts = parts

    def encode(self, texts: list[str], role: Role) -> list[Tokens]:
        """Ids of each text by every part; cut when it was cut for one of them."""
        read = [part.encode(texts, role) for part in self._parts]
        return [self._join(tokens) for tokens in zip(*read, strict=True)]

    def _join(self, tokens: tuple[Tokens, ...]) -> Tokens:
        lengths = np.array([len(t.ids) for t in tokens], np.int64)
        ids = np.concatenate([lengths, *(t.ids for t in tokens)])
        return Tokens(ids, tokens[0].count, any(t.truncated for t in tokens))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Character span of each token of `text`."""
        return self._parts[0].offsets(text)

    def count(self, text: str) -> int:
        """Tokens of `text`, not cut."""
        return self._parts[0].count(text)


class JoinedModel:
    """Runs every part over a batch; several threads may call `run`.

    The parts have one thread each and a batch is dealt out by texts: in models this small, several threads in one
    matrix product cost a single text more than they save it, and a batch too.
    """

    def __init__(self, config: ModelConfig, parts: Sequence[Model], kinds: Sequence[str], *, threads: int) -> None:
        self.threads = threads
        self._runners = ThreadPoolExecutor(threads, thread_name_prefix="embed-run")
        self._name = config.name
        self._dimension = config.dimension
        self._parts = parts
        self._takes = [part.take for part in config.parts]
        total = sum(part.weight for part in config.parts)
        self._scales = [np.float32((part.weight / total) ** 0.5) for part in config.parts]
        self._lexical = kinds.index("lexical") if "lexical" in kinds else None

    def run(self, texts: Sequence[Array]) -> Array:
        """Vectors [len(texts), dimension]. Raises ModelError when the dimension is another."""
        share = math.ceil(len(texts) / self.threads)
        if len(texts) <= share:
            return self._run(texts)
        return np.concatenate(
            list(self._runners.map(self._run, (texts[i : i + share] for i in range(0, len(texts), share))))
        )

    def _run(self, texts: Sequence[Array]) -> Array:
        cuts = [list(accumulate(text[: len(self._parts)].tolist(), initial=len(self._parts))) for text in texts]
        vectors = [
            part.run([text[cut[i] : cut[i + 1]] for text, cut in zip(texts, cuts, strict=True)])
            for i, part in enumerate(self._parts)
        ]
        joined = np.concatenate([self._scaled(part, i) for i, part in enumerate(vectors)], axis=1)
        if joined.shape[1] != self._dimension:
            raise ModelError(f"{self._name}: gives {joined.shape[1]}, model.yaml says {self._dimension}")
        if self._lexical is not None and (rows := _wordless(vectors[self._lexical])).any():
            joined[rows] = np.eye(1, self._dimension, dtype=np.float32)
        return joined

    def _scaled(self, vectors: Array, part: int) -> Array:
        """The first so many of a vector whose dimensions are alike, as the lexical one's, as long as it weighs."""
        taken = vectors[:, : self._takes[part]]
        lengths = np.sqrt(np.einsum("ij,ij->i", taken, taken))
        scaled: Array = taken * (self._scales[part] / np.maximum(lengths, 1e-12))[:, None]
        return scaled


def _wordless(lexical: Array) -> Array:
    """Rows of texts without a word: the lexical model gives them its first unit vector, and so do we as a whole."""
    rows: Array = lexical[:, 0] == 1
    return rows & (np.count_nonzero(lexical, axis=1) == 1) if rows.any() else rows
