"""Runs in bench/.env-fastembed: times fastembed on a local model folder.

Texts come as JSON in the first line on stdin; each further line is a round, answered by its seconds.
"""

import json
import sys
import time
from pathlib import Path

from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType

folder = sys.argv[1]
TextEmbedding.add_custom_model(
    model="local/shape", pooling=PoolingType.MEAN, normalization=True, sources=ModelSource(url="http://localhost/none"),
    dim=json.loads(Path(folder, "config.json").read_text())["hidden_size"], model_file="onnx/model.onnx",
)  # fmt: skip
model = TextEmbedding("local/shape", specific_model_path=folder, threads=1)
texts = json.loads(sys.stdin.readline())
list(model.embed(texts[:8]))
print("ready", flush=True)
for _ in sys.stdin:
    started = time.perf_counter()
    list(model.embed(texts))
    print(time.perf_counter() - started, flush=True)
