"""Token counters: text → the (start, end) of every token, in order. Used by the chunker."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

TokenCounter = Callable[[str], Sequence[tuple[int, int]]]

_WORD_OR_MARK = re.compile(r"\w+|[^\w\s]")


def words(text: str) -> list[tuple[int, int]]:
    """A token is a word or a punctuation mark: the unit of the default lexical model."""
    return [match.span() for match in _WORD_OR_MARK.finditer(text)]


@lru_cache(maxsize=4)
def from_file(path: str) -> TokenCounter:
    """The counter of an embedding model's tokenizer; special tokens and empty spans do not count.

    Raises whatever the tokenizer's package raises when the file is none.
    """
    offsets = _of_pieces(path) if path.endswith(".model") else _of_json(path)
    return lambda text: [(start, end) for start, end in offsets(text) if end > start]


# Only models that are not lexical pay for these imports.
def _of_json(path: str) -> TokenCounter:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: tokenizer.encode(text, add_special_tokens=False).offsets


def _of_pieces(path: str) -> TokenCounter:
    from sentencepiece import SentencePieceProcessor

    pieces = SentencePieceProcessor(model_file=path)
    return lambda text: pieces.encode(text, return_type="offset_mapping")["offsets"]


def counter(tokenizer_path: str) -> TokenCounter:
    """`words`, or the counter of the named tokenizer.json or SentencePiece model."""
    return from_file(tokenizer_path) if tokenizer_path else words
