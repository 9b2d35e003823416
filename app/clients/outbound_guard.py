"""Which addresses a URL given by a customer may reach (SSRF guard): judged once, and the judged address is used.

Names are resolved here and nowhere else: who connects takes the addresses of the `Target`, so a name that answers
differently a moment later changes nothing.
"""

import asyncio
import contextlib
import re
import socket
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import httpx

Resolver = Callable[[str, int], Awaitable[list[str]]]
# Look-ups at once: more than deliveries at work.
_lookups = threading.BoundedSemaphore(128)
_LOOK_AGAIN_S = 0.05

# Every range of the two special-purpose registries of IANA, those that are reachable from everywhere included: none of
# them is a customer's server. Then multicast, and what clouds answer their own machines at.
_SPECIAL_V4 = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "168.63.129.16/32",
    )
)
# Within global unicast, 2000::/3; whatever lies outside that is refused anyway.
_SPECIAL_V6 = tuple(
    IPv6Network(block) for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
# IPv6 forms that carry an IPv4 address, which is judged instead.
_NAT64 = IPv6Network("64:ff9b::/96")
_TEREDO = IPv6Network("2001::/32")
_MAPPED = IPv6Network("::ffff:0:0/96")
_COMPATIBLE = IPv6Network("::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
# 127.1, 0x7f.0.0.1, 017700000001, 2130706433: what inet_aton reads as an address but nobody means as a name.
_NUMERIC = re.compile(r"(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*\.?", re.ASCII | re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?\.?", re.ASCII)


class OutboundRefused(Exception):
    """The URL must not be called. The message says why, for the customer: it holds no address we resolved."""


class HostUnknown(OutboundRefused):
    """The host name does not resolve now: refused at each use, but no reason not to save the URL."""


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that may be called, and the very addresses it may be called at."""

    url: httpx.URL
    addresses: tuple[str, ...]


async def system_resolver(host: str, port: int) -> list[str]:
    """Addresses of a host by the system's resolver. Raises OSError.

    In a thread of its own, that ends with the process: the loop has four or six for all names, that of the database
    too, and waits for them at its end. A customer's name server may take its time.
    """
    while not _lookups.acquire(blocking=False):  # noqa: ASYNC110 (a thread gives it back)
        await asyncio.sleep(_LOOK_AGAIN_S)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[str]] = loop.create_future()
    threading.Thread(target=_look_up, args=(host, port, loop, answer), name="name look-up", daemon=True).start()
    return await answer


def _look_up(host: str, port: int, loop: asyncio.AbstractEventLoop, answer: "asyncio.Future[list[str]]") -> None:
    found: list[str] | Exception
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        found = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    except Exception as error:
        found = error
    finally:
        _lookups.release()
    with contextlib.suppress(RuntimeError):  # the loop has ended
        loop.call_soon_threadsafe(_settle, answer, found)


def _settle(answer: "asyncio.Future[list[str]]", found: list[str] | Exception) -> None:
    if answer.done():  # nobody waits any longer
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)


async def judge(url: str, *, allow_private: bool, resolver: Resolver = system_resolver) -> Target:
    """The target behind `url`. Raises OutboundRefused when its form or any of its addresses is not acceptable."""
    parsed = parse(url)
    host = parsed.raw_host.decode("ascii").strip("[]")
    port = parsed.port or (443 if parsed.scheme == "https" else 80)
    try:
        addresses = await resolver(host, port)
    except (OSError, UnicodeError):
        raise HostUnknown("the host name does not resolve") from None
    if not addresses:
        raise HostUnknown("the host name does not resolve")
    # All of them: a name with one public and one private address would reach the private one on a retry.
    if not allow_private and not all(is_public(address) for address in addresses):
        raise OutboundRefused("the address is not public")
    return Target(parsed, tuple(addresses))


def parse(url: str) -> httpx.URL:
    """The URL in its one accepted form. Raises OutboundRefused; needs no network."""
    if len(url) > 2048 or not url.isprintable() or "\\" in url:
        raise OutboundRefused("not a URL")
    try:
        parsed = httpx.URL(url)
        host = parsed.raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError, ValueError):
        raise OutboundRefused("not a URL") from None
    if parsed.scheme not in ("http", "https"):
        raise OutboundRefused("only http and https are called")
    if parsed.userinfo:
        raise OutboundRefused("a URL with user name or password is not called")
    if parsed.port is not None and not 1 <= parsed.port <= 65535:
        raise OutboundRefused("not a URL")
    if not _literal(host.strip("[]")) and (_NUMERIC.fullmatch(host) or not _NAME.fullmatch(host)):
        raise OutboundRefused("not a host name")
    return parsed


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """The address a host is written as; None for names, zone ids (`fe80::1%eth0`) and odd spellings."""
    try:
        return None if "%" in host else ip_address(host)
    except ValueError:
        return None


def is_public(address: str) -> bool:
    """True when the address, and every IPv4 address packed into it, is global unicast.

    By our own table: what the interpreter calls global differs from version to version, and never was this.
    """
    literal = _literal(address)
    if literal is None:
        return False
    if isinstance(literal, IPv6Address):
        packed = _packed(literal)
        if packed:
            return all(_public_v4(inner) for inner in packed)
        return literal in _GLOBAL_UNICAST and not any(literal in block for block in _SPECIAL_V6)
    return _public_v4(literal)


def _public_v4(address: IPv4Address) -> bool:
    return not any(address in block for block in _SPECIAL_V4)


def _packed(address: IPv6Address) -> list[IPv4Address]:
    """The IPv4 addresses that packets to this IPv6 address would reach or pass."""
    number = int(address)
    last, second = IPv4Address(number & 0xFFFFFFFF), IPv4Address(number >> 80 & 0xFFFFFFFF)
    if any(address in network for network in (_MAPPED, _COMPATIBLE, _NAT64)):
        return [last]
    if address in _SIX_TO_FOUR:
        return [second]
    if address in _TEREDO:
        # The server in clear, the client with every bit flipped.
        return [IPv4Address(number >> 64 & 0xFFFFFFFF), IPv4Address(~number & 0xFFFFFFFF)]
    return []
