"""When goods are wanted or somebody comes for them: `pra sábado da semana que vem`, `retiro amanhã de manhã`. Pure."""

import re
from collections.abc import Sequence

from app.ops.expressions import expression

# When somebody comes for the goods: `retiro amanhã de manhã`, `busco sábado`.
_WHEN_DAY = (
    r"(?:hoje|hj|amanh[ãa]|depois\s+de\s+amanh[ãa]|(?:n[oa]\s+)?(?:pr[óo]xim[oa]\s+)?(?:segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|domingo)(?:\s*-?\s*feira)?(?:\s+d[ae]\s+(?:semana\s+q(?:ue)?\s+vem|pr[óo]xima\s+semana|outra\s+semana|semana)|\s+q(?:ue)?\s+vem)?|"
    r"semana\s+que\s+vem|mais\s+tarde|today|tomorrow|tonight|(?:on\s+)?(?:next\s+)?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:\s+next\s+week|\s+week)?|"
    r"(?:de|pela|[àa]|in\s+the|this)\s+(?:manh[ãa]|tarde|noite|morning|afternoon|evening)|n?o\s+(?:fim|final|come[çc]o)\s+d[ao]\s+(?:tarde|dia|manh[ãa])|"
    r"(?:l[áa]\s+pelas|depois\s+das|antes\s+das|(?:at[ée]\s+)?[àa]s|umas|at|after|before)\s+\d{1,2}(?:\s?h(?:oras?|s)?\d{0,2}|:\d\d|\s?(?:am|pm))?|na\s+hora\s+do\s+almo[çc]o|"
    r"(?:em|daqui(?:\s+a)?|dentro\s+de|in)\s+(?:(?:uns|umas|about)\s+)?(?:(?:meia|half\s+an?)\s+(?:hora|horinha|hour)|\d{1,3}\s*(?:min\w*|h\b|hs\b|hrs?\b|horas?|hours?)|(?:uma|duas|tr[êe]s)\s+horas?))"
)
_HOUR = r"(?:(?:as|[àa]s|umas|l[áa]\s+pelas|at|around)\s+)?\d{1,2}(?::\d\d|\s?h(?:rs?|oras?|s)?\d{0,2}|\s?[ap]m)"
_COMES_WHEN = expression(
    rf"(?:(?:eu|vou|passo|posso|pode\s+ser|quero|prefiro|ele|ela|(?:meu|minha)\s+[^\W\d]+|vai|vem|i'?ll|i\s+will)\s+)*(?:retir(?:o|ar|ada|amos|a)|busc(?:o|ar|amos|a)|peg(?:o|ar|amos|a)|pass(?:o|ar)|pick(?:ing)?|collect)\b"
    rf"(?:\s+(?:[oa]s?|l[áa]|a[íi]|na\s+loja|up|it|them|ele|isso|tudo|buscar|pegar|retirar|pra|para|s[óo]|in))*(?:\s+{_WHEN_DAY}\b){{1,3}}(?:\s+{_HOUR}\b)?",
    re.IGNORECASE,
)
_PAYS_WHEN = expression(
    r"\bpix\s+(?:s[óo]\s+|l[áa]\s+|a[íi]\s+)*(?:quando|qdo|na\s+hora)\s+(?:(?:eu|de|que|for|vier|passar|a[íi]|l[áa])\s+)*(?:busc\w+|peg\w+|retir\w+|receb\w+|chegar)\b",
    re.IGNORECASE,
)
# When the goods are wanted: `2 bolos pra sábado às 15h`.
FOR_DAY = expression(
    rf"\b(?:(?:[ée]|eh|s[ãa]o)\s+)?(?:(?:pra|para|pro|for)\s+(?:[oa]\s+)?|(?:entregar?|chegar?|chegue)\s+(?:n[oa]\s+)?)"
    rf"{_WHEN_DAY}\b(?!\s+da\s+lista)(?:\s+(?:que\s+vem|cedo|next|{_WHEN_DAY}|{_HOUR})\b)*",
    re.IGNORECASE,
)
# `sexta da semana que vem 15h`, and nothing else
_DAY_ALONE = expression(
    rf"^\W*(?:(?:pode\s+ser|[ée]|eh|seria|pra|para|for|n[oa])\s+)*{_WHEN_DAY}(?:\s+(?:{_WHEN_DAY}|{_HOUR}))*\W*$",
    re.IGNORECASE,
)
_HOUR_ALONE = expression(rf"^\W*{_HOUR}(?:\s+da\s+(?:manh[ãa]|tarde|noite))?\W*$", re.IGNORECASE)
_PRECISE = expression(r"\b(?:semana|week|q(?:ue)?\s+vem)\b|\d\s?(?:h|:|am|pm)", re.IGNORECASE)


def time_wished(piece: str) -> str:
    """When the shopper comes for the goods or pays, as it was written; empty where it is not told."""
    found = _PAYS_WHEN.search(piece) or _COMES_WHEN.search(piece)
    return found[0].strip() if found else ""


def is_when(piece: str, notes: Sequence[str]) -> bool:
    """A day and an hour and nothing else, or the hour behind the day."""
    if _PRECISE.search(piece) is None:
        return False
    day = bool(notes) and _DAY_ALONE.match(notes[-1]) is not None
    return _DAY_ALONE.match(piece) is not None or (day and _HOUR_ALONE.match(piece) is not None)
