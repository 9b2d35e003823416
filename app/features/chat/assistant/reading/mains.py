"""The mains as shoppers speak of it: which voltage goods have, and which their home has. Pure."""

import re

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_VOLTS = r"(?:110|115|127|220|230|240)\s*(?:v|volts?)?"
# `essa cafeteira é 110 ou 220`
_WHICH = expression(
    rf"(?P<before>^|[.!?;,\n]\s*)(?:(?:e|ai|mas|oi|ola)\s+)*"
    r"(?:(?P<goods>(?:ess[ea]s?|est[ea]s?|[oa]s?|the|this)\s+[a-z][a-z ]{2,40}?|el[ea]|it)\s+)?"
    rf"(?:e|eh|sao|is|funciona\s+em|liga\s+em)\s+(?:de\s+|em\s+)?{_VOLTS}\s+(?:ou|or)\s+"
    rf"(?:e\s+|de\s+)?(?:{_VOLTS}|bivolt)\s*(?=$|[?.!,;\n])\??"
)
# `aqui em casa é 110`
_AT_HOME = expression(
    r"\b(?:(?:aqui|la)\s+)?(?:(?:em|na|n[oa]\s+minha)\s+casa|(?:a\s+)?minha\s+casa|meu\s+ap\w*|"
    r"minha\s+(?:cidade|rede)|onde\s+(?:eu\s+)?moro|aqui|"
    rf"(?:at\s+)?my\s+(?:house|place|home)|here)\s+(?:(?:it|so|tudo)\s+)*(?:e|eh|tem|is|it's)\s+(?:so\s+|tudo\s+)?(?P<volts>{_VOLTS})(?:\s+(?:ne|ta|viu))?"
)


def of_the_mains(text: str, state: ConversationState) -> str:
    """A folded text that asks for the voltage by its name, and in which the voltage at home asks for goods that have
    it: that puts nothing into the cart."""
    text = _WHICH.sub(_asked, text)
    asked = state.dialogue.pending
    waits = asked is not None and asked.kind == "choose"
    spoken_of = state.dialogue.focus is not None or bool(state.dialogue.listed)
    if waits or state.cart.lines or not spoken_of or signs.WANT.search(text):
        return text
    return _AT_HOME.sub(r"tem de \g<volts>?", text)


# `qual o tamanho dela`
_HOW_BIG = expression(
    r"^(?:(?:e|ai|mas|oi|me\s+diz)\s+)*(?:qual|que|what)\s*(?:'s|is|e|eh)?\s*(?:[oa]\s+|the\s+)?(?:tamanho|size)\s*"
    r"(?:(?:d)?(?:el[ea]s?|ess[ea]|est[ea]|isso)|e|eh|tem|ele\s+tem|ela\s+tem|is\s+it|of\s+(?:it|this|that))*\s*\??$"
)


def how_big(text: str, state: ConversationState) -> str:
    """`qual o tamanho dela`, of one thing that does not come in sizes: its measures are asked."""
    focus = state.dialogue.focus
    if focus is None or not _HOW_BIG.match(text):
        return text
    sized = any(_SIZE_NAME.search(fold(key)) for each in focus.each for key in each.options)
    return text if sized else "quais as medidas dela?"


_SIZE_NAME = expression(r"tamanho|numero|medida|capacidade|size|volume|litr")


def _asked(found: re.Match[str]) -> str:
    goods = re.sub(r"^(?:ess[ea]s?|est[ea]s?|[oa]s?|the|this|el[ea]|it)\b\s*", "", found["goods"] or "").strip()
    named = any(current().place(word) == BEGINS for word in goods.split())
    if goods and not named:
        return found[0]
    return f"{found['before']}qual a voltagem {f'da {goods} ' if goods else ''}?"
