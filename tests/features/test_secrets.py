"""A new key in front of SECRETS_KEY: what older keys sealed is sealed anew by a job, so that they can be dropped."""

from base64 import b64encode
from uuid import UUID

import pytest

from app.context import JobCtx
from app.db.queries import load_queries
from app.db.rows import one
from app.features.auth.verifications import record_aad
from app.features.secrets.jobs import reseal_secrets
from app.features.secrets.service import reseal
from app.features.webhook_endpoints.sending import Target, _secrets
from app.jobs import NoArgs
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox
from app.ops.vault import Vault
from app.paths import SQL_DIR
from tests.api import AUTH_SECRET, SECRETS_KEY, Api
from tests.features.stock_sync import body, make_store, send
from tests.problems import assert_problem

NEW = b64encode(b"n" * 32).decode()
SOON = "2100-01-01T00:00:00Z"
AUTH = "/internal/auth"
ENDPOINTS = "/internal/webhook-endpoints"


async def made(api: Api, path: str, body: dict[str, object]) -> str:
    answer = await api.auth.post(f"{AUTH}/{path}", json=body)
    assert answer.status_code == 201, answer.text
    row_id: str = answer.json()["id"]
    return row_id


async def rotate(api: Api, keys: str) -> None:
    """A start with these keys, and the job's hour."""
    api.services.secret_box = SecretBox(keys)
    api.services.vault = Vault(api.services.secret_box, AUTH_SECRET)
    await reseal_secrets(JobCtx(api.services, None), NoArgs())  # type: ignore[arg-type]


async def test_rows_sealed_before_a_rotation_are_read_with_the_new_key_alone(api: Api) -> None:
    user_id = (await api.create_user())["id"]
    session = await made(api, "sessions", {"user_id": user_id, "token": "token", "expires_at": SOON})
    record = await made(api, "verifications", {"identifier": "otp", "value": "v", "expires_at": SOON})
    row = await made(api, "extensions", {"user_id": user_id, "model": "twoFactor", "data": {"secret": "s"}})
    paths = [f"{AUTH}/{path}" for path in (f"sessions/by-id/{session}", f"verifications/by-id/{record}")]
    paths.append(f"{AUTH}/extensions/by-id/{row}")
    before = [(await api.auth.get(path)).json() for path in paths]
    await rotate(api, NEW)
    for path in paths:
        assert_problem(await api.auth.get(path), 404, "not-found")
    await rotate(api, f"{NEW},{SECRETS_KEY}")
    await rotate(api, NEW)
    after = [(await api.auth.get(path)).json() for path in paths]
    assert [one | {"updated_at": 0} for one in after] == [one | {"updated_at": 0} for one in before]
    assert (after[0]["token"], after[1]["value"], after[2]["data"]) == ("token", "v", {"secret": "s"})


async def test_what_changes_while_it_is_sealed_anew_keeps_its_newer_value(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is read with its old value, changed, and only then written."""
    record = await made(api, "verifications", {"identifier": "otp", "value": "old", "expires_at": SOON})
    queries = load_queries(SQL_DIR)
    box = SecretBox(f"{NEW},{SECRETS_KEY}")
    write = queries.secrets.reseal_verification

    async def late(db: object, **values: object) -> int:
        changed = await api.auth.patch(f"{AUTH}/verifications/{record}", json={"value": "new"})
        assert changed.status_code == 200
        count: int = await write(db, **values)
        return count

    monkeypatch.setattr(queries.secrets, "reseal_verification", late)
    assert await reseal(api.services.db, queries, box, Metrics()) == (0, 0, [])
    sealed = await api.services.db.fetchval("SELECT value_enc FROM verifications")
    assert SecretBox(SECRETS_KEY).open(sealed, record_aad(record, "value")) == "new"


async def test_what_no_key_opens_any_more_is_shown_and_made_anew(api: Api, two_tenants, database) -> None:
    """A key was dropped too early: settings answer, and a new secret works at once, beside the lost one before it."""
    store = await make_store(database, two_tenants[0])
    client = store.tenant.client
    old = (await store.put(inbound_enabled=True, outbound_url="https://erp.test/", outbound_secret="x" * 24))[
        "inbound_secret"
    ]
    made_hook = await client.post(ENDPOINTS, json={"url": "https://hook.test/", "types": ["order.created"]})
    hook = f"{ENDPOINTS}/{made_hook.json()['id']}"
    api.services.secret_box = SecretBox(NEW)
    settings = (await client.get(store.settings_url)).json()
    assert (settings["inbound_secret_set"], settings["inbound_secret_last4"]) == (True, None)
    assert (settings["outbound_secret_set"], settings["outbound_secret_last4"]) == (True, None)
    [shown] = (await client.get(ENDPOINTS)).json()
    assert (shown["secret_set"], shown["secret_last4"]) == (True, None)
    assert (await client.patch(hook, json={"description": "x"})).status_code == 200
    push = body({"sku": "SKU-0", "quantity": 4})
    assert_problem(await send(api, store, old, push), 503, "unavailable")
    new = (await store.put(roll_inbound_secret=True))["inbound_secret"]
    assert (await send(api, store, new, push)).status_code == 200
    rolled = (await client.post(f"{hook}/roll-secret")).json()["secret"]
    row = await api.services.q.webhook_endpoints.get_target(
        database, company_id=store.tenant.id, endpoint_id=UUID(shown["id"])
    )
    assert _secrets(api.services.secret_box, one(row, Target), api.clock.now()) == [rolled]
