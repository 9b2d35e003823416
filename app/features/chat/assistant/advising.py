"""Goods recommended by what a shopper tells of the need."""

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.acts import Look
from app.features.chat.assistant.choosing import FOUND, products_of
from app.features.chat.assistant.matching import first
from app.features.chat.assistant.mentions import product_words
from app.features.chat.assistant.mind import Ask, Mind, Steps
from app.features.chat.assistant.showing import invite, show_one
from app.features.chat.assistant.words import fold, stem, words


def advise(mind: Mind) -> Steps:
    """`meu cabelo tá seco, o que você indica?`: what the shop's own words say most of it."""
    goods = mind.shop.goods
    said = [word for word in words(fold(mind.acts.text)) if goods.place(word) and word not in v.EVERYDAY]
    told = set(map(stem, said))
    if not told or not mind.may_search:
        yield from show_one(mind, Look())
        return
    done = yield [Ask("search_products", {"query": " ".join(said)[:400], "limit": FOUND})]
    ranked = [
        (len(told & {stem(word) for word in product_words(fold(f"{one.name} {one.category} {one.description}"))}), one)
        for one in products_of(done[-1])
        if one.in_stock
    ]
    best = max((count for count, _ in ranked), default=0)
    if best:
        mind.show(first([one for count, one in ranked if count == best], 3), "may_suit")
        invite(mind)
    else:
        mind.say("what_product")
