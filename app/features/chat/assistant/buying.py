"""The cart: which product a mention means, what becomes of the cart, the summary, and the order."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from app.features.chat.assistant import receiving
from app.features.chat.assistant.acts import Change, Mention, PriceOrder
from app.features.chat.assistant.matching import Product, first, fitting, like_name, nearly, one_group, spread
from app.features.chat.assistant.mentions import measure_in
from app.features.chat.assistant.mind import Ask, Done, Mind, Say, Steps, customer_info, merged
from app.features.chat.assistant.words import in_portuguese
from app.features.conversations import cart as carts
from app.features.conversations.state import Cart, CartLine, Pending
from app.features.orders.types import PaymentMethod

FOUND = 20
SHOWN = 5


class _ShownLine(Struct):
    product_id: str
    name: str
    quantity: int
    unit_price: float


class _Shown(Struct):
    lines: list[_ShownLine]
    payment_method: PaymentMethod
    shipping_option: str | None = None
    coupon_code: str | None = None


def change(mind: Mind) -> Steps:
    """Apply what the message says about the cart."""
    acts, pending = mind.acts, mind.state.dialogue.pending
    if acts.yes and pending is not None and pending.kind in ("quantity", "choose") and len(pending.options) == 1:
        agreed = Change("add", Mention(pointing=True))
        products = _to_be_had(spread(pending.options))
        if len(products) == 1:
            _put_in(mind, agreed, products[0], pending.quantity)
        else:
            choose(mind, products, pending.quantity, "which_of")
        return
    for changes in _in_rounds(acts.changes):
        searched = yield from _search(mind, changes)
        for at, wanted in enumerate(changes):
            if wanted.parts and not _meant(mind, wanted, searched.get(at)):
                yield from _in_parts(mind, wanted)
            else:
                _apply(mind, wanted, searched.get(at), pending)


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
    parts = [Change(wanted.kind, mention) for mention in wanted.parts]
    searched = yield from _search(mind, parts)
    for at, part in enumerate(parts):
        _apply(mind, part, searched.get(at), None)


def _meant(mind: Mind, wanted: Change, searched: list[Product] | None) -> list[Product]:
    """The products a mention may mean."""
    products = _local(mind, wanted)
    return products if products is not None else fitting(searched or [], wanted.mention)


def _search(mind: Mind, changes: Sequence[Change]) -> Generator[list[Ask], list[Done], dict[int, list[Product]]]:
    """Look up, in one round, the names that neither list nor cart settle."""
    missing = [at for at, wanted in enumerate(changes) if _local(mind, wanted) is None]
    if not missing or not mind.offers("search_products"):
        return {}
    done = yield [Ask("search_products", {"query": _query(mind, changes[at]), "limit": FOUND}) for at in missing]
    return {at: products_of(answer) for at, answer in zip(missing, done, strict=False)}


def _query(mind: Mind, wanted: Change) -> str:
    old = _old_line(mind, wanted) if wanted.kind == "exchange" or wanted.corrects else None
    words = [*wanted.mention.words, *wanted.mention.soft]
    return " ".join([*query_words(words), *([old.name] if old else [])])[:400]


def query_words(words: Sequence[str]) -> list[str]:
    """The words, and what a Portuguese catalogue calls them."""
    return [*words, *(name for word in words for name in in_portuguese(word))]


def _local(mind: Mind, wanted: Change) -> list[Product] | None:
    """What list, question or cart say about a mention; None: only a search can tell."""
    mention, pending = wanted.mention, mind.state.dialogue.pending
    if mention.every:
        return spread(mind.listed)
    if mention.position is not None:
        return _at(mind, mention.position)
    if mention.by_price and not mention.words and mind.listed:
        return best_by_price(spread(mind.listed), mention.by_price)
    options = list(pending.options) if pending and pending.kind in ("choose", "quantity") else []
    if wanted.kind == "remove":
        lines = [_of_line(line) for line in mind.cart.lines]
        return fitting(lines, mention) if mention.words or mention.soft else _focused(mind)
    if not mention.words and not mention.soft:
        if wanted.bare and len(options) > 1 and mention.quantity and not mind.cart.lines:
            return spread(options[mention.quantity - 1 : mention.quantity])
        return _focused(mind) or (spread(options) if len(options) == 1 else [])
    known = spread([*options, *mind.listed, *([mind.focus] if mind.focus else [])])
    unique = {product.product_id: product for product in known}
    like = old.name if (old := _old_line(mind, wanted)) else ""
    in_cart = [_of_line(line) for line in mind.cart.lines]
    for group in (list(unique.values()), in_cart if not like else []):
        found = _named(group, mention)
        if found and not (like and len(found) == 1 and found[0].name == like and len(mention.words) < 2):
            return found
    return None if mention.words or (like and mention.soft) else []


def _named(products: list[Product], mention: Mention) -> list[Product]:
    found = fitting(products, mention)
    if not mention.words and len(found) == len(products) and len(found) > 1:
        return []  # a size that none of the names holds chooses nothing
    return found


def by_price(products: Sequence[Product], order: PriceOrder | None) -> list[Product]:
    """In the order the shopper asked for; what has no price, or no size, comes last."""
    if order is None:
        return list(products)
    sign = 1 if order in ("cheapest", "smallest") else -1
    return sorted(products, key=lambda product: ((at := _place(product, order)) is None, sign * (at or 0)))


def best_by_price(products: Sequence[Product], order: PriceOrder) -> list[Product]:
    """The cheapest or dearest, the smallest or largest: all that are alike, all at once where sizes do not compare."""
    ranked = by_price(products, order)
    best = _place(ranked[0], order) if ranked else None
    if order in ("smallest", "largest") and any(_place(product, order) is None for product in ranked):
        return ranked
    return [product for product in ranked if _place(product, order) == best]


def _place(product: Product, order: PriceOrder) -> float | None:
    return measure_in(product.name) if order in ("smallest", "largest") else product.price


def _at(mind: Mind, position: int) -> list[Product]:
    listed = mind.listed
    if position == -1:
        return spread(listed[-1:]) if listed else _focused(mind)
    return spread(listed[position - 1 : position])


def _focused(mind: Mind) -> list[Product]:
    """The product that is spoken of."""
    if mind.focus is not None:
        return spread([mind.focus])
    if len(mind.cart.lines) == 1:
        return [_of_line(mind.cart.lines[0])]
    return spread(mind.listed) if len(mind.listed) == 1 else []


def _of_line(line: CartLine) -> Product:
    return Product(line.product_id, line.name, price=line.unit_price_cents / 100)


def _old_line(mind: Mind, wanted: Change) -> CartLine | None:
    """The line an exchange or a correction takes out."""
    lines = mind.cart.lines
    if wanted.old is not None and not wanted.old.empty:
        found = fitting([_of_line(line) for line in lines], wanted.old)
        return carts.find(mind.cart, found[0].product_id) if found else None
    if wanted.kind != "exchange" and not wanted.corrects:
        return None
    if mind.focus is not None and (line := carts.find(mind.cart, mind.focus.product_id)):
        return line
    return lines[-1] if lines else None


def _apply(mind: Mind, wanted: Change, searched: list[Product] | None, pending: Pending | None) -> None:
    mention = wanted.mention
    products = _local(mind, wanted)
    if products is None:
        like = old.name if (old := _old_line(mind, wanted)) else ""
        products = fitting(searched or [], mention, like=like if wanted.kind == "exchange" or wanted.corrects else "")
        if mention.by_price:
            products = best_by_price(products, mention.by_price)
    if wanted.kind == "remove":
        _take_out(mind, wanted, products)
        return
    if one_group(products) and not mention.every:
        products = _to_be_had(products)
    elif len(products) == 1 and not products[0].in_stock and (others := _others(mind, products[0], searched or [])):
        mind.say("gone", name=products[0].name)
        choose(mind, like_name(others, products[0].name), mention.quantity, "is_it_this", query=products[0].base)
        return
    quantity = mention.quantity
    if quantity is None and pending is not None and pending.kind == "choose":
        quantity = pending.quantity
    if mention.every:
        for product in products:
            _put_in(mind, wanted, product, quantity)
    elif len(products) == 1:
        count = (
            None
            if wanted.bare and not mind.cart.lines and len(mind.listed) > 1 and pending and pending.kind == "choose"
            else quantity
        )
        _put_in(mind, wanted, products[0], count)
    elif products:
        # `3 camisetas brancas e 2 pretas`: of the kind that was named just before.
        alike = like_name(products, mind.focus.name) if mind.changed and mind.focus and len(mention.words) == 1 else []
        if len(alike) == 1:
            _put_in(mind, wanted, alike[0], quantity)
            return
        in_cart = [product for product in products if carts.find(mind.cart, product.product_id)]
        if len(in_cart) == 1 and wanted.kind in ("want", "add"):
            _put_in(mind, wanted, in_cart[0], quantity)
            return
        choose(mind, products, quantity, "which_of")
    else:
        _missing(mind, wanted, searched or [], quantity)


def _to_be_had(products: list[Product]) -> list[Product]:
    """Variants that are there, where some are."""
    return [product for product in products if product.in_stock] or products


def _others(mind: Mind, gone: Product, searched: Sequence[Product]) -> list[Product]:
    """The variants of a thing that are there, beside one that is not."""
    known = [*searched, *spread(mind.listed)]
    return [product for product in known if gone.group and product.group == gone.group and product.in_stock]


def choose(mind: Mind, products: Sequence[Product], quantity: int | None, head: str, **values: str) -> None:
    """Ask which of them: by their options where they are variants of one thing, else by a list."""
    if one_group(products):
        mind.listed, mind.focus = (), None
        mind.says.append(Say("choose_option", products=tuple(products)))
        mind.pending = Pending("choose", tuple(product.listed for product in products), quantity)
        return
    shown = first(products, SHOWN)
    mind.show(shown, head, **values)
    kind = "choose" if len(shown) > 1 else "quantity"
    mind.pending = Pending("choose" if kind == "choose" else "quantity", mind.listed, quantity)


def _missing(mind: Mind, wanted: Change, searched: Sequence[Product], quantity: int | None) -> None:
    """No product is meant for certain: ask, or say that there is none."""
    mention = wanted.mention
    named = " ".join([*mention.words, *mention.soft])
    if not mention.words:
        if wanted.bare and not mind.listed and not mind.cart.lines:
            return
        options = mind.state.dialogue.pending.options if mind.state.dialogue.pending else ()
        if mind.listed or options:
            mind.say("which")
            mind.pending = Pending("choose", options or mind.listed, quantity)
        elif mind.acts.method is None and not mind.acts.questions:
            mind.say("what_product")
        return
    near = nearly(searched, mention)
    if len(near) == 1:
        mind.show(near, "is_it_this", query=named)
        mind.pending = Pending("quantity", (near[0].listed,), quantity)
    elif near:
        choose(mind, near, quantity, "nearby", query=f'"{named}"')
    elif wanted.mention.quantity is not None or wanted.kind in ("add", "exchange", "only") or len(mention.words) <= 3:
        mind.say("nothing", query=f'"{named}"')


def _put_in(mind: Mind, wanted: Change, product: Product, quantity: int | None) -> None:
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
        mind.pending = Pending("quantity", (product.listed,))
        return
    mind.changed = True
    line = CartLine(product.product_id, product.name, quantity or 1, product.price_cents)
    if wanted.kind == "exchange" or (wanted.corrects and known is None):
        old = _old_line(mind, wanted)
        if old is not None and old.product_id != product.product_id:
            kept = msgspec.structs.replace(line, quantity=quantity or old.quantity)
            mind.cart = carts.exchange(mind.cart, old.product_id, kept)
            return
    if wanted.kind == "only":
        mind.cart = carts.put(carts.emptied(mind.cart), line)
    elif wanted.kind == "add":
        mind.cart = carts.add(mind.cart, line)
    elif known is not None and quantity is None:
        mind.cart = carts.put(mind.cart, msgspec.structs.replace(known, unit_price_cents=product.price_cents))
    else:
        mind.cart = carts.put(mind.cart, line)


def _take_out(mind: Mind, wanted: Change, products: Sequence[Product]) -> None:
    if len(products) > 1:
        choose(mind, products, None, "which_of")
        return
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
    mind.cart = carts.remove(mind.cart, product_id)
    mind.focus = None
    mind.say("taken_out", name=products[0].name)
    if not mind.cart.lines:
        mind.say("cart_empty")


def present(mind: Mind) -> Steps:
    """The cart with the question how to pay, or the summary with the question whether to place it."""
    if not mind.cart.lines:
        return
    if mind.cart.payment_method is None or not mind.offers("create_order"):
        mind.says.append(Say("cart", cart=mind.cart))
        if mind.offers("create_order"):
            mind.pending = Pending("method")
        return
    delivery = receiving.delivery_of(mind)
    if delivery is not None and delivery.option is None:
        mind.says.append(Say("cart", cart=mind.cart))
        receiving.ask(mind, delivery)
        return
    done = yield [Ask("create_order", _order(mind))]
    if done[-1].failed == "coupon-refused":
        mind.says.append(Say("coupon_refused", result=done[-1].result["error"]))
        mind.cart = msgspec.structs.replace(mind.cart, coupon_code=None)
        done = yield [Ask("create_order", _order(mind))]
    _presented(mind, done[-1])


def place(mind: Mind) -> Steps:
    """The order the shopper said yes to."""
    if not mind.offers("create_order"):
        mind.say("failed")
        return
    done = yield [Ask("create_order", _order(mind))]
    _presented(mind, done[-1])


def _order(mind: Mind) -> dict[str, Any]:
    return {
        "items": [{"product_id": line.product_id, "quantity": line.quantity} for line in mind.cart.lines],
        "payment_method": mind.cart.payment_method,
        "customer_info": customer_info(merged(mind.state.known, mind.acts.known)),
        "shipping_option": mind.cart.shipping_option,
        "cep": merged(mind.state.known, mind.acts.known).cep,
        "coupon_code": mind.cart.coupon_code,
    }


def _presented(mind: Mind, done: Done) -> None:
    """What create_order answered: the summary to agree to, the order, or why there is neither."""
    result = done.result
    if result.get("reason") == "confirmation_required":
        mind.says.append(Say("summary", result=result))
        mind.cart = _shown_cart(result, mind.cart)
        mind.pending = Pending("confirm")
        return
    if done.failed is None:
        known = merged(mind.state.known, mind.acts.known)
        fetched = [rule.name for rule in mind.shop.shipping if rule.kind == "pickup"]
        address = known.address or (mind.cart.shipping_option if mind.cart.shipping_option in fetched else "")
        mind.says.append(Say("order", {"address": address or "", "name": known.name or ""}, result=result))
        mind.cart = Cart()
        mind.focus = None
        return
    error = result["error"]
    if done.failed == "payment-method-unavailable":
        available = [str(method) for method in error.get("available") or []]
        mind.cart = carts.with_method(mind.cart, None)
        mind.says.append(Say("method_off", {"options": " ".join(available)}))
        mind.pending = Pending("method")
    elif done.failed == "insufficient-stock":
        _too_few(mind, error)
    else:
        mind.say("failed")


def _shown_cart(result: Mapping[str, Any], before: Cart) -> Cart:
    """The cart as the summary tells it: prices and method are the shop's of this moment."""
    try:
        shown = msgspec.convert(result.get("summary"), _Shown)
    except msgspec.ValidationError:
        return before
    lines = [CartLine(line.product_id, line.name, line.quantity, round(line.unit_price * 100)) for line in shown.lines]
    return Cart(tuple(lines), shown.payment_method, shown.shipping_option, shown.coupon_code)


def _too_few(mind: Mind, error: dict[str, Any]) -> None:
    """Say how many there are; the line waits for another number."""
    for item in error.get("items") or []:
        line = carts.find(mind.cart, str(item.get("product_id")))
        if line is None:
            continue
        available = int(item.get("available") or 0)
        if available > 0:
            mind.say("too_little", name=line.name, available=str(available))
            mind.focus = of_listed_line(line)
            mind.pending = Pending("quantity", (of_listed_line(line),))
        else:
            mind.say("sold_out", name=line.name)
        mind.cart = carts.remove(mind.cart, line.product_id)
    if not mind.says:
        mind.say("failed")


def of_listed_line(line: CartLine) -> Any:
    """A line's product as it is remembered."""
    return _of_line(line).listed


def variants_of(told: Sequence[Mapping[str, Any]]) -> list[Product]:
    """Products as a tool tells them, each variant of a group by itself. Raises msgspec.ValidationError."""
    found: list[Product] = []
    for item in told:
        if not (variants := item.get("variants")):
            found.append(msgspec.convert(item, Product))
            continue
        shared = {key: item.get(key) for key in ("description", "category", "score", "group")} | {"base": item["name"]}
        found += [msgspec.convert(shared | variant, Product) for variant in variants]
    return found


def products_of(done: Done) -> list[Product]:
    """The products a tool answered; nothing when it failed."""
    try:
        return variants_of(done.result.get("products", []))
    except msgspec.ValidationError:
        return []
