"""The words of a text that name goods, and those that only tell one of a kind from another. Pure."""

import re
from collections.abc import Sequence
from functools import lru_cache

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import ALSO_GOODS, BEGINS, NAMES, TIES, WRAPS, current, strangers
from app.features.chat.assistant.language.words import NUMBER_WORDS, NUMBERS, fold, in_portuguese, meant, verbal
from app.ops.expressions import expression

COMPOUND = expression(r"[^\W\d_]+(?:-[^\W\d_]+)+")

_FEMININE = (["a"], ["as"], ["uma"], ["da"], ["na"], ["essa"], ["de"], ["minha"])
# Measures as catalogues write them: `dois metros` is `2m`.
UNITS = {
    name: unit
    for unit, names in (
        ("m", "m m2 m3 mt mts metro metros meter meters metre metres"), ("ml", "ml"),
        ("l", "l lt lts litro litros liter liters litre litres"),
        ("kg", "kg kgs kilo kilos quilo quilos"), ("g", "g gr grs grama gramas gram grams"),
        ("cm", "cm centimetro centimetros"), ("mm", "mm milimetro milimetros"),
        ("w", "w watt watts"), ("v", "v volt volts"), ("gb", "gb giga gigas"), ("tb", "tb tera teras"),
        ("un", "un unidades"), ("mah", "mah"),
    )
    for name in names.split()
}  # fmt: skip
UNIT_NAMES = sorted(UNITS, key=len, reverse=True)
_JOIN = expression(
    rf"(?P<count>\d)\s*(?P<unit>{'|'.join(UNIT_NAMES)})\b(?:\s+(?:quadrad|cubic)os?\b)?"
    # `uma m` is a size, `um metro` a measure.
    rf"|\b(?P<word>{NUMBER_WORDS})\s+(?P<long>{'|'.join(name for name in UNIT_NAMES if len(name) > 2)})\b"
)
_X_ALL = expression(r"\bx[\s-]+tudo\b")  # whose name is nothing but small words
_COURTESY = v.GREETINGS | v.THANKS
PACKED = frozenset(
    """caixa caixas garrafa garrafas lata latas pacote pacotes pote potes bandeja bandejas saco sacos kit kits pack
    packs barra barras fardo fardos rolo rolos galao galoes balde baldes saquinho saquinhos bags boxes bottles cans
    cartela cartelas frasco frascos metros pacotinho pacotinhos garrafinha garrafinhas latinha latinhas potinho
    potinhos baldinho baldinhos frasquinho frasquinhos envelope envelopes sache saches par pares pair pairs
    porcao porcoes portion portions""".split()  # noqa: SIM905
)
"""What goods are packed in: with a number it counts, and it names nothing."""
SETS = frozenset("jogo jogos conjunto conjuntos set sets".split())  # noqa: SIM905
_SHADES = frozenset("claro clara escuro escura".split())  # noqa: SIM905
SIZES = frozenset("p m g gg xg xgg pp xs s l xl xxl rn".split())  # noqa: SIM905
_SOFT = PACKED | SIZES | frozenset("tamanho tamanhos numero numeros size sizes jogo conjunto".split())  # noqa: SIM905


def is_size(word: str) -> bool:
    """What clothes and shoes come in: `gg`, `38`."""
    return word in SIZES or (word.isdigit() and len(word) == 2)


def name_words(text: str) -> tuple[list[str], list[str]]:
    """The words that name a product, and those that only tell one of its kind from another."""
    named: list[str] = []
    soft: list[str] = []
    said = product_words(text)
    story = strangers(said)
    for at, word in enumerate(said, 1):
        if at - 1 in story:
            continue
        tied = _tied(word, said[: at - 1], named, said[at:])  # `bolo de rolo`, which is no roll
        if (word in _SOFT and not tied) or (
            _NUMERAL.fullmatch(word) and not (len(word) == 4 and current().place(word) == BEGINS)
        ):
            soft.append(word)
        elif 1 < NUMBERS.get(word, 0) < 100 and at > 1:  # `barraca de quatro pessoas`
            soft.append(str(NUMBERS[word]))
        elif (
            (word == "pro" and at == len(said) > 1)
            or (word in ("bota", "botas") and (len(said) == 1 or said[at - 2 : at - 1] in _FEMININE))
            or (at == 1 and current().place(word) == BEGINS)
        ):  # `fone pro`, not `pro meu pai`
            named.append(word)
        elif tied or (word == "para" and said[at - 2 : at - 1] == ["do"]):  # `castanha do pará`
            named.append(word)
        elif (
            named and named[-1] == said[at - 2] and (word in _SHADES or current().place(word) >= NAMES)
        ):  # `bege claro`, `malbec reserva`
            named.append(word)
        elif word in v.FILLER or word in v.TALK or word in v.VERBS or meant(word, _COURTESY) is not None:
            continue
        else:
            (named if len(word) > 1 else soft).append(word)
    return named[:8], soft[:6]


def _tied(word: str, before: Sequence[str], named: Sequence[str], after: Sequence[str]) -> bool:
    """An everyday word tells more of the thing before it: `caneca com foto`, `porta de correr`, `vassoura de pelo`."""
    tie, place = before[-1] if before else "", current().place(word)
    hair = word in ("pelo", "pelos") and tie == "de" and after[:1] != ["menos"]  # no search knows it: a small word
    if not (hair or (place >= NAMES and (word in ALSO_GOODS or (tie == "de" and len(word) > 3)))):
        return False
    thing = next((word for word in reversed(before) if word not in TIES), "")
    if word == "presente":
        return thing in WRAPS
    return tie in ("com", "de") and named[-1:] == [thing] and current().place(thing) >= NAMES


_TOKEN = expression(r"\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)+[a-z]*|\d+[.,]\d+[a-z]*|[a-z0-9]+(?:[-'][a-z0-9]+)*")
_EACH_WAY = expression(r"\d+(?:[.,]\d+)?x\d")
_ROUND = expression(r",0+(?=x|$|[cm]m?$)|(?<=\d)[cm]?m$")  # `4,0x40cm`
_ZEROS = expression(r"(?:,00?|(?<=,\d)0)(?=[a-z]+$)")  # `2,00m`
_NUMERAL = expression(r"\d+(?:,\d+)?")
_CONTRACTED = expression(r"'(?:s|m|d|t|re|ll|ve)$")
_VERSION = expression(r"(?<=\b[a-z]{2})\s(?=(?:ii|iii|iv)\b)")  # `CP II`
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}


def product_words(text: str) -> list[str]:
    """The words of a text, numbers joined with their measures; `usb-c` and `usb c` are the same, and `2,5` is one."""
    return list(_product_words(text))


@lru_cache(maxsize=4096)
def _product_words(text: str) -> tuple[str, ...]:
    found = _TOKEN.findall(_VERSION.sub("-", fold(_X_ALL.sub("xtudo", _JOIN.sub(_joined, text.lower())))))
    return tuple(part for word in found for part in _parts(word))


def _parts(word: str) -> list[str]:
    """The pieces of a compound; of a code also the whole: `TG-500` is `tg500`, `AC-II` `ac2`."""
    if _EACH_WAY.match(word):
        return [_ROUND.sub("", word.replace(".", ","))]
    if "." in word or "," in word:
        return [_ZEROS.sub("", word.replace(".", ","))]
    if word.endswith(("n't", "-feira")):
        return []
    if in_portuguese(word) or not ("-" in word or "'" in word):
        return [word]
    pieces = re.split(r"[-']", _CONTRACTED.sub("", word))
    if pieces[-1] in _ROMAN and len(pieces) == 2:
        told = _ROMAN[pieces[-1]]
        return [*pieces, told, f"{pieces[0]}{told}"]
    return [*pieces, "".join(pieces)] if any(char.isdigit() for char in word) else pieces


def everyday(mention: Mention) -> bool:
    """Nothing in it is a name of goods: `somos 18 mulheres`."""
    known = v.EVERYDAY | v.FIRST_NAMES
    return bool(mention.words) and all(word in known or verbal(word) for word in mention.words)


def _joined(measure: re.Match[str]) -> str:
    if measure["word"]:
        return f"{NUMBERS[measure['word']]}{UNITS[measure['long']]}"
    return f"{measure['count']}{UNITS[measure['unit']]}"


def length_of(name: str) -> int:
    """How many words of a name tell; a compound is one: `Costela-de-Adão`."""
    return len(significant(COMPOUND.sub(lambda found: found[0].replace("-", ""), name)))


def significant(name: str) -> list[str]:
    return [word for word in product_words(fold(name)) if (len(word) > 2 or word[0].isdigit()) and not word.isdigit()]
