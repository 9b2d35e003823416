"""`secrets reseal`: what the job `reseal_secrets` does, at once, and how much is left that no key opens."""

import click

from app.cli.jobs import opened
from app.cli.run import run, settings_or_exit
from app.features.secrets.service import Resealed, reseal
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox, SecretBoxError


@click.group("secrets")
def secrets_group() -> None:
    """Secrets of stores, of webhook endpoints and of the auth store, sealed in the database."""


@secrets_group.command("reseal")
def reseal_command() -> None:
    """Seal every secret with the first key of SECRETS_KEY, so that the others can be dropped."""
    settings = settings_or_exit()
    try:
        box = SecretBox(settings.secrets_key.reveal())
    except SecretBoxError as error:
        raise click.ClickException(str(error)) from error
    done = run(_reseal(box))
    click.echo(f"{done.resealed} resealed")
    problems = []
    if done.lost:
        problems.append(
            f"{done.lost} cannot be opened with any of the keys: stores must enter theirs again, endpoints roll theirs,"
            " users sign in again"
        )
    if done.failed:
        problems.append(f"not all could be written of {', '.join(sorted(done.failed))}: run it again")
    if problems:
        raise click.ClickException("\n".join(problems))


async def _reseal(box: SecretBox) -> Resealed:
    async with opened() as (database, queries):
        return await reseal(database, queries, box, Metrics())
