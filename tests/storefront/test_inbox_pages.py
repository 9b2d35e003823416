import re
from typing import Any

import httpx
import pytest

from tests.storefront import desk_talk
from tests.storefront.conftest import ORIGIN
from tests.storefront.desk_data import ORDER, PRODUCT, STORE
from tests.storefront.desk_talk import NOTE, TALK
from tests.storefront.fake_desk import FakeDesk

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 64
PATH = f"/internal/conversations/{TALK}"


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


def writes(backend: FakeDesk, path: str) -> list[Any]:
    return [body for method, sent, body in backend.sent if sent == path and method != "GET"]


async def test_the_list_filters_by_state_and_says_how_many_wait(ana: httpx.AsyncClient) -> None:
    page = (await ana.get("/inbox")).text
    assert "Reclamação" in page
    assert re.search(r'Esperando <span class="count">1</span>', page)
    assert f'href="/inbox/{TALK}?state=waiting"' in (await ana.get("/inbox?state=waiting")).text
    quiet = (await ana.get("/inbox?state=bot")).text
    assert "Bruno Alves" not in quiet
    assert "Nenhuma conversa aqui" in (await ana.get("/inbox?state=closed")).text


async def test_a_conversation_shows_what_the_agent_did(ana: httpx.AsyncClient) -> None:
    page = (await ana.get(f"/inbox/{TALK}")).text
    assert "Procurou “tênis”: 2 produtos" in page
    assert "qwen3 · 957 tokens · 1,2 centavos além do plano" in page
    assert f'<a href="/products/{PRODUCT}">Meia</a> <span class="muted">(Azul, Preta)</span>' in page
    assert "R$\u00a0399,90" in page
    assert "esgotado" in page
    assert re.search(r"Fez o pedido\s+nº 128 · R\$\s154,80", page)
    assert f'<a href="/orders/{ORDER}">Abrir o pedido</a>' in page
    assert "a new tool" in page
    assert "Prometi troca." in page
    assert "espera o sim do cliente" in page
    log = page[page.index('role="log"') :]
    said = [log.index(text) for text in ("Tem tênis?", "Temos o Corrida Leve.", "Oi, sou a Ana.", "veio com defeito.")]
    assert said == sorted(said)


async def test_a_page_costs_four_calls(ana: httpx.AsyncClient, backend: FakeDesk) -> None:
    for path in (f"/inbox/{TALK}", "/inbox", "/orders", "/orders?view=list&from=2026-01-01", f"/orders/{ORDER}",
                 "/dashboard", "/client-stats", "/orders/new"):  # fmt: skip
        backend.asked.clear()
        assert (await ana.get(path)).status_code == 200
        assert len(backend.asked) <= 4, (path, backend.asked)


async def test_taking_giving_back_and_closing_are_told_to_the_backend(
    ana: httpx.AsyncClient, backend: FakeDesk
) -> None:
    for action, leads_to in (("take", f"/inbox/{TALK}"), ("release", f"/inbox/{TALK}"), ("close", "/inbox")):
        answer = await ana.post(f"/inbox/{TALK}/{action}")
        assert (answer.status_code, answer.headers["location"]) == (303, leads_to)
        assert len(writes(backend, f"{PATH}/{action}")) == 1
    assert (await ana.post(f"/inbox/{TALK}/read", headers={"X-Requested-With": "fetch"})).status_code == 204
    assert (await ana.post(f"/inbox/{TALK}/read")).status_code == 303
    assert len(writes(backend, f"{PATH}/read")) == 2


async def test_looking_changes_nothing(ana: httpx.AsyncClient, backend: FakeDesk) -> None:
    backend.sent.clear()
    await ana.get(f"/inbox/{TALK}")
    await ana.get("/api/desk/attention")
    assert backend.sent == []


async def test_a_reply_needs_words_or_a_file(ana: httpx.AsyncClient, backend: FakeDesk) -> None:
    answer = await ana.post(f"/inbox/{TALK}/reply", data={"content": "  "})
    assert answer.status_code == 422
    assert "Escreva uma mensagem." in answer.text
    assert writes(backend, f"{PATH}/reply") == []
    await ana.post(f"/inbox/{TALK}/reply", data={"content": "Oi!\r\nTudo bem?"})
    assert writes(backend, f"{PATH}/reply") == [{"content": "Oi!\nTudo bem?"}]


async def test_a_picture_travels_under_an_address_that_opens_it_alone(ana, browser, backend: FakeDesk) -> None:
    files = {"picture": ("foto.png", PNG, "image/png")}
    answer = await ana.post(f"/inbox/{TALK}/reply", data={"content": "Olhe", "file_word": "Arquivo"}, files=files)
    assert answer.status_code == 303
    (body,) = writes(backend, f"{PATH}/reply")
    assert body["media_type"] == "image/png"
    path = body["media_url"].removeprefix(ORIGIN)
    assert path.startswith("/sent/")
    ana.cookies.clear()
    shown = await ana.get(path)
    assert (shown.status_code, shown.content, shown.headers["content-type"]) == (200, PNG, "image/png")
    assert "sandbox" in shown.headers["content-security-policy"]
    _, _, key, company, name = path.split("/")
    for wrong in (f"/sent/{'0' * 32}/{company}/{name}", f"/sent/{key}/other/{name}", f"/sent/{key}/{company}/x.png"):
        assert (await ana.get(wrong)).status_code == 404


async def test_only_pictures_and_pdfs_are_sent(ana, backend: FakeDesk) -> None:
    files = {"picture": ("a.html", b"<script>alert(1)</script>", "text/html")}
    answer = await ana.post(f"/inbox/{TALK}/reply", data={"content": "x"}, files=files)
    assert answer.status_code == 422
    assert "Envie uma foto" in answer.text
    assert writes(backend, f"{PATH}/reply") == []


async def test_notes_carry_who_wrote_them(ana, backend: FakeDesk) -> None:
    assert (await ana.post(f"/inbox/{TALK}/notes", data={"note": "Ligar amanhã."})).status_code == 303
    assert writes(backend, f"{PATH}/notes") == [{"content": "Ligar amanhã.", "author": "Ana Lima"}]
    assert (await ana.post(f"/inbox/{TALK}/notes/{NOTE}/delete", data={"confirmed": "1"})).status_code == 303
    assert (await ana.post(f"/inbox/{TALK}/notes", data={"note": " "})).status_code == 422


async def test_what_customers_write_is_no_markup(ana, monkeypatch) -> None:
    evil = '"><script>alert(1)</script>'
    rows = [desk_talk.SAID[0] | {"content": evil, "media_url": "javascript:alert(1)", "media_type": "image/png"}]
    monkeypatch.setattr("tests.storefront.desk_reads.SAID", rows)
    page = (await ana.get(f"/inbox/{TALK}")).text
    assert "<script>alert" not in page
    assert "javascript:" not in page


async def test_the_count_of_the_menu_is_the_chosen_stores(ana, backend: FakeDesk) -> None:
    assert (await ana.get("/api/desk/attention")).json() == {"waiting": 1, "unread": 0}
    assert any(f"store_ids={STORE}" in url for url in backend.urls)


async def test_without_a_session_there_is_nothing_to_see(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/inbox")).headers["location"].startswith("/login")
    for path in ("/api/desk/updates", "/api/desk/attention"):
        assert (await browser.get(path)).status_code == 401
