"""Orders and their payments. SQL: sql/orders.sql; tests: tests/features/test_orders*.py."""
