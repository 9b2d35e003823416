"""Odd requests made from /openapi.json: `python -m tests.fuzz` (make fuzz); make test takes a sample."""
