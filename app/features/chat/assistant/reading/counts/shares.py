"""So many for one and so many for another, of the same thing, added up: `tomada, 2 pra mim e 3 pra minha mãe`. Pure.

Whom or what they are for is anything that names no goods; what each of them gets by another size or colour is told
apart, and stays.
"""

import re
from collections.abc import Iterable

from app.features.chat.assistant.language.goods import BEGINS, current, names_goods
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import NUMBER_WORDS, fold, number, words
from app.features.chat.assistant.reading.counts.one_for_each import people_of
from app.ops.expressions import expression

_MANY = rf"\d{{1,3}}|{NUMBER_WORDS}|outr[oa]|another"
_UNIT = r"(?:\s+(?:unidades?|un|pecas?|metros?|m|pares|caixas?|pacotes?))?"
_FOR = r"(?:pr[ao]s?|para|p|for)"
_WHO = rf"(?:(?!(?:e|and|mais|{_MANY})\b)[a-z]+)(?:\s+(?!(?:e|and|mais|tudo|total|{_MANY})\b)[a-z]+){{0,2}}"
_OWNER = (
    rf"(?:minh[oa]s?|meus?|mine|d?el[ea]s?|hers|his|d[oa]s?\s+(?:minha\s+|meu\s+)?{KIN}(?:\s+(?!(?:e|and)\b)[a-z]+)?)"
)
_SHARE = rf"(?:{_MANY}){_UNIT}\s+(?:{_FOR}\s+{_WHO}|{_OWNER})(?=\s*(?:$|[,.;!?\n]|e\b|and\b|mais\b|tudo\b|total\b))"
_AND = r"\s*(?:,\s*(?:e\s+|and\s+|mais\s+)?|\be\s+(?:mais\s+)?|\band\s+|\bmais\s+)"
# `2 pra mim e 3 pra minha mãe`, `uma minha e outra da minha irmã`
_SHARES = expression(
    rf"(?:\b(?:sendo|que\s+sao|sao|seriam?|com)\s+)?(?<![\d,.])\b(?P<list>{_SHARE}(?:{_AND}{_SHARE})+)"
)
_OF_KIND = expression(rf"\b(?P<many>{_MANY})\s+pr[oa]\s+(?:lado\s+)?(?P<kind>[a-z]{{4,}})\b")
_EACH = expression(rf"\b(?P<many>{_MANY})(?={_UNIT}\s+(?:{_FOR}\s|{_OWNER}\b))")
_WHOM = rf"(?:eu|el[ea]|(?:(?:o|a|meu|minha|my)\s+)+{KIN}|i|she|he)"
_TAKES = r"(?:quer\w*|vai\s+querer|vou\s+querer|leva|levo|pega|pego|precis[ao]|pediu|wants?|needs?|takes?)"
# `eu quero 2 e minha mãe quer 3`
_TAKEN = expression(
    rf"\b{_WHOM}\s+{_TAKES}\s+(?:{_MANY})(?:{_AND}{_WHOM}(?:\s+{_TAKES})?\s+(?:{_MANY}))+(?=\s*(?:$|[,.;!?\n]))"
)
_TAKEN_EACH = expression(rf"\b{_WHOM}(?:\s+{_TAKES})?\s+(?P<many>{_MANY})\b")
# `pra mim e pra minha mãe, uma pra cada`
_SO_MANY_EACH = expression(
    rf"(?P<whom>\b{_FOR}\s+{_WHO}(?:{_AND}{_FOR}\s+{_WHO})+)\s*,?\s*(?P<many>{_MANY}){_UNIT}\s+(?:(?:{_FOR}|de)\s+)?(?:cada|each)(?:\s+(?:uma?|one))?"
)
# `um terço pra cada, azul pra mãe e branco pra sogra`
_KIND_FOR = rf"(?:[oa]\s+|the\s+)?(?:(?:sem|com|de)\s+)?[a-z0-9]+\s+{_FOR}\s+{_WHO}"
_KIND_EACH = expression(
    rf"\b(?P<many>{_MANY})\s+(?P<goods>(?!{_FOR}\s)[a-z][^,.;!?\n]*?)\s+(?:{_FOR}|de)\s+(?:cada|each)(?:\s+(?:uma?|one|{KIN}))?(?:\s+(?:tambem|tb|too))?"
    rf"\s*[,:]\s*(?P<kinds>{_KIND_FOR}(?:{_AND}{_KIND_FOR})+)(?=\s*(?:$|[,.;!?\n]))"
)
_KIND = expression(rf"(?:^|{_AND})(?:[oa]\s+|the\s+)?(?P<kind>(?:(?:sem|com|de)\s+)?[a-z0-9]+)\s+{_FOR}\s")
_WHOSE = expression(rf"\b{_FOR}\s+{_WHO}")
# `pra mim um óleo, pro meu pai um balm, shampoo 1 pra cada um`: for each of those who were told before it
_SOMEBODY = rf"(?:(?:(?:[oa]|meu|minha|my|his|her|the)\s+)*{KIN}|mim|me|myself|eu|el[ea]|him|her)\b"
_EACH_OF_THEM = expression(
    rf"(?<![\d,.])\b(?P<many>{_MANY})(?P<goods>(?:\s+(?!(?:{_FOR}|e|and|{_MANY})\s)[a-z0-9]+){{0,8}}?)\s+(?:(?:{_FOR}|de)\s+cada(?:\s+(?:uma?|pessoa|qual|{KIN}))?|(?:for\s+)?each(?:\s+(?:one|of\s+us))?)"
    r"(?:\s+(?:tambem|tb|too))?(?=\s*(?:$|[,.;!?\n]|e\b|and\b))"
)
# `1 tomada pra mim e 2 pra minha mãe`: the goods stand in the first share
_GOODS_FIRST = expression(
    rf"(?<![\d,.])\b(?P<many>{_MANY})\s+(?P<goods>(?!{_FOR}\s)[a-z][^,.;!?\n]*?)\s+{_FOR}\s+(?P<who>{_WHO})(?P<rest>(?:{_AND}{_SHARE})+)"
)
_ARTICLE = expression(r"\b(?:[oa]s?|the|some)\s+$")
_COUNTED = expression(rf"\b(?P<many>{_MANY})\s+(?:d[eoa]s?\s+)?$")
_ENDS = expression(r"[.;!?\n]")
# `3 só. uma é pra sala e duas pro quarto`: what they are for, of as many as were told
_IS = r"(?:e|eh|vai|vao|fica|ficam|sao|is|are)"
_EACH_FOR = rf"(?:{_MANY})\s+{_IS}?\s*{_FOR}\s+{_WHO}"
_WHAT_FOR = expression(
    rf"\b(?P<many>{_MANY})\b(?P<between>[^.;!?\n]*)[,.;]\s*(?P<list>{_EACH_FOR}(?:{_AND}{_EACH_FOR})+)\s*(?=$|[.!?\n])"
)
_EACH_ONE = expression(rf"\b(?P<many>{_MANY})(?=\s+{_IS}?\s*{_FOR}\s)")

# `2 dele, um pra cada menino`, `2 adicionais, um em cada`: for whom or where they are, of as many as were told
_FOR_EACH_OF_SO_MANY = expression(
    rf"(?<![\d,.])\b(?P<many>{_MANY})\b(?P<goods>(?:\s+(?!(?:{_MANY}|e|and|mais)\b)[a-z0-9-]+){{0,6}})\s*[,:(.-]\s*(?:e\s+)?(?:uma?|1|one)\s+(?:(?:vai|e|eh|is)\s+)?(?:{_FOR}|em|n[oa]s?|in|on)\s+"
    r"(?:cada|each)(?:\s+(?!(?:e|and)\b)[a-z]+){0,3}\)?(?=\s*(?:$|[,.;!?\n]|(?:e|and)\b))"
)
# `queria um pra mim, scrub rosa P`: one of what is named behind it
_COUNTED_FIRST = expression(
    rf"(?<![\d,.])\b(?P<many>{_MANY}){_UNIT}\s+{_FOR}\s+(?:{_SOMEBODY})\s*[,:-]\s*(?:[oa]s?\s+|the\s+)?"
    rf"(?!(?:{_MANY})\s)(?P<goods>[a-z]{{3,}}\b[^,.;!?\n]*)"
)
# `um de 4 e um de 8 anos, uma pra cada`, `quatro sacolas, uma pra cada`: that is each or all of them
_KINDS_TOLD = expression(
    rf"\b(?P<n>{_MANY})\s+(?:de|tamanho|n[oa])\s+\S+\s*(?:,|\be\b)\s*(?:{_MANY})\s+(?:de|tamanho|n[oa])\s|\b(?:{_MANY})\s+[a-z]{{3,}}(?:\s+d[eao]\s+[a-z]+)?\s*,?\s*$"
)
_OF_IT = expression(
    rf"\s*(?:(?:d?(?:el[ea]s?|ess[ea]s?|est[ea]s?)|of\s+(?:them|those|these|it)|desse\s+mesmo){_UNIT})?\s*"
)


def added_up(text: str, names: Iterable[str] = ()) -> str:
    """The folded text, in which such shares are one count, before the thing or alone. names: of the goods that are
    spoken of; what is for one of their kinds is of it (`uma pro direito e uma pro esquerdo`)."""
    kinds = {word for name in names for word in words(fold(name.partition(" (")[2]))}
    text = _OF_KIND.sub(lambda found: f"{found['many']} {found['kind']}" if found["kind"] in kinds else found[0], text)
    text = _COUNTED_FIRST.sub(_count_behind, _FOR_EACH_OF_SO_MANY.sub(_of_so_many, text))
    text = _for_each_of_them(_KIND_EACH.sub(_of_each_kind, text))
    text = _GOODS_FIRST.sub(_with_goods, _WHAT_FOR.sub(_without_what_for, text))
    for sign, each in ((_SO_MANY_EACH, None), (_SHARES, _EACH), (_TAKEN, _TAKEN_EACH)):
        found = sign.search(text)
        if found is None or names_goods(found[0]):
            continue
        if each is None:
            total = _count(found["many"]) * len(_WHOSE.findall(found["whom"]))
        else:
            total = sum(_count(one["many"]) for one in each.finditer(found[0]))
        text = _told(text, found, total)
    return text


def _count_behind(found: re.Match[str]) -> str:
    said = words(found["goods"])
    named = any(current().place(word) == BEGINS for word in said[:3]) and {"tambem", "too", "also"}.isdisjoint(said)
    return f"{found['many']} {found['goods']}" if named else found[0]


def _of_each_kind(found: re.Match[str]) -> str:
    kinds = [one["kind"] for one in _KIND.finditer(found["kinds"])]
    if any(current().place(word) == BEGINS for kind in kinds for word in words(kind)):
        return found[0]
    return " e ".join(f"{_count(found['many'])} {found['goods']} {kind}" for kind in kinds)


def _for_each_of_them(text: str) -> str:
    """So many for each of the people who were told before."""
    found = _EACH_OF_THEM.search(text)
    people = people_of(text) if found else 0
    if found is None or people < 2 or (not found["goods"].strip() and _KINDS_TOLD.search(text[: found.start()])):
        return text
    total = _count(found["many"]) * people
    if names_goods(found["goods"]):
        return f"{text[: found.start()]}{total}{found['goods']}{text[found.end() :]}"
    return text if found["goods"].strip() else _told(text, found, total)


def _told(text: str, found: re.Match[str], total: int) -> str:
    """The text with the sum before the goods that stand before the shares; where none do, it is so many that are
    wanted."""
    before, after = text[: found.start()], text[found.end() :]
    begins = max((one.end() for one in _ENDS.finditer(before)), default=0)
    goods = [one for one in re.finditer(r"[a-z]{3,}", before) if current().place(one[0]) == BEGINS]
    named = goods[-1].start() if goods and goods[-1].start() >= begins else -1
    if named < 0:
        wants = "" if before[begins:].strip(" ,") else "quero "
        return f"{before}{wants}{total}{after}"
    head, name = _ARTICLE.sub("", before[:named]), before[named:].rstrip(" ,:-")
    counted = _COUNTED.search(head)
    if counted is not None:  # `5 tomadas, 2 pra mim e 3 pra minha mãe`
        return f"{head}{name}{after}" if _count(counted["many"]) == total else text
    return f"{head}{total} {name}{after}"


def _of_so_many(found: re.Match[str]) -> str:
    goods = any(current().place(word) == BEGINS for word in words(found["goods"]))
    several = _count(found["many"]) > 1 and (goods or _OF_IT.fullmatch(found["goods"]) is not None)
    return f"{found['many']}{found['goods']}" if several else found[0]


def _without_what_for(found: re.Match[str]) -> str:
    total = sum(_count(one["many"]) for one in _EACH_ONE.finditer(found["list"]))
    if total != _count(found["many"]) or names_goods(found["list"]):
        return found[0]
    return f"{found['many']}{found['between']}"


def _with_goods(found: re.Match[str]) -> str:
    others = [_count(one["many"]) for one in _EACH.finditer(found["rest"])]
    goods = words(found["goods"])
    named = any(current().place(word) == BEGINS for word in goods)
    if not named or {"e", "and", "mais"} & set(goods) or names_goods(f"{found['who']} {found['rest']}"):
        return found[0]
    return f"{_count(found['many']) + sum(others)} {found['goods']}"


def _count(said: str) -> int:
    return number(said) or 1
