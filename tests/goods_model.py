"""A shop on paper: what orders, stock and money must come to, written without the service's own rules.

The state machine of tests/features/test_goods_machine.py plays the same story here and over HTTP.
"""

from dataclasses import dataclass, field

PRICE = 1000
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


@dataclass
class Sale:
    """An order."""

    number: int
    lines: dict[str, int]
    cash: bool
    status: str
    held: bool = True
    taken: bool = False
    given_back: bool = False
    paid: int = 0
    refunded: int = 0
    charge: str | None = None
    charges: set[str] = field(default_factory=set)
    restocked: dict[str, int] = field(default_factory=dict)
    # The products that were counted when it took them.
    counted: set[str] = field(default_factory=set)

    @property
    def total(self) -> int:
        """What it costs."""
        return PRICE * sum(self.lines.values())


@dataclass
class Shop:
    """Everything on one sheet. Each method says whether the service must agree (True), and does it then."""

    shelves: dict[str, Shelf] = field(default_factory=dict)
    sales: dict[str, Sale] = field(default_factory=dict)
    numbers: int = 0

    def can_place(self, lines: dict[str, int]) -> bool:
        """Whether nobody else holds these goods."""
        return all(self._free(product, quantity) for product, quantity in lines.items())

    def place(self, order_id: str, lines: dict[str, int], cash: bool) -> None:
        """An order, with its goods held."""
        self.numbers += 1
        self.sales[order_id] = Sale(self.numbers, lines, cash, "pending" if cash else "awaiting_proof")
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
        if to == "confirmed" and not self._take(sale):
            return False
        if to in ("awaiting_proof", "awaiting_payment"):
            if not sale.held and not sale.taken and not self._hold(sale):
                return False
            sale.cash = False
        if to == "cancelled":
            self._end(sale)
        if to == ("delivered" if sale.cash else "confirmed"):
            sale.paid = max(sale.paid, sale.total)
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

    def expire(self) -> None:
        """Time passes: whoever waits for a proof has waited long enough."""
        for sale in self.sales.values():
            if sale.status == "awaiting_proof" and sale.paid == 0:
                self._end(sale)
                sale.status = "expired"

    def pay(self, order_id: str, charge: str, cents: int) -> str:
        """The provider's webhook; gives its result."""
        sale = self.sales[order_id]
        if cents != sale.total:
            return "amount_mismatch"
        first = charge not in sale.charges
        sale.charges.add(charge)
        if first:
            sale.paid += cents
        if sale.status in SOLD:
            return "already_confirmed"
        if sale.status in ("cancelled", "expired"):
            return "ignored"
        if not self._take(sale):
            return "out_of_stock"
        sale.status = "confirmed"
        return "confirmed"

    def refund(self, order_id: str, cents: int, product: str | None) -> bool:
        """Money back, and with a product one piece of it on the shelf."""
        sale = self.sales[order_id]
        if cents > sale.paid - sale.refunded or sale.paid == 0:
            return False
        if product is not None:
            if not sale.taken or sale.restocked.get(product, 0) >= sale.lines.get(product, 0):
                return False
            sale.restocked[product] = sale.restocked.get(product, 0) + 1
            shelf = self.shelves[product]
            if shelf.stock is not None:
                shelf.stock += 1
        sale.refunded += cents
        return True

    def count(self, product: str, stock: int | None) -> None:
        """Somebody has counted."""
        self.shelves[product].stock = stock

    def arrive(self, product: str, pieces: int) -> None:
        """The ERP tells a difference."""
        shelf = self.shelves[product]
        if shelf.stock is not None:
            shelf.stock = max(0, shelf.stock + pieces)

    def payment_status(self, sale: Sale) -> str:
        """How an order stands with its money."""
        if sale.paid == 0:
            return "unpaid"
        if sale.refunded >= sale.paid:
            return "refunded"
        if sale.status in ("cancelled", "expired"):
            return "refund_due"
        if sale.refunded:
            return "partially_refunded"
        return "paid" if sale.paid >= sale.total else "unpaid"

    def revenue(self) -> int:
        """What was confirmed, less what was given back of it."""
        return sum(sale.total - sale.refunded for sale in self.sales.values() if sale.status in SOLD)

    def _free(self, product: str, quantity: int) -> bool:
        shelf = self.shelves[product]
        return shelf.stock is None or quantity <= shelf.stock - shelf.reserved

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
            shelf = self.shelves[product]
            if shelf.stock is not None:
                shelf.stock -= quantity
        sale.taken, sale.given_back = True, False
        sale.counted = {p for p in sale.lines if self.shelves[p].stock is not None}
        return True

    def _give(self, sale: Sale) -> None:
        for product in sale.counted:
            shelf = self.shelves[product]
            if shelf.stock is not None:
                shelf.stock += sale.lines[product]
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

    def _end(self, sale: Sale) -> None:
        if sale.held:
            self._set_held(sale, False)
        if sale.taken:
            self._give(sale)
            sale.given_back = True
