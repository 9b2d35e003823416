"""Embeddings in the form of OpenAI's API, so that its clients work unchanged. No SQL; tests/features/test_openai.py."""
