"""docs/operations.md: its commands run in order, on a database of two companies, and say what the page says."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import environment, query
from tests.pages import blocks, joined, run_shell
from tests.servers import Server

PAGE = "docs/operations.md"


@pytest.mark.timeout(300)
def test_the_page_runs_as_it_stands(dsn: str, tmp_path: Path) -> None:
    served = Server(dsn, tmp_path).start("--demo")
    companies = query(dsn, "SELECT id FROM companies")
    assert served.stop() == 0  # restore wants the service stopped
    script = joined(blocks(PAGE, "sh")).replace("/backups/", f"{tmp_path}/")
    script = script.replace("demo-casa.jsonl", f"{tmp_path}/casa.jsonl")
    root = Path(__file__).parents[1]
    told = run_shell(script, root, timeout=240, **environment(dsn, tmp_path)).stdout
    for said in ("the schema is up to date", "restored;", "0 resealed", "deleted demo-casa", "stores=1  products="):
        assert said in told, said
    assert len(companies) == 2
    assert query(dsn, "SELECT id FROM companies") == [("demo-esportes",)]
    header, *rows = map(json.loads, (tmp_path / "casa.jsonl").read_text("utf-8").splitlines())
    assert header["counts"]["products"] == sum(row["table"] == "products" for row in rows) > 10
