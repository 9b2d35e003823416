"""What the assistant says, in Portuguese and English. Nothing reads these texts back."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.features.chat.assistant.deciding.mind import Coupon, Say
from app.features.chat.assistant.language.words import reais
from app.features.chat.assistant.products.matching import Product, of_listed
from app.features.chat.assistant.saying.kinds import option_name, told_kinds
from app.features.chat.assistant.saying.quoting import for_english, framed_once
from app.features.chat.assistant.saying.sayings import SAYINGS
from app.features.chat.assistant.saying.sayings_of_orders import STATUSES
from app.features.chat.delivery import FASTEST
from app.features.conversations.state import Cart, CartLine, Language, Listed
from app.features.conversations.summary import line_text, money, way_text
from app.features.products.variants import choices, variant_name
from app.features.shipping.types import ShippingOption
from app.ops.expressions import expression


class OrderLine(Struct):
    """A line of a placed order."""

    name: str
    quantity: int
    unit_price: float

    @property
    def line(self) -> CartLine:
        """The line as a cart has it."""
        return CartLine("", self.name, self.quantity, round(self.unit_price * 100))


class PlacedOrder(Struct):
    """An order as the tools tell it."""

    number: int | None = None
    status: str = ""
    total: float = 0.0
    shipping: float = 0.0
    discount: float = 0.0
    payment_method: str = ""
    items: list[OrderLine] = []
    dropped_items: list[Any] = []
    br_code: str | None = None
    payment_link_url: str | None = None
    instructions: str | None = None
    simulated: bool = False
    tracking: str | None = None


# Headings that ask already how to go on.
_ASKING = (
    "also_this",
    "which_of",
    "is_it_this",
    "still_open",
    "left_to_choose",
    "found_each",
    "by_whole",
    "or_sets",
    "not_weighed",
    "only_in",
    "none_bears",
)
# A shop's words on paying at the door, which hold for nobody who comes by.
_AT_THE_DOOR = expression(r"(?i)\b(?:entregador\w*|motoboy|na\s+entrega|courier|on\s+delivery)\b")
_METHODS = {"pix": ("Pix", "Pix"), "manual_pix": ("Pix", "Pix"), "cod": ("na entrega", "cash on delivery")}


def compose(says: Sequence[Say], language: Language, *, cash: bool = True) -> str:
    """The whole reply. cash: it can be paid on delivery."""
    reply = framed_once("\n\n".join(dict.fromkeys(text for said in says if (text := _text(said, language)))))
    return reply if cash else _without_cash(reply, language)


def _without_cash(reply: str, language: Language) -> str:
    """Pix alone where the shop takes nothing else."""
    for what in ("ask_payment", "invite_one", "payment", "no_card"):
        reply = reply.replace(say(what, language), say(f"{what}_pix", language))
    return reply


def say(what: str, language: Language, **values: str) -> str:
    """One saying in the shopper's language."""
    return SAYINGS[what][language == "en"].format(**values)


def _text(said: Say, language: Language) -> str:
    match said.what:
        case "text":
            return for_english(said.text) if language == "en" else said.text
        case "choose_option":
            return _choice(said, language)
        case "list":
            return _list(said, language)
        case "details":
            return _details(said, language)
        case "fact":
            return _fact(said, language)
        case "cart":
            return _cart(said, language)
        case "summary":
            summary = said.result.get("summary")
            return str(summary.get("text", "")) if isinstance(summary, Mapping) else ""
        case "order":
            return _placed(said, language)
        case "status":
            return _status(said.result, language)
        case "payment_again" | "cancelled" | "cancel_sure":
            return _order_text(said.what, said.result, language)
        case "price_is":
            return say("price_is", language, name=said.values["name"], price=money(int(said.values["cents"]), language))
        case "delivery" | "ask_delivery":
            return _delivery(said, language)
        case "delivery_to" | "takes_days":
            head = [say("delivery_to", language, place=said.values["place"])] if said.values else []
            return "\n".join([*head, *(_way(option, language) for option in said.options)])
        case "way_taken":
            what = "way_fastest" if said.values["best"] == FASTEST else "way_cheapest"
            return say(what, language, way=_way(said.options[0], language))
        case "coupon":
            return _coupon_told(said, language) if said.coupon else ""
        case "coupon_refused":
            return _coupon(said.result, language)
        case "method_off":
            return _methods(said.values["options"].split(), language)
        case "greet":
            own = said.values["own"] or say("hello", language, shop=said.values["shop"])
            return say("greet", language, greeting=own)
        case _:
            return say(said.what, language, **said.values)


def price_text(price: float | None, language: Language) -> str:
    """A price, or that it has to be asked for."""
    if price is None:
        return "price on request" if language == "en" else "preço sob consulta"
    return reais(price, language)


def _line(product: Product, language: Language) -> str:
    sold_out = "" if product.in_stock else (" (sold out)" if language == "en" else " (esgotado)")
    return f"{product.name} — {price_text(product.price, language)}{sold_out}"


def _entry(item: Listed, language: Language) -> str:
    """A product, or a group with what it is to be had in."""
    line = _line(of_listed(item), language)
    there = [variant for variant in item.variants if variant.in_stock]
    had = told_kinds(there, language)
    if not had:
        return _line(of_listed(there[0]), language) if len(there) == 1 else line
    if len({variant.price_cents for variant in there}) > 1:
        line = line.replace(" — ", " — from " if language == "en" else " — a partir de ", 1)
    return f"{line} ({'; '.join(had)})"


def _choice(said: Say, language: Language) -> str:
    """Which of a thing's options: those that are still open."""
    had = choices(product.options for product in said.products)
    names = [option_name(option, language).lower() for option in had]
    asked = (" and " if language == "en" else " e ").join(names)
    values = "\n".join(told_kinds(said.products, language))
    settled = {option: value for option, value in said.products[0].options.items() if option not in had}
    prices = {product.price for product in said.products}
    name = variant_name(said.products[0].base, settled)
    name += f" — {price_text(prices.pop(), language)}" if len(prices) == 1 else ""
    return f"{say('choose_option', language, name=name, options=asked)}\n{values}"


def _list(said: Say, language: Language) -> str:
    """A heading, the numbered products, and how to go on."""
    values = dict(said.values)
    head, start = values.pop("head"), int(values.pop("start"))
    one = len(said.listed) == 1
    if head in ("is_it_this", "nearby") and not values.get("query"):
        head = "found"
    if head == "found" and one:
        head = "found_one"
    if head == "out_of_range":
        values = {"range": _range(values["low"], values["high"], language)}
    if head == "same_but":
        values = {"options": ", ".join(option_name(one, language).lower() for one in values["options"].split("\n"))}
    lines = [f"{number}. {_entry(item, language)}" for number, item in enumerate(said.listed, start)]
    if said.told:
        lines = [f"{line}\n{told}" if told else line for line, told in zip(lines, said.told, strict=True)]
    if one and not said.listed[0].in_stock:
        invite = say("sold_out", language, name=said.listed[0].name)
    else:
        invite = "" if head in _ASKING else _invite_one(said.listed[0], language) if one else say("invite", language)
    rest = [say("rest", language)] if values.get("rest") else []
    return "\n".join([say(head, language, **values), "", *lines, *rest, *(["", invite] if invite else [])])


def _invite_one(item: Listed, language: Language) -> str:
    """How many, and of which kind where it comes in several: what would be asked next is not asked apart."""
    open_ones = choices(one.options for one in item.variants if one.in_stock)
    named = [option_name(option, language).lower() for option in open_ones]
    if not named:
        return say("invite_one", language)
    joined = (" and " if language == "en" else " e ").join(named)
    return f"{say('invite_one', language)} {say('and_kind', language, options=joined)}"


def _range(low: str, high: str, language: Language) -> str:
    """`até R$ 100,00`, `entre …`, `a partir de …`."""
    english = language == "en"
    if low and high:
        word, joint = ("between", "and") if english else ("entre", "e")
        return f"{word} {reais(float(low), language)} {joint} {reais(float(high), language)}"
    if high:
        return f"{'under' if english else 'até'} {reais(float(high), language)}"
    return f"{'above' if english else 'a partir de'} {reais(float(low or 0), language)}"


def _details(said: Say, language: Language) -> str:
    """One product with its description, and what so many cost; of what is in the cart already no more is asked."""
    product, quantity = said.products[0], said.quantity
    parts = [_line(product, language)]
    if quantity and quantity > 1 and product.price is not None:
        parts[0] = f"{quantity} × {_line(product, language)} = {reais(quantity * product.price, language)}"
    if product.description:
        parts.append(product.description.strip()[:1200])
    if said.values.get("limits"):
        parts.insert(0, say("all_told" if product.description else "not_told", language))
    return "\n\n".join([*parts, *_invited(said, language)])


def _fact(said: Say, language: Language) -> str:
    """What answers a question about a product."""
    return "\n\n".join([f"{said.products[0].name}: {said.text}", *_invited(said, language)])


def _invited(said: Say, language: Language) -> list[str]:
    product = said.products[0]
    if not product.in_stock:
        return [say("sold_out", language, name=product.name)]
    if said.values.get("held"):
        return []
    if said.quantity and said.quantity > 1:  # it was said how many
        return [say("offer_one", language, quantity=str(said.quantity))]
    return [say("invite_one", language)]


def _cart(said: Say, language: Language) -> str:
    """The goods, what comes on and off for way and coupon, and what is still to be said."""
    cart = said.cart or Cart()
    lines = [line_text(line, language) for line in cart.lines]
    shipping = sum(option.price_cents for option in said.options)
    lines += [f"{'Shipping' if language == 'en' else 'Entrega'}: {_way(option, language)}" for option in said.options]
    off = _taken_off(said.coupon, cart, shipping) if cart.coupon_code else 0
    if off:
        lines.append(f"{'Coupon' if language == 'en' else 'Cupom'} {cart.coupon_code}: −{money(off, language)}")
    lines.append(f"Total: {money(cart.total_cents + shipping - off, language)}")
    ask = ["", say("ask_payment", language)] if said.values.get("asks") and not cart.payment_method else []
    return "\n".join([say("pending", language), *lines, *ask])


def _taken_off(coupon: Coupon | None, cart: Cart, shipping_cents: int) -> int:
    if coupon is None or coupon.kind is None or coupon.code != cart.coupon_code:
        return 0
    if cart.total_cents < coupon.min_subtotal_cents:
        return 0
    if coupon.kind == "free_shipping":
        return shipping_cents
    off = coupon.value if coupon.kind == "fixed" else cart.total_cents * coupon.value // 100
    return min(off, cart.total_cents)


def _delivery(said: Say, language: Language) -> str:
    """The ways to get it, numbered, and the question that is open."""
    lines = [f"{number}. {_way(option, language)}" for number, option in enumerate(said.options, 1)]
    asks_cep = bool(said.values["cep"])
    parts = []
    if lines:
        parts = [say("ways" if said.what == "delivery" else "ask_way", language), *lines]
    elif not asks_cep:
        parts = [say("no_way", language)]
    if asks_cep:
        parts.append(say("ask_cep_too" if lines else "ask_cep", language))
    return "\n".join(parts)


def _way(option: ShippingOption, language: Language) -> str:
    return way_text(option.name, option.price_cents, option.days, language)


def _coupon(error: Mapping[str, Any], language: Language) -> str:
    code, least = str(error.get("coupon_code", "")), error.get("min_subtotal")
    if isinstance(least, int | float) and least:
        return say("coupon_needs", language, code=code, least=reais(least, language))
    return say("coupon_off", language, code=code)


def _coupon_told(said: Say, language: Language) -> str:
    """What a coupon takes off the cart; before there is one, what it is worth."""
    coupon, cart = said.coupon, said.cart or Cart()
    assert coupon is not None  # noqa: S101 - the caller looks
    least = money(coupon.min_subtotal_cents, language)
    if cart.lines and cart.total_cents < coupon.min_subtotal_cents:
        return say("coupon_needs", language, code=coupon.code, least=least)
    if coupon.kind == "free_shipping":
        worth = "free shipping" if language == "en" else "frete grátis"
    elif cart.lines:
        worth = f"−{money(_taken_off(coupon, cart, 0), language)}"
    else:
        worth = f"−{coupon.value}%" if coupon.kind == "percent" else f"−{money(coupon.value, language)}"
    if cart.lines:
        return say("coupon_takes", language, code=coupon.code, worth=worth)
    text = say("coupon_noted", language, code=coupon.code, worth=worth)
    needs = say("coupon_needs", language, code=coupon.code, least=least)
    return f"{text} {needs}" if coupon.min_subtotal_cents else text


def _methods(available: Sequence[str], language: Language) -> str:
    names = dict.fromkeys(_METHODS[method][language == "en"] for method in available if method in _METHODS)
    joined = (" or " if language == "en" else " ou ").join(names)
    question = say("ask_payment_of", language, options=joined) if names else say("ask_payment", language)
    return f"{say('method_off', language)} {question}"


def _placed(said: Say, language: Language) -> str:
    """Number, items, total, how to pay, and what is still needed of the customer."""
    order = _order(said.result)
    if order is None:
        return say("failed", language)
    parts = [say("simulated" if order.simulated else "ordered", language, number=str(order.number or "?"))]
    parts += _made_up_of(order, language)
    if said.values.get("agreed"):
        parts.append(say("freight_agreed", language))
    parts.append(f"Total: {reais(order.total, language)}")
    if order.dropped_items:
        parts.append(say("dropped", language))
    parts += ["", *_payment(order, language, fetched=bool(said.values.get("fetched")))]
    if not said.values.get("address"):
        parts.append(say("ask_only_address" if said.values.get("name") else "ask_address", language))
    elif said.values.get("fetched") and not said.values.get("name"):
        parts.append(say("ask_name", language))
    return "\n".join(parts).strip()


def _made_up_of(order: PlacedOrder, language: Language) -> list[str]:
    """The lines as the summary told them, and what makes the total another than theirs."""
    english = language == "en"
    parts = [line_text(line.line, language) for line in order.items]
    if order.shipping:
        parts.append(f"{'Shipping' if english else 'Frete'}: {reais(order.shipping, language)}")
    if order.discount:
        parts.append(f"{'Discount' if english else 'Desconto'}: −{reais(order.discount, language)}")
    return parts


def _payment(order: PlacedOrder, language: Language, *, fetched: bool = False) -> list[str]:
    parts: list[str] = []
    if order.br_code:
        parts += [say("pay_code", language), "", order.br_code, "", say("proof", language)]
    elif order.payment_method == "cod":
        told = "" if fetched and _AT_THE_DOOR.search(order.instructions or "") else order.instructions
        parts.append(told or say("on_pickup" if fetched else "on_delivery", language))
    elif not order.simulated:
        parts.append(order.instructions or say("pay_later", language))
    if order.payment_link_url:
        parts.append(say("pay_link", language, link=order.payment_link_url))
    return parts


def _status(result: Mapping[str, Any], language: Language) -> str:
    try:
        orders = msgspec.convert(result.get("orders", []), list[PlacedOrder])
    except msgspec.ValidationError:
        return say("failed", language)
    english = language == "en"
    lines = []
    for order in orders[:3]:
        status = STATUSES.get(order.status, (order.status, order.status))[english]
        lines.append(
            say("status_line", language, number=str(order.number), status=status, total=reais(order.total, language))
        )
        if order.tracking:
            lines.append(order.tracking)
    return "\n".join(lines)


def _order_text(what: str, result: Mapping[str, Any], language: Language) -> str:
    order = _order(result)
    if order is None:
        return say("failed", language)
    head = say(what, language, number=str(order.number), total=reais(order.total, language))
    return "\n".join([head, *_payment(order, language)]) if what == "payment_again" else head


def _order(result: Mapping[str, Any]) -> PlacedOrder | None:
    try:
        return msgspec.convert(result.get("order", result), PlacedOrder)
    except msgspec.ValidationError:
        return None
