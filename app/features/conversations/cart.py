"""The cart's algebra: every change gives a new cart. Pure."""

from collections.abc import Iterable

import msgspec

from app.features.conversations.state import Cart, CartLine
from app.features.orders.types import PaymentMethod

MAX_LINES = 50
MAX_QUANTITY = 100_000
MAX_NOTES = 500


def find(cart: Cart, product_id: str) -> CartLine | None:
    """The line of a product."""
    return next((line for line in cart.lines if line.product_id == product_id), None)


def add(cart: Cart, line: CartLine) -> Cart:
    """More of a product: its line grows and takes the newer price, or a line is added."""
    known = find(cart, line.product_id)
    if known is None:
        return _with(cart, (*cart.lines, _bounded(line)))
    return _put(cart, msgspec.structs.replace(line, quantity=known.quantity + line.quantity))


def put(cart: Cart, line: CartLine) -> Cart:
    """This many of a product, whatever there was; none of it: without the product."""
    if line.quantity < 1:
        return remove(cart, line.product_id)
    return _put(cart, line) if find(cart, line.product_id) else _with(cart, (*cart.lines, _bounded(line)))


def remove(cart: Cart, product_id: str) -> Cart:
    """Without a product."""
    return _with(cart, (line for line in cart.lines if line.product_id != product_id))


def set_quantity(cart: Cart, product_id: str, quantity: int) -> Cart:
    """Another quantity of a product that is in the cart; none: without it."""
    known = find(cart, product_id)
    return cart if known is None else put(cart, msgspec.structs.replace(known, quantity=quantity))


def exchange(cart: Cart, product_id: str, line: CartLine) -> Cart:
    """One product for another, in its place; merged when the other is there already."""
    if product_id == line.product_id:
        return put(cart, line)
    if find(cart, product_id) is None or find(cart, line.product_id) is not None:
        return add(remove(cart, product_id), line)
    return _with(cart, (_bounded(line) if old.product_id == product_id else old for old in cart.lines))


def with_method(cart: Cart, method: PaymentMethod | None) -> Cart:
    """Paid in another way."""
    return msgspec.structs.replace(cart, payment_method=method)


def with_note(cart: Cart, note: str) -> Cart:
    """With one more thing that is asked of the order, in one line; not twice the same."""
    said = _as_note(note)
    if not said or said in cart.notes:
        return cart
    notes = f"{cart.notes}; {said}" if cart.notes else said
    return msgspec.structs.replace(cart, notes=notes[:MAX_NOTES])


def without_notes(cart: Cart, head: str) -> Cart:
    """Without the notes that begin so."""
    kept = [note for note in cart.notes.split("; ") if not note.startswith(_as_note(head))]
    return msgspec.structs.replace(cart, notes="; ".join(kept))


def noted_of(cart: Cart, head: str) -> str:
    """What the first note that begins so says behind that; empty: there is none."""
    begins = _as_note(head)
    notes = (note for note in cart.notes.split("; ") if note.startswith(begins))
    return next((note.removeprefix(begins).strip() for note in notes), "")


def pass_notes(cart: Cart, head: str, other: str | None) -> Cart:
    """With the notes that begin so beginning otherwise; None: without them."""
    passed = [note.removeprefix(_as_note(head)) for note in cart.notes.split("; ") if note.startswith(_as_note(head))]
    cart = without_notes(cart, head)
    for rest in passed if other is not None else ():
        cart = with_note(cart, f"{other}{rest}")
    return cart


def _as_note(text: str) -> str:
    return " ".join(text.replace("(", " ").replace(")", " ").split()).strip(" ,;")


def emptied(cart: Cart) -> Cart:
    """Nothing in it any more; how to pay stays known."""
    return _with(cart, ())


def _put(cart: Cart, line: CartLine) -> Cart:
    return _with(cart, (_bounded(line) if old.product_id == line.product_id else old for old in cart.lines))


def _with(cart: Cart, lines: Iterable[CartLine]) -> Cart:
    return msgspec.structs.replace(cart, lines=tuple(lines)[:MAX_LINES])


def _bounded(line: CartLine) -> CartLine:
    return msgspec.structs.replace(line, quantity=min(max(line.quantity, 1), MAX_QUANTITY))
