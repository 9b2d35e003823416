"""What bench/embed.py compares over HTTP: load of its own, bare onnxruntime with ideal batching, and the rounds."""

import asyncio
import json
import re
import socket
import statistics
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

import httptools
import numpy as np

from app.embed.config import load_config
from app.embed.model import Model
from app.embed.tokens import TextTokenizer

# Padded tokens a batch of bare onnxruntime may have, and what starting it costs in tokens: the best of those tried.
BUDGET, START = 512, 8
AT_ONCE = 64
LONE = 30
AGAIN_S = 0.2


class Raw:
    """Bare onnxruntime behind our tokenizer, with batches as good as they can be: everything is known beforehand."""

    def __init__(self, folder: Path, threads: int = 1) -> None:
        config = load_config(folder)
        self._tokenizer = TextTokenizer(folder, config)
        self._model = Model(folder, config, threads=threads, pad_id=self._tokenizer.pad_id)

    def embed(self, texts: list[str]) -> np.ndarray:
        """Sorted by length, cut where padding and starts together are least."""
        ids = [t.ids for t in self._tokenizer.encode(texts, "document")]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors: list[np.ndarray] = [np.empty(0)] * len(ids)
        for start, end in _cuts([len(ids[i]) for i in order]):
            found = self._model.run([ids[i] for i in order[start:end]])
            for place, vector in zip(order[start:end], found, strict=True):
                vectors[place] = vector
        return np.array(vectors)


def _cuts(lengths: list[int]) -> list[tuple[int, int]]:
    """The cheapest partition of sorted lengths into batches."""
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(lengths) + 1):
        choices = []
        for start in range(end - 1, -1, -1):
            padded = lengths[end - 1] * (end - start)
            if padded > BUDGET and end - start > 1:
                break
            choices.append((best[start][0] + START + padded, start))
        best.append(min(choices))
    cuts, end = [], len(lengths)
    while end:
        cuts.append((best[end][1], end))
        end = best[end][1]
    return cuts[::-1]


@dataclass
class Target:
    """A server: where it is, and how it is asked for vectors."""

    address: str
    path: str = "/embed"
    name: str = "texts"
    fixed: dict[str, str] = field(default_factory=lambda: {"encoding_format": "base64"})

    def place(self) -> tuple[str, int]:
        """Where to connect."""
        where = urlsplit(self.address)
        assert where.hostname is not None
        assert where.port is not None
        return where.hostname, where.port

    def request(self, texts: list[str]) -> bytes:
        """A whole HTTP request."""
        body = json.dumps({self.name: texts, **self.fixed}).encode()
        head = f"POST {self.path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
        return head.encode() + b"\r\n\r\n" + body


class _Load(asyncio.Protocol):
    """One connection: the next request leaves when the answer before is complete."""

    def __init__(self, waiting: list[bytes], each: list[float], done: asyncio.Future[None]) -> None:
        self._waiting, self._each, self._done = waiting, each, done

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        self._next()

    def _next(self) -> None:
        if not self._waiting:
            self._transport.close()
            return
        self._request = self._waiting.pop()
        self._started = time.perf_counter()
        self._send()

    def _send(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._parser.feed_data(data)

    def on_message_complete(self) -> None:
        status = self._parser.get_status_code()
        if status == 429:  # on a machine that was busy while the model was probed; the time waited counts
            asyncio.get_running_loop().call_later(AGAIN_S, self._send)
            return
        if status != 200:
            self._done.set_exception(RuntimeError(f"answered {status}"))
            return
        self._each.append(time.perf_counter() - self._started)
        self._next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)


async def send(target: Target, requests: list[list[str]], at_once: int) -> tuple[float, list[float]]:
    """Seconds for all requests, and of each; every connection has one in flight."""
    loop, each = asyncio.get_running_loop(), list[float]()
    waiting = [target.request(texts) for texts in reversed(requests)]
    host, port = target.place()
    ends = [loop.create_future() for _ in range(at_once)]
    started = time.perf_counter()
    for end in ends:
        await loop.create_connection(partial(_Load, waiting, each, end), host, port)
    async with asyncio.timeout(60):
        await asyncio.gather(*ends)
    return time.perf_counter() - started, each


def fresh(texts: list[str], mark: object) -> list[str]:
    """The same lengths, other texts: nothing comes from the cache."""
    return [f"x{mark} {text}" for text in texts]


def short(texts: list[str], mark: object) -> list[str]:
    """Three words each."""
    return [f"{text.split()[0]} c{mark}x{i} d{i}" for i, text in enumerate(texts[:LONE])]


Found = dict[str, list[float]]


async def compare(target: Target, raw: Raw, texts: list[str], rounds: int) -> Found:
    """The service beside bare onnxruntime in interleaved rounds: all texts in one request, each in one of its own."""
    found: Found = {}
    await send(target, [texts[:8]], 1)
    raw.embed(texts[:8])
    for number in range(rounds):
        started = time.perf_counter()
        raw.embed(fresh(texts, f"a{number}"))
        ideal = time.perf_counter() - started
        seconds, _ = await send(target, [fresh(texts, f"b{number}")], 1)
        found.setdefault("batch", []).append(ideal / seconds)
        seconds, each = await send(target, [[text] for text in fresh(texts, f"c{number}")], AT_ONCE)
        found.setdefault("at once", []).append(ideal / seconds)
        found.setdefault("p99/p50", []).append(float(np.percentile(each, 99) / np.median(each)))
    found["padding"] = [padding(target)]
    return found


class Caller:
    """One connection that is kept, without an event loop: what a call takes is the service's time."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._socket = socket.create_connection(target.place())
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def seconds(self, texts: list[str]) -> float:
        """From the first byte sent to the last one received."""
        request, parser = self._target.request(texts), httptools.HttpResponseParser(self)
        self._complete = False
        started = time.perf_counter()
        self._socket.sendall(request)
        while not self._complete:
            parser.feed_data(self._socket.recv(1 << 16))
        taken = time.perf_counter() - started
        if parser.get_status_code() != 200:
            raise RuntimeError(f"answered {parser.get_status_code()}")
        return taken

    def on_message_complete(self) -> None:
        """Called by the parser."""
        self._complete = True


def lone(target: Target, raw: Raw, texts: list[str], rounds: int) -> Found:
    """One short text at a time beside bare onnxruntime, turn by turn: milliseconds more, and the part more."""
    found: Found = {"more ms": [], "part more": []}
    caller = Caller(target)
    caller.seconds([texts[0]])
    for number in range(rounds):
        over, bare = [], []
        for text in short(texts, number):
            started = time.perf_counter()
            raw.embed([text])
            bare.append(time.perf_counter() - started)
            over.append(caller.seconds([text]))
        difference = statistics.median(over) - statistics.median(bare)
        found["more ms"].append(1000 * difference)
        found["part more"].append(difference / statistics.median(bare))
    return found


def padding(target: Target) -> float:
    """Padded tokens for one real token since the service started."""
    with urlopen(f"{target.address}/metrics", timeout=10) as answer:  # noqa: S310 - loopback
        text = answer.read().decode()
    value = {k: float(v) for k, v in re.findall(r"^(embed_\w+_tokens)_total ([\d.e+]+)", text, re.MULTILINE)}
    return value["embed_padded_tokens"] / value["embed_real_tokens"]
