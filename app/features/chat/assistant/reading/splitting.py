"""A clause in its mentions, and whether those can be goods: `2 cafe e 1 acucar`, `um arroz um feijão`. Pure."""

import re
from collections.abc import Sequence
from operator import or_

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, TIES, current
from app.features.chat.assistant.language.words import NUMBERS, is_colour, is_sentence, says, verbal, words
from app.features.chat.assistant.products.mentions import ANY_MEASURE, ANY_NUMBER, COUNTED
from app.features.chat.assistant.products.name_words import PACKED, name_words
from app.ops.expressions import expression

_SPLIT = expression(
    r"\s*(?:(?<!\d),|,(?!\d)|[;\n]|\s&\s|\+(?!\d+[.,]\d)|(?<!\bque\s)\be\b|\bmais\b(?=\s*(?:\d|[oa]s?\s+[a-z]{3}|uma?\b|dois|duas|tres|meia|quatro|cinco|seis))|\band\b|\bplus\b)\s*"
)
_WITH_COUNT = expression(rf"\s+(?:com|with)\s+(?=(?:{ANY_NUMBER})\s+(?!{ANY_MEASURE})(?P<noun>[a-z]{{3,}}))")
_NO_SIZE = r"(?<!\btamanho)(?<!\bnumero)(?<!\bsize)"
# `2 capinha preta 1 azul`, and no `2 packs of 25 kibes`, which tells what each of them holds
_BEFORE_COUNT = expression(
    rf"{_NO_SIZE}(?<!\bof)(?<!\bde)\s+(?=\d{{1,3}}x?\s+(?!{ANY_MEASURE}|(?:com|sem|with|without|pra|para|for|uma|dois|duas|tres|quatro|and)\b)[a-z]{{3,}})"
)
# `açaí 300 com nutella`
_WITH = expression(r"\s+(?:com|with)\s+(?=(?P<noun>[a-z]{3,}))")
# `um de 500 com leite em pó`: of what was named before, and goods beside it
_SIZE_WITH = expression(
    rf"((?:(?:{ANY_NUMBER})\s+|[oa]s?\s+)(?:d[eoa]s?\s+|of\s+)?\d+(?:\s*(?:ml|g|kg|l|cm|m))?)\s+(?:com|with)\s+(?=[a-z]{{3}})"
)
_SOLD_BY = (
    r"(?:kgs?|kilos?|quilos?|litros?|metros?|duzias?|pacotes?|caixas?|latas?|garrafas?|bandejas?|unidades?)\s+d[aeo]\b"
)
_MEASURE_FIRST = expression(rf"(?:{ANY_NUMBER}|mei[oa])\s*{_SOLD_BY}")
_BEFORE_MEASURE = expression(rf"(?<=[a-z]{{3}})\s+(?=(?:{ANY_NUMBER}|mei[oa])\s*{_SOLD_BY})")
MAX_MENTIONS = 8


# `2 bonés e tb 3 meias`, `e aproveita manda 3 meias`: what leads to a count
_ALSO = expression(
    r"(?:(?:tambem|ja|aproveita(?:ndo)?|de\s+quebra|also)\s+)+(?:(?:me\s+)?(?:manda|bota|poe|coloca|ve|separa|inclui|adiciona|add)\s+)?"
)
# `bonés 2 meias 3`: each count stands behind its goods
_COUNTS_BEHIND = expression(r"(?:[a-z]{3,}(?:\s+[a-z]+){0,2}?\s+(?:1\d|[1-9])(?:\s+|$)){2,}")
_BEHIND = expression(r"([a-z]{3,}(?:\s+[a-z]+){0,2}?)\s+(1\d|[1-9])(?:\s+|$)")


def split_mentions(text: str) -> list[str]:
    """The parts of a list: `2 cafe e 1 acucar`, `dois quilos de tomate um quilo de cebola`."""
    if _COUNTS_BEHIND.fullmatch(text.strip()):
        told = [(found[1], found[2]) for found in _BEHIND.finditer(text)]
        if all(current().place(words(goods)[0]) == BEGINS for goods, _ in told):
            return [f"{count} {goods}" for goods, count in told][:MAX_MENTIONS]
    parts = [_after_also(part.strip()) for part in _SPLIT.split(text) if part]
    parts = [piece for part in parts for piece in _split_measures(part)]
    parts = [piece for part in parts for piece in _split_goods(part)]
    parts = [piece for part in parts for piece in _split_size(part)]
    return [part for part in parts if part][:MAX_MENTIONS]


def _after_also(part: str) -> str:
    also = _ALSO.match(part)
    return part[also.end() :] if also and COUNTED.match(part[also.end() :]) else part


def _split_size(part: str) -> list[str]:
    found = _SIZE_WITH.match(part)
    named = found and any(current().place(word) >= NAMES for word in words(part[found.end() :]))
    return [found[1], part[found.end() :]] if found and named else [part]


def _split_goods(part: str) -> list[str]:
    """`a mesa de 6 lugares com 6 cadeiras`, where both are goods of the shop."""
    goods = current()
    for found in _WITH_COUNT.finditer(part):
        before = [word for word in words(part[: found.start()]) if word not in PACKED]
        if goods.place(found["noun"]) == BEGINS and any(goods.place(word) == BEGINS for word in before):
            return [part[: found.start()], part[found.end() :]]
    return [part]


def _split_measures(part: str) -> list[str]:
    return _BEFORE_MEASURE.split(part) if _MEASURE_FIRST.match(part) else [part]


def split_counts(part: str) -> list[str]:
    """`2 capinha preta 1 azul` at its counts, `um arroz um feijão` where another name begins, `açaí com granola`
    between the two; one piece where there is nothing to split."""
    pieces = [piece for piece in _BEFORE_COUNT.split(part) if piece]
    if not COUNTED.match(part):  # what leads to the first count may name nothing
        pieces = pieces[1:] if len(pieces) > 1 and name_words(pieces[0]) == ([], []) else [part]
    if len(pieces) == 1:
        pieces = _run_together(part)
    return pieces if len(pieces) > 1 else _split_with(part)


# `resistência da minha`, and behind it of what
_GOES_ON = expression(r"\b(?:d[eao]s?|minhas?|meus?|of|the|my)$")


def list_in(text: str) -> tuple[list[str], bool]:
    """The things of a text without a verb, and whether it is a list of them: each short, or begun by what it is called
    (`espelho de parede moldura branca e o letreiro`)."""
    pieces = [one for piece in split_mentions(text) for one in split_counts(piece)]
    named = [name_words(piece)[0] for piece in pieces]
    begun = [bool(own) and current().place(own[0]) == BEGINS for own in named]
    short = [len(words(piece)) <= 4 for piece in pieces]
    whole = not any(_GOES_ON.search(piece) for piece in pieces[:-1])
    return pieces, len(pieces) > 1 and whole and all(map(or_, short, begun))


def _split_with(part: str) -> list[str]:
    """`um açaí na tigela 700 com granola`, where both are called so by the shop."""
    goods = current()
    for found in _WITH.finditer(part):
        begun = any(goods.place(word) == BEGINS for word in words(part[: found.start()]))
        if begun and goods.place(found["noun"]) >= NAMES:
            return [part[: found.start()], part[found.end() :]]
    return [part]


def _run_together(part: str) -> list[str]:
    """At the words that begin a name in the shop, with the count or article before each. `a kit of washable pads`: what
    an `of` leads to may stand behind words that tell more of it."""
    said, goods, starts = part.split(), current(), [0]
    led = False
    for at, word in enumerate(said):
        counts = word in NUMBERS or word.isdigit()
        led, tied = word == "of" or (led and not counts and goods.place(word) != BEGINS), led
        packs = word in PACKED and counts_before(said, at) and said[at + 1 : at + 2] in (["de"], ["do"], ["da"], ["of"])
        if at == 0 or tied or not (packs or goods.place(word) == BEGINS) or is_colour(word) or said[at - 1] in TIES:
            continue
        counted = said[at - 1] in NUMBERS or said[at - 1].isdigit() or said[at - 1] in ("o", "a", "os", "as")
        if word in PACKED and not (packs or counted):
            continue
        start = at - counted
        if any(goods.place(one) == BEGINS for one in said[starts[-1] : start]):
            starts.append(start)
    return [" ".join(said[begin:end]) for begin, end in zip(starts, [*starts[1:], len(said)], strict=True)]


def counts_before(said: Sequence[str], at: int) -> bool:
    """A count stands there before the word, and is no measure of what is named before: `fardo de 6 latas`."""
    count = said[at - 1] if at else ""
    return (count in NUMBERS or count.isdigit()) and not (at > 1 and said[at - 2] in TIES)


def may_be_goods(text: str) -> bool:
    """`quero capotraste, afinador e capa`: the next things of a list, each a noun and no sentence."""
    if is_sentence(text):
        return False
    if re.match(r"^(?:uma?|o|a|os|as|the|an|some|my)\s", text):
        return True
    if re.search(r"\b(?:presente|pra|para|pro|porque)\b", text):
        return False
    parts = split_mentions(text)
    if len(parts) > 1:  # `quero vela de lavanda, vela de capim limão e a luminária`
        return all(map(may_be_goods, parts))
    named = name_words(text)[0]
    talk = says(words(text), v.LIKING | v.THANKS | v.GOODBYE) or signs.LOOK.search(text) or signs.GREETING.search(text)
    return bool(named) and len(words(text)) <= 6 and not any(map(verbal, named)) and not talk


def is_known(mention: Mention) -> bool:
    """The shop's goods have a word of it, or it counts or chooses some."""
    plain = replace(mention, words=(), having=())
    return plain != Mention() or any(current().place(word) or is_colour(word) for word in mention.words)
