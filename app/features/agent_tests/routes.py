"""Tests of an agent. SQL: sql/agent_tests.sql; tests/features/test_agent_tests.py."""

from uuid import UUID

import msgspec

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.rows import many, one
from app.features.agent_tests.files import read_tests, write_tests
from app.features.agent_tests.jobs import RunAgentTest, run_agent_test
from app.features.agent_tests.types import (
    AgentTest,
    CreateAgentTest,
    ImportAgentTests,
    ImportedAgentTests,
    Queued,
    RunAgentTests,
    TestFile,
    TestFileError,
    TestFilter,
    UpdateAgentTest,
)
from app.web.errors import Conflict, NotFound
from app.web.patch import changes
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

agent_tests = Group("/internal/agent-tests", Scope.APP, tag="agent-tests", reads=Role.MANAGER, writes=Role.MANAGER)

MOST = 50
MOST_PRODUCTS = 1_000


@agent_tests.get("", errors=(NotFound,))
async def list_agent_tests(ctx: AppCtx, query: TestFilter) -> list[AgentTest]:
    """An agent's test conversations with their last results, in the order they were written."""
    await _require_agent(ctx, query.agent_id)
    return await _tests_of(ctx, query.agent_id)


@agent_tests.post("", status=201, errors=(NotFound, Conflict), idempotent=True)
async def create_agent_test(ctx: AppCtx, body: CreateAgentTest) -> AgentTest:
    """Keep a conversation to try the agent with."""
    await _require_agent(ctx, body.agent_id)
    row = await ctx.q.agent_tests.create_agent_test(
        ctx.db,
        id=uuid7(),
        agent_id=body.agent_id,
        name=body.name,
        turns=body.turns,
        expect=body.expect,
        most=MOST,
        actor_id=ctx.actor_id,
    )
    if row is None:
        raise Conflict(f"An agent has at most {MOST} tests.")
    return one(row, AgentTest)


@agent_tests.get("/export", errors=(NotFound,))
async def export_agent_tests(ctx: AppCtx, query: TestFilter) -> TestFile:
    """An agent's tests as a file, with its shop: what `chat evaluate` holds, and what POST …/import takes again."""
    shop = await ctx.q.agent_tests.describe_shop(
        ctx.db, agent_id=query.agent_id, most=MOST_PRODUCTS, actor_id=ctx.actor_id
    )
    if shop is None:
        raise NotFound("agent")
    return TestFile(write_tests(await _tests_of(ctx, query.agent_id), msgspec.json.decode(shop)))


@agent_tests.post("/import", errors=(NotFound, Conflict))
async def import_agent_tests(ctx: AppCtx, body: ImportAgentTests) -> ImportedAgentTests:
    """Keep the conversations of a file as tests; one of the same name is replaced. Errors: nothing is changed."""
    await _require_agent(ctx, body.agent_id)
    tests, errors = read_tests(body.content)
    known = {test.name for test in await _tests_of(ctx, body.agent_id)}
    names = {test.name for test in tests}
    if not errors and len(known | names) > MOST:
        errors = [TestFileError(1, "", "conversations", f"an agent has at most {MOST} tests")]
    if errors:
        return ImportedAgentTests(0, 0, errors)
    await ctx.q.agent_tests.put_agent_tests(
        ctx.db,
        agent_id=body.agent_id,
        ids=[uuid7() for _ in tests],
        names=[test.name for test in tests],
        turns=[msgspec.json.encode(test.turns) for test in tests],
        expects=[msgspec.json.encode(test.expect) for test in tests],
        actor_id=ctx.actor_id,
    )
    return ImportedAgentTests(len(names - known), len(names & known), [])


@agent_tests.patch("/{test_id}", errors=(Conflict,))
async def update_agent_test(ctx: AppCtx, test_id: UUID, body: UpdateAgentTest) -> AgentTest:
    """Change a test; its last result goes."""
    row = await ctx.q.agent_tests.update_agent_test(ctx.db, test_id=test_id, actor_id=ctx.actor_id, **changes(body))
    return one(row, AgentTest)


@agent_tests.delete("/{test_id}")
async def delete_agent_test(ctx: AppCtx, test_id: UUID) -> None:
    """Forget a test."""
    if await ctx.q.agent_tests.delete_agent_test(ctx.db, test_id=test_id, actor_id=ctx.actor_id) is None:
        raise NotFound("agent test")


@agent_tests.post("/run", errors=(NotFound, Conflict))
async def run_agent_tests(ctx: AppCtx, body: RunAgentTests) -> Queued:
    """Hold the agent's test conversations as rehearsals, in the background: no order is made, tokens are used.

    A test whose run is done has lost its `queued_at`.
    """
    await _require_agent(ctx, body.agent_id)
    rows = await ctx.q.agent_tests.queue_agent_tests(
        ctx.db, agent_id=body.agent_id, test_ids=body.test_ids, moment=ctx.now(), actor_id=ctx.actor_id
    )
    if body.test_ids is not None and len(rows) < len(set(body.test_ids)):
        raise NotFound("agent test")
    items = [(RunAgentTest(row["id"]), str(row["id"])) for row in rows]
    if items:
        await ctx.jobs.enqueue_many(ctx.db, run_agent_test, items, company_id=ctx.actor_id)
    return Queued(len(items))


async def _tests_of(ctx: AppCtx, agent_id: UUID) -> list[AgentTest]:
    return many(await ctx.q.agent_tests.list_agent_tests(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id), AgentTest)


async def _require_agent(ctx: AppCtx, agent_id: UUID) -> None:
    if await ctx.q.agents.get_agent(ctx.db, agent_id=agent_id, actor_id=ctx.actor_id) is None:
        raise NotFound("agent")
