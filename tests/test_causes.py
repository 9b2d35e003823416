"""A 502, 503 or 504 leaves one line that says what lay behind it, for whoever has to mend it, and no secret."""

import re
from collections.abc import Iterator
from dataclasses import replace

import asyncpg
import pytest

from app.settings import Settings
from tests.fakes.pixprovider import FakePixProvider
from tests.problems import assert_problem

KEY = "pix-key-that-nobody-may-read"


@pytest.fixture
def provider() -> Iterator[FakePixProvider]:
    with FakePixProvider(KEY) as server:
        yield server


@pytest.fixture
def app_settings(app_settings: Settings, provider: FakePixProvider) -> Settings:
    """The provider is the fake."""
    return replace(app_settings, pixprovider_base_url=provider.url)


def failed(capfd) -> str:
    """The line about the request that failed."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", capfd.readouterr().err)
    lines = [line for line in plain.splitlines() if "request_failed" in line]
    assert len(lines) == 1
    return lines[0]


async def test_a_lock_that_is_not_given_is_named_with_its_code(shop, dsn, capfd):
    other = await asyncpg.connect(dsn)
    try:
        await other.execute("BEGIN; LOCK TABLE stores IN ACCESS EXCLUSIVE MODE")
        capfd.readouterr()
        answer = await shop.client.get(f"/internal/stores/{shop.store_id}")
        assert_problem(answer, 503, "unavailable")
    finally:
        await other.close()
    line = failed(capfd)
    assert "sqlstate=55P03" in line
    assert "lock timeout" in line
    assert "route=/internal/stores/{store_id}" in line


async def test_what_a_provider_said_is_named_without_its_key(shop, provider, capfd):
    changed = await shop.client.put(
        f"/internal/orders/store/{shop.store_id}/payment-settings", json={"pix_api_key": KEY}
    )
    assert changed.status_code == 200
    product = await shop.product(price_cents=1000, stock_quantity=5)
    provider.fail_always("500")
    capfd.readouterr()
    item = {"product_id": product["id"], "quantity": 1}
    wanted = {"store_id": shop.store_id, "items": [item], "payment_method": "pix"}
    answer = await shop.client.post("/internal/orders", json=wanted)
    assert answer.status_code in (502, 503)
    line = failed(capfd)
    assert "PIX provider answered 500" in line
    assert KEY not in line
