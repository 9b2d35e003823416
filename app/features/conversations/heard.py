"""What of a shopper's message the service's own rules read: some thousand expressions look at every sign of it. Pure.

Tests: tests/features/chat/test_bounds.py.
"""

import re

MOST_HEARD = 700
"""Signs. Ten times what people write to a shop; a model reads all of a message."""
_BLANKS = re.compile(r"\s{3,}")
_OVER_AND_OVER = re.compile(r"([^\w\s]\s?)\1{5,}|(.)\2{19,}")
_SAID_AGAIN = re.compile(r"(\S.{1,40}?)\1{5,}", re.DOTALL)
_LONG_WORD = re.compile(r"(\S{100})\S+")


def heard(message: str) -> str:
    """The beginning of a message, its blanks, signs said over and over and endless words shortened.

    It is longer than MOST_HEARD where more was said (`is_cut`).
    """
    if len(message) <= 60:
        return message
    text = _BLANKS.sub(lambda blanks: "\n\n" if "\n" in blanks[0] else " ", message)
    text = _OVER_AND_OVER.sub(lambda same: same[0][: 5 * len(same[1])] if same[1] else same[0][:20], text)
    text = _LONG_WORD.sub(r"\1", text)
    return _SAID_AGAIN.sub(r"\1\1\1", text)[: MOST_HEARD + 1]


def is_cut(text: str) -> bool:
    """Not all of the message was heard: nobody knows what the rest would change."""
    return len(text) > MOST_HEARD
