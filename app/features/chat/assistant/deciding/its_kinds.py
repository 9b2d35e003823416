"""The smaller or larger one of a thing that was told of alone: its own kinds, and nothing else of the shop."""

from collections.abc import Generator

from app.features.chat.assistant.acts import PriceOrder
from app.features.chat.assistant.deciding.choosing import FOUND, by_price, kin, products_of
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.mentions import product_words


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
