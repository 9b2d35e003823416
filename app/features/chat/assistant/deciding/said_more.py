"""Which of several goods is meant, by what else of their names the message says. Pure."""

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.deciding.putting import NUMBERED
from app.features.chat.assistant.language.words import fold, is_colour, stem
from app.features.chat.assistant.products.alike import telling_words
from app.features.chat.assistant.products.matching import Product, one_group, shares
from app.features.chat.assistant.products.mentions import product_words
from app.ops.expressions import expression

_PARTS = expression(r"[,;\n+]|\b(?:e|mais|and|plus|quer|wants)\b")


def said_more(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """Of several: the one of whose title more was said: `malbec reserva`, `a prensa e 1 café da casa em grãos`."""
    asks = mind.acts.asked if mind.acts.tells and not mind.acts.changes else ""  # and no story beside it
    text = asks or fold(mind.acts.text)
    if len(products) < 2 or one_group(products):
        return products
    if len(mind.acts.changes) > 1 or any(one.parts for one in mind.acts.changes):  # what was said of this one
        parts = [one for one in _PARTS.split(text) if mention.words and all(shares([x], one) for x in mention.words)]
        text = parts[0] if len(parts) == 1 else ""
    said = {stem(word) for word in product_words(text)}
    said |= {stem("numeral")} if NUMBERED.search(mind.acts.text) else set()  # `vela de número 7`
    counts = [len(said & telling_words(one)) for one in products]
    return [one for one, count in zip(products, counts, strict=True) if count == max(counts)]


def said_after(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """`o shampoo e o condicionador da Raiz Forte`: what stands after the last of them is said of all."""
    mentions = [one.mention for one in mind.acts.changes]
    if len(mention.words) != 1 or mention.soft or mention not in mentions[:-1]:
        return products
    tail = [word for word in (*mentions[-1].words[1:], *mentions[-1].soft) if not is_colour(word)]
    return [one for one in products if tail and all(shares([word], one.name) for word in tail)] or products
