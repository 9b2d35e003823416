"""Sizes and colours asked for of what was shown, as a clause says them. Pure."""

import re

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour
from app.features.chat.assistant.products.name_words import name_words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.kinds.sizing import LETTERS, OTHERS
from app.ops.expressions import expression

_ASKS = expression(
    r"^(?:e\s+)?(?:(?:voces?\s+)?(?:tem|teria|vem|faz\s+n[oa]|existe|ha)|do\s+you\s+have|have\s+you|is\s+there|got|(?:e|and)\s+(?:em|n[oa]|in))\b"
)
_THERE_IS = expression(r"\btem(?:\s+(?:ai|ne|ainda))?$")
_NOT_TRAITS = expression(
    r"\b(?:por|ate|r\$|reais|quanto|preco|how\s+much|under|below|faz(?:em)?\s+\d{2,}\s+(?:pra|para)\s+(?:mim|eu|nos|gente))\b"
)
_SIZED = expression(r"\b(?:tamanhos?|numeros?|numeracao|size)\b")
_WHICH = expression(
    r"\b(?:quais|que|qual|what|which)\s+(?:(?:sao|as|os|e|a|o|the)\s+)*(?:cor|cores|tamanhos?|numeracao|numeros?|colou?rs?|sizes?)\b"
    r"|^(?:e\s+)?(?:a\s+|o\s+)?(?:cor|cores|colou?rs?)$"
)
# What else goods come in, by what shops and shoppers call it: which there are.
_KINDS = expression(
    r"\b(?:quais|que|what|which)\s+(?:(?:sao|as|os|e|outr[oa]s|the|other)\s+)*(?P<noun>sabor(?:es)?|cheiros?|aromas?|fragrancias?|essencias?|modelos|marcas|estampas|pesos|"
    r"voltagens|materiais|tipos|versoes|variedades|comprimentos|capacidades|acabamentos|flavou?rs?|scents?|models|brands|patterns|types|kinds)\b"
)
# `qual o tamanho da tábua?`: one is how big it is, which the shop tells of it; several are those it comes in.
_MEASURE = expression(r"\b(?:tamanho|size)$")
_WEARERS = expression(
    r"\b(?:calc[ao]|us[ao]|vest[eo]|wears?)\s+(?:(?:o|tamanho|numero|tam)\s+)*(\d{2}|pp|p|m|g|gg)\b|"
    r"(?:\be|,)\s+(?:[oa]|meu|minha|d?[oa]\s+\w+|el[ea])\s+(?:\w+\s+){0,2}?(\d{2}|pp|p|m|g|gg)\b"
)


def asked(reading: Reading, clause: Clause) -> bool:
    """Whether a clause asks for a size or a colour, and nothing else, after something was shown."""
    text = clause.text
    which = _WHICH.search(text) or _kinds_of(text)
    comes_in = which if which and not _MEASURE.search(which[0]) else None
    if comes_in and clause.asks and not clause.negated and (of_goods := _goods_beside(text, comes_in)) is not None:
        reading.looks.append(Look(of_goods))  # `qual a numeração do sapatênis?`: its sizes are listed with it
        return True
    if (
        not (clause.asks or _ASKS.match(text) or _THERE_IS.search(text))
        or clause.negated
        or _NOT_TRAITS.search(text)
        or topics_of(text)
    ):
        return False
    if signs.SUPPOSES.match(text) or signs.PRICE_OF.search(text):
        return False
    if (
        which
        and (_has_shown(reading) or reading.looks or reading.about)
        and name_words(_without(text, which)) == ([], [])
    ):
        reading.traits = Mention()
    elif (
        which
        and not _has_shown(reading)
        and which.re.pattern == _KINDS.pattern
        and not name_words(_without(text, which))[0]
    ):
        reading.looks.append(Look())  # `oi, quais sabores vocês têm?`: what there is
        return True
    else:
        reading.traits = read(reading, text)
    if reading.traits is not None:
        reading.note(asks_something=True)
    return reading.traits is not None


def _kinds_of(text: str) -> re.Match[str] | None:
    """Which flavours, models and the like there are, where no goods are called so."""
    found = _KINDS.search(text)
    return found if found and current().place(found["noun"]) < BEGINS else None


def _without(text: str, which: re.Match[str]) -> str:
    return f"{text[: which.start()]} {text[which.end() :]}"


def _goods_beside(text: str, which: re.Match[str]) -> Mention | None:
    """The goods that are named beside the question which sizes or colours there are."""
    named, soft = name_words(f"{text[: which.start()]} {text[which.end() :]}")
    goods = any(current().place(word) == BEGINS and not is_colour(word) for word in named)
    only = not soft and all(current().place(word) >= NAMES for word in named)
    return Mention(tuple(named)) if goods and only else None


def _has_shown(reading: Reading) -> bool:
    dialogue = reading.state.dialogue
    return bool(dialogue.focus or dialogue.listed or dialogue.pending or reading.state.cart.lines)


def of_several(reading: Reading, text: str) -> bool:
    """`meu menino calça 27 e a menina 30`: the sizes of several people, of what was shown."""
    sizes = [one for found in _WEARERS.findall(text) for one in found if one] if signs.WEARS.search(text) else []
    if len(sizes) < 2 or not _has_shown(reading) or reading.traits is not None:
        return False
    reading.traits = Mention(soft=tuple(dict.fromkeys(sizes)))
    reading.note(asks_something=True)
    return True


def read(reading: Reading, text: str) -> Mention | None:
    """The size or colour that a text names of what was shown; None when it names anything else."""
    named, soft = name_words(_ASKS.sub(" ", text))
    sized = _SIZED.search(text) is not None
    sizes = [word for word in soft if _is_size(word, sized=sized, text=text)]
    left = [word for word in soft if word not in sizes and not _SIZED.fullmatch(word)]
    if left or any(not is_colour(word) for word in named) or not (named or sizes) or not _has_shown(reading):
        return None
    return Mention(tuple(named), tuple(sizes))


def _is_size(word: str, *, sized: bool, text: str) -> bool:
    """A letter, or a number that counts and measures nothing."""
    if word in LETTERS or word in OTHERS:
        return True
    counted = re.search(rf"\b{re.escape(word)}\s*(?:un\w*|pares|pecas?|x|ml|l|kg|g|cm|m|w|v)\b", text) is not None
    return word.isdigit() and not counted and (sized or len(word) == 2)
