"""What a message tells beside goods: who and where the shopper is, coupons, notes. Pure."""

import re
from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.acts import DataKind
from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.details.announced import announced
from app.features.chat.assistant.reading.details.coupons import drops_coupon, told_coupon, without_coupon
from app.features.chat.assistant.reading.details.disputed import disputed_data
from app.features.chat.assistant.reading.details.made_for import made_for, text_given, told_of_one
from app.features.chat.assistant.reading.details.notes import told_notes
from app.features.chat.assistant.reading.details.people import asked_data
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
# the number of a company that the invoice is made out to: `a nota no CNPJ 11.222.333/0001-81`
_NUMBER = r"(?P<number>\d{2}\.?\d{3}\.?\d{3}\s?/\s?\d{4}\s?-?\s?\d{2})(?!\d)"
_MADE_OUT_TO = expression(
    r"(?i)[\s,]*(?:(?:\be\s+)?(?:(?:eu\s+)?(?:quero|queria|preciso\s+d[ea]|pode|emit\w+|tir\w+)\s+)*(?:(?:a|da|uma|de)\s+)?nota(?:\s+fiscal)?\s+"
    r"(?:(?:sair|sai|tem\s+que\s+sair|é|e)\s+)?)?(?:(?:n?o|com|pro|pra|para|meu|nosso|por|the|our|my)\s+)*(?:cnpj\s*(?:da\s+empresa\s*)?(?:é|e|is|n[ºo°]\.?)?\s*:?\s*)?"
    rf"{_NUMBER}(?:\s*,?\s*(?:anota|coloca|p[oõ]e|bota)(?:\s+(?:a[ií]|na\s+nota|no\s+pedido|por\s+favor))*)?"
)
# a district without its street, which is nothing that is sold: `jd nova italia`, `2 gelos pro st. Bueno`
_QUARTER = (
    r"(?:(?:jd|jdm|vl|pq|prq|setor|bairro)\b\.?|(?:st|set|res|resid|cond|conj)\.)\s+"
    r"(?P<called>(?:(?:d[aeo]s?)\s+)?[A-Za-zÀ-ÿ'’]{3,}(?:\s+(?!(?:pix|por|com|pago|e|ta|fica)\b)[A-Za-zÀ-ÿ'’]{2,}){0,2})"
    r"|zona\s+(?:\d{1,2}|norte|sul|leste|oeste)"
)
_TO = r"(?:aqui\s+)?(?:n[oa]|pr[oa]|para\s+[oa]|em)\s+"
_IN_QUARTER = expression(
    rf"(?:(?:^|(?<=[,;\n]))\s*(?:e\s+)?(?:{_TO})?|(?P<deed>\s+(?:(?:pra|para|p/)\s+)?(?:entreg\w+|mand\w+|lev\w+))?\s+{_TO})"
    rf"\b(?:{_QUARTER})\s*(?=$|[,;.\n])",
    re.IGNORECASE,
)
_LIVES = expression(r"\b(?:mor[oa]|moramos|fic[oa]|sou|t[oô]|estou)\W*$", re.IGNORECASE)


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
    company, message = _company_number(message)
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
        rest = _without_quarter(rest)
        rest = _TO_THERE.sub(r"\g<sends>", rest) if known.address else rest
    disputes = disputed_data(message, state) if known == Known() else None
    dropped = drops_coupon(rest)
    coupon, rest = (None, without_coupon(rest)) if dropped else told_coupon(rest, state.dialogue)
    addressed = bool(known.address or known.cep or state.known.address or state.known.cep)
    notes, rest = told_notes(rest, state, ruled=bool(shipping), addressed=addressed)
    notes = (*company, *cards, *uses, *texts, *of_one, *notes)
    return Beside(_LET_ME.sub("", rest), known, asks_data, disputes, coupon, dropped, notes)


def _company_number(message: str) -> tuple[tuple[str, ...], str]:
    """What is noted of a company's number, for the summary to show, and the message without it."""
    found = _MADE_OUT_TO.search(message)
    if found is None:
        return (), message
    before, behind = message[: found.start()].rstrip(), message[found.end() :].lstrip(" ,")
    rest = f"{before}, {behind}" if before and behind else f"{before}{behind}"
    return (f"CNPJ {''.join(found['number'].split())}",), rest


def _without_quarter(message: str) -> str:
    """The message without a district that it names beside what it is about; alone it tells where somebody lives."""
    found = _IN_QUARTER.search(message) if "?" not in message else None
    if found is None or any(current().place(word) for word in words(fold(found["called"] or ""))):
        return message
    before, after = message[: found.start()], message[found.end() :]
    rest = f"{before}{found['deed'] or ''}{' aqui' if _LIVES.search(before) else ''}{after}"
    return rest if words(fold(rest)) else "moro aqui"


def _answers_choice(text: str, state: ConversationState) -> bool:
    """It is one of the values that a question leaves to choose from, and nothing else."""
    waits = [one for one in (state.dialogue.pending, *state.dialogue.open) if one is not None and one.kind == "choose"]
    return any(fold(text).strip(" .!") in values_of(one) for one in waits)


def values_of(asked: Pending) -> set[str]:
    """The options' values that a question leaves to choose from."""
    return {fold(value) for option in asked.options for one in option.each for value in one.options.values()}
