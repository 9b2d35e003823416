"""The guarded cache and the purge job."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from app.context import JobCtx
from app.features.auth.jobs import purge_expired_auth
from app.jobs import NoArgs
from app.ops.cache import GuardedCache, cache_key
from tests.api import VAULT


async def test_a_load_that_began_before_an_invalidation_never_stores():
    cache: GuardedCache[str] = GuardedCache()
    cache.enabled = True
    started, go = asyncio.Event(), asyncio.Event()

    async def load() -> str:
        started.set()
        await go.wait()
        return "stale"

    loading = asyncio.create_task(cache.get("key", load))
    await started.wait()
    cache.invalidate(cache_key("key"))
    go.set()
    assert await loading == "stale"
    assert cache.stats()["size"] == 0


async def test_only_what_was_found_is_kept_and_nothing_while_nobody_listens():
    cache: GuardedCache[str] = GuardedCache(max_entries=10)

    async def found() -> str:
        return "value"

    async def missing() -> None:
        return None

    await cache.get("key", found)
    assert cache.stats()["size"] == 0
    cache.enabled = True
    await cache.get("none", missing)
    assert cache.stats()["size"] == 0
    for number in range(50):
        await cache.get(str(number), found)
    assert cache.stats()["size"] == 10
    cache.enabled = False
    assert cache.stats()["size"] == 0


async def test_no_caching_while_the_listener_is_down(api):
    caches = api.services.auth_caches
    assert caches.sessions_by_token.enabled
    await api.services.db.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'listener' AND datname = current_database()"
    )
    async with asyncio.timeout(5):
        while caches.sessions_by_token.enabled:
            await asyncio.sleep(0.001)
        while not caches.sessions_by_token.enabled:
            await asyncio.sleep(0.01)
    assert caches.sessions_by_token.stats()["size"] == 0


@pytest.mark.parametrize("expired", [True, False])
async def test_the_purge_takes_only_long_expired_records(api, expired):
    user = await api.create_user()
    age = timedelta(days=2) if expired else timedelta(hours=1)
    at = (datetime.now(UTC) - age).isoformat()
    body = {"user_id": user["id"], "token": "old", "expires_at": at}
    session = (await api.auth.post("/internal/auth/sessions", json=body)).json()
    verification = {"identifier": "i", "value": "v", "expires_at": at}
    assert (await api.auth.post("/internal/auth/verifications", json=verification)).status_code == 201
    await purge_expired_auth(JobCtx(api.services, None), NoArgs())
    left = await api.services.db.fetchval("SELECT count(*) FROM verifications")
    assert left == (0 if expired else 1)
    values = await api.services.q.lookups.list_taken(
        api.services.db, kind="session_token", values=[VAULT.hash("session_token", "old")]
    )
    assert len(values) == (0 if expired else 1)
    found = await api.auth.get(f"/internal/auth/sessions/by-id/{session['id']}")
    assert found.status_code == (404 if expired else 200)
