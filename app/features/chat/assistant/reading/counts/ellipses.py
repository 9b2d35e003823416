"""What a message leaves out because it was just said, put back: `2 kg de batata e 1 de cebola`. Folded text. Pure."""

import re

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import COUNT, NUMBERS, is_colour, number, words
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_UNIT = (
    r"(?:caixas?|cx|packs?|fardos?|engradados?|pacotes?|sacos?|latas?|garrafas?|potes?|bandejas?|kgs?|kilos?|quilos?|"
    r"litros?|metros?|duzias?|dz|centos?|box|boxes|cases?|bottles?|cans?|bags?|dozens?)"
)
_FEW_DOZENS = 2
"""As many another may have; `uma dúzia de alface e cinco de coentro` are five seeds."""
_AND = r"(?:\s*,\s*|\s+(?:e|and|mais)\s+)"
_OF_UNIT = expression(
    rf"\b(?P<count>{COUNT})\s*(?P<unit>{_UNIT})\s+(?P<of>d[eo]|of)\s+(?P<what>[^,.;!?]+?){_AND}(?:e\s+)?(?P<more>{COUNT})\s+(?=(?:d[eo]|of)\s)"
)
_DOZENS = expression(rf"\b(?P<n>{COUNT})\s+(?:duzias?|dz)\s+de\s+")
# `6 bolos de coco e 4 de queijo`, where cheese is sold, or a bread of it
_OF_KIND = expression(
    rf"\b{COUNT}\s+(?P<noun>[a-z]{{3,}})\s+d[eo]\s+(?P<kind>[a-z]{{3,}}){_AND}(?:e\s+)?(?P<more>{COUNT})\s+(?=d[eo]\s+(?P<what>[a-z]{{3,}}))"
)
_HAVING = r"(?:com|sem|with|without)"
_OF_TWO = expression(
    rf"\b(?P<one>{COUNT})\s+{_HAVING}\s+(?P<what>[a-z]{{3,}}){_AND}(?P<other>{COUNT})\s+(?:{_HAVING})\s+(?P=what)\b"
)
_BEFORE_TWO = expression(rf"\b(?P<count>{COUNT})\s+(?P<noun>[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)\s*[,:]\s*$")
_NOUN_OF_TWO = expression(
    rf"\b(?P<first>{COUNT}\s+(?P<noun>[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)\s+{_HAVING}\s+(?P<what>[a-z]{{3,}}){_AND}{COUNT})\s+(?={_HAVING}\s+(?P=what)\b)"
)
_MEASURE = r"\d+(?:[.,]\d+)?\s*(?:litros?|lts?|l|ml|kg|[kq]u?ilos?|g|gramas?|cm|metros?|m|w|v|volts?|polegadas?)"
# `a coca lata e a de 2 litros`, `arroz branco e o integral`
_OTHER_KIND = expression(
    rf"\b(?P<noun>[a-z]{{3,}})\s+(?P<kind>(?:(?:d[eo]|da|{_HAVING})\s+)?(?:{_MEASURE}|[a-z]{{3,}}))"
    rf"\s*(?:,|\be\b|\bou\b|\band\b|\bor\b|\bpra\b)\s*(?P<other>(?:d?[oa]s?|the|pr[oa]|that)\s+|(?={_HAVING}\b))"
    rf"(?=(?P<of>(?:d[eo]|da)\s+)?(?P<having>{_HAVING}\b\s*)?(?P<what>{_MEASURE}|[a-z]{{3,}})?)"
)
# `1 orange and 1 pineapple juice`
_NOUN_LAST = expression(
    rf"\b(?P<first>{COUNT}\s+(?P<kind>[a-z]{{3,}}))(?P<and>\s*,?\s+(?:and|plus)\s+{COUNT}\s+(?P<other>[a-z]{{3,}}))\s+(?P<noun>[a-z]{{3,}})\b"
)
_SIZES = frozenset("small medium large big little tiny huge regular".split())  # noqa: SIM905
_OF = expression(r"\s+(?:d[eo]|of)\b")
_INSIDE = expression(r"\s+(?:n[oa]|dentro\s+d[oa]|in|inside)\s+(?:(?:uma?|an?|the)\s+)?(?=(?P<noun>[a-z]{3,}))")
_FITS = frozenset("cabe cabem encaixa encaixam entra entram serve servem fit fits".split())  # noqa: SIM905
_HEADING = expression(
    r"^\s*(?P<heading>(?:(?:oi+|ola|hi|hello|bom\s+dia|boa\s+(?:tarde|noite))\b[\s,!.]*)?"
    r"(?:(?:faz|monta|quero|queria|preciso|manda|separa|e|pra|para|o|a|um|uns|umas|algun?s|algumas|de|meu|minha|for|my|the|an|i|need|want|some|few)\s+)*"
    r"(?:combo|kit|pedido|lista|churrasco|festa|janta|almoco|coisas|coisinhas|produtos|itens|compras|order|list|barbecue|party|things|items|supplies|stuff)"
    r"(?:\s+\w+){0,3}):\s*(?=\S)"
)
# `1 kg no lugar do meio`, `troca o meio por 1 litro`
_HALF = expression(
    r"(?P<tie>\b(?:(?:no\s+lugar|em\s+vez|ao\s+inves)\s+d[oae]|(?:troc|mud)\w+\s+[oa]))\s+mei[oa](?=\s*(?:$|[.,;!\n]|(?:mesmo|entao|por|pra)\b))"
)
_ONE_UNIT = expression(rf"\b(?:{COUNT}|\d+,\d+)\s*(?P<unit>kgs?|[kq]u?ilos?|litros?|l)\b")

# `to só vendo a medida pra ele`, and then `qual é?`
_WHICH_IS = expression(
    r"(?P<before>\b(?P<of>(?:[oa]|the)\s+(?:medida|tamanho|altura|largura|cor|preco|valor|prazo|material|peso|voltagem|size|colou?r|price|height))\b)"
    r"(?P<between>[^?]*?[\n,.;]\s*)(?:qual\s+(?:e|eh|seria)|what\s+is\s+it|what's\s+it)\s*\?"
)


def filled(text: str) -> str:
    """The text with its units, nouns and headings put back or left out, as the goods stand in it."""
    text = _WHICH_IS.sub(r"\g<before>\g<between>qual e \g<of>?", text)
    if unit := _ONE_UNIT.search(text):
        text = _HALF.sub(rf"\g<tie> 500{'ml' if unit['unit'].startswith('l') else 'g'}", text)
    return _of_kind(_in_pieces(_by_units(_noun_last(_other_kind(_with_and_without(_without_heading(_beside(text))))))))


def _noun_last(text: str) -> str:
    """The noun behind both, as English has it: also behind the first, where that is none by itself. `one large and a
    still water` are two things: the one is a size and the other is not."""
    goods, found = current(), _NOUN_LAST.search(text)
    if found is None or goods.place(found["noun"]) != BEGINS or goods.place(found["kind"]) == BEGINS:
        return text
    if found["kind"] in _SIZES and found["other"] not in _SIZES:
        return text
    at = found.end("first")
    return f"{text[:at]} {found['noun']}{text[at:]}"


def _beside(text: str) -> str:
    """`1 caneca na caixa G`, where a box is goods of the shop: both are wanted; by `cabe na caixa?` neither."""
    goods = current()
    for found in _INSIDE.finditer(text):
        before = words(re.split(r"[,.;!?]", text[: found.start()])[-1])
        counted = any(word.isdigit() or word in NUMBERS for word in before[-7:]) and _FITS.isdisjoint(before)
        if goods.place(found["noun"]) == BEGINS and counted and any(goods.place(word) == BEGINS for word in before):
            return f"{text[: found.start()]}, 1 {text[found.end() :]}"
    return text


def _other_kind(text: str) -> str:
    """`quanto é a coca lata e a de 2 litros`: the noun before both, where the second names none of its own."""
    goods = current()
    for found in _OTHER_KIND.finditer(text):
        what = found["what"] or ""
        measured = what[:1].isdigit()
        named = (what in PACKED or is_colour(what)) and not _OF.match(text, found.end("other") + len(what))
        kind = measured or found["having"] is not None or named
        if goods.place(found["noun"]) != BEGINS or not kind or (measured and found["of"] is None):
            continue
        at = found.end("other")
        if found["having"] and not what:  # `água com gás e a sem`
            behind = words(found["kind"])[-1]
            end = at + len(found["having"].rstrip())
            return f"{text[:at]}{found['noun']} {text[at:end]} {behind}{text[end:]}"
        return f"{text[:at]}{found['noun']} {text[at:]}"
    return text


def _by_units(text: str) -> str:
    """`uma caixa de skol e uma de brahma`: a box of each."""
    for _ in range(5):
        found = _OF_UNIT.search(text)
        if found is None or (found["unit"][:2] in ("du", "dz", "do") and (number(found["more"]) or 0) > _FEW_DOZENS):
            break
        at = found.end("more")
        text = f"{text[:at]} {found['unit']}{text[at:]}"
    return text


def _in_pieces(text: str) -> str:
    """`2 duzias de torta, uma duzia de frango e uma duzia de palmito`: 24 in all, 12 of each."""
    many = [number(found["n"]) or 0 for found in _DOZENS.finditer(text)]
    if len(many) < 3 or many[0] != sum(many[1:]):
        return text
    first = _DOZENS.sub(lambda found: f"{12 * (number(found['n']) or 0)} ", text, count=1)
    return _DOZENS.sub(lambda found: f"{12 * (number(found['n']) or 0)} de ", first)


def _of_kind(text: str) -> str:
    """The noun put back before a kind of it that stands in other names; what is counted so is none of those goods."""
    goods = current()
    for _ in range(5):
        found = _OF_KIND.search(text)
        if (
            found is None
            or goods.place(found["noun"]) != BEGINS
            or found["noun"] in PACKED
            or not goods.place(found["what"])
        ):
            break
        at = found.end("more")
        text = f"{text[:at]} {found['noun']}{text[at:]}"
    return text


def _with_and_without(text: str) -> str:
    """`3 água com gás e 3 sem gás`, `4 águas, 2 com gás e 2 sem gás`: so many of each."""
    if found := _NOUN_OF_TWO.search(text):
        at = found.end("first")
        return f"{text[:at]} {found['noun']}{text[at:]}"
    found = _OF_TWO.search(text)
    head = _BEFORE_TWO.search(text[: found.start()]) if found else None
    if (
        found is None
        or head is None
        or number(head["count"]) != (number(found["one"]) or 0) + (number(found["other"]) or 0)
    ):
        return text
    one, other = found.end("one"), found.end("other")
    noun = f" {head['noun']}"
    return f"{text[: head.start()]}{text[found.start() : one]}{noun}{text[one:other]}{noun}{text[other:]}"


def _without_heading(text: str) -> str:
    """`churrasco hoje: uma caixa de skol, gelo`: what the list is for is none of it."""
    found = _HEADING.match(text)
    if found is None or any(current().place(word) == BEGINS for word in words(found["heading"])):
        return text
    wanted = "quero " if signs.WANT.search(found["heading"]) else ""
    return f"{wanted}{text[found.end() :]}"
