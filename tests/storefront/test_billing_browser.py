"""From the free plan to a paid one and on, in a real browser: cards are entered at the (fake) provider alone."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.fakes.cardprovider import CARD_3DS, FakeCardProvider
from tests.servers import Server
from tests.storefront.frontend import Storefront
from tests.storefront.test_browser import chromium, make_store, sign_up

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not (chromium.CHROMIUM and chromium.DRIVER), reason=chromium.MISSING),
]


@pytest.fixture
def provider() -> Iterator[FakeCardProvider]:
    """The card provider."""
    with FakeCardProvider() as fake:
        for slug, cents in (("starter", 9_900), ("pro", 29_900), ("scale", 99_900)):
            fake.add_price(f"price_{slug}_monthly", cents)
            fake.add_price(f"price_{slug}_metered", 0, metered=True)
        yield fake


@pytest.fixture
def server(dsn: str, tmp_path: Path, provider: FakeCardProvider) -> Server:
    """An API that knows the provider."""
    return Server(
        dsn,
        tmp_path,
        CARDPROVIDER_BASE_URL=provider.url,
        CARDPROVIDER_API_KEY="sk_test_1",
        CARDPROVIDER_WEBHOOK_SECRET=provider.webhook_secret,
    )


@pytest.fixture
def window(server: Server, tmp_path: Path) -> Iterator["chromium.Browser"]:
    """A browser on a storefront in front of it."""
    storefront = Storefront(tmp_path)
    server.environment.update(storefront.environment)
    server.start()
    storefront.start(server)
    browser = chromium.Browser(storefront.url, tmp_path / "profile")
    yield browser
    browser.close()
    storefront.stop()
    server.stop()


def at_the_provider(window: "chromium.Browser", kind: str) -> str:
    """The page at the provider the browser was led to, by itself; its id."""
    start = f"https://{kind}.example.com/"
    window.wait(lambda: window.driver.current_url.startswith(start))
    return str(window.driver.current_url).removeprefix(start)


def reopened(window: "chromium.Browser", words: str) -> bool:
    """Whether the page, opened again, says this: a job may still be at work."""
    window.open("/settings/billing")
    return words in window.text


def deliver(server: Server, provider: FakeCardProvider) -> None:
    """The provider's events arrive."""
    for event in provider.events:
        headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
        answer = httpx.post(f"{server.url}/webhooks/cardprovider", content=event.body, headers=headers)
        assert answer.status_code == 200
    provider.events.clear()


def test_from_free_to_paid_and_back(window: "chromium.Browser", server: Server, provider: FakeCardProvider) -> None:
    sign_up(window, "ana@example.com")
    make_store(window)
    window.open("/settings/billing")
    window.press("Ver planos")
    window.open("/settings/billing/plan?to=starter")
    assert "R$ 99,00" in window.text
    window.press("Continuar para o pagamento")
    provider.complete_page(at_the_provider(window, "checkout"))
    deliver(server, provider)

    window.open("/settings/billing")
    assert "Starter" in window.text
    assert "Próxima cobrança" in window.text
    window.fill(amount="50,00")
    window.press("Comprar tokens")
    provider.complete_page(at_the_provider(window, "checkout"), CARD_3DS)
    deliver(server, provider)
    window.wait(lambda: reopened(window, "Recibo"))
    assert "1.666.666" in window.text
    assert window.find("a[href^='https://receipt.example.com/']").text == "Recibo"

    window.open("/settings/billing/plan?to=pro")
    window.press("Confirmar e pagar")
    # The card asks for its holder: the invoice's page is where the move is finished.
    at_the_provider(window, "invoice")
    window.open("/settings/billing")
    assert "espera o pagamento" in window.text
    (subscription,) = provider.subscriptions
    provider.pay_subscription(subscription)
    deliver(server, provider)
    window.open("/settings/billing")
    assert "espera o pagamento" not in window.text
    assert "Pro" in window.text

    window.driver.execute_script("document.querySelectorAll('[data-confirm]').forEach(f => delete f.dataset.confirm)")
    window.press("Cancelar plano")
    window.press("Sim, continuar")
    assert "O plano termina em" in window.text
    window.press("Manter o plano")
    assert "O plano termina em" not in window.text
    assert [line for line in window.complaints() if "example.com" not in line] == []
