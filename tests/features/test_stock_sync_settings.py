"""The settings of the ERP link: secrets shown once, URLs judged, the test push."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest

from app.db import Database
from app.settings import Settings
from tests.api import Tenant
from tests.fakes.receiver import FakeReceiver
from tests.features.stock_sync import Store, make_store
from tests.problems import assert_problem

URL = "https://erp.example.invalid/hook"


@pytest.fixture
async def store(database: Database, two_tenants: tuple[Tenant, Tenant]) -> Store:
    return await make_store(database, two_tenants[0])


async def test_a_new_store_has_the_defaults(store: Store) -> None:
    answer = await store.tenant.client.get(store.settings_url)
    assert answer.json() == {
        "store_id": store.id,
        "outbound_enabled": False,
        "outbound_url": None,
        "outbound_secret_set": False,
        "outbound_secret_last4": None,
        "outbound_prev_expires_at": None,
        "inbound_enabled": False,
        "inbound_secret_set": False,
        "inbound_secret_last4": None,
        "inbound_prev_expires_at": None,
        "last_test_at": None,
        "last_test_status": None,
        "last_error": None,
        "updated_at": None,
    }


async def test_the_inbound_secret_is_shown_once_when_it_is_made(store: Store, database: Database) -> None:
    made = await store.put(inbound_enabled=True)
    secret = made["inbound_secret"]
    assert secret.startswith("whsec_")
    for later in (await store.put(inbound_enabled=True), await store.put(), await store.put(inbound_enabled=False)):
        assert "inbound_secret" not in later
        assert later["inbound_secret_set"] is True
        assert later["inbound_secret_last4"] == secret[-4:]
    rolled = await store.put(roll_inbound_secret=True)
    assert rolled["inbound_secret"] != secret
    assert rolled["inbound_prev_expires_at"] is not None
    stored = await database.fetchrow(
        "SELECT inbound_secret_enc, inbound_secret_prev_enc FROM store_stock_sync_settings"
    )
    assert all(secret.encode() not in bytes(value) for value in tuple(stored or ()))


async def test_the_outbound_secret_is_write_only_and_made_when_missing(store: Store) -> None:
    given = await store.put(outbound_url=URL, outbound_secret="meu-segredo-do-erp")
    assert "outbound_secret" not in given
    assert (given["outbound_secret_set"], given["outbound_secret_last4"]) == (True, "-erp")
    cleared = await store.put(outbound_secret=None)
    assert cleared["outbound_secret_set"] is False
    enabled = await store.put(outbound_enabled=True)
    assert enabled["outbound_secret"].startswith("whsec_")
    assert "outbound_secret" not in await store.put(outbound_enabled=True)


@pytest.mark.parametrize("secret", ["whsec_", "whsec_!!!", "whsec_c2hvcnQ=", "x", "1234567", "whsec_" + "A" * 33])
async def test_an_outbound_secret_that_protects_nothing_is_refused(store: Store, secret: str) -> None:
    answer = await store.tenant.client.put(store.settings_url, json={"outbound_secret": secret})
    assert_problem(answer, 422, "validation", "/outbound_secret")


async def test_only_given_fields_change(store: Store) -> None:
    before = await store.put(outbound_url=URL, outbound_enabled=True, outbound_secret="12345678")
    assert (await store.put()) | {"updated_at": ""} == before | {"updated_at": ""}
    off = await store.put(outbound_enabled=False, outbound_url=None)
    assert (off["outbound_enabled"], off["outbound_url"], off["outbound_secret_set"]) == (False, None, True)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/hook",
        "http://localhost/hook",
        "http://[::ffff:10.0.0.1]/",
        "http://[64:ff9b::a00:1]/",
        "http://0x7f.1/",
        "http://2130706433/",
        "http://169.254.169.254/latest/meta-data",
        "ftp://erp.example.invalid/",
        "https://user:pw@erp.example.invalid/",
        "not a url",
    ],
)
async def test_a_url_that_must_not_be_called_is_not_saved(store: Store, url: str) -> None:
    answer = await store.tenant.client.put(store.settings_url, json={"outbound_url": url})
    assert_problem(answer, 422, "validation", "/outbound_url")


async def test_pushing_needs_a_url(store: Store) -> None:
    client = store.tenant.client
    answer = await client.put(store.settings_url, json={"outbound_enabled": True})
    assert_problem(answer, 422, "validation", "/outbound_url")
    await store.put(outbound_enabled=True, outbound_url=URL)
    answer = await client.put(store.settings_url, json={"outbound_url": None})
    assert_problem(answer, 422, "validation", "/outbound_url")


async def test_unknown_fields_and_other_tenants_get_nothing(store: Store, two_tenants: tuple[Tenant, Tenant]) -> None:
    answer = await store.tenant.client.put(store.settings_url, json={"inbound_secret": "mine"})
    assert_problem(answer, 422, "validation", "/inbound_secret")
    stranger = two_tenants[1].client
    missing = f"/internal/stock-sync-settings/{uuid4()}"
    for url in (store.settings_url, missing):
        assert_problem(await stranger.get(url), 404, "not-found")
        assert_problem(await stranger.put(url, json={"inbound_enabled": True}), 404, "not-found")
    for store_id in (store.id, uuid4()):
        assert_problem(await stranger.post(f"/internal/stock-sync/test-outbound/{store_id}"), 404, "not-found")


async def test_changes_are_audited_without_their_secrets(store: Store, database: Database) -> None:
    await store.put(outbound_url=URL, outbound_secret="meu-segredo-do-erp")
    changes = await database.fetchval("SELECT string_agg(changes::text, ' ') FROM audit_log")
    assert "outbound_url" in changes
    assert "segredo" not in changes


class TestTheTestPush:
    @pytest.fixture
    def erp(self) -> Iterator[FakeReceiver]:
        with FakeReceiver("whsec_" + "QUJD" * 8) as fake:
            yield fake

    @pytest.fixture
    def app_settings(self, app_settings: Settings) -> Settings:
        return replace(app_settings, allow_private_outbound=True)

    async def test_it_says_what_came_of_it(self, store: Store, erp: FakeReceiver, database: Database) -> None:
        url = f"/internal/stock-sync/test-outbound/{store.id}"
        client = store.tenant.client
        unset = (await client.post(url)).json()
        assert unset == {"ok": False, "status_code": None, "latency_ms": 0, "error": "outbound_url is not set"}
        await store.put(outbound_url=erp.url + "/hook", outbound_secret=erp.secret)
        answer = await client.post(url)
        assert answer.status_code == 200
        assert answer.json() == {
            "ok": True,
            "status_code": 200,
            "latency_ms": answer.json()["latency_ms"],
            "error": None,
        }
        assert [push["type"] for push in erp.pushes] == ["ping"]
        erp.status = 500
        failed = await client.post(url)
        assert failed.status_code == 200
        assert failed.json()["ok"] is False
        assert failed.json()["status_code"] == 500
        assert "echoed" not in failed.text
        erp.fail("redirect")
        assert (await client.post(url)).json()["ok"] is False
        settings = (await client.get(store.settings_url)).json()
        assert settings["last_test_at"] is not None
        assert settings["last_test_status"] == 302
