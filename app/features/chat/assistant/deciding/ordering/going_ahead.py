"""What tells, without naming it, that the thing spoken of is to be sent. Pure."""

from app.features.chat.assistant.language.words import fold
from app.features.conversations.leave import LEAVE
from app.ops.expressions import expression

_SENDS_IT = expression(
    r"\b(?:pode[m]?\s+(?:mandar|enviar|entregar|separar|fechar)|manda|separa|send\s+it|go\s+ahead)\b"
)
_LIKED = expression(
    r"\b(?:el[ea]s?|(?:meu|minha|[oa])\s+\w+|he|she|they|my\s+\w+)\s+(?:ja\s+)?(?:gostou|gostaram|adorou|amou|curtiu|liked\s+it|loved\s+it|approved|agreed|"
    r"said\s+yes)\b"
)


_CLOSES = expression(
    r"\b(?:fech(?:a|ar|e|ou)|confirm\w+|finaliz\w+|certinho|tudo\s+(?:cert|ok)\w*|place\s+(?:the|my)\s+order|"
    r"all\s+(?:correct|good|right)|that'?s\s+(?:right|correct|all)|looks\s+good)\b"
)


def closes(text: str) -> bool:
    """`perfeito, pode fechar`, which is said of all that is in the cart."""
    return _CLOSES.search(fold(text)) is not None


def sends_it(text: str) -> bool:
    """`pode mandar`"""
    return _SENDS_IT.search(fold(text)) is not None


def approved(text: str) -> bool:
    """`ela gostou`, `meu marido deixou`: of whom was to be asked."""
    return LEAVE.search(fold(text)) is not None or _LIKED.search(fold(text)) is not None
