"""Orders, stock and money over HTTP against a shop on paper, in any order, twice, and several at once.

A seed makes some stories, always the same ones; seed follows seed until there are enough steps.

    GOODS_SEED=7 GOODS_STEPS=50000 pytest -n 0 -s tests/features/goods/test_goods_machine.py
"""

import asyncio
import copy
import os
from collections.abc import Coroutine, Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from app.db.ids import uuid7
from app.settings import Settings
from tests.features.goods import acts
from tests.features.goods.acts import Act, some_order
from tests.features.goods.driver import Driver, Erp
from tests.features.goods.paper import NEXT, PRICE, Shelf, Shop

FIRST_SEED = int(os.environ.get("GOODS_SEED", "1"))
STEPS = int(os.environ.get("GOODS_STEPS", "2000"))
LONG = STEPS > 2_000
STEPS_PER_STORY = 50
STORIES_PER_SEED = 20
RESTART_AFTER = 30
ALL = 0  # that is left
# So many orders may run out while other things happen: each may come about anywhere between them.
DUE_AT_ONCE = 3
YEARS_S = 10 * 365 * 86_400
STATUSES = sorted(set(NEXT) - {"pending", "expired"})
baskets = st.dictionaries(st.integers(0, 2), st.integers(1, 3), min_size=1, max_size=3)
which = st.integers(0, 30)
codes = st.sampled_from(["DEZ", "VERAO"])
prices = st.sampled_from([PRICE, PRICE, 1500, 99])
counts = st.integers(0, 9)
AT_ONCE = [
    "place", "confirmed", "cancelled", "returned", "decrement", "restore", "refund", "return piece", "pay", "pay again",
    "run out", "import", "form", "count", "ERP delta", "ERP set", "expire",
]  # fmt: skip


class Goods(RuleBasedStateMachine):
    """One story of a store; its driver and loop are set by the test."""

    driver: Driver
    loop: asyncio.AbstractEventLoop
    made = 0

    def __init__(self) -> None:
        super().__init__()
        self.products = self.run(self.driver.open())
        self.shop = Shop()
        for product, (stock, *_) in self.run(self.driver.products(self.products)).items():
            self.shop.shelves[product] = Shelf(stock)
        # Notifications of payments: order, charge, cents, event.
        self.payments: list[tuple[str, str, int, str]] = []
        self.steps = self.restarted = 0
        self.failed = False

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do it on the application's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def play(self, *together: Act) -> None:
        """Several acts at the same moment: some order of them must explain their answers and what came of it."""

        async def call() -> list[Any]:
            return await asyncio.gather(*(act.call() for act in together))

        before = self.shop
        answered = list(zip(together, self.run(call()), strict=True))
        self.state = self.run(self.found())
        after = some_order(before, answered, self.is_so)
        self.failed = after is None
        if after is None:
            raise AssertionError(self.explained(before, answered))
        self.shop = after

    def explained(self, before: Shop, answered: list[tuple[Act, Any]]) -> str:
        """What was answered, and what is otherwise than on paper."""
        paper = copy.deepcopy(before)
        told = [
            f"{act.name}: {act.agrees(paper, answer)} {getattr(answer, 'text', '')[:300]}" for act, answer in answered
        ]
        pairs = [
            (name, before.sales.get(name) or before.shelves.get(name), on_paper.get(name), found.get(name))
            for on_paper, found in zip(self.on(paper), self.state, strict=True)
            for name in on_paper.keys() | found.keys()
            if on_paper.get(name) != found.get(name)
        ]
        return "\n".join(
            [*told, *(f"before: {was}\npaper: {wanted}\nfound: {there}" for _, was, wanted, there in pairs)]
        )

    async def found(self) -> tuple[Any, Any, Any]:
        """Shelves, orders and coupons as they are."""
        rows = await self.driver.orders()
        return await self.driver.products(self.products), rows, await self.driver.coupons()

    def is_so(self, shop: Shop) -> bool:
        """Whether the paper is what was found."""
        return self.on(shop) == self.state

    def on(self, shop: Shop) -> tuple[Any, Any, Any]:
        """What `found` must give."""
        shelves = {one: (s.stock, s.reserved, s.price, s.version) for one, s in shop.shelves.items()}
        sales = {
            one: (
                s.number, s.status, s.total, s.held, s.taken, s.paid, s.refunded, s.unsold, shop.payment_status(s),
                sorted(s.attention),
            )
            for one, s in shop.sales.items()
        }  # fmt: skip
        return shelves, sales, {one: (coupon.code, coupon.uses) for one, coupon in shop.coupons.items()}

    @property
    def orders(self) -> list[str]:
        """In the order they were made."""
        return list(self.shop.sales)

    def pick(self, number: int) -> str:
        """One of the orders."""
        return self.orders[number % len(self.orders)]

    # -- Orders and money

    @rule(basket=baskets, cash=st.booleans(), twice=st.booleans(), coupon=st.none() | codes)
    def place(self, basket: dict[int, int], cash: bool, twice: bool, coupon: str | None) -> None:
        lines = {self.products[n]: quantity for n, quantity in basket.items()}
        self.play(acts.place(self.driver, lines, cash, uuid7().hex if twice else None, coupon))

    @rule(code=codes)
    def new_coupon(self, code: str) -> None:
        self.play(acts.new_coupon(self.driver, code))

    @precondition(lambda self: self.shop.coupons)
    @rule(which=which, code=st.none() | codes)
    def change_coupon(self, which: int, code: str | None) -> None:
        """Another code, or it is deleted."""
        coupon = list(self.shop.coupons)[which % len(self.shop.coupons)]
        act = acts.drop_coupon(self.driver, coupon) if code is None else acts.rename_coupon(self.driver, coupon, code)
        self.play(act)

    @rule(basket=baskets, cash=st.booleans())
    def preview(self, basket: dict[int, int], cash: bool) -> None:
        self.play(acts.preview(self.driver, {self.products[n]: quantity for n, quantity in basket.items()}, cash))

    @precondition(lambda self: self.orders)
    @rule(order=which, to=st.sampled_from(STATUSES))
    def move(self, order: int, to: str) -> None:
        self.play(acts.move(self.driver, self.pick(order), to))

    @precondition(lambda self: self.orders)
    @rule(order=which, verb=st.sampled_from(["decrement", "restore"]))
    def by_hand(self, order: int, verb: str) -> None:
        self.play(acts.by_hand(self.driver, self.pick(order), verb))

    @precondition(lambda self: self.orders)
    @rule(order=which)
    def charge(self, order: int) -> None:
        self.play(acts.charge(self.driver, self.pick(order), f"c-{uuid7().hex}"))

    def paid(self, order: int, wrong: int, *, again: bool) -> Act:
        """A notification of any charge that the order ever had, or one of before once more."""
        order_id = self.pick(order)
        sale = self.shop.sales[order_id]
        if again and self.payments:
            return acts.pay(self.driver, *self.payments[order % len(self.payments)])
        if not sale.made:
            return acts.move(self.driver, order_id, "confirmed")
        told = order_id, sale.made[order % len(sale.made)], sale.total + wrong, uuid7().hex
        self.payments.append(told)
        return acts.pay(self.driver, *told)

    @precondition(lambda self: self.orders)
    @rule(order=which, wrong=st.sampled_from([0, 0, 0, 1, -90]), again=st.booleans())
    def pay(self, order: int, wrong: int, again: bool) -> None:
        self.play(self.paid(order, wrong, again=again))

    @rule(order=which, charge=which)
    def run_out(self, order: int, charge: int) -> None:
        charged = [one for one, sale in self.shop.sales.items() if sale.made]
        if charged:
            order_id = charged[order % len(charged)]
            made = self.shop.sales[order_id].made
            self.play(acts.run_out(self.driver, order_id, made[charge % len(made)]))

    @precondition(lambda self: self.orders)
    @rule(order=which, cents=st.sampled_from([1, 500, PRICE, 3 * PRICE, ALL]), piece=st.none() | st.integers(0, 2))
    def refund(self, order: int, cents: int, piece: int | None) -> None:
        sale = self.shop.sales[self.pick(order)]
        if cents == ALL:
            cents = max(sale.paid - sale.refunded, 1)
        product = None if piece is None else self.products[piece]
        self.play(acts.refund(self.driver, self.pick(order), cents, product))

    @precondition(lambda self: self.orders)
    @rule()
    def expire(self) -> None:
        due = self.shop.due()
        self.driver.clock.advance(hours=49)
        self.end(due)

    # -- The catalogue

    @rule(product=st.integers(0, 1), stock=counts)
    def count(self, product: int, stock: int) -> None:
        self.play(acts.form(self.driver, self.products[product], None, stock_quantity=stock))

    @rule(product=st.integers(0, 1), stale=st.booleans(), stock=st.none() | counts, price=prices)
    def form(self, product: int, stale: bool, stock: int | None, price: int) -> None:
        self.play(self.saved(self.products[product], stale, stock, price))

    def saved(self, product: str, stale: bool, stock: int | None, price: int) -> Act:
        """A form that was opened just now, or before the last edit."""
        fields = {"price_cents": price} | ({} if stock is None else {"stock_quantity": stock})
        return acts.form(self.driver, product, abs(self.shop.shelves[product].version - stale), **fields)

    @rule(product=st.integers(0, 2), price=prices, stock=st.none() | counts)
    def bring(self, product: int, price: int, stock: int | None) -> None:
        counted = {} if stock is None or product == 2 else {"stock_quantity": stock}
        self.play(acts.bring(self.driver, self.products[product], price_cents=price, **counted))

    # -- The ERP

    @rule(product=st.integers(0, 2), pieces=st.integers(-4, 4), twice=st.booleans())
    def difference(self, product: int, pieces: int, twice: bool) -> None:
        event = uuid7().hex
        for _ in range(1 + twice):
            self.play(acts.difference(self.driver, event, self.products[product], pieces))

    @rule(product=st.integers(0, 1), stock=counts, price=st.none() | prices, late=st.booleans(), twice=st.booleans())
    def recount(self, product: int, stock: int, price: int | None, late: bool, twice: bool) -> None:
        event, at = uuid7().hex, self.driver.clock.now().timestamp() - 3600 * late
        for _ in range(1 + twice):
            self.play(acts.recount(self.driver, event, self.products[product], stock, price, at))

    @rule(product=st.integers(0, 1))
    def forge(self, product: int) -> None:
        """A message that the ERP has not signed changes nothing."""
        at = self.driver.clock.now().timestamp()
        item = {"product_id": self.products[product], "quantity": 0}
        assert self.run(self.driver.push(uuid7().hex, at, "set", forged=True, **item)).status_code == 401
        self.play()

    @rule(fault=st.sampled_from([None, None, "500", "lost_reply", "half_reply"]))
    def tell_erp(self, fault: Any) -> None:
        """What waits is pushed: it arrives, or fails, or arrives and is pushed again for want of an answer."""
        self.driver.erp.fail_always(fault)
        self.run(self.driver.deliver())

    @precondition(lambda self: self.steps - self.restarted >= RESTART_AFTER)
    @rule()
    def restart(self) -> None:
        self.restarted = self.steps
        self.run(self.driver.restart())

    # -- Several at once

    @precondition(lambda self: self.orders)
    @rule(verbs=st.lists(st.tuples(which, st.sampled_from(AT_ONCE)), min_size=2, max_size=5), price=prices)
    def at_once(self, verbs: list[tuple[int, str]], price: int) -> None:
        together: list[Act] = []
        over: list[str] = []
        for number, verb in verbs:
            if verb == "expire":
                due = self.shop.due()
                if len(due) <= DUE_AT_ONCE and "expire" not in {act.name for act in together}:
                    self.driver.clock.advance(hours=49)
                    together += acts.expire(self.driver, due)
                    over = due
            else:
                together.append(self.one(number, verb, price))
        self.play(*together)
        if over:
            self.end(over)

    def end(self, over: list[str]) -> None:
        """The job closes what waits no longer."""
        self.run(self.driver.expire())
        for order_id in over:
            self.shop.expire(order_id)
        self.play()

    def one(self, number: int, verb: str, price: int) -> Act:
        """One of the acts that may happen together."""
        driver, order_id, product = self.driver, self.pick(number), self.products[number % 3]
        counted = self.products[number % 2]
        match verb:
            case "place":
                coupon = "DEZ" if number % 2 else None
                return acts.place(driver, {product: 1 + number % 2}, cash=number % 3 > 0, coupon=coupon)
            case "decrement" | "restore":
                return acts.by_hand(driver, order_id, verb)
            case "refund":
                return acts.refund(driver, order_id, 500, None)
            case "return piece":
                return acts.refund(driver, order_id, 1, next(iter(self.shop.sales[order_id].lines)))
            case "pay" | "pay again":
                return self.paid(number, 0, again=verb == "pay again")
            case "run out" if self.shop.sales[order_id].made:
                return acts.run_out(driver, order_id, self.shop.sales[order_id].made[-1])
            case "import":
                return acts.bring(driver, product, price_cents=price)
            case "form":
                return self.saved(counted, False, number % 10 if number % 4 else None, price)
            case "count" | "run out":
                return acts.form(driver, counted, None, stock_quantity=number % 10)
            case "ERP delta":
                return acts.difference(driver, uuid7().hex, product, number % 7 - 3)
            case "ERP set":
                at = driver.clock.now().timestamp()
                return acts.recount(driver, uuid7().hex, counted, number % 10, price, at)
            case _:
                return acts.move(driver, order_id, verb)

    @invariant()
    def a_step_is_made(self) -> None:
        self.steps += 1
        Goods.made += 1

    def teardown(self) -> None:
        if self.failed:
            return
        self.run(self.driver.audit())
        self.the_erp_has_heard()

    def the_erp_has_heard(self) -> None:
        """Every sale and every sale undone once, and of each product the pieces that orders have moved."""
        pushes = self.driver.erp.pushes
        for order_id, sale in self.shop.sales.items():
            told = [push["type"] for push in pushes if push["data"]["order_id"] == order_id]
            for kind in ("order.confirmed", "order.cancelled"):
                assert told.count(kind) == sale.told.get(kind, 0), (order_id, told, sale)
        for product, shelf in self.shop.shelves.items():
            items = [item for push in pushes if push["data"]["order_id"] for item in push["data"]["items"]]
            assert sum(item["delta"] for item in items if item["product_id"] == product) == shelf.moved


@pytest.fixture
def erp() -> Iterator[Erp]:
    with Erp() as fake:
        yield fake


@pytest.fixture
def goods_settings(app_settings: Settings) -> Settings:
    # A story lasts for weeks, and in the end the ERP is to have heard all of it.
    return replace(app_settings, allow_private_outbound=True, webhook_retry_for=YEARS_S, log_level="error")


@pytest.mark.timeout(0 if LONG else 900)
async def test_orders_stock_and_money_agree_with_the_shop_on_paper(goods_settings, database, erp):
    await database.execute("UPDATE plans SET max_stores = NULL, max_products = NULL")
    driver = Driver(goods_settings, database, erp)
    await driver.start()
    Goods.driver, Goods.loop, Goods.made = driver, asyncio.get_running_loop(), 0
    try:
        number = FIRST_SEED
        while Goods.made < STEPS:
            await asyncio.to_thread(tell, number)
            print(f"{Goods.made} steps until seed {number}", flush=True)
            number += 1
    finally:
        await driver.stop()


def tell(number: int) -> None:
    """The stories of one seed."""
    run_state_machine_as_test(
        seed(number)(type("Machine", (Goods,), {})),
        settings=settings(
            max_examples=STORIES_PER_SEED,
            stateful_step_count=STEPS_PER_STORY,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            # Making a failing story shorter takes longer than a long run has left.
            phases=[Phase.generate] if LONG else [Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
