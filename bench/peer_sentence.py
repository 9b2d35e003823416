"""Runs in bench/.env-sentence: times sentence-transformers on a local model folder, on the same ONNX file.

Texts come as JSON in the first line on stdin; each further line is a round, answered by its seconds.
"""

import json
import sys
import time

import onnxruntime
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.models import Pooling, Transformer

torch.set_num_threads(1)
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
arguments = {"file_name": "model.onnx", "subfolder": "onnx", "session_options": options, "export": False}
transformer = Transformer(sys.argv[1], backend="onnx", model_args={**arguments, "provider": "CPUExecutionProvider"})
pooling = Pooling(transformer.get_word_embedding_dimension(), "mean")
model = SentenceTransformer(modules=[transformer, pooling], device="cpu")
texts = json.loads(sys.stdin.readline())
model.encode(texts[:8], normalize_embeddings=True)
print("ready", flush=True)
for _ in sys.stdin:
    started = time.perf_counter()
    model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
    print(time.perf_counter() - started, flush=True)
