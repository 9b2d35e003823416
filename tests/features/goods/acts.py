"""What can happen to a shop: each act is a call over HTTP, and whether its answer is right on paper.

Acts that happen at once may have come about in any order: `some_order` looks for one that explains all answers and
the end.
"""

import copy
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.features.goods.driver import Driver
from tests.features.goods.paper import Coupon, Shop


@dataclass(frozen=True)
class Act:
    """`agrees` plays it on paper and says whether the service's answer was right; `maybe` it does not come about."""

    name: str
    call: Callable[[], Awaitable[Any]]
    agrees: Callable[[Shop, Any], bool]
    maybe: bool = False


def place(driver: Driver, lines: dict[str, int], cash: bool, key: str | None = None, coupon: str | None = None) -> Act:
    """An order; with a key it is asked for twice."""

    async def call() -> Any:
        answer = await driver.place(lines, cash, key=key, coupon=coupon)
        if key is not None and answer.status_code == 201:
            again = await driver.place(lines, cash, key=key, coupon=coupon)
            assert again.json()["id"] == answer.json()["id"], again.text
        return answer

    def agrees(shop: Shop, answer: Any) -> bool:
        taken = coupon is None or shop.coupon(coupon) is not None
        possible = shop.can_place(lines)
        if possible and taken and answer.status_code == 201:
            made = answer.json()
            shop.place(made["id"], lines, cash, coupon)
            told = made["number"], made["total_cents"], made["coupon_code"]
            return told == (shop.numbers, shop.sales[made["id"]].total, coupon)
        return answer.status_code == (409 if not possible else 201 if taken else 422)

    return Act("place", call, agrees)


def preview(driver: Driver, lines: dict[str, int], cash: bool) -> Act:
    """What an order would come to, which keeps nothing."""

    async def call() -> Any:
        return await driver.place(lines, cash, preview=True)

    def agrees(shop: Shop, answer: Any) -> bool:
        return shop.can_place(lines) == (answer.status_code == 200)

    return Act("preview", call, agrees)


def new_coupon(driver: Driver, code: str) -> Act:
    """A coupon, unless the code is taken."""

    def agrees(shop: Shop, answer: Any) -> bool:
        free = all(one.code != code for one in shop.coupons.values())
        if free and answer.status_code == 201:
            shop.coupons[answer.json()["id"]] = Coupon(code)
        return answer.status_code == (201 if free else 409)

    return Act("new coupon", lambda: driver.new_coupon(code), agrees)


def rename_coupon(driver: Driver, coupon: str, code: str) -> Act:
    """A coupon gets another code, unless that is taken."""

    def agrees(shop: Shop, answer: Any) -> bool:
        free = all(one == coupon or it.code != code for one, it in shop.coupons.items())
        if free:
            shop.coupons[coupon].code = code
        return answer.status_code == (200 if free else 409)

    return Act("rename coupon", lambda: driver.rename_coupon(coupon, code), agrees)


def drop_coupon(driver: Driver, coupon: str) -> Act:
    """A coupon is deleted."""

    def agrees(shop: Shop, answer: Any) -> bool:
        del shop.coupons[coupon]
        return answer.status_code == 204

    return Act("drop coupon", lambda: driver.drop_coupon(coupon), agrees)


def move(driver: Driver, order_id: str, to: str) -> Act:
    """A person moves an order."""

    def agrees(shop: Shop, answer: Any) -> bool:
        return (answer.status_code == 200) == shop.move(order_id, to)

    return Act(f"move to {to}", lambda: driver.move(order_id, to), agrees)


def by_hand(driver: Driver, order_id: str, verb: str) -> Act:
    """Decrement or restore."""

    def agrees(shop: Shop, answer: Any) -> bool:
        expected = shop.decrement(order_id) if verb == "decrement" else shop.restore(order_id)
        if answer.status_code != 200:
            return expected is False and answer.status_code == 409
        return expected is not False and answer.json()["applied"] is (expected is True)

    return Act(verb, lambda: driver.by_hand(order_id, verb), agrees)


def charge(driver: Driver, order_id: str, name: str) -> Act:
    """A charge of the caller's own."""

    def agrees(shop: Shop, answer: Any) -> bool:
        return (answer.status_code == 200) == shop.charge(order_id, name)

    return Act("charge", lambda: driver.charge(order_id, name), agrees)


def pay(driver: Driver, order_id: str, name: str, cents: int, event: str) -> Act:
    """The provider's notification of a payment."""

    def agrees(shop: Shop, answer: Any) -> bool:
        return answer.json()["result"] == shop.pay(order_id, name, cents, event)

    return Act("pay", lambda: driver.pay(name, cents, event), agrees)


def run_out(driver: Driver, order_id: str, name: str) -> Act:
    """The provider's notification that a charge has expired."""

    def agrees(shop: Shop, answer: Any) -> bool:
        shop.run_out(order_id, name)
        return bool(answer.json()["result"] == "ignored")

    return Act("run out", lambda: driver.run_out(name), agrees)


def refund(driver: Driver, order_id: str, cents: int, product: str | None) -> Act:
    """Money goes back, and perhaps a piece."""

    def agrees(shop: Shop, answer: Any) -> bool:
        return (answer.status_code == 201) == shop.refund(order_id, cents, product)

    return Act("refund", lambda: driver.refund(order_id, cents, product), agrees)


def expire(driver: Driver, orders: Sequence[str]) -> list[Act]:
    """The job, as one act for each order that it finds: they end one after another.

    What is being moved or paid at that moment is left for the next round.
    """

    async def call() -> None:
        await driver.expire()

    async def nothing() -> None:
        return None

    def ends(order_id: str) -> Callable[[Shop, Any], bool]:
        def agrees(shop: Shop, _: Any) -> bool:
            shop.expire(order_id)
            return True

        return agrees

    return [
        Act("expire", call, lambda _shop, _answer: True),
        *(Act(f"{one} expires", nothing, ends(one), maybe=True) for one in orders),
    ]


def form(driver: Driver, product: str, version: int | None, **fields: int) -> Act:
    """A form is saved with the version it was opened with; without one, somebody has counted."""
    sent = fields if version is None else fields | {"version": version}

    def agrees(shop: Shop, answer: Any) -> bool:
        done = shop.edit(
            product, version=version, stock=fields.get("stock_quantity", -1), price=fields.get("price_cents")
        )
        return answer.status_code == (200 if done else 409)

    return Act("form", lambda: driver.patch(product, **sent), agrees)


def bring(driver: Driver, product: str, **fields: int) -> Act:
    """A list is imported."""

    def agrees(shop: Shop, answer: Any) -> bool:
        shop.edit(product, stock=fields.get("stock_quantity", -1), price=fields.get("price_cents"))
        return answer.status_code == 200 and answer.json()["errors"] == []

    return Act("import", lambda: driver.bring(product, **fields), agrees)


def difference(driver: Driver, event: str, product: str, pieces: int) -> Act:
    """The ERP tells what has come or gone."""
    at = driver.clock.now().timestamp()

    def agrees(shop: Shop, answer: Any) -> bool:
        return _came_of_it(answer) == shop.arrive(event, product, pieces)

    call = lambda: driver.push(event, at, "delta", product_id=product, quantity=pieces)  # noqa: E731
    return Act("ERP delta", call, agrees)


def recount(driver: Driver, event: str, product: str, stock: int, price: int | None, at: float) -> Act:
    """The ERP tells what there is."""

    def agrees(shop: Shop, answer: Any) -> bool:
        return _came_of_it(answer) == shop.recount(event, product, stock, price, at)

    item = {"product_id": product, "quantity": stock} | ({} if price is None else {"price_cents": price})
    return Act("ERP set", lambda: driver.push(event, at, "set", **item), agrees)


def _came_of_it(answer: Any) -> str:
    told = answer.json()
    for name in ("duplicate", "stale", "uncounted", "clamped"):
        if told[name]:
            return name
    return "updated" if told["updated"] == 1 else answer.text


def some_order(shop: Shop, acts: Sequence[tuple[Act, Any]], is_end: Callable[[Shop], bool]) -> Shop | None:
    """The paper after acts that happened at once, each with its answer; None when no order of them explains it."""
    seen: set[tuple[frozenset[int], str]] = set()
    open_ends = [(shop, frozenset(range(len(acts))))]
    while open_ends:
        before, left = open_ends.pop()
        if not left and is_end(before):
            return before
        for number in left:
            act, answer = acts[number]
            after = copy.deepcopy(before)
            follows = [after] if act.agrees(after, answer) else []
            for found in [*follows, before] if act.maybe else follows:
                state = left - {number}, repr(found)
                if state not in seen:
                    seen.add(state)
                    open_ends.append((found, left - {number}))
    return None
