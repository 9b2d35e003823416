"""A size or a colour told behind, of all that was counted: `2 da escura, 44 as duas`, `2 no 42 e 1 no 44, tudo stone`.
Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import COUNT, is_colour, number
from app.features.chat.assistant.reading.kinds.sizing import CALLED, VALUE
from app.ops.expressions import expression

_FEW = "dois|duas|tres|quatro|cinco|two|three|four|[2-5]"
_ALL = (
    rf"(?:(?:[np]?[oa]s|pr[ao]s|d[oa]s|all|the)\s+(?P<many{{0}}>{_FEW})|(?:em\s+)?amb[oa]s|(?:em\s+)?tod[oa]s(?:\s+el[ea]s)?|"
    r"tudo|both(?:\s+of\s+them)?|all(?:\s+of\s+them)?)"
)
_LEADS = rf"(?:(?:sao|e|eh|are|d[eo]|n[oa]|em|in|{CALLED})\s+)*"
_ENDS = r"(?=\s*(?:$|[,.;!\n])|\s+(?:e|and|por|pago|pix|please|com)\b)"
# `44 as duas`; `as duas 44`, `ambas no M`, `both size M`
_SIZED = expression(
    rf"\s*,\s*(?:e\s+|and\s+)?(?:{_LEADS}(?P<before>{VALUE})\s+(?:(?:em|in)\s+)?{_ALL.format(1)}"
    rf"|{_ALL.format(2)}\s+{_LEADS}(?P<behind>{VALUE})){_ENDS}"
)
# `as duas iguais`, `both the same`
_ALIKE = expression(
    rf"\s*,\s*(?:e\s+|and\s+)?{_ALL.format(1)}\s+(?:(?:sao|are|the)\s+)*(?:igua(?:l|is)(?:inh[oa]s)?|same|d[oa]\s+mesm[oa]){_ENDS}"
)
_COUNT = expression(rf"\b{COUNT}\b(?!\s*(?:un\b|kg|g\b|ml|l\b|cm|m\b|reais|[.,/]\d))")
_NUMBER_OF_SIZE = expression(rf"(?:\b(?:d[eo]|n[oa]|{CALLED})\s+)\d{{1,2}}\b|\b[2-6]\d\b")
_SENTENCE = expression(r"[.;!?\n]")
_AND_COLOUR = expression(r"\s+(?:e|and)\s+(?P<word>[a-z]{4,})")


# `2 no 42 e 1 no 44, tudo na lavagem stone`
_OF_SUCH = expression(
    rf"[\s,]+(?:e\s+|and\s+)?{_ALL.format(1)}\s+(?:(?:sao|are|d[ae]|n[ao]|em|in)\s+)*(?:(?:cor|colou?r|lavagem|estampa|sabor|modelo)\s+)?"
    rf"(?P<kind>[a-z]{{4,}}(?:\s+(?:marinho|clar[oa]|escur[oa]|royal))?){_ENDS}"
)
_IN_SIZE = expression(rf"\b{CALLED}\s+{VALUE}|(?<=[a-z]\s)[2-6]\d\b(?![.,/]\d|\s*[a-z%]{{1,3}}\b(?<!\be)(?<!\band))")


def in_their_kind(text: str) -> str:
    """The folded text in which a colour or the like stands beside each size before it, of which it was told; what is
    no kind that the shop's goods come in, or told of a single size, stays where it is."""
    found = _OF_SUCH.search(text)
    if found is None or "?" in text:
        return text
    word = found["kind"].split()[0]
    begins = max((one.end() for one in _SENTENCE.finditer(text, 0, found.start())), default=0)
    said = text[begins : found.start()]
    sizes = list(_IN_SIZE.finditer(said))
    if len(sizes) < 2 or not (is_colour(word) or 0 < current().place(word) < BEGINS):
        return text
    for one in reversed(sizes):
        said = f"{said[: one.end()]} {found['kind']}{said[one.end() :]}"
    return f"{text[:begins]}{said}{text[found.end() :]}"


def of_them_all(text: str) -> str:
    """The folded text in which the size stands beside what is counted; what is asked, or told of several, stays."""
    if "?" in text:
        return text
    found = _SIZED.search(text)
    if found is not None and _is_of_one(text[: found.start()], found):
        size, rest = found["before"] or found["behind"], text[found.end() :]
        colour = _AND_COLOUR.match(rest)
        if colour is not None and is_colour(colour["word"]):  # `as duas 44 e escuras`
            rest = f" {colour['word']}{rest[colour.end() :]}"
        return f"{text[: found.start()]} tamanho {size}{rest}"
    return text


def without_alike(text: str) -> str:
    """`2 escuras no 44, as duas iguais`, without what tells nothing more."""
    alike = _ALIKE.search(text) if "?" not in text else None
    if alike is None or not _is_of_one(text[: alike.start()], alike):
        return text
    return f"{text[: alike.start()]}{text[alike.end() :]}"


def _is_of_one(before: str, found: re.Match[str]) -> bool:
    """One count stands before it, of as many as are spoken of."""
    sentence = _SENTENCE.split(before)[-1]
    counts = [number(one[0]) or 0 for one in _COUNT.finditer(_NUMBER_OF_SIZE.sub(" ", sentence))]
    many = found["many1"] or found.groupdict().get("many2")
    return len(counts) == 1 and counts[0] > 1 and (many is None or number(many) == counts[0])
