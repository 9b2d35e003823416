import csv
import io
import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from app.storefront.spreadsheets import safe_cell
from tests.storefront import desk_talk
from tests.storefront.desk_data import ORDER, ORDERS, PAYMENT, STORE
from tests.storefront.desk_talk import TALK, VIEW
from tests.storefront.fake_desk import FakeDesk
from tests.storefront.shopkeeper import shopkeeper

__all__ = ["shopkeeper"]


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


def writes(backend: FakeDesk, path: str) -> list[Any]:
    return [body for method, sent, body in backend.sent if sent == path and method != "GET"]


def asked(backend: FakeDesk, path: str) -> dict[str, str]:
    url = next(url for url in reversed(backend.urls) if httpx.URL(url).path == path)
    return dict(httpx.URL(url).params)


async def test_filters_reach_the_backend_and_days_are_the_companys(ana, backend: FakeDesk) -> None:
    query = "q=Bruno&status=confirmed,preparing&payment_method=pix&payment_status=paid&attention=1&sort=-total"
    page = await ana.get(f"/orders?{query}&from=2026-03-01&to=2026-03-02&offset=25")
    assert page.status_code == 200
    assert asked(backend, "/internal/orders") == {
        "store_ids": STORE,
        "q": "Bruno",
        "status": "confirmed,preparing",
        "payment_method": "pix",
        "payment_status": "paid",
        "attention": "true",
        "sort": "-total",
        "created_from": "2026-03-01T00:00:00-03:00",
        "created_to": "2026-03-03T00:00:00-03:00",
        "limit": "25",
        "offset": "25",
    }
    assert 'value="2026-03-01"' in page.text
    assert '<option value="-total" selected>' in page.text


async def test_filters_that_mean_nothing_are_left_out(ana, backend: FakeDesk) -> None:
    await ana.get("/orders?view=list&status=zzz&sort=x&from=31/12/2026&payment_method=&to=0001-01-01")
    assert set(asked(backend, "/internal/orders")) == {"store_ids", "limit", "offset"}


async def test_a_view_is_kept_and_forgotten(ana, backend: FakeDesk) -> None:
    answer = await ana.post("/orders/views", data={"name": "Grandes", "query": "sort=-total&evil=1&q=a%26b"})
    assert writes(backend, "/internal/saved-views") == [
        {"page": "orders", "name": "Grandes", "query": "sort=-total&q=a%26b"}
    ]
    assert answer.headers["location"] == "/orders?view=list&sort=-total&q=a%26b"
    page = (await ana.get("/orders?view=list&sort=-total")).text
    assert re.search(r'aria-current="true">.*Grandes', page)
    # What is refused comes back as it was typed, over the orders that were on the screen.
    taken = {"type": "/problems/conflict", "detail": "name is taken"}
    backend.queues["/internal/saved-views"] = [httpx.Response(409, json=taken)]
    refused = await ana.post("/orders/views", data={"name": "Grandes", "query": "status=shipped"})
    assert refused.status_code == 409
    assert 'value="Grandes"' in refused.text
    assert asked(backend, "/internal/orders")["status"] == "shipped"
    none = await ana.post("/orders/bulk", data={"to": "confirmed", "query": "status=confirmed"})
    assert none.status_code == 422
    assert asked(backend, "/internal/orders")["status"] == "confirmed"
    assert (await ana.post(f"/orders/views/{VIEW}/delete", data={"confirmed": "1"})).status_code == 303
    assert ("DELETE", f"/internal/saved-views/{VIEW}", None) in backend.sent


async def test_ticked_orders_move_together(ana, backend: FakeDesk) -> None:
    ids = [ORDERS[0]["id"], ORDERS[2]["id"]]
    answer = await ana.post("/orders/bulk", data={"id": ids, "to": "confirmed", "query": "sort=total"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/orders?view=list&sort=total")
    for order_id in ids:
        assert writes(backend, f"/internal/orders/{order_id}/transition") == [{"to": "confirmed"}]


async def test_what_could_not_be_moved_is_listed_with_its_reason(ana, backend: FakeDesk) -> None:
    short = httpx.Response(409, json={"type": "/problems/insufficient-stock", "items": []})
    backend.answers[f"/internal/orders/{ORDER}/transition"] = short
    answer = await ana.post("/orders/bulk", data={"id": [ORDER, ORDERS[2]["id"]], "to": "confirmed"})
    assert answer.status_code == 200
    assert "1 pedido atualizado." in answer.text
    assert "Não há estoque suficiente para confirmar este pedido." in answer.text
    assert f"/orders/{ORDER}" in answer.text
    assert f'href="/orders/{ORDERS[2]["id"]}"' not in answer.text


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({"to": "confirmed"}, "Escolha pelo menos um pedido."),
        ({"to": "cancelled", "id": ORDER}, "Escolha o que fazer."),
        ({"to": "confirmed", "id": [f"01900000-0000-7000-8000-{n:012d}" for n in range(101)]}, "no máximo 100"),
    ],
)
async def test_nothing_moves_by_an_odd_form(ana, backend: FakeDesk, form: dict[str, Any], message: str) -> None:
    answer = await ana.post("/orders/bulk", data=form)
    assert answer.status_code == 422
    assert message in answer.text
    assert not [path for _, path, _ in backend.sent if path.endswith("/transition")]


async def test_paper_shows_what_to_pick_and_where_it_goes(ana) -> None:
    ids = "&".join(f"id={order['id']}" for order in ORDERS[:2])
    picking = (await ana.get(f"/orders/print?what=picking&{ids}")).text
    assert re.search(r"Camiseta Algodão Pima</td><td class=\"right strong\">4</td>", picking)
    labels = (await ana.get(f"/orders/print?what=labels&{ids}")).text
    assert labels.count('class="label"') == 2
    assert "CEP 01310-100" in labels
    assert "Remetente: Casa Figueira" in labels
    assert (await ana.get("/orders/print?id=x")).status_code == 422


async def test_the_export_opens_in_a_spreadsheet_and_runs_nothing(ana, backend: FakeDesk, monkeypatch) -> None:
    evil = desk_talk.SHEETS[0] | {"customer_info": {"name": "=HYPERLINK(1)", "phone": "+5511"}, "notes": " @sum\nx;y"}
    monkeypatch.setattr("tests.storefront.desk_reads.SHEETS", [evil, desk_talk.SHEETS[1]])
    answer = await ana.get("/orders/export.csv?q=Bruno&sort=total")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"].startswith('attachment; filename="pedidos-')
    assert asked(backend, "/internal/orders/sheets")["q"] == "Bruno"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [row["Pedido"] for row in rows] == ["128", "127"]
    assert (rows[0]["Cliente"], rows[0]["Telefone"], rows[0]["Observações"]) == (
        "'=HYPERLINK(1)",
        "5511",
        "' @sum\nx;y",
    )
    assert (rows[0]["Total"], rows[0]["Itens"]) == ("154,80", "2x Camiseta Algodão Pima")
    english = (await ana.get("/orders/export.csv", headers={"Accept-Language": "en"})).content.decode("utf-8-sig")
    assert english.startswith("Order,Date,Status")
    assert "154.80" in english


async def test_the_export_tells_times_in_the_companys_zone(shopkeeper) -> None:
    cup = await shopkeeper.product(price_cents=4990)
    body = {
        "store_id": shopkeeper.store_id,
        "items": [{"product_id": cup["id"], "quantity": 1}],
        "payment_method": "cod",
    }
    order = (await shopkeeper.http.post("/internal/orders", json=body)).json()
    await shopkeeper.http.patch("/internal/company", json={"timezone": "Pacific/Kiritimati"})
    there = datetime.fromisoformat(order["created_at"]).astimezone(ZoneInfo("Pacific/Kiritimati"))
    answer = await shopkeeper.web.get("/orders/export.csv")
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert row["Data"] == f"{there:%d/%m/%Y %H:%M}"
    assert re.search(r"pedidos-(\S+)\.csv", answer.headers["content-disposition"])[1] in (
        f"{there:%Y-%m-%d}",
        f"{datetime.now(ZoneInfo('Pacific/Kiritimati')):%Y-%m-%d}",
    )


async def test_the_export_goes_on_until_there_is_no_more(ana, backend: FakeDesk) -> None:
    pages = [
        {"items": desk_talk.SHEETS[:2], "next": ORDER},
        {"items": desk_talk.SHEETS[2:], "next": None},
    ]
    backend.queues["/internal/orders/sheets"] = [httpx.Response(200, json=page) for page in pages]
    text = (await ana.get("/orders/export.csv")).content.decode("utf-8-sig")
    assert len(list(csv.reader(io.StringIO(text), delimiter=";"))) == 1 + len(desk_talk.SHEETS)
    assert asked(backend, "/internal/orders/sheets")["after_id"] == ORDER


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\ta", "\ra", "  =1", "\n=1"])
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


def test_other_cells_stay_as_they_are() -> None:
    assert [safe_cell(value) for value in ("Ana", None, 12, "a=b", "a-b")] == ["Ana", "", "12", "a=b", "a-b"]


async def test_the_board_says_how_many_stand_in_a_lane(ana) -> None:
    page = (await ana.get("/orders")).text
    assert 'href="/orders?view=list&amp;status=awaiting_proof">Ver todos os 4' in page


@pytest.mark.parametrize("status", ["pending", "expired"])
async def test_an_order_whose_charge_was_given_up_says_so_and_offers_another(ana, backend: FakeDesk, status) -> None:
    given_up = {"kind": "charge_failed", "since": ORDERS[0]["created_at"], "detail": "x"}
    order = ORDERS[0] | {"status": status, "payment_method": "pix", "br_code": None, "attention": [given_up]}
    backend.queues[f"/internal/orders/{ORDER}"] = [httpx.Response(200, json=order) for _ in range(2)]
    page = (await ana.get(f"/orders/{ORDER}")).text
    assert "A cobrança não pôde ser feita" in page
    assert re.search(r'name="to" value="awaiting_payment">\s*<button[^>]*>.*?Cobrar de novo', page)
    english = (await ana.get(f"/orders/{ORDER}", headers={"Accept-Language": "en"})).text
    assert "The charge could not be made" in english
    backend.queues[f"/internal/orders/{ORDER}"] = [httpx.Response(200, json=order)]
    unset = PAYMENT | {"pix_api_key_set": False, "manual_pix_enabled": False}
    backend.queues[f"/internal/orders/store/{STORE}/payment-settings"] = [httpx.Response(200, json=unset)]
    moves = re.findall(r'name="to" value="(\w+)"', (await ana.get(f"/orders/{ORDER}")).text)
    assert not {"awaiting_payment", "awaiting_proof"} & set(moves)


@pytest.mark.parametrize(
    ("status", "kind", "paid", "said", "offered"),
    [
        ("cancelled", "paid_after_close", 13980, "Devolva o dinheiro abaixo.<", "139,80"),
        ("expired", "paid_after_close", 13980, "Devolva o dinheiro abaixo, ou confirme", "139,80"),
        (
            "awaiting_payment",
            "amount_mismatch",
            16500,
            "Entraram R$\xa0165,00, e o pedido é de R$\xa0154,80. Confirme se",
            "165,00",
        ),
        ("confirmed", "amount_mismatch", 16500, "Devolva o que passou abaixo.", "10,20"),
        ("awaiting_payment", "out_of_stock", 13980, "Reponha o estoque e confirme", "139,80"),
    ],
)
async def test_what_waits_for_a_person_says_what_can_be_done(
    ana, backend: FakeDesk, status, kind, paid, said, offered
) -> None:
    entry = {"kind": kind, "since": ORDERS[0]["created_at"], "detail": "x"}
    event = {
        "type": "payment_amount_mismatch",
        "to_status": None,
        "actor_type": "webhook",
        "data": {"amount_cents": paid},
    }
    event["created_at"] = ORDERS[0]["created_at"]
    order = ORDERS[0] | {"status": status, "paid_cents": paid, "attention": [entry], "events": [event]}
    backend.queues[f"/internal/orders/{ORDER}"] = [httpx.Response(200, json=order)]
    page = (await ana.get(f"/orders/{ORDER}")).text
    assert said in page
    assert re.search(rf'name="amount"[^>]*value="{offered}"', page)
    assert "payment amount mismatch" not in page
    assert f'<span class="small num">R$\xa0{paid // 100},' in page


async def test_an_order_is_refunded_followed_and_edited(ana, backend: FakeDesk) -> None:
    path = f"/internal/orders/{ORDER}"
    backend.queues[path] = [httpx.Response(200, json=ORDERS[0] | {"status": "returned", "paid_cents": 15480})]
    assert "O pedido voltou: devolva aqui o dinheiro" in (await ana.get(f"/orders/{ORDER}")).text
    await ana.post(
        f"/orders/{ORDER}/refunds",
        data={"confirmed": "1", "amount": "10,50", "reason": "Veio errado", f"back-{ORDERS[1]['id']}": "1"},
    )
    assert writes(backend, f"{path}/refunds") == [
        {
            "amount_cents": 1050,
            "reason": "Veio errado",
            "items": [{"product_id": ORDERS[1]["id"], "quantity": 1}],
            "restock": True,
        }
    ]
    refused = await ana.post(f"/orders/{ORDER}/refunds", data={"confirmed": "1", "amount": "0"})
    assert "Informe quanto devolver." in refused.text
    await ana.post(f"/orders/{ORDER}/tracking", data={"carrier": "Correios", "code": "BR1"})
    await ana.post(f"/orders/{ORDER}/edit", data={"name": "Bruna", "phone": "+5511999990000", "notes": "Portão azul"})
    assert writes(backend, path) == [
        {"tracking": {"carrier": "Correios", "code": "BR1"}},
        {"customer_info": {"name": "Bruna", "phone": "+5511999990000"}, "notes": "Portão azul"},
    ]
    await ana.post(f"/orders/{ORDER}/attention", data={"kind": "refund_due", "note": "Feito"})
    assert writes(backend, f"{path}/resolve-attention") == [{"kind": "refund_due", "note": "Feito"}]


async def test_a_payment_is_sent_again_where_the_customer_writes(ana, backend: FakeDesk, monkeypatch) -> None:
    await ana.post(f"/orders/{ORDER}/resend")
    (body,) = writes(backend, f"/internal/conversations/{TALK}/reply")
    assert body["content"].startswith("Pedido nº 128: R$ 154,80.")
    assert str(ORDERS[0]["br_code"]) in body["content"]
    monkeypatch.setattr("tests.storefront.desk_reads.TALKS", [])
    answer = await ana.post(f"/orders/{ORDER}/resend")
    assert answer.status_code == 422
    assert "Este cliente não tem conversa." in answer.text
