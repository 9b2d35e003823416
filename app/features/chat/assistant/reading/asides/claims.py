"""A price that somebody is said to have told: `o rapaz falou que a panela sai por 99 com frete grátis`. Pure."""

from app.ops.expressions import expression

# `o rapaz da loja falou que`, before what was told
_TOLD_ME = expression(
    r"^.*\b(?:fal(?:ou|aram)|diss(?:e|eram)|promet(?:eu|eram)|garanti(?:u|ram)|told|promised|said)\b"
    r"(?:\s+(?:(?:pra|para)\s+(?:mim|gente)|a\s+gente|me|us|que|q|that|mesmo))*(?=\s+\w)"
)
_COSTS = expression(
    r"\b(?:(?:ta|tava|esta|estava)\s+saindo|sairia|sai|saia|ficava|fica|ta|tava|esta|estava|custava|custa|is|was)\s*(?:por|a|so|for)?\s*(?=$)"
    r"|\b(?:com|with)\s+(?:o\s+)?(?:frete|entrega|free\s+(?:shipping|delivery))(?:\s+(?:gratis|gratuit[oa]|free))?"
)
_PRICE_TOLD = expression(
    r"\b(?:por|a|so|is|was|for|ta|tava|esta|estava|sai|saia|saindo|fica|ficava|custa|custava|costs?)\s+(?:por\s+|a\s+|so\s+|only\s+|for\s+)?"
    r"(?:r\$\s*)?\d+(?:[.,]\d{1,2})?(?:\s*(?:reais|real|conto\w*|pilas?))?\b"
)


def of_what(text: str) -> str:
    """The goods that the price is said to be of, without who told it, the price and what was promised with it."""
    return _COSTS.sub(" ", _PRICE_TOLD.sub(" ", _TOLD_ME.sub("", text))).strip()
