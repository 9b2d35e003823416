"""What server is accepted, and what a refusal says."""

import pytest

from app.db import Database
from app.db.version import ServerTooOld, check_server


class Answers:
    """A server of given versions."""

    def __init__(self, *row: object) -> None:
        self.row = row

    async def fetchrow(self, _: str) -> tuple[object, ...]:
        return self.row


async def test_the_embedded_server_is_accepted(database: Database) -> None:
    async with database.acquire() as connection:
        await check_server(connection)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ((150018, "15.18", "0.8.0"), "PostgreSQL 15.18 is too old"),
        ((160001, "16.1", None), "no extension vector"),
        ((170002, "17.2", "0.7.4"), "pgvector 0.7.4 is too old"),
    ],
)
async def test_a_refusal_names_what_is_needed(row: tuple[object, ...], message: str) -> None:
    with pytest.raises(ServerTooOld, match=message):
        await check_server(Answers(*row))  # type: ignore[arg-type]
