"""Questions that are written without their mark: what a thing is good for, with the other of two possibilities behind.
Pure.
"""

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.signs import WANT
from app.ops.expressions import expression

_IT = (
    r"(?:(?:el[ea]s?|ess[ea]s?|est[ea]s?|aquel[ea]s?|isso|it|they|this|that|these|"
    r"those)(?:\s+(?!ou\b|or\b)\w+){0,3}?\s+|[oa]s?\s+(?!que\b)(?:\w+\s+){1,5}?)?"
)
_IS = (
    r"(?:serve[m]?|funciona[m]?|acompanha[m]?|inclui|posso|podia|poderia|consigo|tem\s+que|tenho\s+que|combina[m]?|aguenta[m]?|presta[m]?|cabe[m]?|rende[m]?|dura[m]?|encolhe[m]?|desbota[m]?|mancha[m]?|solta[m]?|vaza[m]?|esquenta[m]?|"
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
# `a jarra é de vidro ou plástico`
_IS_OR = expression(
    r"^(?:(?:e|mas|and|but)\s+)*(?:[oa]s?|ess[ea]s?|est[ea]s?|the|this)\s+(?:\w+\s+){1,5}?(?:e|eh|sao|is|are)\s+(?:(?:de|feit[oa]s?|com|mais|made|of)\s+)*\w+(?:\s+\w+)?\s+(?:ou|or)\s+(?:(?:de|mais|of)\s+)?\w+(?:\s+\w+)?$"
)
# `e ele serve pra coador`, of what is spoken of; `esse serve` takes it
_GOOD_FOR = expression(
    r"^(?:e|mas|sera\s+que)\s+(?:el[ea]s?|ess[ea]s?|isso)\s+(?:tambem\s+)?(?:serve[m]?|funciona[m]?|combina[m]?|aguenta[m]?|presta[m]?|cabe[m]?|da[o]?)\s+"
    r"(?:pra|para|pro|com|em|n[oa]|na|bem)\s+(?!mim\b|o\s+que\b|isso\b)\w"
)


# `o inteiro serve quantas fatias`
_HOW_MANY = expression(
    rf"(?<![^\n])[^\w\n]*\w.*\b(?:{_IS}|leva[m]?|pesa[m]?|mede[m]?|custa[m]?|sa[ií]|saem)\s+(?:(?:em|por|com|mais|pra|para|d[eo])\s+)?(?:quant[oa]s?|how\s+(?:many|much))\b"
)


# `e pra quem nunca comprou aí`, and behind it `não tem nada?`
_FOR_WHOM = expression(
    r"^(?:e|mas|and)\s+(?:pr[ao]|para|for)\s+(?:quem|(?:a\s+)?primeira\s+compra|clientes?\s+nov[oa]s?|new\s+customers?|first)\b"
)

# `do que que é feita a pantalona`, `a coxinha é de quê`, `me fala as medidas do tapete`, `até que hora`
_WHAT_OF = expression(
    r"^(?:(?:e|mas|ai|entao|oi|and|so)\s+)*(?:(?:d[eo]|com|pra|para|em|ate)\s+)?(?:o\s+)?que\s+(?:(?:que|e\s+que|horas?|ponto|idade|peso|altura|tipo|jeito)\b|(?:e|eh|sao|foi|vem|leva|tem)\s+(?:feit|dentro|junto|n[oa]s?\b|ess|est))"
    r"|^(?:(?:e|mas|and)\s+)*(?:o\s+)?que\s+(?:e\s+)?[a-z]{3,}\s+(?:mais|melhor|menos)\b"
    r"|^\w.*\s(?:e|eh|sao|vem|leva|tem|acompanha[m]?|inclui|feit[oa]s?)\s+(?:d[eo]|com)?\s*(?:o\s+)?que$"
    r"|^(?:me\s+|pode\s+me\s+)(?:fala[r]?|diz(?:er)?|diga|informa[r]?|passa[r]?|manda[r]?)\s+(?:[oa]s?\s+)?(?:medidas?|tamanhos?|pesos?|dimens\w+|composicao|material|altura|largura|comprimento|validade|voltagem|horarios?|enderecos?)\b"
    r"|^(?:ate|until|till)\s+(?:que|what|qual)\s+(?:horas?|hrs?|time)\b"
)
# `eu queria saber se ela tem bolso`, `me fala onde fica a loja`: the question behind it
_TO_KNOW = expression(
    r"^(?:(?:eu|so|tambem|entao|ai|e|mas|olha|antes)\s+)*(?:(?:quero|queria|qria|gostaria\s+de|preciso|precisava|vim|tava\s+querendo|(?:to|estou)\s+querendo|i\s+(?:just\s+)?want(?:ed)?\s+to|i'?d\s+like\s+to|i\s+need\s+to)\s+"
    r"(?:saber|entender|know)|(?:(?:vc|voce|voces|ces?|sr|sra)\s+)?(?:pode|poderia|consegue|sabe|saberia)\s+(?:me\s+)?(?:dizer|informar|falar|responder)|(?:(?:minha|meu|a|o)\s+[a-z]+\s+)(?:quer(?:ia)?|pediu\s+pra|mandou)\s+(?:saber|perguntar)|(?:(?:minha|meu)\s+[a-z]+\s+)?pergunt(?:ou|a)|alguem\s+(?:sabe|pode)(?:\s+me)?\s+(?:dizer|informar|falar)|(?:eu\s+)?(?:nao|n)\s+sei(?=\s+se\s+(?:el[ea]s?|ess[ea]s?|cabe[m]?|serve[m]?|da|vai\s+(?:servir|caber|dar|ficar)|vem|aguenta|combina)\b)|me\s+(?:diz|fala|diga|fale|informa|informe|responde|explica|confirma)|"
    r"(?:(?:quero|queria|gostaria\s+de|preciso\s+de|tenho|posso)\s+)?(?:(?:so|tirar|fazer|pedir)\s+)*uma\s+(?:informacao|duvida|perguntinha|pergunta|duvidinha)(?=\s+[a-z]+\s+[a-z])|(?:(?:can|could)\s+you\s+)?tell\s+me|do\s+you\s+know)\s+(?:uma\s+coisa\s+)?(?:(?:aqui|ai|so|antes|tambem|please)\s+)*"
    r"(?:(?:se|if|whether)\s+|(?<=informacao\s)|(?<=duvida\s)|(?<=pergunta\s)|(?<=perguntinha\s)|(?=(?:onde|como|quando|qual|quais|de\s+que|do\s+que|o\s+que\s+(?:vem|tem\s+n|e\s+que)|where|how|when|what|which)\b))"
)


# `a camisa branca tem bolso`, of goods
_HAS = expression(
    r"^(?:(?:e|mas|ai|oi|and)\s+)*(?:[oa]s?|ess[ea]s?|est[ea]s?|the|this)\s+(?P<goods>(?:\w+\s+){1,5}?)(?:ja\s+)?(?:tem|vem\s+com|leva|aceita[m]?|parcela[m]?|divide[m]?|serve[m]?\s+(?:em|n[oa]s?|pra|para|pro)|aguenta|derrete|desbota|encolhe|amassa|estica|esquenta|mancha|escorrega|vaza|enferruja|dura|has|comes\s+with)\b"
)


# `brigadeiro aguenta no calor`
_BARE_HAS = expression(
    r"^(?P<goods>[a-z]{3,}\s+(?:\w+\s+){0,3}?)(?:aceita[m]?|parcela[m]?|aguenta|derrete|desbota|encolhe|amassa|estica|esquenta|mancha|vaza|enferruja|dura|estraga|precisa\s+de|da\s+(?:pra|para)|can|lasts?|melts?)\b"
)


_WHICH = expression(r"(?:(?:e|mas|and)\s+)*(?:(?:o\s+)?(?:qual|quais|que)|which|what)\s")
_OR = expression(r"(?:[oa]s?|the|uma?|an?)\s+\S.*\s(?:ou|or)\s")
_OR_NOUN = expression(r"(?P<noun>[a-z]{3,}).*\s(?:ou|or)\s")
_REALLY = expression(r"(?:e|eh|is\s+it)\s+(?:de\s+)?[a-z]+(?:\s+[a-z]+)?\s+(?:mesmo|ne|de\s+verdade|really|right)$")
_OF_IT = expression(r"(?:(?:e|mas|and|but)\s+)*(?:el[ea]s?|ess[ea]s?|isso|they|it|do\s+they|does\s+it)\s+[a-z]")


def asks_of_it(piece: str) -> bool:
    """`elas encolhem`, behind a wish that is put as a question"""
    return _OF_IT.match(piece) is not None


def asks_on(before: str, piece: str) -> bool:
    """What goes on with a question: `qual esquenta, o de linho ou o outro`, `tem fios? é algodão mesmo`."""
    noun = _OR_NOUN.match(piece)
    either = _OR.match(piece) is not None or (noun is not None and current().place(noun["noun"]) == BEGINS)
    return _REALLY.match(piece) is not None or (either and _WHICH.match(before) is not None)


def without_asking(text: str) -> str:
    """A clause without what announces its question; one that announces none as it is."""
    found = _TO_KNOW.match(text)
    return text[found.end() :] if found is not None and len(text) > found.end() + 2 else text


def asks_unmarked(piece: str) -> bool:
    """`ele serve pra passar no coador ou é mais pra máquina`: what it is like, and no wish for either."""
    if _WHAT_OF.search(piece):
        return True
    has = (_HAS.match(piece) or _BARE_HAS.match(piece)) if WANT.search(piece) is None else None
    if has is not None and any(current().place(word) >= NAMES for word in has["goods"].split()[:2]):
        return True
    asks = (
        _ALTERNATIVE.search(piece)
        or _IT_OR.search(piece)
        or _IS_OR.search(piece)
        or _GOOD_FOR.search(piece)
        or _HOW_MANY.search(piece)
        or _FOR_WHOM.match(piece)
    )
    return asks is not None and WANT.search(piece) is None
