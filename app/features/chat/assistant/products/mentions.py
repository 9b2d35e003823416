"""Products as a sentence names them: by position in a list, by name, by pointing; with how many of each. Pure."""

import re
from itertools import islice

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import NUMBER_WORDS, NUMBERS, ORDINALS, number, stem, words
from app.features.chat.assistant.products.name_words import is_size, name_words
from app.features.chat.assistant.products.ordinals import position_in
from app.ops.expressions import expression

MAX_QUANTITY = 100_000
ANY_NUMBER = rf"\d{{1,6}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}"
_UNIT = r"(?:(?:x|un|und|unid|unidades?|pares|par|pecas?|exemplar(?:es)?|pieces?|pcs|units?|pairs?)\b\.?)"
ANY_MEASURE = (
    r"(?:(?:volumes?|ml|l|lt|litros?|liters?|litres?|meters?|metres?|inch(?:es)?|kg|kgs|kilos?|quilos?|g|gr|gramas?|grams?|cm|mm|(?:centi|mili)metros?|m|mt|metros?|w|v|volts?|watts?|gb|tb|mah|pol|"
    r"polegadas?|anos?|meses|mes|dias?|horas?|hs?|por cento|reais|real|conto|contos|pila|pilas|mangos?|vezes)\b|%)"
)
AMOUNT = expression(r"\d+(?:,\d+)?(?:kg|l|m)|\d{2,}(?:g|ml)")
"""A measure that may be how much is wanted; `2g` is the size."""
_A_KILO = expression(r"^(?:an?|um|uma)\s+(?=(?:kilo|kg|quilo|liter|litre|litro|metro|meter|metre)s?\b)")
_SPELT = expression(rf"^(?P<word>{NUMBER_WORDS})\s+(?=(?:kg|kilos?|quilos?|litros?|metros?)\b)")
_UNIT_NAMED = expression(rf"^(?:{NUMBER_WORDS})\s+{_UNIT}(?:\s+\d+)+$")
_THOUSAND = expression(
    r"^(?:(?P<half>meio)|(?P<count>\d{1,2}|um|dois|tres|quatro|cinco))?\s*(?:milheiros?)\b\s*(?:d[aeo]s?\s+)?"
)
_DOZEN = expression(
    rf"^(?:(?P<half>meia|half\s+a)|(?P<count>{ANY_NUMBER}|an?))?\s*(?:duzias?|dozens?)\b\s*(?:d[aeo]s?\s+|of\s+)?"
)
COUNTED = expression(
    rf"^(?P<count>{ANY_NUMBER}|\d{{1,6}}(?=x\b))(?:\s*{_UNIT}|\b)(?!\s*{ANY_MEASURE})(?!\s*[.,/]\s*\d)\s*(?:d[aeo]s?\s+|of\s+(?:the\s+)?)?"
)
# `pó azul de 500 g 2 potes`; in `pack 6 latas` and `caixa com 6 garrafas` it is the product's
_TAIL_PACKS = (
    rf"(?<!\bcom\s)(?<!\bde\s)(?<!\bof\s)(?<!with\s)(?<!pack\s)(?<!kit\s)(?<!caixa\s)(?<!fardo\s)(?<!combo\s)(?P<packs>[1-9]|{NUMBER_WORDS})\s+"
    r"(?:caixas?|potes?|pacotes?|garrafas?|latas?|frascos?|rolos?|sacos?|bandejas?|cartelas?|tubos?|boxes|jars?|bottles?|packs?|rolls?|tubes?)"
)
_TAIL_COUNT = expression(
    rf"(?:^|\s)(?:{_TAIL_PACKS}|(?:so|apenas|somente|sao|coloca)\s+(?P<only>\d{{1,3}}|uma?|dois|duas|tres|quatro|cinco)(?:\s+(?:na\s+verdade|mesmo|entao))*|x\s*(?P<x>\d{{1,5}})|(?<!\bd[eo]\s)(?<!\bof\s)(?<!\bcom\s)(?<!\bwith\s)(?P<count>\d{{1,5}}|{NUMBER_WORDS})\s*{_UNIT})\s*$"
)
_ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
_POSITION = expression(
    rf"\b(?P<ordinal>{_ORDINAL})\b(?!\s*-?\s*feira)(?:\s+(?:d[ae]l[ae]s|opcao|item|produto|one|da lista))?"
    r"|\b(?:numero|num|n[o.]|item|opcao|option|number|#)\s*\.?\s*(?P<tagged>\d{1,2})\b(?!\s*[a-z]*\d)"
    r"|\b(?P<degree>\d{1,2})o\b"
    r"|\b(?:o|a|the)\s+(?P<digit>\d{1,2})\b(?!\s*(?:x\b|un|par|pec|cai|pieces|dias|%|[.,]\d|anos|e\s+meia|litros|de\b|\d|"
    r"ml\b|kg\b|l\b|v\b|w\b))"
)
_OF_DIGIT = expression(
    rf"^(?:{ANY_NUMBER})\s*{_UNIT}?\s*(?:d[oa]s?|of(?:\s+the)?(?:\s+number)?)\s+(?P<digit>\d{{1,2}})\b\s*$"
)
_EACH = expression(rf"(?<![:/.,\d])\b(?P<count>{ANY_NUMBER})\s+(?:de|of)\s+(?:cada|each)\b|\b(?:one\s+each)\b")
_EACH_KIND = expression(
    r"\b(?:de|of|in)\s+(?:cada|each)(?:\s+(?:cor|tipo|sabor|modelo|um|uma|tamanho|numeracao|numero|peso|espessura|medida|versao|fragrancia|"
    r"essencia|aroma|cheiro|estampa|voltagem|colou?r|kind|one|size|flavou?r|scent))?\b"
)
# `o de 220`, `the 110 one`: the number is the product's.
_OF_KIND = expression(r"^(?:(?:d|n)?[oa]s?\s+)?d[eo]\s+\d|^the\s+\d+\w*\s+one\b")
# What was liked or settled on: `gostei do de 6 rosas`.
_SETTLES = expression(
    r"^(?:(?:gostei|adorei|amei|curti|prefiro|preferia|escolho|fico|ficar|fica|vou|vai|seriam?|sao|somos|vao\s+ser|pode\s+ser|entao|mais|com|ser|so|ai)\s+)+"
    r"(?=\S)"
)
# Where the name of a thing ends and something else begins: `meia preta aí entrega em casa`.
_ENDS = expression(
    r"\s(?:ai|dai|usando|com\s+(?:o\s+)?(?:cupom|desconto)|porque|pois|que|quando|enquanto|onde|hoje|amanha|aqui|pq|"
    r"(?:pra|para|pro|(?<!tamanho\s)(?<!tam\s)p)\s+(?:[oa]s?\s+)?(?:minha|meu|nossa|nosso|mim|el[ea]|hoje|amanha|uma?|dar|presente\w*|fazer|usar|levar|"
    r"cada|mae|pai|pequen[oa]|cacula|mais\s+velh[oa]|bebe|filh\w+|esposa|marido|namorad\w+|amig\w+|aniversari\w+|quem|voce|gente|my|her|him)|"
    r"(?:e\s+)?(?:entreg\w+|envi[ae]\w*|retir[aoe]\w*|busc[aoe]\w*|pag[aoue]\w*)|(?:for|to)\s+(?:my|his|her|our|their)|because|so\s+that|"
    r"(?:pra|para|pro)\s+(?P<verb>[a-z]{3,}(?:ar|er|ir)|por)|"
    r"(?:e|eh|fica|parece|is)\s+(?:mais|muito|tao|bem|melhor|mto|so)\s+\w+$)(?=\s|$)"
)
_MODEL = expression(r"\s+(?:[a-z]+\s+)?(?P<model>[a-z]+\d+[a-z]*)\b")
_FOR_WHOM = expression(r"\s(?:pra|para|pro|p|for|to)\b")
_EVERY = expression(
    r"\b(?:(?:os|as)\s+(?:dois|duas|tres|quatro)|ambos|ambas|todos\s+eles|todas\s+elas|both|all\s+of\s+them)\b"
)
_BOTH = ("both", "ambos", "ambas")
_OF_IT = expression(
    rf"^(?P<count>{ANY_NUMBER})\s+(?:unidades?|und?|pecas?|pares?|par|units?|pairs?|pieces?|caixas?|garrafas?|latas?|pacotes?|potes?|sacos?|kits?|"
    rf"barras?|fardos?|rolos?|galoes|galao|baldes?|bags?|boxes|bottles?|cans?|cartelas?|frascos?|metros?|quilos?|kilos?)\s+(?:of\s+(?:that|it|this|them|these|those)(?:\s+ones?)?|d(?:el[ea]|ess[ea]|est[ea]|aquel[ea])s?)(?:\s+(?:mesm[oa]|ai|please|por\s+favor|entao))*$"
)
# `aquele de 29,90`: a price that points at a product.
_PRICED = expression(
    r"\b(?:(?:d[eoa]|of)\s+)?(?:r\$\s*)?(?!0)(?P<reais>\d{1,5})[.,](?P<cents>\d{2})\b(?!\s*[a-z]{1,3}\b)"
)
_WITHIN = expression(
    rf"(?<=[a-z])(?<!\bo)(?<!\ba)(?<!\bnumero)(?<!\btamanho)(?<!\bsize)\s+(?=\d{{1,3}}x?\s+(?!{ANY_MEASURE})[a-z]{{3,}})"
)
_BEFORE_GOODS = expression(
    rf"(?<=[a-z]{{3}})(?<!\btamanho)(?<!\bnumero)(?<!\bsize)\s(?=(?:{ANY_NUMBER})\s+(?!{ANY_MEASURE})(?P<noun>[a-z]{{3,}}))"
)
_SIZE = expression(
    r"(?:(?:e|eh|o|a|do|da|de|no|na|tamanho|numero|size|n|calco|uso)\s+)*(\d{1,3})(?:\s+(?:mesmo|entao|por\s+favor))*"
)
_ARTICLES = expression(
    r"^(?:(?:a|o|as|os|de|do|da|dos|das|the|uns|umas|apenas|so|somente|just|only|tipo|ate)\s+)+(?=\S)"
)
POINTS = expression(
    r"\b(?:ess[ea]s?|est[ea]s?|aquel[ea]s?|d?el[ea]s?|diss?o|isso|iss?o|del[ea]s?|dess[ea]s?|dest[ea]s?|it|this|that|them|those|these)\b"
)
_WITH = expression(r"\b(?:com|with)\s+(?:o\s+|a\s+)?([a-z]{3,})")
_WITHOUT = expression(r"\b(?:sem|without)\s+(?:o\s+|a\s+)?([a-z]{3,})")
# `2 zero e 1 normal`: the one that is called by no more than the others are.
PLAIN = expression(r"\b(normal|comum|tradicional|regular)(?:\s+(?:mesmo|entao|please|por\s+favor))*$")
PACKS = frozenset("caixa cx pack fardo engradado kit cartela pacote display box case crate".split())  # noqa: SIM905
"""What several of one thing are sold in."""
MOST_ENDS = 12
"""So many ends are looked at for a name before them: what goes on without one takes no more time for it."""
ALIKE = "igualmente"
"""The word by which a rewritten text says that a thing is in all else as the one before it."""
_THESE = expression(
    r"(?:ess[ea]s|est[ea]s|aquel[ea]s|those|these)\s+(\d{1,3}|dois|duas|tres|quatro|cinco|two|three|four|five)"
)
_NUMBERED = expression(r"(?:o|a|the)\s+(\d{2,3})")
_TITLE_YEAR = expression(r"(?:[oa]\s+)?\d{4}")
_MIDDLE = expression(r"\bdo\s+meio\b|\bmiddle\b")

_PLACE_ALONE = expression(r"(?:[oa]\s+)?(?:segund[oa]|terceir[oa])(?:\s+(?:entao|mesmo))?")


def read_mention(part: str, *, listed: int, sizes: frozenset[str] = frozenset()) -> Mention:
    """One part of such a list. `listed`: how many products the last list showed; `sizes`: numbers that are sizes, where
    nothing is counted by them."""
    said = thing_in(_SETTLES.sub("", _A_KILO.sub("1 ", spelt_measure(part.strip()))))
    if (told := _of_several(said) or _by_number(said)) is not None:
        return told
    price = None
    if priced := _PRICED.search(said):
        price = int(priced["reais"]) * 100 + int(priced["cents"])
        said = f"{said[: priced.start()]} {said[priced.end() :]}".strip()
    part = _ARTICLES.sub("", said.strip(" .!?:-")) if not _POSITION.match(said.strip()) else said.strip()
    if listed and (found := _OF_DIGIT.match(part)) and int(found["digit"]) <= listed:
        return Mention(quantity=leading_count(part)[0], position=int(found["digit"]))
    if sizes and (size := _SIZE.fullmatch(part)) and size[1] in sizes:
        return Mention(soft=(size[1],))
    of_kind = _OF_KIND.match(said) is not None
    quantity, rest = (None, part) if of_kind else _count_in(part)
    if (position := _place_in(rest, listed)) is not None:
        return Mention(quantity=quantity, position=position)
    if quantity is None and (tail := _TAIL_COUNT.search(rest)):
        quantity, rest = _bounded(number(next(filter(None, tail.groups())))), rest[: tail.start()]
    if _UNIT_NAMED.match(part):  # `one piece 1`
        quantity, rest = None, part
    return _named(rest, quantity, price, led=part[:1].isdigit(), counts=not of_kind)


def _of_several(said: str) -> Mention | None:
    """`dois de cada`, `um patinete de cada cor`, `os dois`, `2 sacos dela`, `essas 3`: several of what is known."""
    if each := _EACH.search(said):
        return Mention(quantity=_bounded(number(each["count"] or "1")), every=True)
    if each := _EACH_KIND.search(said):
        quantity, rest = leading_count(said[: each.start()])
        named, soft = name_words(f"{rest} {said[each.end() :]}")
        return Mention(tuple(named), tuple(soft), quantity or 1, every=True)
    if every := _EVERY.search(said):
        named, soft = name_words(f"{said[: every.start()]} {said[every.end() :]}")
        count = next((number(word) for word in words(every[0]) if number(word)), 2 if every[0] in _BOTH else None)
        return Mention(tuple(named), tuple(soft), every=True, of=count)
    if of_it := _OF_IT.match(said.strip(" .!,")):
        return Mention(quantity=_bounded(number(of_it["count"])), pointing=True)
    if (these := _THESE.search(said)) and (count := number(these[1])):
        return Mention(quantity=count, pointing=True)
    return None


def _by_number(said: str) -> Mention | None:
    """`the 41`, which is no count, and `o 1984`, which is a title."""
    if numbered := _NUMBERED.fullmatch(said):
        return Mention(soft=(numbered[1],))
    title = words(said)[-1:]
    if title and _TITLE_YEAR.fullmatch(said) and current().place(title[0]) == BEGINS:
        return Mention((title[0],))
    return None


def _count_in(part: str) -> tuple[int | None, str]:
    """The quantity a part begins with, or holds behind words that name nothing, and the rest."""
    quantity, rest = leading_count(part)
    if quantity is None and (within := _counted_within(part) or _counted_again(part)) is not None:
        return leading_count(within)
    return quantity, rest


def _place_in(rest: str, listed: int) -> int | None:
    """The place in the last list that a part points at."""
    if listed == 3 and _MIDDLE.search(rest):
        return 2
    alone = _PLACE_ALONE.fullmatch(rest.strip()) is not None  # of what the shopper told, perhaps; no `segunda pele`
    found = _POSITION.search(rest) if listed or alone else None
    position = position_in(rest, found) if found else None
    return position if position is not None and (position <= listed or alone) else None


def _named(rest: str, quantity: int | None, price: int | None, *, led: bool, counts: bool) -> Mention:
    """What a part names, its count cut off. led: a digit began it; counts: a number in it may be a count."""
    named, soft = name_words(rest)
    as_ever = [word for word in named if PLAIN.fullmatch(word) and current().place(word) < NAMES]
    if as_ever and (len(as_ever) < len(named) or price is not None):  # `o tradicional na tigela`, which none is called
        named, soft = [word for word in named if word not in as_ever], [*soft, *as_ever]
    if (quantity or named) and (plain := PLAIN.search(rest)) and plain[1] not in (*named, *soft):
        soft.append(plain[1])
    told = _count_before(rest, named[0]) if quantity is None and named and counts else None
    if told is not None and told in soft:
        quantity, soft = _bounded(number(told)), [word for word in soft if word != told]
    measure = ""
    if quantity is None and len(named) > 1 and AMOUNT.fullmatch(named[0]) and led:
        measure, named = named[0], named[1:]
    alike = ALIKE in named  # `outro igual só que moído`
    others = [word for word in named if word != ALIKE]
    return Mention(
        tuple(others),
        tuple(soft),
        quantity,
        pointing=not named and bool(POINTS.search(rest)),
        price_cents=price,
        without=tuple(word for word in _WITHOUT.findall(rest) if word in named),
        having=tuple(word for word in _WITH.findall(rest) if word in named),
        measure=measure,
        alike=alike and bool(others or soft),
    )


def _count_before(text: str, name: str) -> str | None:
    """`dona celia me manda 2 marmita`: the number that stands right before what is named first."""
    found = re.search(rf"(?:^|(?<!\bcom)(?<!\bwith)\s)(\d{{1,3}})\s+{re.escape(name)}\b", text)
    return found[1] if found and int(found[1]) else None


def spelt_measure(part: str) -> str:
    """`dois quilos` in digits."""
    return _SPELT.sub(lambda found: f"{NUMBERS[found['word']]} ", part)


def thing_in(text: str) -> str:
    """The text up to where the name of a thing ends, if it names one before that."""
    for found in islice(_ENDS.finditer(text), MOST_ENDS):
        if found["verb"] and current().place(found["verb"]):
            continue  # `óleo para cozinhar`, where one is called so
        if (model := _MODEL.match(text, found.end())) and current().place(model["model"]):
            continue  # `película pro meu a54`
        named, soft = name_words(text[: found.start()])
        if named or (soft and all(map(is_size, soft)) and _FOR_WHOM.match(found[0])):
            return text[: found.start()]
    return text


def _counted_within(part: str) -> str | None:
    """`pode mandar 2 guarana`: the part from its count on, where only words that name nothing stand before it."""
    found = _WITHIN.search(part)
    return part[found.start() :].strip() if found and name_words(part[: found.start()]) == ([], []) else None


def _counted_again(part: str) -> str | None:
    """`pen drive pros alunos, a diretora pediu doze pen drives`: the part from the count of what is named on."""
    goods = current()
    for found in _BEFORE_GOODS.finditer(part):
        named = {stem(word) for word in words(part[: found.start()]) if goods.place(word) == BEGINS}
        if goods.place(found["noun"]) == BEGINS and named <= {stem(found["noun"])}:
            return part[found.end() :]
    return None


def leading_count(part: str) -> tuple[int | None, str]:
    """The quantity a part begins with, and the rest."""
    if dozen := _DOZEN.match(part):
        count = 1 if dozen["count"] in (None, "a", "an") else number(dozen["count"]) or 1
        return _bounded(6 if dozen["half"] else 12 * count), part[dozen.end() :]
    if (thousand := _THOUSAND.match(part)) and thousand[0]:
        many = 500 if thousand["half"] else 1000 * (number(thousand["count"] or "1") or 1)
        return _bounded(many), part[thousand.end() :]
    if count_ := COUNTED.match(part):
        return _bounded(number(count_["count"])), part[count_.end() :]
    return None, part


def _bounded(value: int | None) -> int | None:
    return min(max(value, 1), MAX_QUANTITY) if value is not None else None
