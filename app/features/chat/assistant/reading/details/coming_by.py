"""Who comes to the shop: with something of one's own (`levo o carro aí e vocês colocam`), or without ordering anything,
to look around or to bring back what was bought. Pure.
"""

import re

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

# What people have and bring to a shop where something is done to it.
_OWN = (
    r"(?:carro|moto|bike|bicicleta|caminhonete|caminhao|celular|aparelho|notebook|computador|tablet|relogio|violao|guitarra|cachorr[oa]|gat[oa]|pet|oculos|"
    r"car|truck|motorcycle|motorbike|bicycle|phone|laptop|guitar|watch|dog|cat|glasses)"
)
_THERE = (
    r"(?:(?:ate\s+)?(?:ai|la)(?:\s+na\s+loja)?|n[ao]\s+(?:loja|oficina|balcao)|"
    r"(?:ate|pra|para)\s+(?:voces|a\s+(?:loja|oficina)))"
)
# `levo o carro aí`, `i'll bring my bike to the shop`
_BRINGS = expression(
    rf"\b(?:eu\s+)?(?:vou\s+levar|levo|trago)\s+(?P<whose>(?:[oa]s?\s+)?(?:meus?|minhas?)|[oa]s?)\s+(?P<own>{_OWN})s?\s+{_THERE}(?=\s*(?:$|[,.;!\n]|e\b|hoje|amanha|sabado|segunda|terca|quarta|quinta|sexta|de\s+(?:manha|tarde)|pra|para))"
    rf"|(?:,?\s*\band\s+)?\b(?:(?:i'?ll|i\s+will|i\s+can|we'?ll)\s+)?bring\s+(?P<my>the|my|our)\s+(?P<mine>{_OWN})s?(?:\s+(?:over|in|by|round|there|(?:in)?to\s+(?:the|your)\s+(?:shop|store|garage)|to\s+you))+"
)
_COMING = r"(?:passo|passar|vou|venho|chego|apareco|dou\s+um\s+pulo|busco|buscar|retiro)"
# `passo aí pra pôr no carro`, `chego aí com a moto`
_TO_HAVE_IT_DONE = expression(
    rf"(?P<come>\b{_COMING}(?:\s+(?:{_THERE}|buscar|hoje|amanha|sabado|depois))+)\s+(?:(?:pra|para)\s+(?:voces\s+)?(?:por(?:em)?|colocar(?:em)?|instalar(?:em)?|botar(?:em)?|montar(?:em)?|trocar(?:em)?)\s+(?:el[ea]s?\s+|isso\s+|tudo\s+)?(?:n[oa]s?|em)"
    rf"|com)\s+(?:[oa]s?\s+)?(?:meus?\s+|minhas?\s+)?{_OWN}s?\b"
)
# `vou aí e vocês instalam`: what the shop is to do then, and no question whether it does
_AND_YOU_DO = expression(
    rf"(?P<come>\b{_COMING}\b[^.?!;\n]*?)(?:\s*,)?\s+(?:e\s+)?(?:ai\s+)?voces\s+(?:(?:ja|me|so|ai)\s+)*(?!(?:embrulh|embal|fech|abr|aceit|entreg|mand|tem|faz|avis)[a-z]*\b)[a-z]{{3,}}[aeo]m"
    r"(?:\s+(?:pra|para)\s+mim|\s+ai|\s+na\s+hora|\s+tudo|\s+(?:el[ea]s?|isso))*(?=\s*(?:$|,))"
)

_COLO = expression(r"\bcol(?P<will>ar)?(?(will)|o)(?=\s+(?:ai|la)\b)")
_SENTENCE = expression(r"[^.?!;\n]+[.?!;\n]?")


def with_coming(folded: str) -> str:
    """`vou colar aí` and `colo aí` as `vou passar aí` and `passo aí`: who comes wishes for no necklace."""
    return _COLO.sub(lambda said: "passar" if said["will"] else "passo", folded)


def with_ones_own(text: str) -> str:
    """A folded text in which who brings something of one's own to the shop, or has something done there, only comes by:
    neither is a wish for goods, unless the shop sells such things."""

    def brought(found: re.Match[str]) -> str:
        whose, own = found["whose"] or found["my"], found["own"] or found["mine"]
        if current().place(own) == BEGINS and not re.search(r"\b(?:me|mi|my|our)", whose):
            return found[0]
        return "passo ai" if found["own"] else ", i'll pick it up"

    def told(sentence: re.Match[str]) -> str:
        if sentence[0].endswith("?"):
            return sentence[0]
        said = _BRINGS.sub(brought, with_coming(sentence[0]))
        return _AND_YOU_DO.sub(r"\g<come>", _TO_HAVE_IT_DONE.sub(r"\g<come>", said))

    return _SENTENCE.sub(told, text)


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
