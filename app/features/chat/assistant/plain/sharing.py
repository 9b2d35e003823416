"""So many of each: of what is named, or of each kind of one thing. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.plain.naming import named
from app.features.chat.assistant.plain.phrases import Phrase, Unclear
from app.features.chat.assistant.plain.shelf import Kind, Shelf

MOST_KINDS = 12
"""So many kinds are taken by `um de cada`."""


def share_out(
    shelf: Shelf, phrases: Sequence[Phrase], focus: Sequence[Kind], count: int | None, *, of_kinds: bool
) -> list[Phrase]:
    """The phrases, with so many of each that is named, or of each kind of the one thing that is; None: as many as are
    told of that. focus: what was spoken of last. Raises Unclear."""
    if not phrases:
        raise Unclear("each of nothing")
    untold = [phrase for phrase in phrases if phrase.count is None and phrase.keys]
    last = phrases[-1]
    phrases, untold = _sized_alike(shelf, phrases, untold)
    if not untold and len(phrases) > 1 and all(phrase.count == count for phrase in phrases):
        return list(phrases)  # `um de cada: um preto e um branco`
    if count is None or not untold:
        kinds = _kinds_there(shelf, last, focus)
        many = count or last.count or 1
        if not untold and count is not None and last.count != many * len(kinds):
            raise Unclear("each of so many")
        return [
            *phrases[:-1],
            *(Phrase(many, wished=True, only=kind) for kind in kinds),
        ]  # `2 almofadas, uma de cada cor`
    if len(untold) == 1:
        kinds = _kinds_there(shelf, untold[0], focus) if of_kinds else []
        if not kinds:
            raise Unclear("each of what")
        at = list(phrases).index(untold[0])
        return [*phrases[:at], *(Phrase(count, wished=True, only=kind) for kind in kinds), *phrases[at + 1 :]]
    called = [shelf.calls(phrase.keys) for phrase in untold]
    several = called[0] and not all(called) and len(shelf.having(untold[0].keys)) > 1
    head = untold[0] if several else None  # `3 esfihas de cada: carne, queijo`
    untold[0].plural = untold[0].plural or several
    for phrase in untold:
        phrase.count = None if phrase is head else count
    return list(phrases)


def told_once(shelf: Shelf, phrases: list[Phrase]) -> list[Phrase]:
    """`um de cada cor, um branco e um verde`, of what was shown: the kinds are told again, not wished for twice."""
    each = [phrase for phrase in phrases if phrase.only is not None]
    again = [phrase for phrase in phrases if phrase.only is None]
    kinds = [phrase.only for phrase in each if phrase.only is not None]
    same = all(one.count in (None, each[0].count) and shelf.having(one.keys, kinds) for one in again) if each else False
    return each if same and not any(one.more or shelf.calls(one.keys) for one in again) else phrases


def _sized_alike(
    shelf: Shelf, phrases: Sequence[Phrase], untold: list[Phrase]
) -> tuple[Sequence[Phrase], list[Phrase]]:
    """`uma broto de cada: calabresa e portuguesa`: the size that stands first is that of each."""
    lead, *rest = untold or [Phrase()]
    keys = lead.keys
    if not keys or any(key in shelf.names for key in keys) or not all(shelf.having(one.keys + keys) for one in rest):
        return phrases, untold
    for phrase in rest:
        phrase.keys += keys
    return [phrase for phrase in phrases if phrase is not lead], rest


def _kinds_there(shelf: Shelf, phrase: Phrase, focus: Sequence[Kind]) -> list[Kind]:
    """The kinds of one thing that can be had. Raises Unclear."""
    spoken_of = shelf.having(phrase.keys, focus) if phrase.keys else []
    among = spoken_of if len(spoken_of) > 1 else named(shelf, phrase, [])
    kinds = [kind for kind in among if kind.product.in_stock]
    if len({kind.base for kind in kinds}) != 1 or not 1 < len(kinds) <= MOST_KINDS:
        raise Unclear("each of what")
    return kinds
