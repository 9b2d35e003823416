"""Runs in bench/.env-fastembed: times fastembed on a local model folder. Texts come as JSON on stdin."""

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType

folder, rounds = sys.argv[1], int(sys.argv[2])
texts = json.load(sys.stdin)
TextEmbedding.add_custom_model(
    model="local/shape", pooling=PoolingType.MEAN, normalization=True, sources=ModelSource(url="http://localhost/none"),
    dim=json.loads(Path(folder, "config.json").read_text())["hidden_size"], model_file="model.onnx",
)  # fmt: skip
model = TextEmbedding("local/shape", specific_model_path=folder, threads=1)
list(model.embed(texts[:8]))
seconds = []
for _ in range(rounds):
    started = time.perf_counter()
    list(model.embed(texts))
    seconds.append(time.perf_counter() - started)
print(json.dumps({"seconds": seconds, "version": version("fastembed")}))
