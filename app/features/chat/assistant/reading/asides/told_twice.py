"""What is told aloud of goods and then summed up: `a camiseta que é pro meu marido ele usa GG, então é uma caneca e uma
camiseta GG`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import COUNT, stem, words
from app.features.chat.assistant.reading.kinds.sizing import VALUE
from app.ops.expressions import expression

# `que é pro meu marido ele usa GG`
_WORN_BY = expression(
    rf"[\s,]+(?:que\s+)?(?:e|eh|vai\s+ser)\s+(?:pr[oa]s?|para|p)\s+(?:(?:[oa]s?|meus?|minhas?)\s+)*(?:{KIN})[\s,]+(?:e\s+)?(?:que\s+)?el[ea]\s+"
    rf"(?:usa|veste|calca)\s+(?:(?:tamanho|numero|o)\s+)*(?P<size>{VALUE})(?=\s*(?:$|[,.;!\n]|(?:e|entao|ai|dai)\b))"
)
_ONE = r"(?:1|uma?)"
_SUMMED_UP = expression(
    rf"[\s,.;]+(?:entao|ou\s+seja|resumindo|no\s+total)[\s,]+(?:e|eh|sao|fica|ficam|vai\s+ser|da)\s+(?P<list>{_ONE}\s+[^.,;!?\n]+?\s+e\s+{_ONE}\s+[^.,;!?\n]+?)(?=\s*(?:$|[,.;!\n]|(?:ai|dai)\b))"
)
# `prefiro o de 25. quero o filtro e mais dois elementos de 25`: how many of it is told behind
_PREFERRED = expression(
    r"(?:^|(?<=[.,;!\n]))\s*(?:(?:entao|e|eu)\s+)*(?:prefiro|fico\s+com|vou\s+(?:de|ficar\s+com)|melhor|i(?:'d)?\s+prefer|i'll\s+go\s+with)\s+"
    r"(?:[oa]s?|the)\s+(?:d[eoa]\s+)?(?P<which>\d+|[a-z]{4,})(?:\s+one)?(?:\s+(?:mesmo|entao|then))*\s*[.;!\n]+"
    rf"(?=[^?]*\b{COUNT}\s+[a-z]{{4,}}(?:\s+[a-z]+){{0,3}}\s+(?P=which)\b)"
)


def told_twice(text: str) -> str:
    """The folded text with such a size behind its goods, without what is preferred and then counted, and without a sum
    of what was named before with all its words."""
    text = _PREFERRED.sub("", _WORN_BY.sub(lambda found: f" tamanho {found['size']}", text)).strip()
    found = _SUMMED_UP.search(text)
    if found is None:
        return text
    before = {stem(word) for word in words(text[: found.start()])}
    again = [word for word in words(found["list"]) if word not in ("e", "1", "um", "uma")]
    goods = [word for word in again if current().place(word) == BEGINS]
    known = len(goods) > 1 and all(stem(word) in before for word in again)
    return f"{text[: found.start()]}{_pause(text[found.end() :])}" if known else text


def _pause(rest: str) -> str:
    return rest if re.match(r"\s*(?:$|[,.;!\n])", rest) else f",{rest}"
