"""docs/erp.md runs as it stands, signatures made by openssl included."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT
from tests.cli.commands import environment, query
from tests.servers import Server


def test_the_page_runs_as_it_stands(server: Server, dsn: str, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "erp.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    python = Path(sys.executable).parent
    variables = environment(dsn, tmp_path) | {
        "PATH": f"{python}:{os.environ['PATH']}",
        "BASE": server.url,
        "INTERNAL_API_TOKEN": APP_TOKEN,
        "INTERNAL_AUTH_TOKEN": AUTH_TOKEN,
    }
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", "set -eu\n" + "\n".join(blocks)],
        env=variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "evt-1" in done.stdout, done.stderr
    assert query(dsn, "SELECT stock_quantity FROM products") == [(11,)]
