"""Sizes and colours as English-speaking shoppers tell them of several things, each put to the name it belongs to:
`t-shirts: 2 small white, 1 XL black`, `make one of them L`, `a cooler, the big one`. Pure.
"""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import NAMES, begins, current
from app.features.chat.assistant.language.words import in_portuguese, is_colour, number, stem, words
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_COUNT = r"(?:an?|one|two|three|four|five|six|\d{1,3})"
_SIZES = {
    "extra-small": "pp", "small": "p", "medium": "m", "large": "g", "extra-large": "gg", "xs": "pp", "s": "p", "m": "m",
    "l": "g", "xl": "gg", "xxl": "xg", "pp": "pp", "p": "p", "g": "g", "gg": "gg", "xg": "xg", "kid's": "infantil",
    "kids": "infantil", "kid": "infantil", "child's": "infantil", "child": "infantil", "children's": "infantil",
}  # fmt: skip
_LETTER = rf"(?:{'|'.join(sorted(_SIZES, key=len, reverse=True))})"
_KIND = r"(?:smaller|small|little|bigger|big|larger|large|medium|[a-z]{3,})"
_IN_WORDS = {
    "small": ("pequeno", "pequena"),
    "medium": ("medio", "media"),
    "large": ("grande",),
    "extra-large": (),
}
_DEGREES = frozenset(["smaller", "bigger", "larger", "little", "large", "medium", "small", "big"])
_ITEM = expression(
    rf"(?P<count>{_COUNT})\s+(?:size\s+)?(?P<kinds>[a-z'-]+(?:\s+(?:(?:in\s+)?size\s+)?(?:[a-z'-]+|\d{{1,2}}))?)(?:\s+(?:ones?|in\s+size|size|please))?"
)
_SEVERAL = expression(
    rf"(?P<before>(?:.*?\s)??)(?P<many>(?:{_COUNT}|some|the)\s+)?(?P<kind>(?:(?!(?:and|or|{_COUNT})\s)[a-z0-9-]+\s+){{0,2}}?)"
    r"(?P<goods>[a-z][a-z-]*s|colete salva-vidas)\s*[:,]\s*(?P<list>.+)",
    re.DOTALL,
)
_NEXT = expression(
    rf"(?P<joint>\s*,\s*(?:and\s+)?|\s+and\s+)(?P<count>{_COUNT})\s+(?:pairs?\s+)?(?:in\s+)?(?:size\s+)?(?P<size>{_LETTER}|\d\d)"
    r"(?:\s+ones?)?(?=\s*(?:$|,|please|and\b))"
)
_LETTERED = expression(
    rf"^(?P<lead>.*?)(?P<first>{_COUNT})\s+(?P<one>xs|s|m|l|xl|xxl)\s+and\s+(?P<second>{_COUNT})\s+(?P<two>xs|s|m|l|xl|xxl)$"
)
_THE_ONE = expression(
    rf"^(?P<lead>(?:.*\s)?)(?P<article>an?|the|some)\s+(?P<goods>(?:[a-z-]+\s+){{0,2}}[a-z-]+)\s*,\s+(?:in\s+)?(?:the\s+)?(?P<kind>{_KIND})\s+one$"
)
_OF_THEM = expression(rf"^(?P<goods>[a-z].*?)\s*,\s+(?P<count>{_COUNT})\s+(?:of\s+)?(?:them|those|these)$")
_PACKED = expression(
    r"\b(?P<count>an?|one|two|three|four|five|\d{1,2})\s+(?:(?:packs?|packets?|boxe?s?|bags?|pairs?)\s+)?(?:of\s+)?(?:size|number|no\.?)\s+"
    r"(?P<size>\d{1,2})\s+(?P<goods>[a-z]{3,})"
)
_BEFORE = expression(rf"\b(?P<count>{_COUNT})\s+(?P<size>small|medium|large|extra-large)\s+(?P<goods>[a-z-]{{3,}})\b")
_IN_PACKS = expression(
    rf"(?P<before>(?:[^,.;!?\n]*\band\b)?)(?P<goods>[^,.;!?\n]+?)\s*,\s+(?P<count>{_COUNT})\s+"
    r"(?P<packing>(?:pack|packet|bottle|bag|can|jar|tube|roll)s?|box(?:es)?)(?=\s*(?:$|[,.;!?]|\band\b|please))"
)
# `the 6 pair sock pack`: which of them, and no count
_OF_SO_MANY = expression(
    r"\b(?P<lead>the|an?|one|two|three|\d{1,2})\s+(?P<n>\d{1,3})[\s-]+(?P<unit>pair|piece|count)\s+(?P<goods>[a-z]{3,}(?:\s+(?!and\b|plus\b|for\b|with\b|please\b)[a-z]{3,})?)"
)
# `a six-pack of pilsen`, `two 4-packs of soap`
_PACK_OF_SO_MANY = expression(
    r"\b(?:(?P<one>the|an?|one|1)\s+(?P<n>two|three|four|five|six|eight|ten|twelve|\d{1,2})[\s-]*pack|"
    r"(?P<many>two|three|four|five|six|\d{1,2})\s+(?P<each>two|three|four|five|six|eight|ten|twelve|\d{1,2})[\s-]*packs?)\s+"
    r"(?:(?:of|de)\s+)?(?:(?:the|your)\s+)?(?=(?P<goods>[a-z]{3,}(?:\s+[a-z]{3,})?))"
)
_LEADS = v.FILLER | v.WANT | v.BUY | v.GREETINGS | v.MORE | v.YES | v.VERBS
_OTHERWISE = expression(
    r"\b(?:(?:make|have|get)\s+(?P<count>one|two|three|1|2|3)\s+(?:of\s+)?(?:them|those|these)|"
    rf"(?:change|swap|switch|exchange|trade|replace)\s+(?P<many>an?|one|two|three|1|2|3)(?:\s+(?:of\s+)?(?:them|those|these)|\s+(?P<old>{_LETTER})(?:\s+ones?)?)?)\s+"
    r"(?:(?:to|for|into|with|in|be|it)\s+)*(?:(?:an?|one|the|size)\s+)*(?P<kind>[a-z]+(?:[-'][a-z]+)?|\d{1,2})"
    r"(?:\s+(?:ones?|instead|please|then))*\s*(?=$|[.!?,;])"
)
_SENTENCE = expression(r"[^.?!;\n]+(?:\.(?=\d)[^.?!;\n]*)*")


def spread(text: str) -> str:
    """A folded English message with each size and colour at the name it belongs to."""
    return _SENTENCE.sub(lambda found: _read(found[0]), text)


def partly_otherwise(text: str, lines: Sequence[CartLine]) -> str:
    """`make one of them white`, `swap one medium for a large`: so many of the line for as many of the other kind."""
    found = _OTHERWISE.search(text)
    if found is None:
        return text
    many, kind, old = number(found["count"] or found["many"]) or 1, found["kind"], _SIZES.get(found["old"] or "")
    meant = [line for line in lines if not old or size_in(line.name) == old]
    sized = kind if kind.isdigit() else _SIZES.get(kind)
    if len(lines) > 1 and not old and sized:  # it is asked which
        return f"{text[: found.start()]}{'uma' if many == 1 else many} delas tamanho {sized}{text[found.end() :]}"
    if len(meant) != 1 or not (sized or is_colour(kind)) or many >= meant[0].quantity + bool(old):
        return text
    noun = words(meant[0].name)[0]
    given = f"{noun} tamanho {old}" if old else noun
    told = f"troca {many} {given} por {many} {noun} {f'tamanho {sized}' if sized else kind}"
    return f"{text[: found.start()]}{told}{text[found.end() :]}"


def counted_in_packs(text: str) -> str:
    """`diapers size M, 2 packs`: `2 diapers size M`. The packing may have the other name of a thing that is sold
    (`bottles`), and names it only where the shop calls something by that very word."""
    return _IN_PACKS.sub(_in_packs, _OF_SO_MANY.sub(_of_so_many, _PACK_OF_SO_MANY.sub(_pack_of_so_many, text)))


def _pack_of_so_many(found: re.Match[str]) -> str:
    """It is packs that are counted, and not what they hold."""
    if not any(map(_named, words(found["goods"]))):
        return found[0]
    return f"{number(found['many'] or '1')} pack de {number(found['n'] or found['each'])} de "


def _of_so_many(found: re.Match[str]) -> str:
    if not any(map(_named, words(found["goods"]))):
        return found[0]
    return f"{found['lead']} {found['goods']} of {found['n']} {found['unit']}s"


def _in_packs(found: re.Match[str]) -> str:
    before, goods = found["before"], found["goods"]
    packing = {found["packing"], stem(found["packing"])}
    said = list(re.finditer(r"[a-z0-9'-]+", goods))
    at = next((one.start() for one in said if one[0] not in _LEADS), None)
    counted = at is None or any(number(one[0]) is not None and one.start() <= at for one in said)
    if counted or packing & set(current().places) or not any(map(_named, words(goods))):
        return found[0]
    lead = re.sub(r"\b(?:the|some|an?)\s*$", "", goods[:at])
    return f"{before}{lead}{number(found['count']) or 1} {goods[at:]}"


def _read(sentence: str) -> str:
    lead = sentence[: len(sentence) - len(sentence.lstrip())]
    sentence = _PACKED.sub(_packed, sentence.strip())
    sentence = _listed(sentence)
    sentence = _LETTERED.sub(r"\g<lead>\g<first> size \g<one> and \g<second> size \g<two>", sentence)
    sentence = _nexts(sentence)
    sentence = _THE_ONE.sub(_the_one, sentence)
    if "medium" in sentence:
        sentence = _BEFORE.sub(_sized_before, sentence)
    return lead + _OF_THEM.sub(_of_them, sentence)


def _packed(found: re.Match[str]) -> str:
    """`a pack of size 4 hooks`"""
    if not _named(found["goods"]):
        return found[0]
    return f"{number(found['count']) or 1} {found['goods']} size {found['size']}"


def _named(word: str) -> bool:
    return current().place(word) >= NAMES and not is_colour(word)


def _listed(sentence: str) -> str:
    """`t-shirts: 2 small white, 1 XL black`, each with its name."""
    found = _SEVERAL.fullmatch(sentence)
    if found is None or not _named(found["goods"].split()[0]):
        return sentence
    told = re.split(r"\s*(?:,|\band\b|&)\s*", found["list"].strip())
    items = [item for one in told if one and (item := _ITEM.fullmatch(one))]
    kinds = [one["kinds"].replace("size", " ").split() for one in items]
    counts = [number(one["count"]) or 1 for one in items]
    many = number((found["many"] or "").strip())
    if len(items) < 2 or len(items) < len([one for one in told if one]) or many not in (None, 1, sum(counts)):
        return sentence
    if not all(_tells(kind) for one in kinds for kind in one):
        return sentence
    said = [
        " ".join([str(count), found["kind"].strip(), found["goods"], *(_sized(kind) for kind in one)])
        for count, one in zip(counts, kinds, strict=True)
    ]
    return f"{found['before']}{', '.join(said)}"


def _tells(kind: str) -> bool:
    """It tells one of a kind from another, and is no name."""
    return kind in _SIZES or kind.isdigit() or is_colour(kind) or (bool(in_portuguese(kind)) and not begins(kind))


def _sized(kind: str) -> str:
    return f"tamanho {_SIZES.get(kind, kind)}" if kind in _SIZES or kind.isdigit() else kind


def _nexts(sentence: str) -> str:
    """`two vests size L and one M`, `sneakers in 33, and a pair in 36`: the next is of the same name."""

    def told(found: re.Match[str]) -> str:
        named = [word for word in words(sentence[: found.start()]) if _named(word)]
        if not named or not re.search(rf"\b(?:{_LETTER}|\d\d)\b", sentence[: found.start()]):
            return found[0]
        size = _SIZES.get(found["size"], found["size"])
        count = number(found["count"]) or 1
        return f"{found['joint']}{count} {named[-1]} tamanho {size}"

    return _NEXT.sub(told, sentence)


def _the_one(found: re.Match[str]) -> str:
    """`a cooler, the big one`"""
    goods = found["goods"].split()
    tells = is_colour(found["kind"]) or bool(in_portuguese(found["kind"]))
    if not any(map(begins, goods)) or begins(found["kind"]) or not (tells or found["kind"] in _DEGREES):
        return found[0]
    article = "1" if found["article"] in ("a", "an") else found["article"]
    return f"{found['lead']}{article} {found['kind']} {found['goods']}"


def _sized_before(found: re.Match[str]) -> str:
    """`1 medium vest and 1 large vest`: sizes, and none is the largest"""
    if not _named(found["goods"]):
        return found[0]
    if any(current().place(word) for word in _IN_WORDS[found["size"]]):  # a `Cuia Média`, and none in M
        return f"{found['count']} {found['goods']} {found['size']}"
    return f"{found['count']} {found['goods']} tamanho {_SIZES[found['size']]}"


def _of_them(found: re.Match[str]) -> str:
    """`a mug with a white handle, two of them`"""
    goods = re.sub(r"^(?:an?|the|some)\s+", "", found["goods"])
    return f"{found['count']} {goods}" if any(map(begins, words(goods))) and not re.match(r"\d", goods) else found[0]
