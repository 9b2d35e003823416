"""What says that the cart is all there is to be: `não precisa de mais nada`, `só esses mesmo`. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number
from app.features.conversations.consent import refuses
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_LEAD = (
    r"(?:nao+|n|no|ok|okay|blz|beleza|certo|ta\s+bom|ta|bom|entao|ah+|acho\s+que|acredito\s+que|sim|obrigad[oa]|obg|valeu|vlw|"
    r"por\s+(?:enquanto|hoje|hj|agora|ora)|oi|moc[oa]|mas|e)"
)
_TAIL = (
    r"(?:mesm[oa]s?|msm|nao|n|thanks|thank\s+you|please|obrigad[oa]|obg|valeu|vlw|por\s+(?:enquanto|hoje|hj|agora|ora|favor)|moc[oa]|viu|ta|ok|entao|ai|agora|"
    r"hoje|hj|tudo|so|sim|querid[oa]|pfv?r?|(?:pode|vamos|vamo|bora)?\s*(?:fecha[r]?|finaliza[r]?|encerra[r]?|concluir?))"
)
_ONLY = r"(?:so|somente|apenas|just)"
_THESE = r"(?:iss[ao]|isto|ess[ea]s|el[ea]s|ess[ea]|el[ea]|(?:ess[ea]s\s+)?(?:coisas|itens|produtos))"
_ALL = (
    rf"(?:(?:e|eh|era|foi|seria|vai\s+ser|por\s+(?:enquanto|hoje|hj)\s+e)\s+{_ONLY}(?:\s+{_THESE})?"
    rf"|(?:(?:eu\s+)?(?:vou\s+)?(?:fic(?:o|ar|a)|lev(?:o|ar)|quer(?:o|er))\s+)?(?:com\s+)?{_ONLY}\s+(?:com\s+)?"
    rf"{_THESE}(?:\s+(?:\d{{1,2}}|dois|duas|tres|quatro|cinco))?"
    r"|(?:(?:eu\s+)?(?:nao|n)\s+(?:(?:vou\s+)?(?:precis\w+|querer)|quero|desejo|vou\s+levar)\s+(?:de\s+)?)?(?:mais\s+nada|nada\s+mais)"
    r"|(?:i\s+)?(?:don'?t|do\s+not)\s+(?:want|need)\s+any(?:thing)?\s+(?:else|more)|no\s+more"
    r"|(?:(?:ta|esta|fica|ficou)\s+)(?:bom|otimo|ok|perfeito|certo)\s+assim"
    r"|(?:pode|vamos|vamo|bora)\s+encerrar|encerra|(?:eu\s+)?(?:ja\s+)?quero\s+pagar)"
)
_ONE_PIECE = rf"{_ALL}(?:[\s,.!]+{_TAIL})*"
_THAT_IS_ALL = expression(rf"\W*(?:{_LEAD}[\s,.!]+)*{_ONE_PIECE}(?:[\s,.!]+{_ONE_PIECE})*\W*")
_ONE = expression(r"\b(?:ess[ea]|el[ea])\b")
_COUNTED = expression(r"\b(?:\d{1,2}|dois|duas|tres|quatro|cinco)\b")
MAX_LENGTH = 100  # of what says no more


def that_is_all(message: str, state: ConversationState) -> str:
    """The message in the plainest words for it; as it is where it may mean one of several or what is offered, or says
    no to a summary."""
    lines = state.cart.lines
    if not lines or "?" in message or len(message) > MAX_LENGTH:
        return message
    text = spelt_out(fold(message))
    pointed = (len(lines) > 1 or state.offers_else) and _ONE.search(text) is not None
    if pointed or not _THAT_IS_ALL.fullmatch(text) or not _so_many(text, lines):
        return message
    return message if state.awaiting_confirmation and refuses(message) else "só isso mesmo"


def _so_many(text: str, lines: Sequence[CartLine]) -> bool:
    told = _COUNTED.search(text)
    return told is None or number(told[0]) in (len(lines), sum(line.quantity for line in lines))
