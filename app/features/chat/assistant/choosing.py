"""Which product a mention means: by list, question, cart or search; and asking where several may be meant."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from app.features.chat.assistant import vocabulary as v
from app.features.chat.assistant.acts import Change, Mention, PriceOrder
from app.features.chat.assistant.matching import (
    Product,
    first,
    fitting,
    nearly,
    one_group,
    shares,
    spread,
    together,
    verbal,
    with_decimal,
)
from app.features.chat.assistant.mentions import PACKED, SIZES, product_words, size_of
from app.features.chat.assistant.mind import SEEN, Done, Mind, Say
from app.features.chat.assistant.words import fold, in_portuguese, is_colour, stem, without_diminutive, words
from app.features.conversations import cart as carts
from app.features.conversations.state import CartLine, Pending, PendingKind

FOUND = 20
_CODE = re.compile(r"([a-z]{2,5})(\d{2,5})")
_GOES_BACK = re.compile(r"\b(?:entao|fico|fica|ficar|mesm[oa])\b")
SHOWN = 5


def query_words(words: Sequence[str]) -> list[str]:
    """The words, and what a Portuguese catalogue calls them."""
    plain = [base for word in words if (base := without_diminutive(word))]
    codes = [f"{found[1]}-{found[2]}" for word in words if (found := _CODE.fullmatch(word))]  # `tg500` for `TG-500`
    return [*words, *plain, *codes, *(name for word in words for name in in_portuguese(word))]


def local(mind: Mind, wanted: Change) -> list[Product] | None:
    """What list, question or cart say about a mention; None: only a search can tell."""
    mention, pending = wanted.mention, mind.state.dialogue.pending
    if mention.product_id:
        shown = spread([*(pending.options if pending else ()), *mind.listed])
        return [one for one in shown if one.product_id == mention.product_id][:1]
    if mention.among:
        waiting = [option for asked in mind.state.dialogue.open for option in asked.options]
        before = {one.product_id: one for one in spread([*(pending.options if pending else ()), *waiting])}
        return [before[one] for one in mention.among if one in before]
    if mention.every and mention.words:
        return None
    if mention.every:
        offered = pending.options if pending is not None and pending.kind == "choose" else ()
        kept = (mind.focus,) if mind.focus is not None else offered
        many = len(mind.cart.lines) > 1 and (wanted.corrects or not mind.listed)
        if not many and mention.of and len(mind.listed) < mention.of <= len(mind.state.dialogue.seen):
            return spread(mind.state.dialogue.seen[-mention.of :])  # shown one after the other
        return [of_line(line) for line in mind.cart.lines] if many else fitting(spread(mind.listed or kept), mention)
    if mention.position is not None:
        placed = _at(mind, mention.position)
        carted = {line.product_id for line in mind.cart.lines}
        if wanted.kind == "remove" and not (len(placed) == 1 and placed[0].product_id in carted):
            lines = [of_line(line) for line in mind.cart.lines]
            placed = lines[-1:] if mention.position == -1 else lines[mention.position - 1 : mention.position]
        if mention.words and all(map(is_colour, mention.words)):  # `2 do primeiro, preto`
            return fitting(placed, mention)
        return placed
    if mention.price_cents is not None and not mention.words and not mention.soft:
        shown = spread(mind.listed or (pending.options if pending else ()))
        priced = with_decimal(shown, mention.price_cents) or [
            one for one in shown if one.price_cents == mention.price_cents
        ]
        if priced:
            return priced
    if not mention.words and len(mention.soft) == 1 and mention.soft[0].isdigit() and int(mention.soft[0]) >= 10:
        shown = spread(mind.listed or (pending.options if pending else ()))
        held = any(shares(mention.soft, one.name) for one in shown)
        priced = [
            one for one in shown if one.price_cents is not None and one.price_cents // 100 == int(mention.soft[0])
        ]
        if priced and not held:  # `o de 119`
            return priced
    if mention.by_price and not mention.words and mind.listed:
        # `fica a mais barata então`: of all that was shown.
        back = len(mind.listed) < 2 or _GOES_BACK.search(fold(mind.acts.text)) is not None
        everything = spread([*mind.listed, *(mind.state.dialogue.seen if back else ())])
        return best_by_price(list({one.product_id: one for one in everything}.values()), mention.by_price)
    if mention.by_price and not (mention.words or mention.soft) and mind.focus is not None:
        return None  # `2 da menor`, of what was told of alone
    if mention.pointing and mention.soft and not mention.words and mind.focus is not None:
        pointed = fitting(spread([mind.focus]), mention)
        return None if is_another(pointed, mention) else pointed
    if mention.packed and mind.focus is not None and not shares([mention.packed], mind.focus.name):
        return None
    options = list(pending.options) if pending and pending.kind in ("choose", "quantity") else []
    options += [option for asked in mind.state.dialogue.open for option in asked.options if option not in options]
    if wanted.kind == "remove":
        lines = [of_line(line) for line in mind.cart.lines]
        if not mention.words and not mention.soft:
            return _focused(mind)
        return fitting(lines, mention) or (found if len(found := nearly(lines, mention)) == 1 else [])
    if mention.pointing and pending is not None and pending.near and len(pending.options) == 1:
        pointed = spread(pending.options)
        return None if is_another(pointed, mention) else pointed
    if not mention.words and not mention.soft:
        if wanted.bare and len(options) > 1 and mention.quantity and not mind.cart.lines:
            return spread(options[mention.quantity - 1 : mention.quantity])
        return _focused(mind) or (spread(options) if len(options) == 1 else [])
    if mention.soft and not mention.words and (sized := _seen_in(mind, mention)):
        return sized
    if mention.noun:
        own = msgspec.structs.replace(mention, words=(mention.noun, *mention.words), noun="")
        return local(mind, msgspec.structs.replace(wanted, mention=own)) or None
    known = spread([*options, *mind.listed, *([mind.focus] if mind.focus else [])])
    unique = {product.product_id: product for product in known}
    like = old.name if (old := old_line(mind, wanted)) else ""
    in_cart = [of_line(line) for line in mind.cart.lines]
    for group in (list(unique.values()), in_cart if not like else []):
        found = _named(group, mention)
        if found and not (like and len(found) == 1 and found[0].name == like and len(mention.words) < 2):
            return found
    packing = not PACKED.isdisjoint(mention.soft)
    return None if mention.words or packing or (mention.soft and (like or kin(mind))) else []


def is_another(products: Sequence[Product], mention: Mention) -> bool:
    """`esse de 480`, where what is pointed at has no such number in its name, its options or its price."""
    told = [word for word in mention.soft if len(word) > 1 and word.replace(",", "").isdigit()]
    known = [f"{one.name} {' '.join(map(str, one.options.values()))}" for one in products]
    prices = {str(one.price_cents // 100) for one in products if one.price_cents is not None}
    return any(word not in prices and not any(shares([word], name) for name in known) for word in told)


def _seen_in(mind: Mind, mention: Mention) -> list[Product]:
    """`ok the 41`, of a thing that was shown before in that size, where nothing that is spoken of comes in it."""
    asked = mind.state.dialogue.pending
    spoken_of = spread([*(asked.options if asked else ()), *mind.listed, *([mind.focus] if mind.focus else [])])
    if any(shares(mention.soft, one.name) for one in spoken_of):
        return []
    sizes = set(mention.soft)
    return [one for one in spread(mind.state.dialogue.seen) if sizes <= {fold(each) for each in one.options.values()}]


def meant_by(found: Sequence[Product], mention: Mention, *, like: str = "") -> list[Product]:
    """What a search brought that a mention means; a colour alone first means another kind of what was named before."""
    if mention.noun:
        own = msgspec.structs.replace(mention, words=(mention.noun, *mention.words), noun="")
        if of_kind := fitting(found, own, like=like):
            return of_kind
    return fitting(found, mention, like=like)


def kin(mind: Mind) -> Product | None:
    """The thing that is spoken of, whose other sizes and colours may be meant."""
    asked = mind.state.dialogue.pending
    offered = asked.options[:1] if asked is not None and asked.kind in ("choose", "quantity") and not asked.near else ()
    known = spread([mind.focus] if mind.focus is not None else offered)
    return known[0] if known else None


def as_taken(mind: Mind, mention: Mention, products: Sequence[Product]) -> list[Product]:
    """`coloca uma branca também`, `e uma P`: of what was just taken, in its other options."""
    own = mind.focus
    if own is None or own.group is None or not own.options or carts.find(mind.state.cart, own.product_id) is None:
        return []
    if any(not is_colour(word) for word in mention.words):
        return []
    kind = [one for one in products if one.group == own.group and one.product_id != own.product_id]
    told = [one for one in kind if shares([*mention.words, *mention.soft], one.name)]
    kept = [sum(own.options.get(key) == value for key, value in one.options.items()) for one in told]
    return [one for one, same in zip(told, kept, strict=True) if same == max(kept)]


def others_in(mind: Mind, mention: Mention, searched: Sequence[Product]) -> list[Product]:
    """`um 38`: the thing that is spoken of in that size."""
    own = kin(mind)
    if own is None:
        return []
    alike = [one for one in searched if one.product_id != own.product_id and _is_kin(one, own)]
    return [one for one in alike if shares(mention.soft, one.name)]


def same_kind(products: Sequence[Product], own: Product) -> list[Product]:
    """Those called like it but for numbers and measures."""
    named = [word for word in product_words(fold(own.base or own.name)) if word.isalpha() and len(word) > 1]
    return [one for one in products if named and shares(named, one.base or one.name)]


def _is_kin(product: Product, own: Product) -> bool:
    """Another kind of the same thing: of its group, or called so."""
    if own.group is not None:
        return product.group == own.group
    named, known = product_words(fold(product.name)), product_words(fold(own.name))
    return named[:1] == known[:1] and len(set(named) & set(known)) * 2 >= len(set(known))


def thinner(mention: Mention) -> Mention | None:
    """The mention by its nouns alone, where colours, sizes and verbs may have kept the search from finding it."""
    words = tuple(word for word in mention.words if not is_colour(word) and not verbal(word) and word not in v.EVERYDAY)
    return Mention(words) if words and (len(words) < len(mention.words) or mention.soft) else None


def _has_size(product: Product) -> bool:
    return bool(product.options) or any(
        word in SIZES or word[0].isdigit() for word in product_words(fold(product.name))
    )


def _named(products: list[Product], mention: Mention) -> list[Product]:
    found = fitting(products, mention)
    if not mention.words and len(found) == len(products) and len(found) > 1:
        return []  # a size that none of the names holds chooses nothing
    if mention.words and found and not mention.soft and all(_is_for(one, mention.words[0]) for one in found):
        return []  # `a boneca`, and only `Roupinha para Boneca` was shown
    packings = [word for word in mention.soft if word in PACKED]
    if packings and not mention.words and not any(shares(packings, one.name) for one in found):
        return []
    told = [word for word in mention.soft if word.isdigit() or word in SIZES]
    if (
        len(found) > 1
        and told
        and mention.words
        and not any(shares([word], one.name) for one in found for word in told)
    ):
        return []  # `o de 6 rosas`, and none of those
    if len(found) == 1 and told and _has_size(found[0]) and not any(shares([word], found[0].name) for word in told):
        return []  # another size of it
    return found


def _is_for(product: Product, word: str) -> bool:
    """The word is only what the thing is for."""
    name = words(product.base or product.name)
    at = next((at for at, other in enumerate(name) if other in ("para", "pra")), len(name))
    own = {stem(other) for other in name[:at]}
    return stem(word) not in own and stem(word) in {stem(other) for other in name[at:]}


def by_price(products: Sequence[Product], order: PriceOrder | None) -> list[Product]:
    """In the order the shopper asked for; what has no price, or no size, and what is sold out comes last."""
    if order is None:
        return list(products)
    sign = 1 if order in ("cheapest", "smallest") else -1
    return sorted(
        products, key=lambda product: (not product.in_stock, (at := _place(product, order)) is None, sign * (at or 0))
    )


def best_by_price(products: Sequence[Product], order: PriceOrder) -> list[Product]:
    """The cheapest or dearest, the smallest or largest: all that are alike, all at once where sizes do not compare."""
    ranked = by_price(products, order)
    best = _place(ranked[0], order) if ranked else None
    if order in ("smallest", "largest") and any(_place(product, order) is None for product in ranked):
        return best_by_price(ranked, "cheapest" if order == "smallest" else "dearest")  # the small one is the cheap one
    return [product for product in ranked if _place(product, order) == best]


def _place(product: Product, order: PriceOrder) -> float | None:
    return size_of(product.name, product.options) if order in ("smallest", "largest") else product.price


def _at(mind: Mind, position: int) -> list[Product]:
    listed = mind.listed
    if position == -1:
        return spread(listed[-1:]) if listed else _focused(mind)
    return spread(listed[position - 1 : position])


def _focused(mind: Mind) -> list[Product]:
    """The product that is spoken of; what was only the nearest to it is not."""
    asked = mind.state.dialogue.pending
    if asked is not None and asked.near and mind.focus is None:
        return []
    if mind.focus is not None:
        return spread([mind.focus])
    if len(mind.cart.lines) == 1:
        return [of_line(mind.cart.lines[0])]
    return spread(mind.listed) if len(mind.listed) == 1 else []


def of_line(line: CartLine) -> Product:
    return Product(line.product_id, line.name, price=line.unit_price_cents / 100)


def old_line(mind: Mind, wanted: Change, new: Product | None = None) -> CartLine | None:
    """The line an exchange or a correction takes out. new: what takes its place, if that is known: a line of its kind
    goes before the last one."""
    lines = mind.cart.lines
    if wanted.old is not None and not wanted.old.empty:
        found = fitting([of_line(line) for line in lines], wanted.old)
        return carts.find(mind.cart, found[0].product_id) if found else None
    if wanted.kind != "exchange" and not wanted.corrects:
        return None
    nouns = [word for word in wanted.mention.words if not is_colour(word)] or wanted.mention.words
    alike = [line for line in lines if nouns and shares(nouns, line.name)]
    if len(alike) == 1:
        return alike[0]
    kind = product_words(fold(new.base or new.name))[:1] if new is not None else []
    akin = [line for line in lines if kind and product_words(fold(line.name))[:1] == kind]
    if len(akin) == 1:
        return akin[0]
    if mind.focus is not None and (line := carts.find(mind.cart, mind.focus.product_id)):
        return line
    return lines[-1] if lines else None


NEAR = ("is_it_this", "nearby")
"""Headings over what is only the nearest to what was asked for."""


def choose(
    mind: Mind,
    products: Sequence[Product],
    quantity: int | None,
    head: str,
    *,
    wished: str | None = None,
    **values: str,
) -> None:
    """Ask which of them: by their options where they are variants of one thing, else by a list. wished: they were asked
    for by these words, and no summary comes before one is chosen or let go."""
    near = head in NEAR and not one_group(products)
    if one_group(products):
        mind.listed, mind.focus = (), None
        mind.says.append(Say("choose_option", products=tuple(products)))
        own = tuple(product.listed for product in products)
        mind.pending = Pending("choose", own, quantity)
        mind.seen = (*mind.seen, *together(products))[-SEEN:]
    else:
        shown = first(sorted(products, key=lambda one: not one.in_stock), SHOWN)
        before = len(mind.listed) if any(said.what == "list" for said in mind.says) else 0
        mind.show(shown, head, **values)
        kind: PendingKind = "choose" if len(shown) > 1 else "quantity"
        own = mind.listed[before:] or mind.listed
        mind.pending = Pending(kind, mind.listed, quantity, near=near)
        mind.focus = None if near else mind.focus
    if wished is not None:
        ids = {each.product_id for option in own for each in option.each}
        mind.open = [one for one in mind.open if one not in mind.state.dialogue.open or not ids & set(option_ids(one))]
        mind.open.append(
            Pending("choose", own, quantity, near=near, query=wished or products[0].base or products[0].name)
        )


def option_ids(asked: Pending) -> list[str]:
    """The products that a question leaves to choose from."""
    return [each.product_id for option in asked.options for each in option.each]


def to_be_had(products: list[Product]) -> list[Product]:
    """Variants that are there, where some are."""
    return [product for product in products if product.in_stock] or products


def others_of(mind: Mind, gone: Product, searched: Sequence[Product]) -> list[Product]:
    """The variants of a thing that are there, beside one that is not."""
    known = [*searched, *spread(mind.listed)]
    return [product for product in known if gone.group and product.group == gone.group and product.in_stock]


def variants_of(told: Sequence[Mapping[str, Any]]) -> list[Product]:
    """Products as a tool tells them, each variant of a group by itself. Raises msgspec.ValidationError."""
    found: list[Product] = []
    for item in told:
        if not (variants := item.get("variants")):
            found.append(msgspec.convert(item, Product))
            continue
        shared = {key: item.get(key) for key in ("description", "category", "score", "group")} | {"base": item["name"]}
        if not item.get("options"):  # nothing tells them apart: each is listed by itself
            shared["group"] = None
        found += [msgspec.convert(shared | variant, Product) for variant in variants]
    return found


def products_of(done: Done) -> list[Product]:
    """The products a tool answered; nothing when it failed."""
    try:
        return variants_of(done.result.get("products", []))
    except msgspec.ValidationError:
        return []
