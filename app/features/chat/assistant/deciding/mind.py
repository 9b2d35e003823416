"""A turn's working copy of the state, and the values that decisions are made of."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct

from app.features.chat.assistant.acts import HAGGLED, Acts, Change, Question
from app.features.chat.assistant.documents.answers import Passage, answer_to, says_word
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.matching import Product, first, shares, together
from app.features.chat.assistant.reading.changes.owners import MAX_OWNERS, told_owners
from app.features.chat.assistant.reading.changes.put_back import gone_from
from app.features.chat.assistant.reading.details import places
from app.features.conversations import rules
from app.features.conversations.state import Cart, CartLine, ConversationState, Dialogue, Known, Listed, Pending
from app.features.coupons.types import CouponKind
from app.features.orders.types import PaymentMethod
from app.features.shipping.types import ShippingOption, ShippingRule
from app.ops.expressions import expression


@dataclass(frozen=True, slots=True)
class Ask:
    """A tool call the assistant wants."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """What a tool answered."""

    name: str
    result: Mapping[str, Any]

    @property
    def failed(self) -> str | None:
        """The error's code when the tool refused, else None."""
        error = self.result.get("error")
        return str(error.get("code", "error")) if isinstance(error, dict) else None


class Say(Struct, frozen=True):
    """One thing to say: a saying with its values, or products, a cart, an order, a text of the shop's own."""

    what: str
    values: Mapping[str, str] = {}
    products: tuple[Product, ...] = ()
    listed: tuple[Listed, ...] = ()
    quantity: int | None = None
    cart: Cart | None = None
    result: Mapping[str, Any] = {}
    text: str = ""
    told: tuple[str, ...] = ()  # of each that is listed
    options: tuple[ShippingOption, ...] = ()
    coupon: "Coupon | None" = None


class Coupon(Struct, frozen=True):
    """A coupon that a message gives, as it stands in the shop. kind None: there is none that holds now."""

    code: str
    kind: CouponKind | None = None
    value: int = 0
    min_subtotal_cents: int = 0


class Shop(Struct, frozen=True):
    """What the assistant may say of the shop: its name, its greeting, passages of its documents, its shipping rules;
    the tools on offer; whether who asks is told when something is back; the coupon that holds; how it can be paid;
    which words of the message its goods carry, those that are called so, and the names of those whose codes it has."""

    name: str = ""
    greeting: str = ""
    passages: tuple[Passage, ...] = ()
    tools: frozenset[str] = frozenset()
    shipping: tuple[ShippingRule, ...] = ()
    notifies: bool = False
    coupon: Coupon | None = None
    methods: tuple[PaymentMethod, ...] = ("pix", "cod")
    goods: Goods = Goods()
    shelf: tuple[Product, ...] = ()
    coded: Mapping[str, str] = {}


_ALSO = expression(r"\b(?:tambem|tb|tbm|junto|alem|also|too|as\s+well|(?:e\s+)?mais\s+(?:uma?|\d)|outr[oa])\b")
GOES_BACK = expression(r"\b(?:fic[ao]|fique|deixa|mantem|mantenha|continua|mesm[oa]s?|msm|keep|stick)\b")
# `põe o cinto no lugar`, of what it is asked about
_IN_ITS_PLACE = expression(r"\b(?:no\s+lugar|em\s+vez|ao\s+inves|instead)\b(?!\s+(?:d[aeo]s?|of)\s+(?!isso\b))")
_CALLED = frozenset({"tamanho", "numero", "size"})
SEEN = 10
UNTOLD = frozenset(("nothing", "not_told", "unknown_answer", "dont_know"))
MAX_OPEN = 5
MAX_ROUNDS = 3  # of tool calls a turn, before the one for the order
Steps = Generator[list[Ask], list[Done], None]


@dataclass
class Mind:
    """A turn's working copy of the state."""

    state: ConversationState
    acts: Acts
    shop: Shop
    cart: Cart
    listed: tuple[Listed, ...]
    focus: Listed | None
    query: str
    shown: int
    pending: Pending | None = None
    seen: tuple[Listed, ...] = ()
    kinds: tuple[Listed, ...] = ()  # looked up by this message, and not shown
    says: list[Say] = field(default_factory=list)
    changed: bool = False
    repeats: bool = False  # the last order's goods are in the cart once more, which no word of the message tells
    lost: bool = False
    handed: bool = False
    open: list[Pending] = field(default_factory=list)
    refused: frozenset[str] = frozenset()  # ids of what was shown and is not wanted
    unread: str = ""
    cancels: str = ""
    topic: str = ""  # the title of the document that was told from, where that is what was asked about
    rounds: int = 0
    details: dict[str, Mapping[str, Any]] = field(default_factory=dict)  # of products, as they were told

    @property
    def may_search(self) -> bool:
        """A round of calls is left besides the one that makes the summary."""
        return self.rounds < MAX_ROUNDS and self.offers("search_products")

    def say(self, what: str, /, **values: str) -> None:
        """Add a saying."""
        self.says.append(Say(what, values))

    def leave_unread(self, piece: str) -> None:
        """Add a piece of the message that has not been taken up, and is asked about."""
        self.acts = msgspec.structs.replace(self.acts, unread=(*self.acts.unread, piece))

    def offers(self, tool: str) -> bool:
        """The tool is on offer."""
        return tool in self.shop.tools

    def show(
        self, products: Sequence[Product], head: str, most: int | None = None, on: bool = False, /, **values: str
    ) -> None:
        """Show products as a numbered list and remember it; a second list of a turn goes on counting. most: so many
        things are shown at first, and it is told that there are more; on: they are the next of what is listed."""
        shown = products if most is None else first(products, most)
        if len(shown) < len(products):
            products, values = shown, values | {"rest": "1"}
        if any(said.listed == tuple(together(products)) for said in self.says):
            return  # once is enough
        before = self.listed if on or any(said.what == "list" for said in self.says) else ()
        entries = tuple(together(products))
        self.listed = (*before, *entries)
        self.focus = self.listed[0] if len(self.listed) == 1 else None
        self.seen = (*self.seen, *entries)[-SEEN:]
        numbered = {"head": head, "start": str(len(before) + 1), **values}
        self.says.append(Say("list", numbered, listed=entries))


def customer_info(known: Known) -> dict[str, str]:
    """What an order keeps of the shopper: the CEP is part of the address."""
    info = {key: value for key, value in msgspec.structs.asdict(known).items() if value and key != "cep"}
    if known.cep and known.cep not in info.get("address", "").replace("-", ""):
        written = f"CEP {known.cep[:5]}-{known.cep[5:]}"
        info["address"] = f"{info['address']}, {written}" if "address" in info else written
    return info


def merged(known: Known, told: Known) -> Known:
    """What was told now goes before what was known; the postal code of another street does not stay."""
    if told.address and known.address and not told.cep and places.differs(told.address, known.address):
        known = msgspec.structs.replace(known, cep=None)
    return Known(
        *(new or old for new, old in zip(msgspec.structs.astuple(told), msgspec.structs.astuple(known), strict=True))
    )


def quoted(mind: Mind, topic: str) -> str | None:
    """The sentence of the documents on a topic, for the shopper's own words, or those that ask."""
    about = (mind.focus.base or mind.focus.name) if mind.focus else ""
    asked = mind.acts.text if topic else mind.acts.asked or mind.acts.text
    return answer_to(mind.shop.passages, Question(topic, asked), about=about)


def quoted_whole(mind: Mind) -> str | None:
    """The sentence of the documents for all that the message says: `fico em dúvida entre 40 e 41, qual pego?`"""
    return answer_to(mind.shop.passages, Question("", mind.acts.text))


def quoted_word(mind: Mind) -> str | None:
    """The sentence of the documents with the longest word that is asked about: `tem pedido mínimo?`"""
    told = [word for word in words(fold(mind.acts.asked)) if len(word) >= 5 and word not in v.EVERYDAY | v.FILLER]
    found = (says_word(mind.shop.passages, word) for word in sorted(told, key=len, reverse=True)[:3])
    return next((sentence for sentence in found if sentence), None)


def says_else(mind: Mind) -> bool:
    """The message tells or asks something besides an answer to the question that is open: that one is neither missed
    nor let go by it."""
    acts = mind.acts
    told = acts.known != Known() or acts.method or acts.refused or acts.card or acts.way or acts.coupon or acts.notes
    asked = acts.questions or acts.about or acts.wonders or acts.traits is not None or acts.total or acts.asks_who
    looks = any(not wish.guess for wish in acts.looks)
    aside = acts.greets or acts.thanks or acts.haggles or acts.tells or acts.looking or acts.after_sale is not None
    return bool(told or asked or looks or aside or acts.drops_coupon)


# `não, a organizadora`, behind a question about another thing
_ANOTHER = expression(
    r"\W*(?:(?:ah+|ops|opa|ih)\W+)*(?:(?:nao+|no|nope)\s*[,.;!]+\s*(?:nao\s*[,.;!]+\s*)?(?:(?:e|era|quero|queria|falo|digo|to\s+falando|i\s+mean|i\s+meant)\s+(?:d[oae]s?\s+)?)?"
    r"(?:[oa]s?|uma?|the|de|d[oa]s?|aquel[ea]s?)\s|(?:errei|me\s+enganei|me\s+expressei\s+mal|quis\s+dizer|i\s+meant)\b)"
)


def still_open(mind: Mind) -> list[Pending]:
    """What was asked for and is neither in the cart nor let go."""
    if mind.acts.no or mind.acts.empties or mind.handed:
        return []
    only = any(one.kind == "only" for one in mind.acts.changes)  # `pra mim é só a peneira`
    before = {line.product_id: line.quantity for line in mind.state.cart.lines}
    lines = [line for line in mind.cart.lines if before.get(line.product_id) != line.quantity]
    taken = {line.product_id for line in lines}
    instead = _IN_ITS_PLACE.search(fold(mind.acts.text)) and not any(
        one.old is not None and not one.old.empty for one in mind.acts.changes
    )
    pending = mind.state.dialogue.pending
    meant = not lines and (mind.acts.changes or any(wish.mention.words for wish in mind.acts.looks))
    wrong = pending is not None and not pending.near and meant and _ANOTHER.match(fold(mind.acts.text)) is not None
    old = [
        asked.options for asked in mind.state.dialogue.open
    ]  # what was asked just now, this message has not answered
    return [
        asked
        for asked in mind.open
        if not (only and asked.options in old)
        if not (wrong and pending is not None and asked.options == pending.options)
        if asked.options not in old or not any(one.product_id in taken for each in asked.options for one in each.each)
        if asked.options not in old
        or not any(_is_instead(asked, line, beside=_beside(mind)) for line in lines or _gone_back_to(mind))
        if not (
            mind.state.dialogue.pending and asked.options == mind.state.dialogue.pending.options and lines and instead
        )
        if not shares(mind.acts.lets_go, asked.query)
    ][-MAX_OPEN:]


def _gone_back_to(mind: Mind) -> tuple[CartLine, ...]:
    """`então fica os 2 de 50 mesmo`: the lines, where a message names only what is in the cart as it is."""
    same = mind.changed and mind.cart.lines == mind.state.cart.lines
    wishes = mind.acts.changes and all(one.kind in ("want", "only") for one in mind.acts.changes)
    return mind.cart.lines if same and wishes and GOES_BACK.search(fold(mind.acts.text)) else ()


def _beside(mind: Mind) -> bool:
    """`põe também um descafeinado`: more goods, in the place of nothing."""
    changes = mind.acts.changes
    return (
        bool(changes)
        and all(one.kind in ("add", "want") for one in changes)
        and (_ALSO.search(fold(mind.acts.text)) is not None or _adds_another(mind, changes))
    )


def _adds_another(mind: Mind, changes: Sequence[Change]) -> bool:
    """`acrescenta 1 par da preta 44`, while the white ones are still to be chosen: a kind that is in no open choice."""
    options = [each.name for asked in mind.state.dialogue.open for option in asked.options for each in option.each]
    told = [[word for word in one.mention.words if is_colour(word)] for one in changes]
    counted = all(one.kind == "add" and one.mention.quantity is not None for one in changes)
    return counted and all(kinds and not any(shares(kinds, name) for name in options) for kinds in told)


def _is_instead(asked: Pending, line: CartLine, *, beside: bool) -> bool:
    """It was taken for what was asked for: another kind of the same thing, or called as that which is not there.
    beside: it was asked for beside all else."""
    base = line.name.partition(" (")[0]
    alike = any(base in (one.base, one.name.partition(" (")[0]) for each in asked.options for one in each.each)
    named = [word for word in fold(asked.query).split() if len(word) > 3 and word.isalpha() and not is_colour(word)]
    return (alike and not beside) or (
        asked.near and not beside and shares([word for word in named if word not in _CALLED], line.name)
    )


def _kept_question(mind: Mind) -> Pending | None:
    """The question about goods that an aside has left open."""
    asked, acts = mind.state.dialogue.pending, mind.acts
    if asked is None or asked.kind not in ("choose", "quantity") or mind.cart.lines != mind.state.cart.lines:
        return None
    # `vou de quirera mesmo`, which is not there: no yes to what was offered before it
    instead = asked.kind == "quantity" and acts.changes and any(said.what == "nothing" for said in mind.says)
    ended = (
        acts.no
        or acts.empties
        or acts.leaves
        or acts.looking
        or mind.handed
        or acts.after_sale is not None
        or acts.lets_go
        or mind.changed
    )
    ended = ended or asked.near or (acts.hesitates and asked.kind == "quantity")  # an offer holds for one message
    return None if instead or ended or mind.listed != mind.state.dialogue.listed else asked


def _seen(mind: Mind) -> tuple[Listed, ...]:
    """What was shown, with the one thing that was told of."""
    told = mind.focus is not None and all(one.product_id != mind.focus.product_id for one in mind.seen)
    return (*mind.seen, mind.focus)[-SEEN:] if mind.focus is not None and told else mind.seen


def _alone(mind: Mind) -> tuple[Listed, ...]:
    """What was shown one after the other, each answer one thing: `quero uma de cada` means all of them."""
    before = mind.state.dialogue
    if mind.acts.no or mind.cart.lines != mind.state.cart.lines or mind.handed:
        return ()
    shown = [one for said in mind.says if said.what == "list" for one in said.listed]
    focus = mind.focus
    if focus is not None and focus != before.focus and (focus not in mind.listed or not shown):
        shown.append(focus)
    if not shown or shown[0] in before.alone:
        return before.alone if len(shown) < 2 else ()
    if len(shown) > 1:
        return ()
    thing = shown[0].base or shown[0].name  # the same may be told again, narrowed to some of its kinds
    others = [one for one in before.alone if (one.base or one.name) != thing]
    return (*others, *shown)[-SEEN:]


def _count_asked(mind: Mind) -> int | None:
    """How many were asked about of what is spoken of, which a question in between does not change."""
    before, asked = mind.state.dialogue, mind.pending
    if asked is not None and asked.kind == "quantity" and len(asked.options) == 1 and asked.quantity is not None:
        return asked.quantity
    same = mind.focus is not None and mind.focus == before.focus and mind.cart.lines == mind.state.cart.lines
    return before.count if same else None


def _took_out(mind: Mind) -> bool:
    """Something is gone from the cart, and nothing has come for it."""
    before, left = ({line.product_id for line in cart.lines} for cart in (mind.state.cart, mind.cart))
    return left < before


def _on_condition(mind: Mind) -> bool:
    """Something is wanted only if, and no plain yes was said since."""
    done = mind.state.cart.lines and not mind.cart.lines
    return (mind.state.dialogue.on_condition and not done) or mind.acts.conditional or mind.acts.haggles


def outcome(mind: Mind) -> ConversationState:
    """The state after the turn."""
    misunderstood = mind.state.dialogue.misunderstood + 1 if mind.lost else 0
    known = merged(mind.state.known, mind.acts.known)
    dialogue = Dialogue(
        mind.listed,
        mind.focus,
        _seen(mind),
        query=mind.query,
        shown=mind.shown,
        pending=mind.pending or _kept_question(mind),
        misunderstood=misunderstood,
        topic=mind.topic
        or (mind.acts.questions[-1].topic if mind.acts.questions else HAGGLED if mind.acts.haggles else ""),
        language=mind.acts.language,
        open=tuple(still_open(mind)),
        half_street=places.lacks_number(known.address),
        half_cep=mind.acts.half_cep,
        size=mind.acts.wears or mind.state.dialogue.size,
        unread=mind.unread,
        cancels=mind.cancels,
        owners=(*mind.state.dialogue.owners, *told_owners(mind.acts.text))[-MAX_OWNERS:] if mind.cart.lines else (),
        place=places.place_in(mind.acts.text) or mind.state.dialogue.place,
        alone=_alone(mind),
        untold=any(said.what in UNTOLD for said in mind.says),
        count=_count_asked(mind),
        taken_out=_took_out(mind),
        on_condition=_on_condition(mind),
        gone=gone_from(mind.state.cart, mind.cart, mind.state.dialogue),
    )
    state = rules.with_cart(mind.state, mind.cart)
    return msgspec.structs.replace(state, dialogue=dialogue, known=known)
