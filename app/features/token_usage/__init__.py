"""Tokens used by model calls. SQL: sql/token_usage.sql; tests: tests/features/test_token_usage.py."""
