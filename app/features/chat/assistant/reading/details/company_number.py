"""The number of a company that the invoice is made out to: `a nota no CNPJ 11.222.333/0001-81`. Pure."""

from app.ops.expressions import expression

_NUMBER = r"(?P<number>\d{2}\.?\d{3}\.?\d{3}\s?/\s?\d{4}\s?-?\s?\d{2})(?!\d)"
_TOLD = expression(
    r"(?i)[\s,]*(?:(?:\be\s+)?(?:(?:eu\s+)?(?:quero|queria|preciso\s+d[ea]|pode|emit\w+|tir\w+)\s+)*(?:(?:a|da|uma|de)\s+)?nota(?:\s+fiscal)?\s+"
    r"(?:(?:sair|sai|tem\s+que\s+sair|é|e)\s+)?)?(?:(?:n?o|com|pro|pra|para|meu|nosso|por|the|our|my)\s+)*(?:cnpj\s*(?:da\s+empresa\s*)?(?:é|e|is|n[ºo°]\.?)?\s*:?\s*)?"
    rf"{_NUMBER}(?:\s*,?\s*(?:anota|coloca|p[oõ]e|bota)(?:\s+(?:a[ií]|na\s+nota|no\s+pedido|por\s+favor))*)?"
)


def company_number(message: str) -> tuple[tuple[str, ...], str]:
    """What is noted of it, for the summary to show, and the message without it."""
    found = _TOLD.search(message)
    if found is None:
        return (), message
    before, behind = message[: found.start()].rstrip(), message[found.end() :].lstrip(" ,")
    rest = f"{before}, {behind}" if before and behind else f"{before}{behind}"
    return (f"CNPJ {''.join(found['number'].split())}",), rest
