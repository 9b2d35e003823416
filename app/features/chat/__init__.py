"""The chat: one turn of a conversation with a shopper (SQL: sql/chat.sql; tests/features/test_chat*.py)."""
