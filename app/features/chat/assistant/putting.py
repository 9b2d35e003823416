"""Goods into the cart, and out of it."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.choosing import choose, old_line
from app.features.chat.assistant.matching import Product
from app.features.chat.assistant.mentions import is_size
from app.features.chat.assistant.mind import Mind
from app.features.chat.assistant.sizing import size_in
from app.features.chat.assistant.words import fold, words
from app.features.conversations import cart as carts
from app.features.conversations.state import CartLine, Pending

_HALF = re.compile(r"\bmei[oa]\s+metro\b|\bhalf\s+a\s+met(?:er|re)\b")
_SOLD_BY_ONE = re.compile(r"\b1\s*(m)\b")


def put_in(mind: Mind, wanted: Change, product: Product, quantity: int | None) -> None:
    """So many of a product into the cart; or why not."""
    known = carts.find(mind.cart, product.product_id)
    mind.focus = product.listed
    if not product.in_stock:
        mind.say("sold_out", name=product.name)
        return
    if product.price_cents is None:
        mind.say("no_price", name=product.name)
        mind.pending = Pending("person")
        return
    if product.available is not None and (quantity or 1) > product.available:
        mind.say("too_little", name=product.name, available=str(product.available))
        mind.pending = Pending("quantity", (product.listed,), quantity)  # how to pay says of none how many
        return
    mind.changed = True
    as_it_was = known.quantity if known is not None and wanted.kind == "only" else 1
    line = CartLine(product.product_id, product.name, quantity or as_it_was, product.price_cents)
    if wanted.kind == "exchange" or (wanted.corrects and known is None and wanted.kind != "only"):
        old = old_line(mind, wanted, product)
        if old is not None and old.product_id != product.product_id:
            some = wanted.old.quantity if wanted.old is not None else None
            if some is not None and some < old.quantity:  # `troca uma das carnes por lasanha`
                mind.cart = carts.set_quantity(mind.cart, old.product_id, old.quantity - some)
                mind.cart = carts.add(mind.cart, msgspec.structs.replace(line, quantity=quantity or some))
                return
            kept = msgspec.structs.replace(line, quantity=quantity or old.quantity)
            mind.cart = carts.exchange(mind.cart, old.product_id, kept)
            return
    if wanted.kind == "only" and (known is None or quantity in (None, known.quantity)):
        mind.cart = carts.put(carts.emptied(mind.cart), line)
    elif wanted.kind == "add":
        mind.cart = carts.add(mind.cart, line)
    elif known is not None and quantity is None:
        mind.cart = carts.put(mind.cart, msgspec.structs.replace(known, unit_price_cents=product.price_cents))
    else:
        mind.cart = carts.put(mind.cart, line)


def note_size(mind: Mind, wanted: Change, product: Product) -> None:
    """A size of which the shop tells nothing for this product: the order says it, and so does the answer."""
    told = set(words(fold(" ".join([product.name, *product.options.values()]))))
    if product.options or size_in(product.name) or not mind.changed:
        return
    sizes = [size.upper() for size in wanted.mention.soft if is_size(size) and size not in told]
    if not sizes:
        return
    note = f"{product.name}: {'size' if mind.acts.language == 'en' else 'tamanho'} {', '.join(sizes)}"
    mind.cart = carts.with_note(carts.without_notes(mind.cart, f"{product.name}: "), note)
    before = [said.values["notes"] for said in mind.says if said.what == "note_taken"]
    mind.says = [said for said in mind.says if said.what != "note_taken"]
    mind.say("note_taken", notes="; ".join([*before, note]))


def tell_whole(mind: Mind, product: Product) -> None:
    """`meio metro` of what is sold by the metre."""
    if _HALF.search(fold(mind.acts.text)) and (unit := _SOLD_BY_ONE.search(fold(product.name))):
        mind.say("whole_only", name=product.name, unit=unit[1])


def take_out(mind: Mind, wanted: Change, products: Sequence[Product]) -> None:
    """A product, or so many of it, out of the cart; or which of several."""
    if len(products) > 1:
        choose(mind, products, None, "which_of")
        return
    if not products and any(one.wanted for one in mind.acts.looks):
        return  # `filtro pra cafeteira. a cafeteira não precisa`
    if not products:
        mind.say("not_in_cart", query=" ".join(wanted.mention.words) or "isso")
        mind.changed = bool(mind.cart.lines)
        return
    product_id, less = products[0].product_id, wanted.mention.quantity
    known = carts.find(mind.cart, product_id)
    mind.changed = True
    if known is not None and less is not None and less < known.quantity:
        mind.cart = carts.set_quantity(mind.cart, product_id, known.quantity - less)
        return
    mind.cart = carts.without_notes(carts.remove(mind.cart, product_id), f"{products[0].name}: ")
    mind.focus = None
    mind.say("taken_out", name=products[0].name)
    if not mind.cart.lines:
        mind.say("cart_empty")
