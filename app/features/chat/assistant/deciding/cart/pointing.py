"""Which product a mention points at, by list, question and cart."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import best_by_price, kin, of_line, old_line
from app.features.chat.assistant.deciding.cart.priced import at_price, in_reais, known_at
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.words import fold, is_colour, stem, words
from app.features.chat.assistant.products.alike import without_packs
from app.features.chat.assistant.products.counts import lot_in
from app.features.chat.assistant.products.matching import (
    Product,
    called_so,
    fitting,
    nearly,
    shares,
    spread,
)
from app.features.chat.assistant.products.name_words import PACKED, SIZES, product_words
from app.features.chat.assistant.products.weighing import is_measured
from app.features.conversations.state import Listed
from app.ops.expressions import expression

MOST_SEEN = 4  # of what was shown before are asked about
_SO_MANY = expression(r"\b(?:s[oó]|apenas|somente|just|only|unidades?)\b")
# `a Paula quer 2 desse mesmo`: of what is named in the same message
_SAME = expression(r"\b(?:mesm[oa]s?|igua(?:l|is)|same)\b")
_GOES_BACK = expression(r"\b(?:entao|fico|fica|ficar|mesm[oa])\b")

_LOOSE = frozenset("avulso avulsa avulsos avulsas unitario unitaria unidade loose single".split())  # noqa: SIM905


def local(mind: Mind, wanted: Change) -> list[Product] | None:
    """What list, question or cart say about a mention; None: only a search can tell."""
    mention = wanted.mention
    if mention.product_id or mention.among:
        return _settled(mind, mention) or (None if mention.product_id else [])
    if mention.alike or (wanted.kind == "exchange" and mention.by_price and mention.words):
        return None
    if mention.measure and mention.empty and (weighed := _weighed(mind, mention.measure)):
        return weighed
    if mention.every:
        return None if mention.words else _every(mind, wanted)
    if mention.position is not None:
        return _placed(mind, wanted)
    if priced := called_by_price(mind, mention):
        return priced
    if mention.price_cents is not None and not mention.words and not mention.soft:
        return known_at(mind, mention)
    if mention.by_price and not mention.words and mind.listed:
        # `fica a mais barata então`: of all that was shown.
        back = len(mind.listed) < 2 or _GOES_BACK.search(fold(mind.acts.text)) is not None
        everything = spread([*mind.listed, *(mind.state.dialogue.seen if back else ())])
        return best_by_price(list({one.product_id: one for one in everything}.values()), mention.by_price)
    if mention.by_price and not (mention.words or mention.soft) and mind.focus is not None:
        return None  # `2 da menor`, of what was told of alone
    if mention.pointing and mention.soft and not mention.words and mind.focus is not None:
        return _unless_another(fitting(spread([mind.focus]), mention), mention)
    if mention.packed and (mind.focus is None or not shares([mention.packed], mind.focus.name)):
        return None  # perhaps goods that are called so: `1 balde`
    if wanted.kind == "remove":
        return _of_cart(mind, mention)
    if wanted.kind == "only" and mention.words:  # `só o tapete mesmo`: the one that was taken
        before = {line.product_id for line in mind.state.cart.lines}  # and not by this message
        held = fitting([of_line(line) for line in mind.cart.lines if line.product_id in before], mention)
        if len(held) == 1:
            return held
    pending = mind.state.dialogue.pending
    if mention.pointing and pending is not None and pending.near and len(pending.options) == 1:
        return _unless_another(spread(pending.options), mention)
    if not mention.words and not mention.soft:
        return _spoken_of(mind, wanted)
    if mention.soft and not mention.words and (sized := _seen_in(mind, mention) or _line_in(mind, wanted)):
        return sized
    focus = mind.focus if mind.focus is not None and len(mind.focus.each) == 1 else None
    if focus is not None and mention.words and _is_it(mention, focus):
        return spread([focus])
    if mention.noun:
        own = msgspec.structs.replace(mention, words=(mention.noun, *mention.words), noun="")
        return local(mind, msgspec.structs.replace(wanted, mention=own)) or None
    return _called(mind, wanted)


def _is_it(mention: Mention, focus: Listed) -> bool:
    """`esse de 3 kg`, of what is spoken of and comes so."""
    measured = all(word[0].isdigit() and not word.isdigit() for word in mention.words)
    return measured and all(shares([word], focus.name) for word in (*mention.words, *mention.soft))


def _line_in(mind: Mind, wanted: Change) -> list[Product]:
    """`quero 2 do de 500`, of nothing that is shown: the one line of the cart that comes in it."""
    soft = wanted.mention.soft
    lines = [of_line(line) for line in mind.cart.lines if all(shares([word], line.name) for word in soft)]
    return lines if wanted.kind == "want" and wanted.mention.quantity is not None and len(lines) == 1 else []


def _offered(mind: Mind) -> list[Listed]:
    """What the last question names."""
    pending = mind.state.dialogue.pending
    return list(pending.options) if pending is not None else []


def _to_choose_from(mind: Mind) -> list[Listed]:
    """What the open questions leave to choose from, the last one first."""
    pending = mind.state.dialogue.pending
    options = _offered(mind) if pending is not None and pending.kind in ("choose", "quantity") else []
    return options + [option for asked in mind.state.dialogue.open for option in asked.options if option not in options]


def _weighed(mind: Mind, measure: str) -> list[Product]:
    """`1 kg então`, `400 g`: of what is offered or shown, where that is sold so."""
    offered = [one for one in spread(_to_choose_from(mind)) if is_measured(one, measure)]
    asked = [one for asked in mind.state.dialogue.open if asked.near for one in spread(asked.options)]
    unsettled = [one for one in asked if is_measured(one, measure)]  # `500 g` did not go
    if len(unsettled) == 1 or mind.focus is not None:
        return unsettled[:1] if len(unsettled) == 1 else []
    return offered


def _settled(mind: Mind, mention: Mention) -> list[Product]:
    """Products whose ids are known from the reading."""
    if mention.product_id:
        shown = [*spread([*_offered(mind), *mind.listed, *mind.kinds]), *map(of_line, mind.cart.lines)]
        return [one for one in shown if one.product_id == mention.product_id][:1]
    waiting = [option for asked in mind.state.dialogue.open for option in asked.options]
    before = {one.product_id: one for one in spread([*_offered(mind), *waiting])}
    return [before[one] for one in mention.among if one in before]


def _every(mind: Mind, wanted: Change) -> list[Product]:
    """`os dois`, `uma de cada`: of the cart, of what was shown, of what is asked."""
    mention, pending, seen = wanted.mention, mind.state.dialogue.pending, mind.state.dialogue.seen
    if len(mind.cart.lines) > 1 and (wanted.corrects or not mind.listed):
        return [of_line(line) for line in mind.cart.lines]
    alone = mind.state.dialogue.alone
    if len(alone) > 1 and mention.of in (None, len(alone)):
        return spread(alone)  # shown one after the other
    if mention.of and len(mind.listed) < mention.of <= len(seen):
        known = alone if len(alone) > mention.of else seen
        return spread(known[-mention.of :] if len(known) == mention.of or known is alone else known[-MOST_SEEN:])
    ids = {each.product_id for item in mind.listed for each in item.each}
    beside = mind.focus is not None and not any(each.product_id in ids for each in mind.focus.each)
    if mention.of and mind.focus is not None and mind.focus in alone and beside:
        return spread([*mind.listed, mind.focus])  # a list, and then one thing: it is asked which
    offered = pending.options if pending is not None and pending.kind == "choose" else ()
    kept = (mind.focus,) if mind.focus is not None else offered
    return fitting(spread(mind.listed or kept), mention)


def _placed(mind: Mind, wanted: Change) -> list[Product]:
    """`o segundo`, of the list; of the cart where something is taken out."""
    mention, at = wanted.mention, wanted.mention.position or 0
    placed = _at(mind, at)
    carted = {line.product_id for line in mind.cart.lines}
    if wanted.kind == "remove" and not (len(placed) == 1 and placed[0].product_id in carted):
        lines = [of_line(line) for line in mind.cart.lines]
        placed = lines[-1:] if at == -1 else lines[at - 1 : at]
    if mention.words and all(map(is_colour, mention.words)):  # `2 do primeiro, preto`
        return fitting(placed, mention)
    return placed


def called_by_price(mind: Mind, mention: Mention) -> list[Product]:
    """`o de 29,90`, `o de 119`: of what is shown, where no name holds that number."""
    shown = spread(mind.listed or _offered(mind))
    if mention.price_cents is not None and not mention.words and not mention.soft:
        return at_price(shown, mention)
    # `1 pacote da de 49`
    numbers = [word for word in mention.soft if word not in PACKED or mention.quantity is None]
    told = numbers[0] if len(numbers) == 1 and not mention.words else ""
    if not told.isdigit() or int(told) < 10 or any(shares([told], one.name) for one in shown):
        return []
    return [one for one in shown if one.price_cents is not None and int(told) in in_reais(one.price_cents)]


def _unless_another(pointed: list[Product], mention: Mention) -> list[Product] | None:
    return None if is_another(pointed, mention) else pointed


def _of_cart(mind: Mind, mention: Mention) -> list[Product]:
    """What is to be taken out."""
    if not mention.words and not mention.soft:
        return _focused(mind)
    lines = [of_line(line) for line in mind.cart.lines]
    named = [word for word in mention.words if mind.shop.goods.place(word) == BEGINS]
    if named:  # a `guardanapo rosa` is no glass that is pink
        lines = [one for one in lines if any(shares([word], f"{one.name} {one.about}") for word in named)]
    if found := fitting(lines, mention):
        return found
    shown = [mind.focus] if mind.focus is not None else []
    told = {one.product_id: one.about for one in spread([*mind.seen, *mind.listed, *shown])}
    sold = any(mind.shop.goods.place(word) >= NAMES for word in mention.words)
    described = [one for one in lines if shares(mention.words, told.get(one.product_id, ""))]  # `a avulsa não precisa`
    near = nearly(lines, mention) or (described if mention.words and not sold else [])
    return near if len(near) == 1 else []


def _spoken_of(mind: Mind, wanted: Change) -> list[Product]:
    """A count alone, `esse`: of the one thing that is spoken of."""
    pending, options = mind.state.dialogue.pending, _to_choose_from(mind)
    if offered := _offered_before(mind, wanted):
        return offered
    waits = pending if pending is not None and pending.kind == "quantity" and not pending.near else None
    if waits is not None and waits.quantity is not None and wanted.bare and len(options) == 1:
        return spread(options)  # `ok 3`, of what there is too little of
    numbered = wanted.bare and len(options) > 1 and not _tells_count(mind, options)
    if numbered and wanted.mention.quantity and not (mind.cart.lines or wanted.corrects):
        return spread(options[wanted.mention.quantity - 1 : wanted.mention.quantity])
    asked = spread(_offered(mind)) if pending is not None and pending.kind == "choose" else []
    alone = wanted.bare and not wanted.corrects and len(mind.acts.changes) == 1
    held = {line.product_id for line in mind.cart.lines}
    of_these = wanted.kind == "add" and held.isdisjoint(one.product_id for one in asked)  # `coloca uma também`
    if (alone or of_these) and len(asked) > 1 and wanted.mention.quantity and (held or not numbered):
        return asked  # so many of what it is asked about, and not of what is in the cart
    there = [one for one in spread(options or mind.listed) if one.in_stock]
    shown = [one for one in spread(mind.listed) if one.in_stock] or there
    if wanted.mention.pointing and 1 in (len(shown), len(there)) and not _focused(mind):
        return shown if len(shown) == 1 else there  # `6 dessa`: the others are sold out
    singles = without_packs(there, wanted.mention) if wanted.mention.quantity else []
    if len(singles) == 1 and len(there) > 1 and not _focused(mind):  # `quero 6`, of the can and the box of twelve
        return singles
    return _focused(mind) or (spread(options) if len(options) == 1 else [])


def _offered_before(mind: Mind, wanted: Change) -> list[Product]:
    """`one shampoo and one of that`: what was offered before the message, and not what it names first."""
    pending, told = mind.state.dialogue.pending, wanted.mention
    first = mind.acts.changes[0] if mind.acts.changes else wanted
    if pending is None or pending.kind != "quantity" or len(pending.options) != 1 or pending.near:
        return []
    offered = spread(pending.options)
    beside = told.pointing and told.quantity is not None and wanted is not first and bool(first.mention.words)
    if not beside or len(offered) != 1 or _SAME.search(fold(mind.acts.text)):
        return []
    return [one for one in offered if not all(shares([word], one.name) for word in first.mention.words)]


def _tells_count(mind: Mind, options: Sequence[Listed]) -> bool:
    """`um só`, and any count where options of one thing were told in a line: none of them has a number."""
    return _SO_MANY.search(mind.acts.text.lower()) is not None or len({one.base for one in options} - {""}) == 1


def _called(mind: Mind, wanted: Change) -> list[Product] | None:
    """What is called so among what is offered, shown and in the cart."""
    mention = wanted.mention
    known = spread([*_to_choose_from(mind), *mind.listed, *([mind.focus] if mind.focus else [])])
    unique = {product.product_id: product for product in known}
    like = old.name if (old := old_line(mind, wanted)) else ""
    in_cart = [of_line(line) for line in mind.cart.lines]
    for group in (list(unique.values()), in_cart if not like else []):
        found = at_price(_without_others(mind, _named(group, mention), mention), mention)
        if like and wanted.old is not None and _is_other_kind(mind, found, mention, like):
            continue
        if mention.words and found and all(_sized_otherwise(one.name, mention) for one in found):
            continue
        if found and not (like and len(found) == 1 and found[0].name == like and len(mention.words) < 2):
            return found
    packing = not PACKED.isdisjoint(mention.soft)
    alone = not known and not in_cart and any(one.isdigit() and len(one) > 1 for one in mention.soft)  # `uma 51`
    return None if mention.words or packing or alone or (mention.soft and (like or kin(mind))) else []


def _sized_otherwise(name: str, mention: Mention) -> bool:
    """`2 kits 1:72`, of a kit in 1:48: it comes in figures, and not in all that are told."""
    told = [word for word in mention.soft if word[0].isdigit() and len(word) > 1]
    own = words(name.partition(" (")[2])
    return any(word[0].isdigit() for word in own) and any(word not in own and not shares([word], name) for word in told)


def _is_other_kind(mind: Mind, found: Sequence[Product], mention: Mention, like: str) -> bool:
    """`a calabresa melhor grande`, `o papel higiênico melhor o de 64`: another of the same, and none of these is."""
    named = any(mind.shop.goods.place(word) == BEGINS and not shares([word], like) for word in mention.words)
    if mention.soft and not any(shares(mention.soft, one.name) for one in found):
        return True
    return not named and all((one.base or one.name).partition(" (")[0] != like.partition(" (")[0] for one in found)


def _without_others(mind: Mind, found: list[Product], mention: Mention) -> list[Product]:
    """`2 top preto M`, after a bottom in black and M, `um kit coque`, beside a `Rede para Coque`: a word that begins
    the name of other goods is no everyday one."""
    packs = [word for word in mention.soft if word in PACKED] if mention.words else []
    said = (*mention.words, *packs)
    own = [word for word in said if mind.shop.goods.place(word) == BEGINS and not is_colour(word)]
    return [one for one in found if all(shares([word], f"{one.name} {one.about}") for word in own)]


def is_another(products: Sequence[Product], mention: Mention) -> bool:
    """`esse de 480`, where what is pointed at has no such number in its name, its options or its price."""
    told = [word for word in mention.soft if len(word) > 1 and word.replace(",", "").isdigit()]
    called = [one for one in products if mention.words and shares(mention.words, one.name)]
    if called and all(_numbered_otherwise(one.name, mention) for one in called):
        return True
    known = [f"{one.name} {' '.join(map(str, one.options.values()))}" for one in products]
    prices = {str(told) for one in products if one.price_cents is not None for told in in_reais(one.price_cents)}
    return any(word not in prices and not any(shares([word], name) for name in known) for word in told)


def _numbered_otherwise(name: str, mention: Mention) -> bool:
    """`a de 8 lugares`, of a `Toalha de Mesa 6 Lugares`: another number before the same word."""
    told = {word for word in mention.soft if word.isdigit()}
    pairs = pairwise(words(fold(name)))
    before = {number for number, word in pairs if number.isdigit() and shares([word], " ".join(mention.words))}
    return bool(told and before) and told.isdisjoint(before)


def _seen_in(mind: Mind, mention: Mention) -> list[Product]:
    """`ok the 41`, of a thing that was shown before in that size, where nothing that is spoken of comes in it."""
    asked = mind.state.dialogue.pending
    spoken_of = spread([*(asked.options if asked else ()), *mind.listed, *([mind.focus] if mind.focus else [])])
    if any(shares(mention.soft, one.name) for one in spoken_of):
        return []
    sizes = set(mention.soft)
    return [one for one in spread(mind.state.dialogue.seen) if sizes <= {fold(each) for each in one.options.values()}]


def _has_size(product: Product) -> bool:
    return bool(product.options) or any(
        word in SIZES or word[0].isdigit() for word in product_words(fold(product.name))
    )


def _named(products: list[Product], mention: Mention) -> list[Product]:
    found = fitting(products, mention)
    if not mention.words and len(found) == len(products) and len(found) > 1:
        return []  # a size that none of the names holds chooses nothing
    if mention.words and found and not mention.soft and all(is_for(one, mention.words[0]) for one in found):
        return []  # `a boneca`, and only `Roupinha para Boneca` was shown
    if found and not _LOOSE.isdisjoint(mention.words) and all(lot_in(fold(one.name)) > 1 for one in found):
        return []  # `10 brigadeiros avulsos`, after half a hundred of another
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
    held = [shares([word], found[0].name) for word in told] if len(found) == 1 and _has_size(found[0]) else []
    if held and not (all(held) if not mention.words else any(held)):
        return []  # another size of it
    return found


def is_for(product: Product, word: str) -> bool:
    """The word is only what the thing is for."""
    name = words(product.base or product.name)
    at = next((at for at, other in enumerate(name) if other in ("para", "pra")), len(name))
    own = {stem(other) for other in name[:at]}
    return stem(word) not in own and stem(word) in {stem(other) for other in name[at:]}


def not_for_it(products: list[Product], mention: Mention) -> list[Product]:
    """`4 suculentas`: what is called so, and not the `Substrato para Suculentas`."""
    if not any(called_so(one, mention) for one in products):
        return products
    return [one for one in products if not is_for(one, mention.words[0])] or products


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
