"""Conversations an agent is tried with. SQL: sql/agent_tests.sql; tests/features/test_agent_tests.py."""
