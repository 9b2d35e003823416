"""An exchange that is asked for as a question: `o rolo pode trocar por uma trincha?`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.edits import line_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_ASKED = expression(
    r"(?P<before>(?:^|.*[.!;\n,]\s*))(?P<lead>(?:(?:sera\s+que|e|ah+|moc[oa]|entao|voces?|eu|da\s+(?:pra|para)|pode[ms]?|podia|poderia|posso|consegue[ms]?|tem\s+como|"
    r"can|could|would|may|you|i|we|please|por\s+favor)\s+)*)(?P<what>[^?.!;\n]*?)\s*\b(?P<verb>troc(?:a|ar|o|amos)|substitu(?:i|ir|o)|swap|exchange|replace|switch)\s+"
    r"(?P<old>[^?.!;\n]*?)\s*\b(?:por|pel[oa]s?|for|with|to)\s+(?P<new>[^?.!;\n]+?)\s*\?+\s*$",
    re.DOTALL,
)
_MODALS = expression(
    r"\b(?:eu|voces?|da\s+(?:pra|para)|pode[ms]?|podia|poderia|posso|consegue[ms]?|tem\s+como|can|could|you|i|me)\s*$"
)
_OF_RULES = expression(
    r"\b(?:se|caso|if|depois|prazo|dias?|loja|serv\w+|defeito|quanto|qual|quando|quantos|after|later|how|when|receb\w+|cheg\w+|dinheiro|pix|cartao)\b"
)


def as_change(message: str, lines: Sequence[CartLine]) -> str:
    """A message as it was written; where it asks for such an exchange of a line of the cart, as one that tells it."""
    if not lines or "?" not in message:
        return message
    text = spelt_out(fold(message))
    found = _ASKED.match(text)
    if found is None or _OF_RULES.search(text):
        return message
    old = f"{_MODALS.sub('', found['what'])} {found['old']}".strip()
    named = line_in(old, lines)
    goods = [word for word in words(found["new"]) if word not in FILLER and current().place(word) >= NAMES]
    if named is None or not goods or line_in(found["new"], [named]) is not None:
        return message
    return f"{found['before']} troca {old} por {found['new']}"
