"""The embedded server with real processes: start, sharing, kill -9, restart."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from app.db import embedded
from app.db.cluster import SOCKET_LIMIT, buffers_mb, locate_cluster
from app.db.embedded import EmbeddedServer, server_pid
from app.db.engine import EmbeddedError, choose_account, find_engine
from tests.waiting import until

USER = """
import asyncio, sys
from pathlib import Path
import asyncpg
from app.db.embedded import EmbeddedServer
async def main():
    async with EmbeddedServer(Path(sys.argv[1]), durable=sys.argv[2] == "durable") as server:
        connection = await asyncpg.connect(server.dsn)
        print(await connection.fetchval("SELECT pg_postmaster_start_time()::text"), flush=True)
        await connection.close()
        await asyncio.to_thread(sys.stdin.readline)
asyncio.run(main())
"""


def start_user(folder: Path, mode: str = "volatile") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", USER, str(folder), mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def leave(process: subprocess.Popen[str]) -> None:
    process.communicate("\n", timeout=60)
    assert process.returncode == 0


async def wait_until_cut(connection: asyncpg.Connection) -> None:
    closed = asyncio.Event()
    connection.add_termination_listener(lambda _: closed.set())
    if not connection.is_closed():
        await asyncio.wait_for(closed.wait(), 10)


async def answers(dsn: str) -> bool:
    try:
        connection = await asyncpg.connect(dsn, timeout=2)
    except (OSError, asyncpg.PostgresError):
        return False
    await connection.close()
    return True


def status_of(pid: int) -> str:
    return Path(f"/proc/{pid}/status").read_text()


async def test_data_survive_a_stop_and_a_start(embedded_dir: Path) -> None:
    for round_ in range(2):
        async with EmbeddedServer(embedded_dir, durable=True) as server:
            connection = await asyncpg.connect(server.dsn)
            await connection.execute("CREATE TABLE IF NOT EXISTS kept AS SELECT 1 AS n")
            assert await connection.fetchval("SELECT count(*) FROM kept") == 1, round_
            assert await connection.fetchval("SHOW fsync") == "on"
            pages = await connection.fetchval("SELECT setting::int FROM pg_settings WHERE name = 'shared_buffers'")
            assert pages * 8 // 1024 == buffers_mb()
            assert await connection.fetchval("SHOW listen_addresses") == ""
            await connection.close()
    assert server_pid(server.cluster) is None


@pytest.mark.parametrize(("limit", "megabytes"), [("1073741824\n", 128), ("2147483648\n", 256), ("536870912\n", 128)])
def test_buffers_are_a_share_of_the_containers_memory(tmp_path: Path, limit: str, megabytes: int) -> None:
    file = tmp_path / "memory.max"
    file.write_text(limit)
    assert buffers_mb(file) == megabytes


def test_without_a_limit_buffers_are_a_share_of_the_machines_memory(tmp_path: Path) -> None:
    file = tmp_path / "memory.max"
    file.write_text("max\n")
    assert buffers_mb(file) == buffers_mb(tmp_path / "missing")
    assert 128 <= buffers_mb(file) <= 1024


async def test_the_server_is_closed_to_everybody_without_the_password(embedded_dir: Path) -> None:
    async with EmbeddedServer(embedded_dir, durable=False) as server:
        with pytest.raises(asyncpg.InvalidPasswordError):
            await asyncpg.connect(host=str(server.cluster.socket), user="app", password="wrong", database="app")
        assert stat.S_IMODE(server.cluster.password_file.stat().st_mode) == 0o600
        assert stat.S_IMODE(server.cluster.socket.stat().st_mode) == 0o700
        assert stat.S_IMODE(server.cluster.data.stat().st_mode) == 0o700
        pid = server_pid(server.cluster)
        assert pid is not None
        assert f"Uid:\t{choose_account().uid}\t" in status_of(pid)
        assert os.geteuid() != 0 or choose_account().uid != 0


async def test_four_processes_starting_at_once_share_one_server_and_the_last_stops_it(embedded_dir: Path) -> None:
    users = [start_user(embedded_dir) for _ in range(4)]
    started = {answer(user) for user in users}
    assert len(started) == 1
    assert "" not in started
    cluster = locate_cluster(embedded_dir, choose_account(), find_engine(choose_account()))
    for user in users[:3]:
        leave(user)
        assert server_pid(cluster) is not None
    leave(users[3])
    assert server_pid(cluster) is None


async def test_committed_rows_survive_kill_9_of_the_server_and_its_user(embedded_dir: Path) -> None:
    user = start_user(embedded_dir, "durable")
    first = answer(user)
    server = await EmbeddedServer(embedded_dir, durable=True).start()
    connection = await asyncpg.connect(server.dsn)
    await connection.execute("CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n")
    pid = server_pid(server.cluster)
    assert pid is not None
    user.kill()
    user.wait()
    os.kill(pid, signal.SIGKILL)
    await wait_until_cut(connection)
    again = start_user(embedded_dir, "durable")
    second = await asyncio.to_thread(answer, again)
    assert second
    assert second != first
    connection = await asyncpg.connect(server.dsn)
    assert await connection.fetchval("SELECT count(*) FROM kept") == 1000
    await connection.close()
    leave(again)
    await server.stop()
    assert server_pid(server.cluster) is None


async def test_a_server_that_lives_and_does_not_answer_is_ended_and_started(
    embedded_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, seconds in (("STUCK_S", 0.5), ("ASK_EVERY_S", 0.1), ("ASK_PATIENCE_S", 0.5), ("KILL_S", 1)):
        monkeypatch.setattr(embedded, name, seconds)
    async with EmbeddedServer(embedded_dir) as server:
        watch = asyncio.create_task(server.watch())
        stuck = server_pid(server.cluster)
        assert stuck is not None
        os.kill(stuck, signal.SIGSTOP)
        await until(lambda: server_pid(server.cluster) not in (None, stuck), seconds=40)
        await until(lambda: answers(server.dsn), seconds=20)
        watch.cancel()


async def test_a_server_that_recovers_is_given_time_and_one_without_children_is_not(
    embedded_dir: Path, tmp_path: Path
) -> None:
    async with EmbeddedServer(embedded_dir) as server:
        cluster = server.cluster
        assert embedded._patience(cluster, "coming") == embedded.START_TIMEOUT_S
        assert embedded._patience(cluster, "silent") == embedded.STUCK_S
        with cluster.log.open("ab") as log:
            log.write(b"FATAL:  all AuxiliaryProcs are in use\n")
        assert embedded._patience(cluster, "coming") == embedded.STUCK_S


async def test_a_second_start_knows_that_it_joined(embedded_dir: Path) -> None:
    async with EmbeddedServer(embedded_dir) as first, EmbeddedServer(embedded_dir) as second:
        assert (first.joined, second.joined) == (False, True)


async def test_a_server_that_is_killed_is_started_again_by_who_watches_it(embedded_dir: Path) -> None:
    async with EmbeddedServer(embedded_dir, durable=True) as server:
        watch = asyncio.create_task(server.watch())
        connection = await asyncpg.connect(server.dsn)
        await connection.execute("CREATE TABLE kept AS SELECT 1 AS n")
        pid = server_pid(server.cluster)
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        await wait_until_cut(connection)
        await until(lambda: answers(server.dsn), seconds=30)
        connection = await asyncpg.connect(server.dsn)
        assert await connection.fetchval("SELECT n FROM kept") == 1
        await connection.close()
        watch.cancel()
    assert server_pid(server.cluster) is None


async def test_a_pid_file_that_names_another_program_does_not_stop_the_start(embedded_dir: Path) -> None:
    async with EmbeddedServer(embedded_dir, durable=False) as server:
        cluster = server.cluster
        kept = (cluster.data / "postmaster.pid").read_text()
    stale = "\n".join([str(os.getppid()), *kept.split("\n")[1:]])
    (cluster.data / "postmaster.pid").write_text(stale)
    async with EmbeddedServer(embedded_dir, durable=False) as server:
        assert server_pid(server.cluster) not in (None, os.getppid())


async def test_a_long_data_dir_gets_a_short_socket(embedded_dir: Path) -> None:
    deep = embedded_dir / ("d" * 100)
    async with EmbeddedServer(deep, durable=False) as server:
        assert len(os.fsencode(server.cluster.socket / ".s.PGSQL.5432")) <= SOCKET_LIMIT
        connection = await asyncpg.connect(server.dsn)
        await connection.close()
    server.cluster.socket.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root drops privileges")
async def test_data_under_a_closed_home_go_where_the_server_can_reach_them(embedded_dir: Path) -> None:
    home = embedded_dir / "home"
    home.mkdir(mode=0o700, parents=True)
    async with EmbeddedServer(home / "var", durable=False) as server:
        root = server.cluster.root
        assert not root.is_relative_to(home)
        connection = await asyncpg.connect(server.dsn)
        await connection.close()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    await asyncio.to_thread(shutil.rmtree, root)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root drops privileges")
async def test_an_engine_in_a_closed_home_is_copied_to_where_it_runs(embedded_dir: Path) -> None:
    account = choose_account()
    home = embedded_dir / "closed"
    home.mkdir(mode=0o700, parents=True)
    installed = find_engine(account).bin.parents[1]
    for part in (installed, installed.with_name(f"{installed.name}.libs")):
        await asyncio.to_thread(shutil.copytree, part, home / part.name, copy_function=os.link)
    async with EmbeddedServer(
        embedded_dir, durable=False, pg_bin=str(home / installed.name / "pginstall/bin")
    ) as server:
        used = server.cluster.engine.bin
        assert not used.is_relative_to(home)
        connection = await asyncpg.connect(server.dsn)
        await connection.execute("CREATE EXTENSION vector")
        await connection.close()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    await asyncio.to_thread(shutil.rmtree, used.parents[2])


def test_a_wrong_app_pg_bin_is_refused_and_names_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match=r"APP_PG_BIN.*DATABASE_URL"):
        find_engine(choose_account(), str(tmp_path))
