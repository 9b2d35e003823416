"""What an application takes of the machine, and gives back."""

import asyncio
import gc
import os
import resource
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import psutil
import pytest

from app import services
from app.files import FilePool
from app.main import Application
from app.ops.clock import SystemClock
from app.settings import Settings
from tests.api import AUTH_TOKEN
from tests.servers import Server
from tests.waiting import until


async def test_fifty_applications_leave_nothing_behind(app_settings: Settings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(services, "FilePool", FilePool)  # the tests' own leaves its children
    # One thread at most, so that the loop's own do not count as left behind.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    settings = replace(app_settings, job_concurrency=2)
    await use(settings, read_file=True)
    gc.collect()
    before = held()
    for number in range(50):
        await use(settings, read_file=number % 10 == 0)
    with suppress(TimeoutError):
        await until(lambda: not held() - before, seconds=30)
    assert held() - before == Counter()


async def use(settings: Settings, *, read_file: bool) -> None:
    """Open the application, use each of its parts, close it."""
    application = Application(settings, SystemClock())
    async with (
        application.running(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app=application.app), base_url="http://test") as http,
    ):
        assert (await http.get("/readyz")).status_code == 200
        answer = await http.get("/internal/auth/users/by-email/a@b.c", headers={"X-Auth-Token": AUTH_TOKEN})
        assert answer.status_code == 404
        assert application.services is not None
        await application.services.embedder.embed(["uma camisa azul"])
        if read_file:
            await application.services.files.extract(b"nome;preco\ncamisa;10\n")


def held() -> Counter[str]:
    """How many descriptors of each kind, threads (also those of libraries) and child processes (each by its pid)."""
    process = psutil.Process()
    holds = Counter({"thread": process.num_threads()})
    holds.update(f"child {child.pid}" for child in process.children())
    for descriptor in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            holds[os.readlink(f"/proc/self/fd/{descriptor}").partition(":")[0]] += 1
    return holds


def test_serve_takes_as_many_open_files_as_it_may(dsn: str, tmp_path: Path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(512, soft), hard))
    try:
        server = Server(dsn, tmp_path).start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        assert server.process is not None
        assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE) == (hard, hard)
    finally:
        server.stop()
