"""What a password hash may look like. Pure. Tests: tests/features/test_auth_rules.py."""

import re

_HASHES = (
    re.compile(r"\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}"),
    re.compile(r"\$argon2(?:id|i|d)\$v=\d+\$m=\d+,t=\d+,p=\d+(?:,\w+=[^$]*)?\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+"),
    re.compile(r"[0-9a-fA-F]{16,128}:[0-9a-fA-F]{32,256}"),
)
HASH_FORMS = "not a password hash: bcrypt, argon2 or scrypt (salt:key in hexadecimal) is expected"


def is_password_hash(text: str) -> bool:
    """Whether this is a hash of a known form, and not, say, a password."""
    return any(form.fullmatch(text) for form in _HASHES)
