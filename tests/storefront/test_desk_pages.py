import re
from collections import Counter
from html import unescape

import httpx
import pytest

from tests.storefront import desk_data
from tests.storefront.conftest import ORIGIN
from tests.storefront.desk_data import AGENT, DOCUMENT, ENDPOINT, LEAD, ORDER, ORDERS, PRODUCT, STORE, uid
from tests.storefront.desk_talk import TALK
from tests.storefront.fake_desk import FakeDesk
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]

PAGES = {
    "/dashboard": "Receita por dia", "/dashboard?days=365": "+25%",
    "/inbox": "Bruno Alves", "/inbox?state=bot": "Visitante", f"/inbox/{TALK}": "O tênis veio com defeito.",
    "/stores": "Casa Figueira", f"/stores/{STORE}": "casa-figueira",
    f"/stores/{STORE}/synonyms": "sneaker", f"/stores/{STORE}/coupons": "VOLTE10",
    f"/stores/{STORE}/shipping": "Retirada",
    "/stores/new": "Nova loja", "/products": "Camiseta Algodão Pima", "/products?q=zzz": "Nada encontrado",
    "/products/new": "Novo produto", f"/products/{PRODUCT}": "medidas.pdf", "/products/import": "Planilha do catálogo",
    "/upload": "Arraste um arquivo", "/documents": "Política de trocas", "/documents/new": "Novo documento",
    f"/documents/{DOCUMENT}?ask=troca": '<blockquote class="passage small">Trocas',
    f"/documents/{DOCUMENT}": "Trocas em até 30 dias.", "/agents": "Lia", "/agents/new": "Saudação",
    f"/agents/{AGENT}/history": "Histórico de Lia",
    f"/agents/{AGENT}/tests": "Não fez o pedido.", f"/agents/{AGENT}/tests/new": "O que o cliente escreve",
    f"/agents/{AGENT}/tests/{uid(9)}": "quero 2 canecas",
    f"/agents/{AGENT}": "ag-0123456789abcdef", f"/agents/{AGENT}/try": "Ensaio",
    f"/agents/{AGENT}/try?mode=real": "Quero duas, no PIX.", "/leads": "Bruno Alves",
    f"/leads/{LEAD}": "Temos, a partir de",
    "/orders": "Aguardando comprovante", "/orders?view=list": "nº 128", "/orders?status=shipped": "nº 125",
    "/orders/new": "Chegaram por último", f"/orders/print?what=labels&id={ORDER}": "Destinatário",
    f"/orders/print?id={ORDER}": "O que pegar", f"/orders/{ORDER}": "Linha do tempo",
    "/token-usage": "83.211",
    "/token-usage?period=2026-01": "2026-02", "/settings": "Figueira Ltda", "/settings/payments": "•••• 9f2c",
    "/settings/stock": "https://erp.example/hook", "/settings/billing": "F-0001",
    "/settings/members": "Bia Souza", "/account": "Sessões abertas", "/account/delete": "Apagar para sempre",
    "/account/second-factor": "a cada 30 segundos",
    "/client-stats": "Quem mais comprou", "/database-stats": "0,7 ms",
    "/developers": "https://erp.example/hook", f"/developers/{ENDPOINT}": "Tentando de novo",
    "/developers/api": "/internal/events?after=",
    "/instance-settings": "ag-0123456789abcdef", "/admin": "Pedido</a>",
}  # fmt: skip


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


@pytest.mark.parametrize("path", [*PAGES, f"/orders/{ORDERS[0]['id']}", f"/orders/{ORDERS[1]['id']}"])
async def test_each_label_names_one_field(ana: httpx.AsyncClient, path: str) -> None:
    page = (await ana.get(path)).text
    ids = re.findall(r'<(\w+)[^>]*?\sid="([^"]+)"', page)
    assert [name for name, count in Counter(name for _, name in ids).items() if count > 1] == []
    fields = {name for tag, name in ids if tag in ("input", "select", "textarea")}
    assert set(re.findall(r'<label[^>]*\sfor="([^"]+)"', page)) <= fields
    assert '<a class="skip" href="#page">' in page
    assert ("main", "page") in ids


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_shows_its_record(ana: httpx.AsyncClient, path: str) -> None:
    answer = await ana.get(path)
    assert answer.status_code == 200, answer.text[:2000]
    assert PAGES[path] in answer.text
    assert " style=" not in answer.text
    assert "<script>" not in answer.text
    assert "built-in method" not in answer.text


@pytest.mark.parametrize(
    "path", ["/orders/{}", "/inbox/{}", "/products/{}", "/agents/{}", "/leads/{}", "/documents/{}", "/stores/{}"]
)
async def test_missing_and_malformed_ids_are_not_found(ana, path: str) -> None:
    for value in (uid(999), "x", "..%2f..%2fadmin"):
        assert (await ana.get(path.format(value))).status_code == 404


async def test_texts_of_customers_are_escaped(ana, backend: FakeDesk, monkeypatch) -> None:
    monkeypatch.setitem(desk_data.LEADS[0], "name", "<script>alert(1)</script>")
    for path in ("/leads", f"/leads/{LEAD}", "/dashboard", f"/orders/{ORDER}"):
        assert "<script>alert" not in (await ana.get(path)).text


async def test_the_pix_code_is_a_picture(ana) -> None:
    answer = await ana.get(f"/orders/{ORDER}/pix.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "<path" in answer.text


async def test_what_takes_something_away_asks_without_scripts_too(ana, backend: FakeDesk) -> None:
    form = re.compile(r'<form [^>]*action="([^"]+)" data-confirm(.*?)</form>', re.DOTALL)
    asking = {action: rest for path in PAGES for action, rest in form.findall((await ana.get(path)).text)}
    assert [action for action, rest in asking.items() if not re.search(r'name="(named|amount)" ', rest)] == []
    assert len(asking) >= 8, asking
    shown_at_times = (
        f"/orders/{ORDER}/refunds", f"/orders/views/{uid(9)}/delete", f"/inbox/{TALK}/notes/{uid(9)}/delete",
        f"/stores/{STORE}/coupons/{uid(9)}/delete", f"/products/{PRODUCT}/pictures/{uid(9)}/delete",
    )  # fmt: skip
    for action in sorted({*asking, *shown_at_times}):
        backend.sent.clear()
        page = await ana.post(
            unescape(action),
            data={"named": "<Um deles>", "amount": "1.210,5"},
            headers={"Referer": f"{ORIGIN}/orders?view=list" if "views" in action else "http://[x"},
        )
        assert "Sim, continuar" in page.text, action
        named = "R$\u00a01.210,50" if action.endswith("/refunds") else "&lt;Um deles&gt;"
        assert f'<p class="strong">{named}</p>' in page.text, action
        assert f'href="{"/orders?view=list" if "views" in action else "/dashboard"}">Cancelar</a>' in page.text
        assert backend.sent == [], action


async def test_a_person_is_erased_who_asks_for_it(ana, backend: FakeDesk) -> None:
    path, call = f"/leads/{LEAD}/erase", f"/internal/leads/{LEAD}/erase"
    backend.answers[call] = httpx.Response(200, json={"orders": 1, "files": ["https://gateway.example/a.jpg"]})
    assert "Sim, continuar" in (await ana.post(path)).text
    assert "https://gateway.example/a.jpg" in (await ana.post(path, data={"confirmed": "1"})).text
    backend.answers[call] = httpx.Response(200, json={"orders": 0, "files": []})
    assert (await ana.post(path, data={"confirmed": "1"})).headers["location"] == "/leads"
    backend.answers[call] = httpx.Response(409, json={"type": "/problems/conflict", "status": 409})
    refused = await ana.post(path, data={"confirmed": "1"})
    assert refused.status_code == 422
    assert "Esta pessoa tem pedidos em aberto." in refused.text


async def test_of_an_erased_person_the_desk_knows_nothing(shopkeeper: Shopkeeper) -> None:
    body = {"store_id": shopkeeper.store_id, "channel": "web", "external_id": "code-of-ours", "name": "Bruno Alves"}
    lead = (await shopkeeper.http.post("/internal/leads/ensure", json=body)).json()
    for path in ("/leads", f"/leads/{lead['id']}"):
        page = await shopkeeper.page(path)
        assert "Bruno Alves" in page
        assert "code-of-ours" not in page
    await shopkeeper.submit(f"/leads/{lead['id']}/erase", {"confirmed": "1"})
    assert "Bruno Alves" not in await shopkeeper.page("/leads")


async def test_leads_are_searched_and_filtered(ana: httpx.AsyncClient, backend: FakeDesk) -> None:
    page = await ana.get("/leads?q=bruno&status=customer&channel=fax")
    assert 'value="bruno"' in page.text
    asked = next(url for url in backend.urls if "/internal/leads?" in url)
    assert "q=bruno" in asked
    assert "status=customer" in asked
    assert "channel" not in asked
