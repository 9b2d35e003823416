"""Who goes without ordering: `vou conversar com a patroa primeiro`, `compro lá`, `era só pra saber`. Pure."""

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number, words
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_SENTENCE = expression(r"[^.?!;\n]+[.?!;\n]?")
_ELSEWHERE = r"(?:la|por\s+la|n?a\s+outr\w+|em\s+outr\w+|n[ao]\s+concorren\w+)"
_LEAVES = expression(
    rf"\b(?:compro|pego|levo|vou\s+(?:comprar|pegar|levar|ver|procurar))\s+{_ELSEWHERE}(?:\s+mesmo)?\s*(?:$|[,.!])|"
    rf"\bvou\s+(?:conversar|combinar|falar|ver)\s+(?:isso\s+)?com\s+(?:[oa]\s+|(?:meu|minha)\s+)?{v.KIN}\b|"
    r"\bvou\s+(?:dar|fazer)\s+(?:mais\s+)?uma\s+(?:olhad\w+|pesquisad\w+|pensad\w+|volta)\b|"
    r"\b(?:qualquer\s+coisa|se\s+nao\s+achar)\s+(?:eu\s+)?(?:volto|chamo|falo|aviso)\b|"
    r"\b(?:entao\s+deixa|vou\s+deixar)(?:\s+(?:entao|quieto|assim|pra\s+la|por\s+enquanto))*\s*(?:$|[,.!])|"
    r"\bn(?:ao)?\s+vou\s+(?:levar|querer|comprar)(?:\s+(?:nao|mais|agora|hoje))*\s*(?:$|[,.!])|"
    rf"\b(?:meu|minha)\s+{v.KIN}\s+(?:depois\s+)?(?:passa|vai)\s+(?:ai|la)\b|"
    r"\b(?:passo|vou\s+passar)\s+ai(?:\s+na\s+loja)?(?:\s+(?:entao|depois))*(?:\s+(?:(?:pra|para)\s+)?(?:ver|olhar|provar|experimentar)\b[^,.!]*)?\s*(?:$|[,.!])|"
    r"\bi(?:'d|\s+would)\s+rather\s+(?:\w+\s+){0,3}?(?:try|see)\b[^.?!]*\b(?:first|in\s+person)\b|"
    r"\b(?:i|we)(?:'ll|\s+will)\s+(?:stop|drop|come|swing)\s+by\s+(?:and|to)\s+(?:have\s+a\s+look|see|look|try)\b"
)


def takes_leave(said: str, state: ConversationState) -> bool:
    """Nothing was chosen, and a sentence that asks nothing says that nothing is now; none counts goods."""
    if state.cart.lines or state.summary is not None or state.orders:
        return False
    told = [one for one in _SENTENCE.findall(spelt_out(fold(said))) if "?" not in one]
    if any((number(word) or 0) > 1 for one in told for word in words(one)):
        return False
    return any(sign.search(one) for one in told for sign in (_LEAVES, signs.LOOKING))
