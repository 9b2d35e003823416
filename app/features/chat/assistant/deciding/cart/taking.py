"""What one wish of a message does to the cart, once what it may mean has been looked up."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.answering.missing import missing
from app.features.chat.assistant.deciding.answering.serving import for_so_many, in_told_size
from app.features.chat.assistant.deciding.cart.bids import no_count
from app.features.chat.assistant.deciding.cart.by_lots import lot_of
from app.features.chat.assistant.deciding.cart.by_measure import ask_whole, by_measure, is_measure_alone, one_of
from app.features.chat.assistant.deciding.cart.choosing import (
    asked_of,
    beside_others,
    choose,
    is_asked_of,
    like_the_last,
    model_known,
    of_focus,
    others_of,
    sized_or_counted,
    tell_lacking,
    to_be_had,
)
from app.features.chat.assistant.deciding.cart.gone import gone_in, instead_of
from app.features.chat.assistant.deciding.cart.meaning import meant
from app.features.chat.assistant.deciding.cart.pointing import not_for_it
from app.features.chat.assistant.deciding.cart.priced import told_in_reais
from app.features.chat.assistant.deciding.cart.putting import (
    in_sets,
    note_number,
    put_in,
    sets_or_pieces,
    take_out,
    tell_whole,
)
from app.features.chat.assistant.deciding.cart.said_more import said_after, said_more
from app.features.chat.assistant.deciding.cart.taking_all import counts_name, take_every
from app.features.chat.assistant.deciding.cart.without import in_full, so_made
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.deciding.stories import of_story
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
from app.features.chat.assistant.products.matching import Product, one_group, shares
from app.features.chat.assistant.products.name_words import SIZES, product_words
from app.features.chat.assistant.products.uses import by_use
from app.features.chat.assistant.products.weighing import as_told, fitting_measure
from app.features.chat.assistant.reading.choosing.things import Reference, own_choice
from app.features.chat.assistant.reading.counts.lots import FEW
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.features.conversations import cart as carts
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_WHICH_SIZE = expression(
    r"\b(?:qual|que|which|what)\s+(?:(?:e|seria|is)\s+)?(?:[oa]\s+|the\s+)?(?:tamanho|numero|numeracao|medida|size)\b"
)
_SIZES_CALLED = frozenset("tamanho numero numeracao medida size".split())  # noqa: SIM905


def take(mind: Mind, wanted: Change, searched: list[Product] | None, pending: Pending | None) -> None:
    """Put in, take out or ask about what a wish means.

    `searched` is what was looked up for it (None: list or cart settle it), `pending` what the shopper was asked.
    """
    if no_count(mind, wanted):
        return
    found = searched or []
    products, wanted = meant(mind, wanted, searched)
    products, mention = told_in_reais(mind, list({one.product_id: one for one in products}.values()), wanted.mention)
    wanted = msgspec.structs.replace(wanted, mention=mention)
    if (those := _of_those(mind, products, mention)) is None:
        return
    products, wanted = by_measure(mind, those, counts_name(wanted, those))
    if wanted.kind == "remove":
        take_out(mind, wanted, products)
        return
    if wanted.mention.without:
        wanted = msgspec.structs.replace(wanted, mention=in_full(wanted.mention, found))
        if (made := so_made(mind, wanted.mention, products, found)) is None:
            return
        products = made
    mention = wanted.mention
    if _gone(mind, products, found, mention):
        return
    if one_group(products) and not mention.every:
        products = to_be_had(products)
    if pending and products:  # the one that is answered of all that is open
        ids = tuple(one.product_id for one in products)
        pending = own_choice(pending, mind.state.dialogue.open, Reference(ids))
    quantity = pending.quantity if pending and products and _by_place(mind, wanted, pending) else mention.quantity
    if mention.number:
        products, wanted, quantity = sized_or_counted(products, wanted)
    products, quantity = _told_apart(mind, products, quantity, wanted.mention)
    asks_which = pending is not None and (pending.kind == "choose" or (pending.near and (pending.quantity or 0) < FEW))
    if quantity is None and not mention.among and pending is not None and asks_which and is_asked_of(pending, products):
        quantity = pending.quantity
    if _asks_which(mind, wanted, products, found, quantity):
        return
    if not products:
        missing(mind, wanted, found, quantity)
    elif wanted.mention.every:
        take_every(mind, wanted, products, quantity)
    elif len(products) > 1:
        _take_which(mind, wanted, products, quantity)
    elif not _lacks_something(mind, wanted, products[0], quantity):
        _take_one(mind, wanted, products[0], quantity)


def _of_those(mind: Mind, products: list[Product], mention: Mention) -> list[Product] | None:
    """Of several, the one that is taken where it does not matter, or those before the shopper; None: they are asked."""
    if mention.any and len(products) > 1:
        return _no_matter_which(mind, products)
    if not mention.among or len(products) < 2:
        return products
    products = of_focus(mind, to_be_had(products))
    if len(products) < 2:
        return products
    choose(mind, products, mention.quantity, "which_of", wished=asked_of(mind, mention.among))
    return None


def _gone(mind: Mind, products: list[Product], searched: Sequence[Product], mention: Mention) -> bool:
    """What is meant is sold out, and others are offered for it."""
    if (gone := gone_in(products, mention.number)) is not None:
        instead_of(mind, gone, to_be_had(products), mention.quantity, wished=True)
        return True
    if one_group(products) and not mention.every:
        return False
    alone = len(products) == 1 and not products[0].in_stock
    if alone and (others := others_of(mind, products[0], searched)):
        instead_of(mind, products[0], others, mention.quantity, wished=True)
        return True
    return False


def _told_apart(
    mind: Mind, products: list[Product], quantity: int | None, mention: Mention
) -> tuple[list[Product], int | None]:
    """Those of several that what is said of it leaves, and how many of it, counted by the lots it comes in."""
    if mention.product_id:
        return products, quantity  # settled: `10 tomadas 10 A` are ten
    if not mention.every and not mention.among:
        products = with_or_without(without_packs(products, mention), mention)
        products = in_that_very(products, mention) if one_group(products) else products
    counted_in, (products, quantity) = quantity, lot_of(mind, products, quantity, mention)
    spoken_of = mind.focus is not None or mind.listed or mind.cart.lines
    measured = not spoken_of and is_measure_alone(mind, mention)  # `2 de 10 kg`
    if (
        len(products) > 1 and not (mention.every or measured) and (counted_in is None or quantity is not None)
    ):  # else by which lot
        products = _narrowed(mind, products, mention)
    return products, quantity


def _asks_which(
    mind: Mind, wanted: Change, products: list[Product], searched: list[Product], quantity: int | None
) -> bool:
    """The shop has more that is called so, or none in the size that is asked for."""
    mention = wanted.mention
    if wanted.old is not None and _not_in_size(mind, products, mention):
        return True
    if len(products) == 1 and (kin := of_its_kind(products[0], searched, mention)):
        choose(mind, [*products, *kin], quantity, "which_of", wished=" ".join(mention.words), open_to_others=True)
        return True
    if wanted.kind in ("want", "add") and (same := of_that_colour(products, searched, mention)):
        choose(mind, [*products, *same], quantity, "which_of", wished=" ".join([*mention.words, *mention.soft]))
        return True
    return False


def _lacks_something(mind: Mind, wanted: Change, product: Product, quantity: int | None) -> bool:
    """What is said of the one product does not go, or leaves something to be asked."""
    mention = wanted.mention
    wished = " ".join([*mention.words, *mention.soft])
    if mention.measure and not (quantity or one_of(product, mention.measure)):
        ask_whole(mind, wanted, product)
    elif wanted.kind in ("want", "add") and lacking([product], mention):
        tell_lacking(mind, [product], mention)  # `uma camisola vinho G`, and of that colour there is only M
        choose(mind, [product], quantity, "found", wished=wished)
    elif _in_no_such_size(mind, product, mention):
        mind.leave_unread(" ".join(mention.soft))
    elif _asks_size(mind, wanted, product):
        choose(mind, [product], quantity, "found", wished=wished)
    else:
        return False
    return True


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


def _take_one(mind: Mind, wanted: Change, product: Product, quantity: int | None) -> None:
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
