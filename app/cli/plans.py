"""`plans list|set|topup-price`: the price list. Prices and the provider's price ids are data, not code."""

from collections.abc import Callable
from typing import Any

import asyncpg
import click
import msgspec

from app.cli.run import database_dsn, run, settings_or_exit
from app.db.ids import uuid7
from app.db.pool import Database
from app.db.queries import Queries, load_queries
from app.db.rows import many
from app.features.billing.types import Plan
from app.paths import SQL_DIR
from app.settings import Settings

LIMITS = ("max_stores", "max_agents", "max_products", "max_documents", "max_leads")
AMOUNTS = ("monthly_cents", "included_tokens", "overage_per_million_cents", "trial_days", "sort_order")
IDS = ("cardprovider_price_id", "cardprovider_metered_price_id")
_MADE = ("id", "slug", "version", "created_at", "updated_at")
NEW: dict[str, Any] = {
    "monthly_cents": None,
    "included_tokens": None,
    "overage_per_million_cents": 0,
    "trial_days": 0,
    "sort_order": 100,
    "active": True,
    **dict.fromkeys(LIMITS),
    **dict.fromkeys(IDS),
}


class _OrNone(click.ParamType[Any]):
    """A value, or the word `none` for no value."""

    name = "VALUE|none"

    def __init__(self, inner: click.ParamType[Any]) -> None:
        self.inner = inner

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; ("none",) stands for NULL, because None means that the option was not given."""
        return ("none",) if value == "none" else self.inner.convert(value, param, ctx)


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """One option per column."""
    for name in (*AMOUNTS, *LIMITS, *IDS):
        kind: Any = click.IntRange(min=0)
        if name in LIMITS:
            kind = _OrNone(click.IntRange(min=1))
        elif name in IDS:
            kind = _OrNone(click.STRING)
        command = click.option(f"--{name.replace('_', '-')}", name, type=kind)(command)
    return command


@click.group("plans")
def plans_group() -> None:
    """The price list: what is sold, at which price ids of the card provider."""


@plans_group.command("list")
def list_command() -> None:
    """All plans, those no longer sold included."""
    for plan in run(_plans(settings_or_exit())):
        state = "" if plan.active else "  (inactive)"
        price = f"R$ {plan.monthly_cents // 100},{plan.monthly_cents % 100:02}"
        ids = f"{plan.cardprovider_price_id or '-'} {plan.cardprovider_metered_price_id or '-'}"
        limits = " ".join(f"{name.removeprefix('max_')}={getattr(plan, name) or 'none'}" for name in LIMITS)
        click.echo(f"{plan.slug:12} {price:>14}  {plan.included_tokens:>12} tokens  {ids}  {limits}{state}")


@plans_group.command("set")
@click.argument("slug")
@click.option("--name", help="What customers read.")
@click.option("--active/--inactive", default=None, help="Inactive plans are kept by who has them, and not sold.")
@_options
def set_command(slug: str, **given: Any) -> None:
    """Change the plan SLUG, or make it: only the options given change; `none` clears a limit or a price id.

    A new plan needs --name, --monthly-cents and --included-tokens.
    """
    changes = {name: None if value == ("none",) else value for name, value in given.items() if value is not None}
    made = run(_set(settings_or_exit(), slug, changes))
    click.echo(f"{'made' if made else 'changed'} {slug}")


@plans_group.command("topup-price")
@click.argument("cents", type=click.IntRange(1, 3_000_000_000), required=False)
def topup_price_command(cents: int | None) -> None:
    """Set what a million bought tokens cost, in CENTS; without it, show it. What was bought is not touched."""
    click.echo(f"{run(_topup_price(cents))} cents per million tokens")


async def _topup_price(cents: int | None) -> int:
    async with database_dsn(settings_or_exit()) as dsn:
        database, queries = await Database.connect(dsn, max_size=1), load_queries(SQL_DIR)
        try:
            if cents is not None:
                await queries.billing.set_topup_price(database, per_million_cents=cents)
            return await queries.billing.get_topup_price(database) or 0
        finally:
            await database.close()


async def _plans(settings: Settings) -> list[Plan]:
    async with database_dsn(settings) as dsn:
        database = await Database.connect(dsn, max_size=1)
        try:
            return await _all(database, load_queries(SQL_DIR))
        finally:
            await database.close()


async def _all(database: Database, queries: Queries) -> list[Plan]:
    return many(await queries.billing.list_all_plans(database), Plan)


async def _set(settings: Settings, slug: str, changes: dict[str, Any]) -> bool:
    async with database_dsn(settings) as dsn:
        database = await Database.connect(dsn, max_size=1)
        try:
            return await save_plan(database, load_queries(SQL_DIR), slug, changes)
        finally:
            await database.close()


async def save_plan(database: Database, queries: Queries, slug: str, changes: dict[str, Any]) -> bool:
    """Change or make a plan; True when it is new. Raises ClickException for what the schema refuses."""
    known = next((plan for plan in await _all(database, queries) if plan.slug == slug), None)
    before = msgspec.structs.asdict(known) if known else NEW | {"name": None}
    row = {name: value for name, value in before.items() if name not in _MADE}
    row |= changes
    missing = [name for name in ("name", "monthly_cents", "included_tokens") if row[name] is None]
    if missing:
        raise click.ClickException(f"a new plan needs {', '.join('--' + n.replace('_', '-') for n in missing)}")
    try:
        async with database.transaction() as tx:
            made = await queries.billing.save_plan(tx, id=uuid7(), slug=slug, **row)
            await queries.billing.keep_plan_version(tx, slug=slug)
        return bool(made)
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError) as error:
        raise click.ClickException(f"refused: {error}") from error
