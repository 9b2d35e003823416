"""docs/api.md runs as it stands against a freshly seeded service, and each answer has the status the page promises."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import blocks, claimed_statuses, joined, run_shell
from tests.servers import Server

PAGE = "docs/api.md"
# What the text promises about the answers, in order.
SEEN = (
    r'"email": ?"ana@example.com"',
    r'"created":2,"updated":0,"unchanged":0,"errors":\[\{"index":2',
    r'"slug":"loja-da-ana"|"status":"qualified"',
    r"/problems/invalid-transition.*\"allowed\":\[",
    r'"result":"confirmed"',
    r'"result":"already_confirmed"',
    r"/problems/invalid-signature",
    r"R\$ 39,90",
    r'"dry_run":true',
    r"event: tool",
    r"event: delta",
    r"event: done",
    r"\[\[-?0\.\d+",
    r'"format":"csv"',
    r'"delta":\{',
    r"one order",
    r"/problems/idempotency-key-reused",
    r'"limit":1,"offset":1',
)


@pytest.fixture
def served(dsn: str, tmp_path: Path):
    """What `make serve` starts, without its storefront; the default settings of a checkout."""
    running = Server(dsn, tmp_path).start("--demo")
    yield running
    running.stop()


def test_the_page_runs_as_it_stands(served: Server, tmp_path: Path) -> None:
    script = joined(blocks(PAGE, "sh"))
    done = run_shell(script, tmp_path, BASE=served.url)
    statuses = re.findall(r"^\d{3}$", done.stderr, re.MULTILINE)
    assert statuses == claimed_statuses(script)
    assert len(statuses) > 80
    at = 0
    for pattern in SEEN:
        found = re.compile(pattern).search(done.stdout, at)
        assert found, f"{pattern!r} is not in the rest of the answers"
        at = found.start()
    (client,) = blocks(PAGE, "python")
    told = subprocess.run(
        [sys.executable, "-c", client.text], env={"BASE": served.url}, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["lexical-pt-1024", "2", "1024"]
