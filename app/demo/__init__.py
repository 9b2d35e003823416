"""Demo data, made through the API itself: two companies whose chats sell from the first minute."""

from app.demo.seed import seed_demo

__all__ = ["seed_demo"]
