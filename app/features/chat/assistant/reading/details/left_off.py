"""What is to be left out of goods in the cart, which stay there: `sem coentro no de feijão`, `tira a cebola da cesta`.
Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import number, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_LEAD = r"^(?:(?:e|ah|so|mas|por\s+favor|please|and|pode|queria|quero)\s+)*"
_WHAT = r"(?:[oa]s?\s+|the\s+|any\s+)?(?P<what>[a-z]{3,}(?:\s+(?:nem|e|ou|and|or)\s+(?:[oa]\s+)?[a-z]{3,})*)"
_OF_LINE = (
    r"(?:n[ao]s?|d[ao]s?|n?uma?|in\s+the|on\s+the|from\s+the|off\s+the)\s+(?:(?:minhas?|meus?|my)\s+)?(?:(?:d[eoa]s?)\s+)?"
    r"(?P<line>[a-z]{3,}(?:\s+[a-z]{2,}){0,4})$"
)
_LEFT = (
    r"(?:(?:nao|n)\s+(?:quero|queria|coloc\w+|po[er]|poe|ponh\w+|bot[ae]\w*|mand\w+|precisa\s+(?:d[eo]\s+)?)|sem|without|no|"
    r"tir(?:a|e|ar)|don'?t\s+put|hold|leave\s+out|take)"
)
_OUT_OF_IT = expression(rf"{_LEAD}{_LEFT}\s*{_WHAT}\s+{_OF_LINE}")
# `no de feijão sem coentro`, `um dos de feijão sem coentro`
_IT_WITHOUT = expression(
    rf"{_LEAD}(?:n?[oa]s?|uma?|in\s+the|the|one)\s+(?:(?:d[eoa]s?|of\s+the)\s+)?(?P<line>[a-z]{{3,}}(?:\s+[a-z]{{2,}}){{0,3}}?)\s+(?:e\s+|vem\s+|pode\s+ser\s+)?(?:sem|without)\s+{_WHAT}$"
)

# `tira metade dos cafés`: so many of the line itself
_AMOUNTS = frozenset(
    """metade half resto restante rest parte part duzia duzias dozen par pares pair pairs tudo todo todos toda todas all
    alguns algumas some unidade unidades""".split()  # noqa: SIM905
)


def left_out_of(text: str, state: ConversationState) -> bool:
    """A folded piece tells what is left out of a line of the cart, and names no line of its own by it. Where the kind
    without it is sold (`a água sem gás`), or one is being chosen, it tells which."""
    found = _OUT_OF_IT.match(text)
    behind = None if found else _IT_WITHOUT.match(text)
    if found is None and (behind is None or _waits(state)):
        return False
    told: re.Match[str] = found or behind  # type: ignore[assignment]
    line = [word for word in words(told["line"]) if word not in FILLER]
    what = words(told["what"])[0]
    if number(what) is not None or what in _AMOUNTS or (behind is not None and current().place(what) >= NAMES):
        return False  # `tira uma das de brilho`
    named = [one.name for one in state.cart.lines if line and all(shares([word], one.name) for word in line[:2])]
    others = [one.name for one in state.cart.lines if one.name not in named]
    return bool(named) and not any(shares([what], name) for name in ([*named, *others] if found is None else others))


def _waits(state: ConversationState) -> bool:
    asked = state.dialogue.pending
    return asked is not None and asked.kind in ("choose", "quantity")
