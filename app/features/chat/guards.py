"""What a model's text must not say: figures that no tool told. Checked before it leaves; pure.

Order numbers, BR Codes, totals and prices have to come from tool results of the conversation, the shop's documents or
the shopper's own words. What does not is replaced where the true figure is known; else the text has to be written anew,
as one has to that tells an order as made, or as cancelled, where there is none.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from msgspec import Struct

from app.features.chat.assistant.language.words import fold, reais
from app.features.conversations.state import ConversationState

MAX_REPLY = 4000
MULTIPLES = 200
Kind = Literal["thinking", "length", "order", "order_number", "br_code", "price", "total"]
Action = Literal["cut", "replaced", "asked_again", "neutral"]
# `<think>`, `[THINK]`, and the channels of a server that passes a model's own marks on
_THINK = re.compile(
    r"<(think|thinking|reasoning)\b[^>]*>.*?(?:</\1\s*>|\Z)|\[think\].*?(?:\[/think\]|\Z)"
    r"|<\|channel\|>\s*(?:analysis|commentary)\b.*?(?:<\|end\|>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_THOUGHT = re.compile(r"\A.*?(?:</(?:think|thinking|reasoning)\s*>|\[/think\])", re.DOTALL | re.IGNORECASE)
_OPENS = re.compile(r"<|\[/?think", re.IGNORECASE)
_MARKS = re.compile(r"(?:<\|start\|>\s*assistant)?(?:<\|channel\|>\s*final)?<\|\w{1,20}\|>")
# `1.234,50`, `1,234.50` as English has it, `1234.5`
_DIGITS_OF = r"(?>\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?!\d)"
_OF_PRICES = r"\b(?:por|custam?|sai|saem|total|subtotal|valor|pre[cç]o|frete|apenas|costs?|price|shipping|just)\b"
_UNITS = (
    r"(?:%|[mglx]\b|[cmk]m\b|m?[lL]\b|k?g\b|litros?|metros?|quilos?|polegadas?|inch|mil\b|de\s+(?:altura|largura|comp))"
)
# Behind its sign, before its name, or, with cents, behind a word of prices; emphasis may stand between.
_AMOUNT = re.compile(
    rf"(?:R?\$|\bBRL\b)[\s:*_]{{0,8}}(?P<signed>{_DIGITS_OF})"
    rf"|(?<![\d.,])(?P<named>{_DIGITS_OF})[\s*_]{{0,8}}(?:reais|real|BRL)\b"
    rf"|{_OF_PRICES}[\s:*_]{{1,8}}(?P<bare>(?>\d{{1,3}}(?:\.\d{{3}})+|\d+),\d{{2}})(?![\d.,]*\d)(?!\s*{_UNITS})",
    re.IGNORECASE,
)
_ENGLISH = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+\.\d{2}")
_SAID_AMOUNT = re.compile(rf"(?<![\d.,])({_DIGITS_OF})(?![,.]\d)")
_WRITTEN_AMOUNT = re.compile(
    rf"(?<![\d.,])(?:(?:(?<=\$)|(?<=\$\s)|(?<=\$:\s)|(?<=BRL\s))({_DIGITS_OF})|((?>\d{{1,3}}(?:\.\d{{3}})+|\d+),\d{{2}})(?!\d)"
    rf"|({_DIGITS_OF})(?=\s*(?:reais|real|BRL)\b))",
    re.IGNORECASE,
)
# Where one may begin, looked for first: a pattern that opens with a look-behind is tried at each letter.
_DIGITS = re.compile(r"\d[\d.,]*")
_NUMBER = re.compile(
    r"\b(?:pedido|order)[\s*_:#]{0,8}(?P<sign>(?:(?:[ée]\s+o|de|com\s+o|is)\s+)?(?:n[ºo°]\.?|no\.|n\.|n[uú]mero|number)(?:\s+(?:[ée]|is)\b)?|[ée]\s+o\b)?"
    r"[\s*_:#]{0,8}(?P<number>\d{1,9})\b(?!\s*[x×]|[.,/]\d)",
    re.IGNORECASE,
)
# `Pedido: 2 bonés`: so many of something, unless what follows tells of the order itself (`Pedido 12 criado`).
_OF_ORDER = (
    r"(?:cri|confirm|envi|registr|realiz|cancel|ger|fech|finaliz|despach|aprov|atualiz|reserv|separ|efetu|process|fatur|anot|"
    r"pass)ado|recebido|emitido|conclu[ií]do|feito|pago|entregue|aberto|pendente|pronto|liberado|dispon[ií]vel|aguard\w+|"
    r"[eé]|est[aá]|t[aá]|foi|ser[aá]|j[aá]|vai|fic\w+|sai\w*|segue|cheg\w+|tem|custa|deu|"
    r"a|o|no|na|em|de|do|da|com|para|pra|por|que|e|ou|ok|"
    r"is|was|has|will|been|placed|confirmed|created|sent|shipped|cancell?ed|received|paid|completed?|processed|registered|"
    r"delivered|ready|open|pending|for|of|in|on|with|and|or|to|at|from|now"
)
_COUNTED = re.compile(rf"[*_]{{0,3}}\s+[*_]{{0,3}}(?!(?:{_OF_ORDER})\b)[^\W\d_]{{2,}}", re.IGNORECASE)
# Told as done: `Seu pedido foi criado`, `Pedido registrado com sucesso!`, `Your order has been placed`.
_MADE = re.compile(
    r"(?:\b(?:pedido|compra)(?:\s+(?:j[áa]|foi|est[áa]|ficou|t[áa]))+|(?:\A|[.!:,]|\bo\s+|\bseu\s+)\W{0,8}(?:pedido|compra))"
    r"[\s*_]{1,8}(?:criad|registrad|realizad|efetuad|feit|fechad|finalizad|confirmad|conclu[ií]d)[oa]\b"
    r"|\border(?:\s+(?:is|has|was|been|now|already))*[\s*_]{1,8}(?:placed|created|confirmed|completed?)\b",
    re.IGNORECASE,
)
_CANCELLED = re.compile(
    r"\b(?:pedido|compra)(?:\s+(?:j[áa]|foi|est[áa]|ficou|t[áa]))+[\s*_]{1,8}cancelad[oa]\b|\bcancelei\b"
    r"|(?:\A|[.!,])\W{0,8}(?:(?:o\s+|seu\s+)?(?:pedido|compra)\s+)?cancelad[oa]\b"
    r"|\border(?:\s+(?:is|has|was|been|now|already))*[\s*_]{1,8}cancell?ed\b",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\?|\b(?:se|quando|assim|ap[óo]s|depois|antes|at[ée]|caso|para|pra|ser[áa]|ser|n[ãa]o|nenhum|falta|ainda|"
    r"if|when|once|after|before|until|not|no|will|to|be|yet)\b",
    re.IGNORECASE,
)
_BARE_CODE = re.compile(r"\b000201\S{20,}")
_MOST = 1e12  # reais; hundreds of digits are no number of Python's
_TOTAL = re.compile(r"\btotal\b", re.IGNORECASE)
_END = re.compile(r"[.!?…](?=\s|$)|\n")


class Guarded(Struct, frozen=True):
    """What was found in a model's text, and what was done about it."""

    kind: Kind
    action: Action


_AMOUNTS = frozenset(("price", "unit_price", "total", "shipping", "discount", "min_subtotal"))


@dataclass(slots=True)
class Facts:
    """What this conversation's tools have told: figures, and whether there is an order, or a cancelled one, at all."""

    numbers: set[int] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)
    amounts: set[int] = field(default_factory=set)
    prices: dict[str, int] = field(default_factory=dict)
    order: int | None = None
    code: str | None = None
    total: int | None = None
    texts: list[tuple[str, bool]] = field(default_factory=list)
    knows_orders: bool = False
    knows_cancelled: bool = False

    def learn(self, result: Any) -> None:
        """Take in what a tool answered."""
        waiting = [result]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                self._learn_object(value)
                waiting += [inner for inner in value.values() if isinstance(inner, dict | list)]
            else:
                waiting += [inner for inner in value if isinstance(inner, dict | list)]

    def know(self, state: ConversationState) -> None:
        """Take in the orders that the conversation has."""
        self.numbers.update(made.number for made in state.orders)
        self.knows_orders = bool(state.orders)
        self.knows_cancelled = len(state.standing) < len(state.orders)

    def _learn_object(self, value: Mapping[str, Any]) -> None:
        self.knows_orders |= value.keys() >= {"number", "status", "payment_method"}
        self.knows_cancelled |= value.get("status") == "cancelled"
        if isinstance(number := value.get("number"), int) and not isinstance(number, bool):
            self.numbers.add(number)
            self.order = number
        if isinstance(code := value.get("br_code"), str):
            self.codes.add(code)
            self.code = code
        self.amounts.update(cents for key in _AMOUNTS & value.keys() if (cents := _cents(value[key])) is not None)
        if (total := _cents(value.get("total"))) is not None and ("payment_method" in value or "number" in value):
            self.total = total
        price = _cents(value.get("price"))
        if isinstance(name := value.get("name"), str) and price is not None:
            self.prices[fold(name)] = price
        for key in ("description", "text", "instructions"):
            if isinstance(text := value.get(key), str):
                self.read(text)

    def read(self, text: str, *, bare: bool = False) -> None:
        """A text whose amounts may be quoted. bare: the shopper's own words, where any number may be one."""
        self.texts.append((text, bare))

    def tells(self, cents: int) -> bool:
        """The amount was told, or is so many times a price that was."""
        if cents in self.amounts or cents == 0 or self._is_multiple(cents):
            return True
        self._take_in()
        return cents in self.amounts

    def knows(self, code: str) -> bool:
        """The BR Code, or the piece of one before a space, was told."""
        if any(code in known or known.startswith(code) for known in self.codes):
            return True
        self._take_in()
        return code in self.codes

    def _is_multiple(self, cents: int) -> bool:
        return any(price and cents % price == 0 and cents // price <= MULTIPLES for price in self.prices.values())

    def _take_in(self) -> None:
        """Most replies name nothing that tools have not told: texts are searched when one does."""
        for text, bare in self.texts:
            text = text.replace("*", "")  # emphasis
            amount = _SAID_AMOUNT if bare else _WRITTEN_AMOUNT
            for digits in _DIGITS.finditer(text):
                if found := amount.match(text, digits.start()):
                    self.amounts.add(_written(found[found.lastindex or 0]))
            if "000201" in text:
                self.codes.update(_BARE_CODE.findall(text))
        self.texts.clear()


class Checked(Struct, frozen=True):
    """A text that may leave, unless `again`: then it has to be written anew."""

    text: str
    findings: tuple[Guarded, ...] = ()
    again: bool = False


def check(text: str, facts: Facts, *, cut_short: bool = False) -> Checked:
    """The text as it may leave. cut_short: the model ran out of tokens in the middle of it."""
    findings: list[Guarded] = []
    thoughtless = without_thinking(text)
    if thoughtless != text.strip():
        findings.append(Guarded("thinking", "cut"))
    text = thoughtless
    if cut_short or len(text) > MAX_REPLY:
        shorter = _whole_sentences(text[:MAX_REPLY])
        findings.append(Guarded("length", "cut"))
        text = shorter
    lines, again = [], False
    for line in text.split("\n"):
        checked, found, bad = _check_line(line, facts)
        lines.append(checked)
        findings += found
        again = again or bad
    return Checked("\n".join(lines), tuple(dict.fromkeys(findings)), again)


def without_thinking(text: str) -> str:
    """The text without what a reasoning model thinks aloud."""
    text = _THINK.sub("", text)
    return _MARKS.sub("", _THOUGHT.sub("", text, count=1)).strip()


class Gate:
    """Lets the beginning of a text that still arrives go once it can be judged: whole sentences without findings."""

    def __init__(self, facts: Facts) -> None:
        self.sent = ""
        self._facts = facts
        self._waiting = ""
        self._shut = False

    def feed(self, text: str) -> str:
        """The next piece; what may leave now."""
        self._waiting += text
        if not self.sent:
            self._waiting = self._waiting.lstrip()
        ends = [match.end() for match in _END.finditer(self._waiting)]
        piece = self._waiting[: ends[-1]].rstrip() if ends else ""
        thinks = _OPENS.search(piece) is not None
        if self._shut or not piece or thinks or len(self.sent) + len(piece) > MAX_REPLY:
            self._shut = self._shut or thinks
            return ""
        if any(_check_line(line, self._facts)[1] for line in (self.sent + piece).split("\n")):
            self._shut = True
            return ""
        self._waiting = self._waiting[len(piece) :]
        self.sent += piece
        return piece

    def rest(self, whole: str) -> tuple[str, str]:
        """(the whole reply, what of it has not left yet): what has left stays said."""
        if not self.sent or whole.startswith(self.sent):
            return whole, whole[len(self.sent) :]
        return f"{self.sent}\n\n{whole}", f"\n\n{whole}"


def _check_line(line: str, facts: Facts) -> tuple[str, list[Guarded], bool]:
    again = not facts.knows_orders and _claims(_MADE, line)
    again = again or (not facts.knows_cancelled and _claims(_CANCELLED, line))
    found = [Guarded("order", "asked_again")] if again else []
    for match in reversed(list(_BARE_CODE.finditer(line))):
        if facts.knows(match[0]) or _spaced(line, facts):
            continue
        again = again or facts.code is None
        found.append(Guarded("br_code", "replaced" if facts.code else "asked_again"))
        line = line[: match.start()] + (facts.code or "") + line[match.end() :]
    for match in reversed(list(_NUMBER.finditer(line))):
        if int(match["number"]) in facts.numbers or _is_count(line, match):
            continue
        again = again or facts.order is None
        found.append(Guarded("order_number", "replaced" if facts.order is not None else "asked_again"))
        if facts.order is not None:
            line = line[: match.start("number")] + str(facts.order) + line[match.end("number") :]
    for match in reversed(list(_AMOUNT.finditer(line))):
        digits = match.lastgroup or ""
        if facts.tells(_written(match[digits])):
            continue
        true, kind = _true_amount(line, facts)
        again = again or true is None
        found.append(Guarded(kind, "replaced" if true is not None else "asked_again"))
        if true is not None:
            plain = reais(true / 100, "en" if _ENGLISH.fullmatch(match[digits]) else "pt").removeprefix("R$ ")
            line = line[: match.start(digits)] + plain + line[match.end(digits) :]
    return line, found, again


def _claims(done: re.Pattern[str], line: str) -> bool:
    """A sentence tells it as done."""
    ends = [0, *(match.end() for match in _END.finditer(line)), len(line)]
    sentences = (line[begin:end] for begin, end in pairwise(ends))
    return any(done.search(sentence) and not _NOT_SO.search(sentence) for sentence in sentences)


def _is_count(line: str, match: re.Match[str]) -> bool:
    """Goods are counted behind the word, and nothing says that it is a number."""
    return match["sign"] is None and "#" not in match[0] and _COUNTED.match(line, match.end()) is not None


def _spaced(line: str, facts: Facts) -> bool:
    """A BR Code may hold spaces (the shop's name and city): the whole of it stands in the line."""
    return any(code in line for code in facts.codes)


def _true_amount(line: str, facts: Facts) -> tuple[int | None, Kind]:
    """What an amount on this line should have been: the total, or the price of the one product it names."""
    if _TOTAL.search(line):
        return facts.total, "total"
    folded = fold(line)
    named = [price for name, price in facts.prices.items() if name in folded]
    single = len(_AMOUNT.findall(line)) == 1
    return (named[0] if len(named) == 1 and single else None), "price"


def _whole_sentences(text: str) -> str:
    """Up to the last sentence that ends."""
    ends = [match.end() for match in _END.finditer(text)]
    return text[: ends[-1]].strip() if ends and ends[-1] > len(text) // 3 else text.rstrip() + "…"


def _cents(value: Any) -> int | None:
    return None if isinstance(value, bool) or not isinstance(value, int | float) else round(value * 100)


def _written(digits: str) -> int:
    """`1.234,50`, `1,234.50`, `1234.50` and `1.234` in cents."""
    if _ENGLISH.fullmatch(digits):
        digits = digits.replace(",", "")
    elif "," in digits or re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits):
        digits = digits.replace(".", "").replace(",", ".")
    return round(min(float(digits), _MOST) * 100)
