"""Days to look at, and what changed against the days before. Pure. Tests: test_numbers_pages.py."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from app.storefront.i18n import Language, number, translate

PRESETS = (7, 30, 90, 365)
USUAL = 30


def asked(query: Mapping[str, str]) -> dict[str, str | int]:
    """The backend's parameters for the range of a page's query; what makes no range is left out."""
    first, last = _day(query.get("from", "")), _day(query.get("to", ""))
    if first and last and 0 <= (last - first).days <= 365:
        return {"from": first.isoformat(), "to": last.isoformat()}
    days = query.get("days", "")
    return {"days": int(days) if days in map(str, PRESETS) else USUAL}


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year < 9000 else None


def change(language: Language, now: Any, before: Any) -> tuple[str, str]:
    """(words, tone) of a change: `+12%`, good; nothing to compare with gives no words."""
    if not isinstance(now, int | float) or not isinstance(before, int | float):
        return "", "off"
    if before == now:
        return translate(language, "igual a antes"), "off"
    if not before:
        return translate(language, "antes não havia"), "info"
    percent = round(100 * (now - before) / abs(before))
    sign, tone = ("+", "good") if now > before else ("−", "bad")
    return f"{sign}{number(language, abs(percent))}%", tone


def share(part: Any, whole: Any) -> float | None:
    """A part of a whole in percent; None of nothing."""
    return 100 * part / whole if isinstance(part, int) and isinstance(whole, int) and whole > 0 else None
