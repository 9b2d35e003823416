"""Who comes to the shop without ordering anything: to look around, or to bring back what was bought. Pure."""

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

# Who is to look then, and orders nothing now: `vou passar aí mais tarde e já vejo isso`
LOOKS_IN = expression(
    r"\b(?:vou\s+passar|vou|passo|apareco|dou\s+(?:um\s+pulo|uma\s+passada))\s+(?:ai|la|n?a\s+loja)\b[^.;!?]{0,30}\b(?:e|pra|para)\s+(?:(?:ja|ai|la|eu|depois)\s+)*"
    r"(?:vejo|ver|olho|olhar|escolho|escolher|decido|decidir|conheco|conhecer|dou\s+uma\s+olhada|dar\s+uma\s+olhada)\b(?!\s+(?:se|o\s+pedido)\b)|"
    r"\bi(?:'ll|\s+will)\s+(?:come|stop|drop|swing|pop|walk)\s+(?:by|over|in)\b[^.;!?]{0,30}\b(?:and|to)\s+(?:have\s+a\s+look|see|look|decide|choose|check)\b"
)
# Who comes by, and says nothing of what is to be ready then: `show, to indo aí`, `vou passar na loja então`
_COMES_BY = expression(
    r"(?:(?:show|blz|beleza|ok|otimo|legal|ta|bom|certo|perfeito|massa|joia|entendi|entao|ah|eu|ja|hoje|amanha|depois|mais\s+tarde|great)\s+)*"
    r"(?:(?:vou|to|estou|tou|passo|apareco|chego)\s+(?:(?:indo|passar|passando|ir|chegando|dar|uma|passada|saindo|pra|para|a\s+caminho)\s+)*"
    r"(?:ai|la|(?:n?a|da)\s+loja|no\s+(?:balcao|local))|i(?:'ll|\s+will)\s+(?:come|stop|drop|swing|pop)\s+(?:by|over|in)(?:\s+the\s+(?:shop|store))?)"
    r"(?:\s+(?:entao|hoje|amanha|mais\s+tarde|depois|logo|na\s+loja|ai|de\s+(?:manha|tarde)|a\s+tarde|sabado|ver|olhar|conhecer|pessoalmente|mesmo|later|today|tomorrow))*"
)


# `posso levar amanhã?`, of what leaks
_BRINGS_BACK = expression(
    r"^(?:(?:e|entao|ai|eu|ja|hoje|amanha|and)\s+)*(?:posso|da\s+(?:pra|para)|consigo|pode\s+ser|vou|quando\s+posso|can\s+i|i'?ll|i\s+can)\s+(?:(?:ir|passar|eu)\s+)*(?:ai\s+)?"
    r"(?:(?:trazer|devolver|trocar|bring)\b|(?:levar|take)(?:\s+(?:el[ea]|isso|it))?\s*(?:$|(?:de\s+volta|ai|la|hoje|amanha|agora|back|today|tomorrow|there|n[ao]\s+(?:loja|segunda|terca|quarta|quinta|sexta|sabado|domingo|balcao))\b))(?!.*\d)"
)
# `já abri né, usei 1 vez só`
_OPENED = expression(
    r"^(?:(?:mas|e|eu|ja|so|que|but|well)\s+)*(?:abri|usei|tirei\s+(?:a\s+etiqueta|o\s+lacre)|(?:el[ea]\s+)?(?:ja\s+)?(?:ta|esta)\s+(?:abert|usad)[oa]|i\s+(?:already\s+|have\s+)*(?:opened|used))\b"
)
_NOTE = expression(
    r"^(?:(?:sim|eu|ainda|ja)\s+)*(?:tenho|guardei|ta\s+aqui|have|got)\s+(?:a|o|the)?\s*(?:nota|cupom|recibo|comprovante|caixa|embalagem|etiqueta|receipt)\b"
)


def comes_by(reading: Reading, clause: Clause) -> bool:
    """Who only comes by takes leave."""
    state = reading.state
    if not (state.cart.lines or state.orders or reading.changes or clause.asks) and LOOKS_IN.search(clause.text):
        reading.note(leaves=True)
        return True
    buys = state.cart.lines or state.orders or reading.changes or state.dialogue.pending or state.dialogue.focus
    if buys or clause.asks or not _COMES_BY.fullmatch(clause.text):
        return False
    reading.note(leaves=True)
    return True


def brings_back(reading: Reading, clause: Clause) -> bool:
    """Behind an answer on exchanges: what is brought back is not bought, when is a question of the hours, and that it
    was opened one of the terms."""
    if reading.state.dialogue.topic not in ("exchange", "warranty") or reading.state.cart.lines:
        return False
    if _NOTE.match(clause.text):
        reading.note(tells=True)
        return True
    named = any(current().place(word) == BEGINS for word in words(clause.text))
    if not (named or clause.asks) and _OPENED.match(clause.text):
        reading.questions += [] if reading.questions else [Question("exchange", clause.text)]
        reading.note(asks_something=True)
        return True
    if named or not _BRINGS_BACK.match(clause.text):
        return False
    reading.questions.append(Question("hours", clause.text))
    reading.note(asks_something=True)
    return True
