"""docs/erp.md runs as it stands, signatures made by openssl included."""

from pathlib import Path

from tests.api import ROOT
from tests.cli.commands import environment, query
from tests.pages import blocks, joined, run_shell
from tests.servers import Server


def test_the_page_runs_as_it_stands(server: Server, dsn: str, tmp_path: Path) -> None:
    script = joined(blocks("docs/erp.md", "sh"))
    done = run_shell(script, ROOT, timeout=100, BASE=server.url, **environment(dsn, tmp_path))
    assert "evt-1" in done.stdout, done.stderr
    assert query(dsn, "SELECT stock_quantity FROM products") == [(11,)]
