"""Questions that are written without their mark: what a thing is good for, with the other of two possibilities behind.
Pure.
"""

from app.features.chat.assistant.language.signs import WANT
from app.ops.expressions import expression

_IT = (
    r"(?:(?:el[ea]s?|ess[ea]s?|est[ea]s?|aquel[ea]s?|isso|it|they|this|that|these|"
    r"those)(?:\s+(?!ou\b|or\b)\w+){0,3}?\s+|[oa]s?\s+(?!que\b)(?:\w+\s+){1,3}?)?"
)
_IS = (
    r"(?:serve[m]?|funciona[m]?|combina[m]?|aguenta[m]?|presta[m]?|cabe[m]?|rende[m]?|dura[m]?|encolhe[m]?|desbota[m]?|mancha[m]?|solta[m]?|vaza[m]?|esquenta[m]?|"
    r"arde[m]?|amarga[m]?|derrete[m]?|enferruja[m]?|da[o]?\s+(?:certo|bom|pra|para)|d[ao]o?|pode[m]?|precisa[m]?|vai|vao|vem|tem|fica[m]?|e|eh|sao|"
    r"works?|fits?|lasts?|holds?|needs?|goes|is|are)"
)
# `é mais pra máquina`, `só dá pro coador`, `não`
_OR_ELSE = (
    r"\b(?:ou|or)\s+(?:(?:entao|sera\s+que)\s+)?(?:(?:so|ja|ai|el[ea]s?|it|they|just|only|mais|more)\s+)*(?:(?:serve[m]?|funciona[m]?|combina[m]?|aguenta[m]?|da|dao|pode[m]?|precisa[m]?|vai|vao|vem|"
    r"fica[m]?|e|eh|sao|tem|cabe[m]?|is|are|is\s+it|are\s+they|does|do)\b|(?:nao|not)\s*$)"
)
_ALTERNATIVE = expression(rf"^(?:(?:e|mas|and|but|sera\s+que|entao|ai)\s+)*{_IT}{_IS}\b.*{_OR_ELSE}")
# `ela aguenta água fervendo ou trinca`
_IT_OR = expression(
    rf"^(?:(?:e|mas|and|but|sera\s+que|entao|ai)\s+)*(?:el[ea]s?|isso|it|they)\s+{_IS}\s(?!(?:el[ea]|ess[ea])\b).*\b(?:ou|or)\s+(?!melhor\b|seja\b|rather\b)\w"
)
# `e ele serve pra coador`, of what is spoken of; `esse serve` takes it
_GOOD_FOR = expression(
    r"^(?:e|mas|sera\s+que)\s+(?:el[ea]s?|ess[ea]s?|isso)\s+(?:tambem\s+)?(?:serve[m]?|funciona[m]?|combina[m]?|aguenta[m]?|presta[m]?|cabe[m]?|da[o]?)\s+"
    r"(?:pra|para|pro|com|em|n[oa]|na|bem)\s+(?!mim\b|o\s+que\b|isso\b)\w"
)


# `o inteiro serve quantas fatias`
_HOW_MANY = expression(
    rf"\w.*\b(?:{_IS}|leva[m]?|pesa[m]?|mede[m]?|custa[m]?|sa[ií]|saem)\s+(?:(?:em|por|com|mais|pra|para|d[eo])\s+)?(?:quant[oa]s?|how\s+(?:many|much))\b"
)


# `e pra quem nunca comprou aí`, and behind it `não tem nada?`
_FOR_WHOM = expression(
    r"^(?:e|mas|and)\s+(?:pr[ao]|para|for)\s+(?:quem|(?:a\s+)?primeira\s+compra|clientes?\s+nov[oa]s?|new\s+customers?|first)\b"
)


def asks_unmarked(piece: str) -> bool:
    """`ele serve pra passar no coador ou é mais pra máquina`: what it is like, and no wish for either."""
    asks = (
        _ALTERNATIVE.search(piece)
        or _IT_OR.search(piece)
        or _GOOD_FOR.search(piece)
        or _HOW_MANY.search(piece)
        or _FOR_WHOM.match(piece)
    )
    return asks is not None and WANT.search(piece) is None
