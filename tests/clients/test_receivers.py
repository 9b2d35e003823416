"""What receivers are sent: signed, to the judged address with the host's own name, faults reduced to a word."""

import asyncio
import dataclasses
import datetime as dt
import ssl
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.clients.http import Outbound, open_transport
from app.clients.outbound_guard import OutboundRefused, system_resolver
from app.clients.receivers import RECEIVER_POLICY, HttpReceivers
from app.clients.standard_webhooks import make_secret
from tests.fakes.receiver import FakeReceiver

SECRET = make_secret()


@pytest.fixture
def erp_server():
    with FakeReceiver(SECRET) as server:
        yield server


def resolving(*answers):
    left = list(answers)

    async def resolve(_host, _port):
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


@pytest.fixture
async def make_erp():
    """Builds clients; their transports are closed at the end."""
    open_ones = []

    def make(*, allow_private=True, resolver=system_resolver, transport=None, total_s=10.0, ssl_context=None):
        if ssl_context is not None:
            transport = open_transport(ssl_context)
        transport = transport or open_transport()
        open_ones.append(transport)
        policy = dataclasses.replace(RECEIVER_POLICY, total_s=total_s)
        return HttpReceivers(Outbound(transport, policy), allow_private=allow_private, resolver=resolver)

    yield make
    for transport in open_ones:
        await transport.close()


async def push(client, url, *, message_id="msg_1", secret=SECRET):
    return await client.send(url, [secret], message_id=message_id, body=b'{"type":"ping"}', at=datetime.now(UTC))


async def test_push_arrives_signed(erp_server, make_erp):
    answer = await push(make_erp(allow_private=True), erp_server.url + "/hook")
    assert (answer.ok, answer.status_code, answer.error) == (True, 200, None)
    assert erp_server.pushes == [{"webhook_id": "msg_1", "type": "ping"}]
    assert erp_server.seen[0].headers["host"] == erp_server.url.removeprefix("http://")


async def test_loopback_is_refused_by_default(erp_server, make_erp):
    answer = await push(make_erp(allow_private=False), erp_server.url)
    assert (answer.ok, answer.error) == (False, "refused: the address is not public")
    assert erp_server.seen == []


async def test_the_judged_address_is_the_one_called_when_dns_changes_in_between(make_erp):
    called = []

    class Recording:
        async def open(self, call, _policy):
            called.append((call.url, call.headers["host"], call.server_name))
            return SimpleNamespace(status=204, headers={}, close=self.close)

        async def close(self):
            pass

    client = make_erp(allow_private=False, resolver=resolving(["93.184.216.34"], ["127.0.0.1"]), transport=Recording())
    answer = await client.send(
        "https://erp.example.com:8443/a?b=1", [SECRET], message_id="m", body=b"{}", at=datetime.now(UTC)
    )
    assert answer.ok
    assert called == [("https://93.184.216.34:8443/a?b=1", "erp.example.com:8443", "erp.example.com")]
    second = await push(client, "https://erp.example.com:8443/a?b=1")
    assert second.error == "refused: the address is not public"
    assert len(called) == 1


async def test_next_address_is_tried_when_one_does_not_listen(erp_server, make_erp):
    port = erp_server.url.rsplit(":", 1)[1]
    client = make_erp(allow_private=True, resolver=resolving(["127.0.0.9", "127.0.0.1"]))
    answer = await push(client, f"http://erp.example.com:{port}/")
    assert answer.ok
    assert erp_server.seen[0].headers["host"] == f"erp.example.com:{port}"


@pytest.mark.parametrize(
    ("fault", "status", "error"),
    [
        ("500", 500, "status 500"),
        ("429", 429, "status 429"),
        ("redirect", 302, "redirects are not followed"),
        ("garbage", 200, None),
        ("huge", 200, None),
        ("cut", 200, None),
    ],
)
async def test_faults_of_the_erp(erp_server, fault, status, error, make_erp):
    erp_server.fail(fault)
    answer = await push(make_erp(allow_private=True), erp_server.url)
    assert (answer.status_code, answer.error) == (status, error)
    assert len(erp_server.seen) == 1


async def test_push_that_took_effect_but_answered_an_error_is_not_ok(erp_server, make_erp):
    erp_server.fail("lost_reply")
    answer = await push(make_erp(allow_private=True), erp_server.url)
    assert not answer.ok
    assert erp_server.pushes != []


async def test_hanging_erp_costs_no_more_than_the_timeout(erp_server, make_erp):
    erp_server.fail("hang")
    answer = await push(make_erp(total_s=0.3), erp_server.url)
    assert (answer.status_code, answer.error) == (None, "timeout")
    assert answer.latency_ms < 2000


async def test_nobody_listening(make_erp):
    answer = await push(make_erp(allow_private=True), "http://127.0.0.1:1/")
    assert answer.error == "connection failed"


async def test_answer_of_the_erp_is_not_echoed(erp_server, make_erp):
    answer = await push(make_erp(allow_private=True), erp_server.url, secret=make_secret())
    assert answer.status_code == 401
    assert "echoed" not in repr(answer)


async def test_gone_is_told_apart(erp_server, make_erp):
    erp_server.status = 410
    assert (await push(make_erp(allow_private=True), erp_server.url)).gone


async def test_private_url_is_refused_when_it_is_saved(make_erp):
    client = make_erp(allow_private=False)
    with pytest.raises(OutboundRefused):
        await client.check_url("http://169.254.169.254/latest/meta-data/")


@pytest.fixture
async def tls_server(tmp_path):
    """An HTTPS server on loopback whose certificate is for erp.example.com; records the SNI it was asked for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "erp.example.com")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("erp.example.com")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = tmp_path / "pem"
    pem.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    names = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    context.sni_callback = lambda _socket, asked, _context: names.append(asked)

    async def serve(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    trusting = ssl.create_default_context(cadata=certificate.public_bytes(serialization.Encoding.PEM).decode())
    yield server.sockets[0].getsockname()[1], trusting, names
    server.close()


async def test_certificate_is_checked_for_the_hosts_name_not_the_address(tls_server, make_erp):
    port, trusting, names = tls_server
    resolver = resolving(["127.0.0.1"])
    right = make_erp(allow_private=True, resolver=resolver, ssl_context=trusting)
    assert (await push(right, f"https://erp.example.com:{port}/")).status_code == 204
    wrong = make_erp(allow_private=True, resolver=resolver, ssl_context=trusting)
    assert (await push(wrong, f"https://other.example.com:{port}/")).error == "TLS failed"
    assert names == ["erp.example.com", "other.example.com"]
