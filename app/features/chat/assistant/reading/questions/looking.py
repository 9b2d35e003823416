"""What somebody wishes to see, and does not order yet. Pure."""

from app.ops.expressions import expression

_SEES_ONE = expression(
    r"\b(?:quero|queria|querendo|gostaria\s+de|vim|want(?:ed)?\s+to|like\s+to)\s+(?:ver|olhar|conhecer|see)\s+(?:uma?|an?|[oa])\b"
    r"(?![^.;!?\n]*\b(?:levo|levar|compro|comprar|pix)\b)"
)


def only_sees(text: str) -> bool:
    """`queria ver um boné`: nothing is counted by that. text: folded."""
    return _SEES_ONE.search(text) is not None
