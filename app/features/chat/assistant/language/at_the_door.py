"""The hour at which goods come, as it is said of paying then, folded: `pago na hora`, `pago quando ele chegar`."""

_HOUR = (
    r"na\s+hora(?:\s+(?:que\s+(?:(?:eu|el[ea]|voces?)\s+)?(?:cheg|receb|entreg|vier)\w*|"
    r"d[ea]\s+(?:entrega\w*|receb\w+)))?"
)
THEN = rf"(?:{_HOUR}\s*,?\s*)?"
"""At that hour, before the cash with which it is paid."""
_BRINGS = r"(?:(?:pr)?o|ao|com\s+o)\s+(?:moco|motoboy|motoqueiro|rapaz|entregador|menino)"
_COMES = r"(?:quando|assim\s+que)\s+(?:el[ea]\s+|eu\s+)?(?:cheg\w+|vier|entreg\w+|receb\w+|trouxer)"
PAID = (
    r"\b(?:e\s+)?(?:pago|pagar|pagamento|acerto)\s+"
    rf"(?:(?:tudo|direto|so|ai|la|pro|ao|{_BRINGS})\s+)*(?:{_HOUR}|{_COMES})\b"
)
"""Paid at that hour, or to who brings them."""
