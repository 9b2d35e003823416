"""Cards that the shop sells, and cards that one pays with. Pure."""

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.ops.expressions import expression

_COUNT = r"(?:\d+|mil|cem|um|uns|alguns|dois|tres|quatro|cinco|lotes?\s+(?:de|com)(?:\s+\d+)?)"
_CARDS = expression(
    rf"\b{_COUNT}\s+cart(?:ao|oes)\b|\b(?:quero|queria|me\s+ve|preciso\s+de|comprar|tem|vende[m]?|faz(?:em)?|preco\s+d[eo]s?)\s+cartoes\b|"
    r"\b\d+\s+(?:\w+\s+)?cards\b"
)
# `só o tripé e o cartão mesmo`, `cartão de memória`, `just one card`
_KINDS = expression(
    r"\bcart(?:ao|oes)\s+(?:de\s+[a-z]{4,}|sd|micro\w*|mesmo)\b|\b(?:sd|memory|greeting|birthday|thank[\s-]you)\s+cards?\b|\b(?:one|two|three|an?)\s+card\b|"
    r"\b[oa]s?\s+cart(?:ao|oes)\s+(?:(?:eu|ja|la|a\s+gente)\s+)*(?:tenho|temos|tem)\b"
)
_KEEPS = expression(r"\b([a-z]{4,})[\s-](?:de\s+|para\s+|pra\s+)?(?:cartao|cartoes|cards)\b")  # `porta cartão`
_PAYS = expression(r"\b(?:credito|debito|vezes|parcel\w*|aceita\w*|passa\w*|pag\w+|maquin\w+|pay\w*|accept)\b")


def wants_cards(text: str) -> bool:
    """`quanto é 100 cartões?`, where cards are sold, or what they are kept in: no way to pay."""
    place = max(current().place(word) for word in ("cartao", "cartoes", "cards"))
    kept = _KEEPS.search(text)
    if kept is not None and place >= NAMES and current().place(kept[1]) == BEGINS:
        return True
    sold = place == BEGINS
    return sold and (_CARDS.search(text) or _KINDS.search(text)) is not None and _PAYS.search(text) is None
