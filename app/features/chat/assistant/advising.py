"""Goods recommended by what a shopper tells of the need."""

from collections.abc import Generator

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.acts import Look
from app.features.chat.assistant.choosing import FOUND, products_of
from app.features.chat.assistant.matching import Product, asserted, first
from app.features.chat.assistant.mentions import product_words
from app.features.chat.assistant.mind import Ask, Done, Mind, Steps
from app.features.chat.assistant.showing import invite, show_one
from app.features.chat.assistant.words import fold, stem, words


def by_need(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """`comprei 12 galinhas, qual ração você indica?`: of the kind that is asked for, what speaks of the need, too."""
    kind = set(map(stem, mind.acts.looks[0].mention.words))
    ranked = yield from _ranked(mind)
    most = max((len(told) for told, _ in ranked if kind <= told), default=0)
    if most <= len(kind):
        return False
    mind.show(first([one for told, one in ranked if len(told) == most and kind <= told], 3), "may_suit")
    invite(mind)
    return True


def advise(mind: Mind) -> Steps:
    """`meu cabelo tá seco, o que você indica?`: what the shop's own words say most of it."""
    ranked = yield from _ranked(mind)
    best = max((len(told) for told, _ in ranked), default=0)
    if best:
        mind.show(first([one for told, one in ranked if len(told) == best], 3), "may_suit")
        invite(mind)
    elif mind.may_search:
        mind.say("what_product")
    else:
        yield from show_one(mind, Look())


def _ranked(mind: Mind) -> Generator[list[Ask], list[Done], list[tuple[set[str], Product]]]:
    """What is there, each with the words of the message that the shop says of it."""
    goods = mind.shop.goods
    said = [word for word in words(fold(mind.acts.text)) if goods.place(word) and word not in v.EVERYDAY]
    told = set(map(stem, said))
    if not told or not mind.may_search:
        return []
    done = yield [Ask("search_products", {"query": " ".join(said)[:400], "limit": FOUND})]
    return [
        (told & {stem(word) for word in product_words(fold(f"{one.name} {one.category} {asserted(one)}"))}, one)
        for one in products_of(done[-1])
        if one.in_stock
    ]
