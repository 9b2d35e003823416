"""The goals of the embedding engine: over HTTP against bare onnxruntime with ideal batching, same file, same threads.

Usage: python -m bench.embed [--shape minilm] [--rounds 5]. Writes bench/results/embed.json and embed.png.
Both sides get one thread: the other core is for the service's loop and the load. fastembed takes part when
bench/.env-fastembed exists (`python -m venv bench/.env-fastembed`, then install fastembed in it).
"""

import argparse
import asyncio
import json
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np

from app.embed.config import load_config
from app.embed.int8 import quantize
from app.embed.model import Model
from app.embed.tokens import TextTokenizer
from bench.service import service
from bench.shapes import make_shape, mixed_texts

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"
MODELS = ROOT / "bench" / ".env-models"
BUDGET = 1024


class Raw:
    """Bare onnxruntime behind our tokenizer, with batches as good as they can be: everything is known beforehand."""

    def __init__(self, folder: Path) -> None:
        config = load_config(folder)
        self._tokenizer = TextTokenizer(folder, config)
        self._model = Model(folder, config, threads=1, pad_id=self._tokenizer.pad_id)

    def embed(self, texts: list[str]) -> np.ndarray:
        """Sorted by length, filled to the budget."""
        ids = [t.ids for t in self._tokenizer.encode(texts, "document")]
        order = sorted(range(len(ids)), key=lambda i: len(ids[i]))
        vectors: list[np.ndarray] = [np.empty(0)] * len(ids)
        start = 0
        while start < len(order):
            end = start + 1
            while end < len(order) and len(ids[order[end]]) * (end - start + 1) <= BUDGET:
                end += 1
            for place, vector in zip(
                order[start:end], self._model.run([ids[i] for i in order[start:end]]), strict=True
            ):
                vectors[place] = vector
            start = end
        return np.array(vectors)


async def _post(session: aiohttp.ClientSession, texts: list[str]) -> None:
    async with session.post("/embed", json={"texts": texts, "encoding_format": "base64"}) as answer:
        assert answer.status == 200, await answer.text()
        await answer.read()


def _fresh(texts: list[str], mark: int) -> list[str]:
    """The same lengths, other texts: nothing comes from the cache."""
    return [f"w{mark} {text}" for text in texts]


async def _timed(session: aiohttp.ClientSession, requests: list[list[str]], at_once: int) -> tuple[float, list[float]]:
    """Seconds for all requests, and of each."""
    gate, each = asyncio.Semaphore(at_once), []

    async def one(texts: list[str]) -> None:
        async with gate:
            started = time.perf_counter()
            await _post(session, texts)
            each.append(time.perf_counter() - started)

    started = time.perf_counter()
    await asyncio.gather(*(one(texts) for texts in requests))
    return time.perf_counter() - started, each


async def compare(shape: str, rounds: int, count: int) -> dict[str, Any]:
    """Interleaved rounds of the service and bare onnxruntime."""
    folder = make_shape(MODELS, shape)
    raw, texts = Raw(folder), mixed_texts(count)
    found: dict[str, list[float]] = {}
    variables = {"MODELS_DIR": str(MODELS), "EMBEDDING_MODEL": shape, "EMBEDDING_THREADS": "1"}
    with service(**variables) as address:
        async with aiohttp.ClientSession(address) as session:
            await _post(session, texts[:8])
            raw.embed(texts[:8])
            for number in range(rounds):
                await _round(session, raw, _fresh(texts, number), found)
            padding = await _padding(session)
    ratio = {
        "256 mixed: HTTP / raw": [r / h for r, h in zip(found["raw all"], found["http all"], strict=True)],
        "64 at once: HTTP / raw": [r / h for r, h in zip(found["raw all"], found["http singles"], strict=True)],
        "64 at once: p99 / p50": found["p99/p50"],
        "one text: HTTP - raw, ms": [1000 * (h - r) for r, h in zip(found["raw one"], found["http one"], strict=True)],
        "one text: HTTP / raw": [h / r for r, h in zip(found["raw one"], found["http one"], strict=True)],
    }
    summary = {name: {"median": statistics.median(v), "range": [min(v), max(v)]} for name, v in ratio.items()}
    return {"texts": count, "rounds": rounds, "padded / real tokens": padding} | summary


async def _round(session: aiohttp.ClientSession, raw: Raw, texts: list[str], found: dict[str, list[float]]) -> None:
    started = time.perf_counter()
    await asyncio.to_thread(raw.embed, texts)
    found.setdefault("raw all", []).append(time.perf_counter() - started)
    whole = [texts[i : i + 256] for i in range(0, len(texts), 256)]
    seconds, _ = await _timed(session, [[f"a {t}" for t in part] for part in whole], 1)
    found.setdefault("http all", []).append(seconds)
    seconds, each = await _timed(session, [[f"b {t}"] for t in texts], 64)
    found.setdefault("http singles", []).append(seconds)
    found.setdefault("p99/p50", []).append(float(np.percentile(each, 99) / np.median(each)))
    short = [[f"{text.split()[0]} c{i} d{i}"] for i, text in enumerate(texts[:30])]
    _, each = await _timed(session, short, 1)
    found.setdefault("http one", []).append(statistics.median(each))
    lone = []
    for [text] in short:
        started = time.perf_counter()
        raw.embed([text])
        lone.append(time.perf_counter() - started)
    found.setdefault("raw one", []).append(statistics.median(lone))


async def _padding(session: aiohttp.ClientSession) -> float:
    async with session.get("/metrics") as answer:
        text = await answer.text()
    value = {k: float(v) for k, v in re.findall(r"^(embed_\w+_tokens)_total ([\d.e+]+)", text, re.MULTILINE)}
    return value["embed_padded_tokens"] / value["embed_real_tokens"]


async def default_model(rounds: int) -> dict[str, Any]:
    """One title over HTTP with the model that ships."""
    medians = []
    with service() as address:
        async with aiohttp.ClientSession(address) as session:
            for number in range(rounds):
                titles = [[f"Tênis de corrida masculino {number} {i} azul"] for i in range(200)]
                _, each = await _timed(session, titles, 1)
                medians.append(1000 * statistics.median(each))
    return {
        "one title over HTTP, p50 ms": {"median": statistics.median(medians), "range": [min(medians), max(medians)]}
    }


def row_wise_int8(shape: str, rounds: int, count: int) -> dict[str, Any]:
    """Speed and agreement of the int8 copy, in batches and alone, one thread each."""
    source, target = make_shape(MODELS, shape), MODELS / f"{shape}-int8"
    if not target.exists():
        quantize(source, target)
    exact, eight, texts = Raw(source), Raw(target), mixed_texts(count)
    batches, singles = [], []
    for _ in range(rounds):
        times = []
        for model in (exact, eight):
            started = time.perf_counter()
            vectors = model.embed(texts)
            times.append(time.perf_counter() - started)
            started = time.perf_counter()
            for text in texts[:10]:
                model.embed([text])
            times.append(time.perf_counter() - started)
        batches.append(times[0] / times[2])
        singles.append(times[1] / times[3])
    alone = np.array([eight.embed([t])[0] for t in texts[:20]])
    return {
        "int8 / fp32 in batches": {"median": statistics.median(batches), "range": [min(batches), max(batches)]},
        "int8 / fp32 single": {"median": statistics.median(singles), "range": [min(singles), max(singles)]},
        "same text alone and in a batch, least cosine": float((alone * vectors[:20]).sum(axis=1).min()),
        "int8 against fp32, least cosine": float((exact.embed(texts) * vectors).sum(axis=1).min()),
    }


def fastembed(shape: str, rounds: int, count: int) -> dict[str, Any] | None:
    """fastembed in a process of its own, on the same file, same texts, one thread; None when it is not installed."""
    python = ROOT / "bench" / ".env-fastembed" / "bin" / "python"
    if not python.exists():
        return None
    folder, texts = make_shape(MODELS, shape), mixed_texts(count)
    code = (Path(__file__).parent / "peer_fastembed.py").read_text("utf-8")
    raw, ours = Raw(folder), []
    answer = subprocess.run(
        [python, "-c", code, str(folder), str(rounds)],
        input=json.dumps(texts),
        text=True,
        capture_output=True,
        check=True,
    )
    theirs = json.loads(answer.stdout)
    for _ in range(rounds):
        started = time.perf_counter()
        raw.embed(texts)
        ours.append(time.perf_counter() - started)
    return {
        "texts/s, raw ideal": count / statistics.median(ours),
        "texts/s, fastembed": count / statistics.median(theirs["seconds"]),
        "raw ideal / fastembed": statistics.median(theirs["seconds"]) / statistics.median(ours),
        "version": theirs["version"],
    }


def _plot(results: dict[str, Any]) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    goals = {"256 mixed: HTTP / raw": 0.92, "64 at once: HTTP / raw": 0.92, "64 at once: p99 / p50": 2.0}
    figure, axes = pyplot.subplots(1, len(goals), figsize=(11, 3.2))
    for axis, (name, goal) in zip(axes, goals.items(), strict=True):
        shapes = list(results["shapes"])
        values = [results["shapes"][s][name] for s in shapes]
        spread = np.array([[v["median"] - v["range"][0], v["range"][1] - v["median"]] for v in values]).T
        axis.bar(shapes, [v["median"] for v in values], yerr=spread, color="#4a7", capsize=4)
        axis.axhline(goal, color="#c33", linestyle="--", label=f"goal {goal}")
        axis.set_title(name, fontsize=10)
        axis.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(RESULTS / "embed.png", dpi=110)


def main() -> None:
    """Measure, write, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shape", action="append", choices=["minilm", "wide"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--texts", type=int, default=256)
    options = parser.parse_args()
    shapes = options.shape or ["minilm", "wide"]
    load = Path("/proc/loadavg").read_text().split()[0] if sys.platform == "linux" else "?"
    results: dict[str, Any] = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}, load at start {load}",
        "threads": "1 for the model on both sides",
        "default model": asyncio.run(default_model(options.rounds)),
        "shapes": {},
    }
    for shape in shapes:
        count = options.texts if shape == "minilm" else max(64, options.texts // 4)
        measured = asyncio.run(compare(shape, options.rounds, count))
        measured |= row_wise_int8(shape, max(2, options.rounds // 2), count)
        peer = fastembed(shape, max(2, options.rounds // 2), count)
        results["shapes"][shape] = measured | ({"fastembed": peer} if peer else {})
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / "embed.json").write_text(json.dumps(results, indent=1) + "\n", "utf-8")
    _plot(results)
    print(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
