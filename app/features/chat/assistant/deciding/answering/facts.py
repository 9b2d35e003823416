"""What a description tells, sentence by sentence, and which words of it are another's. Pure."""

from app.ops.expressions import expression

_SENTENCE = expression(r"(?<=[.!?;])\s+|\n+")


def sentences(description: str) -> list[str]:
    """The sentences of a description."""
    return [one.strip() for one in _SENTENCE.split(description) if one.strip()]


def alike(one: str, other: str) -> bool:
    """`montar` and `montagem`, `lavar` and `lavavel`, `pilha` and `pilhas`."""
    if len(one) < 4 or len(other) < 4 or one.isdigit() or other.isdigit():
        return one == other
    most = max(4, min(len(one), len(other)) - 2)
    return one[:most] == other[:most]
