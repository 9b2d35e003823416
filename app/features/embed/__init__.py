"""Embedding over HTTP: our own form and the OpenAI-compatible one. No SQL; tests/features/test_embed.py."""
