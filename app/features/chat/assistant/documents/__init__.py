"""Sentences of the shop's documents that answer a question."""
