"""Takes the pictures of docs/screenshots from a running demo: `python -m tests.storefront.screenshots`.

The pages are those of AUTH_URL, by default where `make serve` has them. The conversations are the
demo's own. Needs Chromium.
"""

import os
import tempfile
import time
from io import BytesIO
from pathlib import Path

from PIL import Image
from selenium.webdriver.common.by import By

from app.demo.companies import COMPANIES, PASSWORD
from tests.api import ROOT
from tests.storefront.chromium import Browser
from tests.storefront.served import look

OUT = ROOT / "docs" / "screenshots"
CSV = """nome;sku;preço;estoque
Caneca Esmaltada;CAN-07;49,90;25
Mochila Urbana;MOC-22;249,00;7
Vela;VEL-03;89,90;muitas
"""


def save(name: str, picture: Image.Image) -> None:
    """With 128 colours a picture is a third as large, and looks the same (kmeans: small red marks stay red)."""
    few = picture.convert("RGB").quantize(128, kmeans=1, dither=Image.Dither.NONE)
    few.save(OUT / f"{name}.png", optimize=True)


def picture_of(window: Browser) -> Image.Image:
    """The window as it is."""
    time.sleep(0.4)
    return Image.open(BytesIO(window.driver.get_screenshot_as_png()))


def say(window: Browser, *messages: str) -> None:
    """A conversation with the agent, on the page that is open."""
    for message in messages:
        before = len(window.driver.find_elements(By.CSS_SELECTOR, ".bubble.assistant:not(.waiting)"))
        window.fill(message=message + "\n")
        window.wait(lambda before=before: len(_answers(window)) > before and window.find(".say button").is_enabled())


def _answers(window: Browser) -> list[object]:
    return list(window.driver.find_elements(By.CSS_SELECTOR, ".bubble.assistant:not(.waiting)"))


def first(window: Browser, page: str, css: str) -> str:
    """Where the first such link of a page leads to."""
    window.open(page)
    return str(window.find(css).get_attribute("href")).removeprefix(window.url)


def talk_with(window: Browser, name: str) -> str:
    """The conversation with that customer."""
    window.open("/inbox")
    return str(window.driver.find_element(By.PARTIAL_LINK_TEXT, name).get_attribute("href")).removeprefix(window.url)


def shoot(window: Browser) -> None:
    """All pictures."""
    look(window, 1280, "light")
    window.open("/")
    save("home", picture_of(window))
    window.open("/login")
    window.fill(email=COMPANIES[0].email, password=PASSWORD)
    window.press("Entrar")
    agent = first(window, "/agents", ".tile h2 a")
    window.open(f"{agent}/try")
    say(window, "tem garrafa térmica?", "quero 2 da preta, pago na entrega")
    save("chat", picture_of(window))
    talk, cart = (talk_with(window, name) for name in ("Marcos Reis", "Paulo Nunes"))
    order = first(window, "/orders?view=list&status=awaiting_proof", ".table a.cover")
    pages: dict[str, str] = {"dashboard": "/dashboard", "inbox": cart, "orders": "/orders", "order": order}
    for name, page in (pages | {"products": "/products"}).items():
        window.open(page)
        save(name, picture_of(window))
    sheet = Path(tempfile.mkdtemp()) / "catalogo.csv"
    sheet.write_text(CSV, "utf-8")
    window.open("/products/import")
    window.fill(file=str(sheet))
    window.press("Continuar")
    window.press("Conferir 3 linhas")
    save("import", picture_of(window))
    tests(window, agent)
    look(window, 1280, "dark")
    window.open("/client-stats")
    save("numbers-dark", picture_of(window))
    beside(window, [talk, "/orders?view=list", order, agent + "/tests"])


def tests(window: Browser, agent: str) -> None:
    """Test conversations of the agent, and what came of them."""
    texts = {
        "Garrafa na entrega": ("quero 2 garrafas térmicas pretas, pago na entrega\nsim", ""),
        "Prazo de troca": ("qual o prazo de troca?", "30 dias"),
        "Frete": ("quanto custa o frete?", "grátis para todo o Brasil"),
    }
    window.open(f"{agent}/tests")
    for name, (turns, contains) in texts.items():
        if name not in window.text:
            window.open(f"{agent}/tests/new")
            window.fill(name=name, turns=turns, contains=contains)
            window.press("Salvar")
    window.press("Rodar todos")
    window.wait(lambda: "Rodando" not in window.text)
    window.open(f"{agent}/tests")
    save("tests", picture_of(window))


def beside(window: Browser, pages: list[str]) -> None:
    """Pages on a phone, side by side."""
    look(window, 390, "light")
    shots = []
    for page in pages:
        window.open(page)
        shots.append(picture_of(window).convert("RGB"))
    whole = Image.new("RGB", (sum(shot.width + 24 for shot in shots), shots[0].height + 24), "#d8d5cc")
    for number, shot in enumerate(shots):
        whole.paste(shot, (12 + number * (shot.width + 24), 12))
    save("phone", whole)


def main() -> None:
    """Open a browser on the demo, and take them."""
    window = Browser(os.environ.get("AUTH_URL", "http://127.0.0.1:8001"), Path(tempfile.mkdtemp()))
    try:
        shoot(window)
    finally:
        window.close()


if __name__ == "__main__":
    main()
