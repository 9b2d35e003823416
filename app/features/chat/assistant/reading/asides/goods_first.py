"""Goods said before the verb that wishes for them: `o shampoo de 1 litro eu quero`, `do condicionador pega o pequeno`.
Pure."""

import re
from collections.abc import Callable
from functools import partial

from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import SMALL_COUNT, is_colour, words
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_BEGINS = r"(?P<begin>^|[.,;!\n]|\b(?:e|mas|and)\s)\s*"
_WISH = (
    r"(?:quero|queria|levo|vou\s+(?:levar|querer)|fico\s+com|pega|me\s+ve|manda|separa|poe|coloca|bota|"
    r"i(?:'ll|\s+will)\s+take|i\s+want|give\s+me)"
)
# `o shampoo de 1 litro eu quero`
_WANTED = expression(
    rf"{_BEGINS}(?P<what>(?:[oa]s?|the)\s+[^.,;!?\n]+?)\s+(?:(?:que|that)\s+)?(?:eu|i)\s+(?:quero|queria|levo|vou\s+(?:levar|querer)|fico|want|do\s+want|'ll\s+take)\b"
    r"(?P<tail>(?:\s+(?:mesmo|assim|sim|entao|still|too|tambem))*)(?=\s*(?:[.,;!\n]|$))"
)
# `e do condicionador pega o pequeno`
_OF_THAT = expression(
    rf"{_BEGINS}(?:d[oa]s?|of\s+the)\s+(?P<what>[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)\s*,?\s+(?:eu\s+)?{_WISH}\s+(?:só\s+|so\s+)?(?P<count>(?:\d{{1,2}}|uma?|dois|duas|tres|two|three)\s+d?)?[oa]s?\s+"
    r"(?P<which>(?!mesm)[a-z0-9][^.,;!?\n]*)"
)
# `do boné trucker me vê dois`
_SO_MANY_OF_THAT = expression(
    rf"{_BEGINS}(?:d[oae]s?|dess[ea]s?|of\s+the)\s+(?P<what>[a-z]{{3,}}(?:\s+[a-z0-9]+){{0,4}}?)\s*,?\s+(?:(?:eu|pode|i)\s+)*{_WISH}\s+(?:só\s+|so\s+|just\s+)?"
    r"(?P<count>\d{1,2}|uma?|dois|duas|tres|quatro|cinco|seis|one|two|three|four)(?:\s+unidades?)?(?=\s*(?:[.,;!\n]|$|e\b))"
)
# `uns cabrestos de nylon queria dois azuis e um vermelho`, `de sementes quero 2 envelopes de habanero e 1 de biquinho`
_SUCH = r"\s+(?:(?P<{held}>[a-z]{{3,}})\s+d[eoa]s?\s+|d[eoa]s?\s+)?(?P<{kind}>(?!e\b|mais\b)[a-z]{{3,}})"
_KINDS_OF_THAT = expression(
    rf"(?P<begin>^|[.,;!\n]|\b(?:e|mas|and)\s|\bprecis\w+\s+(?=de\s)|\s(?=u(?:n|ma)s\s))\s*(?:(?:de\s+)?u(?:n|ma)s|d[eoa]s?)\s+(?P<what>[a-z]{{3,}}(?:\s+[a-z0-9]+){{0,4}}?)\s*,?\s+(?:(?:eu|i)\s+)*"
    rf"{_WISH}\s+(?P<n>{SMALL_COUNT}){_SUCH.format(held='held', kind='kind')}"
    rf"(?:\s*,?\s+(?:e|mais|and)\s+(?P<m>{SMALL_COUNT}){_SUCH.format(held='also_held', kind='other')})?"
    r"(?=\s*(?:[.,;!\n]|$|\b(?:e|pra|para)\b))"
)
# `tem também rédea de algodão né que eu quero uma`
_HAVE_SO_MANY = expression(
    rf"{_BEGINS}(?:(?:voces?|ai|la)\s+)?(?:(?:tambem|ainda)\s+)*tem\s+(?:(?:tambem|ainda|ai)\s+)*(?P<what>[a-z][^.,;!?\n]*?)\s*,?\s+(?:ne|neh|sim|la|ai)?\s*(?:que|porque)\s+(?:(?:eu|tambem)\s+)*"
    rf"{_WISH}\s+(?P<count>{SMALL_COUNT})(?:\s+(?:del[ea]s?|tambem|mesmo))*(?:\s*\?+)?(?=\s*(?:[.,;!\n]|$))"
)
# `só que a cadeira ela quer azul, não rosa`
_THEY_WANT = expression(
    rf"{_BEGINS}(?P<what>(?:[oa]s?|the)\s+[a-z]{{3,}}(?:\s+[a-z]{{3,}})?)\s+(?:el[ea]s?|s?he)\s+(?:quer|queria|prefere|wants|prefers)\s+(?:(?:em|na\s+cor|in)\s+)?(?P<which>[a-z]{{4,}})"
    r"(?:\s*,\s*(?:e\s+)?(?:nao|not)\s+(?:[oa]\s+|the\s+)?[a-z]+)?(?=\s*(?:[.,;!\n]|$))"
)
# `vi agora a de couro, quero ela no lugar`: the goods named just before
_THAT_ONE = expression(
    rf"{_BEGINS}(?:(?:agora|so|que|eu|i|just|ai|na\s+verdade,?)\s+)*(?:vi|achei|reparei\s+n|encontrei|saw|noticed|found)\s*(?:(?:agora|aqui|ali|ai|que\s+tem|now|here)\s+)*(?P<what>(?:[oa]s?|uma?|the|an?)\s+[^.;!?\n]+?)"
    rf"\s*[,.;]\s*(?:(?:e|ai|entao|and|so)\s+)*(?:eu\s+)?(?:{_WISH}|prefiro|vai\s+ser|i'?d\s+rather\s+have)\s+(?:el[ea]s?|ess[ea]s?|est[ea]s?|it|that(?:\s+one)?|those)"
    r"(?P<instead>\s+(?:no\s+lugar|em\s+vez|instead))?(?:\s+(?:mesmo|entao|agora|ai))*(?=\s*(?:[.,;!\n]|$))"
)
# `daí eu vi aí o kit nuvem rosa queria um`
_SEEN_SO_MANY = expression(
    rf"(?P<begin>^|[.,;!\n]|\b(?:e|mas|dai|entao|ai|and)\s)\s*"
    rf"(?:(?:eu|ja|so|i|entao|dai)\s+)*(?:vi|achei|gostei\s+d|saw|found)\s*(?:(?:ai|aqui|ali|la|no\s+(?:insta\w*|site|catalogo)|there)\s+)*"
    rf"(?P<what>(?:[oa]s?|the)\s+[a-z][a-z ]{{2,50}}?)"
    rf"\s*,?\s+(?:eu\s+)?{_WISH}\s+(?P<count>\d{{1,2}}|uma?|dois|duas|tres|one|two|three)(?:\s+(?:so|del[ea]s?|dess[ea]s?|unidades?))*(?=\s*(?:[.,;!\n]|$|e\s))"
)
# `eu queria tudo rosa`, before the goods are told in that colour
_ALL_IN = expression(
    r"(?:\b(?:e|porque|que|and)\s+)?\b(?:(?:eu|i)\s+)?(?:quero|queria|vou\s+querer|want|wanted|vai\s+ser)\s+(?:tudo|everything)\s+(?:(?:em|de|na\s+cor|in)\s+)?(?P<colour>[a-z]{4,})\s*[,.]?\s+(?=(?P<rest>.+)$)"
)
_ARTICLE = expression(r"^(?:[oa]s?|the)\s+")
_NUMBERED = expression(r"(?:[oa]s?|the)\s+(?:d[eo]\s+)?\d")


def _wanted(found: re.Match[str]) -> str:
    return f"{found['begin']} quero {found['what']}"


def _they_want(found: re.Match[str]) -> str:
    return f"{found['begin']} {found['what']} quero {found['which']}" if is_colour(found["which"]) else found[0]


def _that_one(found: re.Match[str]) -> str:
    what = found["what"].removesuffix(",")
    return f"{found['begin']} troca por {what}" if found["instead"] else f"{found['begin']} quero {what}"


def _of_that(found: re.Match[str]) -> str:
    count = (found["count"] or "o ").removesuffix("d").strip()
    what = _ARTICLE.sub("", found["what"]) if count[:1].isalnum() and count != "o" else found["what"]
    return f"{found['begin']} quero {count} {what} {found.groupdict().get('which', '')}".rstrip()


def _kinds_of_that(found: re.Match[str]) -> str:
    """So many of each kind, unless a kind is a thing by itself."""
    kinds = [(found[n], found[kind]) for n, kind in (("n", "kind"), ("m", "other")) if found[n]]
    held = [word for word in (found["held"], found["also_held"]) if word]
    own = any(current().place(word) == BEGINS for _, word in kinds if not is_colour(word))
    known = all(is_colour(word) or current().place(word) for _, word in kinds)
    counted = all(word in PACKED or CONTAINER.fullmatch(word) for word in held)
    if own or not known or not counted or current().place(found["what"].split()[0]) != BEGINS:
        return found[0]
    return f"{found['begin']} quero " + " e ".join(f"{many} {found['what']} {kind}" for many, kind in kinds)


def _is_sold(what: str) -> bool:
    return _NUMBERED.match(what) is not None or any(current().place(word) >= NAMES for word in words(what))


def _all_in(found: re.Match[str]) -> str:
    again = is_colour(found["colour"]) and found["colour"] in words(found["rest"])
    if not again:
        return found[0]
    return ", " if re.search(_WISH, found["rest"]) else ", quero "


_READINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_THAT_ONE, _that_one),
    (_SEEN_SO_MANY, _of_that),
    (_THEY_WANT, _they_want),
    (_KINDS_OF_THAT, _kinds_of_that),
    (_HAVE_SO_MANY, _of_that),
    (_WANTED, _wanted),
    (_SO_MANY_OF_THAT, _of_that),
    (_OF_THAT, _of_that),
)


def wish_first(text: str) -> str:
    """The folded text in which such goods stand behind their verb; what the shop does not sell stays as it is said."""
    text = _ALL_IN.sub(_all_in, text)
    for sign, told in _READINGS:
        text = sign.sub(partial(_if_sold, told), text)
    return text


def _if_sold(told: Callable[[re.Match[str]], str], found: re.Match[str]) -> str:
    return told(found) if _is_sold(found["what"]) else found[0]
