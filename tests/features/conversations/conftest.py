"""The shop of the chat's tests, whose conversations these are."""

from tests.features.chat.conftest import chat, other_chat, script

__all__ = ["chat", "other_chat", "script"]
