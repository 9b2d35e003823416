"""What takes another's place in the cart, where it is asked first which it is to be: `troca por marguerita`, and then
`média tb, e uma coca`."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import old_line, option_ids
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.products.matching import Product, spread
from app.features.conversations import cart as carts
from app.features.conversations.state import CartLine, Pending


def keep(mind: Mind, wanted: Change, before: Sequence[Pending | None]) -> None:
    """What was asked about a wish just now holds what its answer takes the place of. before: what was asked before."""
    if mind.pending is not None and mind.pending not in before:
        mind.pending = _holding(mind, wanted, mind.pending)
    mind.open = [one if one in before else _holding(mind, wanted, one) for one in mind.open]


def as_exchange(mind: Mind, wanted: Change, product: Product) -> Change:
    """The wish as it is carried out: the answer to such a question takes the place of what was exchanged."""
    if wanted.kind not in ("want", "add"):
        return wanted
    for asked in _asked(mind):
        if asked.replaces is not None and product.product_id in option_ids(asked):
            line = carts.find(mind.cart, asked.replaces.product_id)
            if line is not None and line.product_id != product.product_id:
                some = asked.replaces.quantity if asked.replaces.quantity < line.quantity else None
                old = Mention(product_id=line.product_id, quantity=some)
                return msgspec.structs.replace(wanted, kind="exchange", old=old)
    return wanted


def _asked(mind: Mind) -> list[Pending]:
    dialogue = mind.state.dialogue
    return [one for one in (dialogue.pending, *dialogue.open) if one is not None]


def _holding(mind: Mind, wanted: Change, asked: Pending) -> Pending:
    if asked.kind not in ("choose", "quantity") or not asked.options or asked.replaces is not None:
        return asked
    ids = option_ids(asked)
    earlier = [one.replaces for one in _asked(mind) if one.replaces and not set(ids).isdisjoint(option_ids(one))]
    return msgspec.structs.replace(asked, replaces=_replaced(mind, wanted, asked) or next(iter(earlier), None))


def _replaced(mind: Mind, wanted: Change, asked: Pending) -> CartLine | None:
    if wanted.kind != "exchange" and not (wanted.corrects and wanted.kind in ("want", "add")):
        return None
    products = spread(asked.options)
    if wanted.kind != "exchange" and any(carts.find(mind.cart, one.product_id) for one in products):
        return None
    line = old_line(mind, wanted, products[0])
    some = wanted.old.quantity if wanted.old is not None else None
    return msgspec.structs.replace(line, quantity=min(some or line.quantity, line.quantity)) if line else None
