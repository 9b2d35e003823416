"""A test conversation, held as a rehearsal and judged. SQL: sql/agent_tests.sql; tests/features/test_agent_tests.py."""

from uuid import UUID

import msgspec
from msgspec import Struct

from app.context import JobCtx, PublicCtx
from app.db.ids import uuid7
from app.db.rows import maybe
from app.evaluation.cases import Conversation, Expect, Turn
from app.evaluation.judge import Answer, Order, judge
from app.features.agent_tests.types import QueuedTest
from app.features.chat.routes import chat
from app.features.chat.service import answer, open_turn
from app.features.chat.talk import REHEARSAL
from app.features.chat.types import ChatAnswer, ChatRequest
from app.jobs import job
from app.web.context import RequestInfo
from app.web.errors import Problem

_REQUEST = RequestInfo(chat.routes[0], b"/chat", (), "", None)
_expect = msgspec.json.Decoder(Expect).decode
_turns = msgspec.json.Decoder(list[str | Turn]).decode


class RunAgentTest(Struct, frozen=True, forbid_unknown_fields=True):
    """Which test to run."""

    test_id: UUID


@job("run_agent_test", args=RunAgentTest, max_attempts=5, timeout_s=600)
async def run_agent_test(ctx: JobCtx, args: RunAgentTest) -> None:
    """Hold the conversation with the agent as it is now, and keep what came of it."""
    company_id = ctx.run.company_id
    row = await ctx.q.agent_tests.get_queued_test(ctx.db, test_id=args.test_id, company_id=company_id)
    test = maybe(row, QueuedTest)
    if test is None:
        return
    conversation = Conversation(test.name, _turns(test.turns), _expect(test.expect))
    answers, orders = await _hold(ctx, test, conversation)
    held = judge(conversation, answers, orders)
    await ctx.q.agent_tests.keep_test_result(
        ctx.db,
        test_id=args.test_id,
        company_id=company_id,
        moment=ctx.now(),
        verdict=held.verdict,
        reasons=held.reasons,
        answers=held.answers,
    )


async def _hold(ctx: JobCtx, test: QueuedTest, conversation: Conversation) -> tuple[list[Answer], list[Order]]:
    """The answers, and the orders that would have been made."""
    public, key = PublicCtx(ctx.services, _REQUEST), f"{REHEARSAL}{uuid7().hex}"
    answers: list[Answer] = []
    orders: list[Order] = []
    for turn in conversation.steps:
        body = ChatRequest(test.type, turn.text, agent_id=test.agent_id, conversation_id=key, dry_run=True)
        try:
            said = await answer(await open_turn(public, body))
        except Problem as problem:
            answers.append(Answer(turn.text, "", error=problem.detail))
            break
        tools = tuple(run.name for run in said.tool_calls)
        state = said.state if isinstance(said.state, str) else None
        made = _order(said)
        orders += [made] if made else []
        answers.append(Answer(turn.text, said.reply, tools, state, 1 if made else 0))
    return answers, orders


def _order(said: ChatAnswer) -> Order | None:
    """The order that a turn would have made."""
    if isinstance(said.order, msgspec.UnsetType):
        return None
    run = next(run.result["order"] for run in reversed(said.tool_calls) if run.ok and "order" in run.result)
    lines = tuple((line["name"], line["quantity"]) for line in run.get("items", ()))
    return Order(lines, said.order.total_cents, said.order.payment_method, said.order.status)
