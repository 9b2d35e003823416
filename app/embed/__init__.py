"""Tokenizer, model and batching queue of the embedding engine. Knows no HTTP. Tests: tests/embed/."""

import os

# onnxruntime keeps events for its maker, and an id, in the home folder of who runs it, and knows where to send them.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
