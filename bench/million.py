"""What a request costs in a company of 1,000,000 orders, products, leads or messages, over what it costs at 10,000.

Usage: python -m bench.million [--largest 1000000] [--rounds 5] [--requests 4]. Every list with its filters and orders,
every detail, search and figure is asked. Writes bench/results/million.json; it is not part of `make bench`, for filling
the database alone takes minutes.
"""

import argparse
import asyncio
from datetime import UTC, datetime, timedelta

from bench.crud_rows import APP
from bench.crud_servers import Request
from bench.growth import Curve, Make, curves, get, goals, run, write
from bench.growth_rows import Company

SMALL = 10_000
LIMIT = 2.0
METHOD = (
    "A company of its own for each size, all in one database, filled by SQL with the triggers at work and vacuumed. One"
    " connection asks the running service, one request after the other; each round visits both sizes. A goal bounds the"
    " CPU time of service and PostgreSQL together at the large size over that at 10,000."
)
COUNTED = "what fits is counted: a list answers its exact total"
BY_CATEGORY = "the products of each category are counted"
TOUCHED = "the whole store is read: an index on what each message changes would cost each of them"
SORTED = "the whole store is read: an index on what imports and sales change would cost each of them"


def _orders(query: str) -> Make:
    return get(lambda c, _: f"/internal/orders?store_ids={c.store}&limit=50&{query}")


def _products(query: str) -> Make:
    return get(lambda c, _: f"/internal/products?store_id={c.store}&limit=50&{query}")


def _leads(query: str) -> Make:
    return get(lambda c, _: f"/internal/leads?store_ids={c.store}&limit=50&{query}")


def _product(company: Company, number: int) -> Request:
    product = company.products[number % len(company.products)]
    return Request("GET", f"/internal/products/{product}", APP | {"X-Actor-User-Id": company.actor})


def further() -> dict[str, list[Curve]]:
    """What bench/growth.py does not ask."""
    return {
        "orders": [
            Curve("of one status", _orders("status=confirmed"), LIMIT),
            Curve("of three statuses", _orders("status=confirmed&status=pending&status=delivered"), LIMIT),
            Curve("of a customer", get(_of_a_customer), LIMIT, COUNTED),
            Curve("q: a number", _orders("q=9999"), LIMIT),
            Curve("q: a name", _orders("q=ana+9999"), LIMIT),
            Curve("paid", _orders("payment_status=paid"), LIMIT, COUNTED),
            Curve("by method", _orders("payment_method=pix"), LIMIT, COUNTED),
            Curve("of a day", get(_of_a_day), LIMIT),
            Curve("that need a person", _orders("attention=true"), LIMIT),
            Curve("dearest first", _orders("sort=-total"), LIMIT),
            Curve("oldest first", _orders("sort=created_at"), LIMIT),
            Curve("last changed first", _orders("sort=-updated_at"), LIMIT),
            Curve("board", get(lambda c, _: f"/internal/orders/board?store_id={c.store}"), LIMIT),
            Curve("sheets", get(lambda c, _: f"/internal/orders/sheets?store_ids={c.store}&limit=50"), LIMIT),
            Curve("numbers of 30 days", get(lambda c, _: f"/internal/numbers/{c.store}?days=30"), LIMIT),
        ],
        "products": [
            Curve("detail", _product, LIMIT),
            Curve("statistics", get(lambda c, _: f"/internal/products/stats/{c.store}"), LIMIT, BY_CATEGORY),
            Curve("by name", _products("sort=name"), LIMIT),
            Curve("cheapest first", _products("sort=price"), LIMIT, SORTED),
            Curve("of a category", _products("category=Categoria+7"), LIMIT, COUNTED),
            Curve("in stock", _products("in_stock=true"), LIMIT, COUNTED),
            Curve("of a price", _products("min_price_cents=5000&max_price_cents=5049"), LIMIT, SORTED),
            Curve("facets", _products("facets=true"), LIMIT, COUNTED),
            Curve("q: a SKU", _products("q=SKU-9999"), LIMIT),
            Curve("movements", get(lambda c, _: f"/internal/stock-movements?store_id={c.store}"), LIMIT, COUNTED),
        ],
        "leads": [
            Curve("of one status", _leads("status=customer"), LIMIT),
            Curve("of a channel", _leads("channel=whatsapp"), LIMIT, COUNTED),
            Curve("q: a name", _leads("q=cliente+9999"), LIMIT),
            Curve("q: a number", _leads("q=55119999"), LIMIT),
            Curve("by name", _leads("sort=name"), LIMIT),
            Curve("last changed first", _leads("sort=-updated_at"), LIMIT, TOUCHED),
            Curve("events", get(lambda c, _: f"/internal/leads/{c.lead}/events"), LIMIT),
        ],
        "messages": [],
    }  # fmt: skip


def _of_a_customer(company: Company, _: int) -> str:
    return f"/internal/orders?store_ids={company.store}&lead_id={company.lead}&limit=50"


def _of_a_day(company: Company, _: int) -> str:
    day = datetime.now(UTC).date()
    window = f"created_from={day - timedelta(2)}T00:00:00Z&created_to={day - timedelta(1)}T00:00:00Z"
    return f"/internal/orders?store_ids={company.store}&limit=50&{window}"


def main() -> None:
    """Measure, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--requests", type=int, default=4)
    options = parser.parse_args()
    found, more = curves(), further()
    for what, of_one in found.items():
        for curve in of_one:
            curve.limit = LIMIT
        of_one += more[what]
    sizes = dict.fromkeys(found, (SMALL, options.largest))
    took = asyncio.run(run(found, sizes, options.rounds, options.requests, durable=False))
    write("million", METHOD, found, list(goals(found, sizes)), took)


if __name__ == "__main__":
    main()
