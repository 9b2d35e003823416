"""/token-usage: tokens of a month by day, model and operation. Template: stats/usage.html."""

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import Json
from app.storefront.charts import Point
from app.storefront.desk import NoStoreError, open_desk
from app.storefront.i18n import SAO_PAULO, number
from app.storefront.pages.common import together
from app.storefront.rendering import language_of, render

_PERIOD = re.compile(r"20\d\d-(?:0[1-9]|1[0-2])")


async def show_usage(request: Request) -> Response:
    """Usage of a month, and where the quota of the running one stands."""
    desk = await open_desk(request)
    today = datetime.now(SAO_PAULO).date()
    period = request.query_params.get("period", "")
    if not _PERIOD.fullmatch(period):
        period = today.strftime("%Y-%m")
    summary, billing = await together(
        desk.backend.maybe("/internal/token-usage/summary", company_id=desk.user.id, period=period),
        desk.backend.maybe("/internal/billing/summary"),
    )
    if summary is None or billing is None:
        raise NoStoreError
    current = period == today.strftime("%Y-%m")
    language = language_of(request)
    return render(
        request,
        "stats/usage.html",
        summary=summary,
        billing=billing,
        days=_points(period, summary["by_day"], lambda value: number(language, value)),
        period=period,
        current=current,
        before=_shift(period, -1),
        after="" if current else _shift(period, 1),
        models=_models(summary),
    )


def _points(period: str, rows: list[Json], show: Callable[[int], str]) -> list[Point]:
    year, month = map(int, period.split("-"))
    tokens = {str(row["date"])[:10]: row["tokens"] for row in rows}
    points: list[Point] = []
    for day in range(1, monthrange(year, month)[1] + 1):
        value = tokens.get(date(year, month, day).isoformat(), 0)
        points.append((f"{day:02d}/{month:02d}", value, f"{day:02d}/{month:02d}: {show(value)}"))
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
