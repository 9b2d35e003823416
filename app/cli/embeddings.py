"""`embeddings`: how far the vectors of products and documents are, with a bar while they are being made."""

import asyncio

import asyncpg
import click

from app.cli.jobs import opened
from app.cli.run import run, settings_or_exit
from app.db.pool import Database
from app.db.queries import Queries
from app.embed.config import compute_fingerprint, identity_of, load_config
from app.embed.hybrid.presence import LEXICAL, find_folder

EVERY_S = 0.5


@click.command("embeddings")
@click.option("--follow", is_flag=True, help="Show a bar until nothing waits (a worker must be running).")
@click.option("--retry", is_flag=True, help="Send texts that failed back to the queue.")
def embeddings_command(follow: bool, retry: bool) -> None:
    """Vectors that wait, are ready, or failed; after a change of EMBEDDING_MODEL they are made anew."""
    run(_show(follow, retry))


async def _show(follow: bool, retry: bool) -> None:
    async with opened() as (db, q):
        if retry:
            sent = await q.embeddings.retry_products(db) + await q.embeddings.retry_chunks(db)
            click.echo(f"{sent} sent back; the worker takes them up within a minute")
        counts = await _count(db, q)
        if follow and counts["pending"]:
            counts = await _follow(db, q, counts["pending"])
        click.echo(f"pending {counts['pending']}, ready {counts['ready']}, error {counts['error']}")


def _identity() -> str:
    """Of the model that serves: the configured one, or what stands in for the default while that is not built."""
    settings = settings_or_exit()
    folder = find_folder(settings.models_dir, settings.data_dir, settings.embedding_model)
    folder = folder if folder.exists() else LEXICAL
    config = load_config(folder)
    return identity_of(config.name, compute_fingerprint(folder, config))


async def _count(db: Database, q: Queries) -> asyncpg.Record:
    counts = await q.embeddings.count_embedding_states(db, model=_identity())
    assert counts is not None  # noqa: S101  (a row of counts is always there)
    return counts


async def _follow(db: Database, q: Queries, total: int) -> asyncpg.Record:
    """A bar over what waits now; work that is added meanwhile holds it back."""
    with click.progressbar(length=total, label="embedding") as bar:
        while (counts := await _count(db, q))["pending"]:
            bar.update(max(0, total - counts["pending"] - bar.pos))
            await asyncio.sleep(EVERY_S)
        bar.update(total - bar.pos)
    return counts
