"""`python -m app` as a fork of a process that has imported all of it: importing is half the CPU of a start, and the
tests start hundreds. What the command itself does at its start is shown where a process is asked for (`Server`).
"""

import multiprocessing
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from app.cli.root import main

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["app.main", "app.cli.serve", "app.storefront", "tests.features.billing.killed_report"])


class Fork:
    """One fork, with the methods of a Popen that tests use."""

    def __init__(self, function: Callable[..., None], *arguments: Any) -> None:
        self._process = _CONTEXT.Process(target=function, args=arguments)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """The exit code, minus the signal that ended it; None while it runs."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once it has ended. Raises TimeoutExpired."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


def run_app(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Fork:
    """`python -m app ARGUMENTS` with exactly this environment; what it prints is added to `log`."""
    return Fork(_app, list(arguments), dict(environment), log)


def _app(arguments: list[str], environment: dict[str, str], log: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as sink:
        for number in (1, 2):
            os.dup2(sink.fileno(), number)
    main(arguments, prog_name="python -m app")
