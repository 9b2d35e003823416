"""The README's commands, run as pasted against a freshly seeded service."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.servers import Server

ROOT = Path(__file__).parents[1]


@pytest.fixture
def demo_server(dsn, tmp_path):
    running = Server(dsn, tmp_path).start("--demo")
    yield running
    running.stop()


def commands() -> str:
    """The README's bash blocks, one after the other as in one terminal."""
    return "\n".join(re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL))


def test_the_readme_sells(demo_server, tmp_path):
    tokens = tmp_path / "tokens.env"
    tokens.write_text(f"INTERNAL_API_TOKEN={demo_server.environment['INTERNAL_API_TOKEN']}\n")
    script = commands().replace(". var/dev.env", f". {tokens}").replace("http://127.0.0.1:8000", demo_server.url)
    assert script.count(demo_server.url) == 1
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert '"status":"ok"' in done.stdout
    assert "1. Tênis de Corrida" in done.stdout
    assert "R$ 249,90" in done.stdout or "R$ 159,90" in done.stdout
    assert "br.gov.bcb.pix" in done.stdout
    assert '"awaiting_proof"' in done.stdout
    assert done.stdout.rstrip().endswith("404")
