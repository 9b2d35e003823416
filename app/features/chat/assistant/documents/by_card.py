"""Where a card is taken, as the shop's documents say it: at the shopper's door, at the counter, or not. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from app.features.chat.assistant.documents.answers import MAX_QUOTE, Passage, sentences_of
from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

Place = Literal["door", "counter"]

_CARD = expression(r"\b(?:cart(?:ao|oes)|credito|debito|cards?|maquin(?:inha|eta)s?)\b")
_PLACES: dict[Place, re.Pattern[str]] = {
    "door": expression(
        r"\b(?:(?:na|nas|no\s+ato\s+da|hora\s+da)\s+entregas?|entreg(?:ar|arem|uem)|entregador\w*|motoboys?|motoqueiros?|na\s+porta|"
        r"(?:ao|quando)\s+(?:eu\s+|voce\s+)?(?:receb|cheg)\w+|(?:on|upon|at)\s+(?:the\s+)?(?:delivery|door)|"
        r"(?:when\s+)?(?:it|they)\s+(?:arrives?|comes?)|deliver|couriers?|driver)\b"
    ),
    "counter": expression(
        r"\b(?:(?:retir|busc|peg)(?:o|a|ar|ada|amos|arem)|balcao|loja|fabrica|counter|shop|store|pick(?:ing|ed)?[\s-]*(?:it\s+|them\s+)?up|collect\w*)\b"
    ),
}
_METHOD = expression(r"\b(?:pix|dinheiro|cash|boleto|fiado)\b")
_ALONG = expression(r"^\s*(?:,|/|\be\b|\bou\b|\band\b|\bor\b)\s*(?:em\s+|in\s+)?(?:dinheiro|cash|pix)\b")
_NOT = expression(
    r"\b(?:nao|nunca|sem|not|never|don'?t|doesn'?t)\s+(?:\w+\s+){0,3}?"
    r"(?:aceit|trabalh|receb|peg|pass|tem|lev|usa|tak|accept|cart|card|credit|debit|maquin|bring|carr)|\bno\s+(?:\w+\s+)?cards?\b"
)
# Money that changes hands elsewhere, or for what is bought there and then.
_ELSEWHERE = expression(
    r"\blinks?\b|\bonline\b|\bsite\b|\bcompr(?:a|as|ar|ando|ad[oa]s?)\b(?!\s+a\s+partir)|\bpurchases?\b|\bbought\b"
)
# `na entrega ou na loja: dinheiro ou cartão` tells where before it tells what.
_PARTS = expression(r";|(?P<list>:)|\b(?:mas|porem|but)\b")
_KIND = {"credito": expression(r"\b(?:credito|credit)\b"), "debito": expression(r"\b(?:debito|debit)\b")}


def places_named(text: str) -> set[Place]:
    """Where a text, folded, has the goods change hands."""
    return {place for place, said in _PLACES.items() if said.search(text)}


def taken_at(passages: Sequence[Passage], asked: str) -> tuple[set[Place], str]:
    """Where a card is taken, of the kind that is asked for (folded), and the sentence that says so; empty: nowhere, or
    it is not told where."""
    places: set[Place] = set()
    denied: set[Place] = set()
    told = ""
    for sentence, part in _of_cards(passages):
        if not _of_that_kind(part, asked) or _ELSEWHERE.search(part):  # `não temos link de cartão`
            continue
        if _NOT.search(part):
            denied |= _told_of_card(part) or {"door", "counter"}
        elif named := _told_of_card(part):
            places |= named
            told = told or sentence[:MAX_QUOTE]
    if places == {"door"} and (also := _also_at_counter(passages)):  # `quem retira também pode pagar na hora`
        places, told = {"door", "counter"}, f"{told} {also}"
    places -= denied
    return places, told if places else ""


# `pode pagar no Pix ou na hora da retirada`: there it is open with what
_OR_THERE = expression(
    r"\b(?:(?:n[oa]|com|via|por|em|by)\s+)?pix\s+(?:ou|or)\s+(?=(?:so\s+)?(?:na\s+hora|no\s+balcao|on\s+pick))"
)
_PAYS_THERE_TOO = expression(
    r"\bpode\w*\s+pagar\s+(?:tudo\s+)?(?:so\s+)?na\s+hora\b|\btambem\b.*\b(?:pag\w+|acert\w+)\b|\b(?:pag\w+|acert\w+)\b.*\btambem\b|\bpay\b.*\b(?:too|as\s+well)\b|\balso\s+pay\b"
)


def _also_at_counter(passages: Sequence[Passage]) -> str:
    """The sentence by which one may pay at the counter as well, without a word on how; empty: there is none."""
    for passage in passages:
        for sentence in sentences_of(passage.text):
            told = _OR_THERE.sub("", fold(sentence))
            alike = _PAYS_THERE_TOO.search(told) and _PLACES["counter"].search(told)
            if alike and not (_METHOD.search(told) or _NOT.search(told) or _ELSEWHERE.search(told)):
                return sentence[:MAX_QUOTE]
    return ""


def _of_cards(passages: Sequence[Passage]) -> Iterator[tuple[str, str]]:
    for passage in passages:
        for sentence in sentences_of(passage.text):
            told = fold(sentence)
            heading, begun = "", 0
            for end in (*_PARTS.finditer(told), None):
                part = told[begun : end.start() if end else len(told)]
                if _CARD.search(part):
                    yield sentence, f"{heading} {part}"
                plain = end is not None and end["list"] and not (_CARD.search(part) or _NOT.search(part))
                heading, begun = part if plain else "", end.end() if end else begun


def _of_that_kind(part: str, asked: str) -> bool:
    """`cartão de débito` is said of no credit card."""
    named = {kind for kind, said in _KIND.items() if said.search(part)}
    wanted = {kind for kind, said in _KIND.items() if said.search(asked)}
    return not named or not wanted or bool(named & wanted)


def _told_of_card(part: str) -> set[Place]:
    """The places behind the card, or what is named along with it, and before another way of paying, else those before
    it: `dinheiro na entrega e cartão no balcão`, `cartão e dinheiro na entrega`, `na entrega em dinheiro ou cartão`."""
    at = max(found.end() for found in _CARD.finditer(part))
    behind = _METHOD.split(_ALONG.sub("", part[at:]))[0]
    return places_named(behind) or places_named(part[:at])
