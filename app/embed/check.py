"""What `python -m app models check` finds out about a model folder."""

import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from app.embed.config import ModelError, compute_fingerprint, load_config
from app.embed.model import Model
from app.embed.tokens import TextTokenizer

TEXTS = (
    "geladeira",
    "Tênis de corrida masculino azul, amortecedor em gel e solado de borracha",
    "Política de trocas: o cliente tem sete dias após a entrega para devolver o produto sem uso. " * 6,
    "fone",
    "Camiseta básica de algodão preta tamanho M",
)
SAME = 0.99999  # cosine of a text alone and in company
STORED_DIMENSION = 1024


@dataclass(slots=True)
class Report:
    """Facts about a model and what is wrong with it; fit for use when `problems` is empty."""

    name: str
    facts: dict[str, str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def check(folder: Path, *, threads: int = 0) -> Report:
    """Load the model in `folder`, run it alone and in batches, and measure it."""
    report = Report(folder.name)
    try:
        config = load_config(folder)
        tokenizer = TextTokenizer(folder, config)
        model = Model(folder, config, threads=threads, pad_id=tokenizer.pad_id)
        ids = [t.ids for t in tokenizer.encode(list(TEXTS), "document")]
        alone = np.concatenate([model.run([i]) for i in ids])
        together = model.run(ids)
    except ModelError as error:
        report.problems.append(str(error))
        return report
    except Exception as error:  # whatever onnxruntime says about a graph it cannot run
        report.problems.append(f"the model does not run: {error}")
        return report
    report.facts |= {
        "dimension": str(config.dimension),
        "pooling": config.pooling,
        "max length": f"{config.length_limit} tokens",
        "fingerprint": compute_fingerprint(folder, config),
        "threads": str(model.threads),
    }
    _judge(report, alone, together, config.dimension)
    _time(report, model, ids)
    return report


def _judge(report: Report, alone: np.ndarray, together: np.ndarray, dimension: int) -> None:
    if dimension != STORED_DIMENSION:
        report.problems.append(f"dimension {dimension}: the service stores vectors of {STORED_DIMENSION}")
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


def _time(report: Report, model: Model, ids: list[np.ndarray]) -> None:
    batch = [ids[1]] * 16
    single = min(_seconds(model, ids[:1]) for _ in range(5))
    many = min(_seconds(model, batch) for _ in range(3))
    report.facts["one short text"] = f"{single * 1000:.2f} ms"
    report.facts["in batches"] = f"{sum(map(len, batch)) / many:,.0f} tokens/s"


def _seconds(model: Model, ids: list[np.ndarray]) -> float:
    started = time.perf_counter()
    model.run(ids)
    return time.perf_counter() - started
