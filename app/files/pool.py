"""A small warm pool of child processes that read files; the parent only moves bytes, off the event loop.

A child that breaks a limit or crashes is killed and replaced; its file gets a clear error, others go on.
"""

import asyncio
import os
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec

import app
from app.files.errors import FilesBusy, FileTooLarge, UnreadableFile, UnsupportedFormat
from app.files.types import Chunk, Chunking, Extracted, Head, Job, Limits, Picture, TableFile

_START_S = 30.0
_MAX_ANSWER = 128 * 1024 * 1024
_RECYCLE_JOBS = 200
_RECYCLE_RSS_MB = 300
_encode_job = msgspec.msgpack.Encoder().encode
_decode_head = msgspec.json.Decoder(Head).decode
_decode_tables = msgspec.json.Decoder(TableFile).decode
_decode_chunks = msgspec.json.Decoder(list[Chunk]).decode
T = TypeVar("T")


class _ChildDiedError(Exception):
    """The child ended, or was killed, before its answer was complete."""


class _Child:
    """One worker process. Every method but `kill` blocks and belongs into the pool's threads."""

    def __init__(self) -> None:
        self.jobs = 0
        self.peak_rss_mb = 0
        # No inherited environment: a hostile file that takes over the parser finds no secret there.
        # One malloc arena: each further one reserves 64 MiB of the address space the child may use.
        environment = {
            "PYTHONPATH": str(Path(app.__file__).resolve().parent.parent),
            "MALLOC_ARENA_MAX": "1",
            "TOKENIZERS_PARALLELISM": "false",
            "RAYON_NUM_THREADS": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app.files.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd="/",
        )
        timer = threading.Timer(_START_S, self.kill)
        timer.start()
        try:
            self._read()
        except _ChildDiedError:
            self.kill()
            self.reap()
            raise
        finally:
            timer.cancel()

    @property
    def pid(self) -> int:
        """Process id, for tests and logs."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False once the process has ended; does not block."""
        return self._process.poll() is None

    @property
    def worn(self) -> bool:
        """True when a fresh process is cheaper than this one's memory."""
        return self.jobs >= _RECYCLE_JOBS or self.peak_rss_mb > _RECYCLE_RSS_MB

    def ask(self, payload: bytes) -> tuple[Head, list[bytes]]:
        """Send a job, return its head and frames. Raises _ChildDiedError."""
        self.jobs += 1
        try:
            stream = _pipe(self._process.stdin)
            stream.write(struct.pack(">Q", len(payload)))
            stream.write(payload)
            stream.flush()
        except OSError:
            raise _ChildDiedError from None
        head = _decode_head(self._read())
        self.peak_rss_mb = head.peak_rss_mb
        return head, [self._read() for _ in range(head.frames)]

    def kill(self) -> None:
        """End the process now; safe from any thread, at any time."""
        with suppress(ProcessLookupError):
            self._process.kill()

    def reap(self) -> None:
        """Collect the dead process and close its pipes."""
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                _pipe(stream).close()

    def _read(self) -> bytes:
        stream = _pipe(self._process.stdout)
        prefix = stream.read(8)
        if len(prefix) < 8:
            raise _ChildDiedError
        size = struct.unpack(">Q", prefix)[0]
        if size > _MAX_ANSWER:
            raise _ChildDiedError
        frame = stream.read(size)
        if len(frame) < size:
            raise _ChildDiedError
        return frame


class FilePool:
    """Reads files in up to `size` child processes at once; up to `waiting` more callers queue.

    Errors of every call: UnsupportedFormat, UnreadableFile, FileTooLarge, FilesBusy.
    """

    def __init__(self, *, size: int = 2, limits: Limits = Limits(), waiting: int = 32) -> None:  # noqa: B008 frozen
        self.limits = limits
        self._size = size
        self._waiting_max = waiting
        self._waiting = 0
        self._idle: list[_Child] = []
        self._all: set[_Child] = set()
        self._slots = asyncio.Semaphore(size)
        # One thread per busy child, and spare ones that reap the dead and write temporary files.
        self._threads = ThreadPoolExecutor(size + 2, thread_name_prefix="files")
        self._closed = False

    async def start(self) -> None:
        """Warm one child up, so the first file does not wait for imports."""
        async with self._child():
            pass

    async def close(self) -> None:
        """Kill every child; calls under way fail with UnreadableFile."""
        self._closed = True
        children = list(self._all)
        for child in children:
            child.kill()
        for child in children:
            await self._in_thread(child.reap)
        self._threads.shutdown(wait=False, cancel_futures=True)

    @property
    def pids(self) -> list[int]:
        """Process ids of the living children."""
        return [child.pid for child in self._all]

    async def extract(self, source: Path | bytes, chunking: Chunking = Chunking()) -> Extracted:  # noqa: B008 frozen
        """Text and chunks of a file (a path, or its bytes), whatever its name says it is."""
        async with self._as_path(source) as path:
            head, frames = await self._run(Job(kind="extract", path=str(path), limits=self.limits, chunking=chunking))
        return Extracted(head=head, text_json=msgspec.Raw(frames[0]), chunk_batches=frames[1:])

    async def read_tables(self, source: Path | bytes, *, max_rows: int = 20_000) -> TableFile:
        """Headings and rows of a CSV or of every visible sheet of a workbook, for an import."""
        return await self._in_thread(_decode_tables, await self.tables_json(source, max_rows=max_rows))

    async def tables_json(self, source: Path | bytes, *, max_rows: int = 20_000) -> msgspec.Raw:
        """The same as the JSON of a TableFile, which an HTTP answer passes on undecoded."""
        limits = msgspec.structs.replace(self.limits, max_rows=min(max_rows, self.limits.max_rows))
        async with self._as_path(source) as path:
            _, frames = await self._run(Job(kind="tables", path=str(path), limits=limits, chunking=Chunking()))
        return msgspec.Raw(frames[0])

    async def chunk(self, text: str, chunking: Chunking = Chunking()) -> list[Chunk]:  # noqa: B008 frozen
        """Chunks of a text that is already here, such as a document's."""
        _, frames = await self._run(Job(kind="chunk", text=text, limits=self.limits, chunking=chunking))
        return [chunk for frame in frames for chunk in _decode_chunks(frame)]

    async def picture(self, source: Path | bytes) -> Picture:
        """A JPEG, PNG or WebP as it can be shown: upright, of bounded size, without whatever else the file holds."""
        async with self._as_path(source) as path:
            head, frames = await self._run(Job(kind="picture", path=str(path), limits=self.limits, chunking=Chunking()))
        assert head.picture is not None  # noqa: S101 - the worker's `picture` says so
        return Picture(facts=head.picture, full=frames[0], thumbnail=frames[1])

    async def _run(self, job: Job) -> tuple[Head, list[bytes]]:
        payload = _encode_job(job)
        async with self._child() as child:
            expired = False

            def expire() -> None:
                nonlocal expired
                expired = True
                child.kill()

            timer = asyncio.get_running_loop().call_later(job.limits.wall_s, expire)
            try:
                head, frames = await self._in_thread(child.ask, payload)
            except _ChildDiedError:
                if expired:
                    limit = f"{job.limits.wall_s:g} seconds"
                    raise UnreadableFile(f"Reading the file takes more than {limit}; it was given up.") from None
                raise UnreadableFile("The file is damaged or needs too much memory: its parser crashed.") from None
            finally:
                timer.cancel()
        if head.error == "unsupported":
            raise UnsupportedFormat(head.detail)
        if head.error:
            raise UnreadableFile(head.detail)
        return head, frames

    @asynccontextmanager
    async def _child(self) -> AsyncIterator[_Child]:
        if self._waiting >= self._waiting_max + self._size:
            raise FilesBusy("Too many files are being read. Try again in a few seconds.")
        self._waiting += 1
        try:
            async with self._slots:
                child = self._living() or await self._spawn()
                healthy = False
                try:
                    yield child
                    healthy = not child.worn and not self._closed
                finally:
                    # A cancelled caller leaves a child in the middle of a job: only a clean end keeps it.
                    if healthy:
                        self._idle.append(child)
                    else:
                        self._discard(child)
        finally:
            self._waiting -= 1

    def _living(self) -> _Child | None:
        """An idle child that nobody killed meanwhile (the kernel may, when memory is short)."""
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            self._discard(child)
        return None

    async def _spawn(self) -> _Child:
        try:
            child = await self._in_thread(_Child)
        except (_ChildDiedError, OSError):
            raise FilesBusy("No process to read files could be started.") from None
        self._all.add(child)
        return child

    def _discard(self, child: _Child) -> None:
        child.kill()
        self._all.discard(child)
        if not self._closed:
            self._threads.submit(child.reap)

    async def _in_thread(self, call: Callable[..., T], *args: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *args)

    @asynccontextmanager
    async def _as_path(self, source: Path | bytes) -> AsyncIterator[Path]:
        if isinstance(source, Path):
            if (await self._in_thread(source.stat)).st_size > self.limits.max_bytes:
                raise FileTooLarge(f"The file is larger than {self.limits.max_bytes} bytes.")
            yield source
            return
        if len(source) > self.limits.max_bytes:
            raise FileTooLarge(f"The file is larger than {self.limits.max_bytes} bytes.")
        path = await self._in_thread(_write_temporary, source)
        try:
            yield path
        finally:
            path.unlink(missing_ok=True)


def _write_temporary(data: bytes) -> Path:
    descriptor, name = tempfile.mkstemp(prefix="file-")
    path = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    except OSError:
        path.unlink(missing_ok=True)
        raise
    return path


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise _ChildDiedError
    return stream
