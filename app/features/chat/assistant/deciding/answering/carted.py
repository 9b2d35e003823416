"""What is asked of the goods in the cart by what they have, and how they are to be made: `tem proteção UV?`"""

from collections.abc import Generator, Sequence

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of, query_words
from app.features.chat.assistant.deciding.cart.without import note_without
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.words import fold, is_colour, stem, words
from app.features.chat.assistant.products.matching import fitting, shares
from app.ops.expressions import expression

MAX_LINES = 3


def of_the_carted(mind: Mind, wish: Look) -> Generator[list[Ask], list[Done], bool]:
    """`tem proteção UV?`, which no goods are called by: of those in the cart that the shop tells to have it."""
    if wish.mention.without and (yield from _made_without(mind, wish)):
        return True
    named, goods = wish.mention.words, mind.shop.goods
    aside = wish.by_price or wish.more or wish.guess or wish.mention.soft or wish.quantity is not None or wish.parts
    if aside or not (mind.acts.asked and named and mind.cart.lines and goods.asked):
        return False
    if any(goods.place(word) == BEGINS or is_colour(word) for word in named) or not mind.may_search:
        return False
    lines = mind.cart.lines[-MAX_LINES:]
    done = yield [Ask("get_product_details", {"product_id": line.product_id}) for line in lines]
    told = [answer.result.get("product") for answer in done]
    found = [
        telling.fact_for(telling.facts(one), " ".join(named), "") if isinstance(one, dict) else None for one in told
    ]
    having = [(line, one[1]) for line, one in zip(lines, found, strict=False) if one and _has(one[1], named)]
    mind.says += [Say("text", text=f"{line.name}: {fact}") for line, fact in having]
    return bool(having)


def _made_without(mind: Mind, wish: Look) -> Generator[list[Ask], list[Done], bool]:
    """`o lanche sem cebola`, of the one in the cart: how it is to be made, and no other one."""
    rest = tuple(word for word in wish.mention.words if word not in wish.mention.without)
    held = {line.product_id for line in mind.cart.lines}
    if not (rest and held) or mind.acts.asked or not mind.may_search:
        return False
    done = yield [Ask("search_products", {"query": " ".join(query_words(rest)), "limit": FOUND})]
    found = [one for one in fitting(products_of(done[-1]), Mention(rest)) if one.product_id in held]
    if len(found) != 1:
        return False
    note_without(mind, wish.mention, found)
    mind.changed = True
    return True


def _has(fact: str, named: Sequence[str]) -> bool:
    told = {stem(word) for word in words(fold(fact))}
    return all(stem(word) in told for word in named)


_NOT_THERE = expression(r"\b(?:nao|n)\s+(?:tem|teria)\b|\bno\b.*\?")


def told_to_be_gone(mind: Mind, wish: Look) -> bool:
    """`a película não tem?`, of what was just told to be sold out: told again."""
    if wish.mention.soft or not wish.mention.words or not _NOT_THERE.search(fold(mind.acts.text)):
        return False
    gone = [
        item for item in mind.state.dialogue.seen[-3:] if not item.in_stock and shares(wish.mention.words, item.name)
    ]
    if not gone:
        return False
    mind.say("gone", name=gone[-1].name)
    mind.pending = mind.state.dialogue.pending
    return True
