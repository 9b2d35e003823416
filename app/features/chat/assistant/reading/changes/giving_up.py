"""The whole cart given up, whatever is said around it: `não fecha não, pode cancelar tudo`. Pure."""

from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import NO_GOODS
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.changes.cart_terms import ONLY
from app.features.chat.assistant.reading.clauses import split_clauses
from app.features.conversations.consent import forbids_cancelling
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_ALL_UP = expression(
    r"\b(?:cancel(?:a|e|ar|o|em)?|esquec[ae]r?|desist\w+\s+d[eao]|larg(?:a|ar|ue)|descart(?:a|ar|e)|remov(?:e|er|a)|exclu(?:i|ir|a)|delet(?:a|ar|e)|zer(?:a|ar|e)|forget|scrap|drop|call\s+off)\s+"
    r"(?:(?:aqui|ai|logo|isso|mesmo|por\s+favor|please|about)\s+)*(?:tudo|(?:o\s+|meu\s+|ess[ea]\s+|a\s+)?(?:pedido|compra|carrinho)\s+"
    r"(?:tod[oa]|inteir[oa]|complet[oa])|(?:the\s+)?whole\s+(?:thing|order|lot|cart)|everything|all\s+of\s+it)\b"
    r"(?!\s+(?:menos|exceto|fora|tirando|except|but|d[eao]s?|que)\b)"
)
# `changed my mind, I don't want anything`; alone, `não quero mais nada` closes the order
_CHANGED = expression(
    r"\b(?:(?:i(?:'ve|\s+have)?\s+)?changed\s+my\s+mind|mud(?:ei|amos)\s+de\s+(?:ideia|opiniao)|desisti(?:mos)?|pensei\s+melhor|cancela)\b[\s,.;!]+(?:(?:e|and|so|eu|que|desculp\w+|sorry)[\s,]+)*"
    r"(?:(?:nao|n)\s+(?:quero|queremos|vou\s+(?:mais\s+)?(?:querer|levar|comprar|pedir))(?:\s+mais)?(?:\s+(?:nada|comprar|pedir|levar|isso|nao))*|i\s+(?:don'?t|do\s+not)\s+want\s+(?:anything|any\s+of\s+(?:it|this)|it|to\s+(?:order|buy)(?:\s+anything)?)(?:\s+(?:anymore|any\s+more|now|after\s+all))*)"
    r"(?=\s*(?:$|[,.;!\n]))"
)


def gives_all_up(message: str, state: ConversationState) -> bool:
    """A message lets go of all that is in the cart, and wishes for nothing behind that."""
    text = spelt_out(fold(message))
    if state.cart.lines and _CHANGED.search(text) and "?" not in text:
        return not any(_wishes(one.text) and not one.negated for one in split_clauses(text))
    if not state.cart.lines or _ALL_UP.search(text) is None:
        return False
    clauses = split_clauses(text)
    told = [at for at, one in enumerate(clauses) if _ALL_UP.search(one.text) and not one.asks]
    if any(one.conditional for one in clauses) or not told or forbids_cancelling(message):
        return False
    return not any(_wishes(one.text) and not one.negated for one in clauses[told[0] + 1 :])


def _wishes(clause: str) -> bool:
    """`cancel everything, just a foam roller`: only what is named then is wished for as well."""
    named = any(current().place(word) >= NAMES and word not in NO_GOODS for word in words(clause))
    return signs.WANT.search(clause) is not None or (named and ONLY.search(clause) is not None)
