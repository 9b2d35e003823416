"""npm packages of this repository, installed once, and commands run in them against a served backend."""

import fcntl
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api import ROOT
from tests.pages import blocks
from tests.servers import Server

Run = Callable[..., str]
TOOLS = {"typescript": "5", "@types/node": "20"}


@pytest.fixture(scope="session")
def installed() -> Callable[[str], Path]:
    """The folder of a package, with what its lock file names."""

    def install(name: str) -> Path:
        folder = ROOT / name
        lock, kept = folder / "package-lock.json", folder / "node_modules" / ".package-lock.json"
        with lock.open() as held:  # the other worker may want it, too
            fcntl.flock(held, fcntl.LOCK_EX)
            if not kept.exists() or kept.stat().st_mtime < lock.stat().st_mtime:
                subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True, timeout=400)
        return folder

    return install


@pytest.fixture
def server(dsn: str, tmp_path: Path) -> Iterator[Server]:
    """A backend that knows the frontend's address."""
    running = Server(dsn, tmp_path, AUTH_URL="http://127.0.0.1:3999").start()
    yield running
    running.stop()


@pytest.fixture
def run(server: Server) -> Run:
    """A command that must succeed, told where the backend is; gives what it printed."""

    def command(folder: Path, *words: str, **environment: str) -> str:
        told = {name: value for name, value in server.environment.items() if name.startswith(("INTERNAL_", "AUTH_"))}
        done = subprocess.run(
            words,
            cwd=folder,
            env=os.environ | told | {"BACKEND_URL": server.url} | environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
        return done.stdout

    return command


@pytest.fixture
def frontend(run: Run, tmp_path: Path) -> Callable[[str], Path]:
    """A frontend's folder beside the checkout, in TypeScript, in which the commands of a page were pasted."""

    def install(page: str) -> Path:
        folder = tmp_path / "frontend"
        folder.mkdir()
        (folder / "package.json").write_text(json.dumps({"type": "module", "private": True, "devDependencies": TOOLS}))
        [commands] = blocks(page, "sh")
        run(folder, "sh", "-ec", commands.text.replace("../storefront-backend", str(ROOT)))
        return folder

    return install
