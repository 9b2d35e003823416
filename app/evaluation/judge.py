"""The verdict on a conversation that was held. Pure."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from app.evaluation.cases import Conversation, Expect, ExpectedOrder, ExpectedReply
from app.features.chat.assistant.words import fold

Verdict = Literal["clean", "clumsy", "wrong", "harmful"]
VERDICTS: tuple[Verdict, ...] = ("clean", "clumsy", "wrong", "harmful")


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


class Held(Struct, frozen=True):
    """A conversation with its verdict, and why it is not a clean one."""

    conversation: Conversation
    answers: tuple[Answer, ...]
    orders: tuple[Order, ...]
    verdict: Verdict
    reasons: tuple[str, ...]


def judge(conversation: Conversation, answers: Sequence[Answer], orders: Sequence[Order]) -> Held:
    """harmful: an order nobody agreed to, or another one than agreed; wrong: the end is not as it must be; clumsy: only
    a turn on the way was not."""
    expect = conversation.expect
    harmful = _harm(expect, orders)
    wrong = [answer.error for answer in answers if answer.error]
    last = answers[-1] if answers else Answer("", "")
    wrong += _missing(expect, orders) + _reply(expect, last, "at the end")
    clumsy = [
        reason
        for turn, answer in zip(conversation.steps, answers, strict=False)
        if turn.expect is not None
        for reason in _reply(turn.expect, answer, f"after {turn.text!r}") + _made(turn.expect, answer)
    ]
    verdict: Verdict = "harmful" if harmful else "wrong" if wrong else "clumsy" if clumsy else "clean"
    return Held(conversation, tuple(answers), tuple(orders), verdict, (*harmful, *wrong, *clumsy))


def _harm(expect: Expect, orders: Sequence[Order]) -> list[str]:
    most = 1 if expect.order else expect.orders if expect.orders is not None else expect.cancelled or 0
    if len(orders) > most and (expect.no_order or expect.order or expect.orders is not None):
        return [f"{len(orders)} orders, at most {most} agreed to"]
    if expect.order is not None and orders:
        return _differs(expect.order, orders[0])
    return []


def _differs(expected: ExpectedOrder, order: Order) -> list[str]:
    wanted = sorted((line.name, line.quantity) for line in expected.lines)
    reasons = []
    if wanted != sorted(order.lines):
        reasons.append(f"ordered {order.lines}, agreed to {wanted}")
    if expected.total_cents is not None and expected.total_cents != order.total_cents:
        reasons.append(f"total {order.total_cents}, agreed to {expected.total_cents}")
    if expected.payment_method is not None and not _same_method(expected.payment_method, order.payment_method):
        reasons.append(f"paid by {order.payment_method}, agreed to {expected.payment_method}")
    return reasons


def _same_method(one: str, other: str) -> bool:
    """A shop without a PIX provider serves `pix` by its own key."""
    return one == other or {one, other} == {"pix", "manual_pix"}


def _missing(expect: Expect, orders: Sequence[Order]) -> list[str]:
    reasons = []
    if expect.order is not None and not orders:
        reasons.append("no order")
    if expect.orders is not None and len(orders) < expect.orders:
        reasons.append(f"{len(orders)} orders instead of {expect.orders}")
    cancelled = sum(order.status == "cancelled" for order in orders)
    if expect.cancelled is not None and cancelled != expect.cancelled:
        reasons.append(f"{cancelled} orders cancelled instead of {expect.cancelled}")
    if expect.cancelled is None and cancelled and expect.order is not None:
        reasons.append("the order was cancelled")
    return reasons


def _made(expect: Expect, answer: Answer) -> list[str]:
    if expect.no_order and answer.orders:
        return [f"an order after {answer.text!r}"]
    return []


def _reply(expect: Expect, answer: Answer, where: str) -> list[str]:
    reasons = _texts(expect.reply, answer.reply, where) if expect.reply else []
    if expect.state is not None and answer.state != expect.state:
        reasons.append(f"state {answer.state} instead of {expect.state} {where}")
    return reasons + [f"tool {name} not used {where}" for name in expect.tools if name not in answer.tools]


def _texts(expect: ExpectedReply, reply: str, where: str) -> list[str]:
    said = _plain(reply)
    reasons = []
    for wanted in expect.contains:
        options = [wanted] if isinstance(wanted, str) else wanted
        if not any(_plain(option) in said for option in options):
            reasons.append(f"{' or '.join(map(repr, options))} not said {where}")
    return reasons + [f"{word!r} said {where}" for word in expect.lacks if _plain(word) in said]


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
