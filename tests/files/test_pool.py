"""The processes: limits, crashes, replacement, the event loop, cancellation."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from app.files import Chunking, FilePool, FilesBusy, FileTooLarge, Limits, UnreadableFile
from tests.files import samples

SMALL = b"nome;preco\nCaneca;10\n"


async def test_a_crashing_child_gives_a_clear_error_and_the_pool_goes_on(pool):
    await pool.start()
    before = pool.pids
    with pytest.raises(UnreadableFile, match="crashed"):
        await pool.extract(samples.aborting_xlsx())
    assert (await pool.extract(SMALL)).head.rows == 1
    assert len(pool.pids) == 1
    assert pool.pids != before


async def test_a_child_is_kept_whatever_its_parent_weighs(pool):
    ballast = bytearray(b"x" * (400 << 20))
    await pool.start()
    before = pool.pids
    await pool.extract(SMALL)
    assert pool.pids == before
    assert len(ballast) > 0


async def test_a_burning_pdf_is_killed_at_the_wall_limit():
    files = FilePool(size=1, limits=Limits(wall_s=1.0))
    try:
        await files.start()
        [pid] = files.pids
        start = time.monotonic()
        with pytest.raises(UnreadableFile, match="1 seconds"):
            await files.extract(samples.burning_pdf())
        assert time.monotonic() - start < 3
        assert (await files.extract(SMALL)).head.rows == 1
        assert files.pids != [pid]
    finally:
        await files.close()
    assert not any(_alive(pid) for pid in files.pids)


async def test_zip_bombs_are_refused_before_they_unpack(pool):
    start = time.monotonic()
    with pytest.raises(UnreadableFile, match="unpacks"):
        await pool.extract(samples.zip_bomb_xlsx())
    assert time.monotonic() - start < 5  # unpacked, it would fill the memory first


async def test_memory_is_bounded_by_the_address_space():
    files = FilePool(size=1, limits=Limits(memory_bytes=400 << 20))
    try:
        with pytest.raises(UnreadableFile):
            await files.extract(samples.aborting_xlsx())
    finally:
        await files.close()


async def test_limits_cut_the_result_and_say_where():
    files = FilePool(size=1, limits=Limits(max_pages=2, max_rows=3, max_chars=200, max_columns=2))

    async def read(data: bytes) -> tuple[int | None, bool, list[tuple]]:
        head = (await files.extract(data)).head
        return head.rows, head.truncated, [(flaw.code, flaw.page, flaw.sheet, flaw.row) for flaw in head.warnings]

    try:
        assert await read(samples.pdf(["um", "dois"])) == (None, False, [])
        assert await read(samples.pdf(["um", "dois", "tres"])) == (None, True, [("pages-cut", 3, None, None)])
        assert await read(samples.pdf(["x " * 120, "y"])) == (None, True, [("pages-cut", 1, None, None)])
        assert await read(b"a;b\n" + b"1;2\n" * 10) == (3, True, [("rows-cut", None, None, 5)])
        long = b"a;b\n" + b"1;" + b"x" * 90 + b"\n" + b"2;" + b"y" * 150 + b"\n"
        assert await read(long) == (1, True, [("rows-cut", None, None, 3)])
        assert await read(b"a;b;c\n1;2;3\n4;5;6\n") == (2, True, [("columns-cut", None, None, 2)])
        sheets = samples.xlsx({"A": [("n", "v"), ("1", "2"), ("3", "4")], "B": [("n", "v"), ("5", "6"), ("7", "8")]})
        assert await read(sheets) == (3, True, [("rows-cut", None, "B", 3)])
    finally:
        await files.close()


async def test_repeated_headings_are_no_content():
    files = FilePool(size=1, limits=Limits(max_chars=200))
    try:
        table = await files.extract(b"Quantidade em estoque;Prateleira\n" + b"1;A\n" * 90)
        assert (table.head.rows, table.head.truncated) == (41, True)  # the text may be eight times its content
        table = await files.extract(b"Quantidade;Onde\n" + b"10;A1\n" * 50)
        assert (table.head.rows, table.head.truncated) == (50, False)
        assert table.head.chars > 200
    finally:
        await files.close()


async def test_more_bytes_than_allowed_are_refused(tmp_path):
    files = FilePool(size=1, limits=Limits(max_bytes=10))
    path = tmp_path / "big.csv"
    path.write_bytes(SMALL)
    for source in (SMALL, path):
        with pytest.raises(FileTooLarge):
            await files.extract(source)
    assert files.pids == []
    await files.close()


async def test_a_full_queue_refuses_instead_of_growing():
    files = FilePool(size=1, waiting=1, limits=Limits(wall_s=1))
    try:
        results = await asyncio.gather(
            *(files.extract(samples.burning_pdf()) for _ in range(3)), return_exceptions=True
        )
        assert sorted(type(result).__name__ for result in results) == [
            "FilesBusy",
            "UnreadableFile",
            "UnreadableFile",
        ]
        assert any(isinstance(result, FilesBusy) for result in results)
        assert (await files.extract(SMALL)).head.rows == 1
    finally:
        await files.close()


async def test_a_cancelled_caller_frees_its_child_at_once():
    files = FilePool(size=1)
    try:
        await files.start()
        task = asyncio.create_task(files.extract(samples.burning_pdf()))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        start = time.monotonic()
        assert (await files.extract(SMALL)).head.rows == 1
        assert time.monotonic() - start < 3
    finally:
        await files.close()


async def test_the_loop_is_never_held_for_long(pool):
    data = b"nome;preco;nota\n" + b"Caneca de ceramica;10,50;muito boa\n" * 60_000
    await pool.start()
    worst = 0.0
    done = asyncio.Event()

    async def watch() -> None:
        nonlocal worst
        while not done.is_set():
            start = time.thread_time()
            await asyncio.sleep(0.001)
            worst = max(worst, time.thread_time() - start)

    watcher = asyncio.create_task(watch())
    result = await pool.extract(data)
    body = result.chunks_json  # what an HTTP answer does with it
    done.set()
    await watcher
    assert len(body) > 1_000_000
    # The loop's own CPU between two of its turns, whatever else the machine does; bench measures the lag itself.
    assert worst < 0.05


async def test_a_child_that_was_killed_while_idle_is_not_asked(pool):
    await pool.start()
    [pid] = pool.pids
    os.kill(pid, signal.SIGKILL)
    await asyncio.sleep(0.2)
    assert (await pool.extract(SMALL)).head.rows == 1
    assert pid not in pool.pids


async def test_children_hold_no_secret_of_the_environment(pool, monkeypatch):
    monkeypatch.setenv("INTERNAL_API_TOKEN", "must-not-leak")
    await pool.start()
    [pid] = pool.pids
    assert b"must-not-leak" not in _environment(pid)


async def test_plain_text_is_chunked_too(pool):
    chunks = await pool.chunk("Primeira frase. Segunda frase.\n\nOutro parágrafo.", Chunking(tokens=8, overlap=0))
    assert [chunk.text for chunk in chunks] == ["Primeira frase. Segunda frase.", "Outro parágrafo."]


async def test_close_ends_every_child():
    files = FilePool(size=1)
    await files.start()
    pids = files.pids
    await files.close()
    assert not any(_alive(pid) for pid in pids)


def _environment(pid: int) -> bytes:
    return Path(f"/proc/{pid}/environ").read_bytes()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
