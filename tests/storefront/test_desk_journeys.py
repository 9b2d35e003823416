"""A working day at the desk in a real browser: an hour on a phone, the keyboard alone, and without scripts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api import APP_TOKEN, AUTH_TOKEN
from tests.servers import Server
from tests.storefront.frontend import Storefront

chromium = pytest.importorskip("tests.storefront.chromium", reason="selenium is not installed")

from selenium.webdriver.common.by import By  # noqa: E402 - only where selenium is
from selenium.webdriver.common.keys import Keys  # noqa: E402

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not (chromium.CHROMIUM and chromium.DRIVER), reason=chromium.MISSING),
]
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89"
    + bytes(32)
)
PHONE, DESK = (390, 844), (1280, 900)


class Shop:
    """A store with an agent and its customers, over the API."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(base_url=server.url, timeout=30)
        auth = {"X-Auth-Token": AUTH_TOKEN}
        user = self.client.get("/internal/auth/users/by-email/ana@example.com", headers=auth).json()
        self.client.headers.update({"X-Internal-Token": APP_TOKEN, "X-Actor-User-Id": user["id"]})
        self.call("company/ensure", name="Figueira")
        self.store = self.call("stores", name="Casa Figueira")["id"]
        items = [{"name": name, "price_cents": 4990, "stock_quantity": 20} for name in ("Caneca", "Vela")]
        self.call("products/batch-upsert", store_id=self.store, items=items)
        agent = self.call("agents", store_id=self.store, name="Lia", type="vendas")
        self.agent = self.call(f"agents/{agent['id']}/toggle-active")["id"]

    def call(self, path: str, **body: Any) -> Any:
        """POST that must succeed."""
        answer = self.client.post(f"/internal/{path}", json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def customer(self, name: str, phone: str) -> str:
        """A lead of the store."""
        lead = self.call(
            "leads/ensure", store_id=self.store, channel="whatsapp", external_id=phone, name=name, phone=f"+{phone}"
        )
        return str(lead["id"])

    def writes(self, lead_id: str, text: str) -> None:
        """A customer's message."""
        body = {"type": "vendas", "message": text, "agent_id": self.agent, "store_id": self.store, "lead_id": lead_id}
        assert self.client.post("/chat", json=body).status_code == 200

    def order(self, lead_id: str, name: str) -> Any:
        """An order of a customer, to be paid on delivery."""
        found = self.client.get("/internal/products", params={"store_id": self.store}).json()["items"]
        items = [{"product_id": found[0]["id"], "quantity": 1}]
        who = {"name": name, "address": "Rua das Flores, 12"}
        return self.call(
            "orders", store_id=self.store, items=items, payment_method="cod", lead_id=lead_id, customer_info=who
        )


@pytest.fixture
def day(dsn: str, tmp_path: Path) -> Iterator[tuple["chromium.Browser", Shop]]:
    """A browser that is signed in, and the shop it works on."""
    storefront = Storefront(tmp_path)
    server = Server(dsn, tmp_path, **storefront.environment).start()
    storefront.start(server)
    window = chromium.Browser(storefront.url, tmp_path / "profile")
    window.open("/register")
    window.fill(name="Ana Lima", email="ana@example.com", password="correct horse")
    window.press("Criar conta")
    yield window, Shop(server)
    window.close()
    storefront.stop()
    server.stop()


def size(window: "chromium.Browser", width_and_height: tuple[int, int]) -> None:
    width, height = width_and_height
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def fits(window: "chromium.Browser") -> bool:
    """Nothing sticks out of the window sideways."""
    script = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    return bool(window.driver.execute_script(script))


def in_sight(window: "chromium.Browser", text: str) -> bool:
    """The element with this text lies within its scrolled pane and the window."""
    script = """
        const texts = [...document.querySelectorAll(".message .text")];
        const found = texts.filter((one) => one.textContent.includes(arguments[0]));
        if (!found.length) return false;
        const box = found.at(-1).getBoundingClientRect();
        const pane = document.querySelector(".thread .log").getBoundingClientRect();
        return box.top >= pane.top - 1 && box.bottom <= pane.bottom + 1 && box.bottom <= innerHeight + 1;"""
    return bool(window.driver.execute_script(script, text))


def test_an_hour_of_answering_and_shipping_on_a_phone(day: tuple["chromium.Browser", Shop], tmp_path: Path) -> None:
    window, shop = day
    size(window, PHONE)
    bruno, carla = shop.customer("Bruno Alves", "5511999990001"), shop.customer("Carla Dias", "5511999990002")
    for lead_id in (bruno, carla):
        for number in range(8):
            shop.writes(lead_id, "tem caneca?" if number % 4 == 0 else "obrigado!")
    shop.writes(bruno, "quero falar com um atendente")
    order = shop.order(bruno, "Bruno Alves")

    window.open("/inbox")
    assert fits(window)
    window.wait(lambda: window.driver.title.startswith("(1) "))
    window.click(window.find(".tabs a[href*='state=waiting']"))
    window.wait(lambda: "state=waiting" in window.path)
    window.click(window.find(".talk .who"))
    window.wait(lambda: in_sight(window, "já chamei uma pessoa"))
    assert fits(window)
    window.press("Assumir")
    assert "Em atendimento" in window.text

    # Words and a picture, and the customer's answer appears by itself.
    picture = tmp_path / "troca.png"
    picture.write_bytes(PNG)
    window.find("[name=picture]").send_keys(str(picture))
    window.fill(content="Oi Bruno, sou a Ana. Veja a foto.")
    window.click(window.find(".say button"))
    window.wait(lambda: in_sight(window, "sou a Ana"))
    window.wait(lambda: window.driver.find_elements(By.CSS_SELECTOR, ".bubble.mine img[src^='/sent/']"))
    assert window.find("[name=content]").get_attribute("value") == ""
    shop.writes(bruno, "perfeito, obrigado!")
    window.wait(lambda: in_sight(window, "perfeito, obrigado!"))

    # Somebody else needs a person meanwhile: the count says so, and the list has it.
    shop.writes(carla, "quero falar com um atendente")
    window.wait(lambda: window.driver.title.startswith("(1) "))
    window.fill(note="Prometi troca até sexta.")
    window.press("Guardar nota")
    assert "Prometi troca até sexta." in window.text
    window.press("Devolver ao agente")
    assert "O agente está atendendo" in window.text

    # The order goes out: confirmed with others, shipped, followed, labelled.
    window.open("/orders?view=list")
    assert fits(window)
    window.click(window.find(f"[name=id][value='{order['id']}']"))
    window.press("Confirmar")
    assert "1 pedido atualizado." in window.text
    window.open(f"/orders/{order['id']}")
    assert fits(window)
    window.press("Marcar como enviado")
    window.click(window.find("details:has([name=carrier]) summary"))
    window.fill(carrier="Correios", code="BR123")
    window.click(window.find("form:has([name=carrier]) button"))
    window.wait(lambda: "Rastreio guardado." in window.text)
    window.press("Etiqueta")
    assert "Rua das Flores, 12" in window.text

    # Somebody orders by phone: searched, added, counted, made.
    window.open("/orders/new")
    window.fill(pq="vela\n")
    window.wait(lambda: "Resultados" in window.text)
    window.click(window.find("button[name=add]"))
    window.wait(lambda: window.driver.find_elements(By.CSS_SELECTOR, ".chosen-lines .qty"))
    quantity = window.find(".chosen-lines .qty")
    box = quantity.rect
    assert box["x"] + box["width"] <= PHONE[0]
    quantity.clear()
    quantity.send_keys("3")
    window.fill(cq="carla")
    window.click(window.find("button[value='find-customer']"))
    window.wait(lambda: window.driver.find_elements(By.CSS_SELECTOR, "button[name=customer]"))
    assert fits(window)
    window.click(window.find("button[name=customer]"))
    window.wait(lambda: "Ligado ao cliente Carla Dias" in window.text)
    assert "R$ 149,70" in window.text
    window.press("Criar pedido")
    assert window.path.startswith("/orders/")
    assert "R$ 149,70" in window.text
    assert window.complaints() == []
    the_inbox_works_without_scripts(window)


def the_board_moves_by_itself(window: "chromium.Browser", shop: Shop, lead_id: str) -> None:
    first = shop.order(lead_id, "Bruno Alves")
    window.open("/orders")
    lane = "section.lane[aria-label='Confirmado'] .ticket"
    assert len(window.driver.find_elements(By.CSS_SELECTOR, lane)) == 1
    shop.call(f"orders/{first['id']}/transition", to="confirmed")
    window.wait(lambda: len(window.driver.find_elements(By.CSS_SELECTOR, lane)) == 2)
    shop.order(lead_id, "Bruno Alves")
    window.wait(lambda: "nº 3" in window.text)


def tab_to(window: "chromium.Browser", css: str) -> None:
    """Press Tab until the element has the focus, and can be seen to have it."""
    for _ in range(80):
        window.driver.switch_to.active_element.send_keys(Keys.TAB)
        if window.driver.execute_script("return document.activeElement.matches(arguments[0])", css):
            shown = "return document.activeElement.matches(':focus-visible')"
            assert window.driver.execute_script(shown)
            return
    raise AssertionError(f"no way by Tab to {css}")


def test_the_keyboard_alone_answers_and_confirms(day: tuple["chromium.Browser", Shop]) -> None:
    window, shop = day
    size(window, DESK)
    bruno = shop.customer("Bruno Alves", "5511999990001")
    shop.writes(bruno, "quero falar com um atendente")
    order = shop.order(bruno, "Bruno Alves")
    window.open("/inbox")
    tab_to(window, ".talk .who")
    window.driver.switch_to.active_element.send_keys(Keys.ENTER)
    window.wait(lambda: window.path.startswith("/inbox/"))
    window.wait(lambda: window.driver.execute_script("return document.activeElement.name") == "content")
    window.driver.switch_to.active_element.send_keys("Bom dia, Bruno!", Keys.ENTER)
    window.wait(lambda: in_sight(window, "Bom dia, Bruno!"))
    window.wait(lambda: "Em atendimento" in window.find(".thread header").text)

    window.open("/orders?view=list")
    tab_to(window, f"[name=id][value='{order['id']}']")
    window.driver.switch_to.active_element.send_keys(Keys.SPACE)
    window.wait(lambda: "1 marcado\n" in window.text)
    window.driver.execute_script("document.querySelector('[data-all]').focus()")
    tab_to(window, "button[name=to][value=confirmed]")
    window.driver.switch_to.active_element.send_keys(Keys.ENTER)
    window.wait(lambda: "1 pedido atualizado." in window.text)
    the_board_moves_by_itself(window, shop, bruno)
    assert window.complaints() == []


def the_inbox_works_without_scripts(window: "chromium.Browser") -> None:
    """Carla still waits for a person."""
    window.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    window.open("/inbox?state=waiting")
    window.click(window.find(".talk .who"))
    window.find(".thread")
    # Selenium's own scripts run all the same.
    window.wait(lambda: in_sight(window, "já chamei uma pessoa"))
    window.press("Assumir")
    window.fill(content="Oi, sou a Ana.")
    window.press("Enviar")
    assert in_sight(window, "sou a Ana")
    window.press("Encerrar")
    assert "Conversa encerrada." in window.text
