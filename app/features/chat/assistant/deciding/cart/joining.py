"""What is wanted besides an order that was just made, and an order that was to be cancelled before that. Pure."""

from collections.abc import Generator

import msgspec

from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_JOINS = expression(
    r"\b(?:esqueci|esquecemos|faltou|junto|juntar|tambem|tb|tbm|acrescent\w+|adicion\w+|inclu\w+|aproveit\w+|"
    r"(?:e|ah|poe|bota|coloca|manda|quero|queria|me\s+ve)\s+mais|mais\s+(?:uma?|dois|duas|tres|\d{1,2})|(?:nesse|neste|no\s+mesmo)\s+pedido|"
    r"mesm[ao]\s+(?:coisa|forma|jeito|pagamento|endereco)|forgot|also|too|as\s+well|add|another|along\s+with|same\s+(?:way|address|payment))\b"
)


def take_over(mind: Mind) -> None:
    """Way, payment and the like of the order that was made, for what is added right after it."""
    orders = [one for one in mind.state.orders if not one.cancelled and one.cart.lines]
    if not orders or mind.state.cart.lines or not mind.cart.lines or not _JOINS.search(spelt_out(fold(mind.acts.text))):
        return
    before, cart = orders[-1].cart, mind.cart
    method = cart.payment_method or (before.payment_method if mind.acts.refused is None else None)
    mind.cart = msgspec.structs.replace(
        cart, payment_method=method, shipping_option=cart.shipping_option or before.shipping_option
    )


def still_cancels(mind: Mind) -> Generator[list[Ask], list[Done], None]:
    """Whether an order is to be cancelled is asked again, once what the shopper spoke of instead is settled."""
    asked = mind.state.dialogue.pending
    order_id = asked.order_id if asked is not None and asked.kind == "cancel" else mind.state.dialogue.cancels
    standing = any(one.order_id == order_id and not one.cancelled for one in mind.state.orders)
    answered = any(said.what in ("kept", "cancelled", "cancel_sure", "cannot_cancel") for said in mind.says)
    if not order_id or not standing or answered or mind.handed or mind.acts.no or mind.acts.empties:
        return
    mind.cancels = order_id
    if mind.cart.lines or (mind.pending is not None and mind.pending.kind != "method") or mind.lost or not mind.says:
        return
    done: list[Done] = yield [Ask("cancel_order", {"order_id": order_id})]
    if done[-1].result.get("reason") == "confirmation_required":
        mind.says.append(Say("cancel_sure", result=done[-1].result))
        mind.pending = Pending("cancel", order_id=order_id)


def as_new_order(mind: Mind) -> None:
    """What is put into an empty cart comes beside the order that was made, not into it."""
    shown = [at for at, said in enumerate(mind.says) if said.what in ("cart", "summary")]
    told = Say("new_order", {"number": str(last_number(mind))})
    mind.says.insert(shown[0] if shown else len(mind.says), told)


def last_number(mind: Mind) -> int | str:
    return mind.state.orders[-1].number if mind.state.orders else ""
