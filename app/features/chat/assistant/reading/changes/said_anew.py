"""The last message put right in a word or two: `*azul`, `quis dizer 220v`, `o certo é 1500`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.mains import in_name
from app.features.chat.assistant.products.name_words import SIZES
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_MEANT = expression(
    r"^\s*(?:(?:n[aã]o|ops|opa|no|sorry)[\s,.!]+)*(?:\*+\s*|(?:eu\s+)?(?:quis|queria)\s+dizer\s+|i\s+mea?nt?\s+)(?P<what>[^.;!?\n]{1,40})\*?\s*$",
    re.IGNORECASE,
)
_HOUSE = expression(
    r"\W*(?P<lead>(?:(?:nao|n|no|ops|opa|desculp\w+|sorry|errei|na\s+verdade|na\s+vdd|quis\s+dizer|i\s+meant?|actually)[\s,.!*]+)*)"
    r"\*?(?P<number>(?:o\s+)?(?:numero(?:\s+(?:certo|correto|da\s+casa))?|certo|correto)\s+)?(?:(?:e|eh|is|it'?s)\s+)?"
    r"(?P<n>[1-9]\d{2,3})(?:\s+(?:o\s+(?:numero|certo)|mesmo))*\W*"
)
_NUMBERS = expression(r"(?<![\d-])\d{1,5}(?![\d-])")
MANY = 20  # who has so many of a line may mean a count
# `a fritadeira é 220`, which counts none
_BARE_VOLTS = expression(
    r"\b(?P<thing>[^\W\d]+)(?P<before>\s+(?P<is>(?:e|é|eh|tem\s+que\s+ser|precisa\s+ser)\s+)?)(?P<n>110|127|220)"
    r"(?P<end>(?:\s+(?:por\s+favor|pfv|please|mesmo|ta|viu))*\W*)$",
    re.IGNORECASE,
)
_VOLTS = expression(r"\b(?:110|127|220)")
_PLACE = expression(r"\b(?:rua|r|av|avenida|travessa|numero|n|casa|apto?|cep|bloco|endereco)\b")


def said_anew(message: str, state: ConversationState) -> str:
    """The message as the rules read what is put right; any other as it is."""
    if not state.cart.lines or "?" in message:
        return message
    text = fold(message)
    house = _HOUSE.fullmatch(text)
    if house is not None and _of_house(house, message, state):
        return f"o número é {house['n']}"
    found = _MEANT.match(message)
    if found is not None and _chooses(found["what"]):
        message = f"na verdade {found['what'].strip()}"
    held = [set(words(fold(line.name))) for line in state.cart.lines if in_name(line.name)]
    if not held or _PLACE.search(text) or len(_VOLTS.findall(text)) > 1:  # `uma é 110 e a outra é 220`
        return message
    return _BARE_VOLTS.sub(lambda found: _volts(found, held), message)


def _of_house(found: re.Match[str], message: str, state: ConversationState) -> bool:
    """It goes to an address with such a number, and is put right, not told alone."""
    like = any(len(one) == len(found["n"]) for one in _NUMBERS.findall(state.known.address or ""))
    told = found["number"] or ((found["lead"] or "*" in message) and all(x.quantity < MANY for x in state.cart.lines))
    return like and bool(told)


def _chooses(what: str) -> bool:
    said = words(fold(what))
    return any(is_colour(one) or one in SIZES or one[:1].isdigit() or current().place(one) > 0 for one in said)


def _volts(found: re.Match[str], held: Sequence[set[str]]) -> str:
    of_it = found["is"] or any(fold(found["thing"]) in name for name in held)
    return f"{found['thing']}{found['before']}{found['n']}v{found['end']}" if of_it else found[0]
