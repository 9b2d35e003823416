"""Which kinds of a thing are meant: the cheapest, smaller or larger one of it, those in the size told."""

from collections.abc import Generator, Sequence

from app.features.chat.assistant.acts import Change, Mention, PriceOrder
from app.features.chat.assistant.deciding.cart.choosing import (
    FOUND,
    best_by_price,
    by_price,
    kin,
    products_of,
    to_be_had,
)
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.products.matching import Product, fitting, one_group, spread
from app.features.chat.assistant.products.name_words import is_size, product_words
from app.features.chat.assistant.products.sizes import comes_in
from app.ops.expressions import expression

_OF_ITS_KINDS = expression(
    r"\b(?:qual|quanto)\b[^.,;!?]*\b(?:(?:maior|menor)\b(?!es)|mais\s+(?:comprid|curt|long|grand)[oae]\b)|"
    r"\b(?:what(?:'?s)?|which|how\s+much)\b[^.,;!?]*\b(?:long|bigg|larg|small|short|tall)est\b(?!\s+ones)"
)
_ASKS_FOR_ONE = expression(
    r"\bmais\s+(?:barat[oa]|car[oa]|em\s+conta)\b|\b(?:the|your)\s+(?:cheapest|most)\b|\bmenor\s+preco\b"
)
_SIZE = ("tamanho", "numero", "size", "number")


def asks_for_one(mind: Mind) -> bool:
    """`qual a mais barata?`"""
    return _ASKS_FOR_ONE.search(spelt_out(fold(mind.acts.text))) is not None


def of_shown(mind: Mind, mention: Mention) -> list[Product]:
    """`the cheaper one in black`, `o mais barato`: what was shown that is called so by no more than a colour or a size;
    empty: nothing was, or no choice is left."""
    shown = spread(mind.listed)
    if not (mention.words or mention.soft):
        return shown if len(shown) > 1 else []
    return fitting(shown, mention) if all(map(is_colour, mention.words)) else []


def of_its_kinds(mind: Mind, order: PriceOrder | None) -> Generator[list[Ask], list[Done], bool]:
    """`e a menor?`: the thing in all that it comes in, in that order; False where it comes in no other."""
    own = kin(mind)
    if order not in ("smallest", "largest") or own is None or own.group is None or not mind.offers("search_products"):
        return False
    named = [word for word in product_words(fold(own.base or own.name)) if not word[0].isdigit()]
    done = yield [Ask("search_products", {"query": " ".join(named), "limit": FOUND})]
    kinds = [one for one in products_of(done[-1]) if one.group == own.group]
    if len(kinds) < 2:
        return False
    mind.show(by_price(kinds, order), order)
    return True


def ranked_by(mind: Mind, products: Sequence[Product], order: PriceOrder) -> list[Product]:
    """In that order; of a thing that comes in several kinds the one that is asked for: `what's the longest one?`."""
    ranked = by_price(products, order)
    sized = order in ("smallest", "largest")
    asks = _OF_ITS_KINDS.search(fold(mind.acts.text)) is not None if sized else asks_for_one(mind)
    if not asks or not one_group(ranked):
        return ranked
    best = best_by_price(ranked if sized else to_be_had(ranked), order)
    return best if len(best) == 1 and best[0].in_stock else ranked


def in_size_told(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`rain boots in size 25`, where they are called otherwise: of what comes in that size, no other is meant."""

    def fits(one: Product) -> bool:
        return any(fold(value) in mention.soft and is_size(fold(value)) for value in one.options.values())

    groups = {one.group for one in products if one.group is not None and fits(one)}
    return [one for one in products if one.group not in groups or fits(one)]


def of_what_is_spoken_of(mind: Mind, own: Product | None, wanted: Change, found: list[Product]) -> list[Product]:
    """`e 4 de pistache`, which several things come in: those of the one thing that is spoken of, if any."""
    said, goods = wanted.mention.words, mind.shop.goods
    if own is None or own.group is None or wanted.old or not said or len(mind.listed) > 1:
        return []
    tell_a_kind = all(0 < goods.place(word) < NAMES for word in said)
    if not tell_a_kind or all(one.group != own.group for one in fitting(found, wanted.mention)):
        return []
    return [one for one in found if one.group == own.group]


def another_kind(mind: Mind, own: Product | None, wanted: Change) -> Mention | None:
    """`um grande terracota`, of the pots that are spoken of: a word that no goods carry may be one of their options."""
    said, goods = wanted.mention.words, mind.shop.goods
    unknown = [word for word in said if goods.place(word) == 0 and not is_colour(word)]
    if own is None or own.group is None or not unknown or any(goods.place(word) == BEGINS for word in said):
        return None
    return Mention((*product_words(fold(own.base or own.name)), *said))


def in_size_of_no_option(mind: Mind, mention: Mention) -> list[Product]:
    """`2 M e 1 G`, `o 42`, of the one thing that is spoken of, where its description alone tells in which sizes it
    comes: that thing, whose order says the size in its notes."""
    spoken_of = spread([mind.focus]) if mind.focus is not None else []
    sizes = [word for word in (*mention.soft, mention.number) if word and word not in _SIZE]
    if len(spoken_of) != 1 or mention.words or not sizes:
        return []
    return spoken_of if all(comes_in(spoken_of[0].about or spoken_of[0].description, size) for size in sizes) else []
