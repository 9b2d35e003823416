"""Why something is wished for or asked, told in the same breath behind a `que`: it wishes for nothing, refuses nothing
and makes no condition. Pure.
"""

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.signs import ADD, REMOVE, WANT
from app.features.chat.assistant.language.words import words
from app.ops.expressions import expression

# Now and then, or only near the shop: nobody comes for the goods.
_NOW_AND_THEN = (
    r"(?:as\s+vezes|de\s+vez\s+em\s+quando|vira\s+e\s+mexe|volta\s+e\s+meia|costumo|raramente|quase\s+nunca|uma\s+vez\s+ou\s+outra|"
    r"sometimes|once\s+in\s+a\s+while|every\s+now\s+and\s+then|from\s+time\s+to\s+time)"
)
_NEAR_IT = (
    r"(?:(?:eu|a\s+gente|nos|sempre|ja|i)\s+)*(?:passo|passamos|moro|trabalho|fico|ando|estudo|vivo|pass|live|work)\s+(?:(?:sempre|ai|aqui|la|por|bem|muito|right)\s+)*"
    r"(?:perto|pertinho|em\s+frente|na\s+frente|do\s+lado|ao\s+lado|na\s+regiao|n?o\s+bairro|near|nearby|close\s+by)\b"
)
# `qualquer hora passo aí e escolho pessoalmente`
_SOME_DAY = (
    r"(?:qualquer\s+(?:hora|dia)(?:\s+dess[ea]s)?|(?:n?um\s+)?dia\s+desses|outr[ao]\s+(?:hora|dia)|"
    r"some\s+(?:day|time)|talvez|quem\s+sabe)\s+(?:eu\s+)?(?:passo|passe|apareco|apareca|vou|va|dou\s+um\s+pulo|venho|venha)\s+(?:ai|la|n?a\s+loja)"
    r"|(?:maybe|perhaps)\s+i(?:'ll|\s+will|\s+can)\s+(?:drop|stop|come|swing|pop)\s+(?:by|in|over|around)"
)
_HABIT = expression(rf"\b{_NOW_AND_THEN}\b|\b(?:{_NEAR_IT}|{_SOME_DAY})\b(?!.*\b(?:busc|retir|peg|pick|collect)\w*)")
# `vai que eu compro outro mais pra frente`
_IN_CASE = expression(
    r"^(?:(?:e|ai|porque|just)\s+)*(?:vai\s+que|vai\s+saber\s+se|in\s+case)\b|"
    r"\b(?:mais\s+(?:pra|para\s+a|la\s+pra)\s+frente|futuramente|no\s+futuro|in\s+(?:the|some)\s+future|later\s+on|some\s?day)\b"
)
_LEST = expression(r"\s+(?:vai\s+que\s+\w|(?:just\s+)?in\s+case\b)")
# `2 de cada pra não ter briga`, behind which more may be wished for
_SO_THAT_NOT = expression(
    r"\s*,?\s(?:(?:pra|para|p)\s+(?:que\s+)?(?:nao|n|nunca|ninguem)\s+(?:me\s+|se\s+|mais\s+)?"
    r"(?:ter|dar|haver|tenha|de|faltar|falte|ficar\s+sem|fique\s+sem|brigar|brigue\w*|errar|esquecer|acabar|passar\s+(?:fome|vontade|vergonha)|"
    r"perder\s+(?:a\s+)?viagem|precisar\s+\w+|ter\s+que\s+\w+|sobrar|sobre|chorar|reclamar|reclame\w*)"
    r"|so\s+(?:that\s+)?(?:there\s+(?:is|are|will\s+be)\s+no|there'?s\s+no|(?:we|they|i|nobody|no\s+one)\s+(?:(?:do|wo|does)\s*n'?t\s+)?(?:run\s+out|fights?|forgets?|argues?))"
    r")\b(?:\s+(?!(?:e|and|mais|com)\s)[a-z]+){0,3}?(?=\s*$|\s*,|\s+(?:e|and|mais)\s)"
)
_NOW = expression(r"\b(?:hoje|agora|quero|queria|me\s+ve|manda|preciso|today|now|i\s+want|i'?d\s+like)\b")
_WHY_ASKED = expression(rf"\s(?:que|porque|pois)\s+(?=(?:{_NOW_AND_THEN}|{_NEAR_IT}))")
_SUBJECT = (
    r"(?:(?:[oa]s?\s+)?(?:minhas?|meus?|nossa|nosso)\s+\w+|[oa]s?\s+(?:d(?:el[ea]s?|[oa]s?\s+\w+)|mae|pai|mulher|marido|patrao|patroa|chefe|pessoal|vizinh[oa]|menin[oa]s?|crianca[s]?|velh[oa])|"
    r"(?:ess[ea]s?|est[ea]s?|aquel[ea]s?)(?:\s+[a-z]+)?|el[ea]s?|eu|a\s+gente|nos|la\s+em\s+casa|aqui\s+em\s+casa|em\s+casa|aqui)"
)
_REASON = expression(
    rf"\s(?:que|porque|pois|ja\s+que)\s+(?=(?:(?:hoje|agora|ate\s+hoje)\s+)?{_SUBJECT}\s+(?:(?:ja|so|tambem|ainda|tudo|todo)\s+)*(?:(?:nao|n|nunca|nem)\b|(?:ta|tao|esta|estao|e|eh|sao|fica|ficou|anda|acabou|acabaram|quebrou|rasgou|"
    r"estragou|precisa\w*|quer(?:em|ia|iam)?|vai\s+querer|gosta\w*|ama[m]?|adora\w*|prefere\w*|detesta\w*|odeia\w*|pediu|tem|to|tou|estou|gosto|amo|adoro|prefiro|odeio|detesto|preciso|trabalh(?:a|am|o)|usa|usam|uso|anda[m]?|dorme[m]?)\b))"
    r"|\s(?:que|porque|pois|ja\s+que)\s+(?=(?:ja\s+|aqui\s+)?(?:da\s+n[oa]\s+mesm[oa]|acabou|acabaram|ta\s+acabando|nao\s+(?:posso|pode|podemos|gosto|tenho|temos|aguento|como|tomo|uso|quero\s+errar))\b)"
    r"|\s(?:que|porque|pois|ja\s+que)\s+(?=(?:e|eh|sao|vai|vao)\s+(?:(?:ser\s+)?(?:pra|para|pro)|de\s+(?:presente|lembranca|brinde))\b)"
    # `tira a câmera que o rádio nem tem tela`
    r"|\s(?:que|porque|pois|ja\s+que)\s+(?=[oa]s?\s+[a-z]{3,}(?:\s+(?:d(?:el[ea]s?|[oae]s?\s+[a-z]+)|la|aqui))?\s+(?:(?:nao|n|nunca|nem)\b|ja\s+(?:tem|vem|veio|inclui)\b))"
    r"|\s(?:because|since|as)\s+(?=(?:my|i|we|he|she|they|the|it|mine|his|hers)\b)"
)
_COUNTS = expression(
    r"^(?:(?:melhor|entao|mais|e|faz|fazer|muda|pra|para|logo|make|it)\s+)*"
    r"(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|an?|one|two|three)(?:\s|$)|"
    r"\bmais\s+(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco)$"
)
# `quero um par 40 pra ele`, behind which nothing can tell what kind it is of
_FOR_SOMEBODY = expression(
    r"\b(?:1|uma?|[2-9]|dois|duas|one|two)\b.*\b(?:pra|para|pr[oa]|for)\s+(?:el[ea]s?|mim|him|her|them|me)$"
)
# `quero 2 que meu cabelo é comprido`: of what is spoken of so many, and how something of one's own is.
_SO_MANY = expression(
    r"\b(?:(?P<one>uma?|one)|\d{1,3}|dois|duas|tres|quatro|cinco|seis|two|three|four|five)"
    r"(?:\s+(?:d?ess[ea]s?|d?el[ea]s?|unidades?|so|mesmo|entao|of\s+(?:it|them|those|these)))*$"
)
_OWN_IS_SO = expression(
    r"\s(?:que|porque|pois|ja\s+que|because|since|as)\s+(?=(?P<own>(?:[oa]s?\s+)?(?:meus?|minhas?|noss[oa]s?|my|our)\s+)?(?:[oa]s?\s+|the\s+)?[a-z]{3,}"
    r"(?:\s+(?:d(?:el[ea]s?|[oae]s?\s+[a-z]+)|la|aqui))?\s+(?:(?:ja|aqui|la)\s+)*(?:e|eh|sao|ta|tao|esta|estao|fica|is|are)\s+(?:(?:muito|bem|meio|tao|super|very|so|really)\s+)?[a-z]{3,})"
)

# `põe mais uma igual, aí já dá o cupom, né?`: what the wish is to reach, asked along with it
_WISHED = (
    r"(?P<wish>(?:^|(?<=[.,;!?\n]))\s*(?:(?:e|entao|ah|ok|ta|bom|blz|beleza|pode|faz\s+assim|so|then|and)\s+)*"
    r"(?:poe|por|coloc(?:a|ar)|bota|adiciona|acrescenta|inclui|manda|(?:me\s+)?ve|quero|levo|vou\s+levar|add|put|give\s+me|i'?ll\s+take)\s+[^.;!?\n]*?\b(?:mais|outr[oa]s?|\d{1,2}|uma?|dois|duas|another|more|one|two)\b[^.;!?\n]*?)"
)
_GOAL = (
    r"(?:cupo[mn]|desconto|(?:frete|entrega)(?:\s+gratis)?|(?:valor\s+)?minimo|valor|brinde|(?:r\$\s*)?\d{2,4}(?:\s+reais)?|"
    r"coupon|code|discount|(?:free\s+)?(?:shipping|delivery)|minimum)"
)
_TO_GOAL = (
    r"(?:(?:(?:[ndp]?r?[oa]s?|em|de|com|meu|usar|aplicar|ganhar|ter|to|for|the|over|past|my|of)\s+)*"
    rf"{_GOAL}(?:\s+gratis)?)"
)
_REACHES = (
    r"(?:da|fecha|completa|inteira|chega|bate|atinge|alcanca|passa|vale|libera|entra|ganho|consigo|posso|rola|"
    r"gets?|reach(?:es)?|hits?|makes?|covers?|works?|qualif(?:y|ies)|(?:is|will\s+be|should\s+be)\s+enough)"
)
_REACHED = expression(
    rf"{_WISHED}[\s,]+(?:(?:(?:que|so|and)\s+)?(?:ai|dai|assim|com\s+isso|then|that|so\s+that|so|that\s+way)\s+(?:(?:eu|ja|it|i|we|should|will|the\s+(?:coupon|code))\s+)*{_REACHES}(?:\s+it)?(?:\s+{_TO_GOAL})?"
    rf"|(?:pra|para|to)\s+(?:dar|fechar|completar|inteirar|chegar|bater|atingir|alcancar|passar|ganhar|usar|get|reach|hit|use)\s+{_TO_GOAL})"
    r"(?:[\s,]+(?:ne|neh|certo|ok|viu|isso|acho|right|yes))*\s*(?=[.,;!?\n]|$)\?*"
)
# `me vê 2, já fica uma de reserva`, `quero 2, uma pra usar e outra de reserva`: one of those, and none more
_KEPT = (
    r"(?:(?:de|na|pra|para|em)\s+(?:reserva|estoque)|guardad[oa]s?|sobrando|sobressalentes?|"
    r"(?:as\s+)?(?:an?\s+)?(?:spare|backup)s?)\b"
)
_TO_SPARE = expression(
    r"(?:[\s,.]+(?:e|ja|assim|ai|dai|que|pra|para|pq|porque|so|then|that\s+way))+\s+(?:(?:eu|ja|me|i|we)\s+)*"
    r"(?:fic\w+|deix\w+|guard\w+|sobr\w+|ter|tenho|keep|have|there'?s)\s+(?:(?:com|logo|pelo\s+menos|uma?|[12]|duas|dois|outr[oa]|one|two|another|an?|as)\s+)*"
    rf"{_KEPT}|(?:(?<=\b[2-9])|(?<=\bduas)|(?<=\bdois)|(?<=\btres)|(?<=\btwo)|(?<=\bthree))[\s,]+(?:(?:1|uma?|one)(?:\s+(?:pra|para|to)\s+(?:usar|use|agora|ja|now|colocar|instalar|install))?(?:\s+(?:e|and)\s+)?)?"
    rf"(?:(?:[oa]\s+)?outr[oa]|the\s+other|1|uma?|one)?\s+(?:fica\s+|vai\s+ficar\s+)?{_KEPT}"
)


def without_goal(text: str) -> str:
    """A folded text in which more is wished for, without what that is to reach: a coupon's minimum, free delivery, one
    to spare."""
    return _TO_SPARE.sub("", _REACHED.sub(r"\g<wish>.", text))


def without_reason(text: str) -> str:
    """A clause that wishes for something, without why: `coloca um descafeinado que minha esposa não pode com cafeína`;
    one that asks without how often somebody is near: `até que horas abrem que às vezes eu passo aí perto`."""
    asked = _WHY_ASKED.search(text)
    if asked is not None and asked.start() > 0:
        text = text[: asked.start()]
    text = _SO_THAT_NOT.sub("", _LEST.split(text)[0])
    state = _OWN_IS_SO.search(text)
    counted = _SO_MANY.search(text[: state.start()]) if state is not None else None
    if state is not None and counted is not None and (state["own"] or not counted["one"]):
        return text[: state.start()]
    why = _REASON.search(text)
    if why is None:
        return text
    wish = text[: why.start()]
    wishes = WANT.search(wish) or ADD.search(wish) or REMOVE.search(wish) or _COUNTS.search(wish)
    names = any(current().place(word) == BEGINS for word in words(wish))
    return wish if wishes and (names or _COUNTS.search(wish) or _FOR_SOMEBODY.search(wish)) else text


def is_habit(text: str) -> bool:
    """`às vezes eu passo aí perto`, `vai que eu compro outro`"""
    return (_HABIT.search(text) is not None or _IN_CASE.search(text) is not None) and _NOW.search(text) is None
