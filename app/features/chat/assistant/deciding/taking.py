"""What one wish of a message does to the cart, once what it may mean has been looked up."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.alike_but import alike_but
from app.features.chat.assistant.deciding.bids import no_count
from app.features.chat.assistant.deciding.by_lots import lot_of
from app.features.chat.assistant.deciding.by_measure import ask_whole, by_measure, one_of
from app.features.chat.assistant.deciding.choosing import (
    as_taken,
    asked_of,
    beside_others,
    best_by_price,
    choose,
    is_asked_of,
    kin,
    like_the_last,
    meant_by,
    model_known,
    of_focus,
    of_line,
    of_nothing,
    old_line,
    others_in,
    others_of,
    same_kind,
    sized_or_counted,
    tell_lacking,
    to_be_had,
)
from app.features.chat.assistant.deciding.gone import gone_in, instead_of
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.deciding.missing import missing
from app.features.chat.assistant.deciding.offered import just_offered
from app.features.chat.assistant.deciding.pointing import local, not_for_it
from app.features.chat.assistant.deciding.priced import told_apart, told_in_reais
from app.features.chat.assistant.deciding.putting import (
    in_sets,
    note_number,
    put_in,
    sets_or_pieces,
    take_out,
    tell_whole,
)
from app.features.chat.assistant.deciding.said_more import said_after, said_more
from app.features.chat.assistant.deciding.serving import for_so_many, in_told_size
from app.features.chat.assistant.deciding.stories import of_story
from app.features.chat.assistant.deciding.taking_all import counts_name, take_every
from app.features.chat.assistant.deciding.without import in_full, so_made
from app.features.chat.assistant.language.codes import of_numbers
from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.products.ages import for_child, for_whom
from app.features.chat.assistant.products.alike import (
    head_first,
    in_that_very,
    of_its_kind,
    of_that_colour,
    of_the_model,
    plainly_called,
    said_whole,
    with_or_without,
    without_packs,
)
from app.features.chat.assistant.products.counts import counted, singly, stray_count
from app.features.chat.assistant.products.lacking import lacking
from app.features.chat.assistant.products.matching import Product, fitting, one_group, only_sized, shares, spread
from app.features.chat.assistant.products.mentions import AMOUNT, PACKED, SIZES, product_words
from app.features.chat.assistant.products.uses import by_use
from app.features.chat.assistant.products.weighing import as_told, fitting_measure, measured
from app.features.chat.assistant.reading.lots import FEW
from app.features.chat.assistant.reading.sizing import size_in
from app.features.conversations import cart as carts
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_WHICH_SIZE = expression(
    r"\b(?:qual|que|which|what)\s+(?:(?:e|seria|is)\s+)?(?:[oa]\s+|the\s+)?(?:tamanho|numero|numeracao|medida|size)\b"
)
_SIZES_CALLED = frozenset("tamanho numero numeracao medida size".split())  # noqa: SIM905

_LACKS = expression(r"\b(?:sem|without)\s+(?:[oa]s?\s+)?([a-z]{3,})")


def take(mind: Mind, wanted: Change, searched: list[Product] | None, pending: Pending | None) -> None:
    """Put in, take out or ask about what a wish means.

    `searched` is what was looked up for it (None: list or cart settle it), `pending` what the shopper was asked.
    """
    if no_count(mind, wanted):
        return
    products, wanted = _meant(mind, wanted, searched)
    products, mention = told_in_reais(mind, list({one.product_id: one for one in products}.values()), wanted.mention)
    wanted = msgspec.structs.replace(wanted, mention=mention)
    if mention.any and len(products) > 1:
        products = _no_matter_which(mind, products)
    elif mention.among and len(products) > 1:
        products = of_focus(mind, to_be_had(products))
        if len(products) > 1:
            choose(mind, products, mention.quantity, "which_of", wished=asked_of(mind, mention.among))
            return
    products, wanted = by_measure(mind, products, counts_name(wanted, products))
    mention = wanted.mention
    if wanted.kind == "remove":
        take_out(mind, wanted, products)
        return
    if mention.without:
        wanted = msgspec.structs.replace(wanted, mention=(mention := in_full(mention, searched or [])))
        if (made := so_made(mind, mention, products, searched or [])) is None:
            return
        products = made
    if (gone := gone_in(products, mention.number)) is not None:
        instead_of(mind, gone, to_be_had(products), mention.quantity, wished=True)
        return
    if one_group(products) and not mention.every:
        products = to_be_had(products)
    elif len(products) == 1 and not products[0].in_stock and (others := others_of(mind, products[0], searched or [])):
        instead_of(mind, products[0], others, mention.quantity, wished=True)
        return
    quantity = pending.quantity if pending and products and _by_place(mind, wanted, pending) else mention.quantity
    if mention.number:
        products, wanted, quantity = sized_or_counted(products, wanted)
        mention = wanted.mention
    if not mention.every and not mention.among:
        products = with_or_without(without_packs(products, mention), mention)
        products = in_that_very(products, mention) if one_group(products) else products
    counted_in, (products, quantity) = quantity, lot_of(mind, products, quantity, mention)
    if len(products) > 1 and not mention.every and (counted_in is None or quantity is not None):  # else by which lot
        products = _narrowed(mind, products, mention)
    asks_which = pending is not None and (pending.kind == "choose" or (pending.near and (pending.quantity or 0) < FEW))
    if quantity is None and not mention.among and pending is not None and asks_which and is_asked_of(pending, products):
        quantity = pending.quantity
    if wanted.old is not None and _not_in_size(mind, products, mention):
        return
    if len(products) == 1 and (kin := of_its_kind(products[0], searched or [], mention)):
        choose(mind, [*products, *kin], quantity, "which_of", wished=" ".join(mention.words), open_to_others=True)
        return
    if wanted.kind in ("want", "add") and (same := of_that_colour(products, searched or [], mention)):
        choose(mind, [*products, *same], quantity, "which_of", wished=" ".join([*mention.words, *mention.soft]))
        return
    if not products:
        missing(mind, wanted, searched or [], quantity)
    elif mention.every:
        take_every(mind, wanted, products, quantity)
    elif len(products) == 1 and mention.measure and not (quantity or one_of(products[0], mention.measure)):
        ask_whole(mind, wanted, products[0])
    elif len(products) == 1 and wanted.kind in ("want", "add") and lacking(products, mention):
        tell_lacking(mind, products, mention)  # `uma camisola vinho G`, and of that colour there is only M
        choose(mind, products, quantity, "found", wished=" ".join([*mention.words, *mention.soft]))
    elif len(products) == 1 and _in_no_such_size(mind, products[0], mention):
        mind.acts = msgspec.structs.replace(mind.acts, unread=(*mind.acts.unread, " ".join(mention.soft)))
    elif len(products) == 1 and _asks_size(mind, wanted, products[0]):
        choose(mind, products, quantity, "found", wished=" ".join([*mention.words, *mention.soft]))
    elif len(products) == 1:
        _take_one(mind, wanted, products[0], quantity, pending)
    else:
        _take_which(mind, wanted, products, quantity)


def _in_no_such_size(mind: Mind, product: Product, mention: Mention) -> bool:
    """`quero a G e o chapéu`, where only the hat was shown: a size alone, beside other goods, of what comes in none."""
    alone = bool(mention.soft) and SIZES.issuperset(mention.soft) and not (mention.words or mention.pointing)
    new = carts.find(mind.cart, product.product_id) is None
    return len(mind.acts.changes) > 1 and alone and new and not shares(mention.soft, f"{product.name} {product.about}")


def _asks_size(mind: Mind, wanted: Change, product: Product) -> bool:
    """`quero uma coleira vermelha, qual tamanho?`: the only one that is there is no answer to that."""
    said = (*wanted.mention.words, *wanted.mention.soft)
    sizes = [value for key, value in product.options.items() if fold(key) in _SIZES_CALLED]
    untold = bool(sizes) and not any(shares([word], value) for word in said for value in sizes)
    return wanted.kind in ("want", "add") and untold and _WHICH_SIZE.search(fold(mind.acts.asked)) is not None


def _by_place(mind: Mind, wanted: Change, pending: Pending) -> bool:
    """`2`, to a list to choose from: the second, and not two of it; `5 não, 2` counts."""
    alone = wanted.bare and not wanted.corrects and not mind.cart.lines
    return alone and pending.kind == "choose" and len(mind.listed) > 1


def _no_matter_which(mind: Mind, products: list[Product]) -> list[Product]:
    """The cheapest that is there, and that it is this one is told."""
    products = sorted(to_be_had(products), key=lambda one: one.price_cents or 0)[:1]
    mind.say("picked", name=products[0].name)
    return products


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
    if mention.alike:
        return alike_but(mind, mention, searched or [])
    products = local(mind, wanted) if searched is None else None
    if products is not None:
        return best_by_price(products, mention.by_price) if mention.by_price and mention.words else products
    like = old.name if (old := old_line(mind, wanted)) else ""
    like = like if wanted.kind == "exchange" or wanted.corrects else ""
    like = like.partition(" (")[0] if mention.by_price else like  # `troca por calabresa grande`, of a medium one
    alone = only_sized(mention) and PACKED.isdisjoint(mention.soft)  # and not `o kit grande`
    products = [] if alone and not like else meant_by(searched or [], mention, like=like)
    if of_nothing(mind):
        products = []
    if not products and like and mention.words:  # `prefiro o desnatado`, of the milk, not of what was spoken of last
        products = meant_by(searched or [], mention)
    if not mention.words and mention.soft and not like and kin(mind):
        products = others_in(mind, mention, searched or []) or (products if of_numbers(mention.soft) else [])
    sized = fitting(searched or [], msgspec.structs.replace(mention, soft=(mention.number,))) if mention.number else []
    if sized := [one for one in sized if shares([mention.number], one.name)]:  # `o bege, 44`
        products = sized
    elif wanted.kind in ("want", "add") and not like and (same := as_taken(mind, mention, searched or [])):
        products = same
    packing = mention.packed or next((word for word in mention.soft if word in PACKED), "")
    if packing and not mention.words:
        # `1 caixa`: a thing the shop sells, or so many of what is spoken of
        called = [one for one in searched or [] if stem(product_words(fold(one.name))[0]) == stem(packing)]
        called = fitting(called, Mention(soft=mention.soft))  # `o kit G`
        told = [one for one in spread(mind.state.dialogue.listed) if shares([packing], f"{one.name} {one.about}")]
        told = told if len(told) == 1 else []  # `5 pastilhas, 1 kit`, of a case that the shop calls a kit, too
        products = (
            called
            or told
            or _packed_kin(mind, packing, searched or [])
            or (spread([mind.focus]) if mention.packed and mind.focus else [])
        )
    if not products and not mention.empty and mind.pending is not None:
        products = just_offered(mind, mention)
    if mention.by_price and not mention.words and (own := kin(mind)):  # `2 da menor`, of the same thing
        products = same_kind(products, own) or products
    if mention.price_cents is not None:  # `e 1 daquele de 8,90`
        products = told_apart(products, searched or [], mention)
    return best_by_price(products, mention.by_price) if mention.by_price else products


def _meant(mind: Mind, wanted: Change, searched: list[Product] | None) -> tuple[list[Product], Change]:
    """What the wish may mean, with a measure that none is called by as how much of it."""
    products = _products(mind, wanted, searched)
    if wanted.kind == "exchange" and searched is not None and (other := _having_it(mind, wanted, searched)):
        return other, wanted
    if wanted.kind == "exchange" and len(products) > 1 and (old := old_line(mind, wanted)) is not None:
        # `deixa as fatias e faz o inteiro`, of a cake in the cart, and not of others that come whole
        products = [one for one in products if one.base == old.name.partition(" (")[0]] or products
    return _with_measure(mind, wanted, searched) if not products and searched is not None else (products, wanted)


def _having_it(mind: Mind, wanted: Change, searched: Sequence[Product]) -> list[Product]:
    """`troca a mochila pela de rodinhas`, of one that is `Sem rodinhas`: the same with them, where there is one."""
    line = old_line(mind, wanted)
    lacks = set(_LACKS.findall(fold(line.name))) if line is not None else set()
    if line is None or wanted.mention.without or lacks.isdisjoint(wanted.mention.words):
        return []
    kin = [one for one in searched if one.base == line.name.partition(" (")[0] and one.product_id != line.product_id]
    own = [one for one in kin if not lacks & set(_LACKS.findall(fold(one.name)))]
    found = fitting(own, wanted.mention)
    return found if len(found) == 1 else []


def _with_measure(mind: Mind, wanted: Change, searched: list[Product]) -> tuple[list[Product], Change]:
    """`mussarela 300g`, which no name has: how much is wanted of what is called by the other words."""
    told = [word for word in wanted.mention.words if AMOUNT.fullmatch(word)]
    others = tuple(word for word in wanted.mention.words if word not in told)
    if len(told) != 1 or wanted.mention.measure:
        return [], wanted
    if not others:  # `são 200g`, of what is in the cart
        line = old_line(mind, wanted) if wanted.corrects or wanted.kind == "exchange" else None
        kin = [one for one in searched if line and (one.base or one.name) == line.name.partition(" (")[0]]
        own = [one for one in kin if one.product_id != line.product_id and measured(one, told[0]) == 1] if line else []
        if len(own) == 1:  # `troca o de 1,50 pelo de 3 metros`, which there is
            return own, msgspec.structs.replace(wanted, mention=msgspec.structs.replace(wanted.mention, words=()))
        count = measured(of_line(line), told[0]) if line is not None else None
        if line is None or count is None:
            return [], wanted
        mention = msgspec.structs.replace(wanted.mention, words=(), measure=told[0], quantity=count)
        return [of_line(line)], msgspec.structs.replace(wanted, mention=mention)
    plain = msgspec.structs.replace(wanted, mention=msgspec.structs.replace(wanted.mention, words=others))
    if not (products := _products(mind, plain, searched)):
        return [], wanted
    groups = {one.group for one in products if one.group}
    if any(one.group in groups and one not in products and measured(one, told[0]) == 1 for one in searched):
        return [], wanted  # `a rosa de 1 litro`, which there is in black alone: no two of half a litre
    mention = msgspec.structs.replace(plain.mention, measure=told[0])
    if mention.quantity is not None:  # `2 arroz de 5kg`: that is what each holds
        products = fitting_measure(products, told[0])[0]
        return products, plain
    return products, msgspec.structs.replace(plain, mention=mention)


def _narrowed(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """Of several: the one that is called just so, was shown before, or of which more was said."""
    products = for_whom(mind.acts.text, for_child(mind.acts.text, _called(products, mention)))
    products = in_told_size(mind, for_so_many(mind, products), mention)
    products = said_whole(by_use(mind.acts.text, products, mention), mention)
    products = of_the_model(products, model_known(mind)) if mention.words else products
    seen = {each.product_id for item in mind.seen for each in item.each}
    spoken_of = [one for one in products if one.product_id in seen]  # `a boneca` that was shown before
    narrowed = of_story(mind, said_after(mind, products, mention))
    if len(spoken_of) == 1:
        return spoken_of
    return plainly_called(_only_there(said_more(mind, narrowed, mention), mention), mention)


def _take_one(mind: Mind, wanted: Change, product: Product, quantity: int | None, pending: Pending | None) -> None:
    if beside_others(mind, product):
        return
    if wanted.mention.measure:  # counted already
        put_in(mind, wanted, product, quantity)
        return
    count = counted(product, quantity or stray_count(product, wanted.mention, fold(mind.acts.text)), wanted.mention)
    count = singly(product, count, wanted.mention)
    if sets_or_pieces(mind, product, count, wanted.mention):
        return
    put_in(mind, wanted, product, in_sets(mind, product, count, wanted.mention))
    if len(mind.acts.changes) == 1:
        note_number(mind, product)
    tell_whole(mind, product)


def _take_which(mind: Mind, wanted: Change, products: list[Product], quantity: int | None) -> None:
    """One of several: of the kind named just before, the one in the cart, or whichever the shopper chooses."""
    mention = wanted.mention
    alike = like_the_last(mind, mention, products)
    in_cart = [one for one in products if carts.find(mind.state.cart, one.product_id)]  # not by this message
    if len(alike) == 1:
        put_in(mind, wanted, alike[0], quantity)
    elif len(in_cart) == 1 and wanted.kind in ("want", "add"):
        put_in(mind, wanted, in_cart[0], quantity)
    else:
        measure, fit = mention.measure, fitting_measure(products, mention.measure)[0] if mention.measure else []
        if measure and not fit:
            mind.say("no_measure", name=products[0].base or products[0].name, wanted=as_told(measure))
        weighed = [measure] if fit and quantity is None and not measure.endswith("un") else []
        wished = " ".join([*weighed, *mention.words, *mention.soft])
        tell_lacking(mind, products, mention)
        choose(mind, head_first(products, mention), quantity, "which_of", wished=wished)


def _packed_kin(mind: Mind, packing: str, searched: Sequence[Product]) -> list[Product]:
    """`2 da de sachê`, after the same tea was told of loose: the one in that packing that is called most alike."""
    if mind.focus is None or shares([packing], mind.focus.name):
        return []
    own = {stem(word) for word in product_words(fold(mind.focus.base or mind.focus.name)) if len(word) > 2}
    packed = [one for one in searched if shares([packing], one.name)]
    counts = [len(own & set(map(stem, product_words(fold(one.name))))) for one in packed]
    best = [one for one, count in zip(packed, counts, strict=True) if count == max(counts) and count > 1]
    return best if len(best) == 1 else []


def _called(products: list[Product], mention: Mention) -> list[Product]:
    """Of several: those that have the number said before the same word (`6 rosas`), or are called just so (`rosa`)."""
    exact = [one for one in products if counted(one, mention.quantity, mention) != mention.quantity]
    if exact:
        return exact
    if not mention.words:
        return products
    first = stem(mention.words[0])  # `bermudas`, of which a `short` is only a kind
    products = [one for one in products if first in map(stem, product_words(fold(one.base or one.name)))] or products
    heads = [(one, product_words(fold(one.base or one.name))[0]) for one in products]
    counted_so = mention.quantity is not None  # `quero dar suculentas` tells neither which nor how many
    own = [one for one, head in heads if head == mention.words[0] or (counted_so and stem(head) == first)]
    return own or not_for_it(products, mention)


def _only_there(products: list[Product], mention: Mention) -> list[Product]:
    """The only one of them that is there, where they are things of that name and no variants."""
    there = [one for one in products if one.in_stock]
    return there if len(there) == 1 and mention.words and not one_group(products) else products
