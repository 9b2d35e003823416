"""The README's commands, run as pasted against a freshly seeded service."""

import pytest

from tests.pages import blocks, joined, run_shell
from tests.servers import Server

PAGE = "README.md"


@pytest.fixture
def demo_server(dsn, with_hybrid):
    running = Server(dsn, with_hybrid, EMBEDDING_MODEL="hybrid-pt-1024").start("--demo")
    yield running
    running.stop()


def test_the_readme_sells(demo_server, tmp_path):
    (tmp_path / "var").mkdir()
    token = demo_server.environment["INTERNAL_API_TOKEN"]
    (tmp_path / "var" / "dev.env").write_text(f"INTERNAL_API_TOKEN={token}\n")
    script = joined(block for block in blocks(PAGE, "sh") if "make " not in block.text)
    assert script.count("http://127.0.0.1:8000") == 1
    done = run_shell(script.replace("http://127.0.0.1:8000", demo_server.url), tmp_path)
    assert '"status":"ok"' in done.stdout
    assert "1. Tênis de Corrida" in done.stdout
    assert "R$ 249,90" in done.stdout or "R$ 159,90" in done.stdout
    assert "br.gov.bcb.pix" in done.stdout
    assert '"awaiting_proof"' in done.stdout
    assert done.stdout.rstrip().endswith("404")
