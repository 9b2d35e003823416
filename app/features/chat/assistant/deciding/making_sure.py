"""Whether the cart is as the shopper believes it to be."""

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.products.matching import shares


def tells_otherwise(mind: Mind) -> bool:
    """`são 3 cangas né?`, and there are two: the cart is shown, nothing of it is changed, and it is asked what to do.
    True: it was."""
    if mind.acts.changes or not mind.cart.lines or all(_is_so(mind, one) for one in mind.acts.checks):
        return False
    mind.says.append(Say("cart", {"asks": ""}, cart=mind.cart, coupon=mind.shop.coupon))
    mind.say("is_otherwise")
    return True


def _is_so(mind: Mind, told: Mention) -> bool:
    lines, said = mind.cart.lines, (*told.words, *told.soft, *told.packed.split())
    counts = [line.quantity for line in lines if all(shares([word], line.name) for word in said)]
    if not counts:
        return False
    if told.quantity is None:
        return True
    if told.every:
        return all(count == told.quantity for count in counts)
    if said:
        return told.quantity in (sum(counts), *(counts if len(counts) == 1 else ()))
    return told.quantity in (sum(counts), len(counts), *counts)
