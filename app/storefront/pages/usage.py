"""/token-usage: tokens of a month by day, model and operation. Template: stats/usage.html."""

import re
from calendar import monthrange
from datetime import date, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.charts import Point
from app.storefront.desk import Desk, NoStoreError, open_desk
from app.storefront.i18n import Language, day_label, number
from app.storefront.pages.common import together
from app.storefront.rendering import language_of, render

_PERIOD = re.compile(r"20\d\d-(?:0[1-9]|1[0-2])")


async def show_usage(request: Request) -> Response:
    """Usage of a month, and where the quota of the running one stands."""
    desk = await open_desk(request)
    today = datetime.now(desk.zone).date()
    period = request.query_params.get("period", "")
    if not _PERIOD.fullmatch(period):
        period = today.strftime("%Y-%m")
    summary, billing = await together(
        desk.backend.maybe("/internal/token-usage/summary", company_id=desk.company.id, period=period),
        _billing(desk),
    )
    if summary is None or (billing is None and desk.owns):
        raise NoStoreError
    current = period == today.strftime("%Y-%m")
    language = language_of(request)
    return render(
        request,
        "stats/usage.html",
        summary=summary,
        billing=billing,
        days=_points(language, period, summary["by_day"]),
        period=period,
        current=current,
        before=_shift(period, -1),
        after="" if current else _shift(period, 1),
        models=_models(summary),
    )


async def _billing(desk: Desk) -> Json | None:
    """Where the plan's quota stands, for the owner."""
    return await desk.backend.maybe("/internal/billing/summary") if desk.owns else None


def _points(language: Language, period: str, rows: list[Json]) -> list[Point]:
    year, month = map(int, period.split("-"))
    tokens = {str(row["date"])[:10]: row["tokens"] for row in rows}
    points: list[Point] = []
    for day in range(1, monthrange(year, month)[1] + 1):
        at = date(year, month, day)
        value = tokens.get(at.isoformat(), 0)
        points.append((day_label(language, at), value, f"{day_label(language, at)}: {number(language, value)}"))
    return points


def _shift(period: str, months: int) -> str:
    year, month = map(int, period.split("-"))
    index = year * 12 + month - 1 + months
    return f"{index // 12:04d}-{index % 12 + 1:02d}"


def _models(summary: Json) -> list[tuple[str, int]]:
    totals: dict[str, int] = {}
    for row in summary["items"]:
        totals[row["model"]] = totals.get(row["model"], 0) + int(row["total_tokens"])
    return sorted(totals.items(), key=lambda pair: -pair[1])


routes = [Route("/token-usage", show_usage, methods=["GET"])]
