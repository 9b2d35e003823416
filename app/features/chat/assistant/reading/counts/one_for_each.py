"""So many of a thing for each person, or for each of other goods: `2 dogs com bacon em cada um`, `somos 3, uma coca pra
cada`, `cada um com um ovo`. It is counted as often as there are people or such goods. Pure."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import SMALL_COUNT, fold, is_colour, number, stem, words
from app.features.chat.assistant.products.name_words import SIZES, UNITS
from app.features.chat.assistant.reading.counts.for_whom import people_told
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_ONE = rf"(?:{SMALL_COUNT}|an?)"
_FOR = r"(?:pr[ao]s?|para|p|for)"
_ON = r"(?:em|n[oa]s?|in|on|to)"
_PEOPLE = (
    r"(?:pessoas?|people|persons?|adultos?|adults?|criancas?|kids?|child(?:ren)?|convidad[oa]s?|guests?|"
    r"alun[oa]s?|funcionari[oa]s?|amig[oa]s|friends|colegas|irma[o]s|irmaos|netos|netas|sobrinh[oa]s|filh[oa]s|menin[oa]s|"
    rf"meninas|daughters|sons|homens|mulheres|gemeos|gemeas|{KIN})"
)
_THOSE = rf"\s+(?:d[ao]s|del[ea]s|de\s+nos|of\s+(?:the|us|them))(?:\s+(?P<those>{SMALL_COUNT}))?(?:\s+{_PEOPLE})?"
# `cada`, `cada um dos dois`, `cada dog dos 4`; and not `cada cor`
_EACH = (
    r"(?:cada|each|every)(?:\s+(?:uma?|one|qual|(?P<noun>(?!(?:e|and|d[aeo]s?|com|of|with|from|por|please|tambem)\b)[a-z]{3,})))?"
    rf"(?:{_THOSE})?"
)
_ALL = (
    r"(?:tod[oa]s(?:\s+el[ea]s|\s+[oa]s\s+(?P<all_of>[a-z]{3,})|(?!\s+[oa]s\b))|amb[oa]s|(?:all|both)"
    r"(?:\s+of\s+them|\s+the\s+(?P<all_the>[a-z]{3,}))?)"
)
_TIED = r"com|with"
_WORD = rf"(?!(?:e|and|mais|{_TIED}|{_FOR}|{_ON}|cada|each)\s)[a-z0-9-]+"
_GOODS = rf"(?P<goods>(?!(?:de|of)\s)[a-z]{{3,}}(?:\s+{_WORD}){{0,7}}?)"
_VERB = r"(?:poe|coloca|bota|add|put|manda|quero|queremos|queria|me\s+ve|inclui|acrescenta|adiciona)"
_ENDS = r"(?:\s+(?:tambem|too|please|por\s+favor))*(?=\s*(?:$|[,.;!\n]|(?:e|and|mais)\b))"
# `com adicional de ovo em cada uma`, `e um guaraná pra cada um dos dois`
_WISH_WITH_EACH = (
    rf"(?P<tie>\s*,?\s+(?:com|with|e|and|mais|plus)\s+|\s*,\s*|^|(?<=[.;!\n])\s*|\b{_VERB}\s+)"
    rf"(?P<wish>(?:(?:mais|tambem|with|com|e|{_VERB})\s+)*)(?P<n>{_ONE}\s+)?{_GOODS}\s+"
    rf"(?:pra\s+acompanhar\s+|to\s+go\s+with\s+)?(?:(?P<prep>{_FOR}|{_ON}|with)\s+|(?<=with\s)|(?<=acompanhar\s))"
    rf"(?:{_EACH}|(?P<all>{_ALL})){_ENDS}"
)
_WITH_EACH = expression(_WISH_WITH_EACH)
# `uma tapioca de banana com canela pra cada`
_TIED_WITH_EACH = expression(_WISH_WITH_EACH.replace(f"mais|{_TIED}|{_FOR}", f"mais|{_FOR}"))
# `cada um com um adicional de catupiry`, `each with an extra egg`
_EACH_WITH = expression(
    rf"\s*,?\s*(?:(?:e|and)\s+)?{_EACH}\s+(?:(?:leva|vai|vem|tem\s+que\s+(?:vir|ir)|quero|gets?|comes?|having)\s+)?(?:com|with)\s+(?P<n>{_ONE}\s+)?"
    rf"{_GOODS}(?=\s*(?:$|[,.;!\n(]|(?:e|and)\b))"
)
_NOT = expression(r"\b(?:nao|n|nem|tir[ae]r?|se|ou|or|not|if|remove|dont|don't)\b")
_WITHOUT = expression(r"\b(?:sem|without)\s+(?P<what>[a-z]+)")
_SENTENCE_ENDS = expression(r"[.;!?\n]")
_WE_ARE = expression(
    rf"\b(?:somos|seremos|estamos|a\s+gente\s+(?:e|eh|sao)|we(?:'re|\s+are)|there(?:'s|\s+are|\s+will\s+be)|(?:pra|para|for|all)\s+(?:nos|us)|nos)\s+(?:em\s+|so\s+|apenas\s+|just\s+)?(?P<n>{SMALL_COUNT})\b(?!\s*(?:kg|g|ml|l|reais)\b)"
)
_SO_MANY_PEOPLE = expression(rf"\b(?P<n>{SMALL_COUNT})\s+{_PEOPLE}\b")
_PETS = expression(
    rf"\b(?:tenho|temos|meus|minhas|noss[oa]s|have|got|my|our)\s+(?P<n>{SMALL_COUNT})\s+(?:cachorr\w+|dogs|gat[oa]s|cats|pets|bichos|caes|quartos|banheiros|rooms)\b"
)
# `pra cada um dos meus 2 filhos: 1 caderno e 1 cola`
_FOR_EACH_FIRST = expression(
    rf"\b(?:{_FOR})\s+(?:cada|each)(?:\s+(?:uma?|one))?(?:\s+(?:d[aeo]s?|of))?(?:\s+(?:meus|minhas|noss[oa]s|my|our|the))?\s+(?P<those>{SMALL_COUNT})\s+{_PEOPLE}\s*[:,]\s*(?P<list>{_ONE}\s[^.;!?\n]+)(?=\s*(?:$|[.;!\n]))"
)
# `one glue and one eraser each for my two kids`, `um caderno e uma cola pra cada um dos meus 2 filhos`
_FOR_EACH_LAST = expression(
    rf"(?P<list>\b(?:uma?|1|an?|one)\s+[a-z](?:(?!\s(?:e|and)\s)[^,.;!?\n])*?\s(?:e|and)\s(?:uma?|1|an?|one)\s+[^,.;!?\n]*?)\s+(?:each\s+for|{_FOR}\s+(?:cada|each)(?:\s+(?:uma?|one))?\s+(?:d[aeo]s?|of))(?:\s+(?:meus|minhas|noss[oa]s|my|our|the))?\s+(?P<those>{SMALL_COUNT})\s+{_PEOPLE}(?=\s*(?:$|[,.;!\n]))"
)
_PAIR_OF = expression(r"\b(?:pairs?\s+of|par\s+de)\s+")
_TWINS = expression(r"\b(?:gemeos|gemeas|twins|um\s+casal|a\s+couple)\b(?!\s+of\b)")
_SOMEBODY = rf"(?:(?:(?:[oa]|meu|minha|my|his|her|the)\s+)*{KIN}|mim|me|myself|eu|i|el[ea]|him|her)\b"
_SOME_PEOPLE = expression(
    rf"\b(?:{_FOR}\s+)?{_SOMEBODY}(?:\s*(?:,|\be\b|\band\b)\s*(?:{_FOR}\s+)?{_SOMEBODY})+|\b{_FOR}\s+{_SOMEBODY}"
)
_ONE_OF_THEM = expression(rf"\b{_SOMEBODY}")
_COUNTED = expression(
    rf"(?<![\d,.x/])\b(?P<n>{SMALL_COUNT}|an)\s+(?!{SMALL_COUNT}\b)(?:(?:unidades?|pares|par|pacotes?|packs?|pairs?)\s+)?(?P<of>(?:d[eoa]s?|of|in)\s+)?(?P<word>[a-z0-9][a-z0-9-]*)"
)
_TOTAL = expression(
    rf"\b(?:quero|levo|vou\s+levar|vou\s+querer|take|want|[oa]s)\s+(?P<n>{SMALL_COUNT})(?=\s*(?:[,.;!\n]|e\b|and\b))"
)
_BOTH = expression(r"\b(?:both|ambos|ambas)\b")
_FEWEST = 2


class _Group(NamedTuple):
    """Goods that are counted before: how many, and the word that they begin with."""

    many: int
    noun: str


def one_for_each(text: str, lines: Sequence[CartLine]) -> str:
    """The folded text in which such a thing stands with the count of all of them. lines: those of the cart, of which
    each may be meant. What is asked or denied, or is for nobody knows how many, stays as it was."""
    text = _FOR_EACH_LAST.sub(_so_many_times, _FOR_EACH_FIRST.sub(_so_many_times, text))
    for sign in (_WITH_EACH, _TIED_WITH_EACH, _EACH_WITH):
        done = 0
        while found := sign.search(text, done):
            done = found.start() + 1
            if _is_wish(found, text) and (many := _how_many(found, text, lines)) >= _FEWEST:
                tie = found.groupdict().get("tie")
                tie = " e " if tie is None or tie.strip(" ,") in ("com", "with") else f"{tie}{found['wish']}"
                told = f"{text[: found.start()]}{tie}{many * _count(found)} {found['goods']}"
                text, done = f"{told}{text[found.end() :]}", len(told)
    return text


def _so_many_times(found: re.Match[str]) -> str:
    """The goods of a list, each so many times."""
    those = number(found["those"]) or 1

    def times(one: re.Match[str]) -> str:
        named = current().place(one["word"]) == BEGINS and not one["of"]
        return f"{those * (number(one['n']) or 1)}{one[0][len(one['n']) :]}" if named else one[0]

    return _COUNTED.sub(times, _PAIR_OF.sub("", found["list"])) if _NOT.search(found["list"]) is None else found[0]


def _count(found: re.Match[str]) -> int:
    return number((found["n"] or "").strip()) or 1


def _is_wish(found: re.Match[str], text: str) -> bool:
    """It names goods, in a sentence that neither asks nor denies."""
    begins = max((one.end() for one in _SENTENCE_ENDS.finditer(text, 0, found.start())), default=0)
    ends = _SENTENCE_ENDS.search(text, found.end())
    asks = ends is not None and ends[0] == "?"
    tie = found.groupdict().get("tie")  # none: `uma luva em cada caixa`
    of_all = found.groupdict().get("all")  # `e adesivo pra todas`
    counted = found["n"] or of_all or tie is None or tie.strip(" ,") in ("com", "with")
    named = any(current().place(word) == BEGINS and not is_colour(word) for word in words(found["goods"])[:3])
    without = _WITHOUT.search(found["goods"])
    if without and current().place(without["what"]) == BEGINS:
        return False  # `2 dogs sem bacon em cada um`
    if any(word.isalpha() and number(word) for word in words(found["goods"])[1:]):
        return False  # `quatro sacolas, uma pra cada`: so many of it in all
    return bool(counted) and named and not asks and _NOT.search(text[begins : found.end()]) is None


def _how_many(found: re.Match[str], text: str, lines: Sequence[CartLine]) -> int:
    """How many each of them are; 0: that is not told."""
    if found["those"]:
        return number(found["those"]) or 0
    noun = found["noun"] or found.groupdict().get("all_of") or found.groupdict().get("all_the")
    whom = noun is not None and re.fullmatch(_PEOPLE, noun) is not None
    before = text[: found.start()]
    if noun and not whom:
        groups = [one for one in _groups(before) if stem(one.noun) == stem(noun)]
        own = [line for line in lines if stem(noun) in map(stem, words(fold(line.name)))]
        return sum(one.many for one in groups) or sum(line.quantity for line in own)
    for_people = found.groupdict().get("prep") not in ("em", "no", "na", "nos", "nas", "in", "on", "with")
    if (whom or for_people) and (people := people_of(text)):
        return people
    groups = _groups(before)
    if groups:
        same = len({stem(one.noun) for one in groups}) == 1
        return sum(one.many for one in groups) if same or for_people else groups[-1].many
    if total := _TOTAL.search(before):
        return number(total["n"]) or 0
    if _BOTH.search(before):
        return 2
    nouns = {stem(words(fold(line.name))[0]) for line in lines}
    return sum(line.quantity for line in lines) if len(nouns) == 1 else 0


def people_of(text: str) -> int:
    """How many people a message tells of; 0: of nobody."""
    if many := people_told(text):
        return many
    if told := _WE_ARE.search(text):
        return number(told["n"]) or 0
    if several := sum(number(one["n"]) or 0 for one in _SO_MANY_PEOPLE.finditer(text)):
        return several
    if pets := _PETS.search(text):
        return number(pets["n"]) or 0
    if _TWINS.search(text):
        return 2
    return len({one[0].split()[-1] for run in _SOME_PEOPLE.finditer(text) for one in _ONE_OF_THEM.finditer(run[0])})


def _groups(before: str) -> list[_Group]:
    """The goods that are counted there; `2 tortas, uma de limão e uma de maçã` are two."""
    heads: list[tuple[int, str, list[int]]] = []
    for one in _COUNTED.finditer(before):
        word, many = one["word"], number(one["n"]) or 1
        if before[: one.start()].endswith(("de ", "tamanho ", "numero ")) or word in ("cada", "each"):
            continue
        if word in UNITS and (one["n"].isdigit() or word not in SIZES):
            continue
        begins = current().place(word) == BEGINS or (not heads and current().place(word) == NAMES)
        if begins and not is_colour(word) and not one["of"]:  # `4 abacates`, of a `Muda de Abacate`
            heads.append((many, word, []))
        elif is_colour(word) or word in SIZES or (heads and (current().place(word) or one["of"])):
            heads = heads or [(0, "", [])]  # `coleira, uma M e uma G`
            heads[-1][2].append(many)
    return [
        _Group(many if len(kinds) > 1 and sum(kinds) == many else many + sum(kinds), noun)
        for many, noun, kinds in heads
    ]
