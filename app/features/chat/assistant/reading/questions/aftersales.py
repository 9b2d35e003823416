"""What is asked of an order that was made: where it is, its code, its end. Pure."""

import re

from app.features.chat.assistant.acts import AfterSale, Change
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.conversations.consent import forbids_cancelling, wants_code
from app.ops.expressions import expression

# `minha mãe já caiu uma vez` speaks of no payment.
_MONEY = expression(r"\b(?:pix|pag\w+|transfer\w+|deposit\w+|dinheiro|comprovante|valor|conta)\b")


def after_sale(reading: Reading, clause: Clause) -> bool:
    """What a clause asks of an order that was made, or before one of the code to pay it by."""
    text, empty = clause.text, not reading.state.cart.lines
    act: AfterSale | None = None
    may = clause.asks and re.match(r"(?:posso|da\s+pra|pode|consigo)\b", text)  # `posso deixar pago?`
    falls = "caiu" in text and not _MONEY.search(reading.text) and (empty and not reading.state.orders)
    if signs.PAID.search(f"{clause.lead} {text}") and not (clause.negated or may or falls):
        act = "paid"
    elif signs.CANCEL_ORDER.search(text) and (empty or reading.state.orders) and not clause.negated:
        act = "cancel"
    elif (signs.STATUS.search(text) and (empty or not signs.WHEN.search(text))) or (
        empty and reading.state.orders and clause.asks and signs.READY.search(text)
    ):
        act = "status"
    elif (
        signs.RESEND.search(text)
        and "pay_by" not in topics_of(text)
        and empty
        and reading.state.orders
        and not clause.negated
        and not (reading.changes or reading.looks)
        and not _names(text)
    ) or (signs.CODE_FAILS.search(text) and empty and reading.state.orders):
        act = "resend"
    elif signs.CANCEL.search(text) and empty and reading.state.orders:
        act = "status" if forbids_cancelling(text) else "cancel"
    if act is not None:
        reading.note(after_sale=act)
    elif reading.state.awaiting_confirmation and wants_code(text) and reading.state.cart.payment_method != "cod":
        reading.note(checkout=True, wants_code=True)
        return True
    elif not empty and signs.RESEND.search(text) and not (clause.asks or clause.negated or reading.method_in(text)[0]):
        if _names(text):
            return False
        reading.note(checkout=True, wants_code=True)  # `me manda o qr code`, before there is an order
        return True
    return act is not None


def _names(text: str) -> bool:
    """It names a product besides."""
    rest = signs.PIX.sub(" ", signs.OF_CODE.sub(" ", text))
    return bool(name_words(rest)[0]) and bool(signs.WANT.search(text))


def cancels(reading: Reading, clause: Clause) -> bool:
    """What is in the cart is wanted no more, all of it or what is named."""
    if not signs.CANCEL.search(clause.text) or clause.asks:
        return False
    if forbids_cancelling(clause.text):
        reading.note(total=True)  # which shows what is in the cart
        return True
    rest = name_words(signs.CANCEL.sub(" ", clause.text))[0]
    if rest and any(shares(rest, line.name) for line in reading.state.cart.lines):
        reading.changes += [Change("remove", reading.mention(" ".join(rest)))]
    else:
        reading.note(empties=True)
        reading.changes.clear()  # what was wished for before it
    return True
