"""`seed`: demo data."""

import click

from app.cli.run import database_dsn, run, settings_or_exit
from app.settings import Settings


@click.command("seed")
@click.option("--demo", is_flag=True, help="Two companies with stores, products, agents, leads and documents.")
@click.option("--if-empty", is_flag=True, help="Do nothing when the database already has a user.")
def seed_command(demo: bool, if_empty: bool) -> None:
    """Fill the database with demo data."""
    if not demo:
        raise click.UsageError("say what to seed: --demo")
    run(_seed(settings_or_exit(), if_empty))


async def _seed(settings: Settings, if_empty: bool) -> None:
    from app.db.distribution import bring_up_to_date
    from app.demo import seed_demo
    from app.ops.log import configure_logging

    configure_logging("warning", settings.log_format)
    async with database_dsn(settings) as dsn:
        await bring_up_to_date(dsn, progress=lambda text: click.echo(text, err=True))
        await seed_demo(settings, dsn, only_if_empty=if_empty)
