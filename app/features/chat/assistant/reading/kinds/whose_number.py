"""Whose a size is: `35 é da minha filha, o meu é 36`, of shoes in 35. It counts nothing. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.kinds.sizing import CALLED, VALUE, size_in
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_IS = r"(?:e|eh|era|seria|is|was|it's)"
_SIZE = rf"(?:(?:[oa]|the|{CALLED})\s+)*"
_ITS = rf"(?:(?:[oa]|the)\s+)?(?:{CALLED}\s+)?"
_WHO = rf"(?:{KIN}|menin[oa]|crianca|boy|girl|kid)"
# `35 é (o número) da minha filha`, `35 is my daughter's`
_OF_ANOTHER = (
    rf"(?<![\d,.])\b{_SIZE}(?P<old>\d{{2}}|{VALUE})\s+{_IS}\s+{_ITS}(?:d[oa]s?\s+|for\s+)?(?:(?:meu|minha|my)\s+)?"
    rf"{_WHO}(?:'s)?(?:\s+size)?\b"
)
# `o meu é 36`, `eu uso 36`, `mine is 36`
_MINE = (
    rf"(?:(?:[oa]\s+)?(?:meu|minha)(?:\s+{CALLED})?\s+{_IS}|(?:pr[ao]|para)\s+mim\s+{_IS}|(?:eu\s+)?(?:uso|calco|visto)|mine(?:'s|\s+is)|my\s+size\s+is|i\s+(?:wear|take|am|need))"
    rf"\s+{_SIZE}(?P<new>\d{{2}}|{VALUE})\b"
)
_BETWEEN = r"(?:[\s,.;!]+(?:(?:e|mas|and|but|desculpa|sorry)\s+)?)"
_THEN_MINE = expression(rf"{_OF_ANOTHER}{_BETWEEN}{_MINE}")
_MINE_FIRST = expression(rf"\b{_MINE}{_BETWEEN}{_OF_ANOTHER}")
_ONLY_ANOTHER = expression(_OF_ANOTHER)
_REGRET = expression(r"^\W*(?:(?:ai|ah|nossa|opa|ops|ih|eita|desculp\w+|perdao|sorry|oops|errei|me\s+confundi)\b\W*)+")


def whose_number(text: str, state: ConversationState) -> str:
    """A folded message that tells whose the size is that was taken or shown and which is one's own, as the wish for
    this one; where only the first is told, the number is called a size."""
    for sign in (_THEN_MINE, _MINE_FIRST):
        found = sign.search(text)
        if found is not None and found["old"] != found["new"] and found["old"] in _sizes(state):
            return f"{_REGRET.sub('', text[: found.start()])}{_wished(found, state)}{text[found.end() :]}"
    return _ONLY_ANOTHER.sub(_called, text) if _sizes(state) else text


def _wished(found: re.Match[str], state: ConversationState) -> str:
    carted = found["old"] in {size_in(line.name) for line in state.cart.lines}
    return f"troca o {found['old']} pelo {found['new']}" if carted else f"quero no tamanho {found['new']}"


def _called(found: re.Match[str]) -> str:
    return found[0].replace(found["old"], f"tamanho {found['old']}", 1) if "tamanho" not in found[0] else found[0]


def _sizes(state: ConversationState) -> Sequence[str]:
    """The sizes of what is in the cart or before the shopper."""
    dialogue = state.dialogue
    shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
    told = [fold(value) for item in shown for one in item.each for value in one.options.values()]
    return [*(size_in(line.name) for line in state.cart.lines), *told]
