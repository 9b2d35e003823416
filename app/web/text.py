"""Text as people see it: names that look alike are alike. Pure; tests/web/test_text.py."""

import re
import unicodedata

# What Unicode has fonts show as nothing (Default_Ignorable_Code_Point: zero widths, direction marks, fillers, variation
# selectors, tags), and the anchors of annotations. Joiner and emoji style are below.
_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_IGNORABLE}]")
_BLANK = re.compile("[\\s\x00-\x1f\x7f-\x9f\u2028\u2029\u2800]+")
# U+FE0F gives a sign its emoji style, also within a keycap; anywhere else it is invisible.
_STYLE = re.compile(
    "(?<![#*0-9\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff])\ufe0f"
    "|(?<=[#*0-9])\ufe0f(?!\u20e3)"
)
# A joiner holds the parts of one emoji together; anywhere else it is invisible.
_JOINER = re.compile(
    "(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|\u200d(?![\u2190-\u2bff\U0001f000-\U0001faff])"
)

# Control and format characters (zero-width, direction marks), spaces and line ends, and what is no character.
_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Cs", "Co", "Cn"})
# Shown as nothing, though letters, marks or signs by category.
_EMPTY = re.compile(f"[{_IGNORABLE}\ufe0f\u2800]")


def clean_line(text: str) -> str:
    """One line in NFC: no control or invisible character, every run of blanks one space, none at the ends."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    text = _JOINER.sub("", _STYLE.sub("", text))
    return _BLANK.sub(" ", unicodedata.normalize("NFC", text)).strip()


def is_visible(text: str) -> bool:
    """Whether every character of the text can be seen: two texts that look alike are then alike."""
    return _EMPTY.search(text) is None and not any(unicodedata.category(character) in _UNSEEN for character in text)
