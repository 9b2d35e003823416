"""Sizes of one thing and how many of each, in the ways people write them, as the one that the rules read: `camisetas
1M 2G`, `camiseta M (1), G (2)` and `uma camiseta M pra mim e duas G` are `1 camiseta m e 2 camiseta g`. Pure."""

import re
from collections.abc import Callable
from functools import partial

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import SMALL_COUNT, number, words
from app.ops.expressions import expression

_LETTER = r"(?:xgg|xxl|pp|gg|xg|xl|xs|p|m|g|s|l)"
_SIZE = rf"(?:{_LETTER}|[2-5]\d)(?![\w/%]|[.,]\d|\s*(?:un|unid\w*|kg|ml|cm|reais|dias|anos|vezes)\b)"
_CALLED = r"(?:(?:n?[oa]\s+)?(?:tamanho|tam|numero|size)\s+)?"
_NOUN = r"(?P<noun>[a-z][a-z-]{2,}(?:\s+[a-z]{4,}){0,2}?)"
_AND = r"(?:\s*[,;+\n]\s*(?:e\s+|and\s+)?|\s+(?:e|and|mais)\s+)"
_STOP = r"(?=\s*(?:$|[,.;!\n]|\b(?:e|and|por\s+favor|please|pfv?)\b))"
# `1M`, beside another such: no metres and grams
_GLUED = expression(rf"\b(\d{{1,2}})\s?(?:x\s*)?({_LETTER})\b(?!\s*(?:de|do|da|of)\b)")
# `M (1), G (2)`, `M x1 e G x2`, `M 1, G 2`
_BEHIND = expression(
    rf"(?P<lead>\b[a-z]{{3,}}\s*[:,-]?\s+){_CALLED}(?P<size>{_SIZE})\s*(?:[:=(x-]\s*)?(?P<n>\d{{1,2}})(?:x|un\w*)?\)?\s*(?:,|;|\be\b|\band\b|\+|\n|(?<=\)))\s*"
    rf"{_CALLED}(?P<other>{_SIZE})\s*(?:[:=(x-]\s*)?(?P<more>\d{{1,2}})(?:x|un\w*)?\)?(?=\s*(?:$|[,.;!\n]))"
)
_BOTH_OF = expression(
    rf"\b(?:tanto\s+(?:[oa]\s+|n[oa]\s+)?|both\s+)(?P<one>{_SIZE})\s+(?:quanto|como|e|and)\s+(?:[oa]\s+|n[oa]\s+)?(?P<two>{_SIZE})"
)
# `camiseta M e camiseta G`, `camiseta: M e G`, said alone
_LISTED = expression(
    rf"^\W*(?:(?:oi|ola|opa|bom\s+dia|boa\s+(?:tarde|noite)|hi|hello|entao|quero|queria|me\s+(?:ve|manda|da)|manda)[\s,!]+)*(?:[oa]s?\s+|the\s+)?{_NOUN}\s+{_CALLED}(?P<one>{_SIZE}){_AND}(?:tambem\s+)?(?:[oa]s?\s+|the\s+)?"
    rf"(?P=noun)\s+{_CALLED}(?P<two>{_SIZE})(?:\s+(?:tambem|por\s+favor|please|pfv?))*\W*$"
)
_AFTER_COLON = expression(
    rf"^\W*(?:(?:oi|ola|quero|queria)[\s,!]+)*(?:[oa]s?\s+)?{_NOUN}(?:\s*:\s*(?P<one>{_SIZE}){_AND}|\s+(?P<first>{_SIZE})\s*\+\s*)(?P<two>{_SIZE})(?:\s+(?:por\s+favor|please))*\W*$"
)
# `camiseta G e 2 camisetas M`
_ONE_UNCOUNTED = expression(
    rf"^\W*(?:(?:quero|queria|me\s+ve|manda)\s+)?(?:[oa]\s+)?(?={_NOUN}\s+{_CALLED}{_SIZE}{_AND}{SMALL_COUNT}\s+(?P=noun)s?\s+{_CALLED}{_SIZE}\W*$)"
)
_FOR = r"(?:\s+(?:(?:pra|para|pro|for)\s+(?:(?:[oa]|meus?|minhas?|my)\s+)*[a-z]+|tambem|de\s+presente))"
# `uma camiseta M pra mim e uma G pro meu marido`, `uma camiseta M. e uma G tb`
_ELIDED = expression(
    rf"(?P<first>\b(?:{SMALL_COUNT}|[oa]|the)\s+{_NOUN}\s+{_CALLED}{_SIZE}{_FOR}?\s*(?:[,.;\n]+\s*(?:e\s+|and\s+)?|\s(?:e|and|mais)\s+)(?:(?:tambem|mais|also|ai|outra?|quero|manda|me\s+ve)\s+)*)(?P<n>{SMALL_COUNT}|[oa]|outra?|another|the)\s+(?P<size>{_CALLED}{_SIZE})(?={_FOR}*\s*(?:$|[,.;!\n]))"
)
# `2 camisetas, as duas M`
_ALL_SO = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+{_NOUN}\s*[,.]\s*(?:(?:mas|e|sendo|quero)\s+)?(?:(?:[oa]s|the)\s+(?P<many>{SMALL_COUNT})|amb[oa]s|tod[oa]s(?:\s+el[ea]s)?|tudo|both|all(?:\s+of\s+them)?)\s+(?:(?:em|no|na|de|in|sao|are)\s+)*{_CALLED}(?P<size>{_SIZE}){_STOP}"
)
# `duas M da camiseta`
_SIZE_FIRST = expression(
    rf"(?<!e\s)(?<!,\s)\b(?P<n>{SMALL_COUNT})\s+(?P<size>{_SIZE})\s+d[aeo]s?\s+(?P<noun>[a-z]{{3,}}(?:\s+[a-z]{{4,}}){{0,2}}){_STOP}"
)
# `3 camisetas, uma delas G e as outras M`
_REST_SO = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+{_NOUN}\s*[,:]\s*(?:sendo\s+)?(?P<some>{SMALL_COUNT})(?:\s+(?:del[ea]s|of\s+them))?\s+(?:(?:em|no|na|in)\s+)*{_CALLED}(?P<one>{_SIZE})\s*(?:,|\be\b|\band\b)+\s*(?:[oa]s\s+outr[oa]s(?:\s+(?:dois|duas|tres|\d))?|o\s+(?:resto|restante)|as?\s+demais|the\s+(?:rest|others?(?:\s+(?:two|three))?))\s+(?:(?:em|no|na|in)\s+)*{_CALLED}(?P<two>{_SIZE}){_STOP}"
)
# `3 camisetas M, M e G`: as many sizes as there are to be of it
_ONE_BY_ONE = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+{_NOUN}\s*:?\s+(?P<sizes>{_SIZE}(?:\s*,\s*{_SIZE}){{1,6}}\s*(?:,|\be\b|\band\b)\s*{_SIZE}){_STOP}"
)
# `camiseta nos dois tamanhos`, `uma de cada tamanho da camiseta`, `uma em cada tamanho`
_IN_EACH = (
    r"(?:nos\s+(?:dois|tres|2|3)|em\s+(?:ambos\s+os|todos\s+os|cada(?:\s+um\s+d[eo]s)?)|in\s+(?:both|each|"
    r"all(?:\s+the)?))"
)
_EVERY_SIZE = expression(
    rf"(?P<lead>\b(?:quero|queria|me\s+ve|manda|vou\s+querer|i\s+want)\s+)?(?:[oa]s?\s+|uma?\s+)?{_NOUN}\s*,?\s+{_IN_EACH}\s+(?:tamanhos?|sizes?|cor(?:es)?|colou?rs?){_STOP}"
)
_OF_EVERY = expression(
    rf"^(?P<lead>\W*(?:(?:quero|queria|me\s+ve|manda|vou\s+querer|i\s+want)\s+)?)(?:uma?|1|one)\s+(?:de|em|of|in)\s+(?:cada|each)\s+(?P<what>tamanho|cor|size|colou?r)\s*,?\s*(?:d[aeo]s?|of(?:\s+the)?)\s+{_NOUN}(?:\s+(?:por\s+favor|please))*\W*$"
)
_BARE_EVERY = expression(
    r"^\W*(?:(?:quero|queria|manda|pode\s+ser|me\s+ve)\s+)?(?:uma?\s+)?(?:nos\s+(?:dois|2)|em\s+(?:ambos\s+os|cada))\s+tamanhos?\W*$"
)
_THEN_EVERY = expression(
    rf"^\W*(?P<lead>(?:quero\s+)?)(?:[oa]s?\s+)?{_NOUN}\s*,\s*(?=(?:uma?|one)\s+(?:de|of)\s+(?:cada|each)\s+(?:tamanho|cor|size|colou?r)\W*$)"
)


def in_each_kind(text: str) -> str:
    """A folded text in which each size of a thing is told with its count and the thing; what is asked stays."""
    if "?" in text:
        return text
    glued = {found[2] for found in _GLUED.finditer(text)}
    if len(glued) > 1:
        text = _GLUED.sub(r"\1 \2", text)
    text = _BOTH_OF.sub(r"\g<one> e \g<two>", text)
    text = _BEHIND.sub(r"\g<lead>\g<n> \g<size> e \g<more> \g<other>", text)
    for sign, told in _WAYS:
        text = sign.sub(partial(_told, told), text)
    return _BARE_EVERY.sub("uma de cada tamanho", text)


def _told(told: Callable[[re.Match[str]], str], found: re.Match[str]) -> str:
    return told(found) if _is_goods(found) else found[0]


def _is_goods(found: re.Match[str]) -> bool:
    first, *rest = found["noun"].split()
    return current().place(first) == BEGINS and all(current().place(word) >= NAMES for word in rest)


def _all_so(found: re.Match[str]) -> str:
    if found["many"] and number(found["many"]) != number(found["n"]):
        return found[0]
    return f"{found['n']} {found['noun']} {found['size']}"


def _rest_so(found: re.Match[str]) -> str:
    some, noun = number(found["some"]) or 1, found["noun"]
    left = (number(found["n"]) or 0) - some
    return f"{some} {noun} {found['one']} e {left} {noun} {found['two']}" if left > 0 else found[0]


def _listed(found: re.Match[str]) -> str:
    one, noun = found.groupdict().get("one") or found["first"], found["noun"]
    return f"quero 1 {noun} {one} e 1 {noun} {found['two']}" if one != found["two"] else found[0]


def _elided(found: re.Match[str]) -> str:
    return f"{found['first']}{found['n']} {found['noun']} {found['size']}"


def _one_by_one(found: re.Match[str]) -> str:
    sizes = [one for one in words(found["sizes"]) if one not in ("e", "and")]
    if len(sizes) != number(found["n"]):
        return found[0]
    return " e ".join(f"{sizes.count(one)} {found['noun']} {one}" for one in dict.fromkeys(sizes))


_WAYS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_ONE_BY_ONE, _one_by_one),
    (_REST_SO, _rest_so),
    (_ALL_SO, _all_so),
    (_SIZE_FIRST, lambda found: f"{found['n']} {found['noun']} {found['size']}"),
    (_LISTED, _listed),
    (_AFTER_COLON, _listed),
    (_ONE_UNCOUNTED, lambda found: f"{found[0]}1 "),
    (_ELIDED, _elided),
    (_EVERY_SIZE, lambda found: f"quero {found['noun']}, uma de cada tamanho"),
    (_OF_EVERY, lambda found: f"quero {found['noun']}, uma de cada {found['what']}"),
    (_THEN_EVERY, lambda found: f"quero {found['noun']}, "),
)
