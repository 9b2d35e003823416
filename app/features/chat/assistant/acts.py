"""What a message says, as Structs: the only thing the decisions see of it."""

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

from app.features.conversations.state import Known, Language
from app.features.orders.types import PaymentMethod

PriceOrder = Literal["cheapest", "dearest", "smallest", "largest"]
ChangeKind = Literal["want", "add", "remove", "exchange", "only"]
DataKind = Literal["address", "cep", "name", "cpf", "phone", "email"]
AfterSale = Literal[
    "status",
    "resend",
    "cancel",
    "paid",
    "alter",  # something of it is to be otherwise
    "method",  # how it is paid
    "person",  # what only the team can tell
    "complaint",
    "unhappy",
    "glad",
    "later",  # it is paid soon
    "closed",  # nothing more is wanted
]

HAGGLED = "price"
"""The topic of a message that haggles."""


class Mention(Struct, frozen=True):
    """A product as the shopper points at it.

    words: its name, all of them needed; soft: size, number, packing, which only choose between several; position:
    in the last list, -1 the last; pointing: `esse`, `dele`; every: `os dois`, of: how many that are; price_cents:
    `aquele de 29,90`; without: those words that follow a `sem`, which may be in its name or how it is to be made;
    having: those that follow a `com`; packed: the packing that is counted, if no product is called so; product_id:
    where it is settled already; number: said by itself, a size where the thing comes in it, else a count; measure:
    how much is wanted (`2kg`), a count where it is sold by the kilo; among: those before the shopper that may be
    meant; noun: what was named just before, of which this may be another kind (`3 esmaltes rosa e 2 pretos`); but:
    words that its name must not have; any: no matter which of those that are meant; alike: in all else as what was
    named before.
    """

    words: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()
    quantity: int | None = None
    position: int | None = None
    pointing: bool = False
    every: bool = False
    by_price: PriceOrder | None = None
    price_cents: int | None = None
    without: tuple[str, ...] = ()
    having: tuple[str, ...] = ()
    product_id: str = ""
    of: int | None = None
    packed: str = ""
    number: str = ""
    measure: str = ""
    among: tuple[str, ...] = ()
    noun: str = ""
    but: tuple[str, ...] = ()
    any: bool = False
    alike: bool = False

    @property
    def empty(self) -> bool:
        """It names nothing by itself."""
        chooses = self.position is not None or self.every or self.by_price or self.price_cents is not None
        chooses = chooses or bool(self.product_id or self.among)
        return not (self.words or self.soft or chooses)


class Change(Struct, frozen=True):
    """What becomes of the cart. corrects: it takes back what was said before; old: what is exchanged; parts: several
    things, if the whole is not the name of one (`2 capinha preta 1 azul`); instead: wanted if there is none of it;
    either: one of these is wanted, not told which."""

    kind: ChangeKind
    mention: Mention
    old: Mention | None = None
    corrects: bool = False
    bare: bool = False
    parts: tuple[Mention, ...] = ()
    instead: Mention | None = None
    either: tuple[Mention, ...] = ()

    @property
    def settled(self) -> bool:
        """So many of one line, none of it, or one product for another, read by what the cart holds."""
        told = Mention(product_id=self.mention.product_id, quantity=self.mention.quantity)
        if not told.product_id or self.mention != told:
            return False
        by_line = self.old is not None and self.old.product_id != ""
        return by_line if self.kind == "exchange" else self.kind in ("want", "remove")


class Look(Struct, frozen=True):
    """A wish to see products. guess: nothing but a noun says so; quantity: so many would be taken; wanted: they are
    ordered in the same breath; supposed: only if there are any; parts: several things, if the whole is not the name of
    one."""

    mention: Mention = Mention()
    min_price: float | None = None
    max_price: float | None = None
    by_price: PriceOrder | None = None
    more: bool = False
    guess: bool = False
    quantity: int | None = None
    wanted: bool = False
    supposed: bool = False
    parts: tuple[Mention, ...] = ()


class Question(Struct, frozen=True):
    """A question to the shop."""

    topic: str
    text: str


class Acts(Struct, frozen=True):
    """All that one message says. wonders: what a question names that may be a product or anything else; traits: the
    size or colour that is asked for of what was shown; recalls: what a story is about; unread: pieces that name goods
    or count some and stand in no act; way: how to get it, by the option's name or as a wish; notes: what else is asked
    of the order, as it was written; unsure: no answer to our question yet; suggest: something is to be recommended;
    compares: what `about` names is put beside one another;
    private: it concerns somebody else's order; service: the verb of what the shop is asked to do; meddles: it would
    change how the assistant works; asked: the clauses that ask, folded; asks: each of them; half_cep: the first
    digits of a postal code; disputes: what of the data is wrong, the right not told; asks_data: which of them the
    shopper wants to hear; plainly: the changes are what the catalogue and the cart settle;
    resizes: the size that one of several lines is to have, not told which; wears: the size that is told for all;
    foreign: a size as another country counts it;
    holds: nothing is to be closed yet;
    lets_go: the words of what was asked for and is wanted no more; whose: somebody wants theirs no more, and it is not
    known what that is; checks: what the cart is asked to hold, which changes nothing; not_that: what was shown is not
    what is wanted; edits_offer: some of what was offered together is to be otherwise."""

    text: str
    language: Language = "pt"
    known: Known = Known()
    agrees: bool = False
    yes: bool = False
    no: bool = False
    changes: tuple[Change, ...] = ()
    plainly: bool = False
    looks: tuple[Look, ...] = ()
    about: tuple[Mention, ...] = ()
    wonders: tuple[Mention, ...] = ()
    traits: Mention | None = None
    recalls: Mention | None = None
    unread: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    way: str | None = None
    coupon: str | None = None
    drops_coupon: bool = False
    notes: tuple[str, ...] = ()
    unsure: bool = False
    suggest: bool = False
    compares: bool = False
    exclaims: bool = False
    private: bool = False
    meddles: bool = False
    service: str = ""
    method: PaymentMethod | None = None
    refused: PaymentMethod | None = None
    card: bool = False
    empties: bool = False
    total: bool = False
    checkout: bool = False
    wants_code: bool = False
    haggles: bool = False
    hesitates: bool = False
    holds: bool = False
    tells: bool = False
    conditional: bool = False
    looking: bool = False
    greets: bool = False
    thanks: bool = False
    leaves: bool = False
    wants_person: bool = False
    complains: bool = False
    after_sale: AfterSale | None = None
    shipped: str | None = None
    asks_something: bool = False
    asked: str = ""
    asks: tuple[str, ...] = ()
    asks_who: bool = False
    asks_help: bool = False
    asks_change: bool = False
    asks_picture: bool = False
    laughs: bool = False
    wants_notice: bool = False
    half_cep: str = ""
    disputes: DataKind | None = None
    asks_data: DataKind | None = None
    resizes: str = ""
    wears: str = ""
    foreign: str = ""
    lets_go: tuple[str, ...] = ()
    whose: bool = False
    checks: tuple[Mention, ...] = ()
    not_that: bool = False
    edits_offer: bool = False

    def settled(self, held: Collection[str]) -> bool:
        """There are changes, and each was read by what the cart holds. held: the ids of its products."""
        by_line = all(
            one.settled and (one.kind == "exchange" or one.mention.product_id in held) for one in self.changes
        )
        return self.plainly or (bool(self.changes) and by_line)
