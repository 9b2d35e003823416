"""The same as last time: the goods of the order that was made last, put in once more as a new order. Pure."""

import msgspec

from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import Cart
from app.ops.expressions import expression

_LEADS = (
    r"^\W*(?:(?:oi|ola|bom\s+dia|boa\s+(?:tarde|noite)|hi|hello|hey|entao|ok|agora|hoje|eu|i|we|i'd|i'll|me|ve|da\s+pra|pode|quero|queria|gostaria\s+de|"
    r"vou\s+(?:querer|levar)|manda|mande|faz|faca|fazer|pedir|ped\w+|ser|would|like|want|to|can|could|you|get|have|take|order|please|por\s+favor|"
    r"(?:(?:meu|minha|my)\s+[a-z]+\s+(?:tambem\s+)?(?:quer|wants?)))\b\W*)*"
)
_SAME = (
    r"(?:o\s+(?:mesm[oa]|msm)|a\s+mesma\s+coisa|tudo\s+igual|igual(?:zinho)?|outro\s+(?:pedido\s+)?igual|"
    r"(?:exactly\s+)?(?:the\s+)?same(?:\s+(?:thing|order))?)"
)
_LAST = (
    r"(?:(?:pedido\s+)?(?:d?[oa]\s+|que\s+(?:eu\s+)?)?(?:(?:pedido\s+)?d[aeo]\s+)?(?:ultim[oa]|outr[oa]|passad[oa])\s*(?:vez|pedido|compra)?|de\s+(?:sempre|ontem|antes|novo)|"
    r"(?:as|like|from)\s+(?:last\s+time|before|always|yesterday|usual)|as\s+my\s+last\s+order|again)"
)
_AGAIN = expression(
    rf"{_LEADS}(?:{_SAME}\s+{_LAST}|(?:o|a|the)\s+(?:de\s+sempre|usual)|repet\w+\s+(?:o\s+)?(?:meu\s+)?(?:ultimo\s+)?(?:pedido|compra)|"
    r"(?:repeat|reorder)\s+(?:my\s+)?(?:last\s+)?(?:order|purchase))\b"
)
# `quero o mesmo`, where nothing but an order was spoken of
_THE_SAME = expression(rf"{_LEADS}{_SAME}(?:\s+(?:tambem|por\s+favor|please|too|ai|pra\s+mim|for\s+me))*\W*$")
_BUT = expression(r"\b(?:mas|so\s+que|sem|menos|exceto|troca\w*|but|except|without|instead|qual|quanto|what|how)\b")


def take(mind: Mind) -> bool:
    """The goods of the last order go into the empty cart; where none was made it is said. True: that is all."""
    text = fold(mind.acts.text)
    made = next((one for one in reversed(mind.state.orders) if one.cart.lines), None)
    told = _AGAIN.match(text) or (made is not None and mind.state.dialogue.focus is None and _THE_SAME.match(text))
    if not told or mind.state.cart.lines or mind.state.dialogue.listed or _BUT.search(text) or mind.handed:
        return False
    if made is None:
        mind.say("no_last_order")
        return True
    mind.cart, mind.changed, mind.repeats = Cart(made.cart.lines), True, True
    mind.acts = msgspec.structs.replace(
        mind.acts, changes=(), looks=(), about=(), wonders=(), unread=(), after_sale=None, recalls=None, tells=False
    )
    return False
