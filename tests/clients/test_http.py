"""The outbound policy against a raw server on loopback that misbehaves on purpose."""

import asyncio
import contextlib
import gzip
import resource
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from app.cli.run import lift_open_files
from app.clients.breaker import Breaker
from app.clients.http import (
    AnswerTooLarge,
    Call,
    CallTimeout,
    CircuitOpen,
    Outbound,
    OutboundError,
    Policy,
    Unreachable,
    open_flood_transport,
    open_transport,
    retry_after_seconds,
)

Behave = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
POLICY = Policy(name="test", connect_s=1, read_s=1, total_s=2, max_bytes=1000, window=None)


class Server:
    """Counts requests and answers each with the next behaviour (the last one repeats)."""

    def __init__(self, *behaviours: Behave) -> None:
        self.behaviours = list(behaviours)
        self.requests = 0
        self.seen: list[bytes] = []
        self.url = ""

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            self.seen.append(await reader.readuntil(b"\r\n\r\n"))
            behave = self.behaviours[min(self.requests, len(self.behaviours) - 1)]
            self.requests += 1
            await behave(reader, writer)
        writer.close()


def answers(status: int, body: bytes = b"{}", **headers: str) -> Behave:
    async def behave(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()

    return behave


async def hangs(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def cuts(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
    await writer.drain()


async def talks_nonsense(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"220 smtp ready\r\n")
    await writer.drain()


async def drips(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    while not writer.is_closing():
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


async def floods(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    while not writer.is_closing():
        writer.write(b"1000\r\n" + b"x" * 0x1000 + b"\r\n")
        await writer.drain()


@pytest.fixture
async def serve() -> AsyncIterator[Callable[..., Awaitable[Server]]]:
    started = []

    async def start(*behaviours: Behave) -> Server:
        server = Server(*behaviours)
        listener = await asyncio.start_server(server, "127.0.0.1", 0)
        started.append(listener)
        server.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/x"
        return server

    yield start
    for listener in started:
        listener.close()


@pytest.fixture(params=[open_transport, open_flood_transport])
async def make(request: pytest.FixtureRequest) -> AsyncIterator[Callable[..., Outbound]]:
    transport = request.param()

    def build(policy: Policy = POLICY, **kwargs: object) -> Outbound:
        kwargs.setdefault("jitter", lambda: 0.0)
        return Outbound(transport, policy, **kwargs)  # type: ignore[arg-type]

    yield build
    await transport.close()


async def test_an_answer_comes_back_whole(serve, make):
    server = await serve(answers(201, b'{"id":1}', X_Thing="a"))
    answer = await make().send(Call(method="POST", url=server.url, headers={"Idempotency-Key": "k"}, content=b"{}"))
    assert (answer.status, answer.body, answer.headers["x-thing"]) == (201, b'{"id":1}', "a")
    assert b"idempotency-key: k" in server.seen[0].lower()


async def test_a_500_is_tried_three_times_with_the_same_key_and_then_handed_back(serve, make):
    server = await serve(answers(500))
    answer = await make().send(Call(method="POST", url=server.url, headers={"Idempotency-Key": "same"}))
    assert answer.status == 500
    assert server.requests == 3
    assert all(b"idempotency-key: same" in seen.lower() for seen in server.seen)


async def test_a_call_that_must_not_run_twice_is_tried_once(serve, make):
    server = await serve(answers(500))
    assert (await make().send(Call(method="POST", url=server.url, retry=False))).status == 500
    assert server.requests == 1


async def test_a_failure_is_healed_by_the_second_try(serve, make):
    server = await serve(cuts, answers(200, b"ok"))
    with pytest.raises(Unreachable):
        await make().send(Call(method="GET", url=server.url))  # the body broke: the first answer had begun
    assert (await make().send(Call(method="GET", url=server.url))).body == b"ok"
    server = await serve(answers(503), answers(200, b"ok"))
    assert (await make().send(Call(method="GET", url=server.url))).body == b"ok"


async def test_retry_after_is_obeyed_within_the_deadline_and_not_beyond(serve, make):
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    server = await serve(answers(429, Retry_After="1"), answers(200))
    assert (await make(sleep=sleep).send(Call(method="GET", url=server.url))).status == 200
    assert waits == [1.0]
    server = await serve(answers(429, Retry_After="60"))
    assert (await make(sleep=sleep).send(Call(method="GET", url=server.url))).status == 429
    assert server.requests == 1


async def test_a_redirect_is_not_followed(serve, make):
    target = await serve(answers(200))
    server = await serve(answers(302, Location=target.url))
    assert (await make().send(Call(method="GET", url=server.url))).status == 302
    assert target.requests == 0


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [(hangs, CallTimeout), (drips, CallTimeout), (floods, AnswerTooLarge), (talks_nonsense, Unreachable)],
)
async def test_every_fault_ends_within_the_deadline(serve, make, behaviour, error):
    server = await serve(behaviour)
    async with asyncio.timeout(3):
        with pytest.raises(error):
            await make().send(Call(method="POST", url=server.url, content=b"{}"))


async def test_a_compressed_bomb_counts_unpacked(serve, make):
    server = await serve(answers(200, gzip.compress(b"0" * 500_000), Content_Encoding="gzip"))
    with pytest.raises(AnswerTooLarge):
        await make().send(Call(method="GET", url=server.url))


async def test_a_closed_port_and_a_bad_address_are_unreachable(make):
    for url in ("http://127.0.0.1:9/", "http://no-such-host.invalid/"):
        with pytest.raises(Unreachable):
            await make(replace(POLICY, tries=1)).send(Call(method="GET", url=url))


@pytest.mark.parametrize("fault", [answers(500), hangs])
async def test_a_dead_provider_is_called_at_most_ten_times_in_thirty_seconds(serve, make, fault):
    """20 requests a second for 30 seconds of the breaker's clock, run faster than the wall's."""
    clock = {"now": 0.0}
    server = await serve(fault)
    policy = replace(POLICY, window=8, read_s=0.05, total_s=60)
    out = make(policy, now=lambda: clock["now"], sleep=lambda _: asyncio.sleep(0))
    calls = []
    async with asyncio.TaskGroup() as group:
        for _ in range(600):
            calls.append(group.create_task(_swallow(out.send(Call(method="POST", url=server.url)))))
            clock["now"] += 0.05
            await asyncio.sleep(0.002)
    assert server.requests <= 10


async def _swallow(awaitable: Awaitable[object]) -> None:
    with contextlib.suppress(OutboundError):
        await awaitable


async def test_the_breaker_closes_again_after_one_good_probe(serve, make):
    clock = {"now": 0.0}
    server = await serve(*[answers(500)] * 5, answers(200))
    out = make(now=lambda: clock["now"])
    for _ in range(5):
        await out.send(Call(method="GET", url=server.url, retry=False))
    with pytest.raises(CircuitOpen) as refused:
        await out.send(Call(method="GET", url=server.url))
    assert 0 < refused.value.retry_after_s <= 10
    clock["now"] = 10.5
    assert (await out.send(Call(method="GET", url=server.url))).status == 200
    assert (await out.send(Call(method="GET", url=server.url))).status == 200


async def test_each_call_is_counted_by_its_outcome_and_a_broken_provider_shows(serve, make):
    counted = []
    server = await serve(answers(200), answers(404), *[answers(500)] * 5)
    out = make(meter=lambda provider, outcome, _seconds: counted.append((provider, outcome)))
    for _ in range(7):
        await out.send(Call(method="GET", url=server.url, retry=False))
    assert out.broken() == 1
    with pytest.raises(CircuitOpen):
        await out.send(Call(method="GET", url=server.url))
    with pytest.raises(Unreachable):
        await out.send(Call(method="GET", url="http://127.0.0.1:9/", retry=False))
    words = ["2xx", "4xx", *["5xx"] * 5, "held_back", "not_connected"]
    assert counted == [("test", word) for word in words]


async def test_only_one_probe_runs_while_half_open():
    breaker = Breaker(lambda: 100.0, failures=5)
    breaker.enter()
    assert breaker.retry_after() > 0
    breaker.leave(None)
    assert breaker.retry_after() == 0


async def test_a_narrow_window_lets_a_burst_through_one_after_the_other(serve, make):
    server = await serve(answers(200))
    out = make(replace(POLICY, window=2, total_s=10))
    answers_ = await asyncio.gather(*[out.send(Call(method="GET", url=server.url)) for _ in range(50)])
    assert [answer.status for answer in answers_] == [200] * 50


@pytest.fixture
def many_open_files():
    """Both ends of the calls are in this process; it has no other use for so many."""
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    lift_open_files()
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed < 2_200:
        pytest.skip(f"both ends of 1,000 connections are 2,000 open files; this login may have {allowed}")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, usual)


@pytest.mark.usefixtures("many_open_files")
@pytest.mark.parametrize("make", [open_flood_transport], indirect=True)
async def test_a_thousand_calls_at_once_get_their_answers(make):
    async def slow(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.5)
        await answers(200)(_, writer)

    server = Server(slow)
    listener = await asyncio.start_server(server, "127.0.0.1", 0, backlog=2000)
    url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
    out = make(replace(POLICY, read_s=20, connect_s=20, total_s=20))
    done = await asyncio.gather(*[out.send(Call(method="GET", url=url)) for _ in range(1000)])
    listener.close()
    assert sum(answer.status == 200 for answer in done) == 1000


def test_retry_after_reads_numbers_and_dates():
    assert retry_after_seconds("3") == 3
    assert retry_after_seconds("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert retry_after_seconds("soon") is None
    assert retry_after_seconds(None) is None
