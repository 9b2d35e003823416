"""Coupons: the one that is told of, how to use it, and what it takes off."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.deciding.mind import Mind, Say
from app.ops.expressions import expression

_CODE_TOLD = expression(r"\b(?i:cupo[mn]|coupon|c[oó]digo|code)\s+[\"“']?(?P<code>[A-Z]{2,}[A-Z0-9_-]*)\b")


def coupon_named(said: Sequence[Say]) -> str:
    """The one coupon that a reply tells of, also as one from more goods on; empty: none, or several."""
    codes = {found["code"] for one in said for found in _CODE_TOLD.finditer(one.text)}
    codes |= {one.coupon.code for one in said if one.coupon is not None and one.coupon.kind is not None}
    return codes.pop() if len(codes) == 1 else ""


def tell_how(mind: Mind, sentence: str) -> None:
    """How to use the coupon that a document tells of, once."""
    code = coupon_named([Say("text", text=sentence)])
    if code and code not in (mind.cart.coupon_code, mind.state.dialogue.coupon, mind.acts.coupon):
        mind.say("coupon_how", code=code)


def use(mind: Mind, code: str) -> None:
    """Whether the coupon holds, and what it takes off; one that does not is not kept."""
    coupon = mind.shop.coupon
    if coupon is None or coupon.kind is None:
        mind.say("coupon_off", code=code)
        return
    mind.cart = msgspec.structs.replace(mind.cart, coupon_code=code)
    mind.says.append(Say("coupon", coupon=coupon, cart=mind.cart))
