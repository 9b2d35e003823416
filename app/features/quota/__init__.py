"""The token quota: reserve, call, settle (SQL: sql/quota.sql; tests/features/test_quota.py)."""
