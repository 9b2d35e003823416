"""Thanks for what was told, which is no yes to it. Pure."""

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import says, words
from app.ops.expressions import expression

_THAT_IS_ALL = expression(r"\b(?:(?:e|era|foi)\s+)?so\s+isso(?:\s+mesmo)?\b|\bpor\s+enquanto\b")
_MEANS_YES = expression(
    r"\b(?:sim|quero|isso|pode|manda|levo|fecha\w*|confirm\w*|claro|vou|yes|yeah|yep|sure|take)\b|\d"
)


def only_thanks(folded: str, *, agrees: bool) -> bool:
    """`blz, obrigado`, `obrigada, era só isso`. agrees: it might be a yes by its words."""
    alone = agrees or _THAT_IS_ALL.search(folded) is not None
    thanked = alone and len(words(folded)) <= 8 and says(words(folded), v.THANKS)
    return thanked and _MEANS_YES.search(_THAT_IS_ALL.sub(" ", folded)) is None
