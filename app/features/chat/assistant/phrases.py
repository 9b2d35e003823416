"""What the assistant says, in Portuguese and English. The forms of product lines are read back by memory.py."""

from collections.abc import Container, Sequence

from msgspec import Struct

from app.features.chat.assistant.sayings import SAYINGS
from app.features.chat.assistant.understand import Language
from app.features.chat.assistant.words import reais


class Product(Struct):
    """A product as the tools show it; the price is in reais."""

    product_id: str
    name: str
    description: str = ""
    category: str | None = None
    price: float | None = None
    in_stock: bool = True
    score: float | None = None


class OrderLine(Struct):
    """A line of a placed order."""

    name: str
    quantity: int
    unit_price: float


class PlacedOrder(Struct):
    """What create_order answers."""

    number: int | None = None
    total: float = 0.0
    payment_method: str = ""
    items: list[OrderLine] = []
    dropped_items: list[str] = []
    br_code: str | None = None
    payment_link_url: str | None = None
    instructions: str | None = None
    simulated: bool = False


_METHODS = {"pix": ("Pix", "Pix"), "manual_pix": ("Pix", "Pix"), "cod": ("na entrega", "cash on delivery")}


def say(what: str, language: Language, **values: str) -> str:
    """One saying in the shopper's language."""
    return SAYINGS[what][language == "en"].format(**values)


def price_text(price: float | None, language: Language) -> str:
    """A price, or that it has to be asked for."""
    if price is None:
        return "price on request" if language == "en" else "preço sob consulta"
    return reais(price, language)


def product_line(product: Product, language: Language) -> str:
    """`Nome — R$ 10,00`, with a note when it is sold out."""
    sold_out = "" if product.in_stock else (" (sold out)" if language == "en" else " (esgotado)")
    return f"{product.name} — {price_text(product.price, language)}{sold_out}"


def product_list(head: str, products: Sequence[Product], language: Language) -> str:
    """A heading, the numbered products, and how to go on."""
    lines = [f"{number}. {product_line(product, language)}" for number, product in enumerate(products, 1)]
    invite = say("invite_one" if len(products) == 1 else "invite", language)
    return "\n".join([head, "", *lines, "", invite])


def product_details(product: Product, language: Language) -> str:
    """One product with its description."""
    parts = [product_line(product, language)]
    if product.description:
        parts.append(product.description.strip()[:1200])
    parts.append(say("invite_one", language) if product.in_stock else say("sold_out", language, name=product.name))
    return "\n\n".join(parts)


def pending_items(items: Sequence[tuple[int, Product]], language: Language) -> str:
    """The items that only lack a payment method, and the question for it."""
    lines = [f"{quantity} × {product_line(product, language)}" for quantity, product in items]
    return "\n".join([say("pending", language), *lines, "", say("ask_payment", language)])


def ask_payment_again(head: str, lines: Sequence[str], available: Sequence[str], language: Language) -> str:
    """Another payment method, please; the items are repeated so that they are not forgotten."""
    names = dict.fromkeys(_METHODS[method][language == "en"] for method in available if method in _METHODS)
    joined = (" or " if language == "en" else " ou ").join(names)
    question = say("ask_payment_of", language, options=joined) if names else say("ask_payment", language)
    return "\n".join([head, *lines, "", question])


def placed_order(order: PlacedOrder, known: Container[str], language: Language) -> str:
    """Number, items, total, how to pay, and what is still needed of the customer (`known`: fields given)."""
    head = "simulated" if order.simulated else "ordered"
    parts = [say(head, language, number=str(order.number or "?"))]
    parts += [f"{line.quantity} × {line.name} — {reais(line.unit_price, language)}" for line in order.items]
    parts.append(f"Total: {reais(order.total, language)}")
    if order.dropped_items:
        parts.append(say("dropped", language))
    parts.append("")
    if order.br_code:
        parts += [say("pay_code", language), "", order.br_code, "", say("proof", language)]
    elif order.payment_method == "cod":
        parts.append(order.instructions or say("on_delivery", language))
    elif not order.simulated:
        parts.append(order.instructions or say("pay_later", language))
    if order.payment_link_url:
        parts.append(say("pay_link", language, link=order.payment_link_url))
    if "address" not in known:
        parts.append(say("ask_only_address" if "name" in known else "ask_address", language))
    return "\n".join(parts).strip()


def range_text(low: float | None, high: float | None, language: Language) -> str:
    """`até R$ 100,00`, `entre …`, `a partir de …`."""
    if low is not None and high is not None:
        word, joint = ("between", "and") if language == "en" else ("entre", "e")
        return f"{word} {reais(low, language)} {joint} {reais(high, language)}"
    if high is not None:
        return f"{'under' if language == 'en' else 'até'} {reais(high, language)}"
    return f"{'above' if language == 'en' else 'a partir de'} {reais(low or 0, language)}"
