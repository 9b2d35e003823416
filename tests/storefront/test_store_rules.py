"""What a store calls things, gives off and charges, at the desk over the real backend."""

import pytest

from tests.storefront.shopkeeper import shopkeeper

__all__ = ["shopkeeper"]


def place(shopkeeper, page):
    return f"/stores/{shopkeeper.store_id}/{page}"


async def test_synonyms_are_a_group_a_line(shopkeeper):
    path = place(shopkeeper, "synonyms")
    await shopkeeper.submit(path, {"groups": "fone, headset ,auricular\r\n\r\ntênis = sapatênis\n"})
    page = await shopkeeper.page(path)
    assert "fone, headset, auricular\ntênis, sapatênis</textarea>" in page
    kept = (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/synonyms")).json()
    assert kept == {"groups": [["fone", "headset", "auricular"], ["tênis", "sapatênis"]]}
    refused = await shopkeeper.submit(path, {"groups": "fone, headset\n\nmouse"}, status=422)
    assert refused.text.count("Linha 3: escreva ao menos duas palavras") == 2  # above the page and at the field
    assert ">fone, headset\n\nmouse</textarea>" in refused.text
    await shopkeeper.submit(path, {"groups": ""})
    assert (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/synonyms")).json() == {"groups": []}


async def coupons(shopkeeper):
    answer = await shopkeeper.http.get("/internal/coupons", params={"store_id": shopkeeper.store_id})
    return {one["code"]: one for one in answer.json()}


async def test_coupons_are_made_switched_and_removed(shopkeeper, monkeypatch):
    path = place(shopkeeper, "coupons")
    assert "Nenhum cupom" in await shopkeeper.page(path)
    ten = {"code": "volta10", "kind": "percent", "value": "10", "min_subtotal": "50,00", "max_uses": "3"}
    await shopkeeper.submit(path, ten | {"ends_on": "2099-01-31"})
    await shopkeeper.submit(path, {"code": "QUINZE", "kind": "fixed", "value": "15,00"})
    await shopkeeper.submit(path, {"code": "FRETE", "kind": "free_shipping"})
    made = await coupons(shopkeeper)
    assert (made["VOLTA10"]["value"], made["VOLTA10"]["min_subtotal_cents"], made["VOLTA10"]["max_uses"]) == (
        10,
        5000,
        3,
    )
    # The whole day, as it is in Brazil.
    assert made["VOLTA10"]["ends_at"] == "2099-02-01T03:00:00Z"
    assert (made["QUINZE"]["value"], made["FRETE"]["value"]) == (1500, None)
    page = await shopkeeper.page(path)
    assert all(code in page for code in ("VOLTA10", "R$\u00a015,00", "Frete grátis"))
    monkeypatch.setattr("app.storefront.pages.store_rules.PAGE_SIZE", 2)
    first, second = await shopkeeper.page(path), await shopkeeper.page(f"{path}?offset=2")
    oldest, newest = made["VOLTA10"]["id"], made["FRETE"]["id"]
    assert (newest in first, oldest in first, "offset=2" in first, "1–2" in first) == (True, False, True, True)
    assert (newest in second, oldest in second, "offset=4" in second, "3–3" in second) == (False, True, False, True)
    await shopkeeper.submit(f"{path}/{made['FRETE']['id']}", {"active": "0"})
    await shopkeeper.submit(f"{path}/{made['QUINZE']['id']}/delete", {"confirmed": "1"})
    left = await coupons(shopkeeper)
    assert {code: one["active"] for code, one in left.items()} == {"VOLTA10": True, "FRETE": False}


@pytest.mark.parametrize(
    ("form", "status", "said"),
    [
        ({"code": "A", "kind": "free_shipping"}, 422, "De 2 a 40 letras sem acento"),
        ({"code": "DEZ", "kind": "percent", "value": ""}, 422, "Preencha este campo."),
        ({"code": "DEZ", "kind": "percent", "value": "120"}, 422, "Informe um número até 100."),
        ({"code": "DEZ", "kind": "percent", "value": "0"}, 422, "Informe um número a partir de 1."),
        ({"code": "DEZ", "kind": "percent", "value": "7,5"}, 422, "Informe um número inteiro válido."),
        ({"code": "DEZ", "kind": "fixed", "value": "muito"}, 422, "valor em reais"),
        ({"code": "DEZ", "kind": "percent", "value": "10", "ends_on": "amanhã"}, 422, "data válida"),
        ({"code": "DEZ", "kind": "percent", "value": "10", "ends_on": "9999-12-31"}, 422, "data válida"),
        ({"code": "DEZ", "kind": "percent", "value": "10", "ends_on": "9999-12-30"}, 422, "data válida"),
        ({"code": "DEZ", "kind": "percent", "value": "10", "ends_on": "2020-12-31"}, 422, "Este dia já passou."),
        ({"code": "DEZ", "kind": "free_shipping", "value": "10"}, 422, "Frete grátis não leva valor"),
        ({"code": "DEZ", "kind": "sorteio"}, 422, "Confira os campos marcados."),
    ],
)
async def test_a_coupon_that_cannot_be_says_why(shopkeeper, form, status, said):
    page = await shopkeeper.submit(place(shopkeeper, "coupons"), form, status=status)
    assert said in page.text
    assert f'value="{form["code"]}"' in page.text
    assert await coupons(shopkeeper) == {}


async def test_ways_of_delivery_are_kept_in_their_order(shopkeeper):
    path = place(shopkeeper, "shipping")
    form = {
        "rows": "5",
        "name-0": "Motoboy", "kind-0": "fixed", "price-0": "12,50", "days-0": "1",
        "name-2": "São Paulo", "kind-2": "cep_range", "price-2": "9", "cep_from-2": "01000-000",
        "cep_to-2": "05999-999",
        "name-3": "Grátis", "kind-3": "free_above", "above-3": "199,00",
        "name-4": "Retirada", "kind-4": "pickup",
    }  # fmt: skip
    await shopkeeper.submit(path, form)
    kept = (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/shipping-rules")).json()["rules"]
    assert [rule["name"] for rule in kept] == ["Motoboy", "São Paulo", "Grátis", "Retirada"]
    assert (kept[0]["price_cents"], kept[0]["days"], kept[2]["above_cents"]) == (1250, 1, 19900)
    page = await shopkeeper.page(path)
    assert 'name="name-1" type="text" value="São Paulo"' in page
    assert 'name="price-0" type="text" value="12,50"' in page
    # A row without name and price goes.
    await shopkeeper.submit(path, {"rows": "2", "name-0": "", "price-0": "", "name-1": "Retirada", "kind-1": "pickup"})
    kept = (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/shipping-rules")).json()["rules"]
    assert [rule["name"] for rule in kept] == ["Retirada"]


async def test_a_rule_that_lacks_something_keeps_what_was_typed(shopkeeper):
    path = place(shopkeeper, "shipping")
    for form, said in (
        ({"name-0": "Motoboy", "kind-0": "fixed"}, "Informe o preço desta entrega"),
        ({"name-0": "Grátis", "kind-0": "free_above"}, "a partir de que valor"),
        ({"name-0": "SP", "kind-0": "cep_range", "price-0": "9"}, "Preencha este campo."),
    ):
        page = await shopkeeper.submit(path, {"rows": "1"} | form, status=422)
        assert said in page.text
        assert f'value="{form["name-0"]}"' in page.text


CEP = {"kind-2": "cep_range", "price-2": "9", "cep_from-2": "01000-000", "cep_to-2": "05999-999"}


@pytest.mark.parametrize(
    ("row", "at", "said"),
    [
        ({"name-2": "motoboy", "kind-2": "fixed", "price-2": "9"}, "name-2", "Outra linha já tem este nome."),
        ({"name-2": "SP"} | CEP | {"cep_from-2": "06000-000"}, "cep_to-2", "O CEP final vem antes do inicial."),
        ({"name-2": "SP"} | CEP | {"cep_to-2": "599"}, "cep_to-2", "Informe o CEP com oito números."),
        ({"name-2": "", "kind-2": "free_above", "above-2": "199"}, "name-2", "Preencha este campo."),
        ({"name-2": "", "kind-2": "pickup", "days-2": "2"}, "name-2", "Preencha este campo."),
        (
            {"name-2": "SP", "kind-2": "fixed", "price-2": "9", "cep_from-2": "01000-000"},
            "cep_from-2",
            "Para entregar só nestes CEPs, escolha",
        ),
    ],
)
async def test_what_is_wrong_with_a_rule_stands_at_its_field(shopkeeper, row, at, said):
    path = place(shopkeeper, "shipping")
    # A row that was emptied stands between: each keeps its place.
    form = {
        "rows": "4",
        "name-0": "Motoboy",
        "kind-0": "fixed",
        "price-0": "12,50",
        "name-3": "Loja",
        "kind-3": "pickup",
    }
    page = (await shopkeeper.submit(path, form | row, status=422)).text
    assert f'id="{at}-error">{said}' in page
    assert page.count(said) == 2  # and above the page
    assert all(
        f'name="{name}" type="text" value="{value}"' in page for name, value in row.items() if "kind" not in name
    )
    assert 'name="name-3" type="text" value="Loja"' in page
    assert (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/shipping-rules")).json() == {"rules": []}


async def test_every_amount_of_a_rule_is_saved(shopkeeper):
    form = {"name-0": "Motoboy", "kind-0": "fixed", "price-0": "12,50", "above-0": "200,00"}
    form |= {"name-1": "Retirada", "kind-1": "pickup", "price-1": "3,00"}
    form |= {"name-2": "Correios", "kind-2": "free_above", "price-2": "20,00", "above-2": "300,00"}
    await shopkeeper.submit(place(shopkeeper, "shipping"), form | {"rows": "3"})
    kept = (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/shipping-rules")).json()["rules"]
    amounts = [(rule["price_cents"], rule["above_cents"]) for rule in kept]
    assert amounts == [(1250, 20000), (300, None), (2000, 30000)]


async def test_a_store_with_very_many_rules_saves_them(shopkeeper):
    row = {"kind": "cep_range", "price": "9", "above": "", "cep_from": "01000-000", "cep_to": "05999-999", "days": ""}
    form = {f"{name}-{n}": value for n in range(400) for name, value in (row | {"name": f"Bairro {n}"}).items()}
    await shopkeeper.submit(place(shopkeeper, "shipping"), form | {"rows": "400"})
    kept = (await shopkeeper.http.get(f"/internal/stores/{shopkeeper.store_id}/shipping-rules")).json()["rules"]
    assert len(kept) == 400


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tênis, tenis", "Linha 3: para a busca, estas palavras já são a mesma."),
        (", ".join(f"p{n}" for n in range(31)), "Linha 3: no máximo 30 palavras"),
        (f"fone, {'x' * 81}", "Linha 3: no máximo 30 palavras, de até 80 letras"),
        ("fone, !!", "Linha 3: cada palavra leva ao menos uma letra"),
    ],
)
async def test_what_is_wrong_with_synonyms_names_the_line(shopkeeper, line, said):
    page = await shopkeeper.submit(place(shopkeeper, "synonyms"), {"groups": f"fone, headset\n\n{line}"}, status=422)
    assert page.text.count(said) == 2


@pytest.mark.parametrize(("zone", "ends_at"), [("America/Manaus", "T04:00:00Z"), ("Europe/Lisbon", "T00:00:00Z")])
async def test_the_last_day_of_a_coupon_is_the_companys(shopkeeper, zone, ends_at):
    assert (await shopkeeper.http.patch("/internal/company", json={"timezone": zone})).status_code == 200
    path = place(shopkeeper, "coupons")
    await shopkeeper.submit(path, {"code": "FIM", "kind": "percent", "value": "10", "ends_on": "2098-12-31"})
    assert (await coupons(shopkeeper))["FIM"]["ends_at"] == f"2099-01-01{ends_at}"
    assert '<td data-label="Até">31/12/2098</td>' in await shopkeeper.page(path)
    body = {"store_id": shopkeeper.store_id, "code": "NOITE", "kind": "percent", "value": 5}
    await shopkeeper.http.post("/internal/coupons", json=body | {"ends_at": f"2099-01-01{ends_at[:4]}30:00Z"})
    assert '<td data-label="Até">01/01/2099 00:30</td>' in await shopkeeper.page(path)


@pytest.mark.parametrize("page", ["synonyms", "coupons", "shipping"])
async def test_another_companys_store_is_not_found(shopkeeper, page, api):
    other = await api.create_user()
    client = api.as_actor(other["id"])
    await client.post("/internal/company/ensure", json={"name": "Outra"})
    store = (await client.post("/internal/stores", json={"name": "Outra"})).json()["id"]
    assert (await shopkeeper.web.get(f"/stores/{store}/{page}")).status_code == 404
    assert (
        await shopkeeper.web.post(f"/stores/{store}/{page}", data={"code": "X1", "kind": "free_shipping"})
    ).status_code == 404
