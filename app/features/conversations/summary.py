"""The summary a shopper says yes to: its reference, its text, and finding it again in a text. Pure."""

import hashlib

import msgspec

from app.features.chat.assistant.language.words import reais
from app.features.conversations.state import Cart, CartLine, Language, Summary
from app.features.orders.types import PaymentMethod
from app.ops.expressions import expression

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
REFERENCE = expression(r"\(ref\. ([0-9A-HJKMNP-TV-Z]{8})\)")
_METHODS: dict[PaymentMethod, tuple[str, str]] = {
    "pix": ("Pix", "Pix"),
    "manual_pix": ("Pix", "Pix"),
    "cod": ("na entrega", "on delivery"),
}


def new_reference(conversation: str, number: int) -> str:
    """The reference of a conversation's nth summary: forty bits, so a store's references do not collide by chance."""
    digest = hashlib.sha256(f"{conversation}:{number}".encode()).digest()
    value = int.from_bytes(digest[:5], "big")
    return "".join(_ALPHABET[value >> (5 * at) & 31] for at in range(8))


def summarize(
    cart: Cart,
    reference: str,
    *,
    shipping_cents: int | None = None,
    discount_cents: int = 0,
    name: str = "",
    address: str = "",
    sent: bool = False,
    days: int | None = None,
    language: Language = "pt",
) -> Summary:
    """The summary of a cart that has lines and a method. `shipping_cents` None: to be agreed, not in the total; name,
    address: for whom it is and where it goes, empty where that is not known or it is fetched; sent: it is brought in
    one of the shop's ways, which takes so many days."""
    if not cart.lines or cart.payment_method is None:
        raise ValueError("a summary needs lines and a payment method")
    summary = Summary(
        reference,
        "",
        cart.lines,
        cart.payment_method,
        cart.total_cents + (shipping_cents or 0) - discount_cents,
        shipping_cents,
        shipping_option=cart.shipping_option,
        discount_cents=discount_cents,
        coupon_code=cart.coupon_code,
        notes=cart.notes,
        name=name,
        address=address,
    )
    return msgspec.structs.replace(summary, text=_text(summary, language, sent=sent, days=days))


def is_of(summary: Summary, cart: Cart, total_cents: int) -> bool:
    """Exactly these lines, way to get them, coupon, notes, total and method were shown."""
    lines = cart.lines
    shown = {line.product_id: (line.quantity, line.unit_price_cents) for line in summary.lines}
    wanted = {line.product_id: (line.quantity, line.unit_price_cents) for line in lines}
    return (
        len(lines) == len(wanted)
        and shown == wanted
        and (summary.payment_method, summary.total_cents) == (cart.payment_method, total_cents)
        and (summary.shipping_option, summary.coupon_code) == (cart.shipping_option, cart.coupon_code)
        and summary.notes == cart.notes
    )


def reference_in(text: str) -> str | None:
    """The reference of the last summary in a text."""
    found = REFERENCE.findall(text)
    return found[-1] if found else None


def stands_in(summary: Summary, text: str) -> bool:
    """The whole summary stands in a text, however its lines were broken on the way."""
    return " ".join(summary.text.split()) in " ".join(text.split())


def method_name(method: PaymentMethod, language: Language) -> str:
    """How the shopper calls a payment method."""
    return _METHODS[method][language == "en"]


def line_text(line: CartLine, language: Language) -> str:
    """`2 × Caneca — R$ 10,00 cada = R$ 20,00`."""
    text = f"{line.quantity} × {line.name} — {money(line.unit_price_cents, language)}"
    if line.quantity == 1:
        return text
    each = "each" if language == "en" else "cada"
    return f"{text} {each} = {money(line.total_cents, language)}"


def money(cents: int, language: Language) -> str:
    """Cents as a price."""
    return reais(cents / 100, language)


def way_text(name: str, price_cents: int, days: int | None, language: Language) -> str:
    """`PAC — R$ 22,00 (8 dias úteis)`."""
    english = language == "en"
    price = money(price_cents, language) if price_cents else ("free" if english else "grátis")
    if days is None:
        return f"{name} — {price}"
    if days == 0:
        return f"{name} — {price} ({'same day' if english else 'no mesmo dia'})"
    unit = ("working day", "working days") if english else ("dia útil", "dias úteis")
    return f"{name} — {price} ({days} {unit[days > 1]})"


def _text(summary: Summary, language: Language, *, sent: bool, days: int | None) -> str:
    english = language == "en"
    return "\n".join(
        [
            f"{'Order summary' if english else 'Resumo do pedido'} (ref. {summary.reference}):",
            *(line_text(line, language) for line in summary.lines),
            f"{'Shipping' if english else 'Frete'}: {_shipping(summary, days, language)}",
            *_receiver(summary, language, sent=sent),
            *_discount(summary, language),
            f"Total: {money(summary.total_cents, language)}",
            f"{'Payment' if english else 'Pagamento'}: {method_name(summary.payment_method, language)}",
            *([f"{'Notes' if english else 'Observações'}: {summary.notes}"] if summary.notes else []),
            'Shall I place it? Answer "yes", or tell me what to change.'
            if english
            else 'Posso confirmar? Responda "sim" ou diga o que quer mudar.',
        ]
    )


def _shipping(summary: Summary, days: int | None, language: Language) -> str:
    english = language == "en"
    if summary.shipping_cents is None:
        return "to be agreed" if english else "a combinar"
    if summary.shipping_option:
        return way_text(summary.shipping_option, summary.shipping_cents, days, language)
    return money(summary.shipping_cents, language) if summary.shipping_cents else ("free" if english else "grátis")


def _receiver(summary: Summary, language: Language, *, sent: bool) -> list[str]:
    """For whom, and where to; of what is sent also that the street is still missing."""
    english = language == "en"
    lines = [f"{'Name' if english else 'Nome'}: {summary.name}"] if summary.name else []
    no_street = sent and (not summary.address or summary.address.startswith("CEP "))
    lacks = ("street and number are missing" if english else "falta a rua e o número") if no_street else ""
    if summary.address or lacks:
        told = f"{summary.address} ({lacks})" if summary.address and lacks else summary.address or lacks
        lines.append(f"{'Deliver to' if english else 'Entrega em'}: {told}")
    return lines


def _discount(summary: Summary, language: Language) -> list[str]:
    if summary.coupon_code is None:
        return []
    name = f"{'Coupon' if language == 'en' else 'Cupom'} {summary.coupon_code}"
    return [f"{name}: −{money(summary.discount_cents, language)}" if summary.discount_cents else name]
