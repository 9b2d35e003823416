"""What has happened in a company. SQL: sql/events.sql; tests: tests/features/test_events.py."""
