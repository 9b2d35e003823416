"""Several of the goods beside one another: what the shop tells of each, by which a shopper chooses."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec

from app.features.chat.assistant import signs, telling
from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.choosing import FOUND, products_of, query_words
from app.features.chat.assistant.matching import Product, called_so, first, fitting, nearly, spread, together
from app.features.chat.assistant.mind import Ask, Done, Mind
from app.features.chat.assistant.showing import invite

MOST = 4


def compare(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """Show the goods that are compared with what the shop tells of each; False where there are not two of them."""
    meant: list[Product] = []
    for mention in mind.acts.about[:2]:
        meant += yield from _meant(mind, mention)
    if len(mind.acts.about) == 1 and len(together(meant)) == 1 and mind.focus is not None:
        meant = [*spread([mind.focus]), *meant]  # `qual a diferença pro d33?`
    goods = first(list({one.product_id: one for one in meant}.values()), MOST)
    things = [spread([each])[0] for each in together(goods)]
    if len(things) < 2 or not mind.offers("get_product_details") or not mind.may_search:
        return False
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in things]
    asked = "" if signs.DIFFERENCE.search(mind.acts.asked) else mind.acts.asked
    show_told(mind, goods, told_of_each([one.result.get("product") for one in done], things, asked), "compared")
    return True


def show_told(mind: Mind, products: Sequence[Product], told: Sequence[str], head: str) -> None:
    """A list to choose from, with a line of what the shop tells under each thing."""
    mind.show(products, head)
    if mind.says and mind.says[-1].what == "list":
        mind.says[-1] = msgspec.structs.replace(mind.says[-1], told=tuple(told))
    invite(mind)


def told_of_each(told: Sequence[Any], things: Sequence[Product], asked: str) -> list[str]:
    """The fact that answers, where every one has such a fact; else all that is told of each."""
    known: list[Mapping[str, Any]] = [one if isinstance(one, dict) else {} for one in told]
    facts = [telling.facts(one) for one in known]
    found = [telling.fact_for(each, asked, one.name) for each, one in zip(facts, things, strict=True)]
    answers = [one[1] for one in found if one is not None]
    if asked and len(answers) == len(things):
        return answers
    return [" ".join(each)[: telling.MAX_TOLD] for each in facts]


def _meant(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], list[Product]]:
    if mention.every or (mention.empty and mention.position is None):
        return spread(mind.listed[:MOST]) if mention.every else spread([mind.focus] if mind.focus else [])
    if mention.position is not None:
        at = mention.position
        return spread([mind.listed[at - 1 if at > 0 else at]]) if mind.listed and at <= len(mind.listed) else []
    if not mind.may_search:
        return []
    words = [*mention.words, *mention.soft]
    done = yield [Ask("search_products", {"query": " ".join(query_words(words))[:400], "limit": FOUND})]
    found = products_of(done[-1])
    fit = fitting(found, mention) or nearly(found, mention)
    named = [one for one in fit if called_so(one, mention)]  # of `colchões` not the `Protetor de Colchão`
    return [one for one in named or fit if one.in_stock] or fit
