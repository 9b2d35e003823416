"""Stock taken by orders and given back. SQL: sql/stock.sql; tests: tests/features/test_stock.py."""
