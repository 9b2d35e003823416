"""Which kinds of a thing are meant: the smaller or larger one of what was told of alone, those in the size told."""

from collections.abc import Generator, Sequence

from app.features.chat.assistant.acts import Mention, PriceOrder
from app.features.chat.assistant.deciding.choosing import FOUND, best_by_price, by_price, kin, products_of
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.products.mentions import is_size, product_words
from app.ops.expressions import expression

_OF_ITS_KINDS = expression(
    r"\b(?:qual|quanto)\b[^.,;!?]*\b(?:(?:maior|menor)\b(?!es)|mais\s+(?:comprid|curt|long|grand)[oae]\b)|"
    r"\b(?:what(?:'?s)?|which|how\s+much)\b[^.,;!?]*\b(?:long|bigg|larg|small|short|tall)est\b(?!\s+ones)"
)


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
    """In that order; `what's the longest one?`, of a thing that comes in several lengths: the longest alone."""
    ranked = by_price(products, order)
    alone = len({one.group for one in ranked}) == 1 and ranked[0].group is not None
    if not alone or order not in ("smallest", "largest") or not _OF_ITS_KINDS.search(fold(mind.acts.text)):
        return ranked
    best = best_by_price(ranked, order)
    return best if len(best) == 1 and best[0].in_stock else ranked


def in_size_told(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`rain boots in size 25`, where they are called otherwise: of what comes in that size, no other is meant."""

    def fits(one: Product) -> bool:
        return any(fold(value) in mention.soft and is_size(fold(value)) for value in one.options.values())

    groups = {one.group for one in products if one.group is not None and fits(one)}
    return [one for one in products if one.group not in groups or fits(one)]
