"""Mails with a link: who may be written to, what link may be sent, and that it arrives once."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy

import pytest

from app.db import Database
from app.features.email.rules import is_trusted, link_mail
from app.settings import Secret, Settings
from tests.api import Api
from tests.fakes.email import FakeEmailProvider
from tests.problems import assert_problem
from tests.waiting import until

URL = "/internal/email/send-reset-password"
LINK = "http://127.0.0.1:8001/reset-password?token=abc"


@pytest.fixture
def app_settings(app_settings: Settings) -> Settings:
    """Jobs run beside the API."""
    return replace(app_settings, job_concurrency=2)


class TestOutbox:
    """Without a provider's key."""

    async def test_the_mail_is_written_and_the_answer_says_so(self, api: Api, app_settings: Settings) -> None:
        answer = await api.webhook.post(URL, json={"to": "ana@example.com", "reset_url": LINK, "name": "Ana"})
        assert answer.status_code == 202
        assert answer.json() == {"accepted": True, "id": answer.json()["id"], "mode": "outbox"}
        outbox = app_settings.data_dir / "outbox"
        await until(lambda: list(outbox.glob("*.eml")))
        message = message_from_bytes(next(outbox.glob("*.eml")).read_bytes(), policy=policy.default)
        assert message["To"] == "ana@example.com"
        text, html = (message.get_body((kind,)).get_content() for kind in ("plain", "html"))  # type: ignore[union-attr]
        for part in (text, html):
            assert LINK in part
            assert "Olá, Ana" in part
            assert "Hello, Ana" in part

    async def test_a_new_address_is_asked_whether_it_is_theirs(self, api: Api, app_settings: Settings) -> None:
        link = LINK.replace("reset-password", "confirm-email")
        body = {"to": "new@example.com", "confirm_url": link, "name": "Ana"}
        answer = await api.webhook.post("/internal/email/send-confirm-email", json=body)
        assert (answer.status_code, answer.json()["mode"]) == (202, "outbox")
        outbox = app_settings.data_dir / "outbox"
        await until(lambda: list(outbox.glob("confirm-email-*.eml")))
        message = message_from_bytes(next(outbox.glob("*.eml")).read_bytes(), policy=policy.default)
        assert (message["To"], message["Subject"]) == (
            "new@example.com",
            "Confirmar seu novo e-mail / Confirm your new e-mail",
        )
        for part in ("plain", "html"):
            assert link in message.get_body((part,)).get_content()  # type: ignore[union-attr]
        refused = await api.webhook.post(
            "/internal/email/send-confirm-email", json=body | {"confirm_url": "https://evil.example/"}
        )
        assert_problem(refused, 422, "validation", "/confirm_url")

    @pytest.mark.parametrize(
        "link",
        [
            "https://evil.example/reset-password?token=abc",
            "http://127.0.0.1:8001.evil.example/",
            "http://127.0.0.1:8001@evil.example/",
            "http://127.0.0.1:8002/",
            "https://127.0.0.1:8001/",
            "//127.0.0.1:8001/",
            "javascript:alert(1)",
            "http://127.0.0.1:8001\\@evil.example/",
            "http://127.0.0.1:8001/a\nb",
        ],
    )
    async def test_a_link_to_elsewhere_is_refused(self, api: Api, link: str) -> None:
        answer = await api.webhook.post(URL, json={"to": "ana@example.com", "reset_url": link})
        assert_problem(answer, 422, "validation", "/reset_url")

    @pytest.mark.parametrize(
        "address",
        ["a@b.c, d@e.f", "Ana <a@b.c>", "a@b.c\r\nBcc: d@e.f", "a b@c.d", "ab.c", "a@b@c.d", '"x"@b.c', "a@b.c\n"],
    )
    async def test_only_one_plain_address_is_written_to(self, api: Api, address: str) -> None:
        answer = await api.webhook.post(URL, json={"to": address, "reset_url": LINK})
        assert_problem(answer, 422, "validation", "/to")

    async def test_an_unknown_field_and_a_wrong_token_are_refused(self, api: Api) -> None:
        body = {"to": "ana@example.com", "reset_url": LINK}
        assert_problem(await api.webhook.post(URL, json=body | {"bcc": "x@y.z"}), 422, "validation", "/bcc")
        assert_problem(await api.public.post(URL, json=body), 401, "unauthorized")
        assert_problem(await api.auth.post(URL, json=body), 401, "unauthorized")


class TestProvider:
    """With a provider that keeps its rules."""

    @pytest.fixture
    def provider(self) -> Iterator[FakeEmailProvider]:
        with FakeEmailProvider() as fake:
            yield fake

    @pytest.fixture
    def app_settings(self, app_settings: Settings, provider: FakeEmailProvider) -> Settings:
        return replace(app_settings, email_base_url=provider.url, email_api_key=Secret(provider.api_key))

    async def test_the_same_link_is_mailed_once(self, api: Api, provider: FakeEmailProvider) -> None:
        body = {"to": "ana@example.com", "reset_url": LINK}
        for _ in range(3):
            answer = await api.webhook.post(URL, json=body)
            assert answer.json()["mode"] == "provider"
            await until(lambda: provider.seen)
        await asyncio.sleep(0.2)
        assert [mail["to"] for mail in provider.mails] == [["ana@example.com"]]

    async def test_a_provider_that_fails_gets_another_try(
        self, api: Api, provider: FakeEmailProvider, database: Database
    ) -> None:
        provider.fail_always("500")
        await api.webhook.post(URL, json={"to": "ana@example.com", "reset_url": LINK})
        await until(lambda: database.fetchval("SELECT count(*) FROM jobs WHERE last_error IS NOT NULL"), 20)
        provider.fail_always(None)
        await database.execute("UPDATE jobs SET run_at = now()")
        await until(lambda: provider.mails)

    async def test_a_link_that_waits_lies_sealed_and_reaches_nobody_else(
        self, api: Api, provider: FakeEmailProvider, database: Database
    ) -> None:
        provider.fail_always("500")
        await api.webhook.post(URL, json={"to": "ana@example.com", "reset_url": LINK})
        await until(lambda: database.fetchval("SELECT count(*) FROM jobs WHERE last_error IS NOT NULL"), 20)
        rows = await database.fetch("SELECT to_jsonb(j)::text FROM jobs j")
        assert not [row for row in rows if "token" in row[0]]
        provider.fail_always(None)
        await database.execute('UPDATE jobs SET run_at = now(), args = args || \'{"to": "eve@example.com"}\'')
        await until(lambda: database.fetchval("SELECT count(*) FROM jobs WHERE dead_at IS NOT NULL"))
        assert provider.mails == []

    async def test_an_expired_link_is_not_mailed(
        self, api: Api, provider: FakeEmailProvider, database: Database
    ) -> None:
        api.clock.advance(hours=2)
        await api.webhook.post(URL, json={"to": "ana@example.com", "reset_url": LINK})
        await until(lambda: database.fetchval("SELECT count(*) FROM jobs WHERE dead_at IS NOT NULL"))
        assert provider.mails == []


def test_the_name_cannot_carry_markup_or_lines() -> None:
    mail = link_mail("reset-password", "a@b.c", LINK + "&x=1", "<b>Ana</b>\r\nBcc: x")
    assert "<b>Ana" not in mail.html
    assert "&lt;b&gt;Ana&lt;/b&gt; Bcc: x" in mail.html
    assert "token=abc&amp;x=1" in mail.html
    assert "\r" not in mail.text


def test_trusted_origins_are_compared_as_origins() -> None:
    trusted = ("https://loja.example", "http://localhost:3000/")
    assert is_trusted("https://loja.example:443/reset?x", trusted)
    assert is_trusted("https://LOJA.example./reset", trusted)
    assert is_trusted("http://localhost:3000", trusted)
    assert not is_trusted("http://loja.example/", trusted)
    assert not is_trusted("", ("",))
