"""What a store did in a time, and in the time before it. SQL: sql/numbers.sql; tests/features/test_numbers.py."""
