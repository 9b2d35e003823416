"""`ah ok, deixa assim. vou retirar`: the cart stays as it is, and nothing is refused. Folded text. Pure."""

from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_LEAVES = r"(?:(?:pode\s+|vou\s+|vamos\s+)?(?:deix(?:a|e|ar|o|amos)|fic(?:a|ar|o)|mant(?:em|er|enha|enho))|leave|keep)"
_AS_IT_IS = expression(
    r"(?:^|(?<=[,.;!?\n]))\s*(?:(?:(?:ah+|oh|ok|okay|ta|certo|bom|bem|otimo|beleza|blz|entao|entendi|legal|tranquilo|nao|"
    r"melhor|sim|por\s+mim|all\s+right|alright|fine|no)\b[\s,.]*)*?)"
    rf"\b{_LEAVES}\s+(?:(?:tudo|isso|el[ea]s?|it|them|everything|[oa]s?\s+pedido)\s+)?"
    r"(?:assim|(?:como|do\s+jeito\s+que)\s+(?:ta|tao|esta|estao|ficou)|desse\s+jeito|igual|the\s+way\s+(?:it\s+is|they\s+are)|"
    r"as\s+(?:it\s+is|they\s+are|is)|like\s+(?:that|this|it\s+is))"
    r"(?:\s+(?:mesmo|msm|entao|ai|por\s+favor|please|then))*(?=\s*(?:$|[,.;!\n]))"
)


def left_as_it_is(text: str, state: ConversationState) -> str:
    """The folded message with it said that this is all; where nothing is in the cart or a choice is open, it may give
    that up and stays."""
    asked = state.dialogue.pending
    if not state.cart.lines or (asked is not None and asked.kind in ("choose", "quantity", "cancel", "resize")):
        return text
    return _AS_IT_IS.sub(" so isso mesmo", text).strip()
