"""Why one thing shall take another's place or come out, told beside that: `o branco combina mais com a cabeceira`,
`vi que esse é de trilho`. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.language.signs import REMOVE, WANT
from app.features.chat.assistant.language.words import is_colour
from app.features.chat.assistant.reading.clauses import Clause
from app.ops.expressions import expression

_SUITS = expression(
    r"^(?:(?:e|mas|porque|pois|eu|acho|achei|que|na\s+verdade|i|think|because)\s+)*(?:(?:[oa]s?|ess[ea]s?|the|that|this|meu|minha|my)\s+)?(?:\w+\s+){1,4}?"
    r"(?:(?:vai|vao|ia|deve|pode|will|would)\s+)?(?:nao\s+)?(?:me\s+(?:mata\w*|machuca\w*|incomoda\w*|aperta\w*|cansa\w*|doem?)|kills?\s+me|hurts?\s+me|combin\w+|orn[ae]\w*|suj[ae]\w*|mancha\w*|clarei\w+|escurec\w+|aparec\w+|"
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
# `vi aqui que é pra trilho`, `lembrei que tenho em casa`
_FOUND_OUT = expression(
    r"^(?:(?:e|mas|porque|pois|que|eu|ja|so|agora|i|just|because)\s+)*(?:vi|li|reparei|notei|percebi|descobri|lembrei|achei|pensei|"
    r"(?:me\s+)?(?:falaram|disseram)|saw|see|noticed|reali[sz]ed|remembered|thought|read)\s+"
    r"(?:(?:aqui|agora|ali|la|depois|direito|melhor|now|here)\s+)*"
    r"(?:que\s+(?:(?:so|ja|ainda|nao|el[ea]s?|ess[ea]s?|isso|eu|(?:[oa]\s+)?(?:meu|minha)\s+\w+)\s+)*"
    r"(?:e|eh|era[m]?|sao|serv\w+|tenho|te[mn]|temos|tinha|ve[mn]|cab\w+|da|vai|vao)\b|(?:that\s+)?(?:it|they|i)(?:'\w+)?\s)"
)
# `o de 10 já tá bom, troca` chooses.
_ENOUGH = expression(
    r"\b(?:ja\s+(?:ta|esta|tava|fica)|(?:is|be|will)\s+(?:just\s+)?)\s*(?:bom|boa|otimo|fine|enough)\b"
)


def as_reasons(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, of which none that tells what something is like is a wish for it where an exchange is told, and none
    that tells what was found out where something is taken out, too."""
    swaps = any(one.asserts and _SWAPS.match(one.text) for one in clauses)
    if not (swaps or any(one.asserts and REMOVE.search(one.text) for one in clauses)):
        return list(clauses)
    return [replace(one, told=True, corrects=False) if _is_reason(one, swaps) else one for one in clauses]


def _is_reason(clause: Clause, swaps: bool) -> bool:
    if not clause.asserts or any(one.search(clause.text) for one in (WANT, _SWAPS, _ENOUGH)):
        return False
    if _FOUND_OUT.match(clause.text) or not swaps:
        return _FOUND_OUT.match(clause.text) is not None and REMOVE.search(clause.text) is None
    coloured = _IS_SO.match(clause.text)
    return _SUITS.match(clause.text) is not None or (coloured is not None and is_colour(coloured["colour"]))
