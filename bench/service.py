"""The service in a process of its own, for measuring it over HTTP."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).parents[1]


@contextlib.contextmanager
def service(log: BinaryIO | None = None, /, **variables: str) -> Iterator[str]:
    """Run `python -m app serve` on a database of its own while the block runs; gives its address.

    log: where its lines go; None: to this process's own output.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="bench-") as data:
        os.chmod(data, 0o755)  # noqa: S103 - the embedded database runs as a user of its own
        environment = os.environ | {
            "DATA_DIR": data, "PORT": str(port), "LOG_LEVEL": "warning", "JOB_CONCURRENCY": "0", **variables,
        }  # fmt: skip
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve"], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait(address, process)
            yield address
        finally:
            process.terminate()
            process.wait(40)


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError("the service ended while it started")
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/readyz", timeout=1):  # noqa: S310
            return
        time.sleep(0.1)
    raise RuntimeError("the service did not start in a minute")
