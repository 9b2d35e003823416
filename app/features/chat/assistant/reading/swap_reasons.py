"""Why one thing shall take another's place, told beside that: `o branco combina mais com a cabeceira`. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.language.signs import WANT
from app.features.chat.assistant.language.words import is_colour
from app.features.chat.assistant.reading.clauses import Clause
from app.ops.expressions import expression

_SUITS = expression(
    r"^(?:(?:e|mas|porque|pois|eu|acho|achei|que|i|think|because)\s+)*(?:(?:[oa]s?|ess[ea]s?|the|that|this|meu|minha|my)\s+)?(?:\w+\s+){1,4}?"
    r"(?:(?:vai|vao|ia|deve|pode|will|would)\s+)?(?:nao\s+)?(?:combin\w+|orn[ae]\w*|suj[ae]\w*|mancha\w*|clarei\w+|escurec\w+|aparec\w+|"
    r"(?:fic\w+|cai\w*|casa|dura\w*|rende\w*|vai|serv\w+|esquent\w+|e|eh|sao|ta|is)\s+(?:muito\s+|mto\s+|bem\s+|too\s+)?"
    r"(?:mais|melhor\w*|menos|bem|bom|boa|lind\w+|bonit\w+|grande|pequen\w+|apertad\w+|curt\w+|larg\w+|"
    r"ruim|ruins|dific\w+|fei[oa]s?|frac[oa]s?|incomod\w+|more|better|nicer|big|small|tight|bad|hard|ugly|awful)|"
    r"\w+[aes]m?\s+(?:muito|mto|demais|pouco|facil\w*|rapido|a\s+lot|easily)(?:\s+\w+)?$|gosta\w*\s+(?:mais\s+)?d[eoa]|prefere\w*|match(?:es)?|suits?|goes|looks?)\b"
)
# `o banheiro é azul também`
_IS_SO = expression(
    r"^(?:(?:e|mas|porque|pois|que|because)\s+)*(?:[oa]s?|meu|minha|the|my)\s+(?:\w+\s+){1,3}?(?:ja\s+)?(?:e|eh|sao|ta|tao|is|are)\s+(?:tod[oa]\s+|all\s+)?"
    r"(?P<colour>[a-z]{3,})(?:\s+(?:clar[oa]|escur[oa]|tambem|tb|too|ja|already))*$"
)
_SWAPS = expression(
    r"^(?:(?:entao|ai|pode|podem|voces?|vc|me|faz|pra\s+mim|e|so|please|can\s+you|just)\s+)*(?:troc|mud[ae]|substitu|swap|change|switch|replace)"
)
# `o de 10 já tá bom, troca` chooses.
_ENOUGH = expression(
    r"\b(?:ja\s+(?:ta|esta|tava|fica)|(?:is|be|will)\s+(?:just\s+)?)\s*(?:bom|boa|otimo|fine|enough)\b"
)


def as_reasons(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, of which none that tells what something is like is a wish for it where an exchange is told."""
    if not any(one.asserts and _SWAPS.match(one.text) for one in clauses):
        return list(clauses)
    return [replace(one, told=True, corrects=False) if _is_reason(one) else one for one in clauses]


def _is_reason(clause: Clause) -> bool:
    if not clause.asserts or any(one.search(clause.text) for one in (WANT, _SWAPS, _ENOUGH)):
        return False
    coloured = _IS_SO.match(clause.text)
    return _SUITS.match(clause.text) is not None or (coloured is not None and is_colour(coloured["colour"]))
