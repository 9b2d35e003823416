"""The actor's company, and the limits of its plan. SQL: sql/company.sql; tests: tests/features/test_company.py."""
