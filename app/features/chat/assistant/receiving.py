"""How the shopper gets the goods, and what a coupon takes off: what is said about both, and what is asked."""

import re

import msgspec

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.mind import Mind, Say, merged
from app.features.chat.assistant.words import fold
from app.features.chat.delivery import Delivery, settle
from app.features.conversations.state import Listed, Pending

_COUPON = re.compile(
    r"(?:\b(?:eu\s+)?(?:tenho|tem\s+como|posso|quero|da\s+pra|d[áa]\s+para|can\s+i|i\s+have|have)\s+)?"
    r"(?:\b(?:usar?|aplic\w+|coloc\w+|p[õo]e|bot\w+|com|use|apply|with|esqueci,?)\s+)*"
    r"\b(?:(?:o|um|the|a|my|meu|esse|este)\s+)?(?:cupom|cupon|coupon|promo\s?code|c[óo]digo\s+(?:promocional|de\s+desconto))\b"
    r"(?:\s+(?:de\s+desconto|code))?\s*(?:[:=]|\b(?:é|eh|e|is)\b)?\s*[\"'“]?(?P<code>[A-Za-z0-9_-]{2,40})[\"'”]?",
    re.IGNORECASE,
)
_NO_CODES = (
    v.FILLER
    | v.NO
    | frozenset(
        "desconto valido expirado ativo funciona novo promocional aniversario primeira vale frete discount code".split()  # noqa: SIM905
    )
)
_FETCHES = re.compile(
    r"\b(?:(?:e\s+)?(?:eu|a\s+gente)\s+)?(?:(?:vou|prefiro|quero|posso|pode\s+ser|i'?ll|i\s+will)\s+)?"
    r"(?:retir(?:o|ar|amos|ada)(?:\s+(?:ai|aqui|na\s+loja|no\s+local|pessoalmente))?"
    r"|(?:busco|pego|passo|buscar|pegar|passar)\s+(?:ai|aqui|na\s+loja|no\s+local|pessoalmente)"
    r"|(?:vou|eu|prefiro)\s+(?:buscar|busco|pegar\s+ai)|pick(?:ing)?\s+(?:it\s+|them\s+)?up|collect\s+it)\b"
)


def told_coupon(message: str) -> tuple[str | None, str]:
    """The coupon a message gives, in capitals, and the message without it."""
    for found in _COUPON.finditer(message):
        code = found["code"]
        if fold(code) not in _NO_CODES and not code.isdigit():
            return code.upper(), f"{message[: found.start()]} , {message[found.end() :]}"
    return None, message


def fetches(text: str) -> tuple[bool, str]:
    """Whether a folded clause says that it will be fetched, and the clause without that."""
    found = _FETCHES.search(text)
    return found is not None, f"{text[: found.start()]} {text[found.end() :]}".strip(" ,") if found else text


def take_in(mind: Mind) -> None:
    """Coupon, postal code and the way the goods are to come: the cart follows."""
    acts, cart = mind.acts, mind.cart
    before = cart
    if acts.coupon is not None:
        cart = msgspec.structs.replace(cart, coupon_code=acts.coupon)
    if acts.way is not None and mind.shop.shipping:
        cart = msgspec.structs.replace(cart, shipping_option=acts.way)
    mind.cart = cart
    moved = bool(mind.shop.shipping) and acts.known.cep is not None
    mind.changed = mind.changed or (bool(cart.lines) and (cart != before or moved))
    if not cart.lines and not acts.changes:
        if acts.coupon is not None:
            mind.say("coupon_noted", code=acts.coupon)
        elif acts.known.cep is not None and mind.shop.shipping:
            tell(mind)


def delivery_of(mind: Mind) -> Delivery | None:
    """What the shop's rules make of it as it stands."""
    known = merged(mind.state.known, mind.acts.known)
    subtotal = mind.cart.total_cents or (mind.focus.price_cents or 0 if mind.focus else 0)
    return settle(mind.shop.shipping, cep=known.cep, subtotal_cents=subtotal, wish=mind.cart.shipping_option)


def tell(mind: Mind) -> bool:
    """What there is, with prices; asks for the postal code where it decides. False: the shop has no rules."""
    delivery = delivery_of(mind)
    if delivery is None:
        return False
    if not any(said.what == "delivery" for said in mind.says):
        mind.says.append(_say("delivery", delivery))
        mind.pending = _asked(delivery)
    return True


def ask(mind: Mind, delivery: Delivery) -> None:
    """Ask how the shopper wants to get it."""
    mind.says = [said for said in mind.says if said.what != "delivery"]
    mind.says.append(_say("ask_delivery", delivery))
    mind.pending = _asked(delivery)


def _say(what: str, delivery: Delivery) -> Say:
    return Say(what, {"cep": "asked" if delivery.needs_cep else ""}, options=tuple(delivery.offered))


def _asked(delivery: Delivery) -> Pending:
    return Pending("delivery", tuple(Listed("", option.name, option.price_cents) for option in delivery.offered))
