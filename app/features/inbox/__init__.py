"""The inbox of provider events: each takes effect once, and can be replayed."""
