"""docs/billing.md: its commands run in order against a service whose card provider is the playable fake."""

from pathlib import Path

from tests.api import APP_TOKEN
from tests.cli.commands import environment
from tests.fakes.run_cardprovider import PlayableCardProvider
from tests.pages import blocks, joined, run_shell
from tests.servers import Server

PAGE = "docs/billing.md"


def test_the_page_runs_as_it_stands(dsn: str, tmp_path: Path) -> None:
    plans, _start, *tour = blocks(PAGE, "sh")
    root = Path(__file__).parents[1]
    listed = run_shell(f"{plans.text}\npython -m app plans list", root, **environment(dsn, tmp_path)).stdout
    assert "price_1Abc price_1Def" in listed
    assert "made team" in listed

    fake = PlayableCardProvider("", "whsec_fake")
    with fake:
        provider = {"CARDPROVIDER_BASE_URL": fake.url, "CARDPROVIDER_API_KEY": "sk_test_1"}
        provider |= {"CARDPROVIDER_WEBHOOK_SECRET": "whsec_fake", "INTERNAL_AUTH_TOKEN": ""}
        served = Server(dsn, tmp_path, **provider)
        fake.webhook_url = f"{served.url}/webhooks/cardprovider"
        served.start()
        try:
            (tmp_path / "var").mkdir()
            (tmp_path / "var" / "dev.env").write_text(f"INTERNAL_API_TOKEN={APP_TOKEN}\n")
            script = joined(tour).replace("http://127.0.0.1:8000", served.url)
            told = run_shell(script.replace("http://127.0.0.1:8010", fake.url), tmp_path).stdout
        finally:
            served.stop()
    for said in ('"status":"incomplete"', '"status":"active"', '"cancel_at_period_end":true', '"status":"succeeded"'):
        assert said in told, said
    assert "/problems/" not in told
