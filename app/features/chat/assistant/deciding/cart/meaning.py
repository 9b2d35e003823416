"""Which products a wish may mean: of list and cart, or of what was looked up for it."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.answering.offered import just_offered
from app.features.chat.assistant.deciding.cart.alike_but import alike_but
from app.features.chat.assistant.deciding.cart.by_measure import is_measure_alone
from app.features.chat.assistant.deciding.cart.choosing import (
    as_taken,
    best_by_price,
    kin,
    meant_by,
    of_line,
    of_nothing,
    old_line,
    others_in,
    same_kind,
)
from app.features.chat.assistant.deciding.cart.its_kinds import in_size_of_no_option
from app.features.chat.assistant.deciding.cart.pointing import local
from app.features.chat.assistant.deciding.cart.priced import told_apart
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.codes import of_numbers
from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.products.matching import Product, fitting, only_sized, shares, spread
from app.features.chat.assistant.products.mentions import AMOUNT
from app.features.chat.assistant.products.name_words import PACKED, product_words
from app.features.chat.assistant.products.weighing import fitting_measure, measured
from app.ops.expressions import expression

_LACKS = expression(r"\b(?:sem|without)\s+(?:[oa]s?\s+)?([a-z]{3,})")


def meant(mind: Mind, wanted: Change, searched: list[Product] | None) -> tuple[list[Product], Change]:
    """What the wish may mean, with a measure that none is called by as how much of it."""
    products = _products(mind, wanted, searched)
    if wanted.kind == "exchange" and searched is not None and (other := _having_it(mind, wanted, searched)):
        return other, wanted
    if wanted.kind == "exchange" and len(products) > 1 and (old := old_line(mind, wanted)) is not None:
        # `deixa as fatias e faz o inteiro`, of a cake in the cart, and not of others that come whole
        products = [one for one in products if one.base == old.name.partition(" (")[0]] or products
    return _with_measure(mind, wanted, searched) if not products and searched is not None else (products, wanted)


def _products(mind: Mind, wanted: Change, searched: list[Product] | None) -> list[Product]:
    """What the wish may mean, of list and cart or of what was looked up."""
    mention = wanted.mention
    if mention.product_id and searched:
        return [one for one in searched if one.product_id == mention.product_id]
    if mention.alike:
        return alike_but(mind, mention, searched or [])
    if worn := in_size_of_no_option(mind, mention):
        return worn
    products = local(mind, wanted) if searched is None else None
    if products is not None:
        return best_by_price(products, mention.by_price) if mention.by_price and mention.words else products
    like = old.name if (old := old_line(mind, wanted)) else ""
    like = like if wanted.kind == "exchange" or wanted.corrects else ""
    like = like.partition(" (")[0] if mention.by_price else like  # `troca por calabresa grande`, of a medium one
    alone = only_sized(mention) and PACKED.isdisjoint(mention.soft)  # and not `o kit grande`
    products = [] if alone and not like else meant_by(searched or [], mention, like=like)
    if of_nothing(mind):
        products = []
    products = _of_such_measure(mind, mention, products)
    if not products and like and mention.words:  # `prefiro o desnatado`, of the milk, not of what was spoken of last
        products = meant_by(searched or [], mention)
    if not mention.words and mention.soft and not like and kin(mind):
        products = others_in(mind, mention, searched or []) or (products if of_numbers(mention.soft) else [])
    sized = fitting(searched or [], msgspec.structs.replace(mention, soft=(mention.number,))) if mention.number else []
    if sized := [one for one in sized if shares([mention.number], one.name)]:  # `o bege, 44`
        products = sized
    elif wanted.kind in ("want", "add") and not like and (same := as_taken(mind, mention, searched or [])):
        products = same
    packing = mention.packed or next((word for word in mention.soft if word in PACKED), "")
    if packing and not mention.words:
        # `1 caixa`: a thing the shop sells, or so many of what is spoken of
        called = [one for one in searched or [] if stem(product_words(fold(one.name))[0]) == stem(packing)]
        called = fitting(called, Mention(soft=mention.soft))  # `o kit G`
        told = [one for one in spread(mind.state.dialogue.listed) if shares([packing], f"{one.name} {one.about}")]
        told = told if len(told) == 1 else []  # `5 pastilhas, 1 kit`, of a case that the shop calls a kit, too
        products = (
            called
            or told
            or _packed_kin(mind, packing, searched or [])
            or (spread([mind.focus]) if mention.packed and mind.focus else [])
        )
    if not products and not mention.empty and mind.pending is not None:
        products = just_offered(mind, mention)
    if mention.by_price and not mention.words and (own := kin(mind)):  # `2 da menor`, of the same thing
        products = same_kind(products, own) or products
    if mention.price_cents is not None:  # `e 1 daquele de 8,90`
        products = told_apart(products, searched or [], mention)
    return best_by_price(products, mention.by_price) if mention.by_price else products


def _of_such_measure(mind: Mind, mention: Mention, products: list[Product]) -> list[Product]:
    """`2 de 10 kg`, of nothing that was spoken of: all that comes so, and not only what was found first."""
    if not is_measure_alone(mind, mention) or mention.noun or mind.focus is not None or mind.listed or mind.cart.lines:
        return products
    known = {one.product_id for one in products}
    such = [one for one in mind.shop.shelf if all(shares([word], one.name) for word in mention.words)]
    return [*products, *(one for one in such if one.product_id not in known)]


def _having_it(mind: Mind, wanted: Change, searched: Sequence[Product]) -> list[Product]:
    """`troca a mochila pela de rodinhas`, of one that is `Sem rodinhas`: the same with them, where there is one."""
    line = old_line(mind, wanted)
    lacks = set(_LACKS.findall(fold(line.name))) if line is not None else set()
    if line is None or wanted.mention.without or lacks.isdisjoint(wanted.mention.words):
        return []
    kin = [one for one in searched if one.base == line.name.partition(" (")[0] and one.product_id != line.product_id]
    own = [one for one in kin if not lacks & set(_LACKS.findall(fold(one.name)))]
    found = fitting(own, wanted.mention)
    return found if len(found) == 1 else []


def _with_measure(mind: Mind, wanted: Change, searched: list[Product]) -> tuple[list[Product], Change]:
    """`mussarela 300g`, which no name has: how much is wanted of what is called by the other words."""
    told = [word for word in wanted.mention.words if AMOUNT.fullmatch(word)]
    others = tuple(word for word in wanted.mention.words if word not in told)
    if len(told) != 1 or wanted.mention.measure:
        return [], wanted
    if not others:  # `são 200g`, of what is in the cart
        line = old_line(mind, wanted) if wanted.corrects or wanted.kind == "exchange" else None
        kin = [one for one in searched if line and (one.base or one.name) == line.name.partition(" (")[0]]
        own = [one for one in kin if one.product_id != line.product_id and measured(one, told[0]) == 1] if line else []
        if len(own) == 1:  # `troca o de 1,50 pelo de 3 metros`, which there is
            return own, msgspec.structs.replace(wanted, mention=msgspec.structs.replace(wanted.mention, words=()))
        count = measured(of_line(line), told[0]) if line is not None else None
        if line is None or count is None:
            return [], wanted
        mention = msgspec.structs.replace(wanted.mention, words=(), measure=told[0], quantity=count)
        return [of_line(line)], msgspec.structs.replace(wanted, mention=mention)
    plain = msgspec.structs.replace(wanted, mention=msgspec.structs.replace(wanted.mention, words=others))
    if not (products := _products(mind, plain, searched)):
        return [], wanted
    groups = {one.group for one in products if one.group}
    if any(one.group in groups and one not in products and measured(one, told[0]) == 1 for one in searched):
        return [], wanted  # `a rosa de 1 litro`, which there is in black alone: no two of half a litre
    mention = msgspec.structs.replace(plain.mention, measure=told[0])
    if mention.quantity is not None:  # `2 arroz de 5kg`: that is what each holds
        products = fitting_measure(products, told[0])[0]
        return products, plain
    return products, msgspec.structs.replace(plain, mention=mention)


def _packed_kin(mind: Mind, packing: str, searched: Sequence[Product]) -> list[Product]:
    """`2 da de sachê`, after the same tea was told of loose: the one in that packing that is called most alike."""
    if mind.focus is None or shares([packing], mind.focus.name):
        return []
    own = {stem(word) for word in product_words(fold(mind.focus.base or mind.focus.name)) if len(word) > 2}
    packed = [one for one in searched if shares([packing], one.name)]
    counts = [len(own & set(map(stem, product_words(fold(one.name))))) for one in packed]
    best = [one for one, count in zip(packed, counts, strict=True) if count == max(counts) and count > 1]
    return best if len(best) == 1 else []
