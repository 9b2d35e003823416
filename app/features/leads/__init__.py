"""Leads, their timeline, and the ids gateways give them. SQL: sql/leads.sql; tests: tests/features/test_leads*.py."""
