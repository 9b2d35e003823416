"""Text to token ids: prefix, character cap, truncation, and the count that usage reports."""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.embed.config import ModelConfig, ModelError, Role
from app.embed.readers import open_reader

# A text far beyond the model's length is cut before it is tokenised: 32,000 blanks cost as much as words.
CHARACTERS_PER_TOKEN = 16
WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """One tokenised text."""

    ids: np.ndarray
    count: int
    truncated: bool


class TextTokenizer:
    """The tokenizer of one model folder. Thread-safe; `encode` releases the interpreter lock."""

    def __init__(self, folder: Path, config: ModelConfig) -> None:
        self._config = config
        try:
            self._reader = open_reader(folder / config.tokenizer)
        except Exception as error:
            raise ModelError(f"{folder / config.tokenizer}: {error}") from None
        self._eos = self._eos_id()
        room = config.length_limit - (self._eos is not None)
        if room < 1 + self._reader.special:
            raise ModelError(f"{config.name}: max_length {config.length_limit} leaves no room for text")
        self._reader.cut_at(room)
        self._cap = config.length_limit * CHARACTERS_PER_TOKEN

    def _eos_id(self) -> int | None:
        if not self._config.append_eos:
            return None
        eos = self._reader.id_of(self._config.append_eos)
        if eos is None:
            raise ModelError(f"{self._config.name}: append_eos {self._config.append_eos!r} is not in the tokenizer")
        return eos

    @property
    def pad_id(self) -> int:
        """The id that fills padding; masked, so any id of the vocabulary would do."""
        for name in ("[PAD]", "<pad>", "<|endoftext|>"):
            if (found := self._reader.id_of(name)) is not None:
                return found
        return 0

    def encode(self, texts: list[str], role: Role) -> list[Tokens]:
        """Ids of each text with the role's prefix, cut at the model's length."""
        prefix = getattr(self._config.prefixes, role)
        cut = [text[: self._cap] for text in texts]
        read = self._reader.read([prefix + t for t in cut] if prefix else cut)
        return [
            self._tokens(ids, beyond or len(c) < len(t), c)
            for (ids, beyond), c, t in zip(read, cut, texts, strict=True)
        ]

    def _tokens(self, ids: list[int], truncated: bool, cut: str) -> Tokens:
        if self._eos is not None and (not ids or ids[-1] != self._eos):
            ids = [*ids, self._eos]
        ids = ids or [self.pad_id]  # a tokenizer without special tokens and a blank text
        count = len(WORD.findall(cut)) if self._config.token_unit == "word" else len(ids)  # noqa: S105
        return Tokens(np.asarray(ids, np.int64), count, truncated)

    def decode(self, ids: list[int]) -> str:
        """The text of ids, without special tokens. Raises ModelError."""
        size = self._reader.size
        if wrong := [one for one in ids if one >= size]:
            raise ModelError(f"token id {wrong[0]} is not of this model's vocabulary of {size:,}")
        return self._reader.text(ids)

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Character span of each token of `text`, without special tokens: what chunking cuts at."""
        if self._config.token_unit == "word":  # noqa: S105
            return [match.span() for match in WORD.finditer(text)]
        return [(a, b) for a, b in self._reader.offsets(text) if b > a]

    def count(self, text: str) -> int:
        """Tokens of `text`, not cut."""
        return len(self.offsets(text))
