"""Several of the goods beside one another: what the shop tells of each, by which a shopper chooses."""

from collections.abc import Generator, Sequence
from itertools import chain
from typing import Any

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.answering import needs, telling
from app.features.chat.assistant.deciding.answering.showing import invite
from app.features.chat.assistant.deciding.answering.telling import MAX_TOLD
from app.features.chat.assistant.deciding.cart.by_measure import tell_step
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of, query_words, told_apart
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, quoted
from app.features.chat.assistant.documents.answers import asks_size
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.words import fold, is_colour, reais
from app.features.chat.assistant.products.matching import (
    REMEMBERED,
    Product,
    called_so,
    first,
    fitting,
    nearly,
    one_group,
    spread,
    together,
)
from app.features.chat.assistant.reading.counts.sums import counts_of, how_many
from app.features.chat.assistant.reading.questions.asking import ASPECT

MOST = 4


def compare(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """Show the goods that are compared with what the shop tells of each; False where there are not two of them."""
    meant = _of_asked(mind) or (yield from _all_meant(mind, mind.acts.about[:2]))
    if len(mind.acts.about) == 1 and len(together(meant)) == 1 and mind.focus is not None:
        meant = [*spread([mind.focus]), *meant]  # `qual a diferença pro d33?`
    if len(mind.acts.about) == 1 and (most := needs.suited(mind, meant)):  # `qual o molho mais forte?`
        needs.show(mind, most, meant)
        invite(mind)
        return True
    goods = first(list({one.product_id: one for one in meant}.values()), MOST)
    things = [next(one for one in goods if one.product_id == spread([each])[0].product_id) for each in together(goods)]
    differ = _differ(mind, goods)
    if len(things) == 1 and len(goods) == len(mind.acts.about) == 2:  # `a diferença entre a prata e a ouro`
        things = goods = [msgspec.structs.replace(one, group=None) for one in goods]  # each a place in the list
    if not differ and len(things) < 2 and (not things or mind.may_search):
        return False
    told: list[Any] = [msgspec.structs.asdict(one) for one in things]
    if mind.may_search and mind.offers("get_product_details"):
        done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in things]
        told = [one.result.get("product") for one in done]
    asked = "" if signs.DIFFERENCE.search(mind.acts.asked) else mind.acts.asked
    if differ:
        once = ["" for _ in things[1:]] + told_of_each(told, things, "")[:1]
        show_told(mind, goods, once, "same_but", options="\n".join(differ))
    else:
        show_told(mind, goods, told_of_each(told, things, asked), "compared")
    return True


def _differ(mind: Mind, kinds: Sequence[Product]) -> list[str]:
    """`qual a diferença da cama M pra G?`: the options in which the kinds of one thing differ, and the price; none
    where no difference is asked for, or each kind is described by itself."""
    asks = signs.DIFFERENCE.search(fold(mind.acts.text)) is not None
    if not asks or not one_group(kinds) or len({one.about or one.description[:REMEMBERED] for one in kinds}) > 1:
        return []
    about, other = mind.acts.about, mind.acts.about[0].words
    kind = [msgspec.structs.replace(one, words=tuple(x for x in one.words if x not in other)) for one in about]
    sides = [fitting(kinds, one) or fitting(kinds, own) for one, own in zip(about, kind, strict=True)]
    apart = len(sides) == 2 and len(sides[0]) + len(sides[1]) <= len(kinds)
    sides = sides if apart else [[one] for one in kinds]
    told = [{"Preço": {str(one.price_cents) for one in side}} for side in sides]
    keys = kinds[0].options
    for side, own in zip(sides, told, strict=True):
        own |= {key: {one.options.get(key, "") for one in side} for key in keys}
    return [key for key in (*keys, "Preço") if any(one[key] != told[0][key] for one in told)]


def _of_asked(mind: Mind) -> list[Product]:
    """`qual a diferença da P pra G?`, while it is asked which of one thing: those two of it, else none."""
    asked = mind.state.dialogue.pending
    options = spread(asked.options) if asked is not None and asked.kind == "choose" else []
    about = mind.acts.about
    if not one_group(options) or len(about) != 2 or any(one.words or not one.soft for one in about):
        return []
    found = [fitting(options, one) for one in about]
    return [one for each in found for one in each] if all(len(each) == 1 for each in found) else []


def beside(mind: Mind, products: Sequence[Product], asked: str) -> Generator[list[Ask], list[Done], bool]:
    """A few things with the fact that answers for each of them; False where one has none."""
    things = [spread([each])[0] for each in together(products)]
    if not 1 < len(things) <= MOST or not mind.may_search or not mind.offers("get_product_details"):
        return False
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in things]
    found = _answers([one.result.get("product") for one in done], things, asked)
    if None in found:
        return False
    show_told(mind, products, [one for one in found if one is not None], "found")
    return True


def show_told(mind: Mind, products: Sequence[Product], told: Sequence[str], head: str, **values: str) -> None:
    """A list to choose from, with a line of what the shop tells under each thing."""
    mind.show(products, head, **values)
    if mind.says and mind.says[-1].what == "list":
        mind.says[-1] = msgspec.structs.replace(mind.says[-1], told=tuple(told))
    invite(mind)


def told_of_each(told: Sequence[Any], things: Sequence[Product], asked: str) -> list[str]:
    """The fact that answers, where every one has such a fact; else all that is told of each."""
    answers = [one for one in _answers(told, things, asked) if one is not None]
    return answers if asked and len(answers) == len(things) else [" ".join(_facts(one))[:MAX_TOLD] for one in told]


def _answers(told: Sequence[Any], things: Sequence[Product], asked: str) -> list[str | None]:
    found = [telling.fact_for(_facts(one), asked, thing.name) for one, thing in zip(told, things, strict=True)]
    return [one[1] if one is not None else None for one in found]


def _facts(told: Any) -> list[str]:
    return telling.facts(told) if isinstance(told, dict) else []


def _all_meant(mind: Mind, mentions: Sequence[Mention]) -> Generator[list[Ask], list[Done], list[Product]]:
    """What each mention means, of what is known or looked up, all in one round."""
    shown = spread([*mind.listed, *([mind.focus] if mind.focus else [])])
    apart = {one: _of_shown(shown, one) for one in mentions if one.words or one.soft}
    named = [one for one in mentions if apart.get(one) == []]
    found: list[list[Product]] = []
    if named and mind.may_search:
        queries = [" ".join(query_words([*one.words, *one.soft]))[:400] for one in named]
        done = yield [Ask("search_products", {"query": query, "limit": FOUND}) for query in queries]
        found = [_called(products_of(answer), one) for one, answer in zip(named, done, strict=False)]
    known = [one for each in mentions if each not in named for one in apart.get(each) or _known(mind, each)]
    return [*known, *chain(*found)]


def _of_shown(shown: Sequence[Product], mention: Mention) -> list[Product]:
    """`a branca`, `a de 400`: those shown that a colour or a size alone tells."""
    coloured = bool(mention.words) and all(map(is_colour, mention.words))
    return fitting(shown, mention) if coloured else told_apart(shown, mention)


def _called(found: Sequence[Product], mention: Mention) -> list[Product]:
    """Of `colchões` those that are there, and not the `Protetor de Colchão`."""
    fit = fitting(found, mention) or nearly(found, mention)
    named = [one for one in fit if called_so(one, mention)] or fit
    return [one for one in named if one.in_stock] or fit


def _known(mind: Mind, mention: Mention) -> list[Product]:
    if mention.every:
        return spread(mind.listed[:MOST])
    if mention.position is not None:
        at = mention.position
        return spread([mind.listed[at - 1 if at > 0 else at]]) if mind.listed and at <= len(mind.listed) else []
    return spread([mind.focus] if mind.focus else [])


def of_all(mind: Mind, products: Sequence[Product]) -> Generator[list[Ask], list[Done], bool]:
    """What is asked of a thing in several kinds, or of a few things: `qual a gramatura das toalhas?`"""
    if (yield from _of_kinds(mind, products)):
        return True
    asked = telling.asked_of_one(mind)
    if not (telling.is_measured(asked) or ASPECT.match(asked)) or one_group(products):
        return False
    told = quoted(mind, "")
    if told is None or not asks_size(asked):
        return (yield from beside(mind, products, asked))
    mind.says.append(Say("text", text=told))
    return True


def _of_kinds(mind: Mind, products: Sequence[Product]) -> Generator[list[Ask], list[Done], bool]:
    """What is asked of a thing that comes in several kinds; else all that the shop tells of it goes before its list."""
    asked = telling.asked_of_one(mind)
    if not one_group(products):
        return False
    if asked and (yield from telling.tell_kinds(mind, products, asked)):
        invite(mind)
        return True
    told = yield from telling.details(mind, products[0])
    more = telling.asks_beyond(products[0], mind.acts.asked) or signs.MORE_OF.search(mind.acts.asked)
    if told is not None and told.get("description") and more:
        mind.says.append(Say("text", text=str(told["description"]).strip()[:400]))
    return False


def told_sum(mind: Mind, mentions: Sequence[Mention]) -> None:
    """What so much of each of the goods just shown comes to, and that a yes would take so many."""
    shown, language = spread(mind.listed), mind.acts.language
    if len(shown) != len(mentions) or any(one.price is None for one in shown):
        return
    counts = counts_of(shown, mentions)
    if not counts:  # so much of one of them does not go
        mind.says = [said for said in mind.says if said.what not in ("offer_all", "sum")]
        for one, said in zip(shown, mentions, strict=True):
            if said.measure and not how_many(one, said):
                tell_step(mind, one, said.measure)
        mind.pending = msgspec.structs.replace(mind.pending, every=False) if mind.pending else None
        return
    each = [count * (one.price or 0) for one, count in zip(shown, counts, strict=True)]
    lines = [f"{n} × {one.name} = {reais(cost, language)}" for n, one, cost in zip(counts, shown, each, strict=True)]
    mind.says = [said for said in mind.says if said.what != "sum"]
    at = next((at for at, said in enumerate(mind.says) if said.what == "offer_all"), len(mind.says))
    told = Say("sum_of", {"lines": "\n".join(lines), "total": reais(sum(each), language)})
    mind.says.insert(at, told if max(counts) > 1 else Say("sum", {"total": reais(sum(each), language)}))
    if mind.pending is not None and mind.pending.every:
        mind.pending = msgspec.structs.replace(mind.pending, counts=counts)
