"""Lead profile extraction from a conversation (tests: tests/features/test_extract_lead.py)."""
