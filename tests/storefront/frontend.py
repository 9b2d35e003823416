"""A running storefront in front of a running API."""

import os
import time
from pathlib import Path

import httpx

from tests.forks import Fork, run_app
from tests.servers import PLAIN, Server, free_port


class Storefront:
    """One `python -m app storefront` in front of a Server."""

    def __init__(self, data_dir: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._data_dir = data_dir
        self._process: Fork | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What API and storefront must both be told."""
        return {"AUTH_URL": self.url, "STOREFRONT_PORT": str(self.port)}

    def start(self, server: Server, **environment: str) -> None:
        """Start it beside the server, told more if need be, and wait until it answers."""
        environment = server.environment | self.environment | {"BACKEND_URL": server.url} | environment
        log = self._data_dir / "storefront.log"
        self._process = run_app(["storefront"], os.environ | environment, log)
        deadline = time.monotonic() + 30
        with httpx.Client(timeout=1, verify=PLAIN) as http:
            while time.monotonic() < deadline:
                try:
                    if http.get(f"{self.url}/api/livez").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.1)
        raise RuntimeError(log.read_text())

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(10)

    def stop(self) -> None:
        """SIGTERM."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
