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
    """The counter of an embedding model's tokenizer.json; special tokens and empty spans do not count.

    Raises whatever the tokenizers package raises when the file is none.
    """
    from tokenizers import Tokenizer  # only models that are not lexical pay for this import

    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def count(text: str) -> list[tuple[int, int]]:
        offsets = tokenizer.encode(text, add_special_tokens=False).offsets
        return [(start, end) for start, end in offsets if end > start]

    return count


def counter(tokenizer_path: str) -> TokenCounter:
    """`words`, or the counter of the named tokenizer.json."""
    return from_file(tokenizer_path) if tokenizer_path else words
