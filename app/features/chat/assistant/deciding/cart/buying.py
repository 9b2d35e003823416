"""What a message does to the cart."""

from collections.abc import Generator, Sequence
from itertools import zip_longest

import msgspec

from app.features.chat.assistant.acts import Change, Look, Mention
from app.features.chat.assistant.deciding.answering.offered import (
    but_refused,
    count_asked,
    set_refused_aside,
    settle_headings,
)
from app.features.chat.assistant.deciding.answering.searching import pool_of
from app.features.chat.assistant.deciding.cart import replacing
from app.features.chat.assistant.deciding.cart.by_measure import as_sold, says_how_much
from app.features.chat.assistant.deciding.cart.choosing import (
    FOUND,
    choose,
    kin,
    meant_by,
    old_line,
    only_described,
    option_ids,
    products_of,
    query_words,
    thinner,
    to_be_had,
)
from app.features.chat.assistant.deciding.cart.gone import alike, in_place_of_gone
from app.features.chat.assistant.deciding.cart.its_kinds import another_kind, of_what_is_spoken_of
from app.features.chat.assistant.deciding.cart.other_option import in_its_place
from app.features.chat.assistant.deciding.cart.pointing import local
from app.features.chat.assistant.deciding.cart.priced import names_spoken_of
from app.features.chat.assistant.deciding.cart.putting import put_in
from app.features.chat.assistant.deciding.cart.said_more import named_as_one
from app.features.chat.assistant.deciding.cart.taking import take
from app.features.chat.assistant.deciding.cart.taking_all import only_these, only_told_anew
from app.features.chat.assistant.deciding.checking.unread import note_untraced, set_aside_untold, traced
from app.features.chat.assistant.deciding.checking.unspoken import keep_unspoken
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Steps
from app.features.chat.assistant.deciding.ordering.going_ahead import approved, closes, sends_it
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import NUMBERS, fold, in_portuguese, is_colour
from app.features.chat.assistant.products.alike import head_first
from app.features.chat.assistant.products.matching import (
    Product,
    called_so,
    fitting,
    of_another_model,
    only_sized,
    shares,
    spread,
)
from app.features.chat.assistant.products.name_words import PACKED, product_words
from app.features.conversations import cart as carts
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_ALL_OF_THEM = expression(
    r"\b(?:them|those|these|both|all|everything|tod[oa]s|tudo|(?:os|as)\s+(?:dois|duas|tres)|amb[oa]s|eles|elas)\b"
)
_TAKES = expression(r"\b(?:sim|s|quero|queria|pode|claro|isso|manda|levo|fechado|yes|yeah|please|sure)\b")
_WHAT_FOR = expression(r"\b(?:pr[oa]s?|para|for)\s+(?:(?:[oa]s?|minhas?|meus?|my|the)\s+)*([a-z]{3,})")
_ALSO = expression(r"\b(?:tambem|junto|as\s+well|too)\b")
MOST_AGAIN = 2
"""So many names of a message are looked up once more."""


def change(mind: Mind) -> Steps:
    """Apply what the message says about the cart."""
    set_refused_aside(mind)
    pending = mind.state.dialogue.pending
    if pending is not None and pending.only_told and mind.acts.yes and not mind.acts.changes:
        mind.say("which")
        mind.pending = pending
        return
    if pending is not None and not mind.acts.leaves and (yield from _agreed(mind, pending)):
        return
    yield from in_its_place(mind)
    whole = only_these(mind)
    set_aside_untold(mind)
    _taken_by_the_way(mind, pending)
    yield from _weighed(mind)
    for changes in _in_rounds(in_place_of_gone(mind)):
        changes, searched = named_as_one(mind, changes, (yield from _search(mind, changes)))
        for at, wanted in enumerate(changes):
            yield from _change_one(mind, wanted, at, searched, pending)
    settle_headings(mind)
    keep_unspoken(mind)
    only_told_anew(mind, whole=whole)


def _change_one(
    mind: Mind, wanted: Change, at: int, searched: dict[int, list[Product]], pending: Pending | None
) -> Steps:
    """One change of a round, the at-th of those that were looked up."""
    if wanted.either:
        yield from _either(mind, wanted)
        return
    if wanted.instead and not any(one.in_stock for one in _meant(mind, wanted, searched.get(at))):
        yield from _instead(mind, wanted, searched.get(at))
        return
    other = any(of_another_model(one, wanted.mention) for one in searched.get(at) or [])
    if wanted.parts and not other and not _as_one(mind, wanted, searched.get(at)):
        yield from _in_parts(mind, wanted)
        return
    if _of_what_is_asked(mind, wanted):
        return
    before, trace = (mind.pending, *mind.open), traced(mind)
    pool, own = pool_of(wanted, searched, at), _by_itself(mind, wanted)
    if own and pool and not fitting(pool, wanted.mention) and fitting(pool, own):
        wanted = msgspec.structs.replace(wanted, mention=own)
    take(mind, wanted, pool, pending)
    replacing.keep(mind, wanted, before)
    note_untraced(mind, wanted, trace)


def _of_what_is_asked(mind: Mind, wanted: Change) -> bool:
    """It names no goods: so many of what this message did not find, or is asked about."""
    named = wanted.mention.words and not only_sized(wanted.mention)
    counts = not wanted.mention.pointing or wanted.mention.packed
    if named or not counts or wanted.mention.position is not None:
        return False
    if any(one.what == "nothing" for one in mind.says):
        if wanted.mention.empty:
            count_asked(mind, wanted.mention.quantity)
        return True  # so many, or the small one, of what was not found
    asked = mind.pending is not None and (mind.pending.near or any(one.what == "which" for one in mind.says))
    if wanted.mention.empty and asked and mind.pending is not None:
        mind.pending = msgspec.structs.replace(mind.pending, quantity=wanted.mention.quantity)
        return True  # `that one. one please`: so many of the one that is asked about
    return False


def _agreed(mind: Mind, pending: Pending) -> Generator[list[Ask], list[Done], bool]:
    """What was offered is taken, one of it or all: that is the whole message."""
    offered = pending.kind in ("quantity", "choose") and len(pending.options) == 1
    if offered and (_accepts(mind) or _goes_on(mind, pending) or _with_the_cart(mind, pending)):
        products = to_be_had(spread(pending.options))
        if len(products) == 1 and pending.quantity is None and carts.find(mind.cart, products[0].product_id):
            return True  # `isso, pode fechar`, where it is in the cart: no yes to one more of it
        if pending.quantity is None and mind.cart.lines and mind.cart.payment_method and closes(mind.acts.text):
            return False  # behind all that an order needs
        if len(products) == 1 and not products[0].in_stock:
            yield from alike(mind, products[0])
        elif len(products) == 1:
            put_in(mind, Change("add", Mention(pointing=True)), products[0], pending.quantity)
        else:
            choose(mind, products, pending.quantity, "which_of", wished="")
        return True
    if pending.every and (_takes_all(mind) or (_says_how(mind) and not mind.cart.lines)):
        for option, count in zip_longest(pending.options, pending.counts):
            kinds = to_be_had(spread([option]))
            if len(kinds) == 1:
                put_in(mind, Change("add", Mention(pointing=True)), kinds[0], count)
            else:
                choose(mind, kinds, count, "which_of", wished=option.name)
        return True
    return taken_along(mind, pending)


def _taken_by_the_way(mind: Mind, pending: Pending | None) -> None:
    """What is spoken of, or was offered by itself, where the message says how to send or pay it and names no other."""
    if mind.cart.lines:
        return
    if pending is None and mind.focus is not None and sends_it(mind.acts.text):
        meant = to_be_had(spread([mind.focus]))
        if len(meant) == 1 and meant[0].in_stock and (_says_how(mind) or approved(mind.acts.text)):
            told = [one.quantity for one in mind.open if option_ids(one) == [meant[0].product_id]]
            put_in(mind, Change("add", Mention(pointing=True)), meant[0], next(iter(told), None))
            mind.acts = msgspec.structs.replace(mind.acts, asks_help=False)
    by_itself = pending is not None and pending.kind == "quantity" and not pending.near and len(pending.options) == 1
    if pending is not None and by_itself and _beside(mind):
        offer = to_be_had(spread(pending.options))
        if len(offer) == 1 and not any(fitting(offer, one.mention) for one in mind.acts.changes):
            put_in(mind, Change("add", Mention(pointing=True)), offer[0], pending.quantity)


def _weighed(mind: Mind) -> Steps:
    """`mussarela 300g`, which nothing is called: a name with how much of it is an order, as one with a count is. Only
    asked for (`vende meio quilo de tomate?`), it is told whether so much goes."""
    goods = mind.shop.goods
    looks = [
        one
        for one in mind.acts.looks
        if not one.parts and says_how_much(one.mention) and any(goods.place(x) == BEGINS for x in one.mention.words)
    ]
    wanted = [Change("want", one.mention) for one in looks]
    searched = (yield from _search(mind, wanted)) if wanted else {}
    if not any(found and not fitting(found, wanted[at].mention) for at, found in searched.items()):
        return
    asked: list[Look] = []
    for at, (look, one) in enumerate(zip(looks, wanted, strict=True)):
        if look.guess:
            take(mind, one, searched.get(at), None)
        else:
            asked.append(as_sold(mind, look, searched.get(at) or []))
    others = [one for one in mind.acts.looks if one not in looks]
    mind.acts = msgspec.structs.replace(mind.acts, looks=(*asked, *others))


def _with_the_cart(mind: Mind, pending: Pending) -> bool:
    """`quero os dois`: what is in the cart, and what is offered beside it."""
    changes, held = mind.acts.changes, {line.product_id for line in mind.cart.lines}
    every = bool(changes) and all(one.mention.every and one.mention.quantity in (None, 1) for one in changes)
    counts = [one.mention.of for one in changes if one.mention.of]
    return every and held.isdisjoint(option_ids(pending)) and counts == [len(held) + 1]


def _accepts(mind: Mind) -> bool:
    """A yes to what is offered; `blz obrigado` ends the talk and takes nothing."""
    return mind.acts.yes and not (mind.acts.thanks and _TAKES.search(fold(mind.acts.text)) is None)


def _takes_all(mind: Mind) -> bool:
    """A yes to all that was offered together, or `I'll take them`."""
    changes = mind.acts.changes
    said = changes[0].mention if len(changes) == 1 and changes[0].kind in ("want", "add") else None
    points = said is not None and said.quantity is None and not (said.words or said.soft)
    return _accepts(mind) or (points and _ALL_OF_THEM.search(fold(mind.acts.text)) is not None)


def _beside(mind: Mind) -> bool:
    """`coloca um cabo também`: beside the one that was offered."""
    changes = mind.acts.changes
    also = _ALSO.search(spelt_out(fold(mind.acts.text))) is not None
    return also and bool(changes) and all(x.kind == "add" and (x.mention.words or x.mention.soft) for x in changes)


def _goes_on(mind: Mind, pending: Pending) -> bool:
    """How to pay or to get the one thing that was offered is a yes to it; the summary still asks for its own."""
    return pending.kind == "quantity" and not pending.near and _says_how(mind) and not mind.cart.lines


def taken_along(mind: Mind, asked: Pending) -> bool:
    """`pix`, to `Pode ser ele?`, where that one is called as what was asked for: it is taken, and that is told."""
    said, only, held = product_words(fold(asked.query)), spread(asked.options), {x.product_id for x in mind.cart.lines}
    heads = said[-1:] if mind.state.dialogue.language == "en" else said[:1]  # `heat glove`, `luva térmica`
    called = len(only) == 1 and only[0].product_id not in held and called_so(only[0], Mention(tuple(heads)))
    if asked.only_told or not (asked.near and called and _says_how(mind)):
        return False
    lost = [word for word in said if not shares([word], only[0].name)]
    if len(lost) > 1 or any(word in NUMBERS or in_portuguese(word) or any(map(str.isdigit, word)) for word in lost):
        return False  # perhaps how many were wanted, or something besides
    put_in(mind, Change("add", Mention(pointing=True)), only[0], asked.quantity)
    mind.say("taken_as", name=only[0].name, query=asked.query)
    return True


def _says_how(mind: Mind) -> bool:
    """How to pay or to get it, and nothing else."""
    acts = mind.acts
    says_how = acts.method is not None or acts.way is not None or acts.known.address is not None
    wants_else = acts.changes or acts.looks or acts.about or acts.wonders or acts.questions or acts.traits
    holds_back = (
        acts.no or acts.refused or acts.haggles or acts.hesitates or acts.conditional or acts.empties or acts.tells
    )
    return bool(says_how and not (wants_else or holds_back))


def _in_rounds(changes: Sequence[Change]) -> list[list[Change]]:
    """What takes back something of the same message is looked up once that has been done."""
    rounds: list[list[Change]] = []
    for wanted in changes:
        if not rounds or wanted.corrects or wanted.kind == "exchange":
            rounds.append([])
        rounds[-1].append(wanted)
    return rounds


def _in_parts(mind: Mind, wanted: Change) -> Steps:
    """Several things said without a pause."""
    text = fold(mind.acts.text)
    parts = [Change(wanted.kind, one) for one in wanted.parts if not (only_sized(one) or _is_what_for(one, text))]
    searched = yield from _search(mind, parts)
    for at, part in enumerate(parts):
        take(mind, part, searched.get(at), None)


def _is_what_for(part: Mention, text: str) -> bool:
    """`3 kits de argola pra cortina de voil`: no curtain is wished for."""
    led = {found[1] for found in _WHAT_FOR.finditer(text)}
    return part.quantity is None and bool(part.words) and part.words[0] in led


def _instead(mind: Mind, wanted: Change, searched: list[Product] | None) -> Steps:
    """There is none of what was wished for: that is told, and what is wanted instead is taken."""
    if gone := _meant(mind, wanted, searched):
        mind.say("sold_out", name=gone[0].name)
    else:
        mind.say("nothing", query=f'"{" ".join([*wanted.mention.words, *wanted.mention.soft])}"')
    yield from _in_parts(mind, msgspec.structs.replace(wanted, parts=(wanted.instead,) if wanted.instead else ()))


def _either(mind: Mind, wanted: Change) -> Steps:
    """`calabresa ou mussarela`: which is asked; the only one that there is is taken."""
    each = [Change(wanted.kind, mention) for mention in wanted.either]
    searched = yield from _search(mind, each)
    meant = [head_first(_meant(mind, one, searched.get(at)), one.mention) for at, one in enumerate(each)]
    there = [at for at, found in enumerate(meant) if any(product.in_stock for product in found)]
    if len(there) == 2:
        both = {product.product_id: product for found in meant for product in found if product.in_stock}
        named = [" ".join([*one.mention.words, *one.mention.soft]) for one in each]
        joint = " or " if mind.acts.language == "en" else " ou "
        choose(mind, list(both.values()), wanted.mention.quantity, "which_of", wished=joint.join(named))
        return
    if not there:
        each = [msgspec.structs.replace(wanted, either=())]
        searched = yield from _search(mind, each)
    take(mind, each[there[0] if there else 0], searched.get(there[0] if there else 0), None)


def _meant(mind: Mind, wanted: Change, searched: list[Product] | None) -> list[Product]:
    """The products a mention may mean."""
    products = local(mind, wanted)
    return products if products is not None else meant_by(searched or [], wanted.mention)


def _as_one(mind: Mind, wanted: Change, searched: list[Product] | None) -> list[Product]:
    """What several words said without a pause mean together. `um rolo de 23 uma bandeja` is no one thing because the
    shop says of the tray that it is for rollers: what is counted by itself has to be in the name."""
    counted = [one for one in wanted.parts if one.quantity is not None]
    nouns = [[x for x in (*one.words, *one.soft) if mind.shop.goods.place(x) == BEGINS] for one in counted]
    named = [said for said in nouns if said] if len(counted) > 1 else []
    found = _meant(mind, wanted, searched)
    return [one for one in found if all(shares(said, one.name) for said in named)]


def _search(mind: Mind, changes: Sequence[Change]) -> Generator[list[Ask], list[Done], dict[int, list[Product]]]:
    """Look up, in one round, the names that neither list nor cart settle."""
    missing = [at for at, wanted in enumerate(changes) if local(mind, wanted) is None]
    if not missing or not mind.offers("search_products"):
        return {}
    done = yield [_ask(mind, changes[at]) for at in missing]
    found = {at: products_of(answer) for at, answer in zip(missing, done, strict=False)}
    own = kin(mind)
    found |= {at: kinds for at in missing if (kinds := of_what_is_spoken_of(mind, own, changes[at], found.get(at, [])))}
    named = [at for at in missing if not changes[at].mention.product_id]
    lost = {at: changes[at] for at in named if not fitting(found[at], changes[at].mention)}
    again = {
        at: plain
        for at, one in lost.items()
        if (plain := only_described(mind, one.mention) or thinner(one.mention) or _by_itself(mind, one))
    }
    of_kin = {at: other for at in lost if (other := another_kind(mind, own, changes[at]))}
    again = dict(list((again | of_kin).items())[:MOST_AGAIN])
    if again and mind.may_search:
        done = yield [
            Ask("search_products", {"query": " ".join(query_words(plain.words))[:400], "limit": FOUND})
            for plain in again.values()
        ]
        for at, answer in zip(again, done, strict=False):
            known = {one.product_id for one in found[at]}
            more = [one for one in products_of(answer) if one.product_id not in known]
            if at in of_kin and own is not None:
                more = [one for one in more if one.group == own.group]
                more = more if fitting(more, changes[at].mention) else []
            found[at] += more
    return {at: but_refused(mind, changes[at].mention, each) for at, each in found.items()}


def _ask(mind: Mind, wanted: Change) -> Ask:
    """What a name means; of goods that were read on the shelf, what they are, by the tool that is on offer."""
    product_id = wanted.mention.product_id
    if product_id and mind.offers("get_product_details"):
        return Ask("get_product_details", {"product_id": product_id})
    called = next((one.name for one in mind.shop.shelf if product_id and one.product_id == product_id), "")
    return Ask("search_products", {"query": called or _query(mind, wanted), "limit": FOUND})


def _by_itself(mind: Mind, wanted: Change) -> Mention | None:
    """`troca a couve por 2 alfaces`, `o suco por uma coca`: what is no kind of the old is looked for by itself."""
    words, line = wanted.mention.words, old_line(mind, wanted)
    if wanted.kind != "exchange" or wanted.old is None or not words:
        return None
    own = words[1:] if line and len(words) > 1 and product_words(fold(line.name))[0] == words[0] else words
    return msgspec.structs.replace(wanted.mention, words=own)


def _query(mind: Mind, wanted: Change) -> str:
    old = old_line(mind, wanted) if wanted.kind == "exchange" or wanted.corrects else None
    named = [word for word in wanted.mention.words if word not in wanted.mention.without]
    words = [
        *wanted.mention.noun.split(),
        *named,
        *wanted.mention.soft,
        *([wanted.mention.packed] if wanted.mention.packed else []),
        *names_spoken_of(mind, wanted.mention),
    ]
    own = kin(mind) if wanted.mention.alike else None if old or not all(map(is_colour, named)) else kin(mind)
    if own is not None and own.group is None and not PACKED.isdisjoint(wanted.mention.soft):
        own = None  # `põe numa caixa de presente`
    return " ".join([*query_words(words), *([old.name] if old else [own.base or own.name] if own else [])])[:400]
