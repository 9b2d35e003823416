"""When it is paid, in the ways people say it, as the one that the rules read: `quando receber eu pago`, `acerto com o
entregador` and `when it arrives` are `pago na entrega`, `qual a chave? vou pagar agora` is `pago no pix`. Pure."""

from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_START = (
    r"(?:^|(?<=[.,;!\n]))\s*(?:(?:ah+|e|ai|entao|ok|eu|so|isso|sim|prefiro|melhor|vou|pode\s+ser|quero|"
    r"deixa\s+(?:pra|que\s+eu)|i'?d\s+rather|well|just)[\s,]+)*"
)
_END = r"(?:\s+(?:mesmo|entao|ta|ok|por\s+favor|pfv?|please|then|tudo|viu))*\s*(?=$|[.,;!\n])"
_PAYS = r"(?:pag(?:o|ar|arei|amos|amento)|a\s+pagar|acert(?:o|ar)|pay|i'?ll\s+pay|i\s+pay|paying)"
_THEN = (
    r"(?:quando|qdo|assim\s+que|depois\s+que|so\s+quando|na\s+hora\s+(?:que|em\s+que|de)|ao|when(?:ever)?|once|"
    r"as\s+soon\s+as|after)"
)
_COMES = (
    r"(?:(?:eu\s+|ele\s+|ela\s+|o\s+pedido\s+|a\s+encomenda\s+|o\s+produto\s+|it\s+|they\s+|i\s+)?(?:chegar(?:em)?|receber|entregar(?:em)?|trouxer(?:em)?|vier(?:em)?|arrives?|comes?|gets?\s+(?:here|it)|receive\s+it|have\s+it))"
    r"(?:\s+(?:aqui|em\s+casa|ai))*"
)
_FETCHES = (
    r"(?:(?:eu\s+|i\s+)?(?:(?:for|vier|passar)\s+)?(?:ai\s+)?(?:buscar|retirar|pegar|pick\s+it\s+up|"
    r"collect\s+it)(?:\s+ai)?)"
)
_AT = (
    r"(?:na\s+(?:porta|mao)(?:\s+d[eo]\s+(?:casa|entregador|motoboy))?|em\s+maos|no\s+(?:ato|"
    r"recebimento)(?:\s+da\s+entrega)?|(?:com|pro|ao|para\s+o)\s+(?:[oa]\s+)?(?:entregador|motoboy|motoqueiro|"
    r"rapaz|moco|driver)|at\s+(?:the|my)\s+door|(?:to\s+)?the\s+(?:driver|courier))"
)
_ON_ARRIVAL = expression(
    rf"{_START}(?:{_PAYS}\s+(?:so\s+)?(?:{_THEN}\s+{_COMES}|{_AT})|{_THEN}\s+{_COMES}\s*,?\s*(?:eu\s+|ai\s+|i'?ll\s+)*{_PAYS}){_END}"
)
_ARRIVAL_ALONE = expression(rf"{_START}(?:{_THEN}\s+{_COMES}|{_AT}|acert(?:o|ar)\s+na\s+hora){_END}")
_THERE = expression(rf"{_START}{_PAYS}\s+(?:ai|la|there|in\s+store|at\s+the\s+(?:shop|store))(?:\s+na\s+hora)?{_END}")
_ON_FETCHING = expression(rf"{_START}{_THEN}\s+{_FETCHES}\s*,?\s*(?:eu\s+|ai\s+)*{_PAYS}{_END}")
_FETCHING_ALONE = expression(rf"{_START}(?:so\s+)?{_THEN}\s+{_FETCHES}{_END}")
# `qual a chave pix? vou pagar agora`
_PAYS_NOW = expression(
    r"^\W*(?:(?:e|ai|entao|ok|oi|me)[\s,]+)*(?:(?:qual|cade|passa|manda|fala|pode\s+(?:mandar|passar)|what'?s|send(?:\s+me)?)\s+(?:e\s+)?(?:[oa]|sua|seu|the|your)?\s*(?:chave|codigo|pix|qr\s?code|copia\s+e\s+cola|key)(?:\s+(?:do\s+)?pix)?(?:\s+de\s+voces)?\s*[?,.;]*\s*)"
    r"(?:(?:que|pq|porque|eu|ja|i'?ll|so)\s+)*(?:vou\s+(?:ja\s+)?(?:pagar|transferir|fazer|mandar)|pago|transfiro|faco|mando|pay)(?:\s+(?:agora|ja|hoje|o\s+pix|aqui|now|right|it))*\W*$"
)


_APPEARS = expression(r"(?<!coisa\s)\b(?:apareco|colo)(?=\s+(?:ai|la|na\s+loja)\b)")


def paid_then(text: str, state: ConversationState) -> str:
    """A folded text in which it is told plainly how it is paid and who comes for it, while that is open."""
    cart, asked = state.cart, state.dialogue.pending
    if not cart.lines or state.summary is not None or state.orders:
        return text
    text = _APPEARS.sub("passo", text)
    if _PAYS_NOW.match(text):
        return "pago no pix"
    if "?" in text:
        return text
    text = _THERE.sub(" pago na loja", _ON_FETCHING.sub(" pago na retirada", _ON_ARRIVAL.sub(" pago na entrega", text)))
    if asked is not None and asked.kind == "method":
        text = _FETCHING_ALONE.sub(" pago na retirada", _ARRIVAL_ALONE.sub(" pago na entrega", text))
    return text.strip()
