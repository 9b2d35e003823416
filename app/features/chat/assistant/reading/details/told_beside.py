"""What a message tells beside goods: who and where the shopper is, coupons, notes. Pure."""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.acts import DataKind
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.details.announced import announced
from app.features.chat.assistant.reading.details.company_number import company_number
from app.features.chat.assistant.reading.details.coupons import drops_coupon, told_coupon, without_coupon
from app.features.chat.assistant.reading.details.disputed import disputed_data
from app.features.chat.assistant.reading.details.made_for import made_for, text_given, told_of_one
from app.features.chat.assistant.reading.details.notes import told_notes
from app.features.chat.assistant.reading.details.people import asked_data
from app.features.chat.assistant.reading.details.quarters import without_quarter
from app.features.chat.assistant.reading.details.told_in_lines import told_in_lines
from app.features.conversations.state import ConversationState, Known, Pending
from app.features.shipping.types import ShippingRule
from app.ops.expressions import expression

_BRINGS = expression(
    r"(?<!na )\b(?:entreg(?:a|ar|ue|uem|am)|mand(?:a|ar|em)|envi(?:a|ar|e|o)|deliver(?:ed)?|ship(?:ped)?|send|sent)\b"
)
# `manda p rua XV 340`, without what the address took along: no size P
_TO_THERE = expression(
    r"\b(?P<sends>(?:entreg|mand|envi|lev|traz)\w*)\s+(?:p|pr?[aoá]|para|pra|to|na|no|em)\s*(?=[,.;]|$)", re.IGNORECASE
)
# `deixa, vou buscar mesmo`, `deixa, passo na loja e pego`: no refusal, but how it is got after all.
_LET_ME = expression(
    r"(?:\bah+\W+)?\bdeixa\s*,?\s*(?=(?:que\s+)?(?:eu\s+)?(?:(?:vou|passo|prefiro|posso)\s+)?(?:(?:a[ií]|l[aá]|pra|para|n?a\s+loja|e)\s+)*(?:busc|retir|peg)\w+"
    r"|(?:que\s+)?(?:eu\s+)?passo\s+(?:a[ií]|l[aá]|na\s+loja)\b(?![^.;!?\n]*\b(?:v(?:er|ejo)|olh\w+|escolh\w+|decid\w+|conhe\w+|outr[ao]|depois|dia)\b))",
    re.IGNORECASE,
)


class Beside(Struct, frozen=True):
    """What a message tells beside goods, and the rest of it. known: who and where the shopper is; asks_data, disputes:
    which of these they want to hear, or say is wrong; notes: what else is asked of the order, as it was written."""

    rest: str
    known: Known = Known()
    asks_data: DataKind | None = None
    disputes: DataKind | None = None
    coupon: str | None = None
    drops_coupon: bool = False
    notes: tuple[str, ...] = ()

    def brought(self, message: str, folded: str) -> bool:
        """It tells where the goods go."""
        return self.known.address is not None or self._by_cep(message, folded)

    def sent(self, message: str, folded: str) -> bool:
        """It asks for them to be sent to an address with its postal code."""
        return self.known.address is not None and self._by_cep(message, folded)

    def _by_cep(self, message: str, folded: str) -> bool:
        return self.known.cep is not None and "?" not in message and _BRINGS.search(folded) is not None


def told_beside(message: str, state: ConversationState, shipping: Sequence[ShippingRule]) -> Beside:
    """Take out of a message what is no wish for goods: cards and names to be written, data, coupons, notes."""
    company, message = company_number(message)
    cards, rest = announced(message)
    uses, rest = made_for(rest) if "?" not in rest else ((), rest)
    texts, rest = text_given(rest, state.dialogue.pending)
    of_one, rest = told_of_one(rest, state.cart.lines)
    asks_data = asked_data(message, state, [rule.name for rule in shipping if rule.kind == "pickup"])
    known = Known()
    if asks_data:
        rest = ""
    elif not _answers_choice(rest, state):  # `Rosa` is a colour here
        known, rest = told_in_lines(rest, state)
        rest = without_quarter(rest)
        rest = _TO_THERE.sub(r"\g<sends>", rest) if known.address else rest
    disputes = disputed_data(message, state) if known == Known() else None
    dropped = drops_coupon(rest)
    coupon, rest = (None, without_coupon(rest)) if dropped else told_coupon(rest, state.dialogue)
    addressed = bool(known.address or known.cep or state.known.address or state.known.cep)
    notes, rest = told_notes(rest, state, ruled=bool(shipping), addressed=addressed)
    notes = (*company, *cards, *uses, *texts, *of_one, *notes)
    return Beside(_LET_ME.sub("", rest), known, asks_data, disputes, coupon, dropped, notes)


def _answers_choice(text: str, state: ConversationState) -> bool:
    """It is one of the values that a question leaves to choose from, and nothing else."""
    waits = [one for one in (state.dialogue.pending, *state.dialogue.open) if one is not None and one.kind == "choose"]
    return any(fold(text).strip(" .!") in values_of(one) for one in waits)


def values_of(asked: Pending) -> set[str]:
    """The options' values that a question leaves to choose from."""
    return {fold(value) for option in asked.options for one in option.each for value in one.options.values()}
