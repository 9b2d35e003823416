"""What a message plainly does to the cart: so many of these goods, these out, those for others, and what else it says.
Pure; tests: tests/features/chat/test_plain.py."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.plain import idioms as said_so
from app.features.chat.assistant.plain.clauses import Clauses
from app.features.chat.assistant.plain.halves import halved, some_otherwise
from app.features.chat.assistant.plain.phrases import Unclear
from app.features.chat.assistant.plain.sharing import share_out, told_once
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.features.chat.assistant.plain.wishing import said_of_all, shares_anew, weigh, wished
from app.features.chat.assistant.plain.wording import prefers
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

NONE: Mapping[str, int] = MappingProxyType({})
# `o kit aceita pix`: asked without its mark
_WONDERS = expression(
    r"\b(?:aceita\w*|tem|teria|qua(?:l|is)|quant[oa]s?|como|quando|onde|posso|podem?|consigo|da\s+(?:pra|para)|sera|se|gost\w+|"
    r"can|could|do|does|is|are|how|what|which|when|if|would|like[ds]?|love[ds]?|maybe|talvez)\b"
)
_BUT_SO_MANY = expression(r"\s+(?=(?:mas|but)\s+\d)", re.IGNORECASE)
_CLAUSE = expression(r"((?:[^.,:;!?\n]|(?<=\d)[.,:](?=\d))+)([.,:;!?\s]*)")


class Plain(Struct, frozen=True):
    """What becomes of the cart, each change by its product, and the clauses that say something else."""

    changes: tuple[Change, ...]
    rest: str


def read_plainly(
    message: str,
    shelf: Shelf,
    lines: Sequence[CartLine],
    focus: Sequence[str] = (),
    *,
    choices: Mapping[str, int] = NONE,
    room: bool = False,
) -> Plain | None:
    """What of a message the goods on the shelf settle; None: not all that it says of goods is plain. lines: those of
    the cart; focus: the ids of what was spoken of last; choices: the ids of what is open to be chosen, and how many of
    each; room: something was taken out just before."""
    told = Clauses(shelf, lines, [kind for one in focus if (kind := shelf.of(one))], room=room, chooses=bool(choices))
    try:
        return _read(told, message, {kind: many for one, many in choices.items() if (kind := shelf.of(one))})
    except Unclear:
        return None


def _read(told: Clauses, message: str, choices: Mapping[Kind, int]) -> Plain:
    """The clauses one after the other, and what they say together. Raises Unclear, with the reason."""
    clauses = _CLAUSE.findall(_BUT_SO_MANY.sub(", ", said_so.LAUGHS.sub(", ", message)))
    for at, (said, end) in enumerate(clauses):
        stop = next((later for _, later in clauses[at:] if any(sign in later for sign in ".!?\n")), end)
        begun = len(told.phrases)
        if not halved(told, said, asks="?" in stop):
            told.read(said, end, asks="?" in stop)
            some_otherwise(told, said, begun)
    told.anew = told.anew or shares_anew(told.shelf, told.phrases, _counts(told))
    if told.phrases and told.held and prefers(message) and not told.anew:
        raise Unclear("instead of what is there, or besides")
    told.pays = told.pays and _WONDERS.search(fold(message)) is None
    changes = [*told.edits, *_wished(told, choices)]
    _check(told, changes)
    return Plain(tuple(changes), "".join(told.rest).strip())


def _counts(told: Clauses) -> dict[Kind, int]:
    return {kind: told.counts[kind.product.product_id] for kind in told.held}


def _wished(told: Clauses, choices: Mapping[Kind, int]) -> list[Change]:
    for phrase in told.phrases:
        if told.pays and not (told.asks or told.held):  # `the caipirinha kit. pix`, `kit caipirinha, pix, retirada`
            phrase.wished = True
            phrase.definite = phrase.definite or not any(word.endswith("s") for word in phrase.said)
        weigh(told.shelf, phrase)
    if told.of_all and not any(told.shelf.having([*phrase.keys, *told.of_all]) for phrase in told.phrases):
        raise Unclear("all of what")
    for phrase in told.phrases:
        if told.of_all and told.shelf.having([*phrase.keys, *told.of_all]):
            phrase.keys += told.of_all
    phrases = said_of_all(told.shelf, told_once(told.shelf, told.phrases))
    if told.each is not None:
        count, of_kinds = told.each
        phrases = share_out(told.shelf, phrases, told.focus, count, of_kinds=of_kinds)
    return wished(
        told.shelf,
        phrases,
        _counts(told),
        told.focus,
        choices=choices,
        beside=bool(told.edits) or told.kept,
        anew=told.anew,
    )


def _check(told: Clauses, changes: Sequence[Change]) -> None:
    """What the clauses say together. Raises Unclear."""
    ids = [one.mention.product_id for one in changes]
    held = {kind.product.product_id for kind in told.held}
    if not changes and not told.kept:
        raise Unclear("nothing")
    if len(set(ids)) < len(ids):
        raise Unclear("twice")
    if told.asks and not (told.edits or told.kept or any(phrase.wished for phrase in told.phrases)):
        raise Unclear("asks")  # a list, and `vocês têm tudo?`
    if told.each is not None and len(changes) < 2:
        raise Unclear("each of one")  # and of what was spoken of before
    if said_so.WHAT_IS_THERE.search(fold(" ".join(told.rest))) and told.phrases:
        raise Unclear("asks what there is")
    if told.strange and told.phrases:
        raise Unclear("others, too")
    if told.so_many and any(phrase.more for phrase in told.phrases):
        raise Unclear("more, or so many")
    again = told.kept or (told.anew and held.issuperset(ids))  # `do 14 só uma`
    if told.so_many and not (told.edits or again) and any(one not in ids for one in held):
        raise Unclear("no more than these")
    if told.anew and not told.edits and (held.isdisjoint(ids) or any(phrase.plural for phrase in told.phrases)):
        raise Unclear("second thought")  # perhaps for others
    if told.this and not told.this_named and {kind.product.product_id for kind in told.focus}.isdisjoint(ids):
        raise Unclear("this one")
    out = {one.mention.product_id for one in changes if one.kind == "remove"}
    if told.only and any(kind not in told.only and kind.product.product_id not in out for kind in told.held):
        raise Unclear("only these")
