"""Downloads a model of the catalogue: what was cut goes on by Range, every file is compared with its checksum.

Files gather in a hidden folder beside the target, which takes the target's name when all are right. A download that was
cut stays there for the next run; one with a wrong checksum is thrown away, with all that came with it.
Tests: tests/embed/test_fetch.py.
"""

import fcntl
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import httpx

from app.embed.catalogue import Entry
from app.embed.config import ModelError, load_config

TIMEOUT = httpx.Timeout(30, connect=10)
# Tries in a row that bring nothing, and the seconds before the second; before the third twice as many.
TRIES = 3
PAUSE = 2.0
# A server that is busy, or a gateway whose server is: it may answer in a moment.
PASSING = (429, 500, 502, 503, 504)
# Called with a file's name, its bytes so far, and all of them (0: unknown).
Progress = Callable[[str, int, int], None]


class Cut(Exception):
    """The connection ended before the file did, or the server cannot serve right now."""


def read_sums(path: Path) -> dict[str, str]:
    """A file of sha256sum's: path → digest. Raises ModelError."""
    sums = {}
    try:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            digest, _, name = line.partition(" ")
            if not line.strip():
                continue
            if len(digest) != 64 or not name.strip():
                raise ModelError(f"{path}: line {number} is not as sha256sum writes it")
            sums[name.strip().lstrip("*").removeprefix("./")] = digest.lower()
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"{path}: {error}") from None
    if not sums:
        raise ModelError(f"{path}: it has no checksums")
    return sums


def fetch(name: str, entry: Entry, target: Path, *, url: str, sums: Mapping[str, str], progress: Progress) -> None:
    """Write the model folder `target` with the files under `url`. Raises ModelError."""
    if target.exists():
        raise ModelError(f"{target} exists: remove it first")
    wanted = {path: _checksum(path, entry, sums) for path in entry.files}
    scratch = target.with_name(f".{name}.part")
    try:
        scratch.mkdir(parents=True, exist_ok=True)
        with _alone(scratch), httpx.Client(timeout=TIMEOUT, follow_redirects=True) as http:
            for path, checksum in wanted.items():
                _fetch_file(http, f"{url.rstrip('/')}/{path}", scratch / PurePosixPath(path).name, checksum, progress)
            (scratch / "model.yaml").write_text(entry.description, "utf-8")
            load_config(scratch)
            scratch.rename(target)
    except OSError as error:
        raise ModelError(f"{scratch}: {error.strerror or error}") from None
    except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.TooManyRedirects) as error:
        raise ModelError(f"{url}: {error}") from None


@contextmanager
def _alone(scratch: Path) -> Iterator[None]:
    """Hold the folder: two runs that write one file would spoil it for both. Raises ModelError."""
    held = os.open(scratch, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise ModelError(f"{scratch}: another run is writing there") from None
    finally:
        os.close(held)


def _checksum(path: str, entry: Entry, sums: Mapping[str, str]) -> str:
    """The one of the caller's list, by path or by name; without a list the catalogue's."""
    if not sums:
        return entry.files[path]
    for known in (path, PurePosixPath(path).name):
        if known in sums:
            return sums[known]
    raise ModelError(f"the checksums name no {path}")


def _fetch_file(http: httpx.Client, url: str, file: Path, checksum: str, progress: Progress) -> None:
    """Bring `file` to its checksum, going on with what an earlier run left."""
    if file.exists() and is_right(file, checksum):
        return
    part = file.with_name(file.name + ".part")
    failures = 0
    while True:
        before = part.stat().st_size if part.exists() else 0
        try:
            _download(http, url, part, progress)
            break
        except httpx.UnsupportedProtocol:
            raise
        except (httpx.TransportError, Cut) as error:
            after = part.stat().st_size if part.exists() else 0
            failures = failures + 1 if after == before else 0
            if failures == TRIES:
                reason = str(error) or type(error).__name__
                raise ModelError(f"{url}: {reason}; run the same command again to go on at {after:,} bytes") from None
            time.sleep(PAUSE * failures)
    if not is_right(part, checksum):
        shutil.rmtree(file.parent)
        raise ModelError(f"{url}: the checksum is wrong; nothing was kept")
    part.rename(file)


def _download(http: httpx.Client, url: str, part: Path, progress: Progress) -> None:
    """Append what is missing. Raises ModelError, Cut, and what httpx raises for a broken connection."""
    have = part.stat().st_size if part.exists() else 0
    # As it lies there: a packed answer has another length, and no ranges.
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    with http.stream("GET", url, headers=headers) as answer:
        if answer.status_code == 416:
            return  # all of it is here; the checksum will tell
        if answer.status_code in PASSING:
            raise Cut(f"the server answers {answer.status_code}")
        if answer.status_code not in (200, 206):
            raise ModelError(f"{url}: the server answers {answer.status_code}")
        if answer.status_code == 200 or not answer.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            have = 0
            if answer.status_code == 206:
                part.unlink()
                raise Cut("the server sent another range than was asked for")
        length = int(answer.headers.get("Content-Length") or 0)
        total = have + length if length else 0
        with part.open("ab" if have else "wb") as out:
            for block in answer.iter_raw():
                out.write(block)
                have += len(block)
                progress(part.stem, have, total)
        if have < total:
            raise Cut(f"ended at {have:,} of {total:,} bytes")


def is_right(path: Path, checksum: str) -> bool:
    """Whether the file has the checksum."""
    if not checksum.startswith("git:"):
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == checksum
    content = path.read_bytes()
    git = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False)
    return git.hexdigest() == checksum.removeprefix("git:")
