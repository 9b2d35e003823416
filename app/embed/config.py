"""model.yaml: what a folder under models_onnx says about its model (models_onnx/README.md describes each key)."""

import hashlib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import yaml

from app.settings import MAX_THREADS, SettingsError

Role = Literal["query", "document"]
Lane = Literal["interactive", "bulk"]
STORED_DIMENSION = 1024  # of the database's columns; a model of fewer is filled up with zeros
WHOLE_FILE = 64 * 2**20
SAMPLES, SAMPLE_SIZE = 64, 64 * 2**10
Positive = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class ModelError(SettingsError):
    """The model folder cannot be used; the message names the file or key at fault."""


class Prefixes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Text put before every text of a role."""

    query: str = ""
    document: str = ""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model inside a joined one: its folder, its weight in the cosine, and how many of its dimensions are taken."""

    folder: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    weight: Annotated[float, msgspec.Meta(gt=0)]
    take: Positive | None = None


class ModelConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of model.yaml."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$")]
    kind: Literal["transformer", "lexical", "joined"] = "transformer"
    parts: tuple[Part, ...] = ()
    file: str = "model.onnx"
    tokenizer: str = "tokenizer.json"
    dimension: Positive = 1024
    min_dimension: Positive | None = None
    output: str | None = None
    pooling: Literal["cls", "mean", "last", "none"] = "mean"
    normalize: bool = True
    max_length: Positive = 512
    serve_max_length: Positive | None = None
    padding_side: Literal["right", "left"] = "right"
    append_eos: str | Literal[False] | None = None
    prefixes: Prefixes = Prefixes()
    inputs: Literal["auto"] = "auto"
    fixed_batch: Positive | None = None
    fingerprint: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._-]{1,64}$")] | None = None
    token_unit: Literal["token", "word"] = "token"  # noqa: S105 - what usage counts
    batch_tokens: Positive = 512
    interactive_batch_tokens: Positive | None = None
    threads: Annotated[int, msgspec.Meta(ge=1, le=MAX_THREADS)] | None = None

    @property
    def length_limit(self) -> int:
        """Tokens after which a text is cut."""
        return min(self.serve_max_length or self.max_length, self.max_length)


def load_config(folder: Path) -> ModelConfig:
    """Read and check `folder`/model.yaml. Raises ModelError, whose message is one line."""
    path = folder / "model.yaml"
    try:
        document = yaml.safe_load(path.read_text("utf-8"))
        config = msgspec.convert(document, ModelConfig)
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror}") from None
    except (yaml.YAMLError, msgspec.ValidationError, ValueError) as error:
        raise ModelError(f"{path}: {' '.join(str(error).split())}") from None
    if config.dimension > STORED_DIMENSION:
        raise ModelError(f"{path}: dimension {config.dimension}: the service stores at most {STORED_DIMENSION}")
    if (config.min_dimension or 1) > config.dimension:
        raise ModelError(f"{path}: min_dimension {config.min_dimension} is more than dimension {config.dimension}")
    if (config.kind == "joined") != bool(config.parts):
        raise ModelError(f"{path}: parts and kind: joined belong together")
    for name in () if config.parts else (config.file, config.tokenizer):
        if not _inside(folder, name) or not (folder / name).is_file():
            raise ModelError(f"{folder}: there is no file {name!r} that model.yaml names")
    return config


def _inside(folder: Path, name: str) -> bool:
    return folder.resolve() in (folder / name).resolve().parents


def list_models(models_dir: Path) -> list[str]:
    """Names of the folders that hold a model.yaml, sorted."""
    return sorted(p.parent.name for p in models_dir.glob("*/model.yaml"))


def compute_fingerprint(folder: Path, config: ModelConfig) -> str:
    """Identifies the vectors a folder makes: two models with one fingerprint give comparable vectors.

    From the tokenizer, the model file with its external data (samples of it: gigabytes are not read at each start)
    and every key that changes a vector; settings of speed do not count.
    """
    if config.fingerprint:
        return config.fingerprint
    digest = hashlib.sha256()
    if config.parts:
        for part in config.parts:
            inner = compute_fingerprint(folder / part.folder, load_config(folder / part.folder))
            digest.update(repr((inner, part.weight, part.take)).encode())
        return digest.hexdigest()[:16]
    for path in (folder / config.file, folder / config.tokenizer, *_external_data(folder, config)):
        _digest_file(digest, path)
    shaping = (
        config.pooling, config.normalize, config.output, config.length_limit,
        config.append_eos or None, config.prefixes.query, config.prefixes.document,
    )  # fmt: skip
    digest.update(repr(shaping).encode())
    return digest.hexdigest()[:16]


def _external_data(folder: Path, config: ModelConfig) -> list[Path]:
    """Files beside the model that its graph may refer to."""
    known = {config.file, config.tokenizer, "model.yaml"}
    found = (p for p in (folder / config.file).parent.iterdir() if p.is_file() and p.name not in known)
    return sorted(p for p in found if p.suffix in ("", ".data", ".onnx_data", ".bin", ".weights"))


def _digest_file(digest: "hashlib._Hash", path: Path) -> None:
    size = path.stat().st_size
    digest.update(f"{path.name}:{size}:".encode())
    with path.open("rb") as file:
        if size <= WHOLE_FILE:
            digest.update(file.read())
            return
        for sample in range(SAMPLES):
            file.seek((size - SAMPLE_SIZE) * sample // (SAMPLES - 1))
            digest.update(file.read(SAMPLE_SIZE))


def identity_of(name: str, fingerprint: str) -> str:
    """What stored vectors carry: vectors of one identity are comparable."""
    return f"{name}@{fingerprint}"[-100:]
