"""Orders and their payments. SQL: sql/orders.sql, sql/payments.sql; tests: tests/features/test_orders*.py."""
