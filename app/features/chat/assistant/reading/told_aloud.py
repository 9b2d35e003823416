"""What is told and no wish: what goods are for, how often, what is brought along, looked at or measured. Pure."""

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.reading.clauses import Clause
from app.ops.expressions import expression

_OFTEN = expression(
    r"\b(?:\d{1,2}|uma|duas|tres|quatro|cinco|algumas)\s*(?:x|vez(?:es)?)\s+(?:n[ao]|por|a[ao]?)\s+(?:semana|dia|mes|ano)\b|"
    r"\b(?:once|twice|\d\s+times)\s+an?\s+(?:day|week|month|year)\b"
)
# What is brought along, looked at or measured, and not bought: `vou aí levar o notebook`, `medi aqui a sala`.
_VISITS = expression(
    r"^(?:(?:eu|ai|entao|amanha|hoje|[a-z]+-feira)\s+)*(?:vou|passo|posso\s+(?:ir|passar)|consigo\s+(?:ir|passar)|apareco)\s+(?:ai|la|n?a\s+loja)\b"
    r"(?:\s+(?:e|amanha|hoje|[a-z]+-feira|de\s+manha|a\s+tarde|mais\s+tarde|depois|(?:pra|para)))*\s+(?:levar|levo|trazer|deixar|mostrar|ver|conhecer|olhar)\b|"
    r"^(?:(?:eu|ja|agora|ai|acabei\s+de)\s+)*(?:medi|medir|conferi|calculei)\s+(?:aqui|direito|bem|melhor|de\s+novo|[oa]s?|n[oa]s?)\b"
)


def told_aloud(clause: Clause) -> bool:
    """What the goods are for or what is brought along, where that is nothing the shop sells; how many would do."""
    if signs.OPINES.search(clause.text) or (
        _OFTEN.search(clause.text) and not (clause.asks or signs.WANT.search(clause.text))
    ):
        return True
    goods, said = current(), words(clause.text)[1:]
    own = any(goods.place(word) >= NAMES for word in said)
    if clause.asks or own:
        return False
    return _VISITS.match(clause.text) is not None or (
        signs.PURPOSE.match(clause.text) is not None and any(map(goods.strange, said))
    )
