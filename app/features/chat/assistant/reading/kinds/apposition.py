"""Colours and sizes behind goods, each after a comma, put to the name: `2 camisetas, cor preta, tam G`. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import NUMBER_WORDS, is_colour, number, words
from app.features.chat.assistant.products.name_words import SIZES, UNIT_NAMES
from app.features.chat.assistant.reading.kinds.sizing import CALLED
from app.ops.expressions import expression

# A piece that tells only a colour or a size, and what ends it: no `e branca`, which tells of another.
_PIECE = expression(
    rf",\s*(?:(?:d?[oa]s?|d?aquel[ea]s?|d?ess[ea]s?)\s+(?P<big>pequen[oa]s?|grandes?|medi[oa]s?)(?:\s+(?:mesm[oa]|entao))*(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and)\s)|"
    rf"(?:(?:n?a|em|in|de|ess[ea]s?|est[ea]s?)\s+)?(?:(?:cor|colou?r)\s+)?(?:(?!{CALLED})(?P<colour>[a-z]{{4,}})(?:\s+(?:n[oa]\s+)?(?:{CALLED}\s+(?P<also>\d{{1,2}}|[a-z]{{1,3}})|"
    r"(?P<and_letter>pp?|m|gg?|xg|[sl]|x[sl]|[3-5]\d)))?|"
    rf"{CALLED}\s+(?P<sized>\d{{1,2}}|[a-z]{{1,3}})|(?P<letter>[a-z]{{1,3}}))"
    r"(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and|com|mais|plus)\s))"
)
# `os dois, coral`
_THOSE = expression(r"\b(?:[oa]s\s+(?:dois|duas|tres|[23])|ambos|ambas|both(?:\s+of\s+them)?)\s*$")
_ENDS = expression(r"[.;!?\n]|\b(?:e|and|mais|plus)\b")
_BIG = expression(
    r"\b(?:pequen[oa]s?|grandes?|medi[oa]s?|menor|maior|small|large|big|pp?|m|gg?|\d+\s*(?:ml|l|g|kg|cm|m))\b"
)
_SIZED = expression(rf"\b(?:{'|'.join(SIZES)}|{CALLED}\s+\w+|[3-5]\d)\b")
# `o menor, de 1 kg`
_PICKED = expression(
    r"\b(?P<which>(?:[oa]|the)\s+(?:menor|maior|pequen[oa]|grande|medi[oa]|mais\s+\w+|smallest|biggest|small|large)),\s*(?=(?:[oa]\s+)?de\s+\d)"
)
# `a mangueira, a mais comprida, de 3 metros`, `two baskets in the biggest size, G`: the value itself tells which.
_RANKED = expression(
    r"(?P<before>,\s*)?\b(?:(?:in|n?[oa]|the)\s+)+(?:mais\s+[a-z]+|menor|maior|smallest|biggest|largest|longest|shortest)"
    r"(?:\s+(?:sizes?|ones?|tamanho|medida|mesm[oa]|que\s+(?:tem|tiver)))*\s*,\s*(?:(?P<article>[oa]|the)\s+)?"
    rf"(?:(?P<measure>(?:d[eo]\s+)?\d+(?:[.,]\d+)?\s?(?:{'|'.join(UNIT_NAMES)}))|(?:{CALLED}\s+)?(?P<letter>{'|'.join(SIZES)}))"
    r"\b(?:\s+ones?)?(?=\s*(?:$|[,.;!\n])|\s+(?:e|and|mais|por\s+favor|please|pra|para)\s)"
)
# `bleach powder, the small 50g one`, `uma tv, 32 polegadas`, `blinds in grey, 160x220`
_THE_ONE_OF = expression(
    r",\s*(?:the|[oa])\s+(?P<size>(?:small|big|large|little|pequen[oa]|grande|menor|maior)\s+)?(?:d[eo]\s+)?(?P<measure>\d+(?:,\d+)?\s?(?:g|kg|ml|l|cm))\b(?:\s+(?:one|mesmo))?"
    r"(?=\s*(?:$|[,.;!?\n]))|,\s*(?:d[eo]\s+)?(?P<long>\d+(?:,\d+)?x\d+(?:,\d+)?|\d+(?:[.,]\d+)?[\s-]*"
    r"(?:polegadas?|inch(?:es)?|cm|m|mts?|metros?|met(?:er|re)s?))\b(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and)\s)"
)
# `2 potes do mel de laranjeira, o de 500 gramas`: which of it, and nothing else
_THAT_OF_MEASURE = expression(
    r"\s*[,(]\s*(?:(?:[oa]s?|aquel[ea]s?|d?ess[ea]s?|the|that|those)\s+(?:(?:potes?|pacotes?|frascos?|garrafas?|latas?|caixas?|sacos?|novelos?|one|ones)\s+)?(?:(?:d[eo]|com|of|with)\s+)?|d[eo]\s+)"
    r"(?P<measure>\d+(?:[.,]\d+)?\s?(?:gramas?|gr?|grams?|kgs?|kilos?|quilos?|litros?|lit(?:er|re)s?|lts?|l|ml|cm|metros?|m|w|watts?|v|volts?))\b(?:\s+(?:mesmo|tambem|igual|ones?))*\)?"
    r"(?=\s*(?:$|[,.;!?\n])|\s+(?:e|and|mais|pra|para|por\s+favor|please)\s)(?!\s*(?:,|\be\b|\bou\b|\band\b|\bor\b)\s*(?:[oa]s?|the)\s+(?:d[eo]\s+|of\s+)?\d)"
)
# `one lasagna, family size`
_IN_THAT_SIZE = expression(
    r"(?<=[a-z]),\s*(?:the\s+|in\s+|tamanho\s+)?(?P<size>(?!(?:what|which|same|any|my|the|his|her|your|wrong|right|other|different)\b)[a-z]{4,})[\s-]+sized?(?=\s*(?:$|[,.;!\n])|\s+(?:and|please)\b)"
)
_MEASURED = expression(r"\d\s?(?:g|gr|gramas?|kgs?|quilos?|kilos?|litros?|l|ml|cm|metros?|m|w|v)\b")
# `a miso paste, the light one`: of that, and no other thing
_THE_SUCH_ONE = expression(
    r"(?P<goods>\b(?:an?|uma?|one|two|three|four|\d{1,2}|want|like|need|take|get|add)\s+[^,.;!?\n]+?),\s*the\s+(?!(?:first|second|third|last|other|same|cheap\w*|small\w*|big\w*|larg\w*|medium)\b)"
    r"(?P<such>[a-z]+|\d+[\s-]+thread[\s-]+count)\s+ones?(?=(?:\s+please)?\s*(?:$|[.;!?\n]|,?\s+and\s))"
)
# `uma mochila do dinossauro, aquela de rodinhas`
_THAT_ONE_OF = expression(
    r"(?P<goods>\b(?:an?|uma?|one|[oa]|the|\d{1,2})\s+[^,.;!?\n]+?),\s*(?:aquel[ea]s?(?:\s+que\s+(?:e|vem|tem)(?!\s+(?:em|n[oa])\b))?|(?:the|that)\s+one)\s+"
    r"(?P<such>(?:d[eoa]s?|com|sem|with|without)\s+(?!\d)[a-z]+(?:\s+(?!(?:e|and|para|pra|que)\b)[a-z]+)?)(?=\s*(?:$|[,.;!\n])|\s+(?:e|and|para|pra)\s)"
)
# `um jogo de panelas o de seis peças`, spoken without a pause
_THE_ONE_WITH = expression(
    rf"\b(?P<count>uma?|\d{{1,2}}|{NUMBER_WORDS})\s+(?P<goods>[a-z]+(?:\s+(?!(?:e|mais|and)\s)[a-z]+){{0,4}}?)\s*(?:,\s*|\s)[oa]s?\s+d[eo]\s+"
    rf"(?P<measure>(?P<n>\d{{1,3}}|{NUMBER_WORDS})\s*(?:pecas?|lugares|folhas|paginas|bocas|cores|m|litros?|l|ml|kg|g|cm|mm|metros?))\b"
)
# `tênis pra minha filha, rosa, tamanho 28`: whom the goods are for comes between them and their traits.
_FOR_WHOM = expression(
    rf"(?P<whom>\s+(?:pra|para|pr[oa]s?|for)\s+(?:[oa]s?\s+|the\s+)?(?:minhas?|meus?|nossas?|nossos?|my|our)\s+[a-z]{{3,}})"
    rf"(?P<traits>(?:(?:\s*,\s*|\s+)(?:(?:in|em|na)\s+)?(?:(?:cor|colou?r)\s+[a-z]{{4,}}|{CALLED}\s+(?:\d{{1,2}}|[a-z]{{1,3}})|[a-z]+)\b){{1,6}})"
    r"(?=\s*(?:$|[.;!?\n]))"
)
# `quero um na cor café, número 35`: of what is spoken of, one colour and its size
_COLOUR_AND_SIZE = expression(
    rf"\b(?P<colour>(?:na|de|in)\s+cor\s+[a-z]{{3,}}|(?:uma?|[oa])\s+(?P<plain>[a-z]{{4,}})),\s*(?:n[oa]\s+|[oa]\s+)?"
    rf"(?=(?:{CALLED}\s+(?:\d{{1,2}}|[a-z]{{1,3}})|[2-5]\d)\s*(?:$|[.;!?\n]))"
)
_OF = frozenset(("de", "do", "da", "com", "para", "pra"))
_OF_TRAITS = expression(rf"{CALLED}|cor|colou?r|in|em|na|no")
_ANOTHER = expression(r"\s*(?:,|\b(?:e|and)\b)+\s*(?:uma?\s+|[oa]s?\s+|an?\s+)?(?P<word>[a-z]+)\b")


def _such_as_that(found: re.Match[str]) -> str:
    """The goods and which of them, where goods are named before it."""
    named = any(current().place(word) >= NAMES for word in words(found["goods"]))
    return f"{found['goods']} {found['such']}" if named else found[0]


def that_of_measure(text: str) -> str:
    """The text in which the measure that tells which of the goods before it is meant stands with them."""
    return _THAT_OF_MEASURE.sub(_with_measure, _IN_THAT_SIZE.sub(_in_that_size, text))


def _in_that_size(found: re.Match[str]) -> str:
    """Behind goods; `nope, wrong size` tells of none."""
    begins = max((one.end() for one in _ENDS.finditer(found.string, 0, found.start())), default=0)
    named = any(current().place(word) >= NAMES for word in words(found.string[begins : found.start()]))
    return f" {found['size']}" if named else found[0]


def _with_measure(found: re.Match[str]) -> str:
    begins = max((one.end() for one in _ENDS.finditer(found.string, 0, found.start())), default=0)
    before = found.string[begins : found.start()]
    named = [word for word in words(before) if current().place(word) >= NAMES and not is_colour(word)]
    return f" de {found['measure']}" if named and not _MEASURED.search(before) else found[0]


def with_traits(text: str) -> str:
    """The text with such pieces joined to the goods before them, which have none of the kind yet."""
    text, at = _FOR_WHOM.sub(_behind_the_goods, _PICKED.sub(r"\g<which> ", _RANKED.sub(_by_value, text))), 0
    text = _THE_ONE_WITH.sub(_with_so_many, _COLOUR_AND_SIZE.sub(_in_that_colour, text))
    text = _THAT_ONE_OF.sub(_such_as_that, text)
    text = _THE_SUCH_ONE.sub(r"\g<goods> \g<such>", _THE_ONE_OF.sub(_of_measure, text))
    while found := _PIECE.search(text, at):
        begins = max((one.end() for one in _ENDS.finditer(text, 0, found.start())), default=0)
        if _tells_more(text[begins : found.start()], found, text[found.end() :]):
            told = found["big"] or text[found.start() + 1 : found.end()].strip()
            text = f"{text[: found.start()]} {told}{text[found.end() :]}"
            at = found.start()
        else:
            at = found.start() + 1
    return text


def _by_value(found: re.Match[str]) -> str:
    """The value that tells which one, behind the goods or by itself: `quero a maior, a de 2 metros`."""
    value = found["measure"] or f"tamanho {found['letter']}"
    value = value if found["letter"] or value.startswith("d") else f"de {value}"
    begins = max((one.end() for one in _ENDS.finditer(found.string, 0, found.start())), default=0)
    last = words(found.string[begins : found.start()])[-1:]
    goods = any(current().place(word) >= NAMES for word in last)
    return f" {value}" if goods or found["before"] else f"{found['article'] or 'o'} {value}"


def _with_so_many(found: re.Match[str]) -> str:
    said = words(found["goods"])
    plain = all(current().place(word) >= NAMES or word in _OF for word in said) and said[-1] not in _OF
    measure = found["measure"].replace(found["n"], str(number(found["n"])), 1)
    return f"{found['count']} {found['goods']} de {measure}" if plain else found[0]


def _of_measure(found: re.Match[str]) -> str:
    begins = max((one.end() for one in _ENDS.finditer(found.string, 0, found.start())), default=0)
    said = words(found.string[begins : found.start()])
    goods = any(current().place(word) >= NAMES for word in said) and not any(map(str.isdigit, "".join(said[1:])))
    return f" {found['measure'] or found['long']}" if goods else found[0]


def _in_that_colour(found: re.Match[str]) -> str:
    known = not found["plain"] or is_colour(found["plain"]) or 0 < current().place(found["plain"]) <= NAMES
    return f"{found['colour']} " if known else found[0]


def _behind_the_goods(found: re.Match[str]) -> str:
    begins = max((one.end() for one in _ENDS.finditer(found.string, 0, found.start())), default=0)
    before = words(found.string[begins : found.start()])
    goods = any(current().place(word) >= NAMES and not is_colour(word) for word in before)
    told = [word for word in words(found["traits"]) if not word.isdigit() and not _OF_TRAITS.fullmatch(word)]
    if not goods or not all(word in SIZES or (is_colour(word) and not any(map(is_colour, before))) for word in told):
        return found[0]
    return f" {found['traits'].replace(',', ' ').strip()}{found['whom']}"


def _tells_more(before: str, piece: re.Match[str], after: str) -> bool:
    said = words(before)
    goods = _THOSE.search(before) or any(current().place(word) >= NAMES and not is_colour(word) for word in said)
    if piece["big"]:  # `aquela pomada, a pequena mesmo`
        return any(current().place(word) >= NAMES for word in said) and not _BIG.search(before)
    colour, size = piece["colour"], piece["sized"] or piece["letter"]
    another = _ANOTHER.match(after)
    if size:
        told = _SIZED.search(before) or (another and another["word"] in SIZES)
        return bool(goods) and not told and (size in SIZES or size.isdigit())
    told = any(map(is_colour, said)) or (another and is_colour(another["word"]))
    sized = (piece["also"] or piece["and_letter"]) and _SIZED.search(before)
    return bool(goods) and not (told or sized) and is_colour(colour)
