"""What is sold in lots that are options of it: `500 cartões`, `e mil?`, `um lote de 1000`."""

import re

from msgspec.structs import replace

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import COUNT_WORDS, NUMBERS, fold, number, words
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

FEW = 10
"""Up to so many, a number counts and is no option's value."""
_THOUSAND = expression(rf"\b(?:(?P<n>\d|{'|'.join(word for word, n in NUMBERS.items() if 1 < n < 10)})\s+)?mil\b")
_NO_NUMBER = expression(
    r"\bmil\s+(?:reais|desculpas|obrigad\w+|perdoes|e\s+uma|vezes|maravilhas)\b|\br\$\s*\d+\s+mil\b"
)
_LOTS = expression(
    rf"\b(?P<n>\d{{1,2}}|{COUNT_WORDS})\s+"
    r"(?:lotes?|remessas?|milheiros?)\s+(?:de|com|of)\s+(?P<each>\d{2,5})\s+(?:d[eo]\s+)?(?P<goods>[a-z]{3,}(?:\s+d[eao]\s+[a-z]{3,})?)"
)
_CARDS = expression(r"(?<=\d\d )cart(?:ao|oes)\b(?!\s+d[eo]\b)")
# `1 caixa fechada de suco`, where the shop calls none of them so
_SEALED = expression(r"\b(?P<pack>caixas?|fardos?|pacotes?|display|engradados?)\s+(?:fechad[oa]s?|lacrad[oa]s?)\b")
_SO_MANY_OF = expression(r"^(?:me\s+)?(?:faz|fecha|deixa)\s+\d{2,5}\s+(?!reais|conto|pila)[a-z]{4,}")
_FOR_PRICE = expression(r"\d\s.*\bpor\s+(?:r\$\s*)?(\d{2,5})\b")
_PRICE_OF_SO_MANY = expression(
    r"(?:(?:e|mas|oi)\s+)*(?:quanto|qual\s+(?:e\s+)?o\s+(?:preco|valor))\s*(?:(?:e|eh|sai|saem|fica|ficam|custa|custam|da|sao|de|por)\s+)*"
    r"(?:uns\s+|umas\s+)?(?P<n>\d{2,5})(?:\s+(?:un|unidades|delas?|deles?|pecas|mesmo))*"
)


def as_lots(text: str) -> str:
    """`mil` in digits, and `2 lotes de 500 cartões` as it is read: `2 cartões 500 unidades`."""
    if _NO_NUMBER.search(text) is None:
        text = _THOUSAND.sub(lambda one: str(1000 * (number(one["n"] or "um") or 1)), text)
    if not (current().place("fechada") or current().place("fechado")):
        text = _SEALED.sub(r"\g<pack>", text)
    if current().place("lote") < NAMES:
        text = _LOTS.sub(_told_apart, text)
    return _CARDS.sub("cartoes de unidades", text) if current().place("cartoes") >= NAMES else text


def _told_apart(found: re.Match[str]) -> str:
    many = number(found["n"]) or 1
    if many == 1:
        return f"{found['each']} {found['goods']}"
    return f"{many} {found['goods']} {found['each']} unidades"


def price_of_lot(reading: Reading) -> None:
    """`preciso de cartão de visita, quanto sai 500?`: the question is about so many of what was named before it."""
    found = _PRICE_OF_SO_MANY.fullmatch(reading.asked[-1]) if reading.asked else None
    sought = [one for one in reading.looks if not one.guess]
    named = sought[0] if len(sought) == 1 else None
    if found is None or named is None or not named.mention.words or named.parts or reading.about or reading.changes:
        return
    reading.about.append(replace(named.mention, quantity=int(found["n"])))
    reading.looks = [one for one in reading.looks if one.guess]


# `leva 2 por 30?`, of several that were shown: a price, though goods come in 30 mm
SO_MANY_FOR = expression(
    r"(?:(?:e|ai|eu|voces?|me|lev[ao]|faz|fecha|da|pode|fazer|sai|vende|rola)\s+)*(?:\d{1,2}|dois|duas|tres)\s+por\s+(?:r\$\s*)?\d{1,4}"
    r"(?:\s*(?:reais|conto\w*|pila))?(?:\s+no\s+pix)?"
)


def names_lot(reading: Reading, text: str) -> bool:
    """`faz mil então`, of what comes in lots of 1000: no price is told."""
    if SO_MANY_FOR.fullmatch(text):
        return False
    dialogue = reading.state.dialogue
    asked = dialogue.pending.options if dialogue.pending is not None else ()
    focus = (dialogue.focus,) if dialogue.focus is not None else ()
    values = [
        words(fold(value))
        for entry in (*asked, *dialogue.listed, *dialogue.seen, *focus)
        for each in entry.each
        for value in each.options.values()
    ]
    price = _FOR_PRICE.search(text)  # `o de 100 faz por 120?`: that is the number which may be one
    told = [price[1]] if price else [word for word in words(text) if word.isdigit() and len(word) > 1]
    of_goods = any(current().place(word) >= NAMES for word in words(text))
    return bool(told) and ((of_goods and _SO_MANY_OF.search(text) is not None) or any(told[0] in one for one in values))
