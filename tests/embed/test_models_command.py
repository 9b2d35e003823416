"""`models list|check|quantize` as a user runs them."""

import re
import shutil

import numpy as np
import onnx
import pytest
from click.testing import CliRunner

import app.embed.fetch as fetching
from app.cli.models import models_command
from tests.embed import small_models as small


@pytest.fixture
def models(tmp_path, monkeypatch):
    """Runs the command with MODELS_DIR at an empty folder."""
    monkeypatch.setenv("MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("EMBEDDING_MODEL", "good")
    return lambda *arguments: CliRunner().invoke(models_command, arguments)


def test_list_marks_the_model_in_use_and_names_the_broken_one(models, tmp_path):
    small.write_folder(tmp_path / "models" / "good", small.make_weights(), causal=False)
    broken = small.write_folder(tmp_path / "models" / "broken", small.make_weights(), causal=False)
    (broken / "model.onnx").unlink()
    lines = models("list").output.splitlines()
    assert lines[0].startswith("  broken  unusable: ")
    assert lines[1].startswith("* good  transformer, 64 dimensions")
    assert lines[2] == "  hybrid-pt-1024  the default; built at the first start, or by `models build`"


def test_build_makes_the_default_model_under_data_dir_and_check_finds_it_fit(models, tmp_path):
    built = models("build", "hybrid-pt-1024")
    assert built.exit_code == 0, built.output
    assert f"hybrid-pt-1024 in {tmp_path / 'var' / 'models' / 'hybrid-pt-1024'} (51 MB)" in built.output
    checked = models("check", "hybrid-pt-1024").output
    assert "pooling:              lexical 0.5 + learned 0.5" in checked
    assert checked.endswith("fit for use\n")
    assert "hybrid-pt-1024  joined, 1024 dimensions, lexical + learned" in models("list").output
    folder = tmp_path / "var" / "models" / "hybrid-pt-1024"
    with (folder / "learned" / "weights.bin").open("r+b") as weights:
        weights.seek(3_000_000)
        byte = weights.read(1)
        weights.seek(3_000_000)
        weights.write(bytes([byte[0] ^ 1]))
    damaged = models("check", "hybrid-pt-1024")
    assert damaged.exit_code == 1
    assert "PROBLEM: not as it was built (by sums.sha256): build it anew by `models build`" in damaged.output
    (folder / "sums.sha256").unlink()
    assert models("check", "hybrid-pt-1024").exit_code == 1


def test_a_model_is_fetched_beside_the_data_where_an_image_keeps_its_own_read_only(models, tmp_path, monkeypatch):
    (tmp_path / "models").mkdir()
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path / "models")
    monkeypatch.setattr(
        fetching,
        "fetch",
        lambda _name, _entry, folder, **_: small.write_folder(folder, small.make_weights(), causal=False),
    )
    assert models("fetch", "bge-m3").exit_code == 0
    assert (tmp_path / "var" / "models" / "bge-m3" / "model.yaml").exists()
    assert "bge-m3  transformer, 64 dimensions" in models("list").output


def test_check_says_what_does_not_fit_the_database(models, tmp_path):
    small.write_folder(tmp_path / "models" / "good", small.make_weights(), causal=False, dimension=2048)
    result = models("check")
    assert result.exit_code == 1
    assert "dimension 2048: the service stores at most 1024" in result.output


def test_a_shortest_dimension_above_the_model_s_own_is_refused(models, tmp_path):
    small.write_folder(tmp_path / "models" / "good", small.make_weights(), causal=False, min_dimension=65)
    result = models("check")
    assert result.exit_code == 1
    assert "min_dimension 65 is more than dimension 64" in result.output


def test_check_finds_a_vector_that_depends_on_its_batch(models, tmp_path):
    # The graph reads a mask of ones instead of its input: padding changes every text that is not the longest.
    folder = small.write_folder(tmp_path / "models" / "good", small.make_weights(), causal=False, pooling="cls")
    model = onnx.load(folder / "model.onnx")
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.ones((1, 1), np.int64), "ones"))
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            if name == "attention_mask":
                node.input[place] = "ones"
    onnx.save(model, folder / "model.onnx")
    assert "depends on its batch" in models("check", "good").output


def test_check_of_the_default_model_finds_nothing_wrong(monkeypatch, tmp_path):
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "var"))
    result = CliRunner().invoke(models_command, ["check", "lexical-pt-1024"])
    assert result.exit_code == 0, result.output
    assert "fit for use" in result.output


def test_quantize_writes_a_model_that_runs(models, tmp_path):
    small.write_folder(tmp_path / "models" / "good", small.make_weights(), causal=False)
    assert "12 matrix products" in models("quantize", "good", "eight").output
    assert models("quantize", "good", "eight").exit_code == 1
    checked = models("check", "eight").output
    assert "cosine 1.000000" in checked
    assert re.search(r"int8 / fp32: +cosine 0\.99[89]\d on this processor", checked)


def test_check_finds_an_int8_copy_that_embeds_wrongly_here(models, tmp_path):
    small.write_folder(tmp_path / "models" / "good", small.make_weights(), causal=False)
    models("quantize", "good", "eight")
    other = small.write_folder(tmp_path / "other", small.make_weights(9), causal=False)
    shutil.copyfile(other / "model.onnx", tmp_path / "models" / "eight" / "model.onnx")
    checked = models("check", "eight")
    assert "PROBLEM: far from its fp32 original on this processor" in checked.output
    (tmp_path / "models" / "eight" / "reference.json").write_text("{}")
    assert re.search(r"PROBLEM: .*reference\.json: ", models("check", "eight").output)
