"""How much memory a running service takes, at its highest."""

import asyncio

import psutil

from tests.servers import Server

MIB = 1 << 20


class Memory:
    """Resident memory of a service's own process and of its parsers, at its highest."""

    def __init__(self, server: Server) -> None:
        assert server.process is not None
        self._process = psutil.Process(server.process.pid)
        self.before = self.peak = self._process.memory_info().rss
        self.children = 0

    async def watch(self) -> None:
        """Look at it until cancelled."""
        while True:
            self.peak = max(self.peak, self._process.memory_info().rss)
            self.children = max(self.children, sum(_rss(child) for child in self._process.children(recursive=True)))
            await asyncio.sleep(0.05)

    @property
    def more(self) -> int:
        """Bytes above the beginning."""
        return self.peak - self.before


def _rss(process: psutil.Process) -> int:
    try:
        size: int = process.memory_info().rss
    except psutil.Error:
        return 0
    return size
