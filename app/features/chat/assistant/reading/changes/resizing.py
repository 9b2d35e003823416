"""Goods of the cart that are wanted in another size: `troca as duas pro 10`, `actually make it size 6`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import NUMBERS, fold, number, stem, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.sizing import (
    CALLED,
    VALUE,
    first_words,
    kind_of,
    lines_in_such,
    size_in,
    variant_words,
)
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_CHANGES = (
    r"(?:troc\w+|mud\w+|alter\w+|pass[ae]\w*|corrig\w+|bot[ae]\w*|coloc\w+|poe|faz\w*|faca|deix\w+|change|swap|switch|"
    r"make|exchange|get|have|volta\w*)"
)
_TO = r"(?:por|pel[oa]|pra|para|pro|no|na|to|for|in|em|como|as)\s+(?:[oa]\s+|an?\s+)?"
# The size that is wanted: `tamanho 6`, `pro 10`.
_CALLED_SO = expression(rf"(?:\b{_TO})?\b(?:[oa]s?\s+|an?\s+|the\s+)?{CALLED}\s+(?:{_TO})?(?P<size>{VALUE})")
# A number behind `pra` may count; behind an article, or where goods are exchanged, it is a size.
_TO_SIZE = expression(rf"\b(?:pro|no|pelo|para\s+o|com\s+o|to\s+an?|in\s+an?)\s+(?P<size>{VALUE})(?!\s*vezes)\b")
_FOR_SIZE = expression(
    rf"\b(?:troc\w+|swap|exchange|(?:mud|alter|pass|chang|switch)\w*(?=.*\b(?:\d\d|[a-z]{{1,2}})\b))\b.*?\b{_TO}"
    rf"(?P<size>{VALUE})(?!\s*vezes)\b"
)
# Said alone, behind what takes something back: `na verdade G`, `era 42`.
_BARE = expression(rf"\b(?P<size>{VALUE})(?:\s+(?:mesmo|entao|por\s+favor|please))*$")
# `então M`, of a shirt in P
_ALONE = expression(
    rf"(?:(?:then|so|ok|okay|well|entao|[oa]|the|an?)\s+)*(?P<size>{VALUE})(?:\s+(?:then|mesmo|entao|por\s+favor|please|one))*"
)
_FROM = expression(rf"\b(?:d[eo]|[oa]s?|from)\s+(?:{CALLED}\s+)?(?P<old>{VALUE})\s*$")
_VERB = expression(rf"\b{_CHANGES}\b")
_MAY = expression(
    r"^(?:(?:e|ai|entao|sera\s+que)\s+)*(?:(?:voces?\s+)?(?:pode[m]?|podia|consegue[m]?|da\s+p\w+|tem\s+como)|posso|can|"
    rf"could|may)\s+(?:(?:i|you|voces?|eu|me)\s+)*{_CHANGES}\b"
)
_CORRECTS = expression(
    r"^(?:(?:sim|yes|mas|but|so|que)\b(?:\s*,)?\s*)*(?:era|eram|e|eh|sao|seria|na\s+verdade|na\s+vdd|alias|errei|melhor|prefiro|"
    r"actually|digo|it's|i\s+mean|should\s+be)\b"
)
_IS_SO = expression(r"\b(?:e|eh|sao|era|seria|fica|is|should\s+be)\s*$")
_EVERY = expression(
    r"\b(?:(?:[oa]s|the|all)\s+(?:dois|duas|tres|quatro|two|three|[2-4])|amb[oa]s|both|tudo|tod[oa]s(?:\s+(?:el[ea]s|[oa]s))?|"
    r"them(?:\s+all)?|all(?:\s+of\s+them)?|el[ea]s)\b"
)
_SOME = expression(
    rf"\b(?P<n>{'|'.join(word for word, value in NUMBERS.items() if value < 6)}|\d{{1,2}})\s+"
    r"(?:d(?:el[ea]s|[eoa]s?)|of\s+(?:them|the))\b"
)
_PARTS = expression(r"\s+(?:e|and)\s+(?=[a-z])")
_NAMED = expression(r"^(?:e\s+)?(?:[oa]s?|the)\s+[a-z]{3}")
_CLOSED = (
    v.FILLER
    | v.TALK
    | v.YES
    | v.POINTING
    | v.GREETINGS
    | v.THANKS
    | frozenset(
        """era eram seria verdade vdd alias errei melhor prefiro actually mean should it them the size sizes tamanho
    numero numeracao mas but sim yes mesmo entao pra para pro por pelo pela no na do da de so quero queria manda
    pode podem podia poderia da tem como can could you i we please favor me make it one ones a an o os as ao dela
    dele change to""".split()  # noqa: SIM905
    )
)
_JUST = expression(r"\b(?:so|apenas|somente|just|only)\b")
_MOST = 8  # lines of the cart are spoken of before it is told what becomes of them
_SHOE = 17
_NEAR = 12
"""A number alone is a size where it is a shoe's, and near to the one in the cart; else it may count."""


def resizes(reading: Reading, clause: Clause) -> bool:
    """A clause that asks for lines of the cart in another size, and says nothing else of them. Where it is open which
    line is meant, that is noted, to be asked."""
    asked = reading.state.dialogue.pending
    spoken_of = reading.looks
    quiet = clause.negated or clause.conditional or clause.told or bool(reading.changes)
    if not reading.state.cart.lines or quiet or (asked is not None and asked.kind == "choose"):
        return False
    if len(spoken_of) > _MOST or not all(one.guess and _names_line(reading, one.mention.words) for one in spoken_of):
        return False
    if clause.asks and not _MAY.match(clause.text):
        return False
    text = f"{clause.lead} {clause.text}".strip() if clause.lead in ("e", "sim", "yes", "mas") else clause.text
    corrects = clause.corrects or clause.lead in ("mas", "but")
    if spoken_of:  # `errei o sapato, é 32`
        corrects = corrects or _CORRECTS.match(text) is not None
        text = f"{' '.join(spoken_of[-1].mention.words)} {text}"
    verb = _VERB.match(text)
    parts = [f"{verb[0]} {part}" if verb and at else part for at, part in enumerate(_PARTS.split(text))]
    for told in (parts, [text]) if len(parts) > 1 else ([text],):
        made = [_read(reading, part, corrects=corrects) for part in told]
        if all(one is not None for one in made):
            reading.changes += [change for one in made for change in one or ()]
            reading.looks = []
            return True
    return asked is not None and asked.kind == "resize" and _answered(reading, text, asked.query)


def told(reading: Reading, text: str) -> list[Change]:
    """The changes of size that a folded wish asks for, of the lines of the cart; empty: none, or it is open which."""
    return _read(reading, text, corrects=True) or []


def _read(reading: Reading, text: str, *, corrects: bool) -> list[Change] | None:
    """The changes that one part asks for; None: it asks for no other size."""
    verb = _VERB.search(text) is not None
    corrects = corrects or _CORRECTS.match(text) is not None
    found = _CALLED_SO.search(text) or _TO_SIZE.search(text) or _FOR_SIZE.search(text)
    bare = _BARE.search(text) if found is None and (corrects or _SOME.search(text)) else None
    if found is None and bare is None and not _of_others(reading):
        bare = _ALONE.fullmatch(text)
    if bare is not None and _is_likely(reading.state.cart.lines, bare["size"]):
        found = bare
    if found is None:
        return None
    before = text[: _start(found)]
    old = _FROM.search(before)
    rest = f"{before[: old.start()] if old else before} {text[found.end() :]}"
    some, every = _SOME.search(rest), _EVERY.search(rest)
    rest = _SOME.sub(" ", _EVERY.sub(" ", rest))
    named = _named(reading, rest)
    if named is None or any(number(word) is not None for word in words(rest)):
        return None
    pointed = bool(named) and _NAMED.match(text) is not None and not _chooses(reading, named)
    if not (verb or corrects or every or some or pointed or _IS_SO.search(before) or _alone(rest)):
        return None
    lines = reading.state.cart.lines
    meant = [line for line in _sized(lines, found["size"]) if all(shares([word], line.name) for word in named)]
    if old is not None:
        meant = [line for line in meant if size_in(line.name) == old["old"]]
    if _JUST.search(text[: found.start("size")]) and not every and (out := _without_others(meant, found["size"])):
        return out
    told = "every" if every or named or old else "last" if corrects and "volta" not in text else ""
    return _noted(reading, meant, found["size"], number(some["n"]) if some else None, told)


def _without_others(meant: Sequence[CartLine], size: str) -> list[Change]:
    """`só a M`, of a thing that is in the cart in that size and in others: these come out; empty: it is not so."""
    kept = [line for line in meant if size_in(line.name) == size]
    bases = {line.name.partition(" (")[0] for line in kept}
    others = [line for line in meant if line not in kept and line.name.partition(" (")[0] in bases]
    return [Change("remove", Mention(product_id=line.product_id)) for line in others] if len(bases) == 1 else []


def _names_line(reading: Reading, said: Sequence[str]) -> bool:
    return any(all(shares([word], line.name) for word in said) for line in reading.state.cart.lines)


def _of_others(reading: Reading) -> bool:
    """Goods that are in no line of the cart are spoken of."""
    dialogue, held = reading.state.dialogue, {line.product_id for line in reading.state.cart.lines}
    asked = [*([dialogue.pending] if dialogue.pending else []), *dialogue.open]
    shown = [
        *dialogue.listed,
        *([dialogue.focus] if dialogue.focus else []),
        *(x for one in asked for x in one.options),
    ]
    return any(each.product_id not in held for item in shown for each in item.each)


def _is_likely(lines: Sequence[CartLine], size: str) -> bool:
    """What is said alone is no count."""
    if size.isalpha():
        return True
    owns = [int(own) for line in lines if (own := size_in(line.name)).isdigit()]
    return int(size) >= _SHOE and any(own >= _SHOE and abs(own - int(size)) <= _NEAR for own in owns)


def _answered(reading: Reading, text: str, size: str) -> bool:
    """`as duas`, `a branca`, to the question which of them is to be in the size."""
    every = _EVERY.search(text)
    named = _named(reading, _EVERY.sub(" ", text))
    if named is None or not (every or named):
        return False
    meant = [
        line for line in _sized(reading.state.cart.lines, size) if all(shares([word], line.name) for word in named)
    ]
    made = _noted(reading, meant, size, None, "every")
    reading.changes += made or ()
    return made is not None


def _start(found: re.Match[str]) -> int:
    """Where the size and what ties it to the rest begin."""
    if found.re.pattern != _FOR_SIZE.pattern:
        return found.start()
    tie = re.search(rf"\b{_TO}$", found.string[: found.start("size")])
    return tie.start() if tie is not None else found.start("size")


def _alone(rest: str) -> bool:
    return not any(word not in v.FILLER | {"mas", "but", "sim", "yes"} for word in words(rest))


def _chooses(reading: Reading, named: Sequence[str]) -> bool:
    """It may mean one of the goods that were just listed, and no line of the cart."""
    held = {line.product_id for line in reading.state.cart.lines}
    shown = [one for item in reading.state.dialogue.listed for one in item.each]
    return not any(one.product_id in held for one in shown) and any(shares(named, one.name) for one in shown)


def _named(reading: Reading, rest: str) -> list[str] | None:
    """The words that name lines of the cart; None where something else is said."""
    said = [word for word in words(_VERB.sub(" ", rest)) if word not in _CLOSED]
    lines = reading.state.cart.lines
    return said if all(any(shares([word], line.name) for line in lines) for word in said) else None


def _sized(lines: Sequence[CartLine], size: str) -> list[CartLine]:
    """The lines whose goods come in sizes of that kind: figures or letters."""
    sized = [line for line in lines if (own := size_in(line.name)) and own.isalpha() == size.isalpha()]
    return sized or ([] if re.fullmatch(VALUE, size) else lines_in_such(lines, [size]))  # `500 ml`


def _noted(reading: Reading, meant: Sequence[CartLine], size: str, some: int | None, told: str) -> list[Change] | None:
    """told: `every` of them is meant, or the `last` that was taken; empty: neither was said."""
    left = [line for line in meant if size_in(line.name) != size]
    if not meant:
        return None
    if len(left) > 1 and told != "every":
        left = _spoken_of(reading, left)
    if len(left) > 1 and told != "every":
        alike = {(*first_words(line.name), size_in(line.name)) for line in left}
        focus = reading.state.dialogue.focus
        last = [line for line in left if focus is not None and line.product_id == focus.product_id]
        if len(alike) > 1 and not (last and told):
            reading.note(resizes=size)
            return []
        left = last if len(alike) > 1 else left
    if not left:  # it has that size already: the cart is shown as it is
        reading.note(total=True)
    return [_exchange(line, size, some) for line in left]


def _spoken_of(reading: Reading, lines: list[CartLine]) -> list[CartLine]:
    """`o colar é P, né? troca pro P`: the one that the message names; else all of them."""
    said = {stem(word) for word in words(reading.text) if len(word) > 2}
    named = [line for line in lines if said & {stem(word) for word in words(fold(line.name.partition(" (")[0]))}]
    return named if len(named) == 1 else lines


def _exchange(line: CartLine, size: str, some: int | None) -> Change:
    own, told = size_in(line.name), variant_words(line.name) or product_words(fold(line.name))
    other = {own, *(word for word in told if kind_of(word) == kind_of(size))}
    said = tuple(word for word in product_words(fold(line.name)) if word not in v.FILLER | other)
    return Change("exchange", Mention(said, (size,)), Mention(said, (own,), some, product_id=line.product_id))
