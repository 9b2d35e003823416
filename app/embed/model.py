"""One onnxruntime session: feeds what the graph declares, pools, normalises. Tests: tests/embed/test_transformer.py."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from app.embed.config import ModelConfig, ModelError

Array = npt.NDArray[Any]
TYPES: dict[str, type[np.generic]] = {
    "tensor(int64)": np.int64,
    "tensor(int32)": np.int32,
    "tensor(float)": np.float32,
    "tensor(float16)": np.float16,
    "tensor(bool)": np.bool_,
}
# A run of more ids than this gives its working memory back: a few long texts would keep it for good.
LARGE_RUN = 1024


class Model:
    """A loaded model; several threads may call `run`."""

    def __init__(self, folder: Path, config: ModelConfig, *, threads: int = 0, pad_id: int = 0) -> None:
        self._config = config
        self._pad_id = pad_id
        self.threads = threads or config.threads or cores()
        options = ort.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Idle threads that spin would take the core the event loop needs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = ort.InferenceSession(str(folder / config.file), options, ["CPUExecutionProvider"])
        except Exception as error:
            raise ModelError(f"{folder / config.file}: {error}") from None
        self._giving_back = ort.RunOptions()
        self._giving_back.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        self._inputs = [(i.name, self._type(i.name, i.type), list(i.shape)) for i in self._session.get_inputs()]
        self._output = self._choose_output()

    def _type(self, name: str, kind: str) -> type[np.generic]:
        if kind not in TYPES:
            raise ModelError(f"{self._config.name}: input {name} has the type {kind}, which nothing here feeds")
        return TYPES[kind]

    def _choose_output(self) -> str:
        outputs = {o.name: o for o in self._session.get_outputs()}
        wanted = self._config.output
        if wanted is None:
            rank = 2 if self._config.pooling == "none" else 3
            fitting = [name for name, o in outputs.items() if o.shape is None or len(o.shape) == rank]
            wanted = next(iter(fitting), None)
        if wanted is None or wanted not in outputs:
            raise ModelError(f"{self._config.name}: no output {wanted or 'fits the pooling'}; has {', '.join(outputs)}")
        return wanted

    def run(self, texts: Sequence[Array]) -> Array:
        """Vectors [len(texts), dimension] of texts given as ids. Raises ModelError when the dimension is another."""
        size = self._config.fixed_batch or len(texts)
        parts = [self._run_padded(texts[i : i + size], size) for i in range(0, len(texts), size)]
        vectors = parts[0] if len(parts) == 1 else np.concatenate(parts)
        if vectors.shape != (len(texts), self._config.dimension):
            raise ModelError(
                f"{self._config.name}: gives {vectors.shape[1:]}, model.yaml says {self._config.dimension}"
            )
        return vectors

    def _run_padded(self, texts: Sequence[Array], size: int) -> Array:
        ids, mask = pad(texts, size, self._pad_id, self._config.padding_side)
        options = self._giving_back if ids.size > LARGE_RUN else None
        [hidden] = self._session.run([self._output], self._feeds(ids, mask), options)
        return self._pool(np.asarray(hidden)[: len(texts)], mask[: len(texts)])

    def _feeds(self, ids: Array, mask: Array) -> dict[str, Array]:
        """A value for every input the graph declares. Raises ModelError for one that nobody knows."""
        feeds: dict[str, Array] = {}
        for name, kind, shape in self._inputs:
            if name == "input_ids":
                value = ids
            elif name == "attention_mask":
                value = mask
            elif name == "token_type_ids":
                value = np.zeros_like(ids)
            elif name == "position_ids":
                # Counted by the mask: left padding must not move a text.
                value = np.maximum(np.cumsum(mask, axis=1) - 1, 0)
            elif name.startswith("past_key_values"):
                value = self._empty_past(name, shape, len(ids))
            elif name == "use_cache_branch":
                value = np.zeros(1, np.bool_)
            else:
                raise ModelError(f"{self._config.name}: nothing is known about the input {name!r}")
            feeds[name] = value.astype(kind, copy=False)
        return feeds

    def _empty_past(self, name: str, shape: list[int | str | None], batch: int) -> Array:
        if len(shape) != 4 or not all(isinstance(shape[axis], int) for axis in (1, 3)):
            raise ModelError(f"{self._config.name}: {name} must declare its heads and head size, has {shape}")
        return np.zeros((batch, int(shape[1] or 0), 0, int(shape[3] or 0)), np.float32)

    def _pool(self, hidden: Array, mask: Array) -> Array:
        vectors = _POOLING[self._config.pooling](hidden, mask).astype(np.float32, copy=False)
        if not self._config.normalize:
            return vectors
        unit: Array = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return unit


def cores() -> int:
    """The cores this process may use, which in a container can be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def pad(texts: Sequence[Array], size: int, pad_id: int, side: str) -> tuple[Array, Array]:
    """Ids and mask [size, longest]; rows beyond the texts repeat the first one, for graphs of a fixed batch."""
    if size == 1:
        return texts[0][None], np.ones((1, len(texts[0])), np.int64)
    longest = max(len(t) for t in texts)
    ids = np.full((size, longest), pad_id, np.int64)
    mask = np.zeros((size, longest), np.int64)
    for row in range(size):
        text = texts[row] if row < len(texts) else texts[0]
        span = slice(0, len(text)) if side == "right" else slice(longest - len(text), longest)
        ids[row, span] = text
        mask[row, span] = 1
    return ids, mask


def _cls(hidden: Array, mask: Array) -> Array:
    """The first real token, wherever the padding is."""
    first: Array = hidden[np.arange(len(hidden)), mask.argmax(axis=1)]
    return first


def _mean(hidden: Array, mask: Array) -> Array:
    # Chosen, not multiplied: a fully masked position of a decoder may hold NaN.
    real = np.where(mask[:, :, None] == 1, hidden, hidden.dtype.type(0))
    total: Array = real.sum(axis=1, dtype=np.float32)
    mean: Array = total / np.maximum(mask.sum(axis=1, keepdims=True), 1)
    return mean


def _last(hidden: Array, mask: Array) -> Array:
    """The last real token by the mask: [-1] would be padding on the right."""
    position = mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)
    last: Array = hidden[np.arange(len(hidden)), position]
    return last


def _none(hidden: Array, mask: Array) -> Array:
    return hidden


_POOLING = {"cls": _cls, "mean": _mean, "last": _last, "none": _none}
