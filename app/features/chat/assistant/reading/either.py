"""Two names for one thing, of which the shop knows one: `pepperoni or calabresa, whatever it's called`. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.ops.expressions import expression

_CALLED = expression(
    r"[\s,]*\b(?:(?:or|ou)\s+)?(?:(?:whatever|however)\s+(?:it'?s|it\s+is|that'?s|you|they)\s+(?:called|call\s+it|named)|"
    r"(?:(?:nao|n)\s+sei|sei\s+la|esqueci)\s+(?:(?:bem|direito)\s+)?(?:o\s+nome|como\s+(?:se\s+)?chama)(?:\s+(?:disso|direito|certo))?|"
    r"como\s+(?:e\s+que\s+)?voces?\s+chamam?)\b"
)
_EITHER = expression(r"\b(?P<one>[a-z]{3,})\s+(?:ou|or)\s+(?:(?:an?|the|uma?|[oa])\s+)?(?P<other>[a-z]{3,})\b")


def as_sold(text: str) -> str:
    """The folded text with the one of both that goods are called by, and without that the name is unsure."""
    return _EITHER.sub(_known, _CALLED.sub(" ", text))


def _known(found: re.Match[str]) -> str:
    goods, one, other = current(), found["one"], found["other"]
    if goods.strange(one) and goods.place(other) >= NAMES:
        return other
    return one if goods.strange(other) and goods.place(one) >= NAMES else found[0]
