"""A shop on paper: what orders, stock and money must come to, written without the service's own rules.

The state machine of test_goods_machine.py plays the same story here and over HTTP.
"""

from dataclasses import dataclass, field

PRICE = 1000
COUPON_PERCENT = 10
COUPON_USES = 3
OPEN = {"pending", "awaiting_proof", "awaiting_payment"}
SOLD = {"confirmed", "preparing", "shipped", "delivered", "returned"}
NEXT = {
    "pending": {"confirmed", "cancelled", "awaiting_proof", "awaiting_payment"},
    "awaiting_proof": {"confirmed", "cancelled", "awaiting_payment"},
    "awaiting_payment": {"confirmed", "cancelled", "awaiting_proof"},
    "confirmed": {"preparing", "shipped", "cancelled"},
    "preparing": {"shipped", "cancelled"},
    "shipped": {"delivered", "cancelled"},
    "delivered": {"returned"},
    "returned": set(),
    "expired": {"confirmed", "cancelled", "awaiting_proof", "awaiting_payment"},
    "cancelled": set(),
}


@dataclass
class Shelf:
    """A product."""

    stock: int | None
    reserved: int = 0
    price: int = PRICE
    # How often it was edited, which a form compares.
    version: int = 0
    # When the ERP counted it last, by the ERP's clock.
    counted_at: float = 0
    # What orders and refunds have moved, which the ERP has to hear of.
    moved: int = 0


@dataclass
class Coupon:
    """Ten percent off, a few times."""

    code: str
    uses: int = 0


@dataclass
class Sale:
    """An order."""

    number: int
    lines: dict[str, int]
    cash: bool
    status: str
    total: int
    held: bool = True
    taken: bool = False
    given_back: bool = False
    paid: int = 0
    refunded: int = 0
    # How much of that was taken from the price, which is what revenue misses.
    unsold: int = 0
    coupon: str | None = None
    charge: str | None = None
    # Whether it waits for the money of a charge, not for a proof.
    by_charge: bool = False
    # Charges whose money has come, with its cents, and those that the provider has once called expired.
    came: set[tuple[str, int]] = field(default_factory=set)
    ran_out: set[str] = field(default_factory=set)
    restocked: dict[str, int] = field(default_factory=dict)
    # What it has off the shelf.
    out: dict[str, int] = field(default_factory=dict)
    # Every charge it ever had.
    made: list[str] = field(default_factory=list)
    # What needs a person.
    attention: set[str] = field(default_factory=set)
    # How often the ERP has to hear that it was sold, and that it was not after all.
    told: dict[str, int] = field(default_factory=dict)


@dataclass
class Shop:
    """Everything on one sheet. Each method says whether the service must agree (True), and does it then."""

    shelves: dict[str, Shelf] = field(default_factory=dict)
    sales: dict[str, Sale] = field(default_factory=dict)
    coupons: dict[str, Coupon] = field(default_factory=dict)
    numbers: int = 0
    # Events of the ERP and of the provider that have had their effect.
    heard: set[str] = field(default_factory=set)

    # -- Orders

    def can_place(self, lines: dict[str, int]) -> bool:
        """Whether nobody else holds these goods."""
        return all(self._free(product, quantity) for product, quantity in lines.items())

    def coupon(self, code: str) -> str | None:
        """The coupon that has this code now, unless it is used up."""
        return next((one for one, it in self.coupons.items() if it.code == code and it.uses < COUPON_USES), None)

    def place(self, order_id: str, lines: dict[str, int], cash: bool, code: str | None = None) -> None:
        """An order, with its goods held."""
        self.numbers += 1
        total = sum(self.shelves[product].price * quantity for product, quantity in lines.items())
        sale = Sale(self.numbers, lines, cash, "pending" if cash else "awaiting_proof", total)
        if code is not None:
            sale.coupon = self.coupon(code)
            sale.total -= total * COUPON_PERCENT // 100
            self._use(sale, 1)
        self.sales[order_id] = sale
        for product, quantity in lines.items():
            self.shelves[product].reserved += quantity

    def move(self, order_id: str, to: str) -> bool:
        """A person moves an order."""
        sale = self.sales[order_id]
        if to not in NEXT[sale.status] or (to == "awaiting_payment" and sale.charge is None):
            return False
        if to == "shipped" and not sale.taken:
            return False
        if sale.status == "pending" and to == "confirmed" and not sale.cash:
            return False
        if to in ("awaiting_proof", "awaiting_payment"):
            if not sale.held and not sale.taken and not self._hold(sale):
                return False
            self._revive(sale)
            sale.cash = False
            sale.by_charge = to == "awaiting_payment"
        if to == "confirmed" and not self._take(sale):
            return False
        if to == "confirmed":
            self._revive(sale)
        if to == ("delivered" if sale.cash else "confirmed") and not self._price_is_there(sale):
            sale.paid = sale.refunded + sale.total
        if to == "confirmed":
            self._confirmed(sale)
        if to == "cancelled":
            if sale.status in SOLD:
                self._tell(sale, "order.cancelled")
            self._end(sale)
        if to == "cancelled" and sale.paid > sale.refunded:
            sale.attention.add("refund_due")
        sale.status = to
        return True

    def decrement(self, order_id: str) -> bool | None:
        """By hand; None: nothing happens, and that is no error."""
        sale = self.sales[order_id]
        again = sale.given_back and sale.status in ("confirmed", "preparing")
        if sale.taken or sale.status in ("cancelled", "expired") or (sale.given_back and not again):
            return None
        return self._take(sale)

    def restore(self, order_id: str) -> bool | None:
        """By hand; an open order holds its goods again."""
        sale = self.sales[order_id]
        if not sale.taken or sale.status in ("shipped", "delivered", "returned"):
            return None
        self._give(sale)
        if sale.status in OPEN:
            self._set_held(sale, True)
        else:
            sale.given_back = True
        return True

    def due(self) -> list[str]:
        """Who waits for a proof, and has waited long enough when two days pass."""
        waiting = [one for one, sale in self.sales.items() if sale.status == "awaiting_proof"]
        return [one for one in waiting if self.sales[one].paid == self.sales[one].refunded]

    def expire(self, order_id: str) -> None:
        """Time is over, unless the order has moved on."""
        sale = self.sales[order_id]
        if order_id in self.due():
            self._end(sale)
            sale.status = "expired"

    # -- Money

    def charge(self, order_id: str, charge: str) -> bool:
        """The caller makes a charge of its own, in place of the one before."""
        sale = self.sales[order_id]
        if sale.status not in OPEN | {"expired"}:
            return False
        before, sale.charge = sale.charge, charge
        if sale.status in ("pending", "expired") and not sale.cash and not self.move(order_id, "awaiting_payment"):
            sale.charge = before
            return False
        sale.made.append(charge)
        return True

    def pay(self, order_id: str, charge: str, cents: int, event: str) -> str:
        """The provider's webhook, once or again; gives its result."""
        sale, again = self.sales[order_id], event in self.heard
        self.heard.add(event)
        if again and cents != sale.total:
            return "amount_mismatch"
        first = self._count(sale, charge, cents)
        if cents != sale.total:
            sale.attention.add("amount_mismatch")
            return "amount_mismatch"
        if sale.status in SOLD:
            return "already_confirmed"
        if sale.status in ("cancelled", "expired"):
            if first:
                sale.attention.add("paid_after_close")
            return "ignored"
        if not first and sale.refunded == sale.paid:
            return "ignored"
        if not self._take(sale):
            if first:
                sale.attention.add("out_of_stock")
            return "out_of_stock"
        sale.status = "confirmed"
        self._confirmed(sale)
        return "confirmed"

    def _count(self, sale: Sale, charge: str, cents: int) -> bool:
        """Money has come, whatever its amount, unless a person who confirmed has counted it; whether it is news."""
        vouched = sale.by_charge and not sale.cash and sale.paid - sum(one for _, one in sale.came) >= cents
        first = (charge, cents) not in sale.came or sale.paid == 0
        sale.came.add((charge, cents))
        if first and not vouched:
            if self._price_is_there(sale) and sale.status not in ("cancelled", "expired"):
                sale.attention.add("refund_due")
            sale.paid += cents
        return first

    def _price_is_there(self, sale: Sale) -> bool:
        """A price that went back whole before the goods were sold is asked for anew."""
        return sale.paid >= sale.total and (sale.status in SOLD or sale.paid > sale.refunded)

    def run_out(self, order_id: str, charge: str) -> None:
        """The provider tells that a charge has expired; it counts once, and while the order waits for this one."""
        sale = self.sales[order_id]
        if charge in sale.ran_out:
            return
        sale.ran_out.add(charge)
        if sale.status == "awaiting_payment" and sale.charge == charge:
            self._end(sale)
            sale.status = "expired"

    def refund(self, order_id: str, cents: int, product: str | None) -> bool:
        """Money back, and with a product one piece of it on the shelf."""
        sale = self.sales[order_id]
        left = sale.paid - sale.refunded
        if cents > left or sale.paid == 0:
            return False
        if product is not None:
            if not sale.taken or sale.restocked.get(product, 0) >= sale.lines.get(product, 0):
                return False
            sale.restocked[product] = sale.restocked.get(product, 0) + 1
            self._put(sale, product, 1)
        if sale.paid >= sale.total:  # what is beside the price goes first
            sale.unsold += max(0, cents - (sale.paid - sale.total - (sale.refunded - sale.unsold)))
        sale.refunded += cents
        if cents == left:
            sale.attention.clear()
        elif sale.status in SOLD and left > sale.total >= left - cents:  # what was beside the price is gone
            sale.attention -= {"refund_due", "amount_mismatch"}
        if cents == left:
            sale.unsold *= sale.status in SOLD
        return True

    def payment_status(self, sale: Sale) -> str:
        """How an order stands with its money."""
        if sale.paid == 0:
            return "unpaid"
        if sale.refunded >= sale.paid:
            return "refunded"
        if sale.status in ("cancelled", "expired"):
            return "refund_due"
        if sale.paid < sale.total:
            return "unpaid"
        return "partially_refunded" if sale.paid - sale.refunded < sale.total else "paid"

    # -- The catalogue

    def edit(
        self, product: str, *, version: int | None = None, stock: int | None = -1, price: int | None = None
    ) -> bool:
        """A form, an import or a count writes what it names (-1, None: nothing); a stale form writes nothing."""
        shelf = self.shelves[product]
        if version is not None and version != shelf.version:
            return False
        before = shelf.stock, shelf.price
        shelf.stock = shelf.stock if stock == -1 else stock
        shelf.price = shelf.price if price is None else price
        shelf.version += (shelf.stock, shelf.price) != before
        return True

    def arrive(self, event: str, product: str, pieces: int) -> str:
        """The ERP tells a difference; gives what came of it."""
        if event in self.heard:
            return "duplicate"
        self.heard.add(event)
        shelf = self.shelves[product]
        if shelf.stock is None:
            return "uncounted"
        clamped = shelf.stock + pieces < 0
        shelf.stock = max(0, shelf.stock + pieces)
        return "clamped" if clamped else "updated"

    def recount(self, event: str, product: str, stock: int, price: int | None, at: float) -> str:
        """The ERP tells what there is, and perhaps a price, as of a moment; gives what came of it."""
        if event in self.heard:
            return "duplicate"
        self.heard.add(event)
        shelf = self.shelves[product]
        if shelf.counted_at >= at:
            return "stale"
        if price is not None and price != shelf.price:
            shelf.price, shelf.version = price, shelf.version + 1
        shelf.stock, shelf.counted_at = stock, at
        return "updated"

    # -- Goods

    def _free(self, product: str, quantity: int) -> bool:
        shelf = self.shelves[product]
        return shelf.stock is None or quantity <= shelf.stock - shelf.reserved

    def _put(self, sale: Sale, product: str, pieces: int) -> None:
        shelf = self.shelves[product]
        if shelf.stock is not None:
            shelf.stock += pieces
            shelf.moved += pieces
            sale.out[product] = sale.out.get(product, 0) - pieces

    def _take(self, sale: Sale) -> bool:
        if sale.taken:
            return True
        for product, quantity in sale.lines.items():
            stock = self.shelves[product].stock
            if not (stock is None or quantity <= stock if sale.held else self._free(product, quantity)):
                return False
        if sale.held:
            self._set_held(sale, False)
        for product, quantity in sale.lines.items():
            self._put(sale, product, -quantity)
        sale.taken, sale.given_back = True, False
        return True

    def _give(self, sale: Sale) -> None:
        for product, pieces in sale.out.items():
            self._put(sale, product, pieces)
        sale.taken = False

    def _hold(self, sale: Sale) -> bool:
        if not self.can_place(sale.lines):
            return False
        self._set_held(sale, True)
        return True

    def _set_held(self, sale: Sale, held: bool) -> None:
        for product, quantity in sale.lines.items():
            self.shelves[product].reserved += quantity if held else -quantity
        sale.held = held

    def _use(self, sale: Sale, more: int) -> None:
        if sale.coupon in self.coupons:
            self.coupons[sale.coupon].uses += more

    def _revive(self, sale: Sale) -> None:
        if sale.status == "expired":
            self._use(sale, 1)

    def _end(self, sale: Sale) -> None:
        if sale.status != "expired":
            self._use(sale, -1)
        if sale.held:
            self._set_held(sale, False)
        if sale.taken:
            self._give(sale)

    def _confirmed(self, sale: Sale) -> None:
        sale.attention -= {"paid_after_close", "out_of_stock"}
        self._tell(sale, "order.confirmed")

    def _tell(self, sale: Sale, kind: str) -> None:
        sale.told[kind] = sale.told.get(kind, 0) + 1
