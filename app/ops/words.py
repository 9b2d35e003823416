"""Others' words, such as a provider's about an error, on their way into our rows."""


def storable(text: str) -> str:
    """The text with a question mark for what no database keeps: NUL, and half of a surrogate pair."""
    return text.replace("\0", "?").encode("utf-8", "replace").decode()
