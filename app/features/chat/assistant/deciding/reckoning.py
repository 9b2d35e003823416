"""Whether the cart is what a message says of it: what a sentence counts, sizes, colours or exchanges shows there.

A second reading, by itself and far simpler than the ones that made the cart, so that a mistake is not made twice: what
it finds otherwise is asked about before anything is closed. Pure.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from msgspec.structs import replace

from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import NAMES, forms
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER, NO_GOODS
from app.features.chat.assistant.language.words import fold, is_colour, number, words
from app.features.chat.assistant.products.counts import lot_in
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.naming import PACKED, UNITS
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

MOST_COUNTED = 60
# What tells already why a line stays as it is.
_LACKS = frozenset(("sold_out", "too_little", "not_in_cart", "nothing", "list"))
_SENTENCE = expression(r"(?:[^.?!;\n]|(?<=\d)\.(?=\d))+[.?!;\n]*")
_QUOTED = expression(r"[\"“][^\"”]*[\"”]|(?<!\w)'[^']*'(?!\w)")
_EXCHANGES = expression(
    r"\b(?:troc(?!o)\w*|mud[ae]\w*|substitu\w+|em\s+vez|ao\s+inves|swap\w*|switch|change|instead|replace)\b"
    r"|\btir[ae]r?\b(?!\s+(?:um[a]?\s+)?(?:duvidas?|foto\w*|o\s+frete|a\s+(?:taxa|entrega)))|\bremov\w+"
)
# `troca o suéter pra mim?`, which asks for no answer
_REQUEST = expression(r"^\W*(?:(?:e|ai|entao|and)\s+)?(?:troca|tira|muda|swap|change)\b")
_SWAPPED = expression(
    r"\b(?:troc(?:a|ar|ue|o)|swap)\s+(?:(?:so|ai|pra\s+mim|por\s+favor|the|[oa]s?)\s+)*(?P<old>[^,.;!?\n]+?)\s+"
    r"(?:pel[oa]s?|por(?!\s+favor)|for)\b"
)
_DENIES = expression(
    r"\b(?:nao|sem|not|no|em\s+vez|no\s+lugar|ao\s+inves|instead|troc\w+|mud\w+|tir\w+|esgot\w+|igual\w*|same|acab\w+)\b"
)
_PIECE = expression(r"[,;:](?!\d)")
_BUT_FOR = expression(r"\b(?:tudo|resto|menos|exceto|except|everything|rest|all\s+but)\b")
# What somebody has already got.
_STORY = expression(r"\b(?:comprou|comprei|pegou|peguei|levou|levei|ganhou|ganhei|bought|got)\b")
_CORRECTS = expression(
    r"\b(?:alias|na\s+verdade|digo|quer\s+dizer|melhor|ops|opa|corrig\w+|errei|actually|scrap|sorry|i\s+mean)\b"
)
_ALL_KINDS = expression(r"\b(?:cada|tod[ao]s|each|every|all|both|amb[ao]s|[oa]s\s+(?:dois|duas))\b")
_TAKES_OUT = expression(
    r"\b(?:tira|tire|tirar|remove|take\s+out)\s+(?:so\s+|apenas\s+|only\s+)?(?P<many>\d{1,2}|[a-z]+)\s+(?P<what>[^,.;!?\n]+)"
)
_LEAVES = expression(
    r"(?:\b(?:deixa|mantem|leave|keep|make\s+it)|(?:^|[,;]|\b(?:e|entao|mas|pode)\s)\s*faz)\s+(?:so\s+|apenas\s+|com\s+|only\s+)?"
    r"(?P<many>dois|duas|tres|quatro|cinco|two|three|four|five|[2-9])\b(?!\s*(?:an(?:os?|inhos)|mes(?:es)?|dias?|horas?)\b)"
)
# What a number counts that is no piece of goods.
_NO_PIECES = frozenset(
    """kg g gr gramas grama quilo quilos kilos ml l litro litros cm mm m metro metros anos ano meses mes dias dia horas
    hora h hrs min x vezes vez reais real v volts w % por polegadas pol em pessoas andar pontos centavos pecas furos
    jogadores lugares pra as years months days people times""".split()  # noqa: SIM905
)
# What a number behind it does not count.
_NO_COUNT = frozenset(
    """numero num n tamanho tam size in o a de da do d rua av cep ap apto apartamento quadra lote bloco casa sala nota
    troco desconto cupom no na dia ate menos parcela em sao uns umas vale pix telefone torre idade of""".split()  # noqa: SIM905
)
_ENDS = frozenset("e em of com para pra pro por no na and with for in mais que mas ou or to".split())  # noqa: SIM905
_LETTER = expression(r"(?:pp|[pmg]|gg|xg{1,2}|eg|[2-5]g)")
_LETTERS_SAID = expression(r"(?<![\w'])(?:PP|[PMG]|GG|XG{1,2}|EG|[2-5]G)(?![\w'º])")
_MEASURE = expression(
    r"(?<![\w.,:/-])(\d+(?:[.,:/x-]\d+)?)\s?(ml|l|litros?|kg|quilos?|kilos?|g|gr|gramas?|cm|mm|m|metros?|v|w)?(?![\w:])"
)
_UNIT = {
    "litro": "l", "litros": "l", "quilo": "kg", "quilos": "kg", "kilo": "kg", "kilos": "kg", "gr": "g", "grama": "g",
    "gramas": "g", "metro": "m", "metros": "m",
}  # fmt: skip
_OPTIONS = expression(r"\(([^()]*)\)\s*$")


def differs(mind: Mind) -> str:
    """The sentence that says something of the cart which is not so; empty: there is none, or something is asked."""
    before, now = mind.state.cart.lines, mind.cart.lines
    acts = mind.acts
    if (
        not now
        or mind.pending is not None
        or acts.unread
        or acts.no
        or acts.conditional
        or acts.hesitates
        or mind.handed
    ):
        return ""
    whole = _QUOTED.sub(" ", acts.text)
    told = {said.what for said in mind.says}
    sentences = _SENTENCE.findall(whole)
    for at, said in enumerate(sentences):
        text = in_catalogues(spelt_out(fold(said)), mind.shop.goods)
        asks = "?" in said
        if _STORY.search(text) or (asks and not _REQUEST.search(text)):
            continue
        if told.isdisjoint(_LACKS) and (_stays(text, before, now) or _was_never_there(mind, text, before)):
            return str(said).strip()
        put_right = "in_sets" in told or any(_CORRECTS.search(fold(one)) for one in sentences[at + 1 :])
        counted = "" if put_right else _CORRECTS.split(text)[-1]
        if not asks and (
            _is_counted_otherwise(counted, before, now)
            or _is_called_otherwise(mind, counted)
            or _is_of_another_kind(said, text, now)
            or _leaves_another_count(text, before, now)
        ):
            return str(said).strip()
    return acts.text.strip() if _came_unsaid(whole, before, now) else ""


def _called(text: str, lines: Sequence[CartLine]) -> list[CartLine]:
    """The lines that have a word of the text in their names."""
    said = [word for word in words(text) if len(word) > 2 and not word[0].isdigit() and word not in FILLER]
    return [line for line in lines if any(shares([word], line.name) for word in said)]


def _came(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """The text names, not by its colour or size alone, what has come into the cart."""
    held = {line.product_id for line in before}
    named = _called(text, [replace(line, name=_base(line)) for line in now if line.product_id not in held])
    return bool(named)


def _stays(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """An exchange or a removal names lines, and each of them is as it was: `em vez de uma pantufa faz duas`."""
    named = _called(text, before) if _EXCHANGES.search(text) and not _BUT_FOR.search(text) else []
    return bool(named) and all(line in now for line in named) and not _came(text, before, now)


def _was_never_there(mind: Mind, text: str, before: Sequence[CartLine]) -> bool:
    """What is exchanged is called as goods of which none is in the cart: `troca o scania vermelho pelo branco`."""
    found = _SWAPPED.search(text)
    heads = [word for word in words(found["old"]) if mind.shop.goods.place(word) >= NAMES] if found else []
    heads = [word for word in heads if not word[0].isdigit() and word not in NO_GOODS and not is_colour(word)]
    unknown = bool(heads and before) and not any(shares([word], line.name) for word in heads for line in before)
    return unknown and not _came(text, before, mind.cart.lines)


def _counted(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Each count from two up, with the word before it and those behind it, up to four."""
    for piece in _PIECE.split(text):
        said = words(piece)
        for at, word in enumerate(said):
            count = number(word)
            before = said[at - 1] if at else ""
            if count is None or not 2 <= count <= MOST_COUNTED or before in _NO_COUNT:
                continue
            behind = list(takewhile(lambda one: not (one in _ENDS or number(one)), said[at + 1 : at + 5]))
            if behind and behind[0] not in _NO_PIECES:
                yield count, before, [one for one in behind if len(one) > 2]


def _is_counted_otherwise(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`queria dois azul e um vermelho`, and there is one blue one."""
    held = {line.product_id: line.quantity for line in before}
    told = [number(word) or 0 for word in words(text)]
    for count, led, behind in _counted(text):
        own = [word for word in behind if any(shares([word], line.name) for line in now)]
        near = bool(own) and own[0] in behind[:2]  # `2 vidros da amarela`, and not `duas irmãs vamos aprender crochê`
        named = [line for line in now if near and all(shares([word], line.name) for word in own)]
        if not named or (led and any(one.quantity == count and shares([led], one.name) for one in now)):
            continue  # `branca 5, preta 3`
        many = [line.quantity for line in named]
        moved = [abs(line.quantity - held.get(line.product_id, 0)) for line in named]
        were = [line.quantity for line in before if all(shares([word], line.name) for word in own)]
        in_name = any(count in map(number, words(line.name)) for line in named)
        lots = any(
            line.quantity % count == 0 or line.quantity * (lot_in(fold(line.name)) or 0) == count for line in named
        )
        parts = any(count + one in many for one in told)  # `2 pra Bruna, o Caio quer 1`
        if not (in_name or lots or parts or count in (*many, sum(many), len(many), *moved, *were)):
            return True
    return False


def _is_called_otherwise(mind: Mind, text: str) -> bool:
    """`20 de carne suave`, and of meat another kind came: a word by which the shop's goods are called is missing."""
    goods, now = mind.shop.goods, mind.cart.lines
    for count, _, behind in _counted(text):
        named = [word for word in behind[:2] if len(word) > 3 and goods.place(word) >= NAMES and not _is_of_packs(word)]
        lines = [line for line in now if line.quantity == count and any(shares([word], line.name) for word in named)]
        held = {line.product_id: line.quantity for line in mind.state.cart.lines}
        lines = [line for line in lines if held.get(line.product_id) != count]
        if lines and not any(all(_is_called_by(word, line.name) for word in named) for line in now):
            return True
    return False


def _is_called_by(word: str, name: str) -> bool:
    """`3 refis fv-100`: each part of what is written with a dash is in the name."""
    return shares(forms(word), name) or all(shares([part], name) for part in word.split("-"))


def _is_of_packs(word: str) -> bool:
    return word in PACKED or word in UNITS or CONTAINER.fullmatch(word) is not None


def _options(line: CartLine) -> list[str]:
    found = _OPTIONS.search(line.name)
    return [fold(one.strip()) for one in re.split(r",\s", found[1])] if found else []


def _base(line: CartLine) -> str:
    return line.name.rpartition(" (")[0] or line.name


def _measures(text: str) -> set[tuple[str, str]]:
    return {(size, _UNIT.get(unit, unit)) for size, unit in _MEASURE.findall(text)}


def _kind(value: str) -> str:
    """What a value is one of: a letter, a colour, a measure by its unit or its form; empty: something else."""
    if _LETTER.fullmatch(value):
        return "letter"
    if value and is_colour(words(value)[0] if words(value) else ""):
        return "colour"
    units = sorted(unit for _, unit in _measures(value))
    return f"in {units[0]}" if units and units[0] else "scale" if re.search(r"\d[:x]\d", value) else ""


def _said_of(kind: str, said: str, text: str) -> set[str]:
    """The values of a kind that a sentence says; said: as it was written, text: folded."""
    if kind == "letter":
        return {one.lower() for one in _LETTERS_SAID.findall(said)}
    if kind == "colour":
        return {word for word in words(text) if is_colour(word)}
    if kind == "scale":
        return {size for size, _ in _measures(text) if re.search(r"\d[:x]\d", size)}
    return {size for size, unit in _measures(text) if f"in {unit}" == kind}


def _is_it(said: str, value: str, kind: str) -> bool:
    if kind == "colour":
        return shares([said], value)
    if kind in ("letter", "scale"):
        return said == value
    return _amount(said) in {_amount(size) for size, _ in _measures(value)}


def _amount(size: str) -> float | str:
    try:
        return float(size.replace(",", "."))
    except ValueError:
        return size


def _is_of_another_kind(said: str, text: str, now: Sequence[CartLine]) -> bool:
    """A sentence that names a line says a size or colour that no line has: `2 kits 1:72`, and they are 1:48."""
    if _DENIES.search(text):
        return False
    named = [word for word in words(text) if len(word) > 2 and not is_colour(word)]
    for line in now:
        if not any(shares([word], _base(line)) for word in named):
            continue
        for value in _options(line):
            kind = _kind(value)
            told = _said_of(kind, said, text) if kind else set()
            if not told or any(_is_it(one, value, kind) for one in told):
                continue
            others = [one for one in now if one is not line]
            if any(not any(shares([one], other.name) for other in others) for one in told):
                return True
    return False


def _came_unsaid(said: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """Several kinds of a thing came in at once, one of them in a size or colour that the message does not say beside
    those it says: `um P e um G`, and a third in M."""
    held, text = {line.product_id for line in before}, spelt_out(fold(said))
    new = [line for line in now if line.product_id not in held]
    if _ALL_KINDS.search(text):
        return False
    for line in new:
        kinds = [one for one in new if _base(one) == _base(line)]
        for at, value in enumerate(_options(line)):
            kind = _kind(value)
            values = {_options(one)[at] for one in kinds if len(_options(one)) > at}
            told = _said_of(kind, said, text) if kind == "letter" and len(values) > 1 else set()
            if len(told) > 1 and not any(_is_it(one, value, kind) for one in told):
                return True
    return False


def _leaves_another_count(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`tira uma calabresa, deixa só duas`, and none is left of three."""
    left = {line.product_id: line.quantity for line in now}
    if (found := _TAKES_OUT.search(text)) and (many := number(found["many"])):
        named = _called(" ".join(words(found["what"])[:4]), before)
        held = {line.product_id for line in before}
        gone = len(named) == 1 and named[0].quantity > many and named[0].product_id not in left
        if gone and all(line.product_id in held for line in now):
            return True
    kept = _LEAVES.search(text)
    return kept is not None and bool(before) and number(kept["many"]) not in left.values()
