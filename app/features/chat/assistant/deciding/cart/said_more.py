"""Which of several goods is meant, by what else of their names the message says. Pure."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import old_line
from app.features.chat.assistant.deciding.cart.putting import NUMBERED
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, stem, words
from app.features.chat.assistant.products.alike import telling_words
from app.features.chat.assistant.products.matching import Product, fitting, one_group, shares
from app.features.chat.assistant.products.name_words import product_words
from app.ops.expressions import expression

_PARTS = expression(r"[,;\n+]|\b(?:e|mais|and|plus|quer|wants)\b")


def said_more(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """Of several: the one of whose title more was said: `malbec reserva`, `a prensa e 1 café da casa em grãos`."""
    asks = mind.acts.asked if mind.acts.tells and not mind.acts.changes else ""  # and no story beside it
    text = asks or fold(mind.acts.text)
    if len(products) < 2 or one_group(products):
        return products
    if len(mind.acts.changes) > 1 or any(one.parts for one in mind.acts.changes):  # what was said of this one
        parts = [one for one in _PARTS.split(text) if mention.words and all(shares([x], one) for x in mention.words)]
        text = parts[0] if len(parts) == 1 else ""
    said = {stem(word) for word in product_words(text)}
    said |= {stem("numeral")} if NUMBERED.search(mind.acts.text) else set()  # `vela de número 7`
    counts = [len(said & telling_words(one)) for one in products]
    return [one for one, count in zip(products, counts, strict=True) if count == max(counts)]


def said_after(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """`o shampoo e o condicionador da Raiz Forte`: what stands after the last of them is said of all."""
    mentions = [one.mention for one in mind.acts.changes]
    if len(mention.words) != 1 or mention.soft or mention not in mentions[:-1]:
        return products
    last = mentions[-1]
    if last.words and is_colour(last.words[0]):  # `o cinto, marrom M` tells of the brown one alone
        return products
    tail = [word for word in (*last.words[1:], *last.soft) if not is_colour(word)]
    return [one for one in products if tail and all(shares([word], one.name) for word in tail)] or products


def named_as_one(
    mind: Mind, changes: Sequence[Change], searched: Mapping[int, list[Product]]
) -> tuple[list[Change], dict[int, list[Product]]]:
    """`não, o de presunto e queijo`: the `e` of a name or an option ties no two goods, where one of both is sold by no
    other name. changes, searched: wishes and what was looked up for each."""
    made, found = list(changes), dict(searched)
    for at in range(len(changes) - 1, 0, -1):
        first, second = made[at - 1], changes[at]
        if (whole := _as_one(mind, first, second)) is None:
            continue
        pool = [*(found.get(at - 1) or []), *(found.get(at) or [])]
        line = old_line(mind, first)
        own = [one for one in pool if line is not None and (one.base or one.name) == line.name.partition(" (")[0]]
        for known in (own, pool):
            named = [one for one in known if _ties(one.name, first.mention, second.mention)]
            if not fitting(named, whole.mention):
                continue
            if all(any(one not in named for one in fitting(known, x.mention)) for x in (first, second)):
                continue
            made[at - 1 : at + 1] = [whole]
            found[at - 1] = known
            found = {key - (key > at): value for key, value in found.items() if key != at}
            break
    return made, found


def _as_one(mind: Mind, first: Change, second: Change) -> Change | None:
    """Both wishes as one, where the message says them as a name would."""
    one, other = first.mention, second.mention
    plain = replace(other, words=(), soft=()) == Mention() and not (second.corrects or second.parts or first.parts)
    if not (plain and one.words and other.words and {first.kind, second.kind} <= {"want", "add", "exchange"}):
        return None
    said = " ".join(words(fold(mind.acts.text)))
    if f" {one.words[-1]} e {other.words[0]}" not in said and f" {one.words[-1]} and {other.words[0]}" not in said:
        return None
    return replace(first, mention=replace(one, words=(*one.words, *other.words), soft=(*one.soft, *other.soft)))


def _ties(name: str, one: Mention, other: Mention) -> bool:
    """`Presunto e Queijo`"""
    said = [stem(word) for word in words(fold(name))]
    before, after = ({stem(x) for x in (word, *in_portuguese(word))} for word in (one.words[-1], other.words[0]))
    tied = zip(pairwise(said), said[2:], strict=False)
    return any(first in before and joint in ("e", "and") and last in after for (first, joint), last in tied)
