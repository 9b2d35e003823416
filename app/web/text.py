"""Text as people see it: names that look alike are alike. Pure; tests/web/test_text.py."""

import re
import unicodedata

# Format characters (zero width, bidirectional marks, tags, soft hyphen) and letters that show nothing.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_BLANK = re.compile("[\\s\x00-\x1f\x7f-\x9f\u2028\u2029\u2800]+")
# A joiner holds the parts of one emoji together; anywhere else it is invisible.
_JOINER = re.compile(
    "(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|\u200d(?![\u2190-\u2bff\U0001f000-\U0001faff])"
)

# Control and format characters (zero-width, direction marks), spaces and line ends, and what is no character.
_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Cs", "Co", "Cn"})
# Shown as nothing, though letters or marks by category.
_EMPTY = frozenset("\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5") | {chr(code) for code in range(0xFE00, 0xFE10)}


def clean_line(text: str) -> str:
    """One line in NFC: no control or invisible character, every run of blanks one space, none at the ends."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    text = unicodedata.normalize("NFC", _JOINER.sub("", _INVISIBLE.sub("", text)))
    return _BLANK.sub(" ", text).strip()


def is_visible(text: str) -> bool:
    """Whether every character of the text can be seen: two texts that look alike are then alike."""
    return not any(character in _EMPTY or unicodedata.category(character) in _UNSEEN for character in text)
