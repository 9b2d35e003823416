"""How many of something, in the ways people say it, as the one that the rules read: `ao todo 3` and `let's do 3`, of
what is in the cart, are `na verdade 3`, `um par de bonés` is `2 bones`, `boné (2)` is `2 bone`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import (
    COUNT_WORDS,
    NUMBER_WORDS,
    fold,
    in_portuguese,
    number,
    stem,
    words,
)
from app.features.chat.assistant.products.matching import Product, shares
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_N = (
    rf"(?:\d{{1,3}}|{COUNT_WORDS})(?!\w|[.,]\d|\s*(?:%|"
    rf"x\b|v\b|reais|conto|kg|g\b|ml|l\b|cm|m\b|metros?|vezes|dias|anos))"
)
_LEAD = r"^(?P<lead>\W*(?:(?:ah+|entao|opa|ops|e|mas|ok|sim|isso|hm+|agora|so\s+que|but|so|oh|well|then)[\s,]+)*)"
# `… e uma garrafa`, `… and add a flask`
_BESIDE = (
    r"\s*,?\s*(?:e|and|mais)\s+(?:(?:e|mais|tambem|ai|also|quero|poe|bota|coloca|inclui|adiciona|acrescenta|manda|me\s+ve|add|put|throw\s+in)\s+)*"
    rf"(?=(?:{_N}|an?|uns|umas)\s+[a-z]{{3}})"
)
_TAIL = (
    rf"(?:\s+(?:del[ea]s?|dess[ea]s?|unidades?|un|mesmo|entao|por\s+favor|pfv?|please|then|ta|of\s+(?:them|"
    rf"those)))*(?:(?P<beside>{_BESIDE})|\s*[.!]*\s*$)"
)
_QUANTITY = r"(?:quantidades?|qtde?|qtdd|quant|qnt|qtdade|quantity|amount|number(?=\s+to))"
_SETS = (
    rf"(?:(?:ao|no)\s+todo|n[oa]\s+(?:final|fim|real|total)|(?:um\s+|o\s+)?total\s+(?:de|e|fica)|all\s+in\s+all|in\s+total)\s*,?\s*(?:(?:sao|fica|ficam|da|e|serao|seriam|quero)\s+)?(?P<a>{_N})",
    rf"let'?s\s+(?:do|make\s+it|go\s+with|get|say)\s+(?P<b>{_N})",
    rf"(?:bump|up|raise|increase|lower|drop|reduce|cut|bring|take|corta)\s+(?:it\s+|that\s+)?(?:up\s+|down\s+)?(?:to|pra|para)\s+(?P<c>{_N})",
    rf"(?:(?:mud\w+|alter\w+|troc\w+|coloc\w+|poe|bota|deixa|corrig\w+|aument\w+|diminu\w+|quero|change|set|update|put|make)\s+)?(?:[oa]\s+|the\s+)?{_QUANTITY}\s*(?:[:=]\s*|(?:pra|para|em|de|e|eh|to|at|is)\s+)?(?P<d>{_N})",
    rf"(?:serao|vao\s+ser|seriam|passam\s+a\s+ser|vai\s+ser|correcao\W+|correction\W+|retificando\W+|(?:quis|queria)\s+dizer|precisava\s+de|precisamos\s+de|needed|pra|para)\s*(?P<e>{_N})",
    rf"(?:bora|vamos?|simbora|fechamos|fecha|fechado|partiu)\s+(?:de|em|com|nos|nas)\s+(?P<f>{_N})",
    rf"(?P<g>{_N})\s*,?\s+(?:and\s+)?not\s+{_N}",
    rf"(?:no\s+lugar|em\s+vez|ao\s+inves|instead)\s+(?:de|of)\s+{_N}\s*,?\s+(?:(?:eu|i)\s+)?(?:poe|coloca|bota|quero|manda|faz|make\s+it|want|put)\s+(?P<h>{_N})",
    rf"(?P<i>{_N})\s+altogether",
    rf"(?:(?:pode[m]?|podia|poderia)\s+(?:ser\s+)?(?:colocar|por|mandar|botar|deixar|fazer|separar)\s+)(?P<j>{_N})",
)
_SET_TO = expression(rf"{_LEAD}(?:{'|'.join(_SETS)}){_TAIL}")
# `um só e uma garrafa`, `make it one and add a flask`, `3 e uma garrafa`: read by itself where nothing stands beside it
_SET_BESIDE = expression(
    rf"{_LEAD}(?:(?:quero|deixa|fica|manda|na\s+verdade|i\s+want|make\s+(?:it|that)|faz|poe|bota)\s+)?(?:(?:so|apenas|somente|just|only)\s+)?(?P<n>{_N})(?:\s+(?:so|apenas|only|mesmo))?\s*(?P<beside>{_BESIDE})"
)
_MORE_BESIDE = expression(rf"{_LEAD}(?:mais\s+(?P<n>{_N})|(?P<m>{_N})\s+(?:more|a\s+mais))(?P<beside>{_BESIDE})")
_MORE = expression(
    rf"{_LEAD}(?:(?:aumenta|aumente|plus|sobe)\s+(?:em\s+)?(?P<n>{_N})|(?P<m>{_N})\s+(?:extras?|a\s+mais)){_TAIL}"
)
_LESS = expression(
    rf"{_LEAD}(?:(?:pode\s+)?(?:corta|cortar|cancela|cancelar|retira|dispensa|abate)\s+(?P<n>{_N})|take\s+(?P<m>{_N})\s+(?:off|out|away)){_TAIL}"
)
_TRIPLE = expression(r"^\W*(?:triplica|triple\s+it|o\s+triplo|quero\s+o\s+triplo)\W*$")
_DOUBLE = expression(r"^\W*(?:duplica|(?:dobra|duplica|double)\s+(?:a|the)\s+(?:quantidade|quantity|amount))\W*$")
_ENOUGH = expression(rf"\b(?P<n>{_N})\s+so\s+(?=(?:ja\s+)?(?:basta|chega|resolve|e\s+suficiente))")

# `boné qtd 2`, `boné (2)`, `bonés:2un`, `2 (dois) bonés`
_CALLED = expression(r"(?<=[a-z])\s*[,:-]?\s*(?:qtde?|qtdd|quantidade|quant|qnt|qty)\s*[:=.]?\s*(?=\d)")
_IN_BRACKETS = expression(
    r"\b(?P<noun>[a-z]{3,}(?:\s+[a-z]{3,}){0,3})\s*(?:\(\s*|:\s*)(?P<n>\d{1,2})\s*(?:x|un\w*|pcs)?\s*\)?(?=\s*(?:$|[,;.\n]))"
)
_TOLD_TWICE = expression(rf"\b(?P<n>\d{{1,3}})\s*\(\s*(?P<word>{NUMBER_WORDS})\s*\)\s*")
_IN_ALL = expression(
    rf"\b(?P<noun>[a-z]{{3,}}(?:\s+[a-z]{{4,}}){{0,2}}?)\s*,\s*(?:no\s+total|ao\s+todo|total\s+de|sao|serao|in\s+total|all\s+in\s+all)\s+(?P<n>{_N})(?=\s*(?:$|[,;.!\n]))"
)
_ALIKE = expression(
    rf"\b(?P<n>{_N}\s+[a-z]{{3,}}(?:\s+[a-z]{{4,}}){{0,2}}?)\s+(?:iguai(?:s|zinh[oa]s)|identic[oa]s)(?=\s*(?:$|[,;.!\n]|(?:por\s+favor|pfv?)\b))"
)
_AND_ANOTHER = expression(
    r"\b(?:uma?|1|one|an?)\s+(?P<noun>[a-z]{3,})\s*(?:,|\be\b|\band\b|\+)\s*(?:(?:e|mais|tambem|and)\s+)*(?:uma?|1|outr[oa]|another|one\s+more)\s+(?P<again>[a-z]{3,})(?=\s*(?:$|[,;.!\n]|(?:por\s+favor|please)\b))"
)
# `2 bonés sendo um de presente`: for whom one of them is
_FOR = r"(?:(?:pra|para|pro)\s+(?:(?:[oa]|meus?|minhas?|um|uma)\s+)*[a-z]+|de\s+presente)"
_SO_BEING = expression(
    rf"\s*,?\s+sendo\s+(?:{_N})\s+(?:del[ea]s\s+)?{_FOR}(?:\s+e\s+(?:{_N}|outr[oa])\s+{_FOR})?(?=\s*(?:$|[,;.!\n]))"
)
# What one of which is a pair; of other goods a pair are two.
_IN_PAIRS = frozenset(
    map(
        stem,
        """meia meiao sapato sapatilha tenis sandalia chinelo bota botina coturno brinco luva rasteira
        rasteirinha pantufa scarpin chuteira papete tamanco mocassim oxford salto calcado polaina
        joelheira cotoveleira caneleira tornozeleira munhequeira argola patins patim nadadeira
        alianca oculos lente crocs slide alpargata espadrille havaiana sapatenis sock shoe sneaker
        trainer sandal slipper boot flip-flop earring glove mitten jeans pants trousers shorts
        glasses sunglasses scissors pliers tweezers leggings tights stocking heel loafer flat skate
        goggles headphones calca bermuda tesoura alicate pinca fone halter muleta raquete
        mule clog tamanquinho babuche galocha anabela espadrilha cleat moccasin calcado footwear""".split(),  # noqa: SIM905
    )
)
_PAIR = expression(
    r"\b(?:(?P<n>uma?|1|an?|one|dois|duas|2|two)\s+)?(?:par(?:es|zinho)?|pairs?)\s+(?:d[eoa]s?|of(?:\s+the)?)\s+(?P<noun>[a-z][a-z-]{2,})(?=(?P<more>(?:\s+[a-z-]{3,}){0,3}))",
    re.IGNORECASE,
)
_COUPLE = expression(
    r"\b(?:a\s+)?couple\s+(?:of\s+)?(?=[a-z]{3,}s\b)(?!of\b)(?!(?:days|weeks|months|hours|minutes|questions|things)\b)"
)
_MORE_PAIR = expression(r"\bmais\s+um\s+par(?:zinho)?(?:\s+(?:del[ea]s?|dess[ea]s?))?(?=\s*(?:$|[,;.!\n]))")


def so_many(text: str, state: ConversationState) -> str:
    """A folded text in which a count is told as the rules read it; what is asked stays as it was."""
    if "?" in text:
        return text
    return _of_the_cart(_of_goods(text), state)


def _of_goods(text: str) -> str:
    text = _TOLD_TWICE.sub(
        lambda found: f"{found['n']} " if int(found["n"]) == number(found["word"]) else found[0], text
    )
    text = _COUPLE.sub("2 ", _SO_BEING.sub("", _CALLED.sub(" ", text)))
    text = _ALIKE.sub(r"\g<n>", _PAIR.sub(_pair, text))
    text = _IN_ALL.sub(_counted_behind, _IN_BRACKETS.sub(_counted_behind, text))
    return _AND_ANOTHER.sub(_two, text)


def _counted_behind(found: re.Match[str]) -> str:
    said = found["noun"].split()
    begins = next((at for at, word in enumerate(said) if current().place(word) == BEGINS), None)
    if begins is None:
        return found[0]
    return " ".join([*said[:begins], found["n"], *said[begins:]])


def _two(found: re.Match[str]) -> str:
    same = stem(found["noun"]) == stem(found["again"]) and current().place(found["noun"]) == BEGINS
    return f"2 {found['noun']}" if same else found[0]


def _pair(found: re.Match[str]) -> str:
    """`um par de bonés` is two of them; `a pair of socks` is `one pair`."""
    if current().place("par") or current().place("pair"):
        return found[0]
    said = [found["noun"], *found["more"].split()]
    if any(map(_by_the_pair, said)):
        return f"one{found[0][1:]}" if found["n"] == "a" else found[0]
    if not any(current().place(word) == BEGINS for word in said):
        return found[0]
    many = 2 * (number(found["n"]) or 1 if found["n"] not in (None, "a", "an") else 1)
    return f"{many} {found['noun']}"


def _by_the_pair(word: str) -> bool:
    """One of what the word names is a pair."""
    return not _IN_PAIRS.isdisjoint(map(stem, (word, word.removesuffix("s"), *in_portuguese(word))))


def pairs_of_one(message: str, shelf: Sequence[Product]) -> str:
    """`2 pairs of the salomon`, where all that is called so is worn by the pair: `2 pairs of the salomon shoes`."""

    def named(found: re.Match[str]) -> str:
        noun = fold(found["noun"])
        worn = [
            next(filter(_by_the_pair, words(fold(name))), "")
            for name in (one.base or one.name for one in shelf)
            if shares([noun], name)
        ]
        said = any(map(_by_the_pair, (noun, *words(fold(found["more"])))))
        return found[0] if said or not worn or not all(worn) else f"{found[0]} {worn[0]}"

    return _PAIR.sub(named, message)


def _of_the_cart(text: str, state: ConversationState) -> str:
    lines, asked = state.cart.lines, state.dialogue.pending
    if not lines or (asked is not None and asked.kind in ("quantity", "choose")):
        return text
    text = _ENOUGH.sub(r"\g<n> ", text)
    if _DOUBLE.match(text):
        return "o dobro"
    if _TRIPLE.match(text) and len(lines) == 1:
        return f"na verdade {3 * lines[0].quantity}"
    pairs = len(lines) == 1 and stem(lines[0].name.split()[0].lower()) in _IN_PAIRS
    text = _MORE_PAIR.sub("mais 1" if pairs else "mais 2", text)
    if found := _SET_TO.match(text):
        return _told("na verdade", found)
    if found := _MORE_BESIDE.match(text) or _MORE.match(text):
        return _told("mais", found)
    if found := _LESS.match(text):
        return _told("tira", found)
    if len(lines) == 1 and (found := _SET_BESIDE.match(text)):
        return _told("na verdade", found)
    return text


def _told(deed: str, found: re.Match[str]) -> str:
    """The deed, its count, and what is wanted besides."""
    many = next(number(value) for key, value in found.groupdict().items() if len(key) == 1 and value)
    rest = _ALSO.sub("", _ONE.sub("1 ", found.string[found.end() :]))
    return f"{deed} {many} e {rest}" if found["beside"] else f"{deed} {many}"


_ONE = expression(r"^(?:an?|one)\s+")
_ALSO = expression(r"\s+(?:tambem|too|also|as\s+well)(?=\s*[.!]*\s*$)")
