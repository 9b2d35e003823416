"""The numbers of a store at a glance. SQL: sql/dashboard.sql; tests: tests/features/test_dashboard.py."""
