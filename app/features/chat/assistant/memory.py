"""What the assistant remembers: read back from its own earlier replies, because a model only sees the conversation.

So the lines it writes (phrases.py) and the lines read here must agree; tests/features/test_assistant.py holds both.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.clients.llm import Message
from app.features.chat.assistant.words import stem, words

_LISTED = re.compile(r"^\s*(\d{1,2})\. (.{1,300}?) — (?:R\$|pre[çc]o|price)", re.MULTILINE)
_FOCUS = re.compile(r"^(?![\d\s])(.{1,300}?) — (?:R\$|pre[çc]o|price)", re.MULTILINE)
_PENDING = re.compile(r"^(\d{1,6}) × (.{1,300}?) — (?:R\$|pre[çc]o|price)", re.MULTILINE)
PENDING_MARKS = ("Como você prefere pagar", "How would you like to pay")
ORDERED_MARKS = ("Pedido nº", "Order no.")


@dataclass(frozen=True, slots=True)
class Memory:
    """shown: names of the last list, in order; focus: the product last described; pending: items that still
    lack a payment method; ordered: an order was just placed; seen: all names ever listed; asked: the shopper's
    earlier messages, oldest first."""

    shown: tuple[str, ...] = ()
    focus: str | None = None
    pending: tuple[tuple[int, str], ...] = ()
    ordered: bool = False
    seen: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    last_reply: str = ""

    def at(self, position: int) -> str | None:
        """The name at a position of the last list; -1 is the last one."""
        if position == -1:
            return self.shown[-1] if self.shown else self.focus
        if 1 <= position <= len(self.shown):
            return self.shown[position - 1]
        return self.focus if position == 1 and not self.shown else None

    def named(self, text: str) -> list[str]:
        """The names seen so far that contain every word of the text, the last shown first."""
        wanted = {stem(word) for word in words(text)}
        if not wanted:
            return []
        names = dict.fromkeys((*self.shown, *([self.focus] if self.focus else ()), *reversed(self.seen)))
        return [name for name in names if wanted <= {stem(word) for word in words(name)}]


def recall(messages: Sequence[Message]) -> Memory:
    """The memory of the messages before the shopper's current one."""
    replies = [m.content for m in messages if m.role == "assistant" and m.content]
    asked = tuple(m.content for m in messages if m.role == "user" and m.content)
    shown: tuple[str, ...] = ()
    seen: list[str] = []
    for reply in replies:
        listed = tuple(name.strip() for _, name in _LISTED.findall(reply))
        shown = listed or shown
        seen.extend(listed)
    last = replies[-1] if replies else ""
    # The question stays open over one stray message (a thank-you, a question about delivery).
    open_reply = next(
        (r for r in reversed(replies[-2:]) if any(mark in r for mark in (*PENDING_MARKS, *ORDERED_MARKS))), ""
    )
    pending: tuple[tuple[int, str], ...] = ()
    if any(mark in open_reply for mark in PENDING_MARKS):
        pending = tuple((int(count), name.strip()) for count, name in _PENDING.findall(open_reply))
    focus = None
    for reply in reversed(replies[-2:]):
        if found := _FOCUS.search(reply):
            focus = found[1].strip()
            break
        if len(only := _LISTED.findall(reply)) == 1:
            focus = only[0][1].strip()
            break
    ordered = any(mark in open_reply for mark in ORDERED_MARKS)
    return Memory(shown, focus, pending, ordered, tuple(dict.fromkeys(seen)), asked, last)
