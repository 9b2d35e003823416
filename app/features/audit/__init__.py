"""Who changed what; triggers write the rows. SQL: sql/audit.sql; tests: tests/features/test_audit.py."""
