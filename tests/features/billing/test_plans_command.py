"""`python -m app plans list|set`."""

import asyncio

import asyncpg
import pytest
from click.testing import CliRunner

from app.cli.plans import plans_group


@pytest.fixture
def plans(dsn, monkeypatch, tmp_path):
    """Runs the command against this test's database; answers its exit code and output."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", dsn)

    def invoke(*arguments):
        result = CliRunner().invoke(plans_group, list(arguments))
        return result.exit_code, result.output

    return invoke


def plan_of(dsn, slug):
    async def fetch():
        connection = await asyncpg.connect(dsn)
        try:
            return dict(await connection.fetchrow("SELECT * FROM plans WHERE slug = $1", slug))
        finally:
            await connection.close()

    return asyncio.run(fetch())


def test_list_shows_prices_and_ids(plans):
    code, output = plans("list")
    assert code == 0
    assert "starter" in output
    assert "price_starter_monthly" in output
    assert "R$ 99,00" in output


def test_set_changes_only_what_is_given(plans, dsn):
    before = plan_of(dsn, "pro")
    assert plans("set", "pro", "--cardprovider-price-id", "price_1", "--max-stores", "none")[0] == 0
    after = plan_of(dsn, "pro")
    assert (after["cardprovider_price_id"], after["max_stores"]) == ("price_1", None)
    changed = {"cardprovider_price_id", "max_stores", "version", "updated_at"}
    assert {name for name in before if before[name] != after[name]} == changed


def test_set_makes_a_plan_and_takes_one_off_sale(plans, dsn):
    code, output = plans("set", "team", "--name", "Team")
    assert code == 1
    assert "--monthly-cents, --included-tokens" in output
    code, output = plans("set", "team", "--name", "Team", "--monthly-cents", "4900", "--included-tokens", "1000")
    assert (code, output) == (0, "made team\n")
    assert plans("set", "team", "--inactive") == (0, "changed team\n")
    assert plan_of(dsn, "team")["active"] is False
    assert "(inactive)" in plans("list")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("pro", "--monthly-cents", "-1"),
        ("pro", "--max-stores", "0"),
        ("Not A Slug", "--name", "x", "--monthly-cents", "1", "--included-tokens", "1"),
    ],
)
def test_what_makes_no_sense_is_refused(plans, arguments):
    code, output = plans("set", *arguments)
    assert code != 0
    assert "Traceback" not in output
