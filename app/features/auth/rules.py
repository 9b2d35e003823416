"""What an e-mail and a password hash may look like. Pure. Tests: tests/features/test_auth_rules.py."""

import re
import unicodedata

# Control and format characters (zero-width, direction marks), spaces and line ends, and what is no character.
_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Cs", "Co", "Cn"})
# Shown as nothing, though letters or marks by category.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5") | {chr(code) for code in range(0xFE00, 0xFE10)}
_HASHES = (
    re.compile(r"\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}"),
    re.compile(r"\$argon2(?:id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+(?:,\w+=[^$]*)?\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+"),
    re.compile(r"[0-9a-fA-F]{16,128}:[0-9a-fA-F]{32,256}"),
)
HASH_FORMS = "not a password hash: bcrypt, argon2 or scrypt (salt:key in hexadecimal) is expected"
EMAIL_CHARACTERS = "spaces, control and invisible characters are not accepted"


def is_visible(text: str) -> bool:
    """Whether every character of the text can be seen: two texts that look alike are then alike."""
    return not any(character in _BLANK or unicodedata.category(character) in _UNSEEN for character in text)


def is_password_hash(text: str) -> bool:
    """Whether this is a hash of a known form, and not, say, a password."""
    return any(form.fullmatch(text) for form in _HASHES)
