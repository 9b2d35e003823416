"""`outro igual só que moído`: another of what was just named, in everything but what is said. Folded text. Pure."""

import re

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import NUMBERS
from app.features.chat.assistant.products.mentions import ALIKE
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,3}}|{'|'.join(NUMBERS)})"
_SAME = r"(?:igual(?:zinh[oa])?|iguais|igual(?:zinh[oa])s|identic[oa]s?)"
# `igual ao primeiro`
_TO_WHAT = (
    r"(?:\s+(?:(?:ao?|as|to)\s+)?(?:(?:[oa]\s+|the\s+)?(?:primeir[oa]|ultim[oa]|anterior|outr[oa]|first|last|previous)(?:\s+one)?|"
    r"n?ess[ea]|n?est[ea]|el[ea]|that|this|it)(?:\s+(?:ai|mesm[oa]|one))?)"
)
_BUT = (
    r"(?:\s*,?\s*(?:so\s+(?:que|q)|so\s+mud\w+(?:\s+(?:pra|[oa]\s+\w+(?:\s+pra)?))?|mas|"
    r"porem|only|but|except(?:\s+that)?)(?:\s+(?:(?:e|eh|seja|it'?s|in|[oa])\s+)*)?)"
)
_ANOTHER = expression(
    rf"\b(?:mais\s+)?(?:(?:outr[oa]s?|another)(?:\s+(?P<several>{_COUNT}))?(?:\s+one)?|(?P<count>{_COUNT}))\s+(?:(?:pair\s+)?(?:{_SAME}|(?:the\s+)?same\s+as)\b(?:{_TO_WHAT}(?={_BUT}))?|like\s+(?:it|that)|the\s+same)\b(?P<but>{_BUT})?"
    rf"|(?P<joins>,\s*|\b(?:e|and|mais|plus)\s+)(?:(?P<some>{_COUNT})\s+)?(?:d?[oa]s?\s+mesm[oa]s?|(?:of\s+)?the\s+same)\b(?P<only>{_BUT})(?=\s*\w)"
)
# `queria um também, mas preto`
_TOO_BUT = expression(
    rf"\b(?P<count>{_COUNT})\s+(?:tambem|tb|tbm|too)\s*,?\s+(?:mas|so\s+(?:que|q)|porem|but)\s+(?:(?:em|na\s+cor|no\s+tamanho|o|a|in)\s+)?"
    r"(?P<what>[a-z0-9]+)(?=\s*(?:$|[,.;?!\n]))"
)


def another_alike(text: str) -> str:
    """The folded text with that as one more: `mais 1 igual moído`, `mais 1 desse`; a question stays as it is."""
    text = _TOO_BUT.sub(r"\g<count> \g<what> tambem", text)
    return "".join(piece if "?" in piece else _ANOTHER.sub(_told, piece) for piece in re.split(r"(?<=[.?!\n])", text))


def _told(found: re.Match[str]) -> str:
    count = found["several"] or found["count"] or found["some"] or "1"
    rest = found.string[found.end() :]
    says_what = re.match(
        r"\s*(?!e\b|and\b|mais\b|plus\b|pra\b|para\b|for\b|tambem\b|por\s+favor\b|please\b|pfv\b|que\b|a[io]\b)\w", rest
    )
    joins = ", " if (found["joins"] or "").startswith(",") else "e " if found["joins"] else ""
    if not says_what and not (found["but"] and _is_for_goods(rest)):
        return f"{joins}mais {count} desse "
    if not (found["but"] or found["only"]) and not re.match(r"\s*(?:em|de|com|sem|n[oa]|in)\s", rest):
        return found[0]
    return f"{joins}mais {count} {ALIKE} "


def _is_for_goods(text: str) -> bool:
    """`pra água fria`, which goods are called; and not `pra minha mãe`."""
    told = re.match(r"(?:pra|para|for)\s+(?:[oa]s?\s+|the\s+)?([a-z]{3,})", text)
    return told is not None and current().place(told[1]) > 0
