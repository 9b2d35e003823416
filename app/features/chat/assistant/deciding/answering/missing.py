"""What was wished for and is no product for certain: asked about, or told that it is not there."""

from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.choosing import choose, of_nothing, others_of, tell_lacking
from app.features.chat.assistant.deciding.cart.gone import instead_of
from app.features.chat.assistant.deciding.cart.named_in_full import named_in_full
from app.features.chat.assistant.deciding.cart.putting import put_in
from app.features.chat.assistant.deciding.checking.unheard import PIECE
from app.features.chat.assistant.deciding.checking.unread import MOST_QUOTED
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import BEGINS, NAMES
from app.features.chat.assistant.language.words import fold, in_order, verbal
from app.features.chat.assistant.products.alike import head_first
from app.features.chat.assistant.products.makers import nearest
from app.features.chat.assistant.products.matching import (
    Product,
    described,
    one_group,
    shares,
    spread,
)
from app.features.chat.assistant.products.mentions import POINTS
from app.features.chat.assistant.products.name_words import everyday
from app.features.chat.assistant.products.weighing import measured
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_TIE = expression(r"\b(?:d[eoa]s?|ao|aos|com|sem|para|pra|sabor|of|with|for)\b")

_OF_EACH = expression(r"(?i)\b(?:\d{1,2}|uma?|dois|duas|tr[eê]s|one|two)\s+(?:de\s+cada|of\s+each)\b")


def missing(mind: Mind, wanted: Change, searched: Sequence[Product], quantity: int | None) -> None:
    """No product is meant for certain: ask, or say that there is none."""
    mention = wanted.mention
    if not mention.words:
        _nothing_named(mind, wanted, quantity)
        return
    if of_nothing(mind):
        mind.say("what_product")  # `two black and one red`, of nothing that was spoken of
        return
    if _comments(mind, wanted) or _plans(mind, wanted):
        return
    named = _named(mind, mention)
    if mention.number:  # `calça masculina, 44`: a size first of all
        mention = msgspec.structs.replace(mention, soft=(*mention.soft, mention.number))
    near = [one for one in nearest(searched, mention) if not _made_of(one, mention)]
    tell_lacking(mind, near, mention)
    if len(near) == 1 and quantity is None and mention.measure:
        quantity = measured(near[0], mention.measure)
    if not near and (mind.acts.no or everyday(mention)):
        return
    if len(near) == 1 and (as_one := _meant_after_all(mind, wanted, near[0], mention)) is not None:
        put_in(mind, as_one, near[0], quantity)
        mind.say("taken_as", name=near[0].name, query=named)
    elif len(near) == 1 and not near[0].in_stock and (others := others_of(mind, near[0], searched)):
        instead_of(mind, near[0], others, quantity, wished=True)  # nothing to say yes to
    elif one_group(near) and named_in_full(near, mention, mind.shop.goods, mind.acts.text):
        choose(mind, near, quantity, "which_of", wished=named)
    elif near:
        head, told = ("is_it_this", named) if len(near) == 1 else ("nearby", f'"{named}"')
        choose(mind, head_first(near, mention), quantity, head, wished=named, query=told)
    else:
        _not_there(mind, wanted, mention, named)


def _named(mind: Mind, mention: Mention) -> str:
    """What is wanted, in the shopper's words and their order."""
    return " ".join([*mention.noun.split(), *in_order([*mention.words, *mention.soft], fold(mind.acts.text))])


def _nothing_named(mind: Mind, wanted: Change, quantity: int | None) -> None:
    """A wish that names nothing by itself, where list and cart do not tell what it is."""
    mention, alone = wanted.mention, len(mind.acts.changes) < 2
    asked = mind.state.dialogue.pending
    options = asked.options if asked else ()
    if mention.soft and not alone:
        mind.say("nothing", query=f'"{_named(mind, mention)}"')
    elif mention.every and not alone:  # `um de cada e 2 kits`, of nothing that was shown
        each = _OF_EACH.search(mind.acts.text)
        mind.leave_unread(each[0] if each else mind.acts.text.strip()[:MOST_QUOTED])
    elif wanted.bare and not mind.listed and not mind.cart.lines:
        return
    elif wanted.corrects and mind.cart.lines and not options:
        mind.say("unknown_word")
        mind.changed = True
    elif options and asked and asked.near:
        head = "which_of" if len(options) > 1 else "is_it_this"
        choose(mind, spread(options), quantity, head, query=asked.query)
    elif options and one_group(kinds := spread(options)):
        choose(mind, kinds, quantity, "which_of", wished=kinds[0].base or kinds[0].name)
    elif mind.listed or options:
        mind.say("which")
        mind.pending = Pending("choose", options or mind.listed, quantity)
        if wanted.kind in ("want", "add") and not wanted.corrects:
            one = (options or mind.listed)[0]
            query = (asked.query if asked else "") or one.base or one.name
            mind.open.append(msgspec.structs.replace(mind.pending, query=query))
    elif alone and mind.acts.method is None and not mind.acts.questions:
        mind.say("what_product")
    elif mention.pointing and mention.quantity is not None and not alone:  # `2 dela`, of nothing
        lost = next((one for one in PIECE.split(fold(mind.acts.text)) if POINTS.search(one)), mind.acts.text)
        mind.leave_unread(lost.strip()[:MOST_QUOTED])


def _meant_after_all(mind: Mind, wanted: Change, product: Product, mention: Mention) -> Change | None:
    """The wish, if the one product that comes near is what it means."""
    goods = mind.shop.goods
    if _named_again(mind, product, mention) or (
        product.in_stock and named_in_full([product], mention, goods, mind.acts.text)
    ):
        return wanted
    called = not any(goods.place(word) >= NAMES and not shares([word], product.name) for word in mention.words)
    return Change("add", Mention(pointing=True)) if called and _told_of(mind, product, mention) else None


def _not_there(mind: Mind, wanted: Change, mention: Mention, named: str) -> None:
    """Nothing comes near what is wanted: told, unless these are words about something that was understood."""
    alone = len(mind.acts.changes) < 2
    if not (alone and _says_more(mind, wanted)):
        counts = wanted.mention.quantity is not None or wanted.kind in ("add", "exchange", "only")
        if not counts and len(mention.words) > 3 and alone:
            return
        mind.say("nothing", query=f'"{named}"')
    mind.changed = mind.changed or (wanted.corrects and bool(mind.cart.lines))


def _told_of(mind: Mind, product: Product, mention: Mention) -> bool:
    """Each word is in its name or in what the shop tells of it: of several wishes (`cola de cano`), or all but one in
    the name; what it is to do there need not be told (`óleo vegetal de amêndoas pra diluir`)."""
    left = [word for word in mention.words if not shares([word], product.name)]
    if len(left) == 1 and len(mention.words) > 2:
        return left[0].endswith(("ar", "er", "ir")) or described(product, mention)
    return len(mind.acts.changes) > 1 and len(mention.words) > 1 and described(product, mention)


def _named_again(mind: Mind, product: Product, mention: Mention) -> bool:
    """It was the only one shown just before, in stock, and is named once more by what the shop tells of it; with a
    count, that may be what it holds (`2 comprimidos`)."""
    shown = spread(mind.state.dialogue.listed)
    alone = [one.product_id for one in shown] == [product.product_id]
    return alone and product.in_stock and mention.quantity is None and described(product, mention)


def _comments(mind: Mind, wanted: Change) -> bool:
    """`vou querer a 42, melhor folgada`: one word on what was chosen, which no goods have."""
    goods, told = mind.shop.goods, wanted.mention
    alone = wanted.kind == "want" and wanted.corrects and told.quantity is None and len(told.words) == 1
    return alone and len(mind.acts.changes) > 1 and bool(goods.asked) and goods.place(told.words[0]) == 0


def _plans(mind: Mind, wanted: Change) -> bool:
    """`quero montar uma academia em casa, tem halter?`, `entraram mais 2 alunos, faz 24`: what the goods are for."""
    goods, told = mind.shop.goods, wanted.mention
    does = told.words[0].endswith(("ar", "er", "ir"))
    beside = bool(mind.acts.looks) if does else len(mind.acts.changes) > 1
    sold = any(goods.place(word) >= BEGINS for word in told.words)
    return beside and told.quantity is None and verbal(told.words[0]) and goods.place(told.words[0]) == 0 and not sold


def _made_of(product: Product, mention: Mention) -> bool:
    """Of what was named it only has the taste, or is for it: `Chocolate ao Leite` is no milk."""
    name = fold(product.name)
    tie = _TIE.search(name)
    return (
        tie is not None and not shares(mention.words, name[: tie.start()]) and shares(mention.words, name[tie.end() :])
    )


def _says_more(mind: Mind, wanted: Change) -> bool:
    """A wish without a number for what the shop does not have, beside something that was understood: no goods."""
    acts = mind.acts
    understood = (
        acts.method or acts.way or acts.coupon or acts.haggles or acts.known != type(acts.known)() or acts.checkout
    )
    return wanted.kind == "want" and wanted.mention.quantity is None and bool(understood or acts.questions)
