"""kill -9 inside a sign-up: before its transaction is over nothing of it is there, at its commit all of it."""

import asyncio
from datetime import UTC, datetime, timedelta

import asyncpg
import httpx
import pytest

from tests.nodes import change_trigger, total
from tests.servers import Server
from tests.waiting import until

SOON = (datetime.now(UTC) + timedelta(days=7)).isoformat()
HASH = "0123456789abcdef" * 2 + ":" + "0123456789abcdef" * 8
BODY = {
    "user": {"id": "ana", "email": "ana@example.com", "name": "Ana"},
    "account": {"user_id": "ana", "provider_id": "credential", "account_id": "ana", "password": HASH},
    "session": {"user_id": "ana", "token": "tok", "expires_at": SOON},
}
# A session's row waits for the test's lock: as it is written, or as its transaction commits.
_WAIT = (
    "CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$"
    " BEGIN PERFORM pg_advisory_xact_lock(4242); RETURN NULL; END $$",
    "CREATE CONSTRAINT TRIGGER wait_for_test AFTER INSERT ON sessions DEFERRABLE {} FOR EACH ROW"
    " EXECUTE FUNCTION wait_for_test()",
)
_WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4242 AND NOT granted"
_HELD = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 4242"


@pytest.mark.parametrize(("moment", "kept"), [("INITIALLY IMMEDIATE", False), ("INITIALLY DEFERRED", True)])
async def test_a_sign_up_whose_process_ends_inside_is_whole_or_nothing(
    two_servers: tuple[Server, Server], nodes: list[asyncpg.Connection], moment: str, kept: bool
) -> None:
    await change_trigger(nodes[0], *(statement.format(moment) for statement in _WAIT))
    for node in nodes:
        await node.execute("SELECT pg_advisory_lock(4242)")
    first, second = two_servers
    async with first.auth() as doomed, second.auth() as other:
        call = asyncio.create_task(doomed.post("/internal/auth/sign-ups", json=BODY))
        await until(lambda: total(nodes, _WAITING), 30)
        first.kill()
        with pytest.raises(httpx.TransportError):
            await call
        for node in nodes:
            await node.execute("SELECT pg_advisory_unlock(4242)")

        async def over() -> bool:
            return await total(nodes, _HELD) == 0

        await until(over, 30)
        again = await other.post("/internal/auth/sign-ups", json=BODY)
        assert again.status_code == (409 if kept else 201), again.text
        assert (await other.get("/internal/auth/sessions/by-token/tok?include=user")).json()["user"]["id"] == "ana"
        assert (await other.get("/internal/auth/accounts/password-by-user/ana")).status_code == 200
