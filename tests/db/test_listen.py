"""The connection that listens, when it breaks."""

from typing import Any

import asyncpg
import pytest

from app.db.listen import Listener
from tests.waiting import until


async def test_a_connection_whose_state_is_confused_is_replaced(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What asyncpg raises when the server ends the session in the moment a query is sent.
    confused = iter([asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")])
    ask = asyncpg.Connection.fetchval

    async def fetchval(self: asyncpg.Connection, *arguments: Any, **options: Any) -> Any:
        if error := next(confused, None):
            raise error
        return await ask(self, *arguments, **options)

    monkeypatch.setattr(asyncpg.Connection, "fetchval", fetchval)
    heard: list[bool] = []
    listener = Listener(dsn)
    listener.on("changes", lambda _: None, heard.append)
    await listener.start()
    await until(lambda: heard.count(True) == 2)
    assert heard[:3] == [True, False, False]
    await listener.stop()
