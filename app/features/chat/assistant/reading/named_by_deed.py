"""What is named by its deed, as the shop has it: `espuma de limpar tênis` is the `Espuma Limpa Tênis`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.ops.expressions import expression

_BY_DEED = expression(
    r"\b(?P<noun>[a-z]{3,})\s+(?:de|pra|para)\s+(?P<deed>[a-z]{3,}[ae])r\s+(?:(?:[oa]s?|meus?|minhas?)\s+)?(?P<of>[a-z]{3,})"
)


def named_by_deed(text: str) -> str:
    """The folded text in which such a name is one, without its `de`, where the shop's names have all three words."""
    return _BY_DEED.sub(_as_sold, text)


def _as_sold(found: re.Match[str]) -> str:
    place = current().place
    sold = place(found["noun"]) >= BEGINS and place(found["deed"]) >= NAMES and place(found["of"]) >= NAMES
    return f"{found['noun']} {found['deed']}r {found['of']}" if sold else found[0]
