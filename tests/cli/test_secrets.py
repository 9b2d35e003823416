"""`secrets reseal`: after it the old key can be dropped."""

from base64 import b64encode

import pytest

from app.db import uuid7
from app.db.queries import load_queries
from app.features.auth.extensions import extension_aad
from app.features.auth.service import session_aad
from app.features.auth.verifications import record_aad
from app.features.secrets.service import BOUND_TO, reseal
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox
from app.paths import SQL_DIR

OLD, NEW = (b64encode(letter * 32).decode() for letter in (b"o", b"n"))
COLUMNS = {
    ("store_payment_settings", "pix_provider_api_key_enc"),
    ("store_stock_sync_settings", "outbound_secret_enc"),
    ("store_stock_sync_settings", "outbound_secret_prev_enc"),
    ("store_stock_sync_settings", "inbound_secret_enc"),
    ("store_stock_sync_settings", "inbound_secret_prev_enc"),
    ("webhook_endpoints", "secret_enc"),
    ("webhook_endpoints", "secret_prev_enc"),
    ("sessions", "token_enc"),
    ("auth_extensions", "data_enc"),
    ("verifications", "identifier_enc"),
    ("verifications", "value_enc"),
}


@pytest.fixture
async def store_id(database):
    """A store with every kind of secret, and an endpoint of the same id, sealed with the old key."""
    store_id = uuid7()
    await database.execute("INSERT INTO users (id, email) VALUES ('ana', 'ana@example.com')")
    await database.execute("INSERT INTO companies (id) VALUES ('ana')")
    await database.execute(
        "INSERT INTO stores (id, company_id, name, slug) VALUES ($1, 'ana', 'Loja', 'loja')", store_id
    )
    sealed = {name: SecretBox(OLD).seal(f"value of {name}", bound(store_id)) for name, bound in BOUND_TO.items()}
    await database.execute(
        "INSERT INTO store_payment_settings (company_id, store_id, pix_provider_api_key_enc) VALUES ('ana', $1, $2)",
        store_id,
        sealed["pix_provider_api_key"],
    )
    await database.execute(
        """INSERT INTO store_stock_sync_settings (company_id, store_id, outbound_secret_enc, outbound_secret_prev_enc,
                                                  inbound_secret_enc, inbound_secret_prev_enc)
           VALUES ('ana', $1, $2, $3, $4, $5)""",
        store_id,
        sealed["outbound_secret"],
        sealed["outbound_secret_prev"],
        sealed["inbound_secret"],
        sealed["inbound_secret_prev"],
    )
    await database.execute(
        "INSERT INTO webhook_endpoints (company_id, id, url, types, secret_enc, secret_prev_enc)"
        " VALUES ('ana', $1, 'https://hooks.example.com', '{order.created}', $2, $3)",
        store_id,
        sealed["endpoint_secret"],
        sealed["endpoint_secret_prev"],
    )
    return store_id


async def stored(database):
    """Every sealed value by name."""
    rows = await load_queries(SQL_DIR).secrets.list_sealed(database)
    return {name: sealed for _, _, name, sealed in rows}


async def test_every_secret_opens_with_the_new_key_alone(database, store_id):
    queries = load_queries(SQL_DIR)
    assert await reseal(database, queries, SecretBox(f"{NEW},{OLD}"), Metrics()) == (7, 0, [])
    sealed = await stored(database)
    for name, bound_to in BOUND_TO.items():
        assert SecretBox(NEW).open(sealed[name], bound_to(store_id)) == f"value of {name}"
    assert await reseal(database, queries, SecretBox(f"{NEW},{OLD}"), Metrics()) == (0, 0, [])


async def test_secret_of_an_unknown_key_is_counted_and_left(database, store_id):
    before = await stored(database)
    assert await reseal(database, load_queries(SQL_DIR), SecretBox(NEW), Metrics()) == (0, 7, [])
    assert await stored(database) == before


async def test_every_sealed_column_is_known(database):
    rows = await database.fetch(
        "SELECT table_name, column_name FROM information_schema.columns WHERE column_name LIKE '%\\_enc'"
    )
    unused = {("store_payment_settings", "pix_provider_webhook_secret_enc")}  # dropped by a release that follows
    assert {tuple(row) for row in rows} - unused == COLUMNS


async def test_rows_of_the_auth_store_are_resealed_and_still_found(database):
    """Under the old key by one process, resealed, opened by the next, which has the new key alone."""
    await database.execute("INSERT INTO users (id, email) VALUES ('ana', 'ana@example.com')")
    old, new = SecretBox(OLD), SecretBox(NEW)
    await database.execute(
        "INSERT INTO sessions (user_id, id, token_hash, token_enc, expires_at)"
        " SELECT 'ana', 's' || n, repeat('0', 64), $1, now() FROM generate_series(1, 1) n",
        old.seal("token", session_aad("ana", "s1")),
    )
    await database.execute(
        "INSERT INTO auth_extensions (company_id, id, model, data_enc) VALUES ('ana', 'e1', 'passkey', $1)",
        old.seal("{}", extension_aad("ana", "e1")),
    )
    await database.execute(
        "INSERT INTO verifications (id, identifier_hash, identifier_enc, value_hash, value_enc, resets, expires_at)"
        " VALUES ('v1', repeat('0', 64), $1, repeat('0', 64), $2, false, now())",
        old.seal("identifier", record_aad("v1", "identifier")),
        old.seal("value", record_aad("v1", "value")),
    )
    queries = load_queries(SQL_DIR)
    assert await reseal(database, queries, SecretBox(f"{NEW},{OLD}"), Metrics()) == (3, 0, [])
    assert await reseal(database, queries, SecretBox(f"{NEW},{OLD}"), Metrics()) == (0, 0, [])
    token = await database.fetchval("SELECT token_enc FROM sessions")
    assert new.open(token, session_aad("ana", "s1")) == "token"
    data = await database.fetchval("SELECT data_enc FROM auth_extensions")
    assert new.open(data, extension_aad("ana", "e1")) == "{}"
    assert (
        new.open(await database.fetchval("SELECT value_enc FROM verifications"), record_aad("v1", "value")) == "value"
    )
    lost = SecretBox(b64encode(b"x" * 32).decode())
    assert await reseal(database, queries, lost, Metrics()) == (0, 3, [])
