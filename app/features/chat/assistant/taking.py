"""What one wish of a message does to the cart, once what it may mean has been looked up."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.bids import no_count
from app.features.chat.assistant.choosing import (
    as_taken,
    best_by_price,
    choose,
    kin,
    meant_by,
    old_line,
    option_ids,
    others_in,
    others_of,
    same_kind,
    to_be_had,
)
from app.features.chat.assistant.matching import (
    Product,
    counted,
    fitting,
    head_first,
    in_packs,
    like_name,
    measured,
    one_group,
    only_sized,
    shares,
    spread,
    together,
)
from app.features.chat.assistant.mentions import PACKED, product_words
from app.features.chat.assistant.mind import Mind
from app.features.chat.assistant.missing import missing
from app.features.chat.assistant.pointing import local
from app.features.chat.assistant.putting import put_in, take_out, tell_whole
from app.features.chat.assistant.showing import of_story
from app.features.chat.assistant.sizing import size_in
from app.features.chat.assistant.words import fold, is_colour, stem
from app.features.conversations import cart as carts
from app.features.conversations.state import Listed, Pending

_NUMBERED = re.compile(r"\b(?:n[uú]mero|algarismo|numeral|letra)\s+(\d{1,3}|[A-Za-z])\b", re.IGNORECASE)
MANY = 3
"""More things than this are not taken all at once."""


def take(mind: Mind, wanted: Change, searched: list[Product] | None, pending: Pending | None) -> None:
    """Put in, take out or ask about what a wish means.

    `searched` is what was looked up for it (None: list or cart settle it), `pending` what the shopper was asked.
    """
    mention = wanted.mention
    if no_count(mind, wanted):
        return
    products = _products(mind, wanted, searched)
    if mention.among and len(products) > 1:
        products = to_be_had(products)
        if len(products) > 1:
            choose(mind, products, mention.quantity, "which_of", wished=asked_of(mind, mention.among))
            return
    if mention.measure:
        products, wanted = _by_measure(products, wanted)
        mention = wanted.mention
    if wanted.kind == "remove":
        take_out(mind, wanted, products)
        return
    if mention.without:
        products = products or _made_without(mention, searched or [])
        _note_without(mind, mention, products)
    if one_group(products) and not mention.every:
        products = to_be_had(products)
    elif len(products) == 1 and not products[0].in_stock and (others := others_of(mind, products[0], searched or [])):
        mind.say("gone", name=products[0].name)
        near = like_name(others, products[0].name)
        choose(mind, near, mention.quantity, "is_it_this", query=products[0].base, wished=products[0].name)
        return
    quantity = mention.quantity
    if mention.number:
        sized = [one for one in products if shares([mention.number], one.name)]
        products, quantity = (sized, quantity) if sized else (products, quantity or int(mention.number))
    if len(products) > 1 and not mention.every:
        products = _narrowed(mind, products, mention)
    if quantity is None and not mention.among and pending is not None and pending.kind == "choose":
        quantity = pending.quantity
    if wanted.old is not None and _not_in_size(mind, products, mention):
        return
    if not products:
        missing(mind, wanted, searched or [], quantity)
    elif mention.every:
        _take_every(mind, wanted, products, quantity)
    elif len(products) == 1:
        _take_one(mind, wanted, products[0], quantity, pending)
    else:
        _take_which(mind, wanted, products, quantity)


def _not_in_size(mind: Mind, products: Sequence[Product], mention: Mention) -> bool:
    """`troca pra tam 12`, of what comes in no 12: that is told, and the cart stays as it is."""
    size = mention.soft[-1] if mention.soft else ""
    alike = one_group(products) or (len(products) == 1 and carts.find(mind.cart, products[0].product_id) is not None)
    if (
        not (size and alike)
        or any(shares([size], one.name) for one in products)
        or not any(size_in(one.name) for one in products)
    ):
        return False
    mind.say("not_in_size", name=products[0].base or products[0].name, size=size.upper())
    mind.changed = True
    return True


def _products(mind: Mind, wanted: Change, searched: list[Product] | None) -> list[Product]:
    """What the wish may mean, of list and cart or of what was looked up."""
    mention = wanted.mention
    products = local(mind, wanted) if searched is None else None
    if products is not None:
        return best_by_price(products, mention.by_price) if mention.by_price and mention.words else products
    like = old.name if (old := old_line(mind, wanted)) else ""
    like = like if wanted.kind == "exchange" or wanted.corrects else ""
    products = [] if only_sized(mention) and not like else meant_by(searched or [], mention, like=like)
    if not products and like and mention.words:  # `prefiro o desnatado`, of the milk, not of what was spoken of last
        products = meant_by(searched or [], mention)
    if not mention.words and mention.soft and not like and kin(mind):
        products = others_in(mind, mention, searched or [])
    if wanted.kind in ("want", "add") and not like and (same := as_taken(mind, mention, searched or [])):
        products = same
    packing = mention.packed or next((word for word in mention.soft if word in PACKED), "")
    if packing and not mention.words:
        # `1 caixa`: a thing the shop sells, or so many of what is spoken of
        called = [one for one in searched or [] if stem(product_words(fold(one.name))[0]) == stem(packing)]
        products = called or (spread([mind.focus]) if mention.packed and mind.focus else [])
    if not products and mention.soft and not mention.words and mind.pending is not None:
        products = _just_offered(mind, mention)
    if mention.by_price and not mention.words and (own := kin(mind)):  # `2 da menor`, of the same thing
        products = same_kind(products, own) or products
    return best_by_price(products, mention.by_price) if mention.by_price else products


def _by_measure(products: list[Product], wanted: Change) -> tuple[list[Product], Change]:
    """`2 kg de batata`: the one sold by that measure, and how many of it that is."""
    measure = wanted.mention.measure
    exact = [one for one in products if measured(one, measure) == 1]
    products = exact or [one for one in products if measured(one, measure) is not None] or products
    only = products[0] if len(products) == 1 else None
    amount = (measured(only, measure) or in_packs(only, measure)) if only is not None else None
    mention = msgspec.structs.replace(wanted.mention, quantity=amount)
    return products, msgspec.structs.replace(wanted, mention=mention)


def _narrowed(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """Of several: the one that is called just so, was shown before, or of which more was said."""
    products = _called(products, mention)
    seen = {each.product_id for item in mind.seen for each in item.each}
    spoken_of = [one for one in products if one.product_id in seen]  # `a boneca` that was shown before
    narrowed = of_story(mind, _said_after(mind, products, mention))
    return spoken_of if len(spoken_of) == 1 else _said_more(mind, narrowed)


def _take_every(mind: Mind, wanted: Change, products: list[Product], quantity: int | None) -> None:
    """`3 de cada`: that says which of the list just shown; `as duas`, of one thing, how many."""
    if len(products) == 1 and wanted.mention.of:
        put_in(mind, wanted, products[0], quantity or wanted.mention.of)
        return
    if _too_many(mind, wanted.mention, products):
        choose(mind, products, quantity, "which_of", wished="")
        return
    mind.says = [said for said in mind.says if said.what not in ("list", "choose_option")]
    mind.pending = None
    for product in products:
        put_in(mind, wanted, product, quantity)


def _take_one(mind: Mind, wanted: Change, product: Product, quantity: int | None, pending: Pending | None) -> None:
    by_number = wanted.bare and not mind.cart.lines and len(mind.listed) > 1
    chosen = by_number and pending is not None and pending.kind == "choose"
    count = pending.quantity if chosen and pending else counted(product, quantity, wanted.mention)
    put_in(mind, wanted, product, count)
    if len(mind.acts.changes) == 1:
        _note_number(mind, product)
    tell_whole(mind, product)


def _take_which(mind: Mind, wanted: Change, products: list[Product], quantity: int | None) -> None:
    """One of several: of the kind named just before, the one in the cart, or whichever the shopper chooses."""
    mention = wanted.mention
    # `3 camisetas brancas e 2 pretas`
    alike = like_name(products, mind.focus.name) if mind.changed and mind.focus and len(mention.words) == 1 else []
    in_cart = [one for one in products if carts.find(mind.state.cart, one.product_id)]  # not by this message
    if len(alike) == 1:
        put_in(mind, wanted, alike[0], quantity)
    elif len(in_cart) == 1 and wanted.kind in ("want", "add"):
        put_in(mind, wanted, in_cart[0], quantity)
    else:
        wished = " ".join([*mention.words, *mention.soft])
        choose(mind, head_first(products, mention), quantity, "which_of", wished=wished)


def _note_number(mind: Mind, product: Product) -> None:
    """`vela de número 7`, where that comes in no numbers: the order's notes tell it."""
    found = None if mind.listed and len(mind.listed) > 1 else _NUMBERED.search(mind.acts.text)
    if found and not product.options and not shares([fold(found[1])], product.name):
        mind.cart = carts.with_note(mind.cart, found[0])


def _just_offered(mind: Mind, mention: Mention) -> list[Product]:
    """`preciso de uma fonte tb. poe a placa e a de 650`: which of those that this very message asked for."""
    options = mind.pending.options if mind.pending else ()
    held = [one for one in spread(options) if shares(mention.soft, one.name)]
    if len(held) == 1:
        mind.pending = None
        mind.open = [asked for asked in mind.open if asked.options != options]
        unsay(mind, options)
    return held


def asked_of(mind: Mind, ids: Sequence[str]) -> str:
    """The words of the open wish that these are of."""
    return next((one.query for one in mind.state.dialogue.open if set(ids) <= set(option_ids(one))), "")


def _called(products: list[Product], mention: Mention) -> list[Product]:
    """Of several: those that have the number said before the same word (`6 rosas`), or are called just so (`rosa`)."""
    exact = [one for one in products if counted(one, mention.quantity, mention) != mention.quantity]
    if exact:
        return exact
    if not mention.words:
        return products
    first = stem(mention.words[0])  # `bermudas`, of which a `short` is only a kind
    products = [one for one in products if first in map(stem, product_words(fold(one.base or one.name)))] or products
    own = [one for one in products if product_words(fold(one.base or one.name))[:1] == [mention.words[0]]]
    return own or products


def _said_more(mind: Mind, products: list[Product]) -> list[Product]:
    """Of several: the one of whose title more was said (`malbec reserva`), or the only one that is there."""
    if len(products) < 2 or one_group(products) or len(mind.acts.changes) > 1:
        return products
    said = {stem(word) for word in product_words(fold(mind.acts.text))}
    counts = [len(said & {stem(word) for word in product_words(fold(one.base or one.name))}) for one in products]
    best = [one for one, count in zip(products, counts, strict=True) if count == max(counts)]
    there = [one for one in best if one.in_stock]
    return there if len(there) == 1 else best


def _said_after(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """`o shampoo e o condicionador da Raiz Forte`: what stands after the last of them is said of all."""
    mentions = [one.mention for one in mind.acts.changes]
    if len(mention.words) != 1 or mention.soft or mention not in mentions[:-1]:
        return products
    tail = [word for word in mentions[-1].words[1:] if not is_colour(word)]
    return [one for one in products if tail and all(shares([word], one.name) for word in tail)] or products


def _too_many(mind: Mind, mention: Mention, products: Sequence[Product]) -> bool:
    """`um de cada` of a list that is longer than was counted, or mixed with things of many sizes."""
    if mention.of is not None:
        return mention.of not in (len(products), len(mind.cart.lines))
    things = together(products)
    values = [{one.options.get(key) for one in products} for key in products[0].options]
    if len(things) == 1 and sum(len(each) > 1 for each in values) > 1:  # `uma de cada cor`, of several sizes
        return True
    return len(things) > MANY or (len(things) > 1 and any(thing.variants for thing in things))


def _made_without(mention: Mention, searched: Sequence[Product]) -> list[Product]:
    """`x-burger sem cebola`: the thing itself."""
    words = tuple(word for word in mention.words if word not in mention.without)
    return fitting(searched, msgspec.structs.replace(mention, words=words)) if words else []


def _note_without(mind: Mind, mention: Mention, products: Sequence[Product]) -> None:
    """How it is to be made stands in the order's notes, unless a name says it already (`fone sem fio`)."""
    named = {word for product in products for word in product_words(fold(product.name))}
    for word in mention.without if products else ():
        if word not in named:
            mind.cart = carts.with_note(mind.cart, f"sem {word}")


def unsay(mind: Mind, options: tuple[Listed, ...]) -> None:
    """What was asked about these has been told in the same breath."""
    mind.says = [one for one in mind.says if one.what != "list" or one.listed != options]
    mind.says = [one for one in mind.says if tuple(product.listed for product in one.products) != options]
