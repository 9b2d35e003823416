"""Tokenizer, model and batching queue of the embedding engine. Knows no HTTP. Tests: tests/embed/."""
