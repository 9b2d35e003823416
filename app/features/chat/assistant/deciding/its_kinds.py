"""The cheapest, smaller or larger one of the kinds that one thing comes in."""

from collections.abc import Generator

from app.features.chat.assistant.acts import PriceOrder
from app.features.chat.assistant.deciding.choosing import FOUND, best_by_price, by_price, kin, products_of, to_be_had
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, one_group
from app.features.chat.assistant.products.mentions import product_words
from app.ops.expressions import expression

_ASKS_FOR_ONE = expression(
    r"\bmais\s+(?:barat[oa]|car[oa]|em\s+conta)\b|\b(?:the|your)\s+(?:cheapest|most)\b|\bmenor\s+preco\b"
)


def asks_for_one(mind: Mind) -> bool:
    """`qual a mais barata?`"""
    return _ASKS_FOR_ONE.search(spelt_out(fold(mind.acts.text))) is not None


def best_kind(mind: Mind, ranked: list[Product], order: PriceOrder) -> list[Product]:
    """`qual chocolate é o mais barato?`, of one that comes in several kinds: the one kind it is."""
    best = best_by_price(to_be_had(ranked), order) if asks_for_one(mind) and one_group(ranked) else []
    return best if len(best) == 1 else ranked


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
