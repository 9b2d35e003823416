"""What reads text as token ids: a tokenizer.json, or a SentencePiece model, which takes a sixth of the memory.

Thread-safe; reading releases the interpreter lock. Tests: tests/embed/test_transformer.py, tests/embed/test_hybrid.py.
"""

from functools import cached_property
from pathlib import Path

from tokenizers import Encoding, Tokenizer

PIECES = ".model"
FEW = 8


class JsonReader:
    """A tokenizer.json."""

    def __init__(self, path: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(path))
        # The file's own padding and truncation belong to its training set-up, not to this service.
        self._tokenizer.no_padding()
        self.special = int(self._tokenizer.num_special_tokens_to_add(False))

    def cut_at(self, tokens: int) -> None:
        """Read no more of a text than so many, special ones among them."""
        self._tokenizer.enable_truncation(tokens)

    def read(self, texts: list[str]) -> list[tuple[list[int], bool]]:
        """Ids of each text, and whether it was cut."""
        # One by one, a short list does not pay for waking the tokenizer's own threads.
        few = len(texts) <= FEW
        encodings: list[Encoding] = (
            [self._tokenizer.encode(t) for t in texts] if few else self._tokenizer.encode_batch(texts)
        )
        return [(encoding.ids, bool(encoding.overflowing)) for encoding in encodings]

    def id_of(self, token: str) -> int | None:
        """Of a token of the vocabulary."""
        found: int | None = self._tokenizer.token_to_id(token)
        return found

    @property
    def size(self) -> int:
        """Tokens of the vocabulary."""
        return int(self._tokenizer.get_vocab_size())

    def text(self, ids: list[int]) -> str:
        """Of ids, without special tokens."""
        return str(self._tokenizer.decode(ids, skip_special_tokens=True))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Character span of each token of `text`, not cut."""
        spans: list[tuple[int, int]] = self._free.encode(text, add_special_tokens=False).offsets
        return spans

    @cached_property
    def _free(self) -> Tokenizer:
        """Cuts nothing. Made when it is asked for: a large vocabulary is a large object."""
        free = Tokenizer.from_str(self._tokenizer.to_str())
        free.no_truncation()
        return free


class PieceReader:
    """A SentencePiece model; a text stands between those of `<s>` and `</s>` that it has."""

    def __init__(self, path: Path) -> None:
        from sentencepiece import SentencePieceProcessor  # the lexical model alone does without

        self._pieces = SentencePieceProcessor(model_file=str(path))
        self._start, self._end = ([i] if i >= 0 else [] for i in (self._pieces.bos_id(), self._pieces.eos_id()))
        self.special = len(self._start + self._end)

    def cut_at(self, tokens: int) -> None:
        """Read no more of a text than so many, special ones among them."""
        self._room = tokens - self.special

    def read(self, texts: list[str]) -> list[tuple[list[int], bool]]:
        """Ids of each text, and whether it was cut."""
        # One by one: given a list, it starts threads, which costs a short one four times as much.
        read: list[list[int]] = [self._pieces.encode(t) for t in texts]
        return [([*self._start, *ids[: self._room], *self._end], len(ids) > self._room) for ids in read]

    def id_of(self, token: str) -> int | None:
        """Of a token of the vocabulary."""
        found = int(self._pieces.piece_to_id(token))
        return None if found == self._pieces.unk_id() else found

    @property
    def size(self) -> int:
        """Tokens of the vocabulary."""
        return int(self._pieces.get_piece_size())

    def text(self, ids: list[int]) -> str:
        """Of ids, without special tokens."""
        return str(self._pieces.decode(ids))

    def offsets(self, text: str) -> list[tuple[int, int]]:
        """Character span of each token of `text`, not cut."""
        spans: list[tuple[int, int]] = self._pieces.encode(text, return_type="offset_mapping")["offsets"]
        return spans


def open_reader(path: Path) -> JsonReader | PieceReader:
    """By the file's name. Raises whatever its library raises when it is none."""
    return PieceReader(path) if path.suffix == PIECES else JsonReader(path)
