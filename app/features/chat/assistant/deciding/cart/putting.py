"""Goods into the cart, and out of it."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.by_measure import tell_kilos
from app.features.chat.assistant.deciding.cart.choosing import choose, old_line
from app.features.chat.assistant.deciding.cart.replacing import as_exchange
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import NAMES, forms
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.products.counts import lot_in, set_of
from app.features.chat.assistant.products.matching import Product, shares, spread
from app.features.chat.assistant.products.name_words import is_size, product_words
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.features.conversations import cart as carts
from app.features.conversations.state import CartLine, Pending
from app.ops.expressions import expression

NUMBERED = expression(r"\b(?:n[uú]mero|algarismo|numeral|letra)\s+(\d{1,3}|[A-Za-z])\b", re.IGNORECASE)
_HALF = expression(r"\bmei[oa]\s+metro\b|\bhalf\s+a\s+met(?:er|re)\b")
_PUTS = expression(r"\b(?:poe|coloca|bota|deixa|faz)\b")
_ONLY_SO_MANY = expression(
    r"\b(?:so|apenas|somente|only|just)\s+(?:\d{1,3}|uma?|dois|duas|tres|quatro|one|two|three|four)\b"
)
_AND = expression(r"\s(?:e|and)\s|[,;]")
_TOO_LITTLE = expression(
    r"\b(?:e|eh|ta|acho)\s+(?:muito\s+|mt\s+)?pouc[oa]\b|\bnao\s+(?:da|basta|chega)\b|\bnot\s+enough\b"
)
_MAKES_SO_MANY = expression(
    r"\bfaz(?:er)?\s+(?:logo\s+)?(?:\d{1,3}|dois|duas|tres|quatro|cinco|seis)\s+(?:d?ess[ea]s?|del[ea]s?|d[oa]s?)\b"
)
_MORE = expression(r"\b(?:mais|tambem|tb|tbm|outr[oa]s?|junto|ainda|more|another|extra)\b")
_FEET = range(33, 47)
_SHOES = expression(
    r"(?:tenis|chuteiras?|sapat[oa]s?|sapatilhas?|sapatenis|sandalias?|botas?|botinas?|coturnos?|chinelos?|tamancos?|mocassi[mn]s?|"
    r"rasteirinhas?|shoes?|sneakers?|boots?|sandals?)\b"
)
_SOLD_BY_ONE = expression(r"\b1\s*(m)\b")


def put_in(mind: Mind, wanted: Change, product: Product, quantity: int | None) -> None:
    """So many of a product into the cart, with the size that was told of it; or why not."""
    wanted = as_exchange(mind, wanted, product)
    worn = _number_worn(mind, product, quantity)
    quantity = (None if worn else quantity) or _asked_about(mind, wanted, product)
    sizes, before = worn or _sizes_told(mind, wanted, product), carts.find(mind.cart, product.product_id)
    beside = before is not None and bool(sizes) and _in_another_size(mind, wanted, product, sizes)
    _put(mind, msgspec.structs.replace(wanted, kind="add") if beside else wanted, product, quantity)
    if mind.changed:
        tell_kilos(mind, product, quantity)
    if sizes and mind.changed and carts.find(mind.cart, product.product_id) is not None:
        told = ", ".join(sizes)
        if beside and before is not None:
            told = f"{_counted(mind, product, before.quantity)}, {quantity or 1} × {told}"
        _note_size(mind, product, told)


def _number_worn(mind: Mind, product: Product, quantity: int | None) -> tuple[str, ...]:
    """`o Veloz preto, 41`, of shoes that the shop does not sell by number: the number of a foot, and no count."""
    if quantity not in _FEET or any(map(_tells_size, product.options.values())):
        return ()
    shoes = _SHOES.match(fold(product.name)) is not None and lot_in(fold(product.name)) == 0
    counts = re.search(rf"\b{quantity}\s+(?:pare?s?|unid\w*|pecas|pairs?|units?)\b", spelt_out(fold(mind.acts.text)))
    return (str(quantity),) if shoes and not counts else ()


def _asked_about(mind: Mind, wanted: Change, product: Product) -> int | None:
    """`3 terços ficam quanto?` … `quero, no pix`: as many as were asked about, or as were wished for while it
    was open which: `de madeira as mesas`."""
    told, before = wanted.mention, mind.state.dialogue
    there = carts.find(mind.cart, product.product_id) is not None
    if told.quantity is None and not there and (choice := _choice_of(mind, product)) is not None:
        return choice.quantity
    spoken_of = [] if before.focus is None else [one.product_id for one in before.focus.each]
    return before.count if product.product_id in spoken_of and not (there or told.words or told.soft) else None


def _choice_of(mind: Mind, product: Product) -> Pending | None:
    """What was open of a product alone, where no more things are named than there are choices open."""
    dialogue = mind.state.dialogue
    asked = [one for one in dialogue.open if one.kind == "choose" and not one.near]
    named = sum(len(one.parts) or 1 for one in mind.acts.changes)
    own = [one for one in asked if any(product.product_id == each.product_id for each in spread(one.options))]
    return own[0] if len(own) == 1 and named <= len(asked) else None


def _put(mind: Mind, wanted: Change, product: Product, quantity: int | None) -> None:
    known = carts.find(mind.cart, product.product_id)
    mind.focus = product.listed
    if not product.in_stock:
        mind.say("sold_out", name=product.name)
        return
    if product.price_cents is None:
        mind.say("no_price", name=product.name)
        mind.pending = Pending("person")
        return
    if product.available is not None and (quantity or 1) > product.available:
        mind.say("too_little", name=product.name, available=str(product.available))
        mind.pending = Pending("quantity", (product.listed,), quantity)  # how to pay says of none how many
        return
    mind.changed = True
    as_it_was = known.quantity if known is not None and wanted.kind == "only" else 1
    line = CartLine(product.product_id, product.name, quantity or as_it_was, product.price_cents)
    if wanted.kind == "exchange" or (wanted.corrects and known is None and wanted.kind != "only"):
        old = old_line(mind, wanted, product)
        if old is not None and old.product_id != product.product_id:
            some = wanted.old.quantity if wanted.old is not None else None
            if some is not None and some < old.quantity:  # `troca uma das carnes por lasanha`
                mind.cart = carts.set_quantity(mind.cart, old.product_id, old.quantity - some)
                mind.cart = carts.add(mind.cart, msgspec.structs.replace(line, quantity=quantity or some))
                return
            kept = msgspec.structs.replace(line, quantity=quantity or old.quantity)
            alike = product_words(fold(old.name))[:1] == product_words(fold(product.name))[:1]
            mind.cart = carts.exchange(mind.cart, old.product_id, kept)
            mind.cart = carts.pass_notes(mind.cart, f"{old.name}: ", f"{product.name}: " if alike else None)
            return
    named = any(one.kind == "remove" for one in mind.acts.changes)  # `tira o refri, deixa só o suco`: the rest stays
    if wanted.kind == "only" and not (named and known) and (known is None or quantity in (None, known.quantity)):
        kinds = [one for one in mind.cart.lines if _base(one.name) == _base(product.name)]
        gone = kinds if wanted.corrects and len(kinds) > 1 else list(mind.cart.lines)  # `só com a de limão`, of candles
        for one in gone:
            mind.cart = carts.remove(mind.cart, one.product_id)
        mind.cart = carts.put(mind.cart, line)
    elif wanted.kind == "add" and not (_is_total(mind, known, quantity) or _stays(mind, wanted, known, quantity)):
        mind.cart = carts.add(mind.cart, line)
    elif known is not None and quantity is None:
        mind.cart = carts.put(mind.cart, msgspec.structs.replace(known, unit_price_cents=product.price_cents))
    else:
        mind.cart = carts.put(mind.cart, line)


def _base(name: str) -> str:
    return name.partition(" (")[0]


def _is_total(mind: Mind, known: CartLine | None, quantity: int | None) -> bool:
    """`ah, põe 3`, of what the cart has two of: that many in all, unless more are asked for."""
    text = fold(mind.acts.text)
    if known is None or quantity is None:
        return False
    if quantity > known.quantity and _TOO_LITTLE.search(text):
        return _MORE.search(text) is None  # `30 ml é pouco, bota dois`
    alone = sum(number(word) is not None for word in words(text)) == 1
    own = next((piece for piece in _AND.split(text) if quantity in map(number, words(piece))), text)
    if (alone and _ONLY_SO_MANY.search(own) and not _MORE.search(own)) or _MAKES_SO_MANY.search(text):
        return True  # `e faz só 2 kits`
    return quantity > known.quantity > 1 and _PUTS.search(text) is not None and _MORE.search(text) is None


def _stays(mind: Mind, wanted: Change, known: CartLine | None, quantity: int | None) -> bool:
    """`só 2 pinças, e a chaira lisa`, which is there: it is not put in once more, but told to stay as it is."""
    text, told = fold(mind.acts.text), wanted.mention.words[:1]
    if known is not None and quantity == known.quantity and _agrees_to(mind, wanted, known):
        return True
    if quantity is None and told and known in mind.state.cart.lines and _MORE.search(text) is None:
        spoken_of = [] if mind.state.dialogue.focus is None else [x.product_id for x in mind.state.dialogue.focus.each]
        again = re.search(rf"\b(?:o|a|the|ess[ea]|this|that)\s+{re.escape(told[0])}", text)
        if again and known is not None and known.product_id in spoken_of:
            mind.say("in_cart_is", name=known.name)
            return True  # `how much is the belt?` … `good, add the belt`, which the question has put in
    beside = any(one is not wanted and one.mention.quantity is not None for one in mind.acts.changes)
    if known is None or quantity is not None or not (told and beside) or known not in mind.state.cart.lines:
        return False
    named = re.search(rf"\b(?:e|and)\s+(?:[oa]s?|the)\s+{re.escape(told[0])}", text)
    return named is not None and _ONLY_SO_MANY.search(text) is not None and _MORE.search(text) is None


def _agrees_to(mind: Mind, wanted: Change, known: CartLine) -> bool:
    """`bota 1 cinto. e tira uma das brancas`, behind a question that has put the belt in: so many as there are, which
    were spoken of last, beside what changes another line."""
    focus, text = mind.state.dialogue.focus, fold(mind.acts.text)
    spoken_of = focus is not None and any(one.product_id == known.product_id for one in focus.each)
    others = [one for one in mind.acts.changes if one is not wanted and one.mention.product_id != known.product_id]
    beside = any(one.kind == "remove" or one.mention.product_id for one in others)
    return spoken_of and beside and known in mind.state.cart.lines and _MORE.search(text) is None


def _in_another_size(mind: Mind, wanted: Change, product: Product, sizes: Sequence[str]) -> bool:
    """`2 camisetas pretas, uma M e uma G`: beside those of this message, or put to those before, in another size."""
    noted = carts.noted_of(mind.cart, f"{product.name}: ")
    now = any(f"{product.name}: " in said.values["notes"] for said in mind.says if said.what == "note_taken")
    more = wanted.kind == "add" or (wanted.kind == "want" and not wanted.corrects and now)
    return bool(noted) and more and noted.split()[1:] != [*sizes]


def _counted(mind: Mind, product: Product, quantity: int) -> str:
    """The sizes that are noted of a product, with how many of each: `1 × M`."""
    noted = carts.noted_of(mind.cart, f"{product.name}: ").split(maxsplit=1)[1]
    return noted if " " in noted else f"{quantity} × {noted}"


def _note_size(mind: Mind, product: Product, told: str) -> None:
    """A size of which the shop tells nothing for this product: the order says it, and so does the answer."""
    note = f"{product.name}: {'size' if mind.acts.language == 'en' else 'tamanho'} {told}"
    noted = carts.with_note(carts.without_notes(mind.cart, f"{product.name}: "), note)
    if noted.notes == mind.cart.notes:
        return
    mind.cart = noted
    before = [one for said in mind.says if said.what == "note_taken" for one in said.values["notes"].split("; ")]
    mind.says = [said for said in mind.says if said.what != "note_taken"]
    mind.say("note_taken", notes="; ".join([*(one for one in before if not one.startswith(f"{product.name}: ")), note]))


def _sizes_told(mind: Mind, wanted: Change, product: Product) -> tuple[str, ...]:
    """The sizes that this message tells of a product whose options tell none, else the one that was asked for when it
    was shown."""
    if any(map(_tells_size, product.options.values())) or size_in(product.name):
        return ()
    said, before, asked = set(words(fold(mind.acts.text))), mind.state.dialogue, mind.state.dialogue.pending
    told = [size for size in wanted.mention.soft if size in said]
    taken = [line.name.partition("(")[2] for line in mind.cart.lines if line.product_id != product.product_id]
    if before.size and any(
        shares([before.size], options) for options in taken
    ):  # what it was told of has come in that size
        return tuple(size.upper() for size in told if is_size(size))
    # What was in the cart already without a size was asked for in none: it was of other goods (`tem luva P?`).
    of_old = carts.find(mind.state.cart, product.product_id) is not None
    if not told and before.size and not wanted.mention.words and not of_old:
        shown = [*before.listed, *([before.focus] if before.focus else []), *(asked.options if asked else ())]
        told = [before.size] if any(each.product_id == product.product_id for x in shown for each in x.each) else []
    called = " ".join([product.name, *product.options.values()])  # `de 64` is in `64GB`
    own = set(words(fold(called)))
    return tuple(size.upper() for size in told if is_size(size) and size not in own and not shares([size], called))


def _tells_size(value: str) -> bool:
    """An option's value that is no colour or kind: `M`, `38`, `5 kg`."""
    return any(is_size(word) or word[:1].isdigit() for word in words(fold(value)))


def note_number(mind: Mind, product: Product) -> None:
    """`vela de número 7`, where that comes in no numbers: the order's notes tell it."""
    found = None if mind.listed and len(mind.listed) > 1 else NUMBERED.search(mind.acts.text)
    if found and not product.options and not shares([fold(found[1])], product.name):
        mind.cart = carts.with_note(mind.cart, found[0])


def tell_whole(mind: Mind, product: Product) -> None:
    """`meio metro` of what is sold by the metre."""
    if _HALF.search(fold(mind.acts.text)) and (unit := _SOLD_BY_ONE.search(fold(product.name))):
        mind.say("whole_only", name=product.name, unit=unit[1])


def in_sets(mind: Mind, product: Product, quantity: int | None, said: Mention) -> int | None:
    """`4 rodinhas`, of what comes in sets of four: one of it, and that is told."""
    each, _ = set_of(product, quantity, said, fold(mind.acts.text)) if quantity else (0, True)
    if not each or quantity is None or quantity < each or quantity % each:
        return quantity
    named = product.base or product.name
    mind.say("in_sets", name=named, each=str(each), many=str(quantity // each), pieces=str(quantity))
    return quantity // each


def sets_or_pieces(mind: Mind, product: Product, quantity: int | None, said: Mention) -> bool:
    """`10 incensos de vareta`, of a box with ten sticks: whether sticks or boxes are counted is asked."""
    each, certain = set_of(product, quantity, said, fold(mind.acts.text)) if quantity else (0, True)
    if certain or quantity is None or quantity < each or quantity % each:
        return False
    named = product.base or product.name
    query, many, whole = f"{quantity} {named}", str(quantity // each), str(quantity * each)
    choose(
        mind,
        [product],
        None,
        "or_sets",
        wished=query,
        query=query,
        name=named,
        each=str(each),
        many=many,
        pieces=str(quantity),
        all=whole,
    )
    return True


def take_out(mind: Mind, wanted: Change, products: Sequence[Product]) -> None:
    """A product, or so many of it, out of the cart; or which of several."""
    products = [one for one in products if not _is_other(mind, wanted.mention, one)]
    if len(products) > 1:
        choose(mind, products, None, "which_of")
        return
    if not products and any(one.wanted for one in mind.acts.looks):
        return  # `filtro pra cafeteira. a cafeteira não precisa`
    if not products:
        mind.say("not_in_cart", query=" ".join(wanted.mention.words) or "isso")
        mind.changed = bool(mind.cart.lines)
        return
    product_id, less = products[0].product_id, wanted.mention.quantity
    known = carts.find(mind.cart, product_id)
    mind.changed = True
    if known is not None and less is not None and less < known.quantity:
        mind.cart = carts.set_quantity(mind.cart, product_id, known.quantity - less)
        return
    mind.cart = carts.without_notes(carts.remove(mind.cart, product_id), f"{products[0].name}: ")
    mind.focus = None
    mind.say("taken_out", name=products[0].name)
    if not mind.cart.lines:
        mind.say("cart_empty")


def _is_other(mind: Mind, mention: Mention, product: Product) -> bool:
    """`a chave tetra não precisa`, of a cart with another key: a word by which other goods are called is not of it."""
    own = f"{product.name} {product.base} {product.category or ''} {product.description or product.about}"
    said = [word for word in mention.words if not mention.product_id and mind.shop.goods.place(word) >= NAMES]
    return any(not shares(forms(word), own) for word in said)
