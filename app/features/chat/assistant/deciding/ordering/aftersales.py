"""Orders that were made: how far they are, their payment once more, cancelling, shipping."""

from collections.abc import Generator

import msgspec

from app.features.chat.assistant.acts import AfterSale
from app.features.chat.assistant.deciding.cart import buying
from app.features.chat.assistant.deciding.cart.choosing import choose
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps, quoted
from app.features.chat.assistant.deciding.ordering import checkout
from app.features.chat.assistant.documents.answers import MAX_QUOTE, sentences_of
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import spread
from app.features.chat.assistant.reading.changes import resizing
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.questions.made import orders_meant
from app.features.conversations.consent import agrees_to_cancel, forbids_cancelling, refuses
from app.features.conversations.state import Pending
from app.features.conversations.summary import method_name
from app.ops.expressions import expression

# `cancela esse e faz com o 6`: what is wanted instead
_ANEW = expression(
    r"(?:\b(?:e|and|ai|entao|then)\b|,)\s*(?P<what>(?:faz\w*|faca|mand\w+|quero|poe|coloc\w+|ped\w+|refaz|make|do|send|order|i\s+want)\b.+)$"
)
_TOOLS = {
    "status": "get_order_status",
    "paid": "get_order_status",
    "resend": "resend_payment",
    "cancel": "cancel_order",
}
# `na verdade não`, `pensando bem, deixa assim`
_KEEPS = expression(
    r"(?:(?:na\s+verdade|ah+|melhor|pensando\s+(?:bem|melhor)|acho\s+que|espera|pera|calma)\W+)*"
    r"(?:nao+|deixa|mantem|mantenha|continua|quero\s+sim|pode\s+(?:deixar|manter))(?:\s+(?:nao+|assim|quieto|como\s+(?:esta|ta)|el[ea]|o\s+pedido|cancel\w+|precisa|mais|obrigad[oa]|quero\s+cancelar))*\W*"
)
_TRACKING = expression(r"\b(?:rastre|track)\w*")
_SAYS = {
    "alter": "made_already",
    "method": "method_of_made",
    "person": "ask_person",
    "unhappy": "unhappy",
    "glad": "glad",
    "later": "pay_soon",
    "closed": "all_set",
}


def answer(mind: Mind, wanted: AfterSale) -> Steps:
    """Ask the tool, and say what it answered."""
    if wanted in _SAYS:
        _told(mind, wanted)
        return
    tool = _TOOLS[wanted]
    if not mind.offers(tool):
        mind.say("ask_person")
        mind.pending = Pending("person")
        return
    meant = orders_meant(mind.acts.text, mind.state.orders)
    if not meant and mind.state.orders and mind.state.orders[-1].order_id:  # one that was cancelled is not the newest
        meant = mind.state.orders[-1:]
    if wanted == "cancel" and len(meant) > 1:  # each is asked about by itself
        mind.say("which_cancel", numbers=", ".join(str(one.number) for one in meant))
        return
    *others, done = yield [Ask(tool, {"order_id": one.order_id}) for one in meant] or [Ask(tool, {})]
    if wanted == "resend":
        mind.says += [Say("payment_again", result=one.result) for one in others if one.failed is None]
    if done.result.get("reason") == "confirmation_required":
        mind.says.append(Say("cancel_sure", result=done.result))
        anew = _ANEW.search(spelt_out(fold(mind.acts.text)))
        mind.pending = Pending(
            "cancel", order_id=str(done.result.get("order_id") or ""), query=anew["what"] if anew else ""
        )
        return
    if done.failed == "not-found" or (done.failed is None and done.result.get("orders") == []):
        if (yield from _not_closed(mind)):
            return
        told = _told_of_tracking(mind) if wanted == "status" else None
        if told is not None:
            mind.says.append(Say("text", text=told))
            return
        mind.say("no_order_paid" if wanted == "paid" else "no_order")
        mind.pending = Pending("person")
    elif done.failed is not None:
        mind.say("cannot_cancel" if wanted == "cancel" else "failed")
        mind.pending = Pending("person")
    else:
        mind.says.append(
            Say({"resend": "payment_again", "cancel": "cancelled"}.get(wanted, "status"), result=done.result)
        )
        if wanted == "paid":
            mind.say("paid_noted")
        if mind.cart.lines and wanted != "cancel":
            mind.say("cart_open")
            mind.pending = mind.state.dialogue.pending


def _told_of_tracking(mind: Mind) -> str | None:
    """`tem código de rastreio?`, of no order: what a document says of it."""
    if not _TRACKING.search(fold(mind.acts.asked)):
        return None
    sentences = [sentence for passage in mind.shop.passages for sentence in sentences_of(passage.text)]
    return next((one[:MAX_QUOTE] for one in sentences if _TRACKING.search(fold(one))), None)


def _told(mind: Mind, wanted: AfterSale) -> None:
    """What needs no tool: a person does it, or there is nothing to do."""
    made = mind.state.orders[-1]
    if wanted == "unhappy" and (found := quoted(mind, "exchange")):
        mind.says.append(Say("text", text=found))
    mind.say(_SAYS[wanted], number=str(made.number), method=method_name(made.payment_method, mind.acts.language))
    if wanted not in ("glad", "later", "closed"):
        mind.pending = Pending("person")


def _not_closed(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """What is spoken of was never ordered: say so, and ask for what is missing."""
    asked = mind.state.dialogue.pending
    if mind.cart.lines:
        mind.say("not_closed")
        yield from checkout.present(mind)
        return True
    meant = asked is not None and (asked.quantity is not None or mind.cart.payment_method is not None)
    if asked is not None and meant and asked.kind in ("choose", "quantity"):
        mind.say("not_closed")
        choose(mind, spread(asked.options), asked.quantity, "which_of" if len(asked.options) > 1 else "found")
        return True
    return False


def decided(mind: Mind, pending: Pending) -> Generator[list[Ask], list[Done], bool]:
    """Whether to cancel: a plain yes does it, a no leaves the order, anything else is read anew."""
    meant = orders_meant(mind.acts.text, mind.state.orders)
    if len(meant) == 1 and pending.order_id not in ("", meant[0].order_id):  # `não, o dos despertadores`
        yield from answer(mind, "cancel")
        return True
    if agrees_to_cancel(mind.acts.text):
        arguments = {"order_id": pending.order_id} if pending.order_id else {}
        done = (yield [Ask("cancel_order", arguments)])[-1]
        if done.failed is None and done.result.get("reason") is None:
            mind.says.append(Say("cancelled", result=done.result))
            if pending.query:
                yield from _anew(mind, pending.query)
        else:
            mind.say("cannot_cancel")
            mind.pending = Pending("person")
        return True
    if (
        mind.acts.no
        or mind.acts.empties
        or refuses(mind.acts.text)
        or forbids_cancelling(mind.acts.text)
        or _KEEPS.fullmatch(spelt_out(fold(mind.acts.text)))
    ):
        mind.say("kept")
        return True
    return False


def _anew(mind: Mind, wish: str) -> Steps:
    """`faz com o 6`, of the order that was cancelled: its goods in that size, put before the shopper; else asked."""
    summary, made = mind.state.summary, mind.state.orders[-1] if mind.state.orders else None
    if summary is not None and made is not None and summary.reference == made.reference:
        before = msgspec.structs.replace(mind.state, cart=summary.cart)
        changes = resizing.told(Reading(before), wish)
        if changes:
            mind.cart = summary.cart
            mind.acts = msgspec.structs.replace(mind.acts, changes=tuple(changes), yes=False)
            yield from buying.change(mind)
            yield from checkout.present(mind)
            return
    mind.say("start_anew", wish=wish)


def ship(mind: Mind, order_id: str) -> Steps:
    """Mark an order as sent."""
    if not mind.offers("confirm_shipping"):
        mind.say("not_shipped")
        return
    done = yield [Ask("confirm_shipping", {"order_id": order_id})]
    mind.say("not_shipped" if done[-1].failed else "shipped")
