"""One id per person, whatever form the gateway gives it. Pure; tests/features/test_leads_rules.py.

WhatsApp gateways name the same contact as `5511988887777@s.whatsapp.net`, `5511988887777:12@s.whatsapp.net`,
`551188887777` (the ninth digit of Brazilian mobiles lost) or by an opaque `…@lid`; people write +55 (11) 98888-7777.
"""

import re

_DOMAIN = re.compile(r"@(s\.whatsapp\.net|c\.us)$", re.IGNORECASE)
_DEVICE = re.compile(r"^([0-9]+)(?:_[0-9]+)?(?::[0-9]+)?(?=@|$)")
# As people write a number; without the + it may be a group's id.
_WRITTEN = re.compile(r"\+[0-9 ().\-\u00a0]+")
_NUMBER = re.compile(r"\+?([0-9]{8,15})")
# 55, area code, then eight digits of which the first tells a mobile (6-9) from a fixed line (2-5).
_SHORT_MOBILE = re.compile(r"55([1-9][0-9])([6-9][0-9]{7})")
_CHANNELS = frozenset({"whatsapp"})


def normalise_external_id(channel: str, external_id: str, phone: str | None = None) -> str:
    """The id a lead is stored under. Only WhatsApp ids change.

    The device suffix and the user domain go, Brazilian mobiles get their ninth digit, and an opaque `@lid` gives way
    to the phone when the caller knows it. Groups and unknown forms stay as they are.
    """
    if channel not in _CHANNELS:
        return external_id
    text = external_id.strip()
    if text.lower().endswith("@lid") and phone is not None:
        text = phone
    text = _DOMAIN.sub("", _DEVICE.sub(r"\1", text))
    number = _NUMBER.fullmatch(re.sub("[^0-9]", "", text) if _WRITTEN.fullmatch(text) else text)
    return _with_ninth_digit(number[1]) if number else text or external_id


def phone_of(phone: str) -> str:
    """A number as it was told; of a JID the number in it."""
    return phone if "@" not in phone else _DOMAIN.sub("", _DEVICE.sub(r"\1", phone))


def lead_addresses(channel: str, external_id: str, phone: str | None = None) -> tuple[str, ...]:
    """Every id under which this person may write, the one a new lead is stored under first.

    An opaque `@lid` that comes with its phone are two addresses of one person; anywhere else a phone is told by the
    customer, who may tell somebody else's.
    """
    first = normalise_external_id(channel, external_id, phone)
    alone = normalise_external_id(channel, external_id)
    return (first,) if first == alone else (first, alone)


def whatsapp_number(channel: str, external_id: str, phone: str | None) -> str | None:
    """The number under which a gateway reaches a lead: the one they write from, else their phone. None: none is known.

    A phone is told by the customer and may be somebody else's: it counts only where the id is no number.
    """
    if channel not in _CHANNELS or external_id.lower().endswith("@g.us"):
        return None
    number = _NUMBER.fullmatch(external_id)
    return number[1] if number else re.sub("[^0-9]", "", phone or "") or None


def _with_ninth_digit(number: str) -> str:
    mobile = _SHORT_MOBILE.fullmatch(number)
    return f"55{mobile[1]}9{mobile[2]}" if mobile else number
