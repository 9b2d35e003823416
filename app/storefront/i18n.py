"""Languages: Portuguese is the text in the source, English comes from locales/en.json; both say one of a thing
by locales/one.json.

Tests: test_i18n.py.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from pathlib import Path
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Language = Literal["pt", "en"]

_FOLDER = Path(__file__).parent / "locales"
_CATALOGUES: Mapping[str, Mapping[str, str]] = {
    "pt": {},
    "en": json.loads((_FOLDER / "en.json").read_text("utf-8")),
}
# How a text with a number is said of one, where that differs.
_OF_ONE: Mapping[str, Mapping[str, str]] = json.loads((_FOLDER / "one.json").read_text("utf-8"))
_RANGE = re.compile(r"\s*([A-Za-z]{1,8}|\*)(?:-[A-Za-z0-9]{1,8})*\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*")


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        # Brazil has had no daylight saving since 2019.
        return timezone(timedelta(hours=-3))


SAO_PAULO = _zone("America/Sao_Paulo")


def zone_of(name: str) -> tzinfo:
    """The zone of that name; São Paulo's for none, or one that this machine does not know."""
    return _zone(name) if name else SAO_PAULO


def choose_language(accept_language: str) -> Language:
    """English when the header prefers it to Portuguese, else Portuguese."""
    best: dict[str, float] = {}
    for part in accept_language[:500].split(","):
        match = _RANGE.fullmatch(part)
        if match:
            name = match[1].lower()
            best[name] = max(best.get(name, 0.0), float(match[2] or 1))
    return "en" if best.get("en", 0.0) > best.get("pt", best.get("*", 0.0)) else "pt"


def translate(language: Language, text: str, **values: Any) -> str:
    """The text in the language, %(name)s filled in; `n` of one in the singular. A text not in the catalogue stays
    Portuguese.
    """
    found = _CATALOGUES[language].get(text, text)
    if str(values.get("n")) == "1":
        found = _OF_ONE.get(text, {}).get(language, found)
    return found % values if values else found


def money(language: Language, cents: Any) -> str:
    """Integer cents as reais; a dash for none."""
    if not isinstance(cents, int):
        return "–"
    sign, whole = ("-" if cents < 0 else ""), abs(cents)
    text = f"{whole // 100:,}.{whole % 100:02d}"
    if language == "pt":
        text = text.replace(",", "\0").replace(".", ",").replace("\0", ".")
    return f"{sign}R$ {text}"


def number(language: Language, value: Any) -> str:
    """A count with thousands separators; a dash for none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–"
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"
    return text.replace(",", "\0").replace(".", ",").replace("\0", ".") if language == "pt" else text


def readable(language: Language, value: Any) -> str:
    """Any value of a record in words: lists and objects as their parts, a dash for none."""
    if value in (None, "", [], {}):
        return "–"
    if isinstance(value, bool):
        return translate(language, "sim" if value else "não")
    if isinstance(value, list):
        return ", ".join(readable(language, item) for item in value)
    if isinstance(value, dict):
        return " · ".join(f"{name}: {readable(language, item)}" for name, item in value.items())
    return str(value)


def compact(language: Language, value: Any) -> str:
    """A large count in few characters: 12,3 mil."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–"
    for size, pt, en in ((1_000_000_000, "bi", "B"), (1_000_000, "mi", "M"), (10_000, "mil", "k")):
        if abs(value) >= size:
            unit = 1_000 if size == 10_000 else size
            scaled = round(value / unit, 1)
            text = number(language, int(scaled) if scaled == int(scaled) else scaled)
            return f"{text} {pt}" if language == "pt" else f"{text}{en}"
    return number(language, value)


def parse_time(value: Any) -> datetime | None:
    """An instant of the wire, or None."""
    try:
        instant = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return None
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def moment(language: Language, value: Any, pattern: str = "", zone: tzinfo = SAO_PAULO) -> str:
    """An instant of the wire as local date and time; a dash for none."""
    instant = parse_time(value)
    if instant is None:
        return "–"
    default = "%d/%m/%Y %H:%M" if language == "pt" else "%b %d, %Y %H:%M"
    return instant.astimezone(zone).strftime(pattern or default)


def until(language: Language, value: Any, zone: tzinfo) -> str:
    """When something ends: its last day where it ends with that day, else the minute; a dash for never."""
    instant = parse_time(value)
    if instant is None:
        return "–"
    local = instant.astimezone(zone)
    if local.time() != time():
        return moment(language, value, zone=zone)
    return (local - timedelta(days=1)).strftime("%d/%m/%Y" if language == "pt" else "%b %d, %Y")


def day_label(language: Language, day: date) -> str:
    """A day of a chart: 23/11, Nov 23."""
    return day.strftime("%d/%m" if language == "pt" else "%b %d")


def month(language: Language, period: str) -> str:
    """A month of the wire, 2026-11, as people write it: 11/2026."""
    return date.fromisoformat(f"{period}-01").strftime("%m/%Y" if language == "pt" else "%b %Y")


def ago(language: Language, value: Any, now: datetime | None = None, zone: tzinfo = SAO_PAULO) -> str:
    """How long ago, in words; the date when it is more than a week."""
    instant = parse_time(value)
    if instant is None:
        return "–"
    seconds = ((now or datetime.now(UTC)) - instant).total_seconds()
    if seconds < 60:
        return translate(language, "agora")
    for size, text in ((3600, "há %(n)s min"), (86_400, "há %(n)s h"), (604_800, "há %(n)s d")):
        if seconds < size:
            unit = {3600: 60, 86_400: 3600, 604_800: 86_400}[size]
            return translate(language, text, n=int(seconds // unit))
    return moment(language, value, "%d/%m/%Y" if language == "pt" else "%b %d, %Y", zone)
