"""What of a message says the summary's lines once more: `sim, 2 spaten e 2 zero`. Pure."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.features.chat.assistant.language.words import number, stem, words
from app.features.conversations.consent_words import JOINS, POLITE, YES, squeezed
from app.features.conversations.state import CartLine, Summary
from app.ops.expressions import expression

_AND = expression(r"\s+(?:e|and|com|with)\s+|\s*[+&]\s*")
_LEADS = expression(
    r"\W*(?:(?:e|eh|sao|vai|vao|fic(?:a|am|ou|aram)|entao|pedi|seria[m]?|that'?s|it'?s|is|so\s+that'?s|"
    r"sim|s|ss|isso(?:\s+(?:mesmo|ai))?|ok|certo|yes|yep|yeah|[oa]s?|the)\s+)*"
)
_YES = expression(r"\W*(?:sim|s|ss|isso|ok|certo|yes|yep|yeah)\b")
_ONLY = expression(r"\b(?:so|apenas|somente|only|just)\b")
_BETWEEN = frozenset(
    "de do da dos das um uma o a os as the of x unidade unidades un mesmo mesma certinho certo ai tudo".split()  # noqa: SIM905
)

# How it is paid, told again: `pode confirmar com pix`, `isso, cartão na entrega`
_BY_PIX = expression(
    r"\b(?:(?:(?:eu\s+)?(?:pago|vou\s+pagar|pagamento)\s+)?(?:com|no|via|por|pelo|em|with|by|via)\s+(?:o\s+)?)?pix(?:\s+(?:mesmo|msm))?\b"
    r"(?!\s*(?:fica|sai|da|tem|com|copia|e\s+\d))"
)
_ON_DELIVERY = expression(
    r"\b(?:(?:(?:eu\s+)?(?:pago|vou\s+pagar|pagamento)\s+)?(?:com|no|em|n[ao]|o|with|by|in)\s+)?(?:(?:dinheiro|cash)|"
    r"(?:cartao|debito|credito|card)(?:\s+(?:de|of)\s+(?:credito|debito))?(?=\s+(?:na\s+(?:entrega|hora)|ao\s+receber|on\s+(?:delivery|arrival))))"
    r"(?:\s+(?:na\s+(?:entrega|hora)|ao\s+receber|on\s+(?:delivery|arrival)))?(?:\s+(?:mesmo|msm))?\b"
)
# `quero o pix`: the code, before there is an order
_WANTS = expression(r"\b(?:quero|queria|manda\w*|envia\w*|passa|cade|qual|me|want|send|need)\b")
_WITH_COUPON = expression(
    r"\b(?:(?:e\s+)?(?:com|usando|with|using)\s+)(?:(?:o|meu|esse|the|my)\s+)?(?:cupo[mn]|desconto|coupon|discount)(?P<code>(?:\s+[a-z]+\d+)?)\b"
)


def terms_again(summary: Summary, text: str) -> str:
    """A folded text without how it is paid and the coupon, told as the summary has them."""
    if summary.payment_method == "cod":
        text = _ON_DELIVERY.sub(" ", text)
    elif not _WANTS.search(text):
        text = _BY_PIX.sub(" ", text)
    code = (summary.coupon_code or "").lower()
    return _WITH_COUPON.sub(lambda told: " " if code and told["code"].strip() in ("", code) else told[0], text)


def without_restated(summary: Summary, text: str) -> str:
    """A folded text without the pieces that name the summary's lines again, each told apart from the others and in no
    other count. All of the lines are named so, or several of them with their counts: one alone may be all that is
    wanted."""
    lines = summary.lines
    if len(lines) < 2:
        return text
    pieces = JOINS.split(text)
    again = {at: told for at, piece in enumerate(pieces) if (told := tuple(_told_in(piece, lines)))}
    named = {line for told in again.values() for line, _ in told}
    counted = {line for told in again.values() for line, count in told if count}
    if len(named) < len(lines) and (named != counted or len(counted) < 2 or _ONLY.search(text)):
        return text
    return " , ".join(_agreed(piece) if at in again else piece for at, piece in enumerate(pieces))


def _agreed(piece: str) -> str:
    """The yes that a piece begins with."""
    yes = _YES.match(piece)
    return yes[0] if yes else ""


def _told_in(piece: str, lines: Sequence[CartLine]) -> Iterator[tuple[int, bool]]:
    """Which lines a piece names and whether it counts them; nothing where a part of it says anything else."""
    told = [_line_of(part, lines) for part in _AND.split(piece)]
    yield from [] if None in told else [one for one in told if one is not None]


def _line_of(part: str, lines: Sequence[CartLine]) -> tuple[int, bool] | None:
    """The one line that a part names, and whether it counts it."""
    lead = _LEADS.match(part)
    said = words(part[lead.end() :] if lead else part)
    called = [word for word in said if squeezed(word) not in YES | POLITE and word not in _BETWEEN]
    count = number(called[0]) if called and len(called) > 1 else None
    names = [_called(line.name) for line in lines]
    found = [at for at, name in enumerate(names) if called and _names(called, name)]
    if count is not None and not (len(found) == 1 and lines[found[0]].quantity != count):
        counted = [at for at, name in enumerate(names) if _names(called[1:], name)]
        return (counted[0], True) if len(counted) == 1 and lines[counted[0]].quantity == count else None
    return (found[0], False) if len(found) == 1 else None


def _called(name: str) -> set[str]:
    """The words of a name, and a number with the unit behind it as one: `127v`."""
    said = words(name)
    return {stem(word) for word in said} | {one + unit for one, unit in pairwise(said) if one.isdigit()}


def _names(called: Sequence[str], name: set[str]) -> bool:
    return all(stem(word) in name for word in called) and any(not word.isdigit() for word in called)
