"""The worker beside the API: it works, shows its numbers, and is made anew should it break."""

from dataclasses import replace

import msgspec
import pytest

from app.background import Background, declare_jobs
from app.db import Database, uuid7
from app.features.email.jobs import sealed_mail
from app.jobs import registry
from app.jobs.worker import Worker
from app.settings import Settings
from tests.api import VAULT, Api
from tests.waiting import until

MAIL = msgspec.json.encode(
    sealed_mail(VAULT, "reset-password", "ana@example.com", "http://127.0.0.1:8001/reset", None)
).decode()


@pytest.fixture
def app_settings(app_settings: Settings) -> Settings:
    return replace(app_settings, job_concurrency=2)


async def add_mail(database: Database) -> None:
    await database.execute(
        "INSERT INTO jobs (id, name, args) VALUES ($1, 'send_link_mail', $2::text::jsonb)", uuid7(), MAIL
    )


def test_every_job_of_every_feature_is_declared() -> None:
    declare_jobs()
    assert {"send_link_mail", "deliver_webhooks", "purge_events"} <= {job.name for job in registry}


async def test_jobs_run_beside_the_api_and_are_counted(api: Api, database: Database) -> None:
    await add_mail(database)
    await until(lambda: database.fetchval("SELECT count(*) = 0 FROM jobs WHERE name = 'send_link_mail'"))
    text = (await api.public.get("/metrics")).text
    assert 'jobs_finished_total{name="send_link_mail",outcome="done"} 1.0' in text
    assert 'job_seconds_count{name="send_link_mail"} 1.0' in text


async def test_the_queues_numbers_are_shown(api: Api, database: Database) -> None:
    await database.execute("INSERT INTO jobs (id, name, args, dead_at) VALUES ($1, 'gone', '{}', now())", uuid7())
    background = Background(api.services)
    await background.start()
    await until(lambda: b'jobs_open{name="gone",state="dead"} 1.0' in api.services.metrics.render()[0])
    await background.stop()


async def test_what_waits_or_failed_outside_the_queue_is_shown(api: Api, database: Database) -> None:
    await database.execute(
        "INSERT INTO webhook_events (company_id, provider, event_id, type, payload, status)"
        " VALUES ('', 'cardprovider', 'evt_1', 'x', '{}', 'failed')"
    )
    background = Background(api.services)
    await background.start()
    await until(lambda: b"\ninbox_failed 1.0\n" in api.services.metrics.render()[0])
    assert b"\noutbox_dead 0.0\n" in api.services.metrics.render()[0]
    await background.stop()


async def test_a_worker_that_breaks_is_made_anew(api: Api, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[bool] = []
    claim = Worker._claim_batch

    async def break_once(self: Worker) -> int:
        if not broken:
            broken.append(True)
            raise ZeroDivisionError
        return await claim(self)

    monkeypatch.setattr(Worker, "_claim_batch", break_once)
    await add_mail(database)
    await until(lambda: broken)
    await until(lambda: database.fetchval("SELECT count(*) = 0 FROM jobs WHERE name = 'send_link_mail'"), 15)
