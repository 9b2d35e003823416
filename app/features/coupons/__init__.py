"""Coupons of a store. SQL: sql/coupons.sql; tests: tests/features/test_coupons*.py."""
