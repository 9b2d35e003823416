"""Prices in words, as Brazilian shops write them. Pure, in integers.

A price field says a price or is refused with its reason (`price_of_field`); a description says one only where its
words do (`price_in_text`). tests/features/test_prices.py holds both to the forms of tests/data/prices/.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

MAX_CENTS = 10**12

# 1.234,56 · 1,234.56 · 1 234,56 · 1'234.56 · 1234,56 · 1234.5 · 1.234. A comma or dot before three digits divides
# thousands; a group never begins with 0, so that 0.500 is no number rather than five hundred.
_NUMBER = (
    r"(?:[1-9][0-9]{0,2}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?|[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?"
    r"|[1-9][0-9]{0,2}(?:[ '][0-9]{3})+(?:[.,][0-9]{1,2})?|[0-9]{1,20}(?:[.,][0-9]{1,2})?)"
)
_MARK = r"(?:r ?\$|rs(?=\W?\d)|brl|(?<![\w$])\$)[:.]?"
_AMOUNT = re.compile(
    rf"""(?:(?<![\w.,])(?P<minus>[-+]\s?)?(?P<mark>{_MARK}\s{{0,3}})?(?P<minus2>[-+]\s?)?|(?<=[0-9]x)(?=[0-9.]+,[0-9]{{2}}))
         (?P<number>{_NUMBER})(?!\w|[.,'/:]?[0-9]|\s?milh)
         (?P<many>\s?mil\b)?
         (?P<reais>\s?(?:reais|real|centavos|(?:brl|r\$)(?!\s?[0-9]))(?!\w)|,-{{1,2}}(?!\w))?
         (?P<cents>\s(?:e\s)?[0-9]{{1,2}}\scentavos?\b)?""",
    re.VERBOSE,
)
_FOREIGN = re.compile(
    r"(?:\b[ua]s?\$|\bus\b|\bc\$|[€£¥₿₲]|\b(?:usd|eur|gbp|jpy|ars|clp|mxn|uyu|pyg|cad|aud|chf|btc|cny)\b"
    r"|d[oó]lar|\beuros?\b|\blibras?\b|\bpesos?\b|guaran[ií])"
)
_COUNT_OF_RATES = re.compile(
    r"(?:(?P<times>[0-9]{1,3})\s?(?:x|vezes|parcelas|presta[çc][õo]es|mensalidades)"
    r"(?:\s(?:iguais|mensais|fixas))?(?:\s(?:sem|com|s/|c/)\s?juros)?\s?(?:de|por|a)?\s?)$"
)
_RATES = re.compile(
    r"\b[0-9]{1,3}\s?(?:x(?![0-9]+\s?(?:cm|mm|m)\b)|vezes|parcelas|presta)|\bparcel|\bpresta[çc]|\bjuros\b|\bentrada\s+de\b"
    r"|\bcredi[aá]rio|\bmensalidade|\bcart[aã]o em\b"
)
_FREIGHT = r"fretes?|envios?|entregas?|entregamos|sedex|correios|motoboy|delivery|shipping"
_DISCOUNT = r"descontos?|desc|abatimento|economi[sz]\w*|cupo[mn]\w*|vouchers?|off|a menos|mais barat\w+|cashback|poupe"
_GIFT = r"brindes?|ganh[aeo]\w*|gr[aá]tis|gratuit\w+|vale[ -]?presentes?|vale[ -]?compras?|gift|b[oô]nus|de presente"
_BESIDES = (
    r"instala[çc][ãa]o|montagem|garantia estendida|acr[ée]scimos?|adiciona(?:l|is)|cau[çc][ãa]o|m[ãa]o de obra"
    r"|para presente"
)
_MINIMUM = (
    r"acima de|m[ií]nim[oa]|pedidos? (?:a partir )?de|compras? (?:a partir )?de|superior\w*|at[eé]|taxas?|multas?|sinal"
)
_ASIDE = re.compile(rf"\b(?:{_FREIGHT}|{_DISCOUNT}|{_GIFT}|{_MINIMUM})\b")
_NOT_OF_THE_GOODS = re.compile(rf"\b(?:{_FREIGHT}|{_DISCOUNT}|{_GIFT})\b|%")
_BESIDE_THE_PRICE = re.compile(rf"\b(?:{_FREIGHT}|{_DISCOUNT}|{_GIFT}|{_BESIDES}|{_MINIMUM})\b[^0-9,;|/()+]*$")
_AFTER_IT = re.compile(rf"\s?(?:(?:de\s|em\s|a\s|no\s)?(?:{_DISCOUNT}|de (?:{_FREIGHT})|{_GIFT})|no m[ií]nimo)\b")
_MEASURE = re.compile(
    r"\s?(?:mm|cm|m|m2|m²|km|ml|l|lt|mg|g|gr|kg|un|und|unid\w*|p[çc]s?|pares|pol|polegadas|gb|tb|mb|w|v|mah|anos?|mes(?:es)?"
    r"|dias?|horas?|h|min|fios|graus|litros?|gramas?|quilos?|metros?|folhas?|cores|p[áa]ginas?|pessoas|x|vezes|parcelas"
    r"|presta\w+)\b|\s?[%‰°º\"”]"
)
# In which goods are sold: behind two decimals and nothing else it is what the price is of, no measure.
_SOLD_BY = re.compile(r"(?<=[.,][0-9]{2})\s?(?:un|und|unid|unidade|p[çc]|pe[çc]a|par|kg|quilo)\.?$")
_PRICE_WORD = (
    r"por|pelo pre[çc]o de|pre[çc]o(?: (?:de|final|normal|promocional|especial|[uú]nico|[aà] vista))?|valor(?: de)?"
    r"|custa(?:m|ndo)?|sai(?:ndo)?(?: a| por)?|fica(?: por| a)?|vend\w+ (?:a|por)|a partir de|desde|apenas"
    r"|somente|s[oó]|por (?:apenas|somente|s[oó])|agora(?: por)?|hoje(?: por)?|total(?: de)?|[aà] vista"
)
_SAID = re.compile(rf"\b(?:{_PRICE_WORD})\s?[:=]?\s?(?:apenas|somente|s[oó])?\s?:?\s?$")
_SAID_BY_POR = re.compile(r"\bpor(?:\s(?:apenas|somente|s[oó]))?\s?:?\s?$")
_WAS = re.compile(r"\b(?:de|era|antes|custava|valia)\s?:?\s?$")
_PIECES = re.compile(
    r"\s?(?:un\w*|p[çc]s?|pares|itens|pe[çc]as|produtos|\w{4,12}s)?\s?por(?:\s(?:apenas|somente|s[oó]))?\s?"
)
_DEPOSIT = re.compile(r"\bentrada(?: de)?\s?:?\s?$")
_PERCENT = ("%", "‰")
_RANGE = re.compile(r"\s?(?:-|–|—|~|at[eé]|a|e|/|ou)\s?(?:a\s)?")
_SENTENCE = re.compile(r"[!?;|\n\r•·*]+|\.(?=\s|$)|(?<=\s)-(?=\s+(?!\s|r ?\$|[0-9]))")
_FIELD_WORDS = re.compile(
    rf"\b(?:{_PRICE_WORD}|oferta|promo\w*|entrada|frete|venda|unit[aá]rio|unit|vlr|vl"
    r"|de|por|no pix|pix|no dinheiro|em dinheiro|cada|unidade|un|und|kg|quilo|metro|par|reais"
    r"|real|mil|em|at[eé]|ou|sem|com|juros|era|antes|vista|aprox\w*|cerca|de|o|a)\b|[^\w]+"
)


class NoPrice(ValueError):
    """A price field that says no price; the text is the reason, for the row it stands in."""


class _Amount(Struct, frozen=True):
    """A sum of money in a text, with what stands around it."""

    cents: int
    start: int
    end: int
    marked: bool
    before: str
    after: str
    negative: bool
    # How many characters of it are a sign: in `10 -20` the sign may be the dash of a range.
    signed: int

    @property
    def instalments(self) -> int:
        """How many rates of this sum; 0: it is no rate."""
        count = _COUNT_OF_RATES.search(self.before)
        return int(count["times"]) if count else 0


def price_of_field(text: str) -> int:
    """The price in cents that a price field says; a bare number is one here. Raises NoPrice with the reason."""
    text = _plain(text).lstrip(" ;*").rstrip(" .;*")
    if not text:
        raise NoPrice("says no price")
    if _FOREIGN.search(text):
        raise NoPrice("a price in another currency than BRL")
    text = _SOLD_BY.sub("", text)
    said = [a for a in _amounts(text) if not a.after.startswith(_PERCENT)]
    found = [a for a in said if not _is_aside(a)]
    if any(a.negative for a in found):
        raise NoPrice("a negative price")
    goods = set(found)
    for first, second in _pairs(said):
        if second in goods and _is_bundle(first, second, text):
            raise NoPrice("a price for several")
        if not (first.instalments or second.instalments or _is_was(first, second)) and _is_range(first, second, text):
            raise NoPrice("a range and not one price")
    return _judged(found, text)


def _judged(found: list[_Amount], text: str) -> int:
    """The one price among the sums of a price field; instalments count as their total."""
    rates = [a for a in found if a.instalments and not _MEASURE.match(a.after)]
    plain = [a for a in found if not a.instalments and (a.marked or not _MEASURE.match(a.after))]
    if any(not a.marked for a in plain) and _FIELD_WORDS.sub("", _without(text, found)):
        plain = [a for a in plain if a.marked or _SAID.search(a.before)]
    deposit = [a for a in plain if _DEPOSIT.search(a.before) or a.after.lstrip()[:1] == "+"] if rates else []
    if rates and len(deposit) == len(plain):
        return _bounded(sum(a.cents for a in deposit) + rates[0].cents * rates[0].instalments)
    paid_first = set(deposit)
    plain = [a for a in plain if a not in paid_first]
    now = (
        [a for a in plain if _SAID_BY_POR.search(a.before)] or [a for a in plain if not _WAS.search(a.before)] or plain
    )
    prices = {a.cents for a in now}
    if not prices:
        raise NoPrice("says no price")
    if len(prices) > 1:
        raise NoPrice("says several prices")
    return _bounded(prices.pop())


def price_in_text(text: str) -> int | None:
    """The price in cents that a description says, or None.

    Only where the words say so ("por R$ …", "preço: R$ …", "de … por …"), never in a sentence about freight, discount,
    gift or instalments; several different prices are none.
    """
    prices = set()
    for sentence in _SENTENCE.split(_plain(text)):
        if _NOT_OF_THE_GOODS.search(sentence) or _RATES.search(sentence) or _FOREIGN.search(sentence):
            continue
        found = [None, *_amounts(sentence), None]
        for before, amount, after in zip(found, found[1:], found[2:], strict=False):
            if amount is not None and _is_said(before, amount, after, sentence):
                prices.add(amount.cents)
    return prices.pop() if len(prices) == 1 and max(prices) <= MAX_CENTS else None


def _is_said(before: _Amount | None, amount: _Amount, after: _Amount | None, sentence: str) -> bool:
    """Whether the words before a sum of a sentence say that it is the price, and nothing around it says otherwise."""
    if amount.negative or not _SAID.search(amount.before) or _is_aside(amount):
        return False
    was = before is not None and _is_was(before, amount)
    if not amount.marked and (
        _MEASURE.match(amount.after) or not (was or _decimal(sentence, amount) or _is_labelled(amount))
    ):
        return False
    if was:
        return after is None or not _is_range(amount, after, sentence)
    return not (
        (before is not None and (_is_range(before, amount, sentence) or _is_bundle(before, amount, sentence)))
        or (after is not None and _is_range(amount, after, sentence))
    )


def _is_labelled(amount: _Amount) -> bool:
    return re.search(r"\b(?:pre[çc]o|valor)\s?[:=]\s?$", amount.before) is not None


def _decimal(sentence: str, amount: _Amount) -> bool:
    return re.search(r"[.,][0-9]{2}$", sentence[amount.start : amount.end].strip()) is not None


def _is_aside(amount: _Amount) -> bool:
    """Whether a sum is what freight, a discount, a gift or a least purchase come to."""
    return bool(
        amount.after.startswith(_PERCENT) or _BESIDE_THE_PRICE.search(amount.before) or _AFTER_IT.match(amount.after)
    )


def _is_was(first: _Amount, second: _Amount) -> bool:
    """Whether two sums are `de 99 por 79`."""
    return bool(_WAS.search(first.before) and _SAID_BY_POR.search(second.before))


def _is_range(first: _Amount, second: _Amount, text: str) -> bool:
    """Whether two sums are `10 a 20`."""
    return _RANGE.fullmatch(text[first.end : second.start + second.signed]) is not None


def _is_bundle(first: _Amount, second: _Amount, text: str) -> bool:
    """Whether two sums are `3 por 99,90`: a number of pieces, and what they cost together."""
    return (
        not first.marked and not _WAS.search(first.before) and bool(_PIECES.fullmatch(text[first.end : second.start]))
    )


def _amounts(text: str) -> Iterator[_Amount]:
    """All sums of a text, in order. `before` reaches back to the sum before it, `after` on to the end."""
    last = 0
    for match in _AMOUNT.finditer(text):
        cents = _cents(match["number"])
        if match["many"]:
            cents *= 1000
        unit = (match["reais"] or "").strip()
        if unit == "centavos":
            cents //= 100
        if match["cents"]:
            cents += int(re.sub(r"\D", "", match["cents"]))
        yield _Amount(
            cents=cents,
            start=match.start(),
            end=match.end(),
            marked=bool(match["mark"] or match["reais"]),
            before=text[max(last, match.start() - 60) : match.start()],
            after=text[match.end() : match.end() + 40],
            negative=_is_negative(text, match),
            signed=len(match["minus"] or ""),
        )
        # A number of rates belongs to the sum behind it.
        if not _MEASURE.match(text, match.end()):
            last = match.end()


def _is_negative(text: str, match: "re.Match[str]") -> bool:
    """`10 - 20` is a range, `preço - R$ 10` a dash, `(10,00)` a book-keeper's minus."""
    before = text[max(0, match.start() - 3) : match.start()].rstrip()
    sign = (match["minus"] or "").strip("+")
    if (match["minus2"] or "").strip("+ "):
        return True
    if sign.strip():
        return not before or (not sign.endswith(" ") and not before[-1].isdigit())
    return before == "(" and text[match.end() : match.end() + 3].strip() == ")" and match.start() < 3


def _pairs(found: list[_Amount]) -> Iterator[tuple[_Amount, _Amount]]:
    return pairwise(found)


def _without(text: str, found: list[_Amount]) -> str:
    """The words of a text that are no sum."""
    edges = [0, *(edge for amount in found for edge in (amount.start, amount.end)), len(text)]
    words = " ".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    return re.sub(r"\b[0-9]{1,3}\s?(?:x|vezes)\b", " ", words)


def _plain(text: str) -> str:
    """Lower case, one form of each character, every run of spaces one space; `p/` is por, `12 ,90` is 12,90."""
    folded = unicodedata.normalize("NFKC", text).lower().replace("\u2212", "-")
    spaced = re.sub(r"[^\S\n\r]+", " ", re.sub(r"\bp/", "por ", folded)).strip()
    return re.sub(r"(?<=[0-9]) ([.,]) ?(?=[0-9]{2,3}(?![0-9]))", r"\1", spaced)


def _cents(number: str) -> int:
    """`1.234,56` → 123456. The last separator with one or two digits behind it is the decimal one."""
    whole, fraction = number, ""
    decimal = re.search(r"[.,]([0-9]{1,2})$", number)
    if decimal:
        whole, fraction = number[: decimal.start()], decimal[1]
    return int(re.sub(r"[., ']", "", whole)) * 100 + int(fraction.ljust(2, "0") or 0)


def _bounded(cents: int) -> int:
    if cents > MAX_CENTS:
        raise NoPrice("a price above 10 billion reais")
    return cents
