"""Conversations in YAML, held with the model in use and judged: `python -m app chat evaluate` (docs/agents.md)."""
