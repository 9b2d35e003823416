"""`chat evaluate`: conversations from files, held with the model in use and judged (docs/agents.md)."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import httpx

from app.cli.run import database_dsn, run, settings_or_exit
from app.db.pool import Database
from app.db.queries import load_queries
from app.db.resolver import Resolver
from app.evaluation.cases import CaseError, CaseFile, Conversation, load_cases, placed
from app.evaluation.judge import Held, figures
from app.evaluation.rehearsal import RehearsalError, rehearsing
from app.evaluation.report import junit, table, transcript
from app.paths import SQL_DIR
from app.settings import Secret, Settings

AT_ONCE = 20  # conversations of one throw-away company: its plan's tokens have to last for them
READY_S = 60


@click.group("chat")
def chat_group() -> None:
    """The chat, away from its shoppers."""


@chat_group.command("evaluate")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--agent", "agent_id", help="Use this agent's type, persona and model instead of the files'.")
@click.option("--junit", "report", type=click.Path(path_type=Path, dir_okay=False), help="Write a JUnit file too.")
@click.option("--quiet", is_flag=True, help="The table alone, without the transcripts of what failed.")
def evaluate_command(files: tuple[Path, ...], agent_id: str | None, report: Path | None, quiet: bool) -> None:
    """Hold the conversations of FILES in throw-away shops and judge them. Exits 1 unless all end as they must.

    A clumsy conversation, in which only a turn on the way was not as expected, does not fail.
    """
    if report is not None and not os.access(report if report.exists() else report.parent, os.W_OK):
        raise click.ClickException(f"{report} cannot be written")  # before the conversations cost their tokens
    try:
        cases = [(path, load_cases(path)) for path in files]
    except CaseError as error:
        raise click.ClickException(str(error)) from error
    results = run(_evaluate(settings_or_exit(), cases, agent_id))
    held = [one for _, ones in results for one in ones]
    if not quiet:
        for one in held:
            if one.verdict not in ("clean", "clumsy"):
                click.echo(transcript(one) + "\n")
    click.echo(table(results))
    if report is not None:
        report.write_text(junit(results), "utf-8")
    found = figures(held)
    if found["wrong"] or found["harmful"]:
        sys.exit(1)


async def _evaluate(
    settings: Settings, cases: list[tuple[Path, CaseFile]], agent_id: str | None
) -> list[tuple[str, list[Held]]]:
    from app.db.distribution import bring_up_to_date
    from app.main import create_app
    from app.ops.log import configure_logging

    configure_logging("error", settings.log_format)
    async with database_dsn(settings) as dsn, AsyncExitStack() as stack:
        await bring_up_to_date(dsn, progress=lambda text: click.echo(text, err=True))
        quiet = replace(settings, database_url=settings.database_url or Secret(dsn), log_level="error")
        app = create_app(quiet)
        await stack.enter_async_context(app.router.lifespan_context(app))
        transport = httpx.ASGITransport(app=app)
        http = await stack.enter_async_context(
            httpx.AsyncClient(transport=transport, base_url="http://evaluation", timeout=300)
        )
        agent = await _agent(http, settings, dsn, agent_id) if agent_id else None
        results = []
        for path, case in cases:
            try:
                results.append((path.stem, await _hold(http, settings, case, agent)))
            except RehearsalError as error:
                raise click.ClickException(placed(path, error.steps, str(error))) from error
        return results


async def _hold(
    http: httpx.AsyncClient, settings: Settings, case: CaseFile, agent: dict[str, Any] | None
) -> list[Held]:
    held: list[Held] = []
    tokens = settings.auth_token.reveal(), settings.internal_api_token.reveal()
    for some in _some(case.conversations):
        async with rehearsing(http, *tokens, case, agent) as shop:
            async with asyncio.timeout(READY_S):
                while not await shop.is_ready():  # noqa: ASYNC110 - it becomes so in the database
                    await asyncio.sleep(0.1)
            for conversation in some:
                held.append(await shop.hold(conversation))
                click.echo(f"{held[-1].verdict:8} {conversation.name}", err=True)
    return held


def _some(conversations: list[Conversation]) -> list[list[Conversation]]:
    return [conversations[at : at + AT_ONCE] for at in range(0, len(conversations), AT_ONCE)]


async def _agent(http: httpx.AsyncClient, settings: Settings, dsn: str, agent_id: str) -> dict[str, Any]:
    """The agent to try, found by its id alone."""
    database = await Database.connect(dsn, max_size=1)
    try:
        company_id = await Resolver(load_queries(SQL_DIR)).company_of(database, "agent", agent_id)
    finally:
        await database.close()
    headers = {"X-Internal-Token": settings.internal_api_token.reveal(), "X-Actor-User-Id": company_id or ""}
    answer = await http.get(f"/internal/agents/{agent_id}/full", headers=headers) if company_id else None
    if answer is None or answer.status_code != 200:
        raise click.ClickException(f"there is no agent {agent_id}")
    agent: dict[str, Any] = answer.json()
    return agent
