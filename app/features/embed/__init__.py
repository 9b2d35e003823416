"""Embedding over HTTP, in our own form. No SQL; tests/features/test_embed.py."""
