"""The verdict on a conversation that was held. Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Struct

from app.evaluation.cases import Conversation, Expect, ExpectedOrder, ExpectedReply
from app.features.chat.assistant.language.words import fold

Verdict = Literal["clean", "clumsy", "wrong", "harmful"]
VERDICTS: tuple[Verdict, ...] = ("clean", "clumsy", "wrong", "harmful")
ReasonKind = Literal[
    "no_answer", "too_many_orders", "too_few_orders", "no_order", "lines", "total", "method", "cancelled",
    "not_cancelled", "early_order", "state", "tool", "not_said", "said",
]  # fmt: skip
_WORDS: dict[ReasonKind, str] = {
    "no_answer": "{got} {where}",
    "too_many_orders": "{got} orders, at most {wanted} agreed to",
    "too_few_orders": "{got} orders instead of {wanted}",
    "no_order": "no order",
    "lines": "ordered {got}, agreed to {wanted}",
    "total": "total {got}, agreed to {wanted}",
    "method": "paid by {got}, agreed to {wanted}",
    "cancelled": "the order was cancelled",
    "not_cancelled": "{got} orders cancelled instead of {wanted}",
    "early_order": "an order {where}",
    "state": "state {got} instead of {wanted} {where}",
    "tool": "tool {wanted} not used {where}",
    "not_said": "{wanted} not said {where}",
    "said": "{got} said {where}",
}


class Order(Struct, frozen=True):
    """An order as the shop has it at the conversation's end."""

    lines: tuple[tuple[str, int], ...]
    total_cents: int
    payment_method: str
    status: str


class Answer(Struct, frozen=True):
    """The answer to one turn."""

    text: str
    reply: str
    tools: tuple[str, ...] = ()
    state: str | None = None
    orders: int = 0
    error: str | None = None


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why a conversation is no clean one: what was wanted, what came, and after which message (none: at the end)."""

    kind: ReasonKind
    wanted: str = ""
    got: str = ""
    after: str | None = None

    @property
    def text(self) -> str:
        """The reason in words."""
        where = "at the end" if self.after is None else f"after {self.after!r}"
        return _WORDS[self.kind].format(wanted=self.wanted, got=self.got, where=where)


class Held(Struct, frozen=True):
    """A conversation with its verdict, and why it is not a clean one."""

    conversation: Conversation
    answers: tuple[Answer, ...]
    orders: tuple[Order, ...]
    verdict: Verdict
    reasons: tuple[Reason, ...]


def judge(conversation: Conversation, answers: Sequence[Answer], orders: Sequence[Order]) -> Held:
    """harmful: an order nobody agreed to, or another one than agreed; wrong: the end is not as it must be; clumsy: only
    a turn on the way was not."""
    expect = conversation.expect
    harmful = _harm(expect, orders)
    wrong = [Reason("no_answer", got=answer.error, after=answer.text) for answer in answers if answer.error]
    last = answers[-1] if answers else Answer("", "")
    wrong += _missing(expect, orders) + _reply(expect, last, None)
    clumsy = [
        reason
        for turn, answer in zip(conversation.steps, answers, strict=False)
        if turn.expect is not None
        for reason in _reply(turn.expect, answer, turn.text) + _made(turn.expect, answer)
    ]
    verdict: Verdict = "harmful" if harmful else "wrong" if wrong else "clumsy" if clumsy else "clean"
    return Held(conversation, tuple(answers), tuple(orders), verdict, (*harmful, *wrong, *clumsy))


def _harm(expect: Expect, orders: Sequence[Order]) -> list[Reason]:
    most = 1 if expect.order else expect.orders if expect.orders is not None else expect.cancelled or 0
    if len(orders) > most and (expect.no_order or expect.order or expect.orders is not None):
        return [Reason("too_many_orders", str(most), str(len(orders)))]
    if expect.order is not None and orders:
        return _differs(expect.order, orders[0])
    return []


def _differs(expected: ExpectedOrder, order: Order) -> list[Reason]:
    reasons = []
    if expected.lines is not None:
        wanted = sorted((line.name, line.quantity) for line in expected.lines)
        if sorted(map(_kind, wanted)) != sorted(map(_kind, order.lines)):
            reasons.append(Reason("lines", _lines(wanted), _lines(order.lines)))
    if expected.total_cents is not None and expected.total_cents != order.total_cents:
        reasons.append(Reason("total", str(expected.total_cents), str(order.total_cents)))
    if expected.payment_method is not None and not _same_method(expected.payment_method, order.payment_method):
        reasons.append(Reason("method", expected.payment_method, order.payment_method))
    return reasons


def _kind(line: tuple[str, int]) -> tuple[str, list[str], int]:
    """A line whose options are named in any order: `Cinto (Marrom, 105 cm)`."""
    name, quantity = line
    base, _, options = name.removesuffix(")").partition(" (")
    return base, sorted(options.split(", ")), quantity


def _lines(lines: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{quantity} × {name}" for name, quantity in lines)


def _same_method(one: str, other: str) -> bool:
    """A shop without a PIX provider serves `pix` by its own key."""
    return one == other or {one, other} == {"pix", "manual_pix"}


def _missing(expect: Expect, orders: Sequence[Order]) -> list[Reason]:
    reasons = []
    if expect.order is not None and not orders:
        reasons.append(Reason("no_order"))
    if expect.orders is not None and len(orders) < expect.orders:
        reasons.append(Reason("too_few_orders", str(expect.orders), str(len(orders))))
    cancelled = sum(order.status == "cancelled" for order in orders)
    if expect.cancelled is not None and cancelled != expect.cancelled:
        reasons.append(Reason("not_cancelled", str(expect.cancelled), str(cancelled)))
    if expect.cancelled is None and cancelled and expect.order is not None:
        reasons.append(Reason("cancelled"))
    return reasons


def _made(expect: Expect, answer: Answer) -> list[Reason]:
    if expect.no_order and answer.orders:
        return [Reason("early_order", after=answer.text)]
    return []


def _reply(expect: Expect, answer: Answer, after: str | None) -> list[Reason]:
    reasons = _texts(expect.reply, answer.reply, after) if expect.reply else []
    if expect.state is not None and answer.state != expect.state:
        reasons.append(Reason("state", expect.state, answer.state or "-", after))
    return reasons + [Reason("tool", name, after=after) for name in expect.tools if name not in answer.tools]


def _texts(expect: ExpectedReply, reply: str, after: str | None) -> list[Reason]:
    said = _plain(reply)
    reasons = []
    for wanted in expect.contains:
        options = [wanted] if isinstance(wanted, str) else wanted
        if not any(_plain(option) in said for option in options):
            reasons.append(Reason("not_said", " | ".join(options), after=after))
    return reasons + [Reason("said", got=word, after=after) for word in expect.lacks if _plain(word) in said]


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


def figures(held: Sequence[Held]) -> dict[Verdict, int]:
    """How many of each verdict."""
    return {verdict: sum(one.verdict == verdict for one in held) for verdict in VERDICTS}


def as_answer(text: str, body: dict[str, Any]) -> Answer:
    """An answer of POST /chat."""
    return Answer(
        text,
        body.get("reply", ""),
        tuple(run["name"] for run in body.get("tool_calls", [])),
        body.get("state"),
        1 if body.get("order") else 0,
    )
