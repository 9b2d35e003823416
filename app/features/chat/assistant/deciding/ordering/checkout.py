"""The cart put before the shopper: how to pay and get it, the summary, the order."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.deciding.cart.buying import taken_along
from app.features.chat.assistant.deciding.cart.choosing import choose, of_line, option_ids, to_be_had
from app.features.chat.assistant.deciding.cart.putting import put_in
from app.features.chat.assistant.deciding.mind import (
    Ask,
    Done,
    Mind,
    Say,
    Steps,
    customer_info,
    merged,
    says_else,
    still_open,
)
from app.features.chat.assistant.deciding.ordering import receiving
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.products.alike import plainly_called
from app.features.chat.assistant.products.matching import Product, shares, spread
from app.features.chat.assistant.products.name_words import name_words, product_words
from app.features.chat.delivery import Delivery
from app.features.conversations import cart as carts
from app.features.conversations.state import Cart, CartLine, Known, Pending
from app.features.conversations.summary import method_name
from app.features.orders.types import PaymentMethod
from app.ops.expressions import expression

_GOES_ON = expression(
    r"(?:(?:pode|podemos|entao|ok|ta|bom|vamos|sim|yes|please|nao|no|show|beleza|blz|certo|perfeito|otimo|legal|deixa|great|cool|fine|then|you|can)[\s,.!]+)*"
    r"(?:seg(?:ue|uir|uimos|ui)|sig[ao]|sem|fech(?:a|ar|o)|go(?:es)?\s+(?:on|ahead)|without)"
    r"(?:\s+(?:sem|without|mesmo|assim|isso|el[ea]s?|it|them|adiante|por\s+favor|please))*[\s.!]*"
)
MAX_ASKED = 2
"""How often it is asked which of some goods is meant."""


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
    notes: str = ""


def goes_on(text: str) -> bool:
    """`segue sem`, to `ou sigo sem?`"""
    return _GOES_ON.fullmatch(text.strip()) is not None


def present(mind: Mind) -> Steps:
    """The cart with the question how to pay, or the summary with the question whether to place it."""
    if not mind.cart.lines:
        return
    left = [one for one in still_open(mind) if not taken_along(mind, one)]
    left = [one for one in left if not _goes_without(mind, one)]
    if left:
        _ask_open(mind, left[0])
        return
    if mind.acts.unread and mind.changed:  # no summary as if all had been taken: decide.py asks what was meant
        mind.says.append(Say("cart", {"asks": ""}, cart=mind.cart, coupon=mind.shop.coupon))
        return
    if mind.unread:
        mind.says.append(Say("cart", {"asks": ""}, cart=mind.cart, coupon=mind.shop.coupon))
        missed = any(said.what == "nothing" for said in mind.says)
        mind.say("or_without" if missed else "still_unread", piece=mind.unread)
        mind.pending = Pending("unread")
        return
    if mind.acts.wants_code and mind.cart.payment_method != "cod":
        mind.say("code_after_yes")
        if mind.cart.payment_method is None and "pix" in mind.shop.methods:
            mind.cart = carts.with_method(mind.cart, "pix")
    if mind.cart.payment_method is None and len(mind.shop.methods) == 1 and mind.acts.refused is None:
        mind.cart = carts.with_method(mind.cart, mind.shop.methods[0])
    receiving.goes_on(mind)
    delivery = receiving.delivery_of(mind)
    spoken_of = mind.acts.way is not None or mind.acts.known.cep is not None
    if mind.cart.payment_method is None and not (
        spoken_of and delivery and delivery.option is None and (delivery.offered or delivery.needs_cep)
    ):
        _show_cart(mind, delivery)
        if mind.offers("create_order"):
            mind.pending = Pending("method")
        return
    if not mind.offers("create_order"):
        _show_cart(mind, delivery)
        return
    if delivery is not None and delivery.option is None:
        if mind.acts.method is not None and mind.acts.method != mind.state.cart.payment_method:
            mind.say("method_taken", method=method_name(mind.acts.method, mind.acts.language))
        mind.says.append(Say("cart", {"asks": ""}, cart=mind.cart, coupon=mind.shop.coupon))
        receiving.ask(mind, delivery)
        return
    yield from _create(mind)


def _ask_open(mind: Mind, asked: Pending) -> None:
    """What is still to be chosen comes before the summary: once more by number and with how to go on without it, then
    shortly; after a yes or what says nothing of it in vain it is left out, and that is told."""
    if mind.acts.total or mind.changed:
        mind.says.append(Say("cart", {"asks": ""}, cart=mind.cart, coupon=mind.shop.coupon))
    mind.open = [one for one in mind.open if one != asked]
    times = asked.times + 1
    goes_on = mind.acts.changes and mind.cart.lines != mind.state.cart.lines  # something else was put in
    if times > MAX_ASKED - (mind.acts.yes or mind.acts.checkout) and not (says_else(mind) or goes_on):
        mind.say("left_out", query=asked.query)
        if _is_sold(asked):  # until it is told which, or that it goes without
            mind.open.insert(0, msgspec.structs.replace(asked, times=times))
        mind.pending = Pending("person")
        return
    again = any(asked.options == one.options for one in mind.state.dialogue.open)
    mind.open.insert(0, msgspec.structs.replace(asked, times=times, again=again))
    _tell_noted(mind)
    options, name = to_be_had(spread(asked.options)), asked.query.partition(" (")[0].lower()
    if times > MAX_ASKED and again and mind.state.dialogue.pending is not None:
        before = mind.state.dialogue.pending
        if _asks_of(before, asked) and len(before.options) == len(mind.listed) > 1:
            mind.say("ask_number", query=f'"{asked.query}"', last=str(len(before.options)), name=name)
            mind.pending = before
            return
    heads = ("is_it_this", "nearby") if asked.near else ("also_this", "still_open")
    query = asked.query if asked.near and len(asked.options) == 1 else f'"{asked.query}"'
    choose(mind, options, asked.quantity, heads[len(options) > 1], apart=again and len(options) > 1, query=query)
    if again:
        mind.say("way_out", query=name)


def _asks_of(before: Pending, asked: Pending) -> bool:
    """The question before was about what is still to be chosen."""
    return before.kind == "choose" and set(option_ids(before)) <= set(option_ids(asked))


def _goes_without(mind: Mind, asked: Pending) -> bool:
    """A yes to the rest, after it was asked once more: of what is still to be chosen the plain one is taken; what is
    none of the shop's goods is left out. Both are told, and the summary is shown before the order. What the shop sells
    is not let go so."""
    acts = mind.acts
    if not (asked.again and (acts.yes or acts.checkout)) or acts.changes or acts.looks or acts.questions:
        return False
    if acts.known != Known():  # where to and for whom says nothing of it
        return False
    if (plain := _plain_one(asked)) is not None:
        put_in(mind, Change("add", Mention(pointing=True)), plain, asked.quantity)
        mind.say("taken_as", name=plain.name, query=asked.query)
    elif _is_sold(asked):
        return False  # a yes to the rest lets no goods go that were wished for: whether to go on without them is asked
    else:
        mind.say("goes_without", query=asked.query)
    mind.open = [one for one in mind.open if one.options != asked.options]
    return True


def _plain_one(asked: Pending) -> Product | None:
    """The one that was meant by the words it was asked for by, if only one can be; what is only near may not be it."""
    options = to_be_had(spread(asked.options))
    named, soft = name_words(fold(asked.query))
    plain = plainly_called(options, Mention(tuple(named), tuple(soft)))
    return plain[0] if len(plain) == 1 and plain[0].in_stock and not (asked.near or asked.only_told) else None


def _is_sold(asked: Pending) -> bool:
    """A word that it was asked for by is in a name of the shop."""
    named = [word for word in product_words(fold(asked.query)) if len(word) > 2 and not is_colour(word)]
    return any(shares([word], f"{one.base} {one.name}") for word in named for one in spread(asked.options))


def _tell_noted(mind: Mind) -> None:
    """How to pay and to get it, which was told while something is still to be chosen."""
    acts = mind.acts
    if acts.method is not None and not any(said.what in ("method_taken", "method_off") for said in mind.says):
        mind.say("method_taken", method=method_name(acts.method, acts.language))
    if acts.way is not None and mind.shop.shipping and not any(said.what == "way_noted" for said in mind.says):
        mind.say("way_noted", way=receiving.way_called(acts.way, acts.language))


def _show_cart(mind: Mind, delivery: Delivery | None) -> None:
    """What is in it, with the coupon and the way that are settled, and the question how to pay."""
    settled = delivery is not None and delivery.option is not None and mind.cart.shipping_option is not None
    options = (delivery.option,) if settled and delivery and delivery.option else ()
    mind.says.append(Say("cart", {"asks": "1"}, cart=mind.cart, options=options, coupon=mind.shop.coupon))


def place(mind: Mind) -> Steps:
    """The order the shopper said yes to."""
    if not mind.offers("create_order"):
        mind.say("failed")
        return
    yield from _create(mind)


def _create(mind: Mind) -> Steps:
    """create_order, once more without a coupon that does not hold."""
    done = yield [Ask("create_order", _order(mind))]
    if done[-1].failed == "coupon-refused":
        mind.says.append(Say("coupon_refused", result=done[-1].result["error"]))
        mind.cart = msgspec.structs.replace(mind.cart, coupon_code=None)
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
        "notes": mind.cart.notes or None,
    }


def _presented(mind: Mind, done: Done) -> None:
    """What create_order answered: the summary to agree to, the order, or why there is neither."""
    result = done.result
    if result.get("reason") == "confirmation_required":
        mind.says.append(Say("summary", result=result))
        mind.cart = _shown_cart(result, mind.cart)
        mind.pending = Pending("confirm")
        return
    if result.get("reason") == "shipping_required" and (delivery := receiving.delivery_of(mind)) is not None:
        receiving.ask(mind, delivery)
        return
    if done.failed is None:
        known = merged(mind.state.known, mind.acts.known)
        fetched = [rule.name for rule in mind.shop.shipping if rule.kind == "pickup"]
        address = known.address or (mind.cart.shipping_option if mind.cart.shipping_option in fetched else "")
        values = {
            "address": address or "",
            "name": known.name or "",
            "fetched": address if address in fetched else "",
            "agreed": "" if mind.shop.shipping else "later",
        }
        mind.says.append(Say("order", values, result=result))
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
    return Cart(tuple(lines), shown.payment_method, shown.shipping_option, shown.coupon_code, shown.notes)


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
            mind.pending = Pending("quantity", (of_listed_line(line),), line.quantity)
        else:
            mind.say("sold_out", name=line.name)
        mind.cart = carts.remove(mind.cart, line.product_id)
    if not mind.says:
        mind.say("failed")


def of_listed_line(line: CartLine) -> Any:
    """A line's product as it is remembered."""
    return of_line(line).listed
