"""The size or voltage that somebody has: what is named without one is meant in it. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.products.mains import is_mains
from app.features.chat.assistant.products.name_words import is_size
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.mains import in_own_mains
from app.features.chat.assistant.reading.kinds.sizing import CALLED, VALUE, size_in
from app.features.conversations.state import Dialogue
from app.ops.expressions import expression

# For somebody, who may need another size.
_SOMEBODY = expression(
    r"\b(?:pr[ao]|para|for)\s+(?:[oa]\s+|my\s+|meu\s+|minha\s+)?(?:el[ea]|outr[oa]|mim|filh\w+|irm\w+|marido|esposa|mae|pai|menin\w+|mais\s+\w+|cacula|"
    r"me|him|her|son|daughter|kid|other)\b|\b(?:o|a|d[oa])\s+outr[oa]\b"
)

_OF_THEM = r"(?:(?:[oa]|the|meu|minha|my)\s+){0,2}"
_WHO = rf"(?:eu|i|{KIN}|boy|girl|(?<=[oa]\s)[a-z]{{3,}})"
_WEARS = r"(?:calc[ao]|us[ao]|vest[eo]|visto|wears?|takes?)"
_SIZED = rf"(?:(?:o|an?|uma?|{CALLED}|tam)\s+)*(?:\d\d|{VALUE})(?=\s*(?:$|[,.;!\n]|e\s|and\s))"
# `o menino calça 27 e a menina 28`
_SIZES_OF_PEOPLE = expression(
    rf"(?:\b(?:e|and)\s+)?\b{_OF_THEM}{_WHO}\s+{_WEARS}\s+{_SIZED}"
    rf"(?:\s*(?:,\s*(?:e\s+|and\s+)?|\be\s+|\band\s+){_OF_THEM}{_WHO}\s+(?:{_WEARS}\s+)?{_SIZED})+"
)
_SIZE_OF_ONE = expression(
    rf"\b(?P<the>{_OF_THEM})(?P<who>{_WHO})\s+(?:{_WEARS}\s+)?(?:(?:o|an?|uma?|{CALLED}|tam)\s+)*(?P<size>\d\d|{VALUE})"
)
_FOR_ONE = expression(
    rf"(?:(?<!want)(?<!and)(?<!,)\sones?)?\s(?:pr[ao]|para|for)\s+{_OF_THEM}(?P<who>mim|me|myself|el[ea]|him|her|{KIN}|boy|girl|(?<=[oa]\s)[a-z]{{3,}})(?=\s*(?:$|[,.;!\n]|e\s|and\s|mais\s))"
)
_NO_SIZE = frozenset("tamanho tamanhos numero numeros size sizes".split())  # noqa: SIM905
_ONESELF = frozenset(["eu", "i", "mim", "me", "myself"])
_SHE = frozenset("ela her mae avo girl mom mum mother sister wife daughter mulher".split())  # noqa: SIM905
_HE = frozenset("ele him pai vo boy dad father brother husband son marido patrao".split())  # noqa: SIM905


def sizes_of_people(text: str) -> str:
    """`o menino calça 27 e a menina 28, o azul pra ele e o rosa pra ela`, with each thing in the size of whom it is
    for; where that is not told of all, without the sizes: neither is meant for everything."""
    told = _SIZES_OF_PEOPLE.search(text)
    if told is None:
        return text
    sizes = {
        "eu" if one["who"] in _ONESELF else one["who"]: (one["size"], _sex(one["who"], one["the"]))
        for one in _SIZE_OF_ONE.finditer(told[0])
    }
    before, after = text[: told.start()].rstrip(" ,;:"), text[told.end() :].lstrip(" ,.;!\n")
    if len({size for size, _ in sizes.values()}) < 2 or not (before or after):
        return text
    rest = f"{before}. {after}".strip(". ")
    whose = [_size_for(one["who"], sizes) for one in _FOR_ONE.finditer(rest)]
    if not after and not whose and len(sizes) in map(number, words(before)):
        return f"{before}, {' e '.join(f'1 tamanho {size}' for size, _ in sizes.values())}"
    each = iter(whose)
    return _FOR_ONE.sub(lambda found: f" tamanho {next(each)}", rest) if whose and all(whose) else rest


def _size_for(who: str, sizes: dict[str, tuple[str, str]]) -> str:
    """The size of that person, of the only one a pronoun can mean; empty: it is not known whose."""
    if who in _ONESELF or who in sizes:
        return sizes.get("eu" if who in _ONESELF else who, ("", ""))[0]
    others = [size for other, (size, sex) in sizes.items() if other != "eu" and sex in ("", _sex(who, ""))]
    return others[0] if who in ("ele", "ela", "him", "her") and len(others) == 1 else ""


def _sex(who: str, article: str) -> str:
    """Which of `ele` and `ela` stands for the person; empty: either."""
    if who in _SHE or who in _HE:
        return "a" if who in _SHE else "o"
    told = [word for word in article.split() if word in ("o", "a", "meu", "minha")]
    if told:
        return "a" if told[-1] in ("a", "minha") else "o"
    return who[-1] if re.fullmatch(KIN, who) and who[-1] in "oa" else ""


def in_own_size(reading: Reading) -> None:
    """`uso M`: what is named without a size is meant in that one, also in the messages after it."""
    size = reading.wears or _told_before(reading)
    if not size:
        return
    if is_mains(size):
        in_own_mains(reading, size)
        return
    dialogue = reading.state.dialogue
    reading.looks = [replace(one, mention=sized(one.mention, size)) for one in reading.looks]
    reading.changes = [replace(one, mention=worn(dialogue, sized(one.mention, size), size)) for one in reading.changes]
    trait = reading.traits
    if trait is not None and trait.words and not trait.soft and _come_in_sizes(reading):  # `tem na cor rosa? uso M`
        reading.traits = replace(trait, soft=(size,))


def _come_in_sizes(reading: Reading) -> bool:
    """Some of what is spoken of has a size among its options."""
    dialogue = reading.state.dialogue
    shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
    values = [fold(value) for item in shown for one in item.each for value in one.options.values()]
    return not values or any(is_size(value) for value in values)


def _told_before(reading: Reading) -> str:
    """The size that an earlier message told, as long as the cart is all in that one and nobody else is named."""
    held = {own for line in reading.state.cart.lines if (own := size_in(line.name))}
    size = reading.state.dialogue.size
    if is_mains(size):
        return size
    return "" if reading.found.get("tells") or held - {size} or _SOMEBODY.search(reading.text) else size


def size_sought(looks: Sequence[Look]) -> str:
    """`preciso de uniforme tamanho 6`: the size of what is looked for."""
    soft = looks[-1].mention.soft if looks else ()
    return soft[-1] if len(soft) > 1 and soft[-2] in ("tamanho", "numero", "size") else ""


def sized(mention: Mention, size: str) -> Mention:
    """What is named without a size, in that one; of `41/42` it is enough to say the first."""
    told = any(word not in _NO_SIZE for word in mention.soft)  # and not `I don't know your sizes`
    return mention if told or not mention.words else replace(mention, soft=(size.partition("/")[0],))


def worn(dialogue: Dialogue, mention: Mention, size: str) -> Mention:
    """`eu uso M, quero preta`: of those that are meant the ones in that size."""
    shown = [
        each
        for item in (*dialogue.listed, *(dialogue.pending.options if dialogue.pending else ()))
        for each in item.each
    ]
    fit = {one.product_id for one in shown if size in {fold(value) for value in one.options.values()}}
    among = tuple(dict.fromkeys(one for one in mention.among if one in fit))
    return replace(mention, among=among) if among else mention
