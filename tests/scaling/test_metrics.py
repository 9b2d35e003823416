"""GET /metrics of a service with two processes: one answer for both, whoever is asked."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from app.cli.serve import HEALTHCHECK_SECONDS
from tests.servers import Server
from tests.waiting import until


@pytest.fixture
def service(dsn: str, tmp_path: Path) -> Iterator[Server]:
    server = Server(dsn, tmp_path, command=True, WORKERS="2", TMPDIR=str(tmp_path)).start()
    yield server
    server.stop()
    assert list(tmp_path.glob("storefront-metrics-*")) == []


async def numbers(server: Server) -> dict[str, float]:
    """A scrape over a connection of its own, which either process may take."""
    async with server.client() as client:
        text = (await client.get("/metrics")).text
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


def workers(service: Server) -> set[int]:
    """The API processes: those that keep numbers and are alive."""
    assert service.process is not None
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text("ascii").split()
    kept = {int(path.stem.rsplit("_", 1)[1]) for path in Path(service.environment["TMPDIR"]).rglob("gauge_*.db")}
    return kept & set(map(int, children))


async def test_a_scrape_shows_both_processes(service: Server) -> None:
    await until(lambda: len(workers(service)) == 2, seconds=30)
    for _ in range(40):
        async with httpx.AsyncClient(base_url=service.url) as fresh:
            assert (await fresh.get("/livez")).status_code == 200
    live = 'http_requests_total{method="GET",route="/livez",status="200"}'

    async def all_counted() -> bool:
        seen = await numbers(service)
        return seen[live] == seen['http_request_seconds_count{route="/livez"}'] == 40

    await until(all_counted)
    # Whoever is asked: from now on no count is younger than a second.
    for _ in range(5):
        assert await all_counted()
    async with service.client() as public:
        for text in ("tênis", "meia"):
            assert (await public.post("/embed", json={"texts": [text]})).status_code == 200

    async def both_count() -> bool:
        seen = await numbers(service)
        return (
            seen.get("embed_texts_total") == 2
            and seen.get("embed_batch_texts_count") == seen["embed_batches_total"]
            and seen.get('db_pool_connections{state="max"}') == 16
        )

    await until(both_count)
    # The gauges of a process that was killed are gone with it; what it has counted stays.
    killed = min(workers(service))
    os.kill(killed, signal.SIGKILL)
    # Killed with uvicorn's ping on the way, it is given the whole time of a health check before it is replaced.
    await until(lambda: len(workers(service) - {killed}) == 2, seconds=HEALTHCHECK_SECONDS + 30)
    await until(both_count, seconds=30)
    assert (await numbers(service))[live] == 40
