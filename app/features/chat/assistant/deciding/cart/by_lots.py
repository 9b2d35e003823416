"""What is sold in lots: which lot so many are, and what is asked where they are none."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.alike import plainly_called
from app.features.chat.assistant.products.counts import PAIRS, lot_in
from app.features.chat.assistant.products.matching import Product, one_group, spread, together
from app.features.chat.assistant.products.name_words import PACKED
from app.features.chat.assistant.reading.counts.lots import FEW
from app.ops.expressions import expression

_HOLDS = expression(r"(\d{1,2})\s*(?:pares|unidades?|un|und|unid|pecas?|pcs|pairs|units?|pieces?)")
_SINGLE = expression(r"(?:por\s+)?unidade|unitari[oa]|avuls[oa]|single|each")
_BY_SIZE = expression(r"\b\d+(?:[.,]\d+)?\s*(?:mm|cm|v|volts?|w|watts?|pol(?:egadas?)?)\b")
_PIECES = expression(r"\d{2,5}\s*(?:un|und|unid|unidades?|pecas?|folhas?|cartoes|copias?|pcs|units?)?")


def lot_of(
    mind: Mind, products: list[Product], quantity: int | None, mention: Mention
) -> tuple[list[Product], int | None]:
    """`quero 500 cartões`, which are sold by 100, 500 and 1000: one of that lot. So many as are no lot are not counted:
    the lots are asked about."""
    if quantity is None or mention.measure:  # `10 metros da corda de 10 mm` are ten of it
        return products, quantity
    if quantity < FEW:
        return _pack_of(mind, products, quantity, mention)
    kinds = products
    if len(products) == 1 and products[0].group is not None:
        shown = {one.product_id: one for one in (*spread([*mind.listed, *mind.seen]), *mind.shop.shelf)}
        kinds = [one for one in shown.values() if one.group == products[0].group] or products
    if not one_group(kinds) and one_group(plain := plainly_called(kinds, mention)):
        return _of_lots(plain, quantity) or (products, quantity)  # beside `Brigadeiro de Ninho`
    if not one_group(kinds):
        return (products, None) if len(products) == 1 and _holds(products[0], quantity) else (products, quantity)
    if lot := [one for one in kinds if _holds(one, quantity)]:
        return (lot, None) if len(lot) == 1 else (products, quantity)
    if lots := _of_lots(kinds, quantity):
        return lots
    return (kinds, None) if _by_lots(kinds) else (products, quantity)


def _holds(product: Product, quantity: int) -> bool:
    """One of its options is so much; `10 mm` and `110 V` are no amount of anything."""
    values = (_BY_SIZE.sub(" ", fold(value)) for value in product.options.values())
    return any(str(quantity) in words(value) for value in values)


def _of_lots(kinds: list[Product], quantity: int) -> tuple[list[Product], int | None] | None:
    """`200 brigadeiros`, which come by the hundred, by fifty and singly: two of the hundred. Where no one lot makes so
    many without a greater one being passed over (150), it is asked which; None: they come in no lots that are told."""
    held = [max((_lot(fold(value)) for value in one.options.values()), default=0) for one in kinds]
    if not all(held):
        return None
    greatest = max((lot for lot in held if lot <= quantity), default=0)
    if not greatest or quantity % greatest:
        return kinds, None
    return [one for one, lot in zip(kinds, held, strict=True) if lot == greatest], quantity // greatest


def _lot(value: str) -> int:
    return 1 if _SINGLE.fullmatch(value) else lot_in(value)


def _pack_of(mind: Mind, products: list[Product], quantity: int, mention: Mention) -> tuple[list[Product], int]:
    """`6 pares de meia`, which come by 3 and by 6 pairs: one of those, unless packs are counted or pointed at."""
    asked, kinds, own = mind.state.dialogue.pending, products, {one.product_id for one in products}
    if asked is not None and asked.kind == "choose" and len(products) == 1:
        offered = spread(asked.options)
        kinds = offered if own <= {one.product_id for one in offered} else products
    elif mention.pointing or mention.among:
        return products, quantity
    waits = [one.query for one in (asked, *mind.state.dialogue.open) if one is not None and kinds is not products]
    packs = {*words(fold(" ".join([mind.acts.text, *waits])))} & PACKED - PAIRS
    held = [_held(one) for one in kinds]
    if packs or len(kinds) < 2 or not one_group(kinds) or not all(held) or held.count(quantity) != 1:
        return products, quantity
    pack = kinds[held.index(quantity)]
    return ([pack], 1) if pack.product_id in own else (products, quantity)


def _held(product: Product) -> int:
    """How many pieces one of it holds, by its option (`6 unidades`, `Meia dúzia`); 0: that is not told."""
    values = [fold(value) for value in product.options.values()]
    found = [int(told[1]) if (told := _HOLDS.fullmatch(value)) else lot_in(value) for value in values]
    return next((many for many in found if many), 0)


def lot_asked(mind: Mind, products: list[Product], mention: Mention) -> tuple[list[Product], Mention]:
    """`quanto é 1000 cartões?`: the one lot, and no count of it."""
    if any(map(str.isdigit, mention.soft)):  # `se for 100 de um e 50 do outro?`
        return products, mention
    asked = mind.state.dialogue.pending
    kinds = {one.product_id for one in spread(asked.options)} if asked is not None and asked.kind == "choose" else set()
    if mention.quantity and products and all(x.product_id in kinds and _holds(x, mention.quantity) for x in products):
        return products, replace(mention, quantity=None)  # `16 com SSD quanto fica?`, to which memory it is to be
    meant, count = lot_of(mind, products, mention.quantity, mention)
    if meant != products and one_group(products):
        mind.seen = (*mind.seen, *together(products))  # `e mil?`
    return meant, replace(mention, quantity=count)


def _by_lots(kinds: Sequence[Product]) -> bool:
    """All of them are so many pieces: `100 unidades`."""
    return all(any(_PIECES.fullmatch(fold(value)) for value in one.options.values()) for one in kinds) and any(
        "un" in fold(value) for one in kinds for value in one.options.values()
    )
