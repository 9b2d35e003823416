"""Conversations: who attends them, their cart, the summary a shopper says yes to (tests/features/conversations)."""
