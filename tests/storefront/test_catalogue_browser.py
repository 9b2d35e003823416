"""A shop keeper's day with the catalogue, in a real browser: photos, many at once, two people, on a phone as well."""

from pathlib import Path

import pytest

from tests.files.pictures import picture
from tests.storefront.test_browser import chromium, data_dir, import_catalogue, opened, pytestmark, sign_up, window

__all__ = ["data_dir", "opened", "pytestmark", "window"]


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    """Two photos on the disk."""
    made = [tmp_path / "frente.jpg", tmp_path / "lado.png"]
    made[0].write_bytes(picture("JPEG", (640, 480)))
    made[1].write_bytes(picture("PNG", (480, 640)))
    return made


def names(window: "chromium.Browser") -> list[str]:
    """The products of the list, as they stand."""
    return [link.text for link in window.driver.find_elements("css selector", "td a.cover")]


def test_the_catalogue_is_run_from_the_desk(window: "chromium.Browser", tmp_path: Path, photos: list[Path]) -> None:
    sign_up(window, "ana@example.com")
    window.open("/stores/new")
    window.fill(name="Casa Figueira")
    window.press("Criar loja")
    import_catalogue(window, tmp_path)

    window.press("Caneca Esmaltada")
    window.fill(pictures=f"{photos[0]}\n{photos[1]}")
    window.press("Enviar fotos")
    first = window.find(".gallery li img").get_attribute("src")
    window.click(window.find("[aria-label='Mover a foto 2 para antes']"))
    window.wait(lambda: window.find(".gallery li img").get_attribute("src") != first)
    shown = "const image = document.querySelector('.gallery img'); return image.complete && image.naturalWidth > 0"
    window.wait(lambda: window.driver.execute_script(shown))

    window.open("/products")
    # It is shown by the script that makes it work.
    window.wait(lambda: window.find("[data-all]").is_displayed())
    window.click(window.find("[data-all]"))
    window.fill(action="raise", value="10")
    window.press("Aplicar")
    assert "Produtos alterados: 3." in window.text
    window.press("Editar preços e estoques")
    window.driver.find_elements("css selector", "input[name^=stock-]")[0].send_keys("0")
    window.press("Salvar preços e estoques")
    assert "Produtos alterados: 1." in window.text
    window.open("/products?sort=price")
    assert names(window) == ["Caneca Esmaltada", "Camiseta Algodão Pima", "Mochila Urbana"]
    assert "R$ 54,89" in window.text
    assert window.complaints() == []


def test_a_phone_has_room_for_all_of_it(window: "chromium.Browser", tmp_path: Path, photos: list[Path]) -> None:
    window.driver.set_window_size(390, 844)
    sign_up(window, "bia@example.com")
    window.open("/stores/new")
    window.fill(name="Casa Figueira")
    window.press("Criar loja")
    import_catalogue(window, tmp_path)
    window.press("Caneca Esmaltada")
    window.fill(pictures=str(photos[0]))
    window.press("Enviar fotos")
    product = window.path.partition("#")[0]
    store = window.driver.execute_script("return document.querySelector('#store-switch').value")
    rules = [f"/stores/{store}/{page}" for page in ("shipping", "coupons", "synonyms")]
    for path in (product, "/products", "/products?edit=1", "/products?state=archived", "/documents", *rules):
        window.open(path)
        wide = window.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 390, path
    assert window.complaints() == []
