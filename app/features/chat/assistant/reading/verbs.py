"""What a clause's verbs do to the cart, and the clause without them. Pure."""

import re

from app.features.chat.assistant.acts import ChangeKind, PriceOrder
from app.features.chat.assistant.language import ranks, signs
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.products.mentions import read_mention
from app.ops.expressions import expression

# `faz 5 do preto`: so many of it
_MAKES = expression(
    r"\b(?:faz|faca|sao|seriam|fecha)\s+(?=(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|dez)\s+(?!reais|dias|%)[a-z])"
)
# `é maior ou menor?` asks what a thing is like
_EITHER = expression(
    r"\b(?:pequen[oa]|grande|menor|maior|small(?:er)?|big(?:ger)?|large)\s+(?:ou|or)\s+(?:(?:mais|e|a|o)\s+)*(?:pequen[oa]|grande|menor|maior|small(?:er)?|big(?:ger)?|large)\b"
)


def by_price(text: str) -> PriceOrder | None:
    """By which order a clause chooses: `o mais barato`, `a caixa menor`; none in `é maior ou menor?`"""
    if _EITHER.search(text):
        return None
    orders: dict[PriceOrder, re.Pattern[str]] = {
        "cheapest": ranks.CHEAPEST, "dearest": ranks.DEAREST, "smallest": ranks.SMALLEST, "largest": ranks.LARGEST
    }  # fmt: skip
    return next((order for order, sign in orders.items() if sign.search(text)), None)


def kind(text: str) -> ChangeKind | None:
    """What a clause does to the cart by its verb."""
    if signs.EXCHANGE.search(text):
        return "exchange"
    if signs.REMOVE.search(text):
        return "remove"
    if signs.ADD.search(text):
        return "add"
    if signs.ONLY.search(text):
        return "only"
    if signs.COUNTED.search(text):
        return "want"
    return "want" if signs.WANT.search(text) or signs.PREFER.search(text) else None


def without_verbs(text: str) -> str:
    text = re.sub(
        r"\b(?:deixa|deixe|fica|fique|leva|aument\w+|diminu\w+|reduz\w*|sob[ea]|pass[ae])\b(?:\s+(?:pra|para|to|a(?!\s+de\b))\b)?",
        " ",
        text,
    )
    text = _MAKES.sub(" ", text)
    text = re.sub(r"\be\s+mais\s+(?=\d|uma?\b|dois|duas|tres)", " e ", text)
    for pattern in (signs.REMOVE, signs.ADD, signs.WANT, signs.PREFER, signs.SEES):
        text = pattern.sub(" ", text, count=2)
    text = re.sub(
        r"\b(?:na\s+verdade|alias|so|somente|apenas|pra\s+mim|por\s+favor|please|aqui|ai|ja|tambem|no\s+carrinho|nao|mais|entao)\b",
        " ",
        text,
    )
    return re.sub(
        r"^(?:(?:da|pode|poderia|consegue|tem\s+como|me|eu|i|nos|a\s+gente|vc|voce|to|pra|para|de|like|put(?=\s+(?:\d|one|two|three|four|five|six|ten)))\s+)+",
        "",
        strip(text),
    )


def strip(text: str) -> str:
    """Without the separators and small words that are left at the ends."""
    text = re.sub(r"\s+", " ", text)
    return re.sub(r"^(?:[\s,:.\-]|\b(?:e|mas|com|and)\b)+|(?:[\s,:.\-]|\b(?:e|mas|com|and)\b)+$", "", text).strip()


def starts_with_count(text: str) -> bool:
    mention = read_mention(text, listed=0)
    if re.match(r"^\d{1,3}\s+(?:d[oa]s?|of\s+(?:the\s+)?)\s*\d{1,2}\b", text):
        return True
    return (
        (mention.quantity is not None or bool(mention.measure))
        and bool(mention.words)
        and re.match(r"^(?:\d|(?:dois|duas|tres|quatro|cinco|seis|meia|uma?|one|two|three|four|five|six)\b)", text)
        is not None
    )


def points_by_verb(text: str) -> bool:
    """`quero`, `vou levar`: the product before them is meant."""
    return len(words(text)) <= 5
