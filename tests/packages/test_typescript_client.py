"""clients/typescript as npm and tsc see it, run against the service. `make test-clients`."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from clients.python.storefront_client import Client, types
from tests.api import AUTH_TOKEN
from tests.packages.conftest import Run
from tests.pages import blocks
from tests.servers import Server

pytestmark = [
    pytest.mark.clients,
    pytest.mark.timeout(500),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
]


def test_its_own_tests_pass_on_every_tag_of_the_service(installed: Callable[[str], Path], run: Run) -> None:
    run(installed("clients/typescript"), "npm", "test", "--silent")


def test_the_readmes_example_runs_in_a_frontend_of_its_own(
    frontend: Callable[[str], Path], run: Run, server: Server
) -> None:
    page = "clients/typescript/README.md"
    with Client(server.url, auth_token=AUTH_TOKEN) as client:
        user = client.create_user(types.CreateUser(email="caio@example.com", name="Caio"))
    [example] = blocks(page, "ts")
    folder = frontend(page)
    (folder / "shop.ts").write_text(example.text, "utf-8")
    options = ["--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--types", "node"]
    run(folder, "node_modules/.bin/tsc", *options, "shop.ts")
    told = run(folder, "node", "shop.js", ACTOR=user.id)
    assert told.startswith("Caneca azul 3990\n0\n404 not-found"), told


@pytest.mark.parametrize("name", ["clients/typescript", "clients/better-auth"])
def test_what_is_committed_is_what_is_built(installed: Callable[[str], Path], tmp_path: Path, name: str) -> None:
    folder = installed(name)
    subprocess.run(["node_modules/.bin/tsc", "-p", ".", "--outDir", str(tmp_path / "lib")], cwd=folder, check=True)
    assert _texts(tmp_path / "lib") == _texts(folder / "lib")


def _texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}
