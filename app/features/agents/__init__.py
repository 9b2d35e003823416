"""Agents of a store, their types, knowledge and conversations (SQL: sql/agents.sql; tests/features/test_agents.py)."""
