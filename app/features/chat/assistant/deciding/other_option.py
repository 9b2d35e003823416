"""Another option of what is in the cart, told by its value alone: `pera, põe moído`, of coffee in beans; `manda 1 kg
mesmo`, of what comes in packs of so much, too."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.choosing import FOUND, products_of
from app.features.chat.assistant.deciding.mind import Ask, Mind, Steps
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.products.matching import Product, shares
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_ALSO = expression(r"\b(?:tambem|mais|outr[oa]s?|junto|also|too|another|more|as\s+well)\b")
MAX_LINES = 3


def in_its_place(mind: Mind) -> Steps:
    """The one line of which another kind has the value, and is alike in all else, is exchanged for that."""
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
