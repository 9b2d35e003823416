from typing import Any

import httpx
import pytest

from tests.storefront.desk_data import LEAD, ORDER, PRODUCT, STORE, uid
from tests.storefront.fake_desk import FakeDesk


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


def writes(backend: FakeDesk, path: str) -> list[Any]:
    return [body for method, sent, body in backend.sent if sent == path and method != "GET"]


async def test_products_are_found_and_added_one_by_one(ana, backend: FakeDesk) -> None:
    page = await ana.post("/orders/new", data={"act": "find-product", "pq": "camiseta", "name": "Bia"})
    assert any("q=camiseta" in url and "active=true" in url for url in backend.urls)
    assert 'value="Bia"' in page.text
    page = await ana.post("/orders/new", data={"add": PRODUCT, f"offer-{PRODUCT}": "Camiseta"})
    assert f'name="quantity-{PRODUCT}"' in page.text
    assert "R$\u00a069,90" in page.text
    page = await ana.post("/orders/new", data={"add": PRODUCT, f"quantity-{PRODUCT}": "2"})
    assert writes(backend, "/internal/orders/preview")[-1]["items"] == [{"product_id": PRODUCT, "quantity": 3}]
    assert "R$\u00a0209,70" in page.text


async def test_a_quantity_of_nothing_takes_the_product_away(ana) -> None:
    page = await ana.post("/orders/new", data={"act": "reckon", f"quantity-{PRODUCT}": "0"})
    assert f'name="quantity-{PRODUCT}"' not in page.text


async def test_shipping_coupon_and_total_are_the_backends(ana, backend: FakeDesk) -> None:
    form = {f"quantity-{PRODUCT}": "1", "shipping_option": "Motoboy", "coupon_code": "DEZ", "discount": "5,00",
            "cep": "01310-100", "shipping": "99,00", "payment_method": "cod"}  # fmt: skip
    page = await ana.post("/orders/new", data=form)
    assert writes(backend, "/internal/orders/preview") == [
        {
            "store_id": STORE,
            "items": [{"product_id": PRODUCT, "quantity": 1}],
            "payment_method": "cod",
            "shipping_option": "Motoboy",
            "coupon_code": "DEZ",
            "cep": "01310-100",
            "discount_cents": 500,
        }
    ]
    assert '<option value="Motoboy" selected>Motoboy · R$\u00a012,00' in page.text
    assert "R$\u00a076,90" in page.text


async def test_a_coupon_that_does_not_apply_is_said_and_left_out_of_the_sum(ana, backend: FakeDesk) -> None:
    problem = {"type": "/problems/validation", "errors": [{"pointer": "/coupon_code", "detail": "no such coupon"}]}
    backend.queues["/internal/orders/preview"] = [httpx.Response(422, json=problem)]
    page = await ana.post("/orders/new", data={f"quantity-{PRODUCT}": "1", "coupon_code": "NADA"})
    assert page.status_code == 200
    assert "Não há cupom com este código nesta loja." in page.text
    assert "coupon_code" not in writes(backend, "/internal/orders/preview")[-1]
    assert "R$\u00a069,90" in page.text


async def test_too_little_stock_is_said_at_the_product(ana, backend: FakeDesk) -> None:
    items = [{"product_id": PRODUCT, "requested": 9, "available": 3}]
    backend.queues["/internal/orders/preview"] = [
        httpx.Response(409, json={"type": "/problems/insufficient-stock", "items": items})
    ]
    page = await ana.post("/orders/new", data={f"quantity-{PRODUCT}": "9"})
    assert "Só há 3 em estoque." in page.text


async def test_a_customer_is_found_and_taken(ana, backend: FakeDesk) -> None:
    page = await ana.post("/orders/new", data={"act": "find-customer", "cq": "bruno"})
    assert any("q=bruno" in url for url in backend.urls)
    assert f'value="{LEAD}"' in page.text
    page = await ana.post("/orders/new", data={"customer": LEAD, f"quantity-{PRODUCT}": "1"})
    assert "Ligado ao cliente Bruno Alves" in page.text
    assert 'value="+5511999990000"' in page.text
    page = await ana.post("/orders/new", data={"act": "no-customer", "lead_id": LEAD, "name": "Bruno Alves"})
    assert "Ligado ao cliente" not in page.text
    assert "Bruno Alves" in (await ana.get(f"/orders/new?lead={LEAD}")).text
    assert (await ana.get(f"/orders/new?lead={uid(999)}")).status_code == 200


async def test_enter_in_the_customers_field_finds_the_customer(ana, backend: FakeDesk) -> None:
    pressed = {"act": "find-product", "pq": "caneca", "cq": "bruno"}  # the form's first button
    assert f'value="{LEAD}"' in (await ana.post("/orders/new", data=pressed)).text
    assert any("q=caneca" in url for url in backend.urls)
    assert f'value="{LEAD}"' not in (await ana.post("/orders/new", data={"act": "reckon", "cq": "bruno"})).text


async def test_the_order_is_made_once_with_what_was_chosen(ana, backend: FakeDesk) -> None:
    form = {f"quantity-{PRODUCT}": "2", "payment_method": "pix", "lead_id": LEAD, "name": "Bia", "notes": "Portão",
            "shipping": "12,00", "request_key": "k" * 32}  # fmt: skip
    answer = await ana.post("/orders", data=form)
    assert answer.headers["location"] == f"/orders/{ORDER}"
    assert writes(backend, "/internal/orders") == [
        {
            "store_id": STORE,
            "items": [{"product_id": PRODUCT, "quantity": 2}],
            "payment_method": "pix",
            "shipping_cents": 1200,
            "discount_cents": 0,
            "customer_info": {"name": "Bia"},
            "lead_id": LEAD,
            "notes": "Portão",
        }
    ]


@pytest.mark.parametrize(("typed", "quantity"), [("1.000", 1000), ("1 000", 1000), ("0000000002", 2)])
async def test_a_quantity_is_read_one_way(ana, backend: FakeDesk, typed: str, quantity: int) -> None:
    form = {f"quantity-{PRODUCT}": typed, f"quantity-{uid(7)}": "1", "payment_method": "cod"}
    await ana.post("/orders", data=form)
    page = await ana.post("/orders/new", data=form | {"add": PRODUCT})
    assert f'value="{quantity + 1}"' in page.text
    made, asked = writes(backend, "/internal/orders")[-1], writes(backend, "/internal/orders/preview")[-1]
    assert [line["quantity"] for line in made["items"]] == [quantity, 1]
    assert [line["quantity"] for line in asked["items"]] == [quantity + 1, 1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({f"quantity-{PRODUCT}": "1.5"}, "A quantidade é um número inteiro, de 1 a 100.000."),
        ({f"quantity-{PRODUCT}": ""}, "Escolha pelo menos um produto."),
        ({f"quantity-{PRODUCT}": "dois"}, "A quantidade é um número inteiro, de 1 a 100.000."),
        ({"shipping": "caro"}, "Informe um valor em reais"),
    ],
)
async def test_a_refused_order_keeps_what_was_typed(
    ana, backend: FakeDesk, change: dict[str, str], message: str
) -> None:
    form = {f"quantity-{PRODUCT}": "2", "payment_method": "pix", "name": "Bia"} | change
    answer = await ana.post("/orders", data=form)
    assert answer.status_code == 422
    assert message in answer.text
    assert 'value="Bia"' in answer.text
    assert writes(backend, "/internal/orders") == []
