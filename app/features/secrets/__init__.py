"""Secrets sealed in the database, and the rotation of their key.

SQL: sql/secrets.sql; tests: tests/features/test_secrets.py, tests/cli/test_secrets.py.
"""
