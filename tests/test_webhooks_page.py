"""docs/webhooks.md runs as it stands, and what it promises survives kill -9."""

import asyncio
from contextlib import suppress
from pathlib import Path

from app.db import Database
from tests.api import ROOT
from tests.cli.commands import environment
from tests.features.test_orders_processes import open_shop_at
from tests.features.webhooks import hurry, listen, receiving
from tests.pages import blocks, joined, run_shell
from tests.sales import add_product, make_order, move
from tests.servers import Server
from tests.waiting import until


async def test_the_page_runs_as_it_stands(dsn: str, tmp_path: Path) -> None:
    server = await asyncio.to_thread(Server(dsn, tmp_path, ALLOW_PRIVATE_OUTBOUND="1").start)
    try:
        with receiving() as receiver:
            script = joined(blocks("docs/webhooks.md", "sh"))
            values = environment(dsn, tmp_path) | {"BASE": server.url, "HOOK": receiver.url}
            done = await asyncio.to_thread(run_shell, script, ROOT, timeout=100, **values)
            # The page's endpoint has a secret of its own, which this receiver does not know: it answers 401.
            assert '"status_code":401' in done.stdout, done.stderr
            assert '"type":"order.confirmed"' in done.stdout, done.stderr
    finally:
        server.kill()


async def test_a_process_killed_while_it_delivers_loses_nothing_and_keeps_the_order(
    dsn: str, tmp_path: Path, database: Database
) -> None:
    settings = {"ALLOW_PRIVATE_OUTBOUND": "1", "JOB_CONCURRENCY": "2"}
    first, second = (Server(dsn, tmp_path, **settings) for _ in range(2))
    try:
        await asyncio.to_thread(first.start)
        shop = await open_shop_at(first)
        product = await add_product(database, shop.store_id)
        with receiving() as receiver:
            endpoint = await listen(shop, receiver, "order.created", "order.confirmed")
            receiver.fail_always("hang")
            order = await make_order(shop, [(product, 1)])
            await move(shop, order["id"], "confirmed")
            await until(lambda: receiver.seen)  # claimed and under way
            first.kill()
            receiver.fail_always(None)
            # The dead worker's lease would last two minutes.
            await database.execute("UPDATE jobs SET run_at = now() WHERE claimed AND name = 'deliver_webhooks'")
            await asyncio.to_thread(second.start)

            async def arrived() -> bool:
                await hurry(database)
                return len(endpoint.told()) == 2

            await until(arrived, 30)
            assert [push["type"] for push in endpoint.told()] == ["order.created", "order.confirmed"]
            assert endpoint.told()[0]["webhook_id"] == receiver.seen[0].headers["webhook-id"]
            done = "SELECT bool_and(status = 'delivered') FROM webhook_deliveries"
            await until(lambda: database.fetchval(done), 30)
    finally:
        for server in (first, second):
            with suppress(Exception):
                server.kill()
