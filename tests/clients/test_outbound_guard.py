"""The SSRF guard: which URLs and addresses may be called, in every spelling that has fooled such guards."""

import asyncio
import ipaddress
import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clients.outbound_guard import OutboundRefused, is_public, judge, parse, system_resolver


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1"],
)
def test_public_addresses(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "239.1.2.3",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "2002:7f00:1::1",
        "2002:c0a8:101::1",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
        "2001:0:7f00:1:8000:63bf:f7f7:f7f7",
        "fc00::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "100::1",
        "not-an-address",
    ],
)
def test_addresses_that_are_not_public(address):
    assert not is_public(address)


# The special-purpose registries of IANA, as published: every block, the globally reachable ones too.
REGISTRIES = [
    "0.0.0.0/8",
    "0.0.0.0/32",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.0.170/32",
    "192.0.0.171/32",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "240.0.0.0/4",
    "255.255.255.255/32",
    "::1/128",
    "::/128",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2620:4f:8000::/48",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
]
OTHERS = ["224.0.0.0/4", "ff00::/8", "fec0::/10", "4000::/2", "168.63.129.16/32", "192.0.0.192/32"]


@pytest.mark.parametrize("block", REGISTRIES + OTHERS)
def test_every_special_purpose_range_is_refused_from_its_first_to_its_last_address(block):
    network = ipaddress.ip_network(block)
    middle = network[network.num_addresses // 2]
    assert not any(is_public(str(address)) for address in (network[0], middle, network[-1]))


@given(st.ip_addresses())
def test_what_the_interpreter_calls_private_is_never_public(address):
    if isinstance(address, ipaddress.IPv4Address) or address in ipaddress.ip_network("2000::/3"):
        assert address.is_global or not is_public(str(address)) or carries_ipv4(address)


def carries_ipv4(address):
    """6to4 and Teredo: the address inside is judged."""
    return any(address in ipaddress.ip_network(block) for block in ("2002::/16", "2001::/32") if address.version == 6)


@given(st.ip_addresses(v=4))
def test_ipv4_packed_into_ipv6_is_judged_as_itself(address):
    number = int(address)
    high, low = f"{number >> 16:x}", f"{number & 0xFFFF:x}"
    packed = [f"::ffff:{address}", f"64:ff9b::{high}:{low}", f"2002:{high}:{low}::1"]
    assert {is_public(form) for form in packed} == {is_public(str(address))}


@pytest.mark.parametrize(
    "url",
    [
        "",
        "erp.example.com",
        "ftp://erp.example.com/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "javascript:alert(1)",
        "http://",
        "http:///path",
        "http://user@erp.example.com/",
        "http://user:pass@erp.example.com/",
        "http://erp.example.com@127.0.0.1/",
        "http://127.1/",
        "http://0177.0.0.1/",
        "http://0x7f.0.0.1/",
        "http://0x7f000001/",
        "http://2130706433/",
        "http://017700000001/",
        "http://127.0.0.1./",
        "http://[fe80::1%25eth0]/",
        "http://exa mple.com/",
        "http://example.com\\@127.0.0.1/",
        "http://example.com\n/",
        "http://example.com\x00/",
        "http://example.com:0/",
        "http://example.com:99999/",
        "http://" + "a" * 2100,
    ],
)
def test_url_of_an_unacceptable_form(url):
    with pytest.raises(OutboundRefused):
        parse(url)


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://erp.example.com/hook?x=1", b"erp.example.com"),
        ("http://erp-1.example.com:8080", b"erp-1.example.com"),
        ("https://lojão.example.com/", b"xn--lojo-ioa.example.com"),
        ("http://93.184.216.34/", b"93.184.216.34"),
        ("HTTPS://ERP.EXAMPLE.COM/", b"erp.example.com"),
    ],
)
def test_acceptable_urls(url, host):
    assert parse(url).raw_host == host


@given(st.text(max_size=80))
def test_parse_refuses_but_never_fails(text):
    for url in (text, f"http://{text}", f"http://example.com/{text}"):
        try:
            parse(url)
        except OutboundRefused:
            continue


def resolving(*answers):
    """A resolver that gives one answer after the other, the last one for ever."""
    left = list(answers)

    async def resolve(_host, _port):
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


async def test_one_private_address_among_public_ones_is_enough_to_refuse():
    with pytest.raises(OutboundRefused, match="not public"):
        await judge("https://erp.example.com/", allow_private=False, resolver=resolving(["93.184.216.34", "10.0.0.1"]))


async def test_numeric_hosts_are_refused_through_the_real_resolver_too():
    for url in ("http://127.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://localhost/"):
        with pytest.raises(OutboundRefused):
            await judge(url, allow_private=False)


async def test_private_addresses_are_open_only_when_configured():
    target = await judge("http://127.0.0.1:9/", allow_private=True)
    assert target.addresses == ("127.0.0.1",)


async def test_refusal_does_not_tell_the_address():
    with pytest.raises(OutboundRefused) as caught:
        await judge("https://erp.example.com/", allow_private=False, resolver=resolving(["10.1.2.3"]))
    assert "10.1.2.3" not in str(caught.value)


async def test_name_that_does_not_resolve_is_refused():
    async def failing(_host, _port):
        raise OSError("no such host")

    for resolver in (failing, resolving([])):
        with pytest.raises(OutboundRefused, match="resolve"):
            await judge("https://erp.example.com/", allow_private=False, resolver=resolver)


async def test_a_name_server_that_takes_its_time_holds_up_no_other_name(monkeypatch):
    answers, asked = threading.Event(), socket.getaddrinfo

    def ask(host, *args, **options):
        if host == "slow.example":
            answers.wait(30)
            raise socket.gaierror
        return asked(host, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    waiting = [asyncio.create_task(system_resolver("slow.example", 80)) for _ in range(40)]
    try:
        async with asyncio.timeout(5):
            assert await system_resolver("127.0.0.1", 80) == ["127.0.0.1"]
    finally:
        waiting[0].cancel()
        answers.set()
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(end) for end in ended} == {asyncio.CancelledError, socket.gaierror}
