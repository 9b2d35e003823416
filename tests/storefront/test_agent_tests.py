"""Hours and test conversations of an agent at the desk, over the real backend."""

import re

import pytest
import yaml

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper
from tests.storefront.test_edits import filled

__all__ = ["shopkeeper"]

FORM = {"name": "Lia", "type": "vendas", "channels": ["web"]}


@pytest.fixture
async def place(shopkeeper: Shopkeeper) -> str:
    """The page of an agent of the store, which has mugs."""
    await shopkeeper.product(name="Caneca Branca", price_cents=3490, stock_quantity=10)
    made = await shopkeeper.submit("/agents", FORM)
    return made.headers["location"]


async def hours_of(shop: Shopkeeper, place: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = (await shop.http.get(f"/internal{place}/full")).json()["hours"]
    return found


async def test_hours_are_set_shown_and_told_in_the_history(shopkeeper: Shopkeeper, place: str) -> None:
    times = {
        "hours-mon-opens-1": "09:00",
        "hours-mon-closes-1": "12:00",
        "hours-mon-opens-2": "13:00",
        "hours-mon-closes-2": "18:00",
    }
    await shopkeeper.submit(place, FORM | times | {"hours-sat-opens-2": "20:00", "hours-sat-closes-2": "02:00"})
    assert [(one["day"], one["opens"]) for one in await hours_of(shopkeeper, place)] == [
        ("mon", "09:00"), ("mon", "13:00"), ("sat", "20:00"),
    ]  # fmt: skip
    page = await shopkeeper.page(place)
    assert re.search(r'name="hours-mon-closes-2"[^>]*value="18:00"', page)
    assert re.search(r'name="hours-sat-opens-1"[^>]*value="20:00"', page)
    assert "Segunda 09:00–12:00, Segunda 13:00–18:00, Sábado 20:00–02:00" in await shopkeeper.page(f"{place}/history")
    refused = await shopkeeper.submit(place, FORM | {"hours-tue-opens-1": "09:00"}, status=422)
    assert "Diga de quando até quando" in refused.text
    assert re.search(r'name="hours-tue-opens-1"[^>]*value="09:00"', refused.text)
    copy = await shopkeeper.submit(f"{place}/copy")
    assert len(await hours_of(shopkeeper, copy.headers["location"])) == 3
    await shopkeeper.submit(place, FORM)
    assert await hours_of(shopkeeper, place) == []


async def test_a_test_is_written_run_read_changed_and_deleted(shopkeeper: Shopkeeper, place: str) -> None:
    assert "Nenhum teste ainda" in await shopkeeper.page(f"{place}/tests")
    form = {"name": "Duas canecas", "turns": "quero 2 canecas brancas\npago na entrega\nsim", "end": "order"}
    form |= {"lines": "2 × Caneca Branca", "total": "69,80", "method": "cod"}
    await shopkeeper.submit(f"{place}/tests", form)
    await shopkeeper.submit(
        f"{place}/tests", {"name": "Frete", "turns": "quanto é o frete?", "contains": "R$ 5 | grátis"}
    )
    page = await shopkeeper.page(f"{place}/tests")
    assert page.count("Nunca rodou") == 2
    await shopkeeper.submit(f"{place}/tests/run")
    assert "data-busy" in await shopkeeper.page(f"{place}/tests")
    await shopkeeper.api.run_jobs()
    page = await shopkeeper.page(f"{place}/tests")
    assert "1 de 2 passaram" in page
    assert "data-busy" not in page
    assert "Não disse “R$\u00a05 | grátis”." in page
    assert '<div class="bubble user">quero 2 canecas brancas</div>' in page
    assert (await shopkeeper.http.get("/internal/orders", params={"store_ids": shopkeeper.store_id})).json()[
        "total"
    ] == 0

    edit = re.findall(rf'href="({place}/tests/[0-9a-f-]{{36}})"', page)[0]
    shown = await shopkeeper.page(edit)
    await shopkeeper.submit(edit, filled(shown, edit) | {"name": "Duas"})
    assert "1 de 2 passaram" in await shopkeeper.page(f"{place}/tests")
    assert "2 × Caneca Branca" in shown
    assert 'value="69,80"' in shown
    await shopkeeper.submit(edit, form | {"total": "10,00"})
    await shopkeeper.submit(f"{place}/tests/run", {"test_id": edit.rpartition("/")[2]})
    await shopkeeper.api.run_jobs()
    page = await shopkeeper.page(f"{place}/tests")
    assert "O total foi R$\u00a069,80; o combinado era R$\u00a010,00." in page
    assert "Pedido errado" in page

    refused = await shopkeeper.submit(f"{place}/tests", {"name": "x", "turns": " "}, status=422)
    assert "Preencha este campo." in refused.text
    assert "Sim, continuar" in (await shopkeeper.submit(f"{edit}/delete", status=200)).text
    await shopkeeper.submit(f"{edit}/delete", {"confirmed": "1"})
    assert "Duas canecas" not in await shopkeeper.page(f"{place}/tests")
    assert (await shopkeeper.web.get(edit)).status_code == 404


async def test_what_an_agent_writes_first_is_chosen_and_shown(shopkeeper: Shopkeeper, place: str) -> None:
    chosen = {"abandoned_cart_minutes-on": "1", "abandoned_cart_minutes": "90", "unpaid_pix_minutes": "60"}
    chosen |= {"back_in_stock": "1", "quiet_from": "22", "quiet_until": "7"}
    await shopkeeper.submit(f"{place}/follow-ups", chosen)
    agent = (await shopkeeper.http.get(f"/internal{place}/full")).json()
    assert agent["follow_ups"] == {
        "abandoned_cart_minutes": 90, "back_in_stock": True, "quiet_from": 22, "quiet_until": 7,
    }  # fmt: skip
    page = await shopkeeper.page(place)
    assert re.search(r'name="abandoned_cart_minutes-on" value="1" checked', page)
    assert not re.search(r'name="unpaid_pix_minutes-on" value="1" checked', page)
    assert re.search(r'name="abandoned_cart_minutes"[^>]*value="90"', page)
    assert '<option value="22" selected>22:00</option>' in page
    # A refused form shows what was ticked; the others of the page stay as they are.
    refused = await shopkeeper.submit(
        f"{place}/follow-ups", {"unpaid_pix_minutes-on": "1", "unpaid_pix_minutes": "1"}, status=422
    )
    assert re.search(r'name="unpaid_pix_minutes-on" value="1" checked', refused.text)
    assert not re.search(r'name="back_in_stock" value="1" checked', refused.text)
    assert re.search(r'name="channels" value="web" checked', refused.text)
    assert not re.search(r'name="channels" value="whatsapp" checked', refused.text)
    refused = await shopkeeper.submit(place, FORM | {"name": "", "channels": ["web", "telegram"]}, status=422)
    assert re.search(r'name="channels" value="telegram" checked', refused.text)
    assert not re.search(r'name="channels" value="whatsapp" checked', refused.text)
    assert re.search(r'name="back_in_stock" value="1" checked', refused.text)
    copy = (await shopkeeper.submit(f"{place}/copy")).headers["location"]
    assert (await shopkeeper.http.get(f"/internal{copy}/full")).json()["follow_ups"] == agent["follow_ups"]
    await shopkeeper.submit(f"{place}/follow-ups", {})
    assert (await shopkeeper.http.get(f"/internal{place}/full")).json()["follow_ups"] == {}


FILE = """conversations:
  - name: Caneca
    turns:
      - {text: "tem caneca branca?", expect: {reply: {contains: ["34,90", "de ouro"]}, no_order: true}}
      - obrigada
    expect: {no_order: true}
"""


async def send_file(shop: Shopkeeper, place: str, content: bytes, status: int = 303) -> str:
    upload = {"file": ("conversas.yaml", content, "application/yaml")}
    return (await shop.submit(f"{place}/tests/file", status=status, files=upload)).text


async def test_tests_come_and_go_as_a_file_and_keep_what_each_answer_has_to_be(
    shopkeeper: Shopkeeper, place: str
) -> None:
    await send_file(shopkeeper, place, FILE.encode())
    page = await shopkeeper.page(f"{place}/tests")
    assert "Esperado: diz “34,90”; diz “de ouro”; não faz pedido" in page
    await shopkeeper.submit(f"{place}/tests/run")
    await shopkeeper.api.run_jobs()
    page = await shopkeeper.page(f"{place}/tests")
    assert "Passou com ressalva" in page
    assert "Depois de “tem caneca branca?”: Não disse “de ouro”." in page
    edit = re.findall(rf'href="({place}/tests/[0-9a-f-]{{36}})"', page)[0]
    shown = await shopkeeper.page(edit)
    assert re.search(r'<textarea id="contains_1"[^>]*>34,90\nde ouro</textarea>', shown)
    assert 'name="no_order_1" value="1" checked' in shown
    changed = {"name": "Caneca", "turn_1": "oi\ntem caneca branca?", "contains_1": "34,90", "no_order_1": "1"}
    await shopkeeper.submit(edit, changed | {"turn_2": "", "turns": "valeu", "end": "no_order"})
    download = await shopkeeper.web.get(f"{place}/tests/file")
    assert 'filename="conversas.yaml"' in download.headers["content-disposition"]
    [kept] = yaml.safe_load(download.text)["conversations"]
    after = {"reply": {"contains": ["34,90"]}, "no_order": True}
    assert kept["turns"] == ["oi", {"text": "tem caneca branca?", "expect": after}, "valeu"]
    await send_file(shopkeeper, place, download.content)
    assert (await shopkeeper.page(f"{place}/tests")).count("<article") == 1


async def test_errors_of_a_file_are_told_by_line_in_the_users_language(shopkeeper: Shopkeeper, place: str) -> None:
    bad = FILE.replace("text:", "texto:").encode()
    told = await send_file(shopkeeper, place, bad, 422)
    assert re.search(r"Linha 4, “Caneca”, <code>turns\.0\.\w+</code>: (Falta este campo|Este campo não existe)", told)
    assert "Nada foi guardado" in told
    assert "Linha 1: O arquivo não é um YAML que se possa ler." in await send_file(shopkeeper, place, b"{", 422)
    assert "não é um texto em UTF-8" in await send_file(shopkeeper, place, b"\xff\xfe", 422)
    shopkeeper.web.headers["Accept-Language"] = "en"
    told = await send_file(shopkeeper, place, FILE.replace("obrigada", "2").encode(), 422)
    assert "Row 5, “Caneca”, <code>turns.1</code>: Write a text, in quotes" in told
    assert "Nenhum teste" not in told


async def test_a_document_tells_what_an_agent_would_answer_from_it(shopkeeper: Shopkeeper) -> None:
    body = {"store_id": shopkeeper.store_id, "title": "Trocas", "content": "Você pode trocar em até sete dias."}
    document = (await shopkeeper.http.post("/internal/documents", json=body)).json()
    await shopkeeper.api.run_jobs()
    page = await shopkeeper.page(f"/documents/{document['id']}", ask="em quantos dias posso trocar?")
    assert re.search(r"<blockquote[^>]*>[^<]*sete dias", page)
    path = f"/internal/documents/{document['id']}/passages"
    assert (await shopkeeper.http.get(path, params={"q": "trocar"})).json()[0]["document_id"] == document["id"]
    assert (await shopkeeper.http.get(path)).status_code == 422
    missing = "/internal/documents/01990000-0000-7000-8000-000000000000/passages"
    assert (await shopkeeper.http.get(missing, params={"q": "trocar"})).status_code == 404
