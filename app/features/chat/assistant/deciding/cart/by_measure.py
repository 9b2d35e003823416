"""What is wanted by a measure (`2 kg de batata`): how many of a product that is, or that it does not go so."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.deciding.cart.choosing import asked_of, choose
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number
from app.features.chat.assistant.products.matching import Product, fitting
from app.features.chat.assistant.products.mentions import AMOUNT
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.weighing import (
    as_told,
    fitting_measure,
    in_lots,
    is_sold_by,
    measured,
    step_of,
)
from app.ops.expressions import expression

_SO_MANY_M = expression(r"[1-9]\d?m")
_IN_SIZE = expression(r"(?<![\w,.])\d{1,2} M(?![\w])")


def _measure_wished(mind: Mind, mention: Mention) -> str:
    """`10kg arroz`, of which it was asked which: how much of it."""
    asked = asked_of(mind, mention.among).split() if mention.among and mention.quantity is None else []
    return asked[0] if asked and AMOUNT.fullmatch(asked[0]) else ""


def by_measure(mind: Mind, products: list[Product], wanted: Change) -> tuple[list[Product], Change]:
    """`2 kg de batata`: the one sold by that measure, and how many of it that is; none where it does not go."""
    mention = wanted.mention
    measure = (
        mention.measure or _measure_wished(mind, mention) or in_lots(products, mention.quantity, fold(mind.acts.text))
    )
    if not measure:
        return products, wanted
    fit, count = fitting_measure(products, measure)
    if (
        not fit and mention.quantity is None and _SO_MANY_M.fullmatch(measure) and _IN_SIZE.search(mind.acts.text)
    ):  # `camiseta preta, 2 M`
        size = msgspec.structs.replace(mention, measure="", quantity=int(measure[:-1]), soft=(*mention.soft, "m"))
        return products, msgspec.structs.replace(wanted, mention=size)
    if not fit and mention.quantity is not None and not measure.endswith("un"):  # `300g de coco e 300 balas`
        return products, msgspec.structs.replace(wanted, mention=msgspec.structs.replace(mention, measure=""))
    several = len(fit) > 1 and count is None
    quantity = mention.quantity if several else count
    mention = msgspec.structs.replace(mention, quantity=quantity, measure=measure)
    return fit or products, msgspec.structs.replace(wanted, mention=mention)


def one_of(product: Product, measure: str) -> bool:
    """`1 kg de alface`, of what is sold by no measure: one of it."""
    return not step_of(product, measure) and measure in ("1kg", "1l", "1m")


def tell_step(mind: Mind, product: Product, measure: str) -> None:
    """By what a product is sold, where so much of it does not go."""
    step = step_of(product, measure)
    if step:
        mind.say("sold_by", name=product.name, step=step, each=step.split()[0], wanted=as_told(measure))


_WEIGHED = expression(r"(?P<many>\w+?)\s*(?:kgs?|[kq]u?ilos?|kilos?)\b")


def tell_kilos(mind: Mind, product: Product, quantity: int | None) -> None:
    """`8 pães franceses`, which are sold by the kilo and were counted without a word of it: that these are kilos."""
    by_kilo = "kg" in product_words(fold(product.name)) or is_sold_by(product, "kg")
    if not by_kilo or quantity is None or quantity < 2:
        return
    if all(number(found["many"]) != quantity for found in _WEIGHED.finditer(spelt_out(fold(mind.acts.text)))):
        mind.say("by_the_kilo", name=product.base or product.name, count=str(quantity))


def ask_whole(mind: Mind, wanted: Change, product: Product) -> None:
    """So much does not go with how it is sold: that is told, and how many it is to be."""
    told, step = as_told(wanted.mention.measure), step_of(product, wanted.mention.measure)
    query = f"{wanted.mention.measure} {product.base or product.name}"
    head = "by_whole" if step else "not_weighed"
    choose(
        mind,
        [product],
        None,
        head,
        wished=query,
        query=query,
        name=product.name,
        step=step,
        each=step.split()[0] if step else "",
        wanted=told,
    )


def as_sold(mind: Mind, look: Look, found: Sequence[Product]) -> Look:
    """The same by its name alone, where that is one thing; how many so much would be stays with it."""
    named = tuple(word for word in look.mention.words if not AMOUNT.fullmatch(word))
    measure = next(word for word in look.mention.words if AMOUNT.fullmatch(word))
    plain = msgspec.structs.replace(look.mention, words=named)
    products = fitting(found, plain)
    if fitting(found, look.mention) or len(products) != 1:
        return look
    count = measured(products[0], measure)
    if count is None:
        tell_step(mind, products[0], measure)
    return msgspec.structs.replace(look, mention=plain, quantity=count)


def says_how_much(mention: Mention) -> bool:
    told = [word for word in mention.words if AMOUNT.fullmatch(word)]
    return len(told) == 1 and len(mention.words) > 1 and mention.quantity is None


def is_measure_alone(mind: Mind, mention: Mention) -> bool:
    """`10 kg`, and not `pote de 500 ml`: nothing beside it is what goods are called."""
    named = any(mind.shop.goods.place(word) >= NAMES for word in mention.soft)
    return bool(mention.words) and all(map(AMOUNT.fullmatch, mention.words)) and not named
