"""Faults on a running service with a real, durable database: `python -m tests.chaos` (make chaos) prints a table."""
