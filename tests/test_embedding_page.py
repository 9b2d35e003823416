"""docs/embedding-models.md: each model.yaml loads, and the commands say what the page says, on random weights."""

import re
from pathlib import Path

import pytest
import yaml

from app.embed.config import load_config
from app.embed.reference import TEXTS
from tests.cli.commands import environment
from tests.embed import small_models as small
from tests.pages import blocks, joined, run_shell

PAGE = "docs/embedding-models.md"
MODELS = [block.text for block in blocks(PAGE, "yaml")]


def _names(text: str) -> str:
    return str(yaml.safe_load(text)["name"])


@pytest.mark.parametrize("text", MODELS, ids=_names)
def test_a_model_yaml_of_the_page_loads(text: str, tmp_path: Path) -> None:
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).touch()
    (tmp_path / "model.yaml").write_text(text, "utf-8")
    config = load_config(tmp_path)
    assert config.dimension == 1024
    assert config.length_limit <= 1024


def test_the_page_shows_the_four_models_it_names() -> None:
    assert [_names(text).split("-")[0] for text in MODELS] == ["bge", "multilingual", "arctic", "qwen3"]


def test_the_commands_say_what_the_page_says(dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model as wide as the real ones, of one layer; its model.yaml is the page's."""
    words = sorted({word for text in TEXTS for word in text.split()})
    for name, value in (("WIDTH", 1024), ("HEAD", 256), ("LAYERS", 1), ("WORDS", words)):
        monkeypatch.setattr(small, name, value)
    folder = small.write_folder(tmp_path / "models" / "bge-m3", small.make_weights(), causal=False)
    (folder / "model.yaml").write_text(MODELS[0], "utf-8")
    shell = joined(block for block in blocks(PAGE, "sh") if not {"serve", "fetch"} & set(block.text.split()))
    variables = environment(dsn, tmp_path) | {"MODELS_DIR": str(tmp_path / "models"), "EMBEDDING_MODEL": "bge-m3"}
    told = run_shell(shell, Path(__file__).parents[1], **variables).stdout
    assert "* bge-m3  transformer, 1024 dimensions, cls pooling" in told
    assert told.count("cosine 1.000000") == told.count("fit for use") == 2
    assert told.endswith("pending 0, ready 0, error 0\n")
    shown = next(block for block in blocks(PAGE, "text") if block.first_line == "bge-m3")
    labels = re.findall(r"^  ([a-z /]+):", shown.text, re.MULTILINE)
    assert labels == re.findall(r"^  ([a-z /]+):", told.split("fit for use")[0], re.MULTILINE)
