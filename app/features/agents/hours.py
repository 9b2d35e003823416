"""When an agent answers, by the clock of its company's time zone. Pure; tests/features/test_agent_hours.py."""

from collections.abc import Iterator, Sequence
from datetime import datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta

from app.web.types import Body

Day = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
DAYS: tuple[Day, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
A_DAY = 2
"""Times a day: one, or two with a break between them."""
_NAMES = (
    "na segunda-feira", "na terça-feira", "na quarta-feira", "na quinta-feira", "na sexta-feira",
    "no sábado", "no domingo",
)  # fmt: skip
_ENGLISH = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

Clock = Annotated[str, Meta(pattern=r"^(?:[01][0-9]|2[0-3]):[0-5][0-9](?!\n)$", description="HH:MM")]


class OpeningHours(Body):
    """A time of a weekday at which an agent answers; `closes` at or before `opens` is on the next day."""

    day: Day
    opens: Clock
    closes: Clock


decode_hours = msgspec.json.Decoder(list[OpeningHours]).decode


def is_open(hours: Sequence[OpeningHours], now: datetime, zone: str) -> bool:
    """The agent answers now; without hours it always does."""
    if not hours:
        return True
    local = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return any(opens <= local < closes for opens, closes in _times(hours, local, range(-1, 1)))


def next_opening(hours: Sequence[OpeningHours], now: datetime, zone: str) -> datetime:
    """When the agent answers next, by the clock there. There are hours, and it is outside them."""
    local = now.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return min(opens for opens, _ in _times(hours, local, range(8)) if opens > local)


def _times(hours: Sequence[OpeningHours], local: datetime, days: range) -> Iterator[tuple[datetime, datetime]]:
    """From when to when the agent answers, on days counted from today."""
    for ahead in days:
        day = (local + timedelta(days=ahead)).date()
        for one in hours:
            if one.day == DAYS[day.weekday()]:
                opens, closes = time.fromisoformat(one.opens), time.fromisoformat(one.closes)
                until = day + timedelta(days=1) if closes <= opens else day
                yield datetime.combine(day, opens), datetime.combine(until, closes)


def said_outside(hours: Sequence[OpeningHours], now: datetime, zone: str, *, english: bool) -> str:
    """What a shopper is told who writes outside the hours."""
    local, opening = now.astimezone(ZoneInfo(zone)), next_opening(hours, now, zone)
    ahead = (opening.date() - local.date()).days
    if english:
        day = ("today", "tomorrow")[ahead] if ahead < 2 else f"on {_ENGLISH[opening.weekday()]}"
        return f"We are closed right now and answer again {day} at {opening:%H:%M}. Your message is kept for the team."
    day = ("hoje", "amanhã")[ahead] if ahead < 2 else _NAMES[opening.weekday()]
    minutes = f"{opening:%M}" if opening.minute else ""
    return (
        f"Agora estamos fora do horário de atendimento. Respondemos a partir das {opening.hour}h{minutes} {day}; "
        "sua mensagem ficou guardada para a equipe."
    )
