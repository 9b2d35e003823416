"""What goods are filled in or wound on, where the shop sells no such thing: with a number it counts the goods. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import COUNT_WORDS, is_colour
from app.ops.expressions import expression

_CALLED = (
    r"(?:vidro|tubo|frasco|pote|galao|rolo|balde)s?|novelos?|novelinhos?|vidrinhos?|tubinhos?|"
    r"frasquinhos?|cop(?:o|inho)s?|potinhos?|bisnag(?:a|uinha)s?|carret(?:el|eis|elzinho|eizinhos)|mead(?:a|inha)s?|cones?|"
    r"folh(?:a|inha)s?|pacotinhos?|caixinhas?|saquinhos?|garrafinhas?|latinhas?|rolinhos?|potao|ampolas?|retroses?|retros|"
    r"tablete?s?|maco?s|macinhos?|pedac(?:o|inho)s?|fati(?:a|nha)s?|"
    r"pratos?|pratinhos?|tigel(?:a|inha)s?|porcao|porcoes|porcaozinha|porcoezinhas|"
    r"balls?|skeins?|spools?|reels?|rolls?|tubes?|jars?|tins?|tubs?|sheets?|portions?|servings?|cups?|slices?|"
    r"bars?|pieces?|cartons?|packets?|bunch(?:es)?|bottles?|pots?|loaf|loaves|orders?"
)
CONTAINER = expression(_CALLED)
_COUNT = rf"(?:\d{{1,3}}|{COUNT_WORDS}|an?|outr[oa]|another|mais)"
# By these kinds of a thing may be called: `torta (fatia)`, `suco (jarra)`, `cerveja (lata)`
_PORTION = expression(
    r"(?:lat|garraf|fati|pedac|pedaci|prat|tigel|copi|tablet|folh|cup|slice|piece|portion|serving|bar|sheet)[a-z]*"
)
_ADJECTIVE = r"(?:(?:pequen[oa]s?|grandes?|small|little|big|large)\s+)?"
_COUNTED = expression(
    rf"\b(?P<n>{_COUNT})\s+{_ADJECTIVE}(?P<held>{_CALLED})\s+(?:d[eao]s?|d(?:est|ess)[ea]|of(?:\s+the)?)\s+"
    r"(?=(?P<first>[a-z][a-z0-9-]+)(?:\s+(?P<second>[a-z][a-z0-9-]+))?(?:\s+(?P<third>[a-z][a-z-]+))?)"
)
# `the 100 g roll of solder wire`
_SIZED = expression(
    rf"\b(?P<size>\d+(?:[.,]\d+)?\s?(?:g|kg|ml|l|m|cm))\s+(?P<held>{_CALLED})\s+of\s+(?=(?P<first>[a-z][a-z0-9-]+))"
)
# What points to one of several kinds: `da amarela`.
_POINTED = expression(r"\b(?:d[ao]s?|d(?:est|ess)[ea])\s+$")


def without_containers(text: str) -> str:
    """A folded text in which goods are counted themselves: `um vidrinho de terebintina`, `3 balls of red yarn`."""
    return _SIZED.sub(_sized, _COUNTED.sub(_counted, text))


def _sized(found: re.Match[str]) -> str:
    named = current().place(found["first"]) >= NAMES and current().place(found["held"]) < NAMES
    return f"{found['size']} " if named else found[0]


def _counted(found: re.Match[str]) -> str:
    goods = current()
    sold = goods.place(found["held"]) >= (1 if _PORTION.fullmatch(found["held"]) else NAMES)
    said = [word for word in (found["first"], found["second"], found["third"]) if word]
    named = any(goods.place(word) >= NAMES for word in said)
    pointed = _POINTED.search(found[0])  # `2 vidros da amarela`, of what is spoken of
    if pointed and not sold and goods.place(found["held"]) < NAMES and (is_colour(found["first"]) or not named):
        return f"{found['n']} {pointed[0]}" if _tells_kind(found["first"]) else found[0]
    named = named or _tells_kind(found["first"])
    return found[0] if sold or not named else f"{found['n']} "


def _tells_kind(word: str) -> bool:
    """`2 vidros da amarela`: goods are counted, of which only the kind is told."""
    return is_colour(word) or current().place(word) > 0
