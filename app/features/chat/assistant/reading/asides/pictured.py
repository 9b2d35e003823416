"""Goods with pictures on them or for pictures, which are no wish to see one. Pure."""

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import words
from app.ops.expressions import expression

# `uma imagem de são josé`, where images are sold, is none to look at.
_SOLD = expression(
    r"\b(?P<goods>imagens|imagem|fotos?|videos?|pictures?|photos?)\b(?!\s+(?:d[eoa]s?\s+)?(?:produto|dela|dele|ess|iss))"
)
_PICTURED = expression(
    r"^(?P<before>.*?)\b(?:com|p|pra|para|de|with|for|to)\s+"
    r"(?:(?:tirar|fazer|bater|take|taking)\s+)?(?:(?:a|uma?s?|minha|sua|my|your|the)\s+)?(?:fotos?|photos?|pictures?)\b|"
    r"(?P<sized>\b(?:fotos?|photos?)\s+(?:de\s+)?\d+\s?x\s?\d+|\b\d+\s+(?:fotos|photos)\b)"
)


def pictured_goods(text: str) -> bool:
    """`porta-retrato pra foto 10x15`: the picture is what the goods are for or have on them."""
    found = _PICTURED.search(text)
    goods = current()
    if (told := _SOLD.search(text)) and goods.place(told["goods"]) == BEGINS:
        return True
    if found is None:
        return False
    sold = found["sized"] and goods.place("foto") == BEGINS
    return bool(sold or any(goods.place(word) == BEGINS for word in words((found["before"] or "").replace("-", " "))))
