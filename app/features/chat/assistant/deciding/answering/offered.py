"""What a message asks about, where it settles that itself: `quero carrinho, um bombeiro e um polícia`; and what was
shown before it and is refused by it: `essa não, quero a simples`."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import option_ids
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, fitting, one_group, shares, spread
from app.features.conversations import cart as carts
from app.features.conversations.state import Listed, Pending
from app.ops.expressions import expression

_A_COUNT = r"\d{1,2}|uma?|dois|duas|tres|one|two|three"
_ALSO = expression(r"\b(?:tambem|junto|as\s+well|too)\b")
_COPULA = expression(r"\bé\b", re.IGNORECASE)
_JOINED = expression(r"\s*[.,;!]*\s*(?:\be\b|\bmais\b|\band\b|\bplus\b|\+)")


def just_offered(mind: Mind, mention: Mention) -> list[Product]:
    """`preciso de uma fonte tb. poe a placa e a de 650`, `o kit, da cg 160`: which of those that this message
    asked for."""
    options = mind.pending.options if mind.pending else ()
    said = (*mention.words, *mention.soft)
    held = [one for one in spread(options) if said and all(shares([word], one.name) for word in said)]
    if len(held) == 1:
        mind.pending = None
        mind.open = [asked for asked in mind.open if asked.options != options]
        unsay(mind, options)
    return held


_YES = expression(r"\b(?:yes|yeah|sure|sim|isso|claro|pode\s+ser)\b")


def said_again(mind: Mind) -> None:
    """`yes, the laser level`, to `The closest to laser level that I have is this. Is it the one?`: that one."""
    if "?" in mind.acts.text or not _YES.search(spelt_out(fold(mind.acts.text))):
        return
    pending = mind.state.dialogue.pending
    near = [one for one in (pending, *mind.state.dialogue.open) if one and one.near and len(option_ids(one)) == 1]
    told = {one.query.strip('"').lower(): option_ids(one)[0] for one in near if one.query}
    mind.acts = msgspec.structs.replace(mind.acts, changes=tuple(_as_offered(one, told) for one in mind.acts.changes))


def _as_offered(wish: Change, told: dict[str, str]) -> Change:
    asked = told.get(" ".join((*wish.mention.words, *wish.mention.soft)))
    if asked is None or wish.kind not in ("want", "add"):
        return wish
    return msgspec.structs.replace(wish, mention=Mention(product_id=asked, quantity=wish.mention.quantity))


def count_asked(mind: Mind, quantity: int | None) -> None:
    """`a de 1,40. são duas janelas, então duas`: so many of what it is asked about, where no number was told of it."""
    about = mind.pending
    if about is None or not about.near or about.quantity is not None:
        return
    mind.pending = msgspec.structs.replace(about, quantity=quantity)
    told = [
        msgspec.structs.replace(one, quantity=quantity) if one.options == about.options else one for one in mind.open
    ]
    mind.open = told


def settle_headings(mind: Mind) -> None:
    """`quero carrinho, um bombeiro e um polícia`: what is asked about was told in the same breath."""
    before = {line.product_id: line.quantity for line in mind.state.cart.lines}
    taken = {
        line.product_id: line.quantity - before.get(line.product_id, 0)
        for line in mind.cart.lines
        if line.quantity > before.get(line.product_id, 0)
    }
    for asked in [one for one in mind.open if one not in mind.state.dialogue.open]:
        _count_as_headed(mind, asked, taken)
        counts = [taken[one] for one in option_ids(asked) if one in taken]
        if not counts or asked.near or len(option_ids(asked)) < 2 or (asked.quantity or sum(counts)) != sum(counts):
            continue
        gone = any(said.what == "gone" and said.values.get("name") == asked.query for said in mind.says)
        if gone or _goes_before(mind, asked):  # what was wished for beside what is sold out takes no place of that
            continue
        mind.open.remove(asked)
        unsay(mind, asked.options)
        mind.pending = None if mind.pending and mind.pending.options == asked.options else mind.pending


def _count_as_headed(mind: Mind, asked: Pending, taken: dict[str, int]) -> None:
    """`2 packs of the hex bolts, parafuso sextavado 8x60`: what is named behind a count, without one of its own, is
    which of them; it is taken so many times."""
    kinds = spread(asked.options)
    meant = [one for one in kinds if one.product_id in taken]
    if not (one_group(kinds) and len(meant) == 1 and asked.quantity and taken[meant[0].product_id] == 1):
        return
    told = [one.mention for one in mind.acts.changes if one.kind in ("want", "add") and one.mention.words]
    apart = [one for one in told if one.quantity is None and len(fitting(kinds, one)) == 1 and fitting(meant, one)]
    there = meant[0].available is None or meant[0].available >= asked.quantity
    if apart and there and not _goes_before(mind, asked):
        mind.cart = carts.set_quantity(mind.cart, meant[0].product_id, asked.quantity)
        taken[meant[0].product_id] = asked.quantity


def set_refused_aside(mind: Mind) -> None:
    """`essa não, quero a batata simples`: what was shown by itself is nothing that the message names; where it
    was taken just before and is all of the cart, that takes its place."""
    before = mind.state.dialogue
    shown = mind.focus or (before.listed[0] if len(before.listed) == 1 else None)
    ids = {one.product_id for one in shown.each} if mind.acts.not_that and shown is not None else set()
    named = any(one.kind in ("want", "add") and one.mention.words for one in mind.acts.changes)
    carted = any(line.product_id in ids for line in mind.cart.lines)
    if not (ids and (named or (carted and mind.acts.looks))):
        return
    if carted:
        _put_in_its_place(mind)
        return
    mind.refused, mind.focus, mind.listed = frozenset(ids), None, ()
    mind.seen = tuple(one for one in mind.seen if ids.isdisjoint(each.product_id for each in one.each))
    mind.open = [asked for asked in mind.open if ids.isdisjoint(option_ids(asked))]
    kept = msgspec.structs.replace(before, listed=(), focus=None, pending=None, seen=mind.seen, open=tuple(mind.open))
    mind.state = msgspec.structs.replace(mind.state, dialogue=kept)


def _put_in_its_place(mind: Mind) -> None:
    """The one thing named that the shop's goods are called by, whatever else is said of it: `é aquela de borracha, a
    nitrílica`."""
    acts, lines = mind.acts, mind.cart.lines
    wishes = [one for one in acts.changes if one.kind in ("want", "add")]
    told = wishes or [Change("want", look.mention) for look in acts.looks if look.guess]
    known = [one for one in told if any(mind.shop.goods.place(word) >= NAMES for word in one.mention.words)]
    alone = len(known) == len(lines) == 1 and len(wishes) == len(acts.changes) and not known[0].mention.alike
    said = (*known[0].mention.words, *known[0].mention.soft) if alone else ()
    if said and not all(shares([word], lines[0].name) for word in said):
        exchanged = msgspec.structs.replace(known[0], kind="exchange", old=Mention(product_id=lines[0].product_id))
        looks = tuple(one for one in acts.looks if not one.guess)
        mind.acts = msgspec.structs.replace(acts, changes=(exchanged,), looks=looks)


def but_refused(mind: Mind, mention: Mention, found: Sequence[Product]) -> list[Product]:
    """What was looked up without what is refused, which only more of its name than what it is called brings back."""
    if len(mention.words) > 1 and any(
        one.product_id in mind.refused and all(shares([word], one.name) for word in mention.words) for one in found
    ):
        return list(found)
    return [one for one in found if one.product_id not in mind.refused]


def _goes_before(mind: Mind, asked: Pending) -> bool:
    """`quero um. e um mini de espanhol também`: what stands behind comes beside it, and does not tell which it is."""
    said = spelt_out(fold(_COPULA.sub("eh", mind.acts.text)))  # `lúpulo, é o cascade`: that is which
    named = [re.search(rf"\b{re.escape(fold(word))}s?\b", said) for word in asked.query.split()[-1:]]
    places = [*re.finditer(rf"\b(?:{_A_COUNT})\b", said), *(one for one in named if one)]
    return any(_JOINED.match(said, one.end()) for one in places) or _ALSO.search(said) is not None


def unsay(mind: Mind, options: tuple[Listed, ...]) -> None:
    """What was asked about these has been told in the same breath."""
    mind.says = [one for one in mind.says if one.what != "list" or one.listed != options]
    mind.says = [one for one in mind.says if tuple(product.listed for product in one.products) != options]
