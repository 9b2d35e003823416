"""`os dois`, `3 de cada`: each of what was shown, or which of them where that is open; `só o tripé e o cartão`, `fica
assim: …`: what of the cart is all that is wanted."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import best_by_price, choose, of_line, to_be_had
from app.features.chat.assistant.deciding.cart.putting import put_in
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, in_portuguese
from app.features.chat.assistant.products.matching import Product, fitting, one_group, spread, together
from app.features.chat.assistant.reading.changes.second_thoughts import told_anew
from app.features.conversations import cart as carts
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_BOTH = expression(r"\b(?:both|amb[oa]s)\b")
_MANY = expression(r"\b(?:so|apenas|somente|only|just)\s+(?:(?:com|quero|with|want)\s+)?(?:[oa]s|the)\s")
_BESIDE = expression(
    r"\b(?:mais|tambem|tb|tbm|junto|resto|demais|mesm[oa]s?|igual|tir\w+|remov\w+|more|also|too|rest|same|as\s+is|remove|take\s+out)\b"
)
_OF_EACH = expression(r"\b(?:de|of|in)\s+(?:cada|each)\s+(?P<kind>[a-z]{3,})\b")
MOST_KINDS = 4  # more kinds of a thing are taken only if it is told of what: `um de cada cor`
MANY = 3  # more things than this are not taken all at once


def take_every(mind: Mind, wanted: Change, products: list[Product], quantity: int | None) -> None:
    """`3 de cada`: that says which of the list just shown; `as duas`, of one thing, how many."""
    if len(products) == 1 and wanted.mention.of and products[0].available == wanted.mention.of:
        asked = mind.state.dialogue.pending
        if asked is not None and asked.kind == "quantity" and asked.quantity:  # `as duas mesmo`, of which there are two
            put_in(mind, wanted, products[0], wanted.mention.of)
            return
    if len(products) == 1 and _BOTH.search(fold(mind.acts.text)):
        choose(mind, products, None, "found")  # it and something else that is not before us
        return
    if len(products) == 1 and wanted.mention.of and mind.state.dialogue.unread:
        mind.unread, mind.changed = mind.state.dialogue.unread, True  # the other is what was not understood
        return
    if len(products) == 1 and wanted.mention.of and quantity is None and not mind.cart.lines:
        mind.say("which")  # `os dois`, of which only one is before us
        mind.pending = Pending("choose", (products[0].listed,), near=True, query=products[0].name, only_told=True)
        mind.focus = None
        return
    if len(products) == 1 and wanted.mention.of:
        put_in(mind, wanted, products[0], quantity or wanted.mention.of)
        return
    products = _with_such_kinds(mind, products)
    if wanted.mention.by_price and one_group(products):  # `a mais barata de cada`, and this is one of them
        products = best_by_price(products, wanted.mention.by_price)
        if len(products) > 1:
            choose(mind, products, quantity, "which_of", wished=products[0].base or products[0].name)
            return
    held = {line.product_id for line in mind.cart.lines}
    if quantity is not None and wanted.mention.of == len(held) < len(products):  # `muda os dois pra 5`
        products = [one for one in products if one.product_id in held] or products
    if _too_many(mind, wanted.mention, products):
        choose(mind, products, quantity, "which_of", wished="")
        return
    mind.says = [said for said in mind.says if said.what not in ("list", "choose_option")]
    mind.pending = None
    for thing in together(products):
        kinds = to_be_had(spread([thing]))
        if len(kinds) > 1 and not one_group(products):  # `os dois`, of which each comes in sizes
            choose(mind, kinds, quantity, "which_of", wished=thing.name)
            continue
        for product in kinds:
            put_in(mind, wanted, product, quantity)


def _with_such_kinds(mind: Mind, products: list[Product]) -> list[Product]:
    """`uma jarra de cada cor`, beside a refill that comes in none: the one thing that does."""
    each = _OF_EACH.search(fold(mind.acts.text))
    if each is None:
        return products
    called = {each["kind"], *in_portuguese(each["kind"])}
    own = [one for one in products if called & {fold(key) for key in one.options}]
    return own if len(together(own)) == 1 else products


def counts_name(wanted: Change, products: Sequence[Product]) -> Change:
    """`os quatro lastros`, where fewer things than that are called so: so many of one of them, and not each."""
    told = wanted.mention
    if not (told.words and told.of) or told.quantity is not None or not 0 < len(products) < told.of:
        return wanted
    return msgspec.structs.replace(
        wanted, mention=msgspec.structs.replace(told, every=False, of=None, quantity=told.of)
    )


def _too_many(mind: Mind, mention: Mention, products: Sequence[Product]) -> bool:
    """`um de cada` of a list that is longer than was counted, or mixed with things of many sizes."""
    things = together(products)
    if mention.of is not None:
        return mention.of not in (len(products), len(things), len(mind.cart.lines))
    values = [{one.options.get(key) for one in products} for key in products[0].options]
    if len(things) == 1 and sum(len(each) > 1 for each in values) > 1:  # `uma de cada cor`, of several sizes
        return True
    each = _OF_EACH.search(fold(mind.acts.text))
    if len(things) == 1 and len(products) > MOST_KINDS and (each is None or each["kind"] in FILLER):
        return True  # `one of each please`, of five sizes
    return len(things) > MANY or (
        len(things) > 1 and any(thing.variants for thing in things) and things != list(mind.state.dialogue.alone)
    )


def only_these(mind: Mind) -> bool:
    """`só o tripé e o cartão`: the lines that are named stay, together. Whether the message tells all that is wanted:
    `só a do chef, a de legumes e a tábua`."""
    if _only_such(mind):
        return False
    named = [one for one in mind.acts.changes if one.kind == "only"]
    lines = [of_line(line) for line in mind.cart.lines]
    kept = [fitting(lines, one.mention) for one in named]
    new = len(named) > 1 and not mind.cart.lines  # `só quero o cinto e 4 lastros`, of what was only shown
    whole = bool(named) and not (len(named) > 1 and all(kept)) and (new or _lists_all(mind, kept[0]))
    if not whole and (len(named) < 2 or not all(kept)):
        return False
    stay = {product.product_id for found in kept for product in found}
    for line in () if whole else mind.cart.lines:
        if line.product_id not in stay:
            mind.cart = carts.remove(mind.cart, line.product_id)
    mind.changed = True
    changes = (
        msgspec.structs.replace(x, kind="want", corrects=x.corrects and not whole) if x.kind == "only" else x
        for x in mind.acts.changes
    )
    mind.acts = msgspec.structs.replace(mind.acts, changes=tuple(changes))
    return True


def _only_such(mind: Mind) -> bool:
    """`só as palhetas`, `só as duas palhetas mesmo`: all the lines that are called so stay, as they are."""
    wanted = mind.acts.changes[0] if len(mind.acts.changes) == 1 else None
    if wanted is None or wanted.kind != "only" or not wanted.mention.words or wanted.mention.quantity is not None:
        return False
    told = wanted.mention
    held = [of_line(line) for line in mind.cart.lines]
    stay = {one.product_id for one in fitting(held, Mention(told.words, told.soft))}
    if (
        len(stay) < 2
        or told.of not in (None, len(stay))
        or not (told.every or _MANY.search(spelt_out(fold(mind.acts.text))))
    ):
        return False
    for line in mind.cart.lines:
        if line.product_id not in stay:
            mind.cart = carts.without_notes(carts.remove(mind.cart, line.product_id), f"{line.name}: ")
    mind.changed, mind.acts = True, msgspec.structs.replace(mind.acts, changes=())
    return True


def _lists_all(mind: Mind, kept: Sequence[Product]) -> bool:
    """The first thing is all that is wanted, and the others are named along with it."""
    first, *others = mind.acts.changes
    ids, count = {one.product_id for one in kept}, first.mention.quantity
    recounted = count and any(line.product_id in ids and line.quantity != count for line in mind.cart.lines)
    others_only = any(one.kind == "only" for one in others)
    if first.kind != "only" or not others or (recounted and not others_only):  # `só 2 pinças e …`, of three
        return False
    plain = all(one.kind in ("want", "only") and not (one.corrects or one.parts or one.either) for one in others)
    named = all(one.mention.words for one in mind.acts.changes)
    return plain and named and not _BESIDE.search(spelt_out(fold(mind.acts.text)))


def only_told_anew(mind: Mind, *, whole: bool) -> None:
    """`fica assim: 4 de linho e o kit`: a line of which the new list has nothing goes, and what was still open. whole:
    the message is such a list in other words."""
    anew = told_anew(spelt_out(fold(mind.acts.text)))
    if not (whole or (anew and not _BESIDE.search(anew))) or mind.acts.unread or "?" in mind.acts.text:
        return
    told = [one for change in mind.acts.changes if change.kind != "remove" for one in change.parts or (change.mention,)]
    named = [one for one in told if one.words]
    held = [of_line(line) for line in mind.cart.lines]
    kept = [{product.product_id for product in fitting(held, one)} for one in named]
    new = {line.product_id for line in mind.cart.lines if line not in mind.state.cart.lines}
    asked = [one for one in mind.open if one not in mind.state.dialogue.open]
    if len(named) < 2 or sum(not one for one in kept) > len(new.difference(*kept)) + len(asked):
        return
    stay, mind.open = new.union(*kept), asked
    for line in mind.state.cart.lines:
        if line.product_id not in stay and carts.find(mind.cart, line.product_id) is not None:
            mind.cart = carts.without_notes(carts.remove(mind.cart, line.product_id), f"{line.name}: ")
            mind.changed = True
            mind.say("taken_out", name=line.name)
