"""Authentication data for the frontend's auth library. SQL: sql/auth.sql; tests: tests/features/test_auth*.py."""
