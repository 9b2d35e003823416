"""What `python -m app models check` finds out about a model folder."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from app.embed.config import ModelError
from app.embed.hybrid.presence import SUMS, is_whole
from app.embed.loading import AnyModel, load_model
from app.embed.reference import TEXTS, compare, embed_alone

SAME = 0.99999  # cosine of a text alone and in company
NEAR = 0.995  # cosine of an int8 copy to its original; with sums that saturate it falls to 0.98


@dataclass(slots=True)
class Report:
    """Facts about a model and what is wrong with it; fit for use when `problems` is empty."""

    name: str
    facts: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def check(folder: Path, *, threads: int = 0, built: bool = False) -> Report:
    """Load the model in `folder`, run it alone and in batches, and measure it.

    built: by us, so that checksums must be beside it.
    """
    report = Report(folder.name)
    if (built or (folder / SUMS).exists()) and not is_whole(folder):
        report.problems.append(f"not as it was built (by {SUMS}): build it anew by `models build`")
    try:
        loaded = load_model(folder, threads=threads)
        config, tokenizer, model = loaded.config, loaded.tokenizer, loaded.model
        ids = [t.ids for t in tokenizer.encode(list(TEXTS), "document")]
        alone = embed_alone(model, tokenizer, list(TEXTS))
        together = model.run(ids)
        exact = compare(folder, loaded)
    except ModelError as error:
        report.problems.append(str(error))
        return report
    except Exception as error:  # whatever onnxruntime says about a graph it cannot run
        report.problems.append(f"the model does not run: {error}")
        return report
    report.facts |= {
        "dimension": str(config.dimension),
        "pooling": " + ".join(f"{p.folder} {p.weight:g}" for p in config.parts) or config.pooling,
        "max length": f"{config.length_limit} tokens",
        "fingerprint": loaded.fingerprint,
        "threads": str(model.threads),
    }
    if exact is not None:
        report.facts["int8 / fp32"] = f"cosine {exact:.4f} on this processor"
        if exact < NEAR:
            report.problems.append(
                f"far from its fp32 original on this processor (cosine {exact:.4f}): quantize it anew"
            )
    _judge(report, alone, together)
    _time(report, model, ids)
    return report


def _judge(report: Report, alone: np.ndarray, together: np.ndarray) -> None:
    if not np.isfinite(together).all():
        report.problems.append("vectors hold NaN or infinity")
        return
    lengths = np.linalg.norm(together, axis=1)
    if np.abs(lengths - 1).max() > 1e-3:
        report.problems.append("vectors are not of length 1: set normalize to true")
    cosine = float(((alone * together).sum(axis=1) / (np.linalg.norm(alone, axis=1) * lengths)).min())
    report.facts["alone / in a batch"] = f"cosine {cosine:.6f}"
    if cosine < SAME:
        report.problems.append(
            f"a text's vector depends on its batch (cosine {cosine:.4f}): wrong padding_side or pooling, "
            "or stock dynamic int8 (use `models quantize` on the fp32 model)"
        )
    if len(np.unique(np.round(together, 4), axis=0)) < len(together):
        report.problems.append("different texts give one vector: wrong pooling or output")


def _time(report: Report, model: AnyModel, ids: list[np.ndarray]) -> None:
    batch = [ids[1]] * 16
    single = min(_seconds(model, ids[:1]) for _ in range(5))
    many = min(_seconds(model, batch) for _ in range(3))
    report.facts["one short text"] = f"{single * 1000:.2f} ms"
    report.facts["in batches"] = f"{sum(map(len, batch)) / many:,.0f} tokens/s"


def _seconds(model: AnyModel, ids: list[np.ndarray]) -> float:
    started = time.perf_counter()
    model.run(ids)
    return time.perf_counter() - started
