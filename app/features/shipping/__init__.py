"""What it costs to bring an order to somebody. SQL: sql/shipping.sql; tests: tests/features/test_shipping*.py."""
