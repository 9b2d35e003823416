"""The shared way out, opened and closed for each test, without waiting between tries."""

from collections.abc import AsyncIterator, Callable

import pytest

from app.clients.http import Outbound, Policy, open_transport


async def _no_wait(_seconds: float) -> None:
    return None


@pytest.fixture
async def outbound() -> AsyncIterator[Callable[[Policy], Outbound]]:
    """Makes an `Outbound` for a policy."""
    transport = open_transport()
    yield lambda policy: Outbound(transport, policy, sleep=_no_wait)
    await transport.close()
