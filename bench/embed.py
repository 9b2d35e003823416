"""The embedding engine over HTTP beside bare onnxruntime with ideal batching and beside three peers, on the same files.

Usage: python -m bench.embed [--rounds 5] [--texts 256]. Two cores: the model has one thread on both sides, the other
core is for the service's event loop and the load; beside infinity each server has two threads, shared with the load.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import uvloop

from app.db.embedded import EmbeddedServer
from app.db.migrate import migrate
from app.embed.hybrid.build import build
from app.embed.int8 import quantize
from bench import embed_http, embed_peers, plots, ranking
from bench.embed_http import Raw, Target
from bench.goals import Goal, at_least, at_most, limit_of, spread
from bench.service import service
from bench.shapes import make_shape, mixed_texts

MODELS = Path(__file__).parent / ".env-models"
DEFAULT = "hybrid-pt-1024"
TITLES = 200
SMALL, WIDE = "MiniLM shape", "1024-wide, 2 layers"
Found = dict[str, dict[str, list[float]]]


def served(model: Path, threads: int) -> dict[str, str]:
    """Environment of the service for that model."""
    return {"MODELS_DIR": str(MODELS), "EMBEDDING_MODEL": model.name, "EMBEDDING_THREADS": str(threads)}


def over_http(shape: str, texts: list[str], rounds: int, *, latency: bool) -> dict[str, list[float]]:
    """The service beside bare onnxruntime, one thread each."""
    model = make_shape(MODELS, shape)
    raw = Raw(model)
    with service(**served(model, 1)) as address:
        found = uvloop.run(embed_http.compare(Target(address), raw, texts, rounds))
        if latency:
            found |= embed_http.lone(Target(address), raw, texts, rounds)
    return found


def latency_of(shape: str, texts: list[str], rounds: int) -> dict[str, list[float]]:
    """One short text at a time."""
    model = make_shape(MODELS, shape)
    raw = Raw(model)
    with service(**served(model, 1)) as address:
        return embed_http.lone(Target(address), raw, texts[: embed_http.LONE // 2], rounds)


def int8_of(model: Path) -> Path:
    """The row-wise int8 copy of a model, made once."""
    target = model.with_name(f"{model.name}-int8")
    if not target.exists():
        quantize(model, target)
    return target


def row_wise_int8(shape: str, texts: list[str], rounds: int) -> dict[str, list[float]]:
    """Speed of the int8 copy in batches and alone, one thread each, and what company does to a text."""
    model = make_shape(MODELS, shape)
    exact, eight = Raw(model), Raw(int8_of(model))
    found: dict[str, list[float]] = {"batch": [], "single": []}
    vectors: list[np.ndarray] = []
    for _ in range(rounds):
        times: list[list[float]] = []
        vectors = []
        for one in (exact, eight):
            started = time.perf_counter()
            vectors.append(one.embed(texts))
            middle = time.perf_counter()
            for text in texts[:10]:
                one.embed([text])
            times.append([middle - started, time.perf_counter() - middle])
        found["batch"].append(times[0][0] / times[1][0])
        found["single"].append(times[0][1] / times[1][1])
    for name, one, together in (("fp32 alone", exact, vectors[0]), ("int8 alone", eight, vectors[1])):
        alone = np.array([one.embed([text])[0] for text in texts[:20]])
        found[name] = [float((alone * together[:20]).sum(axis=1).min())]
    found["int8 against fp32"] = [float((vectors[0] * vectors[1]).sum(axis=1).min())]
    return found


def default_model(rounds: int) -> list[float]:
    """Median milliseconds of one title over HTTP with the model that ships, by round."""
    with service() as address:
        caller, medians = embed_http.Caller(Target(address)), []
        for number in range(rounds):
            each = [caller.seconds([f"Tênis de corrida masculino {number} {i} azul"]) for i in range(TITLES)]
            medians.append(1000 * statistics.median(each))
    return medians


def beside_servers(texts: list[str], rounds: int) -> Found:
    """infinity, our fp32 and our int8 on one file, two threads each."""
    model = make_shape(MODELS, "minilm")
    with (
        tempfile.TemporaryDirectory() as scratch,
        embed_peers.infinity(model, Path(scratch)) as peer,
        service(**served(model, 2)) as exact,
        service(**served(int8_of(model), 2)) as eight,
    ):
        targets = {"ours, fp32": Target(exact), "ours, int8": Target(eight)}
        if peer is None:
            return {}
        return uvloop.run(embed_peers.servers(targets | {"infinity": peer}, texts, rounds))


async def ranks() -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """MRR on the first set, by method; the default model's on the second, by kind of query."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # noqa: S103 - the database runs as a user of its own
        async with EmbeddedServer(Path(folder) / "db", durable=False) as server:
            await migrate(server.dsn)
            build(Path(folder) / DEFAULT)
            first = await ranking.measure(server.dsn, Path(folder) / DEFAULT)
            return first, await ranking.measure_second(Path(folder) / DEFAULT)


def goals(found: dict[str, Any]) -> list[Goal]:
    """What embedding.md asks, beside what was seen."""
    small, wide, eight, default = found["small"], found["wide"], found["int8"], found["default"]
    held = {name: row["held_out"] for name, row in found["ranks"][0].items()}
    second = found["ranks"][1]
    gain = held[DEFAULT] - max(value for name, value in held.items() if name.startswith("pg_trgm"))
    both = spread([*small["padding"], *wide["padding"]])
    return [
        at_least(f"256 mixed texts over HTTP / raw onnxruntime with ideal batching, {WIDE}", 0.97, wide["batch"]),
        at_least(f"256 mixed texts over HTTP / raw, {SMALL}", 0.92, small["batch"]),
        at_least(f"64 concurrent single texts / raw, {WIDE}", 0.92, wide["at once"]),
        at_least(f"64 concurrent single texts / raw, {SMALL}", 0.92, small["at once"]),
        at_most(f"one text over HTTP, above raw, {SMALL}", 0.5, small["more ms"], unit="ms"),
        at_most("one text over HTTP, above raw, 1024-wide, 8 layers", 0.04, found["large"]["part more"]),
        at_most("padded / real tokens", 1.05, both),
        at_most(f"64 concurrent: p99 / p50, {WIDE}", 2, wide["p99/p50"]),
        at_most(f"64 concurrent: p99 / p50, {SMALL}", 2, small["p99/p50"]),
        at_least(f"row-wise int8 / fp32 in batches, {WIDE}", 4, eight["batch"]),
        at_least(f"row-wise int8 / fp32 single, {WIDE}", 3.5, eight["single"]),
        at_least("same text alone and in a batch, least cosine", 0.99999, [*eight["fp32 alone"], *eight["int8 alone"]]),
        *_beside(found["servers"]),
        *_libraries(found["libraries"]),
        at_most("default model, one title over HTTP, p50", 2, default, unit="ms"),
        at_least("default model's MRR above pg_trgm, set apart before tuning", 0.05, gain),
        at_least("default model's MRR, first set, half set apart", 0.92, held[DEFAULT]),
        at_least("default model's MRR, second set", 0.78, second["all"]),
        at_least("default model's MRR, second set, English", 0.6, second["english"]),
        at_least("default model's MRR, second set, synonyms", 0.62, second["synonym"]),
        at_least("default model's MRR, second set, colloquial", 0.95, second["colloquial"]),
    ]


def _beside(found: Found) -> list[Goal]:
    if not found:
        return []

    def ratio(ours: str, what: str) -> Sequence[float]:
        return [a / b for a, b in zip(found[ours][what], found["infinity"][what], strict=True)]

    return [
        at_least("64 concurrent / infinity", 1.6, ratio("ours, fp32", "at once, texts/s")),
        at_least("batch of 256 / infinity", 1.6, ratio("ours, fp32", "batch, texts/s")),
        at_most("latency of one text / infinity", 0.5, ratio("ours, fp32", "one text, ms")),
        at_least("with int8: 64 concurrent / infinity", 2.7, ratio("ours, int8", "at once, texts/s")),
        at_least("with int8: batch of 256 / infinity", 2.7, ratio("ours, int8", "batch, texts/s")),
    ]


def _libraries(found: dict[str, list[float]]) -> list[Goal]:
    wanted = {"fastembed": ("fastembed", 8), "sentence": ("sentence-transformers", 1.25)}
    return [
        at_least(f"256 mixed texts in process / {name}", limit, found[key])
        for key, (name, limit) in wanted.items()
        if key in found
    ]


def tables(found: dict[str, Any]) -> dict[str, Any]:
    """Everything that was seen, as tables."""
    http = {SMALL: found["small"], WIDE: found["wide"], "1024-wide, 8 layers": found["large"]}
    return {
        "over HTTP, beside raw onnxruntime": {n: {k: spread(v) for k, v in row.items()} for n, row in http.items()},
        "row-wise int8 / fp32": {WIDE: {k: spread(v) for k, v in found["int8"].items()}},
        "over HTTP, beside infinity": {n: {k: spread(v) for k, v in r.items()} for n, r in found["servers"].items()},
        "in process, times as long as ours": {n: {"256 mixed": spread(v)} for n, v in found["libraries"].items()},
        "MRR, first set": found["ranks"][0],
        "MRR, second set": {DEFAULT: found["ranks"][1]},
    }


def plot(lines: list[Goal]) -> None:
    """Each goal as a bar: seen over asked (asked over seen where less is better); the line at 1 is the goal."""
    figure, [axis] = plots.panels(1, 10, 0.32 * len(lines) + 1)
    for row, line in enumerate(reversed(lines)):
        direction, limit = limit_of(line) or ("≥", 1.0)
        seen = line["seen"]["median"]
        part = seen / limit if direction == "≥" else limit / seen
        axis.barh(row, part, color=plots.OURS if line["met"] else plots.MISSED, height=0.6)
        axis.text(part, row, f" {seen:.4g} ({line['goal']})", va="center", fontsize=8)
    axis.axvline(1, color=plots.LIMIT, linestyle="--", linewidth=1)
    axis.set_yticks(range(len(lines)), [line["what"] for line in reversed(lines)])
    axis.set(xlim=(0, 3.2), xlabel="times as good as the goal")
    plots.save(figure, "embed")


def main() -> None:
    """Measure, write, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--texts", type=int, default=256)
    options = parser.parse_args()
    texts, rounds = mixed_texts(options.texts), options.rounds
    model = make_shape(MODELS, "minilm")
    found: dict[str, Any] = {
        "default": default_model(rounds),
        "small": over_http("minilm", texts, rounds, latency=True),
        "wide": over_http("wide", texts, rounds, latency=False),
        "large": latency_of("large", texts, rounds),
        "int8": row_wise_int8("wide", texts, max(2, rounds // 2)),
        "servers": beside_servers(texts, rounds),
        "libraries": asyncio.run(embed_peers.libraries(model, texts, {"fastembed": 2, "sentence": rounds})),
        "ranks": asyncio.run(ranks()),
    }
    lines = goals(found)
    plots.RESULTS.mkdir(parents=True, exist_ok=True)
    result = {"goals": lines, **tables(found)}
    (plots.RESULTS / "embed.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", "utf-8")
    plot(lines)
    for line in lines:
        print(f"{'met ' if line['met'] else 'MISS'} {line['what']}: {line['seen']['median']:.4g} ({line['goal']})")


if __name__ == "__main__":
    main()
