"""The chat log. SQL: sql/messages.sql; tests: tests/features/test_messages.py."""
