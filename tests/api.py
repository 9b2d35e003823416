"""The application in process, and clients that speak to it as each scope's caller."""

import asyncio
import functools
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from app import services
from app.background import Background
from app.db.ids import uuid7
from app.embed import choosing
from app.embed.hybrid.presence import LEXICAL
from app.embed.loading import Loaded, load_model
from app.main import Application
from app.ops.secret_box import SecretBox
from app.ops.vault import Vault
from app.settings import Secret, Settings
from tests.reading import LastingFilePool

ROOT = Path(__file__).parents[1]
APP_TOKEN, AUTH_TOKEN, WEBHOOK_TOKEN = "app-token-" + "a" * 32, "auth-token-" + "b" * 32, "webhook-token-" + "c" * 32
AUTH_SECRET = "test-secret-" + "d" * 32
SECRETS_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
VAULT = Vault(SecretBox(SECRETS_KEY), AUTH_SECRET)

_WAITING = """
    SELECT EXISTS (SELECT 1 FROM jobs WHERE dead_at IS NULL AND (claimed OR run_at <= now()))
        OR EXISTS (SELECT 1 FROM events WHERE awaited)
"""


_load_committed = functools.cache(load_model)


def _load_once(folder: Path, *, threads: int = 0) -> Loaded:
    """The committed model, which nothing changes, once a process: it took a third of each application's start."""
    return _load_committed(folder, threads=threads) if folder == LEXICAL else load_model(folder, threads=threads)


choosing.load_model = _load_once
services.FilePool = LastingFilePool  # type: ignore[misc]


class TestClock:
    """The machine's clock, moved by `advance`."""

    __test__ = False  # its name is no test's

    def __init__(self) -> None:
        self.offset = timedelta()

    def now(self) -> datetime:
        """Now plus what was advanced."""
        return datetime.now(UTC) + self.offset

    def advance(self, **units: float) -> None:
        """Move time by timedelta's units."""
        self.offset += timedelta(**units)


async def _refuse_offsets(response: httpx.Response) -> None:
    """Every time leaves as UTC with a Z, also where the database built the JSON (contract §1)."""
    if response.headers.get("content-type", "").startswith("application/json"):
        found = re.search(rb'"[^"]{10,26}[+-]\d\d:\d\d"', await response.aread())
        assert found is None, f"{response.request.method} {response.request.url.path} answers {found[0]!r}"


class Api:
    """Clients of one running application."""

    def __init__(self, application: Application, clock: TestClock) -> None:
        self.app = application.app
        assert application.services is not None
        self.services = application.services
        self.clock = clock
        self._clients: list[httpx.AsyncClient] = []
        self.public = self._client({})
        self.auth = self._client({"X-Auth-Token": AUTH_TOKEN})
        self.webhook = self._client({"X-Webhook-Token": WEBHOOK_TOKEN})

    def as_actor(self, actor_id: str, person_id: str | None = None) -> httpx.AsyncClient:
        """The frontend's server acting for a company, for a member of it when one is named."""
        person = {} if person_id is None else {"X-Acting-User-Id": person_id}
        return self._client({"X-Internal-Token": APP_TOKEN, "X-Actor-User-Id": actor_id} | person)

    def _client(self, headers: dict[str, str]) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=True)
        client = httpx.AsyncClient(
            transport=transport,
            base_url="http://test",
            headers=headers,
            timeout=30,
            event_hooks={"response": [_refuse_offsets]},
        )
        self._clients.append(client)
        return client

    async def create_user(self, email: str | None = None, **fields: Any) -> dict[str, Any]:
        """A user by HTTP."""
        body = {"email": email or f"{uuid7().hex}@example.com", "name": "Ana"} | fields
        answer = await self.auth.post("/internal/auth/users", json=body)
        assert answer.status_code == 201, answer.text
        user: dict[str, Any] = answer.json()
        return user

    async def run_jobs(self, *, seconds: float = 20) -> None:
        """Work on the job queue until nothing is due. Tests see background effects after this."""
        background = Background(self.services)
        await background.start()
        try:
            async with asyncio.timeout(seconds):
                while await self.services.db.fetchval(_WAITING):
                    await asyncio.sleep(0.02)
        finally:
            await background.stop()

    async def close(self) -> None:
        """Close all clients."""
        for client in self._clients:
            await client.aclose()


def make_settings(dsn: str, data_dir: Path) -> Settings:
    """Settings of a test application."""
    return Settings(
        database_url=Secret(dsn),
        data_dir=data_dir,
        db_pool_max=10,
        job_concurrency=0,
        internal_api_token=Secret(APP_TOKEN),
        internal_auth_token=Secret(AUTH_TOKEN),
        internal_webhook_token=Secret(WEBHOOK_TOKEN),
        auth_secret=Secret(AUTH_SECRET),
        secrets_key=Secret(SECRETS_KEY),
        models_dir=ROOT / "models_onnx",
        embedding_model="lexical-pt-1024",  # needs no building; tests of the default one say so
        agent_types_file=ROOT / "agent_types.yaml",
    )


@pytest.fixture
def app_settings(dsn: str, tmp_path: Path) -> Settings:
    """Settings of this test's application, on its own database. A test overrides the fixture to change them."""
    return make_settings(dsn, tmp_path)


@pytest.fixture
async def api(app_settings: Settings) -> AsyncIterator[Api]:
    """The application, started, with its clients."""
    clock = TestClock()
    application = Application(app_settings, clock)
    async with application.running():
        api = Api(application, clock)
        yield api
        await api.close()


@dataclass(frozen=True)
class Tenant:
    """A company with a client that acts for it."""

    id: str
    client: httpx.AsyncClient


@pytest.fixture
async def two_tenants(api: Api) -> tuple[Tenant, Tenant]:
    """Two users; their companies are made by `POST /internal/company/ensure` where a test needs them."""
    first, second = [await api.create_user() for _ in range(2)]
    return Tenant(first["id"], api.as_actor(first["id"])), Tenant(second["id"], api.as_actor(second["id"]))
