"""The shop's own words in Portuguese, to who speaks English: as they stand, framed, with the days, hours, terms and
amounts in them told in English where they are plain. Pure; tests: tests/features/chat/test_english_words.py."""

import re

from app.features.chat.assistant.language.words import fold, words
from app.features.conversations.summary import money
from app.ops.expressions import expression

_PORTUGUESE = frozenset(
    """o os um uma de da dos das em na nos nas que e com para pra por pelo pela sem ate ou ao aos nao se sao temos sob
    entre apos""".split()  # noqa: SIM905
)
_ENGLISH = frozenset("the an of to and in on at for with we you is are or by from not within".split())  # noqa: SIM905
# What turns a term into its opposite, or bounds it: such a sentence is only quoted.
_BOUNDED = expression(r"\b(?:nao|nem|nunca|sem(?!\s+juros)|exceto|menos|fechad\w+|fecham\w*|so|somente|apenas|salvo)\b")
_SENTENCE = expression(r"(?<=[.!?;])\s+|\n")
_DAYS = {
    "segunda": "Monday", "terca": "Tuesday", "quarta": "Wednesday", "quinta": "Thursday", "sexta": "Friday",
    "sabado": "Saturday", "domingo": "Sunday", "feriado": "public holidays",
}  # fmt: skip
_UNITS = {
    "dias uteis": "working days", "dia util": "working day", "dias": "days", "dia": "day", "horas": "hours",
    "hora": "hour", "minutos": "minutes", "semanas": "weeks", "meses": "months", "anos": "years",
}  # fmt: skip
_BOUNDS = {
    "acima de": "above ", "mais de": "above ", "a partir de": "from ", "ate": "up to ", "em ate": "within ",
    "abaixo de": "below ",
}  # fmt: skip
_DAY = rf"(?:{'|'.join(_DAYS)})s?(?:-feiras?)?"
_HOUR = r"(\d{1,2})(?:h|:)(\d{2})?h?"
_TOLD = expression(
    rf"(?P<days>\b{_DAY}(?:\s+(?:a|ate)\s+{_DAY})?)"
    rf"|\b(?:das?|de)\s+(?P<opens>{_HOUR})\s+(?:as|a|ate)\s+(?:as\s+)?(?P<closes>{_HOUR})"
    rf"|\bate\s+as\s+(?P<until>{_HOUR})"
    rf"|(?P<within>\b(?:em\s+)?ate\s+)?\b(?P<least>\d{{1,3}})(?:\s+a\s+(?P<most>\d{{1,3}}))?\s+(?P<unit>{'|'.join(_UNITS)})\b"
    r"|(?P<bound>\b(?:acima\s+de|mais\s+de|a\s+partir\s+de|abaixo\s+de|ate)\s+)?(?P<amount>r\$\s?\d+(?:\.\d{3})*(?:,\d{2})?)(?P<each>\s+(?:por\s+pessoa|cada|a\s+diaria|a\s+hora|por\s+hora|por\s+dia))?"
    r"|(?P<off>\d{1,2})\s?%\s+(?:de\s+desconto|off)|(?P<parts>\b\d{1,2})\s?x(?P<interest>\s+sem\s+juros)?\b"
    r"|(?P<free>\b(?P<brought>frete|entrega|envio)?\s*(?:e\s+)?gratis\b)|(?P<same>\bno\s+mesmo\s+dia\b)|(?P<agreed>\bfrete\s+a\s+combinar\b)"
)
_EACH = {
    "por pessoa": "per person",
    "cada": "each",
    "a diaria": "a day",
    "por dia": "a day",
    "a hora": "an hour",
    "por hora": "an hour",
}


FRAME = "In the shop's own words, in Portuguese:\n"


def for_english(text: str) -> str:
    """A text of the shop's own, framed where it is Portuguese."""
    if not _is_portuguese(text):
        return text
    plain = _told_in_english(text)
    return f"{FRAME}“{text}”" + (f"\n(It mentions: {plain}.)" if plain else "")


def framed_once(reply: str) -> str:
    """A reply of several quotes with the frame before the first alone."""
    before, frame, quoted = reply.partition(FRAME)
    return f"{before}{frame}{quoted.replace(FRAME, '')}"


def _is_portuguese(text: str) -> bool:
    """More of its small words are Portuguese than English."""
    said = words(fold(text))
    return sum(word in _PORTUGUESE for word in said) > sum(word in _ENGLISH for word in said)


def _told_in_english(text: str) -> str:
    """The days, hours, terms and amounts of a Portuguese text, in their order; empty: none is plain."""
    told: list[str] = []
    terms = False
    for sentence in map(fold, _SENTENCE.split(text)):
        for found in () if _BOUNDED.search(sentence) else _TOLD.finditer(sentence):
            terms = terms or found["amount"] is None or found["bound"] is not None
            joint = "; " if found["days"] else ", "
            told.append(f"{joint if told else ''}{_one(found)}")
    return "".join(told) if terms else ""


def _one(found: re.Match[str]) -> str:
    if found["days"]:
        first, _, last = re.sub(r"\s+(?:a|ate)\s+", "|", found["days"]).partition("|")
        return " to ".join(_day(one) for one in (first, last) if one)
    if found["opens"]:
        return f"{_clock(found['opens'])} to {_clock(found['closes'])}"
    if found["until"]:
        return f"until {_clock(found['until'])}"
    if found["unit"]:
        count = f"{found['least']} to {found['most']}" if found["most"] else found["least"]
        return f"{'within ' if found['within'] else ''}{count} {_UNITS[found['unit']]}"
    if found["amount"]:
        bound = _BOUNDS.get(" ".join((found["bound"] or "").split()), "")
        each = f" {_EACH[found['each'].strip()]}" if found["each"] else ""
        return f"{bound}{_money(found['amount'])}{each}"
    if found["off"]:
        return f"{found['off']}% off"
    if found["parts"]:
        return f"in {found['parts']} instalments{' without interest' if found['interest'] else ''}"
    if found["agreed"]:
        return "what delivery costs is to be agreed"
    if found["same"]:
        return "the same day"
    return "free delivery" if found["brought"] else "free"


def _day(told: str) -> str:
    return _DAYS[told.partition("-")[0].removesuffix("s")]


def _clock(told: str) -> str:
    hour, minute = re.split(r"[h:]", told)[:2]
    return f"{hour}:{minute or '00'}"


def _money(told: str) -> str:
    whole, _, cents = re.sub(r"[^\d,]", "", told).partition(",")
    return money(100 * int(whole) + int(cents or 0), "en")
