"""Another option of what is in the cart, told by its value alone: `pera, põe moído`, of coffee in beans; `manda 1 kg
mesmo`, of what comes in packs of so much, too."""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of
from app.features.chat.assistant.deciding.mind import Ask, Mind, Steps
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.products.matching import Product, shares
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_ALSO = expression(r"\b(?:tambem|mais|outr[oa]s?|junto|also|too|another|more|as\s+well)\b")
MAX_LINES = 3
# `Meia Cano Alto (6 pares)`, and so many pairs told of it
_PIECES = r"(?:pares|unidades?|pecas?|pairs|units?|pieces?)"
_HOLDS = expression(rf"\((?:.*, )?(?P<n>\d{{1,2}}) (?P<unit>{_PIECES})[,)]")
_SO_MANY = expression(rf"\b(?P<n>\d{{1,2}})\s+(?P<unit>{_PIECES})\b")


def in_its_place(mind: Mind) -> Steps:
    """The one line of which another kind has the value, and is alike in all else, is exchanged for that."""
    if (told := _told_in_pieces(mind)) is not None:
        yield from _in_pieces(mind, told)
        return
    changes = mind.acts.changes
    lines = [line for line in mind.cart.lines if " (" in line.name]
    if len(changes) != 1 or not _tells_a_value(mind, changes[0]) or not 0 < len(lines) <= MAX_LINES:
        return
    if not mind.may_search or _ALSO.search(spelt_out(fold(mind.acts.text))):
        return
    measure = changes[0].mention.measure
    lines = _meant(mind, lines, changes[0].mention) if measure else lines
    words = (measure,) if measure else changes[0].mention.words
    done = yield [Ask("search_products", {"query": line.name.partition(" (")[0], "limit": FOUND}) for line in lines]
    found = [
        (line, kinds[0])
        for line, answer in zip(lines, done, strict=True)
        if len(kinds := _kinds(products_of(answer), line, words)) == 1
    ]
    if len(found) != 1:
        return
    line, kind = found[0]
    change = Change("exchange", Mention(product_id=kind.product_id), old=Mention(product_id=line.product_id))
    mind.acts = msgspec.structs.replace(mind.acts, changes=(change,))
    mind.kinds = (kind.listed,)


def _told_in_pieces(mind: Mind) -> re.Match[str] | None:
    """The number and the unit of `o de 3 pares`, where the one line is a pack of so many pairs."""
    changes, lines, text = mind.acts.changes, mind.cart.lines, spelt_out(fold(mind.acts.text))
    holds = _HOLDS.search(fold(lines[0].name)) if len(lines) == 1 else None
    told = _SO_MANY.search(text)
    if holds is None or told is None or told["unit"] != holds["unit"] or len(changes) != 1 or not mind.may_search:
        return None
    plain = Mention(quantity=int(told["n"]), pointing=changes[0].mention.pointing)
    known = changes[0].kind == "add" or (changes[0].kind == "want" and not _ALSO.search(text))
    return told if known and changes[0].mention == plain else None


def _in_pieces(mind: Mind, told: re.Match[str]) -> Steps:
    """The pack of so many instead, or as many packs as that makes; what is neither is asked about."""
    line, many = mind.cart.lines[0], int(told["n"])
    holds = _HOLDS.search(fold(line.name))
    done = yield [Ask("search_products", {"query": line.name.partition(" (")[0], "limit": FOUND})]
    kinds = _kinds(products_of(done[0]), line, (told["n"],))
    packs, rest = divmod(many, int(holds["n"])) if holds else (0, 1)
    changes: tuple[Change, ...] = ()
    adds = mind.acts.changes[0].kind == "add"
    if packs != 1 and len(kinds) == 1:
        mind.kinds = (kinds[0].listed,)
        new, old = Mention(product_id=kinds[0].product_id), Mention(product_id=line.product_id)
        changes = (Change("add", new) if adds else Change("exchange", new, old=old),)
    elif not rest:
        changes = (replace(mind.acts.changes[0], mention=Mention(quantity=packs)),)
    unread = mind.acts.unread if changes else (*mind.acts.unread, told[0])
    mind.acts = msgspec.structs.replace(mind.acts, changes=changes, unread=unread)


def _tells_a_value(mind: Mind, wanted: Change) -> bool:
    """It names no goods and counts none, and answers no question of ours."""
    mention = wanted.mention
    if mention.measure:
        said = Mention(mention.words, pointing=mention.pointing, measure=mention.measure)
        return wanted.kind == "want" and mention == said
    if wanted.kind not in ("want", "add", "exchange") or (wanted.old is not None and not wanted.old.empty):
        return False
    if not mention.words or mention != Mention(mention.words) or wanted.parts or wanted.either or wanted.instead:
        return False
    if all(map(is_colour, mention.words)) or any(mind.shop.goods.place(word) == BEGINS for word in mention.words):
        return False
    dialogue = mind.state.dialogue
    asked = [*([dialogue.pending] if dialogue.pending else []), *dialogue.open]
    return not any(shares(mention.words, each.name) for one in asked for item in one.options for each in item.each)


def _meant(mind: Mind, lines: Sequence[CartLine], mention: Mention) -> list[CartLine]:
    """The lines that so much may be of: of that name, else of what is spoken of; none where that is not in the cart."""
    if mention.words:
        named = [line for line in lines if shares(mention.words, line.name)]
        return named if len(named) == 1 else []
    focus = mind.focus
    return [line for line in lines if focus is None or line.product_id == focus.product_id]


def _kinds(found: list[Product], line: CartLine, words: tuple[str, ...]) -> list[Product]:
    """What is as the line is but for the option that the words name."""
    own = next((one for one in found if one.product_id == line.product_id), None)
    if own is None:
        return []
    kinds = [one for one in found if (one.base or one.name) == (own.base or own.name) and one.options != own.options]
    return [one for one in kinds if _named(_apart(own, one), words)]


def _apart(own: Product, other: Product) -> list[str]:
    return [value for key, value in other.options.items() if own.options.get(key) != value]


def _named(values: list[str], words: tuple[str, ...]) -> bool:
    return len(values) == 1 and all(shares([word], values[0]) for word in words)
