"""8 bits on another processor: one with AVX2 and without VNNI, as qemu emulates it, gives the same vectors."""

import platform
import shutil
import subprocess
import sys

import numpy as np
import pytest

from app.embed.int8 import quantize
from tests.embed import small_models as small

QEMU = shutil.which("qemu-x86_64")
RUN = """
import sys
import numpy, onnxruntime
options = onnxruntime.SessionOptions()
options.intra_op_num_threads, options.log_severity_level = 1, 3
session = onnxruntime.InferenceSession(sys.argv[1], options)
names = [one.name for one in session.get_inputs()]
found = {}
for count, length in ((1, 9), (5, 12)):
    ids = numpy.random.default_rng(count).integers(3, int(sys.argv[3]), (count, length))
    feeds = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
    [found[str(count)], *_] = session.run(None, {name: feeds[name] for name in names})
numpy.savez(sys.argv[2], **found)
"""

pytestmark = pytest.mark.skipif(
    not QEMU or platform.machine() != "x86_64", reason="needs qemu-x86_64 (Debian's qemu-user) on x86-64"
)


def vectors(path, words: int, *emulated: str):
    """What the graph at `path` gives for texts of random ids, run by this processor or an emulated one."""
    out = path.with_name(f"{len(emulated)}.npz")
    command = [*emulated, sys.executable, "-c", RUN, path, out, str(words)]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return np.load(out)


@pytest.mark.parametrize("which", ["default", "quantized"])
def test_a_processor_without_vnni_gives_the_same_vectors(which, hybrid_folder, tmp_path):
    folder, words = tmp_path / "model", 80_000
    if which == "default":
        shutil.copytree(hybrid_folder / "learned", folder)
    else:
        source = small.write_folder(tmp_path / "fp32", small.make_weights(4), causal=False)
        quantize(source, folder)
        words = 50
    here = vectors(folder / "model.onnx", words)
    there = vectors(folder / "model.onnx", words, str(QEMU), "-cpu", "Haswell")
    for name in here.files:
        assert np.abs(here[name] - there[name]).max() < 1e-5 * np.abs(here[name]).max()
