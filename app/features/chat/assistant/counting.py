"""How many it is to be of what is there already: `na verdade 4`, `dobra`, `menos um`. Pure."""

import re

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.reading import Reading
from app.features.chat.assistant.words import number

# `são 2`, `corrige pra 2`: how many it is to be.
_SETS = re.compile(
    r"(?:(?:na\s+verdade|entao|ai|ah|ok|actually|sorry)\s+)*(?:sao|seriam|era[m]?(?:\s+(?:pra|para)\s+ser)?|faz|faca|fecha|leva|pago|corrig\w+|arruma|ajusta|deixa|"
    r"fica|da|coloca|bota|poe|completa|arredonda|make\s+it|i\s+meant)\s+(?:so\s+|apenas\s+|somente\s+|just\s+|only\s+)?(?:pra\s+|para\s+|em\s+)?(?:[ao]s\s+)?"
    r"(\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|dez|one|two|three|four|five|six|ten)(?:\s+unidades?)?(?:\s*,?\s*e?\s+n(?:ao|ot)\s+\d{1,3})?"
    r"(?:\s+(?:vai|ai|entao|mesmo|ta|por\s+favor|please))*"
)
_NOT_SO_MANY = re.compile(r"(?:e\s+)?n(?:ao|ot)\s+\d{1,3}")
# `dobra`, `menos um`: more or less of what is spoken of.
_DOUBLES = re.compile(r"(?:(?:manda|quero|faz|leva)\s+)?(?:o\s+dobro|dobra(?:\s+(?:isso|ai))?|double\s+(?:it|that))")
_LESS = re.compile(r"(?:menos|less)\s+(\d{1,2}|uma?|dois|duas|tres)|(one|two|\d{1,2})\s+less")
# `4 é muito`: not that many.
_TOO_MANY = re.compile(
    r"(?:nao\s+)?\d{1,3}\s+(?:e|eh|ta|fica|is)\s+(?:muito|demais|pouco|too\s+(?:much|many))(?:\s+\w+)?"
)
# `acho que 40 é melhor`
_BETTER = re.compile(
    r"^(?:(?:acho|penso|creio)\s+(?:que\s+)?|(?:eu\s+)?prefiro\s+|melhor\s+|entao\s+)*(\d{1,3}|dois|duas|tres|quatro|cinco|seis|dez)(?:\s+unidades?)?\s+"
    r"(?:e|eh|fica|ta|seria|sao|is)\s+(?:melhor|bom|suficiente|o\s+ideal|o\s+certo|better|enough)\b"
)


def counts_anew(reading: Reading, text: str) -> bool:
    """A clause that only says how many; what the same message looks for or asks about is counted elsewhere."""
    in_cart = bool(reading.state.cart.lines)
    spoken_of = in_cart or reading.state.dialogue.focus is not None
    sought = any(not one.more for one in reading.looks) or reading.about or reading.wonders
    if spoken_of and not sought and (found := _SETS.fullmatch(text)):  # not in `quanto tá o leite? põe 1`
        mention = reading.mention(found[1])
        if mention.empty and mention.quantity is not None:
            reading.changes.append(Change("want", mention, corrects=in_cart))
            return True
    if _TOO_MANY.fullmatch(text) or _by_what_it_was(reading, text):
        return True
    if reading.changes and _NOT_SO_MANY.fullmatch(text):  # `era 2 e não 3`
        return True
    if spoken_of and (found := _BETTER.search(text)):
        reading.changes.append(Change("want", reading.mention(found[1]), corrects=in_cart))
        return True
    return False


def _by_what_it_was(reading: Reading, text: str) -> bool:
    """`dobra`, `menos um`."""
    lines = reading.state.cart.lines
    if lines and _DOUBLES.fullmatch(text):
        reading.changes.append(Change("want", Mention(quantity=2 * lines[-1].quantity), corrects=True))
    elif lines and (found := _LESS.fullmatch(text)):
        reading.changes.append(Change("remove", Mention(quantity=number(found[1] or found[2]), pointing=True)))
    else:
        return False
    return True
