"""What a conversation is between two messages: frozen Structs, encoded whole into one jsonb.

A new field needs a default: rows written before it are decoded with it.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from app.features.orders.types import PaymentMethod
from app.web.errors import Unavailable

Attended = Literal["bot", "waiting", "human", "closed"]
WaitingReason = Literal["asked", "complaint", "misunderstood", "model", "quota", "hours"]
Language = Literal["pt", "en"]
PendingKind = Literal[
    "choose",  # which of `options`; `quantity` of it when the shopper has said so
    "quantity",  # how many of `options[0]`, or whether at all
    "method",  # how to pay for the cart
    "delivery",  # how to get it, of `options`, or the postal code
    "confirm",  # yes or no to the summary
    "cancel",  # whether to cancel the order `number`
    "person",  # whether to call a person
    "unread",  # whether to go on without the part of a message that was not understood
    "resize",  # which lines of the cart are to be in the size `query`
]


class CartLine(Struct, frozen=True, omit_defaults=True):
    """So many of a product, at the price shown."""

    product_id: str
    name: str
    quantity: int
    unit_price_cents: int

    @property
    def total_cents(self) -> int:
        """Price times quantity."""
        return self.unit_price_cents * self.quantity


class Cart(Struct, frozen=True, omit_defaults=True):
    """What the shopper wants so far. No two lines are of the same product. shipping_option: its name, or the wish;
    notes: what else is asked of the order (`é presente; deixa na portaria`)."""

    lines: tuple[CartLine, ...] = ()
    payment_method: PaymentMethod | None = None
    shipping_option: str | None = None
    coupon_code: str | None = None
    notes: str = ""

    @property
    def total_cents(self) -> int:
        """The lines' sum, without shipping and discount."""
        return sum(line.total_cents for line in self.lines)


class Summary(Struct, frozen=True, omit_defaults=True):
    """What was shown for a yes. `open`: nothing has been said since that makes it void; name, address: for whom it is
    and where it goes, as they were shown."""

    reference: str
    text: str
    lines: tuple[CartLine, ...]
    payment_method: PaymentMethod
    total_cents: int
    shipping_cents: int | None = None
    open: bool = True
    shipping_option: str | None = None
    discount_cents: int = 0
    coupon_code: str | None = None
    notes: str = ""
    name: str = ""
    address: str = ""

    @property
    def cart(self) -> Cart:
        """The cart that it shows."""
        return Cart(self.lines, self.payment_method, self.shipping_option, self.coupon_code, self.notes)


class Made(Struct, frozen=True, omit_defaults=True):
    """An order this conversation made: of which summary, or of which lines where none is asked for; cancelled: by the
    shopper, here; cart, total_cents: what was ordered, empty in rows written before it was kept."""

    reference: str
    order_id: str
    number: int
    payment_method: PaymentMethod
    cancelled: bool = False
    cart: Cart = Cart()
    total_cents: int = 0


class Known(Struct, frozen=True, omit_defaults=True):
    """What the shopper has told about themselves: customer_info of an order, and the lead's fields."""

    name: str | None = None
    phone: str | None = None
    email: str | None = None
    document: str | None = None
    cep: str | None = None
    address: str | None = None


class Listed(Struct, frozen=True, omit_defaults=True):
    """A product as it was shown; a group of variants as one thing, `product_id` empty. about: what else the shop says
    of it, by which a shopper may choose, shortened; available: how many there were when it was shown."""

    product_id: str
    name: str
    price_cents: int | None = None
    in_stock: bool = True
    group: str | None = None
    base: str = ""
    options: dict[str, str] = {}
    about: str = ""
    variants: tuple["Listed", ...] = ()
    available: int | None = None

    @property
    def each(self) -> tuple["Listed", ...]:
        """The variants of a group, or the product alone."""
        return self.variants or (self,)


class Pending(Struct, frozen=True, omit_defaults=True):
    """The question the shopper is expected to answer. near: the options are only the nearest to what was asked for;
    query: the words of that; times: how often it was asked before; every: a yes takes all of them; counts: how many of
    each then; only_told: what may not do instead, so that a yes takes none of them;
    again: it was asked once more, with how to go on without; shown: how often its list was shown beside something
    else; replaces: what of the cart the answer takes the
    place of, and how many of it."""

    kind: PendingKind
    options: tuple[Listed, ...] = ()
    quantity: int | None = None
    number: int | None = None
    order_id: str | None = None
    near: bool = False
    query: str = ""
    times: int = 0
    every: bool = False
    counts: tuple[int, ...] = ()
    only_told: bool = False
    again: bool = False
    replaces: CartLine | None = None
    shown: int = 0


class Dialogue(Struct, frozen=True, omit_defaults=True):
    """What the rule-based assistant remembers between two messages. topic: what was asked of the shop last; open: the
    goods that were asked for and are still to be chosen; half_street: an address that lacks its number; half_cep: the
    first digits of a postal code, told alone; place: where to was asked about last; size: the one that was told for
    what is wanted; unread: the part of a message that was not understood, until it is told anew or let go; coupon: the
    one that the shop's documents were quoted with; cancels: the order that was to be cancelled, while something else is
    spoken of; owners: whose which goods are, as it was said (`vizinha: 1 relogio`); alone: what was shown one after the
    other, each answer one thing, since goods were taken last; untold: what was asked or looked for last is not known
    here; count: how many of the focus were asked about, until goods are taken; taken_out: something left the cart with
    the last message, and nothing came for it; on_condition: something was wanted only if, and has not been agreed to
    plainly since; gone: the lines that left the cart last, which `volta` brings back."""

    listed: tuple[Listed, ...] = ()
    focus: Listed | None = None
    seen: tuple[Listed, ...] = ()
    query: str = ""
    shown: int = 0
    pending: Pending | None = None
    misunderstood: int = 0
    topic: str = ""
    greeted: bool = False
    language: Language = "pt"
    open: tuple[Pending, ...] = ()
    half_street: bool = False
    half_cep: str = ""
    size: str = ""
    unread: str = ""
    coupon: str = ""
    place: str = ""
    cancels: str = ""
    owners: tuple[str, ...] = ()
    alone: tuple[Listed, ...] = ()
    untold: bool = False
    count: int | None = None
    taken_out: bool = False
    on_condition: bool = False
    gone: tuple[CartLine, ...] = ()


class ConversationState(Struct, frozen=True, omit_defaults=True):
    """All that is carried from one turn to the next. cancelling: the order whose cancellation waits for a yes;
    sold_out: the last product that was shown and could not be had; no_follow_ups: the shopper wants no reminders."""

    attended: Attended = "bot"
    waiting_reason: WaitingReason | None = None
    cart: Cart = Cart()
    summary: Summary | None = None
    summaries: int = 0
    orders: tuple[Made, ...] = ()
    known: Known = Known()
    cancelling: str | None = None
    dialogue: Dialogue = Dialogue()
    sold_out: str | None = None
    no_follow_ups: bool = False

    @property
    def awaiting_confirmation(self) -> bool:
        """A summary waits for its yes."""
        return self.summary is not None and self.summary.open

    @property
    def offers_else(self) -> bool:
        """The last question was about other goods (`Quer levar?`): a yes is to those, and not to the summary."""
        asked = self.dialogue.pending
        return asked is not None and asked.kind in ("choose", "quantity")

    @property
    def standing(self) -> tuple[Made, ...]:
        """The orders that were made and not cancelled again."""
        return tuple(made for made in self.orders if not made.cancelled)

    def made_of(self, reference: str) -> Made | None:
        """The order a reference has made."""
        return next((made for made in self.orders if made.reference == reference), None)


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(ConversationState)


def encode_state(state: ConversationState) -> bytes:
    """The state as JSON, for one jsonb column."""
    return _encoder.encode(state)


def decode_state(raw: bytes | str) -> ConversationState:
    """The state of such a column. Raises Unavailable.

    While a release is rolled out, a newer one may have gone on with the conversation. What its assistant remembers is
    left out where this one does not know it: cart, summary and orders count, the memory only helps.
    """
    try:
        return _decoder.decode(raw)
    except msgspec.ValidationError:
        lasting = msgspec.json.decode(raw, type=dict[str, msgspec.Raw])
        lasting.pop("dialogue", None)
    try:
        return _decoder.decode(msgspec.json.encode(lasting))
    except msgspec.ValidationError as error:
        raise Unavailable("A newer release is at work on this conversation; try again.", retry_after=1) from error
