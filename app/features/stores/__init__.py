"""Stores and their addresses. SQL: sql/stores.sql; tests: tests/features/test_stores.py."""
