"""What an agent writes first, as it or its type says. SQL: sql/follow_ups.sql; tests/features/test_follow_ups.py."""
