"""Which of the products shown a sentence means, and how many of each: by position, or by name."""

import re
from dataclasses import dataclass

from app.features.chat.assistant.memory import Memory
from app.features.chat.assistant.vocabulary import BUY, CARD, FILLER, PAYMENT_QUESTION, SHIPPING, TALK, WANT
from app.features.chat.assistant.words import NUMBERS, ORDINALS, number, stem, words

MAX_QUANTITY = 100_000
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_SMALL = "|".join(sorted((word for word, value in NUMBERS.items() if value <= 20), key=len, reverse=True))
_COUNT = rf"(?P<count>\d{{1,6}}|{_SMALL})"
_UNITS = r"(?:\s*(?:x|un\b\.?|unidades?|pares?|pecas?|caixas?|pieces?|pcs|units?|pairs?))?"
_POSITION = (
    rf"(?:(?P<ordinal>{_ORDINAL})\b(?!\s*-?\s*feira)"
    r"|(?:numero|num|n[o.]|item|opcao|produto|option|number|#)\s*\.?\s*(?P<tagged>\d{1,2})\b"
    r"|(?P<degree>\d{1,2})\s?o\b(?!\s+\w*\d))"
)
_BY_POSITION = re.compile(
    rf"(?:\b{_COUNT}{_UNITS}\s+)?(?:(?:d[oae]s?|of|the|o|a|os|as)\s+)*(?:item\s+|produto\s+)?{_POSITION}"
)
_COUNTED_DIGIT = re.compile(rf"\b{_COUNT}{_UNITS}\s+(?:d[oa]s?|of(?:\s+the)?(?:\s+number)?)\s+(?P<digit>\d{{1,2}})\b")
_ARTICLE_DIGIT = re.compile(
    r"\b(?:o|a|the)\s+(?P<digit>\d{1,2})\b(?!\s*(?:x\b|un|par|pec|cai|pieces|dias|%|[.,]\d|anos|e\s+meia|litros|de\b|\d))"
)
_NAMED_PART = re.compile(
    rf"(?:\b{_COUNT}{_UNITS}\s+(?:d[oae]s?\s+|of\s+(?:the\s+)?)?)?(?P<name>[a-z0-9][a-z0-9' -]{{2,}})"
)
_BARE = re.compile(
    rf"\b{_COUNT}{_UNITS}(?=\s*(?:$|[,.;!?]|so\b|apenas\b|only\b|d(?:ele|ela|isso|esse|essa)s?\b|of\s+(?:it|them|those)|por\s+favor|please|no\b|na\b|com\b|pix|pag|via|by|with|e\s+pag))"
)
_LEAD = re.compile(rf"^\W*(?:(?:{'|'.join(sorted(WANT | BUY))}|eu|i|i'd|gostaria|like|to|de|por|favor|oi|ola)\s+)+")
_NO_NAMES = FILLER | TALK | SHIPPING | PAYMENT_QUESTION | CARD
# Where the part about products ends and payment, name or address begin.
_TAIL = re.compile(
    r"\b(?:pag\w+|pay\w*|pix|no\s+pix|via\s+pix|forma\s+de|meu\s+nome|me\s+chamo|nome\s*:|sou\s+[oa]\b|entreg\w+|endereco|"
    r"rua\b|av\b|avenida|cep\b|cpf\b|telefone|e-?mail|my\s+name|name\s+is|i'?m\s+\w+,|deliver\w*|address|ship\s+to|"
    r"contra[\s-]?entrega|dinheiro|cash|cartao|obrigad\w+|por\s+favor|please)\b"
)


@dataclass(frozen=True, slots=True)
class Pick:
    """So many of the product of this name (as shown, or as the shopper wrote it)."""

    quantity: int
    name: str


@dataclass(frozen=True, slots=True)
class Found:
    """picks: products shown before; counted: one of them came with a number; named: products named by words
    that were not shown; bare_count: a number without a product (`quero 2`)."""

    picks: tuple[Pick, ...] = ()
    counted: bool = False
    named: tuple[Pick, ...] = ()
    bare_count: int | None = None


def find_picks(folded: str, memory: Memory) -> Found:
    """The products a folded sentence picks."""
    tail = _TAIL.search(folded, 1)
    head = folded[: tail.start()] if tail and tail.start() > 3 else folded
    by_position, counted = _by_position(head, memory)
    if by_position:
        return Found(tuple(by_position), counted)
    picks, named, counted = _by_name(head, memory)
    bare = _BARE.search(folded)
    count = number(bare["count"]) if bare else None
    return Found(tuple(picks), counted, tuple(named), count if count and 1 <= count <= MAX_QUANTITY else None)


def _by_position(head: str, memory: Memory) -> tuple[list[Pick], bool]:
    matches: list[tuple[int, int, str | None]] = []
    taken: list[tuple[int, int]] = []
    for pattern in (_COUNTED_DIGIT, _BY_POSITION, _ARTICLE_DIGIT):
        for match in pattern.finditer(head):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            groups = match.groupdict()
            digits = groups.get("digit") or groups.get("tagged") or groups.get("degree")
            position = int(digits) if digits else ORDINALS[groups["ordinal"]]
            taken.append(match.span())
            matches.append((match.start(), position, groups.get("count")))
    picks: dict[str, int] = {}
    for _, position, count in sorted(matches):
        if (name := memory.at(position)) is not None:
            picks[name] = picks.get(name, 0) + _quantity(count)
    return [Pick(quantity, name) for name, quantity in picks.items()], any(count for *_, count in matches)


def _by_name(head: str, memory: Memory) -> tuple[list[Pick], list[Pick], bool]:
    """Names in the sentence: those seen before, those not, and whether a seen one came with a number."""
    seen: dict[str, int] = {}
    new: list[Pick] = []
    counted = False
    for part in re.split(r"[,;.!?\n]|\be\b|\band\b|\bmais\b", head):
        lead = re.sub(
            rf"^\W*(?:(?:{'|'.join(WANT | BUY)}|eu|i|i'd|gostaria|like|to|de|por|favor|oi|ola)\s+)+", "", part.strip()
        )
        match = _NAMED_PART.search(lead)
        if match is None:
            continue
        wanted = [w for w in words(match["name"]) if w not in _NO_NAMES and number(w) is None]
        names = memory.named(" ".join(wanted))
        close = [name for name in names if _covers(wanted, name)]
        if len(close) == 1 or (len(names) == 1 and len(wanted) >= 2):
            name = (close or names)[0]
            seen[name] = seen.get(name, 0) + _quantity(match["count"])
            counted = counted or match["count"] not in (None, "um", "uma", "one", "a")
        elif wanted:
            new.append(Pick(_quantity(match["count"]), " ".join(wanted)))
    return [Pick(quantity, name) for name, quantity in seen.items()], new, counted


def _covers(wanted: list[str], name: str) -> bool:
    """True when the words are most of the name: `tenis corrida leve` is one, `tenis` alone is a wish."""
    significant = [stem(word) for word in words(name) if word not in FILLER]
    return bool(significant) and len({stem(word) for word in wanted} & set(significant)) * 2 > len(significant)


def _quantity(count: str | None) -> int:
    value = number(count) if count else 1
    return min(max(value or 1, 1), MAX_QUANTITY)
