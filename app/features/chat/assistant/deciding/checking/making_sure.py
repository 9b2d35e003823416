"""Whether the cart is as the shopper believes it to be."""

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.reading.asides.bargaining import says_yes
from app.features.conversations.state import Pending
from app.features.conversations.summary import money
from app.ops.expressions import expression


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


_WANTS_TO_KNOW = expression(
    r"\b(?:pergunt\w+|(?:quer|queria|quero)\s+saber|saber\s+se|wants?\s+to\s+know|asking\s+(?:if|whether))\b"
)


def asked_at_summary(mind: Mind) -> bool:
    """A question like `se vier quebrada, troca?` takes the summary back, which it may not have meant to: it is shown
    again behind the answer, so that there is one to say yes to."""
    summary, asked = mind.state.summary, mind.state.dialogue.pending
    waited = asked is not None and asked.kind == "confirm"
    taken_back = summary is not None and not summary.open and summary.cart == mind.cart
    asks = "?" in mind.acts.text or _WANTS_TO_KNOW.search(fold(mind.acts.text))
    return bool(waited and taken_back and asks and mind.says and mind.pending is None)


def was_on_condition(mind: Mind) -> bool:
    """`ok obrigado`, to a summary of what was wanted at another price: which is told once more, for a plain yes."""
    summary = mind.state.summary
    if summary is None or not (mind.acts.agrees and mind.state.dialogue.on_condition) or says_yes(mind.acts.text):
        return False
    mind.say("confirm_again", reference=summary.reference, total=money(summary.total_cents, mind.acts.language))
    mind.pending = Pending("confirm")
    return True
