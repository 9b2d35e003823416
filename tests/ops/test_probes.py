"""A worker and the storefront answer for themselves, on ports of their own."""

import asyncio
import os
import signal
import subprocess
import sys

import httpx
import pytest

from tests.api import ROOT
from tests.cli.commands import environment
from tests.servers import free_port
from tests.storefront.conftest import make_settings
from tests.waiting import until

PROXIED = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture
def worker(dsn, tmp_path):
    """A running `worker` and the address of its port."""
    port = free_port()
    variables = os.environ | environment(dsn, tmp_path) | {"WORKER_PORT": str(port)}
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "worker"], env=variables, cwd=ROOT, stderr=subprocess.PIPE, text=True
    )
    yield process, f"http://127.0.0.1:{port}"
    process.kill()
    process.wait()


async def test_a_worker_shows_its_numbers_and_ends_at_sigterm(worker):
    process, url = worker
    async with httpx.AsyncClient(base_url=url) as http:

        async def answers():
            try:
                return "jobs_open" in (await http.get("/metrics?probe=1")).text
            except httpx.TransportError:
                return False

        await until(answers, seconds=30)
        text = (await http.get("/metrics")).text
        for name in (
            "process_resident_memory_bytes",
            "disk_free_bytes",
            "provider_breaker_open",
            "db_pool_connections",
        ):
            assert f"\n{name}" in text, name
        assert (await http.get("/readyz?x=1")).json() == {"status": "ok"}
        assert (await http.get("/livez")).status_code == 200
        assert (await http.get("/metrics", headers=PROXIED)).status_code == 404
        second = await asyncio.to_thread(
            subprocess.run,
            process.args,
            env=os.environ | {"WORKER_PORT": url.rsplit(":", 1)[1]},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert second.returncode != 0
        assert "is taken; set WORKER_PORT to another port." in second.stderr
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0


async def test_the_storefront_shows_its_numbers_to_its_own_port_alone(tmp_path):
    from app.storefront import create_storefront

    app = create_storefront(make_settings(tmp_path), bcrypt_rounds=4)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://shop.test") as http:
        await http.get("/login")
        text = (await http.get("/metrics")).text
        assert 'http_requests_total{method="GET",route="/login",status="200"} 1.0' in text
        for path in ("/livez", "/readyz", "/readyz?x=1"):
            assert (await http.get(path)).json() == {"status": "ok"}
        assert (await http.get("/metrics", headers=PROXIED)).status_code == 404
