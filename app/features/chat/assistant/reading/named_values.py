"""Kinds of what was shown, each called by its own name, with how many of each: `um de cada desses: bare vanilla, love
spell e velvet petals`. Pure."""

import re

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import fold, number, words
from app.features.conversations.state import ConversationState, Listed
from app.ops.expressions import expression

_EACH = expression(r"\b(?P<n>\d{1,2}|uma?|dois|duas|tres|quatro|one|two|three)\s+(?:de|of)\s+(?:cada|each)\b")
_DEEDS = expression(
    r"\b(?:nao|n|sem|menos|tir[ae]r?|remov\w+|troc\w+|mud\w+|em\s+vez|no\s+lugar|se|not|without|except|remove|swap|if)\b"
)
_AND = expression(r"\s*[,;]\s*(?:e\s+|and\s+)?|\s+(?:e|and)\s+")
_AROUND = v.FILLER | v.TALK | v.WANT | frozenset("desse dessa desses dessas esse essa esses essas those these".split())  # noqa: SIM905
_MOST_WORDS = 3


def each_by_name(text: str, state: ConversationState) -> str:
    """A folded text in which each kind of one thing before the shopper that is named is wished for by its full name, as
    often as is said of each, and so are things that are listed (`um de cada: escova e limpador`); any other stays."""
    each = _EACH.search(text)
    if each is None or "?" in text or _DEEDS.search(text):
        return text
    base, values = _thing_before(text, state)
    told = text[: each.start()] + " " + text[each.end() :]
    pieces = [_plain(piece) for piece in _AND.split(told.rpartition(":")[2])]
    if not base and ":" in told and len(pieces) > 1 and all(_is_sold(piece) for piece in pieces):
        return "quero " + " e ".join(f"{number(each['n']) or 1} {piece}" for piece in pieces)
    if not base or len(pieces) < 2 or not any(piece in values for piece in pieces):
        return text
    if not all(0 < len(piece.split()) <= _MOST_WORDS and not _names_goods(piece, values) for piece in pieces):
        return text
    many = number(each["n"]) or 1
    return "quero " + " e ".join(f"{many} {base} {piece}" for piece in pieces)


def _plain(piece: str) -> str:
    """The piece without the words of the conversation at its ends."""
    said = piece.strip(" .!").split()
    while said and (said[0] in _AROUND or said[0][:1].isdigit()):
        said.pop(0)
    while said and said[-1] in _AROUND:
        said.pop()
    return " ".join(said)


def _is_sold(piece: str) -> bool:
    """`rasqueadeira`, `limpador de casco`: a thing by itself."""
    said = words(piece)
    return bool(said) and current().place(said[0]) == BEGINS and not any(map(str.isdigit, said))


def _names_goods(piece: str, values: frozenset[str]) -> bool:
    return piece not in values and any(current().place(word) == BEGINS for word in words(piece))


def _thing_before(text: str, state: ConversationState) -> tuple[str, frozenset[str]]:
    """The one thing before the shopper of which the text names a kind by its own name, and the names of all of these;
    empty: there is none, or several."""
    things: dict[str, set[str]] = {}
    for one in _shown(state):
        if one.group and len(one.options) == 1:
            base = fold(one.base or one.name.partition(" (")[0])
            things.setdefault(base, set()).add(fold(next(iter(one.options.values()))))
    named = {
        base: values
        for base, values in things.items()
        if any(re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text) for value in values)
    }
    base = next(iter(named), "") if len(named) == 1 else ""
    return base, frozenset(named.get(base, ()))


def _shown(state: ConversationState) -> list[Listed]:
    dialogue = state.dialogue
    asked = dialogue.pending.options if dialogue.pending is not None else ()
    entries = [*dialogue.listed, *asked, *([dialogue.focus] if dialogue.focus is not None else [])]
    return [each for entry in entries for each in entry.each]
