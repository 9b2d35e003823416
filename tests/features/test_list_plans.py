"""Lists whose filters may be absent are planned for the values they are asked with.

PostgreSQL keeps a plan that fits any values once it has seen five: of a company with 100,000 conversations it sorts all
for each page, for as long as the connection lives.
"""

import pytest


@pytest.mark.parametrize(
    ("path", "table"),
    [
        ("/internal/conversations?store_ids={store}", "conversations c"),
        (
            "/internal/stock-movements?store_id={store}&order_id=00000000-0000-7000-8000-000000000000",
            "stock_movements m",
        ),
        ("/internal/documents?store_id={store}", "documents d"),
        ("/internal/orders?store_ids={store}&payment_method=cod", "orders o"),
        ("/internal/leads?store_ids={store}&q=ana", "leads l"),
        ("/internal/products?store_id={store}&category=x", "products p"),
    ],
)
async def test_a_list_with_filters_is_planned_for_their_values(api, shop, path, table):
    for _ in range(8):
        assert (await shop.client.get(path.format(store=shop.store_id))).status_code == 200
    row = await api.services.db.fetchrow(
        """SELECT max(custom_plans), max(generic_plans) FROM pg_prepared_statements
            WHERE statement LIKE '%FROM ' || $1 || '%' AND statement LIKE '%LIMIT%OFFSET%'""",
        table,
    )
    assert tuple(row) == (8, 0)
