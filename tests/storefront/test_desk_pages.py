import httpx
import pytest

from tests.storefront import desk_data
from tests.storefront.desk_data import AGENT, DOCUMENT, ENDPOINT, LEAD, ORDER, PRODUCT, STORE, uid
from tests.storefront.desk_talk import TALK
from tests.storefront.fake_desk import FakeDesk

PAGES = {
    "/dashboard": "Receita por dia", "/dashboard?days=365": "+25%",
    "/inbox": "Bruno Alves", "/inbox?state=bot": "Visitante", f"/inbox/{TALK}": "O tênis veio com defeito.",
    "/stores": "Casa Figueira", f"/stores/{STORE}": "casa-figueira",
    "/stores/new": "Nova loja", "/products": "Camiseta Algodão Pima", "/products?q=zzz": "Nada encontrado",
    "/products/new": "Novo produto", f"/products/{PRODUCT}": "medidas.pdf", "/products/import": "Planilha do catálogo",
    "/upload": "Arraste um arquivo", "/documents": "Política de trocas", "/documents/new": "Novo documento",
    f"/documents/{DOCUMENT}": "Trocas em até 30 dias.", "/agents": "Lia", "/agents/new": "Saudação",
    f"/agents/{AGENT}/history": "Histórico de Lia",
    f"/agents/{AGENT}": "ag-0123456789abcdef", f"/agents/{AGENT}/try": "Ensaio",
    f"/agents/{AGENT}/try?mode=real": "Quero duas, no PIX.", "/leads": "Bruno Alves",
    f"/leads/{LEAD}": "Temos, a partir de R$ 69,90.",
    "/orders": "Aguardando comprovante", "/orders?view=list": "nº 128", "/orders?status=shipped": "nº 125",
    "/orders/new": "Chegaram por último", f"/orders/print?what=labels&id={ORDER}": "Destinatário",
    f"/orders/print?id={ORDER}": "O que pegar", f"/orders/{ORDER}": "Linha do tempo",
    "/token-usage": "83.211",
    "/token-usage?period=2026-01": "2026-02", "/settings": "Figueira Ltda", "/settings/payments": "•••• 9f2c",
    "/settings/stock": "https://erp.example/hook", "/settings/billing": "F-0001",
    "/settings/members": "Bia Souza", "/account": "Sessões abertas", "/account/delete": "Apagar para sempre",
    "/client-stats": "Quem mais comprou", "/database-stats": "Registros por loja",
    "/developers": "https://erp.example/hook", f"/developers/{ENDPOINT}": "Tentando de novo",
    "/instance-settings": "ag-0123456789abcdef", "/admin": "orders.update",
}  # fmt: skip


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


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
