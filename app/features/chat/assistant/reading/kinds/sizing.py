"""Sizes told of goods, put into words of their own: `camiseta 2 tam 6 e 1 tam 10`, `mesmo tamanho`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import SMALL_COUNT, fold, is_colour, number, words
from app.features.chat.assistant.products.name_words import PACKED, SIZES, product_words
from app.features.chat.assistant.products.sizes import dimensions
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

VALUE = (
    r"(?:\d{1,2}|xgg|xxl|pp|gg|xg|xl|xs|p|m|g|s|l)(?![\w/]|[.,]\d)"
    r"(?!\s*(?:un|und|unid\w*|pares?|pecas?|x|kg|g|ml|l|cm|m|reais|dias|anos|%)\b)"
)
LETTERS = ("pp", "p", "m", "g", "gg", "xg", "xgg")
"""From the smallest on."""
OTHERS = frozenset({"xs", "s", "l", "xl", "xxl"})
CALLED = r"(?:tamanho|numero|numeracao|size)"
# `2 tamanho 6`, `2 do 6`, `um 38`
_SO_MANY_IN = expression(
    rf"\b(?P<n>{SMALL_COUNT}|outr[oa]|another|(?:the\s+)?other)\s+(?:(?:(?:d[eo]|n[oa]|em|in|of)\s+)?{CALLED}\s+(?P<called>{VALUE})|[dn]o\s+(?P<placed>{VALUE})"
    r"|(?P<plain>\d\d(?:/\d\d)?)(?![\w/,.]|\s*[a-z%]{3}))"
)
_JOINS = expression(r"\s*(?:[,;+]|\be\b|\band\b|\bmais\b)*\s*(?:[oa]s?\s+|the\s+)?")
_AND_BEFORE = expression(r"(?:\s*(?:,|\be\b|\band\b|\bmais\b))+\s*$")
_PAUSE = expression(r"(?:\s*(?:[,:]|\bsendo\b|\buns\b|\bumas\b|\bso\b))*\s*$")
_PART = expression(r"[.;!?\n:]|,\s|\s(?:e|and|mais)\s")
_IN_SIZE = expression(
    rf"\s+(?:(?:n?o|em|in)\s+)?(?:{CALLED}\s+(?P<called>{VALUE})|(?P<plain>\d\d|xgg|pp|gg|xg|p|m|g))\s*$"
)
# `uma branca e uma azul marinho`
_SO_MANY_COLOURED = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+(?P<colour>[a-z]{{4,}}(?:[\s-](?:marinho|clar[oa]|escur[oa]|royal|bebe))?)(?=\s*(?:$|[,;.!?\n])|\s+(?:e|and)\s)"
)
_SAME = expression(
    r",?\s*\b(?:(?:d[oa]|n[oa]|[dn]?ess[ea]|[oa]|com|in|of)\s+)*(?:the\s+)?"
    r"(?:(?:mesm[oa]s?|igual)\s+(?:tamanho|numero|numeracao|medidas?|comprimento|largura|altura)|tamanho\s+igual|same\s+(?:size|length|width|measure\w*))\b(?!.*\?)"
)
_TOLD = expression(rf"\b{CALLED}\s+(?P<size>{VALUE})")
_NAME = expression(r"[a-z]+(?:-[a-z]+)*")
_METRES = r"(?:\s*(?P<unit{0}>m|mts?|metros?|cm))?"
_WAY = (
    r"(?P<way{0}>\s*(?:(?:d[eao]|in)\s+)?(?:(?P<up{0}>alt(?:ura|[oa])?|high|tall|height)|larg(?:ura|[oa])?|wide|width|"
    r"comp(?:rimento|rid[oa])?|prof(?:undidade)?|fundo|long|length|deep|depth)\b)?"
)
# `1,50 por 2`, `1 metro por 1,50`, `1.5 x 2 m`, `1.60 m wide by 2.20 high`
_SIDES = expression(
    r"(?<![\w.,$])(?P<one>\d{1,3}(?:[.,]\d{1,2})?)"
    + _METRES.format(1)
    + _WAY.format(1)
    + r"\s*(?:x|por|by|(?P<and>e|and|,))\s*"
    r"(?P<other>\d{1,3}(?:[.,]\d{1,2})?)"
    + _METRES.format(2)
    + _WAY.format(2)
    + r"(?!\w|[.,]\d|\s*(?:reais|conto|pila|cada|no\s+pix|a\s+vista))"
)
_OWN_SIDES = expression(r"\b(?:tem|mede|has|measures|is)\s+$")  # `a janela tem 1,05 de largura por 1,45 de altura`
_LONGEST = 6
"""Metres: what is longer is no side told in them."""
# `tamanho 10 com bordado em cada uma`
_WITH = expression(
    rf"(?P<called>{CALLED}\s+)?\b(?P<size>{VALUE})\s+(?:com|with)\s+(?:(?:[oa]s?|uma?|an?|the)\s+)?"
    r"(?P<what>[a-z][a-z ]*?)"
    r"(?:\s+(?:(?:em\s+)?cada(?:\s+uma?)?|on\s+each(?:\s+one)?|n[oa]s\s+(?:dois|duas|tres)|on\s+both))?"
    r"(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and)\s)"
)
_NO_SIZES = frozenset("1 2 3 5 7 9".split())  # noqa: SIM905 - they count, where no word calls them a size
_IN_NAME = expression(r"\(([^()]*)\)\s*$")
# `o tênis preto 41`, `2 tênis preto 41`: behind one thing, or one that is counted before it, no count is told.
_ONE_IN = expression(
    rf"(?P<one>(?:^|[\s,])(?:o|a|the|an|n?ess[ea]|n?est[ea]|{SMALL_COUNT})\s+(?:(?:[a-z][a-z'-]*|\d)\s+)*?(?P<last>[a-z][a-z-]+)\s+)(?P<size>[2-4]\d)"
    r"(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and|no|na|por|com|please|pix|pago)\b)"
)


def of_one(text: str) -> str:
    """`quero o tênis preto 41`, as it is read: `quero o tênis preto tamanho 41`."""
    found = _ONE_IN.search(text)
    if found is None or found["last"] in PACKED or re.search(rf"\b(?:{CALLED}|mais)\b", found["one"]):
        return text
    if current().place(found["last"]) < NAMES and not is_colour(found["last"]):
        return text
    return f"{text[: found.end('one')]}tamanho {text[found.start('size') :]}"


# `aro 13`, of what the shop has in `175/70 R13`
_RIM = expression(r"r\d{2}")
_ARO = expression(r"\b(?:aro|rim)\s+(?P<rim>\d{2})\b")


def by_sides(text: str, state: ConversationState) -> str:
    """`o tapete de 1,50 por 2`, told in metres of what the catalogue has in centimetres: `o tapete de 150x200`; other
    sides and rims as what is spoken of has them; `1.60 m wide by 2.20 high` with the width first. A pair of whole
    numbers without a unit or a word for the side is none: `faz 2 por 40`."""
    dialogue = state.dialogue
    asked = dialogue.pending.options if dialogue.pending else ()
    shown = [*dialogue.listed, *asked, *([dialogue.focus] if dialogue.focus else [])]
    names = [one.name for item in shown for one in item.each] + [line.name for line in state.cart.lines]
    known = {side.replace(",", ".") for name in names for side in dimensions(name) if "x" in side}

    def joined(found: re.Match[str]) -> str:
        named = bool(found["way1"] and found["way2"])
        if (named and _OWN_SIDES.search(text[: found.start()])) or (found["and"] and not named):
            return found[0]
        sides = [float(found[side].replace(",", ".")) for side in ("one", "other")]
        sides = sides[::-1] if named and found["up1"] else sides
        metres = "cm" not in (found["unit1"], found["unit2"]) and max(sides) <= _LONGEST
        whole = "x".join(f"{side * 100:.0f}" for side in sides)
        plain = "x".join(f"{side:g}" for side in sides)
        told = found["unit1"] or found["unit2"] or any("." in found[x] or "," in found[x] for x in ("one", "other"))
        if plain in known or not (metres and (told or named)):
            return plain.replace(".", ",") if plain in known or named else found[0]
        return whole if not known or any(float(one.split("x")[0]) > _LONGEST for one in known) else found[0]

    rims = {word for name in names for word in product_words(fold(name)) if _RIM.fullmatch(word)}
    text = _ARO.sub(lambda found: f"tamanho r{found['rim']}" if f"r{found['rim']}" in rims else found[0], text)
    return _SIDES.sub(joined, text)


def size_in(name: str) -> str:
    """The size that a variant's name tells: `Polo (Branca, 8)` is 8; empty: it comes in none."""
    told = _IN_NAME.search(name)
    values = [fold(one.strip()) for one in told[1].split(", ")] if told else []
    return next((one for one in values if one in SIZES or re.fullmatch(r"\d{1,2}(?:/\d{2})?", one)), "")


def spread_sizes(text: str) -> str:
    """`camiseta 2 tamanho 6 e 1 tamanho 10`, as it is read: `2 camiseta tamanho 6 e 1 camiseta tamanho 10`."""
    found = list(_SO_MANY_IN.finditer(text))
    found = found or [one for one in _SO_MANY_COLOURED.finditer(text) if is_colour(words(one["colour"])[0])]
    at = 0
    while at < len(found):
        run = [found[at]]
        while at + len(run) < len(found):
            after = found[at + len(run)]
            if _JOINS.fullmatch(text, run[-1].end(), after.start()) is None:
                break
            run.append(after)
        if told := _told_of(text[: run[0].start()], run):
            return told + spread_sizes(text[run[-1].end() :])
        at += len(run)
    return text


def _told_of(before: str, run: Sequence[re.Match[str]]) -> str:
    """The text up to the end of the counts, each with the thing that stands before the first; empty: there is none."""
    joined = _AND_BEFORE.search(before)
    head = before[: joined.start()] if joined else before
    head = head[: found.start()] if (found := _PAUSE.search(head)) else head
    begins = max((one.end() for one in _PART.finditer(head)), default=0)
    lead, part = head[:begins], head[begins:]
    first = _goods_in(part)
    if first is None:
        return ""
    thing, said = part[first.start() :], part[: first.start()]
    sized = _IN_SIZE.search(thing)
    counted = re.search(rf"\b({SMALL_COUNT})\s+$", said)
    if run[0].re.pattern == _SO_MANY_COLOURED.pattern:
        if sized is None or len(run) < 2:
            return ""
        plain, size = thing[: sized.start()].strip(), sized["called"] or sized["plain"]
        said = said[: counted.start()] if counted else said
        return lead + said + ", ".join(f"{one['n']} {plain} {one['colour']} tamanho {size}" for one in run)
    bare = any(one["plain"] for one in run)
    if sized is None and (joined and not joined[0].strip().startswith(",")):
        return ""  # `uma calça e 2 tamanho 6`
    if bare and not (sized or len(run) > 1):
        return ""
    many = sum(number(one["n"]) or 1 for one in run)
    if counted and sized is None:
        if number(counted[1]) != many:
            return ""
        said = said[: counted.start()]
    thing = (thing[: sized.start()] if sized else thing).strip()
    each = ", ".join(
        f"{number(one['n']) or 1} {thing} tamanho {one['called'] or one['placed'] or one['plain']}" for one in run
    )
    return f"{head}, {each}" if sized else f"{lead}{said}{each}"


def _goods_in(part: str) -> re.Match[str] | None:
    """The first word that names goods, and is no colour."""
    named = [one for one in _NAME.finditer(part) if current().place(one[0]) >= NAMES and not is_colour(one[0])]
    begins = [one for one in named if current().place(one[0]) == BEGINS]
    return begins[0] if begins and begins[0] == named[0] else named[0] if named else None


def with_each(text: str) -> str:
    """`2 camisetas tamanho 10 com bordado em cada`, as it is read: `2 camisetas tamanho 10 e 2 bordado`."""
    for found in _WITH.finditer(text):
        begins = max((one.end() for one in _PART.finditer(text, 0, found.start())), default=0)
        part = text[begins : found.start()]
        added = next((one for one in _NAME.finditer(found["what"]) if current().place(one[0]) == BEGINS), None)
        if added is None or _goods_in(part) is None or (not found["called"] and found["size"] in _NO_SIZES):
            continue
        counted = re.search(rf"(?:^|\s)({SMALL_COUNT})\s+(?=[a-z])", part)
        many = f"{counted[1]} " if counted else ""
        return f"{text[: found.end('size')]} e {many}{found['what']}{with_each(text[found.end() :])}"
    return text


def _measure_in(name: str) -> str:
    """What the variant measures: `120x160` of `Rolô (Branca, 1,20 x 1,60 m)`, `2m`; empty: no measure tells it."""
    sides = [one for one in dimensions(name) if "x" in one]
    return (sides or [word for word in variant_words(name) if word[0].isdigit() and word[-1].isalpha()] or [""])[-1]


_SAME_AS_MINE = expression(
    rf"(?:\s+(?:que|q)\s+(?:eu\s+)?(?:uso|visto|calco)|\s+(?:that\s+)?i\s+wear)?\s*[,:(]?\s*(?:e\s+|eh\s+|o\s+|it'?s\s+)?(?:{CALLED}\s+)?(?P<size>{VALUE})\)?(?=\s*(?:$|[.,;!\n]))"
)
_THAT_SIZE = expression(r"\s(?:[nd]esse|neste|deste|in\s+that)\s+(?:tamanho|numero|size)\b")


def same_size(text: str, state: ConversationState) -> str:
    """`a rosa, mesmo tamanho`, `2 nesse tamanho`, with the size that was told or taken last; without where there is
    none."""
    if state.dialogue.size:
        text = _THAT_SIZE.sub(f" tamanho {state.dialogue.size}", text)
    found = _SAME.search(text)
    if found is None:
        return text
    if behind := _SAME_AS_MINE.match(text, found.end()):  # `no mesmo número que eu uso, 42`
        return f"{text[: found.start()]} tamanho {behind['size']}{text[behind.end() :]}"
    before = [one["size"] for one in _TOLD.finditer(text, 0, found.start())]
    dialogue = state.dialogue
    focus = [dialogue.focus.name] if dialogue.focus is not None else []
    names = [*focus, *(line.name for line in reversed(state.cart.lines))]
    known = [told for name in names if (told := f"tamanho {size}" if (size := size_in(name)) else _measure_in(name))]
    told = f" tamanho {before[-1]} " if before else f" {known[0]} " if known else " "
    return f"{text[: found.start()]}{told}{text[found.end() :]}"


def variant_words(name: str) -> list[str]:
    """The words that tell which variant it is: `700ml` of `Açaí na Tigela (700 ml)`; none: it comes in one kind."""
    told = _IN_NAME.search(name)
    return product_words(fold(told[1])) if told else []


def lines_in_such(lines: Sequence[CartLine], told: Sequence[str]) -> list[CartLine]:
    """`muda pro de 700`, of the bowl of 300 ml and what goes on it: the lines that come in what is told, those first
    that are variants of a thing."""
    kinds = {kind for word in told if (kind := kind_of(word))}
    for each in (variant_words, lambda name: product_words(fold(name))):
        if found := [line for line in lines if kinds & set(map(kind_of, each(line.name)))]:
            return found
    return []


def kind_of(word: str) -> str:
    """What a word tells of a variant: a figure, the letter of a size, a packing; empty: none of these."""
    if word[0].isdigit():
        return "figure"
    return "size" if word in SIZES else "packing" if word in PACKED else ""


def first_words(text: str) -> list[str]:
    """The words of a name without what tells its variant."""
    return words(_IN_NAME.sub(" ", fold(text)))
