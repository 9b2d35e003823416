"""Of several that are called alike, the one that is described so: `aquele chá que acalma pra dormir`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.alike import said_of_all
from app.features.chat.assistant.products.matching import Product, together

_USE = (
    r"(?:\s+(?!que\b|pra\b|para\b|that\b|which\b|for\b|to\b|e\b|and\b)\w+){0,2}\s+(?:que|"
    r"pra|para|pro|bom\s+pra|that|which|for|to)\s+(?P<use>[^,.;!?\n]+)"
)


def by_use(text: str, products: Sequence[Product], mention: Mention) -> list[Product]:
    """The one thing of whose name and description most is said behind its noun; all where that tells no single one."""
    found = list(products)
    if len(together(found)) < 2 or not mention.words:
        return found
    told = re.search(rf"\b{re.escape(mention.words[-1])}{_USE}", spelt_out(fold(text)))
    said = [word for word in words(told["use"]) if len(word) > 3 and word not in FILLER] if told else []
    meant = said_of_all(found, said) if said else found
    return meant if len(together(meant)) == 1 else found
