"""What is sold out in the kind that was wanted: another kind is offered, or only told where it may not do."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.deciding.cart.choosing import FOUND, choose, option_ids, products_of
from app.features.chat.assistant.deciding.mind import Ask, Mind, Steps
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, like_name, one_group, shares, spread, together
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.conversations.state import Pending
from app.ops.expressions import expression

# What decides whether a thing can be used at all: the mains, who it fits, what somebody must not eat.
_MAINS = expression(r"(?:110|115|127|220|230|240)\s*(?:v|volts?)?|bivolt|\d{1,3}\s*v(?:olts?)?")
_ALLERGY = expression(r"\b(?:sem|zero|livre|free|without)\b|\b(?:diet|vegan[oa]?|vegetarian[oa]?|hipoalergenic[oa])\b")
_SIZED = expression(r"tamanho|numero|numeracao|size|grau|dioptria|aro|calibre|bitola")
_FIGURE = expression(r"[+-]?\d{1,2}(?:[.,/]\d{1,2})?")


def instead_of(mind: Mind, gone: Product, others: Sequence[Product], quantity: int | None, *, wished: bool) -> None:
    """That it is sold out, and the nearest of the other kinds, which a yes takes. One in another voltage or size is
    only told."""
    mind.say("gone", name=gone.name)
    mind.seen = (*mind.seen, *together([gone]))  # of it, when it is back is asked next
    near = like_name(others, gone.name)
    if not _binds(gone, near):
        choose(mind, near, quantity, "is_it_this", query=gone.base, wished=gone.name if wished else None)
        return
    values = dict.fromkeys(", ".join(one.options.values()) for one in near)
    mind.show(near, "only_in", values=" / ".join(values))
    mind.pending = Pending("choose", mind.listed, quantity, near=True, query=gone.base, only_told=True)
    mind.listed, mind.focus = (), None


def gone_in(products: Sequence[Product], number: str) -> Product | None:
    """`sapato 30`, which comes in 30 and is sold out in it: no thirty of them."""
    held = [one for one in products if number and number in map(fold, one.options.values())]
    others = any(one.in_stock for one in products)
    return held[0] if len(held) == 1 and others and not held[0].in_stock and one_group(products) else None


def in_place_of_gone(mind: Mind) -> list[Change]:
    """The wishes of the message; `então troca pelo mantiqueira`, of what was wanted and is not there, is one for as
    many of that, and takes the place of nothing in the cart."""
    waits = [one for one in mind.state.dialogue.open if one.near]
    answered = [_as_answer(mind, one) for one in mind.acts.changes]
    return [_of_gone(mind, waits[-1], one) if waits else one for one in answered]


def _as_answer(mind: Mind, wanted: Change) -> Change:
    """`se não tem o preto pode ser o bege`, to `qual cor você quer?`: that is chosen, and nothing of the cart goes."""
    among, asked = set(wanted.mention.among), mind.state.dialogue.pending
    answers = asked is not None and asked.kind == "choose" and among <= set(option_ids(asked))
    if wanted.kind != "exchange" or not among or not answers or not (wanted.old is None or wanted.old.empty):
        return wanted
    return msgspec.structs.replace(wanted, kind="want", old=None)


def _of_gone(mind: Mind, asked: Pending, wanted: Change) -> Change:
    named, old = wanted.mention.words, wanted.old
    if wanted.kind != "exchange" or not named or wanted.mention.measure:
        return wanted
    of_cart = any(
        shares(old.words if old is not None and not old.empty else named, line.name) for line in mind.cart.lines
    )
    if of_cart or (old is not None and not old.empty and not shares(old.words, fold(asked.query))):
        return wanted
    count = wanted.mention.quantity or asked.quantity
    return msgspec.structs.replace(
        wanted, kind="want", old=None, mention=msgspec.structs.replace(wanted.mention, quantity=count)
    )


def _binds(gone: Product, others: Sequence[Product]) -> bool:
    """They differ from it in what nobody may choose for the shopper."""
    apart = [key for key in gone.options if all(one.options.get(key) != gone.options[key] for one in others)]
    return any(_is_binding(key, gone.options[key]) for key in apart)


def _is_binding(key: str, value: str) -> bool:
    named, told = fold(key), fold(value)
    if _MAINS.fullmatch(told) or _ALLERGY.search(told) or told in SIZES:
        return True
    return _SIZED.search(named) is not None and _FIGURE.fullmatch(told) is not None


def sold_out(mind: Mind) -> Product | None:
    """The one thing that is spoken of, where it is sold out."""
    asked = mind.state.dialogue.pending
    offered = asked.options if asked is not None and asked.kind == "quantity" else ()
    spoken_of = spread([mind.focus] if mind.focus is not None else offered)
    return spoken_of[0] if len(spoken_of) == 1 and not spoken_of[0].in_stock else None


def alike(mind: Mind, gone: Product) -> Steps:
    """`Quer ver parecidos?` — `sim`: what is called the same and is there."""
    name = product_words(fold(gone.base or gone.name))
    done = yield [Ask("search_products", {"query": " ".join(name), "limit": FOUND})]
    found = [one for one in products_of(done[-1]) if one.in_stock and one.product_id != gone.product_id]
    alike = [one for one in found if product_words(fold(one.name))[:1] == name[:1]] or found
    if alike:
        choose(mind, alike, None, "found")
    else:
        mind.say("no_more")
