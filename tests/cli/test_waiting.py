"""A start that comes before its database waits for it; the demo's seeding outlives a moment without one."""

import asyncio
import time

import asyncpg
import httpx
import pytest
from click.testing import CliRunner

from app.cli import run as command
from app.cli.root import main
from app.cli.run import database_dsn
from app.db.errors import DatabaseUnavailable
from app.demo import seed
from app.settings import Secret, Settings
from tests.servers import free_port


@pytest.fixture
def answers(monkeypatch):
    """Lets `asyncpg.connect` fail with what is listed, then succeed; gives what has been asked."""

    def install(*failures):
        left, asked = list(failures), []
        connect = asyncpg.connect

        async def fake(dsn, **options):
            asked.append(dsn)
            if left:
                raise left.pop(0)
            return await connect(dsn, **options)

        monkeypatch.setattr(command.asyncpg, "connect", fake)
        monkeypatch.setattr(command.asyncio, "sleep", lambda _seconds, real=asyncio.sleep: real(0))
        return asked

    return install


async def test_a_start_waits_for_a_database_that_is_still_coming_or_going(dsn, answers):
    asked = answers(ConnectionRefusedError(), asyncpg.CannotConnectNowError(), TimeoutError())
    async with database_dsn(Settings(database_url=Secret(dsn))) as found:
        assert found == dsn
    assert len(asked) == 4


async def test_a_service_waits_for_its_pooler_too(dsn, answers):
    pooler = f"{dsn}&application_name=pooler" if "?" in dsn else f"{dsn}?application_name=pooler"
    settings = Settings(database_url=Secret(pooler), database_direct_url=Secret(dsn))
    asked = answers()
    async with database_dsn(settings) as found:
        assert found == dsn
    assert asked == [dsn]
    async with database_dsn(settings, serving=True):
        assert asked[1:] == [dsn, pooler]


@pytest.mark.parametrize("wrong", [asyncpg.InvalidPasswordError("no"), asyncpg.InvalidCatalogNameError("no")])
async def test_what_waiting_does_not_mend_is_not_waited_for(dsn, answers, wrong):
    asked = answers(wrong)
    with pytest.raises(DatabaseUnavailable, match="PostgreSQL refuses the connection"):
        async with database_dsn(Settings(database_url=Secret(dsn))):
            pass
    assert len(asked) == 1


def test_a_database_that_does_not_come_ends_the_start_in_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(command, "DATABASE_WAIT_S", 0.3)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://nobody@127.0.0.1:{free_port()}/x")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    began = time.monotonic()
    told = CliRunner().invoke(main, ["migrate", "--check"])
    assert told.exit_code != 0
    assert isinstance(told.exception, SystemExit)
    assert "Error: no connection to PostgreSQL in 0 s (ConnectionRefusedError" in told.output
    assert time.monotonic() - began < 20


async def test_seeding_asks_again_after_a_503_and_gives_up_in_the_end(monkeypatch):
    monkeypatch.setattr(seed.asyncio, "sleep", lambda _seconds, real=asyncio.sleep: real(0))
    left = [503, 503, 201, *[503] * seed.TRIES]
    transport = seed.Patient(httpx.MockTransport(lambda _request: httpx.Response(left.pop(0))))
    async with httpx.AsyncClient(transport=transport, base_url="http://demo") as http:
        assert (await http.post("/internal/stores", json={"name": "x"})).status_code == 201
        assert (await http.get("/internal/stores")).status_code == 503
    assert left == []
