"""What was not found, quoted as the shopper wrote it and not in the words that the rules read: `7 litros`, no `7l`."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.language.words import fold, stem, words
from app.ops.expressions import expression

_WORD = expression(r"[^\s,.;:!?\"“”()]+")
_AMOUNT = expression(r"(?P<n>\d+(?:[.,]\d+)?)[a-z]{1,3}")
MOST_BETWEEN = 3


def as_written(says: Sequence[Say], message: str) -> list[Say]:
    """The sayings with what they quote in the message's own words, as far as these are in it."""
    return [_written(one, message) if one.what in ("nothing", "list", "not_told_of") else one for one in says]


def _written(said: Say, message: str) -> Say:
    query = said.values.get("query", "")
    if not (query.startswith('"') and query.endswith('"')) or (found := _in_message(query.strip('"'), message)) == "":
        return said
    return msgspec.structs.replace(said, values={**said.values, "query": f'"{found}"'})


def _in_message(query: str, message: str) -> str:
    """The part of the message from the first to the last of the words, or the words alone where they stand apart."""
    told = list(_WORD.finditer(message))
    at: list[int] = []
    for word in words(fold(query)):
        amount = _AMOUNT.fullmatch(word)
        begins = [i for i, one in enumerate(told) if _is(one[0], word) or (amount and fold(one[0]) == amount["n"])]
        at += begins[:1]
        if begins and amount and fold(told[begins[0]][0]) == amount["n"] and begins[0] + 1 < len(told):
            at.append(begins[0] + 1)
    if not at:
        return ""
    at = sorted(set(at))
    if at[-1] - at[0] - len(at) < MOST_BETWEEN:
        return message[told[at[0]].start() : told[at[-1]].end()]
    return " ".join(told[i][0] for i in at)


def _is(written: str, word: str) -> bool:
    return any(one == word or stem(one) == stem(word) for one in words(fold(written)))
