"""Work over all companies: what fails for one of them stops no other."""

import asyncio
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import UUID

import pytest

from app.context import JobCtx
from app.features.auth.jobs import purge_expired_auth, purge_idempotency_keys
from app.features.conversations.jobs import purge_conversations
from app.features.events.jobs import purge_company_events
from app.features.housekeeping import purge
from app.features.inbox.jobs import purge_events
from app.features.members.jobs import purge_invitations
from app.features.search.jobs import sweep_embeddings
from app.features.secrets.service import reseal
from app.jobs import NoArgs
from app.ops.secret_box import SecretBox
from tests.api import SECRETS_KEY
from tests.nodes import change_trigger

OLD, A_DAY = datetime(2020, 1, 1, tzinfo=UTC), timedelta(days=1)
# A row for each job to remove: of the company $1, with its store $2, of the time $3.
CASES = {
    "events": (
        purge_company_events,
        """INSERT INTO events (company_id, id, store_id, type, subject_id, data, created_at)
            VALUES ($1, gen_random_uuid(), $2, 'stock.changed', 'x', '{}', $3)""",
    ),
    "webhook_events": (
        purge_events,
        """INSERT INTO webhook_events (company_id, store_id, provider, event_id, type, payload, status, received_at)
            VALUES ($1, $2, 'erp', 'e', 'stock', '{}', 'processed', $3)""",
    ),
    "company_invitations": (
        purge_invitations,
        """INSERT INTO company_invitations (company_id, id, email, role, invited_by, expires_at)
            VALUES ($1, $2, 'bia@example.com', 'manager', $1, $3)""",
    ),
    "conversations": (
        purge_conversations,
        """INSERT INTO conversations (company_id, id, store_id, channel, updated_at)
            VALUES ($1, gen_random_uuid(), $2, 'web', $3)""",
    ),
    "idempotency_keys": (
        purge_idempotency_keys,
        """INSERT INTO idempotency_keys (company_id, scope, key, request_sha256, expires_at)
            VALUES ($1, 'POST /x', $2::uuid::text, '\\x00', $3)""",
    ),
    "sessions": (
        purge_expired_auth,
        """INSERT INTO sessions (user_id, id, token_hash, token_enc, expires_at)
            VALUES ($1, $2::uuid::text, repeat('0', 64), '\\x00', $3)""",
    ),
}
REFUSE = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(OLD) ->> TG_ARGV[0] = TG_ARGV[1] THEN RAISE 'broken'; END IF;
    RETURN OLD;
END $$"""


async def refuse_deletion(database, table, company_id):
    """From now on no row of this company can be deleted."""
    column = "user_id" if table == "sessions" else "company_id"
    trigger = f"""CREATE TRIGGER refuse BEFORE DELETE ON {table} FOR EACH ROW
                  EXECUTE FUNCTION refuse('{column}', '{company_id}')"""
    async with database.acquire() as connection:
        await change_trigger(connection, REFUSE, trigger)


async def left(database, table):
    column = "user_id" if table == "sessions" else "company_id"
    return [row[0] for row in await database.fetch(f"SELECT {column} FROM {table}")]  # noqa: S608  (names of tables)


@pytest.mark.parametrize("table", CASES)
async def test_one_companys_failure_stops_no_others_purge(api, shop, other_shop, database, table):
    job, insert = CASES[table]
    await database.execute(f"TRUNCATE {table} CASCADE")
    for place, each in enumerate((shop, other_shop)):
        await database.execute(insert, each.id, UUID(each.store_id), OLD + place * A_DAY)
    await refuse_deletion(database, table, shop.id)
    ctx = JobCtx(api.services, None)
    await job(ctx, NoArgs())
    assert await left(database, table) == [shop.id]
    async with database.acquire() as connection:
        await change_trigger(connection, f"DROP TRIGGER refuse ON {table}")
    await job(ctx, NoArgs())
    assert await left(database, table) == []


async def test_rows_that_cannot_go_do_not_hide_those_behind_them(api, shop, other_shop, database):
    queries = api.services.q.events
    await database.execute("DELETE FROM events")
    for place, each in enumerate((shop, shop, shop, other_shop, other_shop)):
        await database.execute(CASES["events"][1], each.id, UUID(each.store_id), OLD + place * A_DAY)
    await refuse_deletion(database, "events", shop.id)
    ctx = JobCtx(api.services, None)
    work = partial(purge, ctx, "events", queries.list_purgeable, queries.purge_events, batch=2)
    await asyncio.wait_for(work(api.clock.now()), 10)
    assert await left(database, "events") == [shop.id] * 3


async def test_one_companys_failure_stops_no_others_secrets_from_being_sealed_anew(api, shop, other_shop, database):
    for each in (shop, other_shop):
        path = f"/internal/orders/store/{each.store_id}/payment-settings"
        assert (await each.client.put(path, json={"pix_api_key": "key-of-the-provider"})).status_code == 200
    before = await database.fetch("SELECT company_id, pix_provider_api_key_enc FROM store_payment_settings")
    await database.execute(REFUSE.replace("RETURN OLD", "RETURN NEW"))
    first = min(shop.id, other_shop.id)
    await database.execute(
        f"""CREATE TRIGGER refuse BEFORE UPDATE ON store_payment_settings FOR EACH ROW
            EXECUTE FUNCTION refuse('company_id', '{first}')"""
    )
    box = SecretBox(f"{b64encode(b'n' * 32).decode()},{SECRETS_KEY}")
    done = await reseal(api.services.db, api.services.q, box, api.services.metrics)
    assert (done.lost, done.failed) == (0, [first])
    after = await database.fetch("SELECT company_id, pix_provider_api_key_enc FROM store_payment_settings")
    assert {row[0] for row in set(before) - set(after)} == {max(shop.id, other_shop.id)}


async def test_one_companys_failure_stops_no_others_re_embedding(api, shop, other_shop, database):
    for each in (shop, other_shop):
        product = {"store_id": each.store_id, "name": "Caneca", "price_cents": 1}
        await each.client.post("/internal/products", json=product)
    await sweep_embeddings(JobCtx(api.services, None), NoArgs())
    await api.run_jobs()
    await database.execute(REFUSE.replace("OLD", "NEW"))
    first = min(shop, other_shop, key=lambda each: each.id)
    await database.execute(
        f"""CREATE TRIGGER refuse BEFORE INSERT ON product_embedding_queue FOR EACH ROW
            EXECUTE FUNCTION refuse('company_id', '{first.id}')"""
    )
    api.services.embedder.fingerprint = "another"
    await sweep_embeddings(JobCtx(api.services, None), NoArgs())
    await api.run_jobs()
    model = api.services.embedder.identity
    made = await database.fetch("SELECT company_id FROM product_embedding WHERE model = $1", model)
    assert [row[0] for row in made] == [max(shop.id, other_shop.id)]
    await database.execute("DROP TRIGGER refuse ON product_embedding_queue")
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'reembed_store'")
    await api.run_jobs()
    assert await database.fetchval("SELECT count(*) FROM product_embedding WHERE model = $1", model) == 2


async def test_a_store_whose_job_is_held_keeps_no_other_from_being_embedded(api, shop, other_shop, database):
    """A long import holds the row of the job that it has enqueued until it commits."""
    first, second = sorted((shop, other_shop), key=lambda each: each.id)
    for each in (first, second):
        await each.client.post(
            "/internal/products", json={"store_id": each.store_id, "name": "Caneca", "price_cents": 1}
        )
    await database.execute("DELETE FROM jobs WHERE company_id = $1", second.id)
    async with database.transaction() as tx:
        await tx.execute("SELECT FROM jobs WHERE company_id = $1 AND name = 'embed_products' FOR UPDATE", first.id)
        await sweep_embeddings(JobCtx(api.services, None), NoArgs())
    assert await database.fetchval("SELECT count(*) FROM jobs WHERE company_id = $1", second.id) == 1
