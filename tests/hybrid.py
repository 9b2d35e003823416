"""The default model, built once for all tests that need it."""

from pathlib import Path

import pytest

from app.embed.hybrid.build import build
from app.embed.hybrid.presence import NAME


@pytest.fixture(scope="session")
def hybrid_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its folder; test processes side by side share it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    folder = shared / "models" / NAME
    build(folder, anew=False)
    return folder


@pytest.fixture
def with_hybrid(hybrid_folder: Path, tmp_path: Path) -> Path:
    """The test's own DATA_DIR (tmp_path), with the model in it."""
    return with_model(tmp_path, hybrid_folder)


def with_model(data_dir: Path, hybrid_folder: Path) -> Path:
    """A DATA_DIR, with the model put into it."""
    (data_dir / "models").mkdir(exist_ok=True)
    (data_dir / "models" / NAME).symlink_to(hybrid_folder)
    return data_dir
