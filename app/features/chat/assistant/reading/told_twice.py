"""What is told aloud of goods and then summed up: `a camiseta que é pro meu marido ele usa GG, então é uma caneca e uma
camiseta GG`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import stem, words
from app.features.chat.assistant.reading.sizing import VALUE
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


def told_twice(text: str) -> str:
    """The folded text with such a size behind its goods, and without a sum of what was named before with all its
    words."""
    text = _WORN_BY.sub(lambda found: f" tamanho {found['size']}", text)
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
