"""The peers of bench/embed.py: infinity over HTTP; fastembed and sentence-transformers in processes of their own."""

import asyncio
import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

from app.embed.embedder import Embedder
from bench.embed_http import AT_ONCE, Target, fresh, send, short
from bench.environments import peer_python

FOLDER = Path(__file__).parent
OFFLINE = {"HF_HUB_OFFLINE": "1", "DO_NOT_TRACK": "1", "INFINITY_ANONYMOUS_USAGE_STATS": "0"}
START_S = 60
Found = dict[str, dict[str, list[float]]]


@contextlib.contextmanager
def infinity(model: Path, scratch: Path) -> Iterator[Target | None]:
    """infinity on the model's ONNX file, threads as it chooses; None when its environment is missing."""
    python = peer_python("infinity")
    if python is None:
        yield None
        return
    folder = scratch / "infinity"
    shutil.copytree(model, folder, ignore=shutil.ignore_patterns("model.yaml"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [python.parent / "infinity_emb", "v2", "--model-id", folder, "--served-model-name", "m", "--engine", "optimum",
         "--device", "cpu", "--port", str(port), "--no-bettertransformer", "--log-level", "error"],
        env=os.environ | OFFLINE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        _wait(f"{address}/health", process)
        yield Target(address, "/embeddings", "input", {"model": "m", "encoding_format": "base64"})
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _wait(address: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError), urlopen(address, timeout=1):  # noqa: S310 - loopback
            return
        time.sleep(0.2)
    raise RuntimeError("infinity did not start")


async def servers(targets: dict[str, Target], texts: list[str], rounds: int) -> Found:
    """Interleaved rounds over HTTP: texts/s in one request and at once, and the latency of one short text in ms."""
    found: Found = {name: {"batch, texts/s": [], "at once, texts/s": [], "one text, ms": []} for name in targets}
    for target in targets.values():
        await send(target, [texts], 1)
    for number in range(rounds):
        for name, target in targets.items():
            seconds, _ = await send(target, [fresh(texts, f"p{number}")], 1)
            found[name]["batch, texts/s"].append(len(texts) / seconds)
            seconds, _ = await send(target, [[text] for text in fresh(texts, f"q{number}")], AT_ONCE)
            found[name]["at once, texts/s"].append(len(texts) / seconds)
            _, each = await send(target, [[text] for text in short(texts, f"r{number}")], 1)
            found[name]["one text, ms"].append(1000 * statistics.median(each))
    return found


class _Library:
    """A library in its process, on one thread."""

    def __init__(self, name: str, python: Path, model: Path, texts: list[str]) -> None:
        self._process = subprocess.Popen(
            [python, FOLDER / f"peer_{name}.py", model], env=os.environ | OFFLINE | {"OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        self._say(json.dumps(texts))
        if self._hear() != "ready":
            raise RuntimeError(f"{name} did not start")

    def _say(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def seconds(self) -> float:
        """One round."""
        self._say("")
        return float(self._hear())

    def close(self) -> None:
        """End it."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(10)


async def libraries(model: Path, texts: list[str], rounds: dict[str, int]) -> dict[str, list[float]]:
    """Our engine and the libraries in process, one thread each: times as long as ours, by library and round."""
    embedder = Embedder.load(model.parent, model.name, threads=1)
    found: dict[str, list[float]] = {}
    try:
        await embedder.embed(texts[:8], "document", "bulk")
        for name, count in rounds.items():
            python = peer_python(name)
            if python is None:
                continue
            library = await asyncio.to_thread(_Library, name, python, model, texts)
            try:
                for number in range(count):
                    started = time.perf_counter()
                    await embedder.embed(fresh(texts, f"{name}{number}"), "document", "bulk")
                    ours = time.perf_counter() - started
                    found.setdefault(name, []).append(library.seconds() / ours)
            finally:
                library.close()
    finally:
        embedder.close()
    return found
