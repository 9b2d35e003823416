"""E-mail: the provider's API with its idempotency key, and the outbox folder while there is no key."""

import email
import email.policy
import stat

import msgspec
import pytest

from app.clients.email import EmailError, HttpEmail, Mail, OutboxEmail
from app.clients.http import Policy
from tests.fakes.email import FakeEmailProvider

MAIL = Mail(
    to="ana@example.com",
    subject="Redefinição de senha",
    html="<p>Olá, <b>Ana</b></p>",
    text="Olá, Ana",
    key="reset-password/abc",
    kind="reset-password",
)


@pytest.fixture
def fake():
    with FakeEmailProvider() as server:
        yield server


@pytest.fixture
def sender(fake, outbound):
    http = outbound(Policy(name="email", total_s=2))
    return HttpEmail(http, base_url=fake.url, api_key="re_fake", sender="Loja <no-reply@example.com>")


async def test_mail_reaches_the_provider(sender, fake):
    assert await sender.send(MAIL) == "mail-1"
    assert fake.mails[0]["to"] == ["ana@example.com"]
    assert (fake.mails[0]["text"], fake.mails[0]["subject"]) == ("Olá, Ana", "Redefinição de senha")


@pytest.mark.parametrize("fault", ["500", "429", "lost_reply"])
async def test_fault_in_between_sends_one_mail(sender, fake, fault):
    fake.fail(fault)
    await sender.send(MAIL)
    await sender.send(MAIL)
    assert len(fake.mails) == 1


async def test_same_key_with_other_text_sends_nothing_more(sender, fake):
    await sender.send(MAIL)
    await sender.send(msgspec.structs.replace(MAIL, text="other"))
    assert len(fake.mails) == 1


@pytest.mark.parametrize("fault", ["500", "429", "cut", "garbage", "hang", "huge"])
async def test_lasting_fault_is_worth_a_later_try(sender, fake, fault):
    fake.fail_always(fault)
    with pytest.raises(EmailError) as caught:
        await sender.send(MAIL)
    assert not caught.value.permanent


async def test_refused_mail_is_not_tried_again(sender, fake):
    fake.api_key = "another"
    with pytest.raises(EmailError) as caught:
        await sender.send(MAIL)
    assert caught.value.permanent
    assert "re_fake" not in str(caught.value)


async def test_outbox_holds_one_readable_file_per_key(tmp_path):
    outbox = OutboxEmail(tmp_path / "outbox", sender="Loja <no-reply@example.com>")
    name = await outbox.send(MAIL)
    assert await outbox.send(MAIL) == name
    [file] = (tmp_path / "outbox").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert (message["To"], message["Subject"]) == ("ana@example.com", "Redefinição de senha")
    assert "Olá, Ana" in message.get_body(("plain",)).get_content()
    assert "<b>Ana</b>" in message.get_body(("html",)).get_content()


async def test_outbox_that_cannot_be_written_is_an_error_of_ours(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(EmailError):
        await OutboxEmail(tmp_path / "file" / "outbox", sender="a@example.com").send(MAIL)
