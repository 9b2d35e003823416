"""What an agent writes first, where its type says so. SQL: sql/follow_ups.sql; tests/features/test_follow_ups.py."""
