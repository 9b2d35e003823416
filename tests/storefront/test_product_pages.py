"""The catalogue at the desk, over the real backend: lists, many at once, forms of two people, pictures, files."""

import json
import re

import pytest

from tests.files.pictures import opened, picture
from tests.storefront.shopkeeper import shopkeeper

__all__ = ["shopkeeper"]


def form_of(page):
    """What a browser would send of the product's form, as it was opened."""
    sent = {}
    for name in ("name", "price", "stock_quantity", "sku", "category", "group", "opened"):
        match = re.search(rf'name="{name}"[^>]*? value="([^"]*)"', page)
        sent[name] = (match[1] if match else "").replace("&#34;", '"').replace("&amp;", "&")
    for name in ("description", "attributes", "image_urls"):
        sent[name] = re.search(rf'<textarea id="{name}"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1]
    for row in range(3):
        for part in ("name", "value"):
            sent[f"options-{part}-{row}"] = re.search(rf'name="options-{part}-{row}"[^>]*? value="([^"]*)"', page)[1]
    if re.search(r'name="active" value="1" checked', page):
        sent["active"] = "1"
    return sent


async def test_the_list_filters_sorts_and_searches(shopkeeper):
    await shopkeeper.product(name="Caneca Azul", category="Casa", price_cents=3990, stock_quantity=0)
    await shopkeeper.product(name="Tênis Leve", category="Calçados", price_cents=29990, stock_quantity=4)
    await shopkeeper.product(name="Boné Preto", category="Casa", price_cents=4990, active=False)
    await shopkeeper.api.run_jobs()

    async def names(**query):
        page = await shopkeeper.page("/products", **query)
        return re.findall(r'class="cover"[^>]*>([^<]+)</a>', page)

    assert await names() == ["Boné Preto", "Tênis Leve", "Caneca Azul"]
    assert await names(sort="price") == ["Caneca Azul", "Boné Preto", "Tênis Leve"]
    assert await names(category="Casa", state="active") == ["Caneca Azul"]
    assert await names(stock="out") == ["Caneca Azul"]
    assert await names(state="inactive") == ["Boné Preto"]
    assert await names(q="tenis") == ["Tênis Leve"]
    assert await names(q="tenis", state="archived", sort="nonsense", stock="nonsense") == []
    assert "Nada encontrado" in await shopkeeper.page("/products", category="Livros")


async def test_variants_stand_in_one_row(shopkeeper):
    for size, cents, count in (("P", 5990, 2), ("M", 5990, 3), ("G", 6990, 0)):
        of_size = {"options": {"Tamanho": size}, "price_cents": cents, "stock_quantity": count}
        await shopkeeper.product(name=f"Camiseta {size}", group="camiseta", **of_size)
    page = await shopkeeper.page("/products")
    assert re.findall(r'class="cover"[^>]*>([^<]+)<', page) == ["Camiseta"]
    assert re.findall(r'class="chip(?: off)?"[^>]*>([PMG])<', page) == ["P", "M", "G"]
    assert "R$\u00a059,90 – R$\u00a069,90" in page
    assert 'data-label="Estoque"><span>5</span>' in page
    one = (await shopkeeper.catalogue())[0]
    page = await shopkeeper.page(f"/products/{one['id']}")
    assert page.count('href="/products/') >= 3
    page = await shopkeeper.page("/products/new", like=one["id"])
    assert 'name="group" type="text" value="camiseta"' in page
    assert 'value="Tamanho"' in page


async def test_a_variant_of_a_product_without_any_makes_a_group_of_the_two(shopkeeper):
    first = await shopkeeper.product(name="Camisa", sku="CAM")
    new = await shopkeeper.page("/products/new", like=first["id"])
    (group,) = re.findall(r'name="group" type="text" value="(\w+)"', new)
    half = {"like": first["id"], "group": group, "options-name-0": "Tamanho", "name": "Camisa"}
    refused = await shopkeeper.submit("/products", half, status=422)
    assert f'name="like" value="{first["id"]}"' in refused.text
    made = await shopkeeper.submit("/products", half | {"options-value-0": "G"})
    page = await shopkeeper.page(made.headers["location"])
    assert f'<a href="/products/{first["id"]}">Camisa</a>' in page
    assert "Falta dizer qual é a opção de “Camisa”" in page
    assert (await shopkeeper.now(first["id"]))["group"] == group


async def test_prices_and_stock_of_many_are_edited_in_place(shopkeeper):
    cup = await shopkeeper.product(name="Caneca", price_cents=3990, stock_quantity=5)
    hat = await shopkeeper.product(name="Boné", price_cents=4990, stock_quantity=None)
    page = await shopkeeper.page("/products", edit=1)
    assert f'name="price-{cup["id"]}" inputmode="decimal" value="39,90"' in page
    form = {"action": "save", "row": [cup["id"], hat["id"]]}
    for one, price, stock in ((cup, "39,90", "5"), (hat, "49,90", "")):
        form |= {f"{part}price-{one['id']}": price for part in ("", "was-")}
        form |= {f"{part}stock-{one['id']}": stock for part in ("", "was-")}
    # A sale meanwhile: what nobody typed over stays as it is.
    await shopkeeper.http.patch(f"/internal/products/{cup['id']}", json={"stock_quantity": 4})
    await shopkeeper.submit("/products/bulk", form | {f"price-{cup['id']}": "42,00", f"stock-{hat['id']}": "12"})
    cup, hat = await shopkeeper.now(cup["id"]), await shopkeeper.now(hat["id"])
    assert (cup["price_cents"], cup["stock_quantity"]) == (4200, 4)
    assert (hat["price_cents"], hat["stock_quantity"]) == (4990, 12)
    page = await shopkeeper.submit("/products/bulk", form | {f"price-{cup['id']}": "caro"}, status=422)
    assert "Informe um valor em reais" in page.text


async def test_a_count_in_the_list_undoes_no_sale_that_was_made_since(shopkeeper, database):
    cup = await shopkeeper.product(name="Caneca", stock_quantity=5)
    hat = await shopkeeper.product(name="Boné", stock_quantity=5)
    form = {"action": "save", "row": [cup["id"], hat["id"]]}
    for one in (cup, hat):
        form |= {f"was-stock-{one['id']}": "5", f"stock-{one['id']}": "9"}
    await database.execute("UPDATE products SET stock_quantity = 3 WHERE id = $1", cup["id"])
    await shopkeeper.submit("/products/bulk", form)
    assert "Produtos alterados: 1. O estoque de 1 mudou enquanto você editava" in await shopkeeper.page("/products")
    counts = [(await shopkeeper.now(one["id"]))["stock_quantity"] for one in (cup, hat)]
    assert counts == [3, 9]


async def test_the_row_of_a_group_marks_all_its_variants(shopkeeper):
    for size, cents in (("P", 5990), ("M", 5990), ("G", 6990)):
        await shopkeeper.product(
            name=f"Camiseta {size}", group="camiseta", options={"Tamanho": size}, price_cents=cents
        )

    async def change(**form):
        (row,) = re.findall(r'name="marked" value="([^"]*)"', await shopkeeper.page("/products"))
        await shopkeeper.submit("/products/bulk", form | {"marked": row})

    await change(action="raise", value="10")
    assert sorted(one["price_cents"] for one in await shopkeeper.catalogue()) == [6589, 6589, 7689]
    await change(action="archive")
    assert await shopkeeper.catalogue() == []


@pytest.mark.parametrize(
    ("action", "value", "field", "wanted"),
    [
        ("raise", "10", "price_cents", [4389, None]),
        ("lower", "7,5%", "price_cents", [3691, None]),
        ("price", "50", "price_cents", [5000, 5000]),
        ("stock", "3", "stock_quantity", [3, 3]),
        ("deactivate", "", "active", [False, False]),
    ],
)
async def test_one_thing_is_done_with_all_that_are_marked(shopkeeper, action, value, field, wanted):
    cup = await shopkeeper.product(name="Caneca", price_cents=3990, stock_quantity=5)
    hat = await shopkeeper.product(name="Boné", price_cents=None, stock_quantity=1)
    other = await shopkeeper.product(name="Vela", price_cents=100, stock_quantity=1)
    rows = [f"{cup['id']}:3990 ", f"{hat['id']}: "]
    form = {"action": action, "value": value, "marked": rows, "back": "/products?category=Casa"}
    answer = await shopkeeper.submit("/products/bulk", form)
    assert answer.headers["location"] == "/products?category=Casa"
    assert [(await shopkeeper.now(one["id"]))[field] for one in (cup, hat)] == wanted
    assert (await shopkeeper.now(other["id"]))["version"] == 0


async def test_what_cannot_be_done_with_many_says_so(shopkeeper):
    cup = await shopkeeper.product(price_cents=3990)
    for form, said in (
        ({"action": "archive"}, "Marque ao menos um produto."),
        ({"action": "raise", "value": "muito", "marked": cup["id"]}, "porcentagem"),
        ({"action": "lower", "value": "101", "marked": cup["id"]}, "porcentagem"),
        ({"action": "", "marked": cup["id"]}, "Escolha o que fazer."),
    ):
        page = await shopkeeper.submit("/products/bulk?category=Casa", form, status=422)
        assert said in page.text
    elsewhere = {"action": "activate", "marked": cup["id"], "back": "https://evil.example/"}
    assert (await shopkeeper.submit("/products/bulk", elsewhere)).headers["location"] == "/products"


async def test_archived_products_come_back(shopkeeper):
    cup, hat = await shopkeeper.product(name="Caneca"), await shopkeeper.product(name="Boné")
    await shopkeeper.submit(f"/products/{cup['id']}/archive", {"confirmed": "1"})
    await shopkeeper.submit("/products/bulk", {"action": "archive", "marked": [hat["id"]]})
    assert await shopkeeper.catalogue() == []
    # Orders and events still name it.
    gone = await shopkeeper.web.get(f"/products/{cup['id']}")
    assert (gone.status_code, "/products?state=archived" in gone.text) == (404, True)
    page = await shopkeeper.page("/products", state="archived")
    assert ("Caneca" in page, "Boné" in page) == (True, True)
    await shopkeeper.submit("/products/bulk", {"action": "restore", "marked": [cup["id"], hat["id"]]})
    assert [one["name"] for one in await shopkeeper.catalogue()] == ["Boné", "Caneca"]


async def test_a_copy_is_made_and_opened(shopkeeper):
    cup = await shopkeeper.product(sku="CAN", price_cents=3990, attributes={"cor": "azul"})
    answer = await shopkeeper.submit(f"/products/{cup['id']}/duplicate")
    copy = await shopkeeper.now(answer.headers["location"].rpartition("/")[2])
    assert (copy["name"], copy["sku"], copy["active"], copy["attributes"]) == (
        "Caneca (cópia)",
        None,
        False,
        {"cor": "azul"},
    )


async def test_the_second_of_two_people_sees_what_the_first_changed(shopkeeper):
    cup = await shopkeeper.product(price_cents=3990, description="Azul", stock_quantity=5)
    path = f"/products/{cup['id']}"
    first = form_of(await shopkeeper.page(path))
    second = dict(first)
    await shopkeeper.submit(path, first | {"price": "45,00"})
    page = await shopkeeper.submit(path, second | {"description": "Azul-marinho"}, status=409)
    assert "O que mudou enquanto você editava" in page.text
    assert re.search(r"Preço</td><td>R\$\s39,90</td><td>R\$\s45,00", page.text)
    assert "Azul-marinho</textarea>" in page.text
    # The price the first typed stands in the form of the second, who never touched it.
    assert 'value="45,00"' in page.text
    await shopkeeper.submit(path, form_of(page.text) | {"description": "Azul-marinho"})
    now = await shopkeeper.now(cup["id"])
    assert (now["price_cents"], now["description"], now["active"]) == (4500, "Azul-marinho", True)


async def test_a_refusal_elsewhere_on_the_page_takes_nothing_off_sale(shopkeeper):
    cup = await shopkeeper.product(price_cents=3990)
    path = f"/products/{cup['id']}"
    on = 'name="active" value="1" checked'
    page = await shopkeeper.submit(f"{path}/pictures", files={"pictures": ("x.gif", b"GIF89a")}, status=422)
    assert on in page.text
    page = await shopkeeper.submit(f"{path}/files", files={"file": ("x.png", picture("PNG"))}, status=422)
    assert on in page.text
    form = form_of(page.text) | {"price": "caro"}
    assert on in (await shopkeeper.submit(path, form, status=422)).text
    del form["active"]
    assert on not in (await shopkeeper.submit(path, form, status=422)).text


async def test_a_count_typed_while_goods_were_sold_is_asked_again(shopkeeper, database):
    cup = await shopkeeper.product(price_cents=3990, stock_quantity=5)
    path = f"/products/{cup['id']}"
    form = form_of(await shopkeeper.page(path)) | {"stock_quantity": "15"}
    await database.execute("UPDATE products SET stock_quantity = 3 WHERE id = $1", cup["id"])
    page = await shopkeeper.submit(path, form, status=409)
    assert "Estoque</td><td>5</td><td>3" in page.text
    await shopkeeper.submit(path, form_of(page.text))
    assert (await shopkeeper.now(cup["id"]))["stock_quantity"] == 15


async def test_a_sale_while_a_form_is_open_is_not_undone(shopkeeper, database):
    cup = await shopkeeper.product(price_cents=3990, stock_quantity=5)
    path = f"/products/{cup['id']}"
    form = form_of(await shopkeeper.page(path))
    await database.execute("UPDATE products SET stock_quantity = 3 WHERE id = $1", cup["id"])
    await shopkeeper.submit(path, form | {"name": "Caneca Grande"})
    now = await shopkeeper.now(cup["id"])
    assert (now["name"], now["stock_quantity"]) == ("Caneca Grande", 3)


async def test_options_and_attributes_are_written_by_hand(shopkeeper):
    cup = await shopkeeper.product()
    path = f"/products/{cup['id']}"
    form = form_of(await shopkeeper.page(path))
    form |= {"group": "caneca", "options-name-0": "Cor", "options-value-0": "Azul"}
    await shopkeeper.submit(path, form | {"attributes": "material: louça\nlava-louças: sim"})
    now = await shopkeeper.now(cup["id"])
    assert (now["group"], now["options"]) == ("caneca", {"Cor": "Azul"})
    assert now["attributes"] == {"material": "louça", "lava-louças": "sim"}
    page = await shopkeeper.submit(path, form | {"attributes": "marca: X\nazul"}, status=422)
    assert "Linha 2: escreva um atributo" in page.text


@pytest.mark.parametrize(
    ("pair", "name", "told"),
    [
        ({"options-name-1": "Tamanho"}, "options-value-1", "Diga o valor de “Tamanho”, ou apague o nome."),
        ({"options-value-1": "M"}, "options-name-1", "Diga de que é “M”: tamanho, cor…"),
        ({"options-name-1": "Cor", "options-value-1": "Verde"}, "options-name-1", "“Cor” está duas vezes."),
    ],
)
async def test_half_an_option_is_asked_about(shopkeeper, pair, name, told):
    cup = await shopkeeper.product()
    for path, form in ((f"/products/{cup['id']}", form_of(await shopkeeper.page(f"/products/{cup['id']}"))),
                       ("/products", {"name": "Prato"})):  # fmt: skip
        page = await shopkeeper.submit(
            path, form | {"options-name-0": "Cor", "options-value-0": "Azul"} | pair, status=422
        )
        assert f'id="{name}-error">{told}' in page.text
        assert all(f'name="{field}" type="text" value="{value}"' in page.text for field, value in pair.items())
        # The part of the form that has it is open.
        assert re.search(r'<details class="more" open><summary>Variantes', page.text)


async def test_attributes_that_are_more_than_text_are_left_alone(shopkeeper):
    cup = await shopkeeper.product(attributes={"medidas": {"altura": 10}})
    page = await shopkeeper.page(f"/products/{cup['id']}")
    assert 'id="attributes"' not in page
    form = {"name": "Outra", "opened": json.dumps({})}
    await shopkeeper.submit(f"/products/{cup['id']}", form)
    assert (await shopkeeper.now(cup["id"]))["attributes"] == {"medidas": {"altura": 10}}


async def test_photos_are_sent_ordered_removed_and_shown(shopkeeper):
    cup = await shopkeeper.product()
    path = f"/products/{cup['id']}"
    files = [("pictures", (f"{number}.png", picture("PNG", (40 + number, 40)), "image/png")) for number in range(3)]
    await shopkeeper.submit(f"{path}/pictures", files=files)
    ids = [one["id"] for one in (await shopkeeper.now(cup["id"]))["pictures"]]
    await shopkeeper.submit(f"{path}/pictures/order", {"move": f"{ids[2]} first"})
    await shopkeeper.submit(f"{path}/pictures/order", {"move": f"{ids[1]} forward"})
    await shopkeeper.submit(f"{path}/pictures/{ids[0]}/delete", {"confirmed": "1"})
    pictures = (await shopkeeper.now(cup["id"]))["pictures"]
    assert [one["id"] for one in pictures] == [ids[2], ids[1]]
    assert pictures[0]["thumbnail_url"] in await shopkeeper.page("/products")
    shown = await shopkeeper.web.get(pictures[0]["url"])
    assert opened(shown.content).size == (42, 40)
    assert "immutable" in shown.headers["cache-control"]
    again = await shopkeeper.web.get(pictures[0]["url"], headers={"If-None-Match": shown.headers["etag"]})
    assert again.status_code == 304
    page = await shopkeeper.submit(f"{path}/pictures", files={"pictures": ("x.gif", b"GIF89a")}, status=422)
    assert "Envie fotos em JPEG, PNG ou WebP." in page.text
    assert (await shopkeeper.web.get("/media/x/y.jpg")).status_code == 404


async def test_each_file_has_a_text_of_its_own_and_takes_it_along(shopkeeper):
    cup = await shopkeeper.product()
    agent = {"store_id": shopkeeper.store_id, "name": "Bia", "type": "vendas"}
    agent_id = (await shopkeeper.http.post("/internal/agents", json=agent)).json()["id"]
    path = f"/products/{cup['id']}"
    for name, text, link in (
        ("medidas.csv", "altura;10\nlargura;8\n", "1"),
        ("cuidados.csv", "lavar;sim\nsecar;não\n", ""),
    ):
        files = {"file": (name, text.encode(), "text/csv")}
        await shopkeeper.submit(f"{path}/files", {"link": link} if link else {}, files=files)
    files = (await shopkeeper.http.get(f"/internal{path}/files")).json()
    assert [(one["filename"], one["status"]) for one in files] == [
        ("cuidados.csv", "completed"),
        ("medidas.csv", "completed"),
    ]
    documents = [(await shopkeeper.http.get(f"/internal/documents/{one['document_id']}")).json() for one in files]
    assert [one["agent_ids"] for one in documents] == [[], [agent_id]]
    assert ["lavar" in documents[0]["content"], "altura" in documents[1]["content"]] == [True, True]
    page = await shopkeeper.page(path)
    opened_file = await shopkeeper.web.get(re.search(r'href="(/documents/files/[^"]+)"', page)[1])
    assert opened_file.status_code == 200
    page = await shopkeeper.page("/documents")
    assert ("Bia" in page, "Ninguém" in page) == (True, True)
    page = await shopkeeper.page(f"/documents/{documents[1]['id']}")
    assert ("abrir o arquivo" in page, 'value="' + agent_id + '" checked' in page) == (True, True)
    await shopkeeper.submit(f"{path}/files/{files[1]['file_id']}/delete", {"confirmed": "1"})
    assert (await shopkeeper.http.get(f"/internal/documents/{documents[1]['id']}")).status_code == 404
    assert (await shopkeeper.http.get(f"/internal/documents/{documents[0]['id']}")).status_code == 200


async def test_what_was_left_out_of_a_file_is_said(shopkeeper):
    cup = await shopkeeper.product()
    path = f"/products/{cup['id']}"
    long = "\n".join(["nome;observação;preço", *(f"peça {at};{'são ótimas ' * 9};{at},90" for at in range(10_000))])
    done = await shopkeeper.submit(f"{path}/files", files={"file": ("longa.csv", long.encode(), "text/csv")})
    assert "só o começo foi lido" in (await shopkeeper.page(path))
    [file] = (await shopkeeper.http.get(f"/internal{path}/files")).json()
    assert (file["status"], done.status_code) == ("completed", 303)
    content = (await shopkeeper.http.get(f"/internal/documents/{file['document_id']}")).json()["content"]
    assert content.splitlines()[-1].endswith(f"preço: {len(content.splitlines()) - 1},90")
    menu = {"file": ("menu.csv", "Café;5,00\nChá;4,00\nBolo;8,00\n".encode(), "text/csv")}
    await shopkeeper.submit(f"{path}/files", files=menu)
    page = await shopkeeper.page(path)
    assert ("não tem cabeçalho" in page, "só o começo foi lido" in page) == (True, False)


async def test_what_was_done_with_many_is_said_once(shopkeeper):
    cup = await shopkeeper.product(price_cents=3990)
    await shopkeeper.submit("/products/bulk", {"action": "deactivate", "marked": [cup["id"]], "back": "/products"})
    assert "Produtos alterados: 1." in await shopkeeper.page("/products")
    assert "Produtos alterados" not in await shopkeeper.page("/products")


async def test_a_new_product_takes_nobodys_code(shopkeeper):
    cup = await shopkeeper.product(name="Caneca", sku="CAN-1", price_cents=1000)
    refused = await shopkeeper.submit("/products", {"name": "Outra", "sku": "CAN-1", "price": "20,00"}, status=409)
    assert "Outro produto já tem este SKU." in refused.text
    assert [product["name"] for product in await shopkeeper.catalogue()] == ["Caneca"]
    assert await shopkeeper.now(cup["id"]) == cup


async def test_what_has_no_price_is_not_offered_in_a_new_order(shopkeeper):
    await shopkeeper.product(name="Caneca", price_cents=1000)
    await shopkeeper.product(name="Sob consulta", price_cents=None)
    page = await shopkeeper.page("/orders/new")
    assert "Caneca" in page
    assert "Sob consulta" not in page


async def test_the_cursor_stands_where_the_fault_is(shopkeeper):
    focused = re.compile(r'id="(\w+)"[^>]* autofocus')
    assert focused.findall(await shopkeeper.page("/products/new")) == ["name"]
    refused = await shopkeeper.submit("/products", {"name": "Caneca", "price": "abc"}, status=422)
    assert focused.findall(refused.text) == ["price"]
