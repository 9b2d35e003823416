"""Secrets of a running service stay where they belong: not in its log, its arguments, the database's views, answers."""

from pathlib import Path

import psutil
import pytest

from app.db import Database
from tests.api import APP_TOKEN, AUTH_TOKEN, SECRETS_KEY, WEBHOOK_TOKEN
from tests.chaos.stage import open_shop
from tests.servers import Server

PIX_KEY = "pix-key-that-nobody-may-see"
ERP_SECRET = "whsec_" + "QUJD" * 8
SESSION = "session-token-that-nobody-may-see"
HASH = "$2b$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234"
EMAIL = "shopper.that.nobody.may.see@example.com"
TOKENS = (APP_TOKEN, AUTH_TOKEN, WEBHOOK_TOKEN, SECRETS_KEY)


@pytest.fixture
def loud(dsn: str, tmp_path: Path):
    """A service that logs all it has to say."""
    server = Server(dsn, tmp_path, command=True, LOG_LEVEL="debug").start()
    yield server
    server.stop()


async def test_secrets_are_in_no_log_argument_view_or_answer(loud: Server, database: Database):
    shop = await open_shop(loud)
    said = []
    async with loud.as_actor(shop.actor_id) as client, loud.auth() as auth:
        link = {"outbound_url": "https://93.184.216.34/hook", "outbound_secret": ERP_SECRET, "outbound_enabled": True}
        said += [
            await client.put(f"/internal/orders/store/{shop.store_id}/payment-settings", json={"pix_api_key": PIX_KEY}),
            await client.get(f"/internal/orders/store/{shop.store_id}/payment-settings"),
            await client.get(f"/internal/stock-sync-settings/{shop.store_id}"),
            await client.get("/internal/audit", params={"target_type": "store_payment_settings"}),
            await client.post("/internal/orders", json={"pix_api_key": PIX_KEY}),
        ]
        assert (await client.put(f"/internal/stock-sync-settings/{shop.store_id}", json=link)).status_code == 200
        account = {"user_id": shop.actor_id, "provider_id": "credential", "account_id": EMAIL, "password_hash": HASH}
        await auth.post("/internal/auth/accounts", json=account)
        await auth.get(f"/internal/auth/users/by-email/{EMAIL}")
        await auth.get(f"/internal/auth/sessions/by-token/{SESSION}")
        await auth.get(f"/internal/auth/verifications/by-value/{SESSION}")
    assert [answer.status_code for answer in said[:4]] == [200] * 4
    views = await database.fetch("SELECT query || application_name FROM pg_stat_activity")
    assert loud.process is not None
    places = {
        "log": loud.log.read_text("utf-8"),
        "arguments": " ".join(psutil.Process(loud.process.pid).cmdline()),
        "pg_stat_activity": " ".join(row[0] or "" for row in views),
        "answers": " ".join(answer.text for answer in said),
    }
    assert "/internal/auth/sessions/by-token/{" in places["log"]
    for place, text in places.items():
        for secret in (*TOKENS, PIX_KEY, ERP_SECRET, SESSION, HASH, EMAIL):
            assert secret not in text, place
