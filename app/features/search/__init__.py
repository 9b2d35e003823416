"""Search of products and knowledge, and the vectors it needs. It has no routes: chat and products call it."""
