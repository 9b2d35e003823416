"""How many come out and how many stay, told of one line: `tira 5 da de papel, deixa só 10`, of 15. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.language.words import NUMBER_WORDS, fold, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,4}}|{NUMBER_WORDS})"
_FEWER = expression(
    rf"\b(?:tir[ae]r?|remov[ae]r?|retir[ae]r?|diminui|take\s+(?:out|off)|remove)\s+(?P<out>{_COUNT})(?:\s+(?P<what>[^,.;!?\n]+?))?\s*"
    rf"(?:,|\be\b|\band\b)+\s*(?:deixa|fica|ficam|mantem|leave|keep)\s+(?:(?:so|apenas|somente|com|just|only)\s+)*(?P<left>{_COUNT})"
    r"(?:\s+(?:mesmo|entao|del[ea]s|of\s+them))*(?=\s*(?:$|[.,;!\n]))"
)
_NO_NAME = frozenset("de do da dos das d of the o a os as el ela eles elas dele dela delas deles them".split())  # noqa: SIM905


def fewer_of_one(text: str, lines: Sequence[CartLine]) -> str:
    """A folded message with such a change told of the only line that has as many as both, by its full name;
    where none has, without how many stay."""
    found = _FEWER.search(text) if lines else None
    if found is None:
        return text
    out, left = number(found["out"]), number(found["left"])
    named = [word for word in words(found["what"] or "") if word not in _NO_NAME]
    meant = [line for line in lines if all(shares([word], line.name) for word in named)]
    exact = [line for line in meant if out and left and line.quantity == out + left]
    if len(meant) < 2:
        return text
    if len(exact) != 1:  # it is open which; what stays is no change of another
        return f"{text[: found.start()]}tira {found['out']} {found['what'] or ''}{text[found.end() :]}"
    called = " ".join(fold(exact[0].name).replace("(", " ").replace(")", " ").replace(",", " ").split())
    return f"{text[: found.start()]}tira {out} {called}{text[found.end() :]}"
