"""Tokenizer, model and batching queue of the embedding engine. Knows no HTTP. Tests: tests/embed/."""

import os

# onnxruntime would report each start and model to its maker, under an id that it leaves in the home folder.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
