"""What goods are put in, where the shop sells that: `1 caneca na caixa G`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, words
from app.features.chat.assistant.products.name_words import SIZES
from app.ops.expressions import expression

_TOLD = frozenset("pequena pequeno media medio grande maior menor tamanho presente".split())  # noqa: SIM905
_IN = expression(
    r"\s+(?:(?:na|numa|em\s+uma|dentro\s+d[ae](?:\s+uma)?|(?:com|with)(?:\s+(?:a|uma?|the))?|in\s+(?:a|the))\s+)"
    r"(?P<what>(?P<noun>caixa|caixinha|embalagem|sacola|sacolinha|lata|cesta|saquinho|saco|box|bag)\s+(?:(?:de|pra|para|pro|for|as)\s+)?(?P<told>[a-z]+)(?:\s+(?!e\b|and\b)[a-z]+)?)"
    r"(?=\s*(?:$|[,.;!\n])|\s+(?:e|por|pra|para|please|and)\s)"
)
# `tem como ir numa caixa bonita?`
_NICELY = expression(
    r"\b(?:(?:tem\s+como|da\s+pra|pode|podem|consegue[m]?|voces?)\s+)?(?:ir|vir|vem|vai|mandam?|mandar|colocam?|colocar|por|botar)\s+"
    r"(?:numa|em\s+uma|na)\s+(?P<noun>caixa|caixinha|embalagem|sacola|sacolinha|saquinho)\s+(?:bem\s+|mais\s+)?"
    r"(?:bonit\w+|lind\w+|especial|legal|fof\w+|arrumad\w+)(?=\s*\?)"
)
# `uma G`, of what is spoken of
_SIZED = expression(
    r"\b(?:uma?|[oa]|an?|the|\d{1,2}|dois|duas|two)\s+(?:(?:de|do|no|tamanho|numero|size)\s+)*(?:xgg|pp|gg|xg|xl|xs|p|m|g|s|l|\d{2})\s*$"
)
_PART = expression(r"[.;!?\n,]")


def unwrapped(text: str) -> str:
    """`1 caneca branca na caixa G`, as it is read: `1 caneca branca e 1 caixa G`."""
    text = _NICELY.sub(_as_gift, text)
    found = _IN.search(text)
    if found is None or "?" in text[found.end() :]:
        return text
    goods = current()
    begins = max((one.end() for one in _PART.finditer(text, 0, found.start())), default=0)
    before = [
        word for word in words(text[begins : found.start()]) if goods.place(word) == BEGINS and not is_colour(word)
    ]
    sized = _SIZED.search(text[begins : found.start()]) is not None
    told = found["told"] in SIZES | _TOLD or goods.place(found["told"]) >= NAMES
    if not ((before or sized) and told and goods.place(found["noun"]) == BEGINS) or found["noun"] in before:
        return text
    return f"{text[: found.start()]} e 1 {found['what']}{text[found.end() :]}"


def _as_gift(found: re.Match[str]) -> str:
    """Asked of what is sold to put goods in: what there is for gifts."""
    sold = current().place(found["noun"]) == BEGINS
    return f"voces embrulham em {found['noun']} de presente" if sold else found[0]
