"""How many, told in a clause before what is meant; what a thing is used on. Put into words that are read. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import COUNT_WORDS, fold, is_colour, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_MANY = rf"(?:\d{{1,4}}(?:[.,]\d)?|{COUNT_WORDS})"
_MEASURE = r"(?:(?:kgs?|kilos?|quilos?|g|gramas?|l|litros?|m|metros?|unidades?|un|pares|pecas)(?![a-z]))"
_VERB = r"(?:me\s+ve|ve|manda|quero|queria|coloca|bota|poe|separa|pode\s+ser|vou\s+(?:querer|levar|de)|faz|fecha|pega)"
_IS = (
    r"(?:(?:mas|so\s+que|but)\s+(?:(?:e|eh|sao|tem\s+que\s+ser|it'?s|i\s+mean|only)\s+)?|"
    r"(?:eh|tem\s+que\s+ser|(?:que\s+)?seja[m]?)\s+)"
)
# `são 8kg né, vê do preto`, `quero dois, mas é o tempero`
_COUNT_FIRST = expression(
    r"(?:\b(?:entao|ai|ok|ta|beleza|blz|bom|acho\s+que|deve)\s+)*\b(?:sao|seriam?|ser|vao\s+ser|vai\s+ser|da|daria|dao|"
    r"(?:vou\s+)?precis(?:o|ar|aria)\s+de|vou\s+(?:querer|levar)|levo|quero|queria|(?:me\s+)?ve|manda|coloca|bota|separa|i\s+(?:want|need)|give\s+me)\s+(?:uns\s+|umas\s+)?"
    rf"(?P<many>{_MANY}\s*{_MEASURE}?)(?:\s+(?:ne|neh|entao|mesmo|ta|no\s+total|ao\s+todo|certo|isso))*\s*[,;.]?\s*(?P<and>e\s+)?(?:ai\s+|entao\s+)*"
    rf"(?P<verb>{_VERB}\s+(?:ai\s+)?|{_IS})?d?(?P<which>(?:(?:[oa]s?|the)\s+(?!{_MANY}\b|mesm[oa]\b|que\b|cada\b)(?:de\s+)?|de\s+)"
    r"(?P<first>\d{1,4}\s*(?:ml|g|kg|l|cm|v|w)\b|[a-z]{3,})(?:\s+[a-z]{3,})?)\s*(?=$|[.!,;?\n])"
)
_DOES = r"(?:da[om]?|dao|dariam?)\s+conta|serve[m]?|funciona[m]?|aguenta[m]?|da\s+certo|basta[m]?|chega[m]?"
# `dá conta num aquário de 80 litros?`
_USED_ON = expression(
    rf"\b(?:{_DOES})\s+(?:n?uma?|n[oa]|em\s+uma?|em|de\s+uma?|d[eoa]|(?:pra|para|pro|p)(?:\s+(?:uma?|[oa]))?)\s+"
    r"(?:(?P<thing>[a-z]{3,})\s+)?(?:de\s+)?(?P<size>\d{1,4}(?:[.,]\d)?\s*(?:litros?|l|metros?|m2|m|kgs?|quilos?|pessoas?|cm)\b)"
)
# `canecas: 3 vermelhas e 1 branca`, `mel silvestre, 3 potes`
_HEADING = expression(
    rf"(?P<goods>[a-z]{{3,}})(?:\s+[a-z]{{2,}}){{0,4}}\s*(?::\s*(?={_MANY}\s)|,\s*(?={_MANY}\s+(?:{'|'.join(sorted(PACKED))})\W*$))"
)
# `o de 50`, `2 de 50`: by its number alone
_BY_NUMBER = expression(rf"(?:(?<=\s)|^)(?:e\s+)?(?:[oa]s?|{_MANY})\s+de\s+(?=\d+\s*$)")
_UNIT = expression(r"\d\s*(w|l|litros?|ml|kg|g|m|cm)\b")
_SETTLES = expression(r"\b(?P<again>entao|na\s+verdade|alias)\s+(?=(?:[oa]s?|uma?)\s+d[eo]\s+\d{1,4}\b)")
# `na verdade 5`, while it is asked which: no place in the list
_CORRECTED = expression(
    rf"^(?:na\s+verdade|alias|melhor|ops|opa|corrigindo|actually)\s*,?\s+(?:(?:sao|quero|faz|e)\s+)?(?=(?:so\s+)?{_MANY}(?:\s+unidades?)?\s*(?:[.!]*$|,))"
)
_MELHOR = expression(rf"\bmelhor\s*,?\s+(?=(?:faz|manda|coloca|fecha)\s+{_MANY}\s+d?[oa]s?\b)")
# `então o menor, 60x90`
_BY_VALUE = expression(
    r"^(?:(?:entao|quero|ok|ta|beleza|prefiro|fico\s+com|vou\s+de|pode\s+ser)\s*,?\s+)*(?P<which>[oa])\s+(?:menor|maior|pequen[oa]|grande)(?:\s+(?:entao|mesmo))?\s*,\s*"
    r"(?:(?:[oa]|d[eoa])\s+)*(?P<value>\d+(?:x\d+|\s*(?:cm|ml|g|kg|l|m))\b)(?=\s*[.!]*$)"
)
# `peraí, faz 2`
_HOLDS = expression(
    rf"^(?:pera|perai|calma|espera|opa)\s*(?:ai)?\s*[,.]*\s+(?:faz|sao|fecha)\s+(?=(?:so\s+)?{_MANY}\s*(?:$|[.,!;]))"
)
# `peraí, 10 é muito. faz 6`
_NOT_SO_MANY = expression(
    rf"^(?:(?:pera|perai|calma|espera|opa|ops|eita|nao|ah|hm+|ih)\s*(?:ai)?\s*[,.]*\s+)*{_MANY}\s+(?:e|eh|ta|fica|acho)\s+(?:que\s+e\s+)?(?:muito|demais|pouco)"
    rf"\s*[,.;]*\s+(?:(?:entao|ai|melhor)\s+)?(?:faz|manda|quero|me\s+ve|ve|coloca|bota|poe|deixa|fecha|so)\s+(?:so\s+)?(?P<many>{_MANY})(?=\s*(?:$|[.,!;]))"
)


# `acho que 2 tá bom`, `umas 3 está ótimo`
_ENOUGH = expression(
    rf"^(?:(?:eu|entao|ah+|hm+|olha|i|well)\s+)*(?:(?:acho|creio|imagino|penso|acredito|think|guess)\s+(?:que\s+|that\s+)?)?(?:so\s+|uns\s+|umas\s+|just\s+)?"
    rf"(?P<many>{_MANY})(?P<unit>\s*{_MEASURE}|\s+(?:caixas?|pacotes?|sacos?|latas?|potes?))?\s+(?:ja\s+)?(?:(?:ta|tao|esta|estao|e|eh|sao|fica|seria|is|are)\s+(?:bom|otimo|de\s+bom\s+tamanho|suficiente|o\s+suficiente|perfeito|"
    r"fine|good|enough|ok|okay|great|plenty)|basta[m]?|resolve[m]?|chega[m]?|will\s+do|should\s+do)(?:\s+(?:sim|entao|ne|por\s+enquanto|pra\s+mim|for\s+me|for\s+now))*\s*[.!]*$"
)


# `e da normal de furo fino 3`, `da fina são 4`
_COUNT_LAST = expression(
    r"(?:^|(?<=[.!;,\n])|(?<=\s)(?=e\s+d))\s*(?P<lead>(?:(?:e|ah|mas|ops|opa|entao|ai)\s+)*)(?P<which>(?:d|(?<=\be\s))[oa]s?\s+(?!que\b|e\b)[a-z0-9]{2,}(?:\s+(?!e\b)[a-z0-9]+){0,5}?)(?<!\sde)[\s,]+"
    rf"(?P<verb>(?:sao|seriam?|eram?|quero|queria|vou\s+(?:querer|levar)|levo|manda|poe|coloca|bota|me\s+ve|pode[m]?\s+ser)\s+)?(?P<many>{_MANY})"
    r"(?:\s+(?:unidades?|un|mesmo|entao|por\s+favor))*\s*(?=$|[.!;,\n]|\se\s+d[oa]s?\s)"
)
# `medi aqui, deu 15 metros`
_CAME_TO = expression(
    r"(?:\b(?:medi|contei|olhei|calculei|conferi|vi)(?:\s+(?:aqui|direito|certinho|ja|tudo|de\s+novo))*\s*[,.;:]*\s*(?:e\s+)?)?"
    rf"\b(?:deu|deram|vai\s+dar|contei|medi)\s+(?:uns\s+|umas\s+|certinho\s+|exatos?\s+)?(?={_MANY}(?:\s*{_MEASURE})?\s*(?:$|[.!;,\n]))"
)
# `contei de novo, são 12 alunos. coloca 12`
_COUNTED_ANEW = expression(
    r"^(?:(?:opa|ops|ih|ah+|eita|mas|entao|desculpa|oops|sorry)[\s,]+)*(?:(?:eu|i)\s+)?(?:(?:re)?contei|counted)"
    r"(?:\s+(?:tudo|de\s+novo|direito|aqui|melhor|outra\s+vez|again|errado|wrong|them))*(?=\s*[,.;:])[\s,.;:]+(?:(?:e|na\s+verdade|and|actually)\s+)?"
    rf"(?:(?:sao|deu|deram|vai\s+dar|tem|temos|it'?s|we\s+are|there\s+are)\s+(?P<told>{_MANY})(?:\s+[a-z]{{3,}}){{0,3}}\s*(?:[,.;!]+\s*|$))?"
    rf"(?:(?:(?:entao|ai|so)\s+)*(?:coloca|poe|bota|faz|quero|manda|me\s+ve|deixa|muda\s+pra|make\s+it|put)\s+(?P<many>{_MANY})"
    r"(?:\s+(?:entao|mesmo|por\s+favor|please|then))*\s*[.!]*)?$"
)
# `em vez de 3 espetos põe 5`
_INSTEAD = expression(
    rf"\b(?:em\s+vez|ao\s+inves|no\s+lugar|instead)\s+(?:de|of)\s+{_MANY}\s+(?P<thing>[a-z][a-z ]*?)\s*,?\s+(?:eu\s+)?"
    rf"(?:poe|coloca|bota|quero|queria|faz|manda|me\s+ve|sao|vai|make\s+it|i\s+want|put)\s+(?P<many>{_MANY})(?=\s*(?:$|[.,!;\n]))"
)
# `faz 3 em vez de 2`, `3 luvas em vez de duas`, `5 da grossa em vez de 4 e a cuia pode ser uma`
_RECOUNTED = expression(
    r"(?:(?P<before>\b[oa]s?\s+[a-z]{3,}(?:\s+(?:d[eo]\s+)?[a-z]+){0,2}?)\s+(?=(?:faz|coloca|bota|poe|deixa|quero)\b))?"
    rf"(?:\b(?:{_VERB}|deixa|leva|vou\s+levar|na\s+verdade|melhor|make\s+it|i\s+want|give\s+me|put)\s+)*\b(?P<many>{_MANY})(?:\s+(?:(?:d[eoa]s?|of(?:\s+the)?)\s+)?(?P<thing>[a-z]{{3,}}(?:\s+[a-z]+){{0,3}}?))?\s+"
    rf"(?:em\s+vez|ao\s+inves|no\s+lugar|instead)\s+(?:de|of)\s+(?:so\s+|apenas\s+|just\s+)?(?P<old>{_MANY})(?:\s+(?:so|apenas|only|mesmo|entao|por\s+favor|please))*"
    r"(?:(?=\s*(?:$|[,.!;\n]))|(?P<and>\s+(?:e|mas|and|but)\s+))"
)
# `isso, 3 no total`, `na verdade faz 4 ao todo`, `make it four in total`
_IN_ALL = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:(?:na\s+verdade|actually|entao|ai|mas|but|so|faz|faca|fecha|deixa|fica|sao|seriam|completa|make\s+(?:it|that))\s+)*"
    r"(?P<wish>(?:quero|levo|vou\s+(?:querer|levar)|manda|coloca|bota|poe|fico\s+com|i\s+(?:want|need))\s+)?(?:em\s+|pra\s+)?"
    rf"(?P<many>{_MANY})\s+(?:no\s+total|ao\s+todo|in\s+total|in\s+all|all\s?together)"
    r"(?:\s+(?:entao|mesmo|ta|por\s+favor|please|then|instead))*(?=\s*(?:$|[.,;!\n]))"
)
# `pode pôr as 2`, of which there are no more
_ALL_LEFT = expression(
    rf"\b(?:[oa]s|ess[ea]s|est[ea]s|the|those)\s+(?P<many>{_MANY})(?:\s+que\s+(?:voces?\s+)?(?:tem|tiver|sobr\w+|rest\w+))?(?=\s*(?:$|[.,;!\n]|\b(?:e|mais|and)\s))"
)
# `se não tem as 15, levo as 12`, after it was told how many there are: it is so
_THEN_FEWER = expression(
    r"^(?:(?:ah|entao|bom|ok|ta|poxa|if)\s*,?\s+)*(?:se\s+)?(?:nao|n|you\s+don'?t)\s+(?:tem|tiver(?:em)?|ha|houver|have)(?:\s+(?:mesmo|tod[oa]s|tudo|[oa]s|nem|all|the))*"
    rf"(?:\s+{_MANY})?\s*,?\s*(?:entao\s+)?(?=(?:eu\s+)?(?:levo|quero|faz|manda|fico|vou|me\s+ve|separa|coloca|poe|bota|i'?ll)\b)"
)
# `e o pão são 6, não 5`
_NOT_AS_MANY = expression(rf"\s*,?\s*(?:e\s+|and\s+)?(?:nao|n|not)\s+{_MANY}(?=\s*(?:$|[.,!;\n]))")
# `inverti, é 2 de uva e 3 de maçã`: counts told the other way round before
_MIXED_UP = expression(
    r"\b(?:(?:eu\s+)?(?:inverti|troquei|confundi)(?:\s+(?:tudo|(?:as|os)\s+(?:quantidades?|numeros)))?|i\s+(?:mixed|swapped)\s+(?:them|it|that)(?:\s+up)?)"
    rf"(?:\s*[,.!:]+\s*|\s+)(?:(?:e|eh|sao|era|eram|it'?s)\s+)(?={_MANY}\s)"
)
# `ela voltou atrás, deixa em cinco mesmo`, of one thing that comes in no such size
_LEAVE_AT = expression(
    rf"\b(?:deixa|fica|volta|mantem|leave\s+it)\s+(?:em|at)\s+(?P<many>{_MANY})(?:\s+(?:mesmo|entao|unidades?|por\s+favor|please))*\s*(?=$|[.!;,\n])"
)
_FEW = 10


def count_told_last(text: str, state: ConversationState) -> str:
    """`e da normal de furo fino 3`, as it is read: `e quero 3 da normal de furo fino`. Without a verb the number may be
    a size, where what is shown comes in it."""
    dialogue = state.dialogue
    shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
    asked = [option for one in (dialogue.pending, *dialogue.open) if one is not None for option in one.options]
    each = [one for item in (*shown, *asked) for one in item.each]
    values = {word for one in each for word in words(fold(one.name))}
    told = values | {word for one in each for word in words(fold(one.about))}
    told |= {word for line in state.cart.lines for word in words(fold(line.name))}
    if not (shown or asked or state.cart.lines):
        return text

    def recounts(found: re.Match[str]) -> bool:
        """`e o pão são 6`, of the one that the cart has."""
        goods = [word for word in words(found["which"])[1:] if current().place(word)]
        held = [line for line in state.cart.lines if goods and all(shares([word], line.name) for word in goods)]
        told = (found["verb"] or "").startswith(("sao", "seria", "era")) and found["which"][0] != "d"
        return (told and len(held) == 1) or _NOT_AS_MANY.match(text, found.end()) is not None

    def counted(found: re.Match[str]) -> str:
        many = found["many"]
        said = words(found["which"])[1:]
        known = any(word in told or is_colour(word) or current().place(word) for word in said)
        known = known or any(word.isdigit() and one.startswith(word) for word in said for one in values)
        sized = many in values or (number(many) or 0) > _FEW
        if not known or (not found["verb"] and sized):
            return found[0]
        beside = bool(state.cart.lines) and words(found["lead"])[-1:] == ["e"] and not recounts(found)
        which = found["which"] if found["which"].startswith("d") else f"d{found['which']}"
        return f" {found['lead']}{'adiciona' if beside else 'quero'} {many} {which}"

    return _COUNT_LAST.sub(counted, text).strip()


def came_to(text: str, state: ConversationState) -> str:
    """`deu 15 metros`, after it was asked how many: that many are wanted."""
    asked = state.dialogue.pending
    waits = asked is not None and asked.kind in ("choose", "quantity")
    return _CAME_TO.sub("sao ", text) if waits and "?" not in text else text


def enough(text: str, state: ConversationState) -> str:
    """`acho que 2 tá bom`, of what is spoken of: so many are wanted."""
    dialogue = state.dialogue
    asked = dialogue.pending is not None and dialogue.pending.kind in ("choose", "quantity")
    found = _ENOUGH.match(text) if asked or dialogue.focus is not None else None
    return f"quero {found['many']}{found['unit'] or ''}" if found else text


def count_told_first(text: str, state: ConversationState) -> str:
    """`são 8kg né, vê do preto`, as it is read: `quero 8kg do preto`."""
    if len(state.cart.lines) == 1 and (anew := _COUNTED_ANEW.match(text)):
        many = {anew["told"], anew["many"]} - {None}
        return f"muda pra {many.pop()}" if len(many) == 1 else text
    if state.cart.lines:
        text = _IN_ALL.sub(lambda found: _in_all(found, state), text).strip()
    text = _INSTEAD.sub(r"quero \g<many> \g<thing>", _RECOUNTED.sub(lambda found: _told_anew(found, state), text))
    text = count_told_last(came_to(enough(text, state), state), state)
    asked = state.dialogue.pending
    if asked is not None and asked.kind == "quantity" and len(asked.options) == 1:
        left = asked.options[0].available
        text = _THEN_FEWER.sub("", text) if left is not None else text
        text = _ALL_LEFT.sub(lambda found: found["many"] if number(found["many"]) == left else found[0], text)
    if asked is not None and asked.kind == "choose":
        text = _CORRECTED.sub("sao ", text)
    text = _MELHOR.sub("", _MIXED_UP.sub("sao ", text))
    text = _LEAVE_AT.sub(lambda found: _left_at(found, state), text)
    text = _BY_VALUE.sub(r"quero \g<which> de \g<value>", text)
    text = _HOLDS.sub("sao ", text)
    text = _NOT_SO_MANY.sub(r"sao \g<many>", text)
    text = _SETTLES.sub(r"\g<again> quero ", text)  # `tá, então o de 40`
    if (headed := _HEADING.match(text)) and current().place(headed["goods"]) == BEGINS:
        text = f"quero {text}"
    return _COUNT_FIRST.sub(_of_which, text)


def _in_all(found: re.Match[str], state: ConversationState) -> str:
    """So many there are to be, unless all that the cart has comes to that."""
    lines = state.cart.lines
    comes_to = len(lines) > 1 and sum(line.quantity for line in lines) == number(found["many"])
    of_all = len(lines) > 1 and not found[0].strip(" ,.;!").startswith(found["many"])  # `ai são três no total`
    return found[0] if comes_to or of_all else f" {found['wish'] or 'sao '}{found['many']}"


def _told_anew(found: re.Match[str], state: ConversationState) -> str:
    """That count, and behind a comma what else the sentence says."""
    told = _recounted(found, state)
    return f"{told}, " if found["and"] and told != found[0] else told


def _recounted(found: re.Match[str], state: ConversationState) -> str:
    """Another count of what there were so many of; `42 em vez de 40` is a size."""
    lines, many, old = state.cart.lines, found["many"], number(found["old"])
    of_old = [line for line in lines if line.quantity == old]
    if not of_old and (old or 0) >= _FEW:
        return found[0]
    if found["before"] and lines:  # `as lixas faz 15 em vez de 10`
        return f"muda {found['before']} pra {many}"
    if found["thing"]:
        return f"muda {found['thing']} pra {many}" if lines else f"quero {many} {found['thing']}"
    if len(lines) > 1 and len(of_old) == 1:
        return f"muda {fold(of_old[0].name.partition(' (')[0])} pra {many}"
    return f"muda pra {many}" if lines else f"quero {many}"


def _left_at(found: re.Match[str], state: ConversationState) -> str:
    """That many of the one line, as it is read."""
    lines = state.cart.lines
    sized = any(set(map(str.isdigit, words(line.name))) != {False} for line in lines)
    return found[0] if len(lines) != 1 or sized else f"muda pra {found['many']}"


def _of_which(found: re.Match[str]) -> str:
    """Without a verb only where goods or a colour are told: `vou levar 6, o de vinil`; `quero uma. e o boné` are two
    things."""
    first, which = found["first"], found["which"]
    if found["and"] and not found["verb"] and current().place(first) >= NAMES:
        return found[0]
    told = first[0].isdigit() or current().place(first) >= NAMES or is_colour(first)
    which = f"of {which}" if which.startswith("the ") else which if which.startswith("de ") else f"d{which}"
    return f"quero {found['many'].strip()} {which}" if found["verb"] or told else found[0]


def without_use(text: str, state: ConversationState) -> str:
    """`ele dá conta num aquário de 80 litros?`, of what is spoken of: `ele serve pra 80 litros?`. The thing that it is
    used on is not asked for."""
    found = _USED_ON.search(text)
    dialogue = state.dialogue
    before = words(text[: found.start()]) if found else []
    spoken_of = bool(dialogue.focus or dialogue.listed or dialogue.pending) or any(
        current().place(word) >= NAMES for word in before
    )
    if found is None or "?" not in text[found.end() :] or not spoken_of or {"qual", "quais", "which"} & set(before):
        return text
    subject = text[: found.start()]
    shown = dialogue.listed or (dialogue.pending.options if dialogue.pending is not None else ())
    own = dialogue.focus or (shown[0] if len(shown) == 1 else None)
    if own is not None:
        name = fold(own.base or own.name)
        unit = _UNIT.search(name)  # `o de 50`, of what is called `100 W`
        if _BY_NUMBER.search(subject.rstrip()):
            subject = _BY_NUMBER.sub(f"{words(name)[0]} de ", subject.rstrip()) + (f"{unit[1]} " if unit else " ")
    return f"{subject}serve pra {found['size']}{text[found.end() :]}"
