"""The catalogue wizard over the real backend and its reader: file → columns → trial → result by row."""

import csv
import io
import re

import openpyxl
import pytest

from tests.storefront.shopkeeper import shopkeeper

__all__ = ["shopkeeper"]

CSV = (
    "nome;sku;preço;estoque;material\n"
    "Caneca;CAN;49,90;3;louça\n"
    ";VAZ;1;1;\n"
    "Vela;VEL;abc;1;cera\n"
    "Boné;BON;-10,00;1;\n"
    "Meia;MEI;R$ 9,90;dez;\n"
    "Copo;COP;grátis;2;vidro\n"
).encode()


def workbook():
    """A first sheet of notes, a second with two titles above its heading."""
    book = openpyxl.Workbook()
    book.active.title = "Leia-me"
    for number in range(4):
        book.active.append([f"nota {number}", "x"])
    sheet = book.create_sheet("Produtos")
    for row in (["Tabela de preços"], ["Maio"], ["Produto", "Preço", "Grupo de variantes", "Cor"],
                ["Copo azul", 12.5, "copo", "Azul"], ["Copo verde", 13, "copo", "Verde"]):  # fmt: skip
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


async def sent(shopkeeper, content, name="c.csv"):
    step = await shopkeeper.submit("/products/import", files={"file": (name, content, "application/octet-stream")})
    return step.headers["location"]


def chosen(page):
    """The mapping that is offered: column → field."""
    found = re.findall(r'<select id="(column-\d+)".*?</select>', page, re.DOTALL)
    return {
        name: (re.search(rf'<select id="{name}".*?<option value="(\w*)" selected', page, re.DOTALL) or ["", ""])[1]
        for name in found
    }


async def test_bad_rows_say_why_in_the_readers_words_and_the_good_ones_come_in(shopkeeper):
    place = await sent(shopkeeper, CSV)
    mapping = chosen(await shopkeeper.page(place))
    assert list(mapping.values()) == ["name", "sku", "price", "stock_quantity", "attribute"]
    trial = (await shopkeeper.submit(place, mapping, status=200)).text
    assert await shopkeeper.catalogue() == []
    result = (await shopkeeper.submit(place, mapping | {"step": "import"}, status=200)).text
    (cup,) = await shopkeeper.catalogue()
    assert (cup["name"], cup["price_cents"], cup["attributes"]) == ("Caneca", 4990, {"material": "louça"})
    for page in (trial, result):
        rows = re.findall(
            r'<td class="num" data-label="Linha">(\d+)</td>.*?data-label="Motivo">([^<]+)<', page, re.DOTALL
        )
        assert rows == [
            ("3", "Sem nome."),
            ("4", "Não dá para ler um preço aqui."),
            ("5", "O preço não pode ser negativo."),
            ("6", "O estoque precisa ser um número inteiro."),
            ("7", "Não dá para ler um preço aqui."),
        ]
        assert "Vela</td>" in page.replace(' <span class="muted small">VEL</span>', "")


async def test_bad_rows_are_downloaded_mended_and_sent_again(shopkeeper):
    place = await sent(shopkeeper, CSV)
    mapping = chosen(await shopkeeper.page(place))
    await shopkeeper.submit(place, mapping | {"step": "import"}, status=200)
    answer = await shopkeeper.web.get(f"{place}/errors.csv")
    assert 'filename="linhas-para-corrigir.csv"' in answer.headers["content-disposition"]
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert rows[0] == [
        "nome",
        "sku",
        "preço",
        "estoque",
        "material",
        "Linha com problema",
        "Campo com problema",
        "Motivo do problema",
    ]
    assert rows[2] == ["Vela", "VEL", "abc", "1", "cera", "4", "Preço", "Não dá para ler um preço aqui."]
    rows[2][2] = "29,90"
    mended = "\n".join(";".join(row[:5]) for row in (rows[0], rows[2])).encode()
    again = await sent(shopkeeper, mended)
    await shopkeeper.submit(again, chosen(await shopkeeper.page(again)) | {"step": "import"}, status=200)
    assert [one["name"] for one in await shopkeeper.catalogue()] == ["Caneca", "Vela"]


@pytest.mark.parametrize("language", ["pt-BR", "en"])
async def test_what_we_wrote_beside_bad_rows_does_not_become_part_of_a_product(shopkeeper, language):
    shopkeeper.web.headers["Accept-Language"] = language
    place = await sent(shopkeeper, "nome;sku;preço;Linha\nVela;VEL;abc;Casa\nPote;POT;nada;Casa\n".encode())
    await shopkeeper.submit(place, chosen(await shopkeeper.page(place)) | {"step": "import"}, status=200)
    bad = (await shopkeeper.web.get(f"{place}/errors.csv")).content.replace(b"abc", b"29,90")
    again = await sent(shopkeeper, bad)
    mapping = chosen(await shopkeeper.page(again))
    assert list(mapping.values()) == ["name", "sku", "price", "attribute", "", "", ""]
    await shopkeeper.submit(again, mapping | {"step": "import"}, status=200)
    (candle,) = await shopkeeper.catalogue()
    assert candle["attributes"] == {"Linha": "Casa"}
    rows = (await shopkeeper.web.get(f"{again}/errors.csv")).content.decode("utf-8-sig").splitlines()
    assert (len(rows), len(rows[0].split(";"))) == (2, 7)


async def test_a_trial_shows_which_prices_would_change(shopkeeper):
    cup = await shopkeeper.product(name="Caneca", sku="CAN", price_cents=3990, stock_quantity=9)
    place = await sent(shopkeeper, b"sku;nome;valor\nCAN;Caneca;49,90\nNOV;Nova;10,00\n")
    page = (await shopkeeper.submit(place, chosen(await shopkeeper.page(place)), status=200)).text
    assert re.search(r"R\$\s39,90</td><td[^>]*>R\$\s49,90", page)
    assert "Gravar 2 produtos" in page
    assert (await shopkeeper.now(cup["id"]))["price_cents"] == 3990
    hidden = dict(re.findall(r'<input type="hidden" name="(column-\d+|step)" value="([^"]*)"', page))
    await shopkeeper.submit(
        re.search(r'action="(/products/import/[^"]+)"', page)[1].replace("&amp;", "&"), hidden, status=200
    )
    now = await shopkeeper.now(cup["id"])
    assert (now["price_cents"], now["stock_quantity"]) == (4990, 9)


async def test_another_sheet_and_another_heading_can_be_chosen(shopkeeper):
    place = await sent(shopkeeper, workbook(), "tabela.xlsx")
    page = await shopkeeper.page(place)
    assert re.findall(r'<option value="\d"[^>]*>(Leia-me|Produtos) \((\d) linhas\)', page) == [
        ("Leia-me", "3"),
        ("Produtos", "2"),
    ]
    page = await shopkeeper.page(place, sheet=1)
    assert list(chosen(page).values()) == ["name", "price", "group", "option"]
    await shopkeeper.submit(f"{place}?sheet=1&heading=0", chosen(page) | {"step": "import"}, status=200)
    blue, green = await shopkeeper.catalogue()
    assert (blue["name"], blue["price_cents"], blue["group"], blue["options"]) == (
        "Copo azul",
        1250,
        "copo",
        {"Cor": "Azul"},
    )
    assert green["options"] == {"Cor": "Verde"}


async def test_a_row_below_may_hold_the_names_of_the_columns(shopkeeper):
    place = await sent(shopkeeper, b"Loja da Ana;2026\nproduto;valor\nCaneca;49,90\n;\nVela;abc\n")
    page = await shopkeeper.page(place, heading=1)
    assert list(chosen(page).values()) == ["name", "price"]
    result = (await shopkeeper.submit(f"{place}?heading=1", chosen(page) | {"step": "import"}, status=200)).text
    assert [one["name"] for one in await shopkeeper.catalogue()] == ["Caneca"]
    assert re.findall(r'data-label="Linha">(\d+)<', result) == ["5"]


async def test_the_template_comes_in_as_it_stands(shopkeeper):
    template = await shopkeeper.web.get("/products/import/template.csv")
    assert template.headers["content-type"].startswith("text/csv")
    place = await sent(shopkeeper, template.content)
    mapping = chosen(await shopkeeper.page(place))
    assert "" not in mapping.values()
    await shopkeeper.submit(place, mapping | {"step": "import"}, status=200)
    names = [(one["name"], one["options"], one["attributes"]) for one in await shopkeeper.catalogue()]
    assert names == [
        ("Camiseta Pima G azul", {"tamanho": "G", "cor": "Azul"}, {"material": "Algodão"}),
        ("Camiseta Pima M azul", {"tamanho": "M", "cor": "Azul"}, {"material": "Algodão"}),
        ("Caneca esmaltada", {}, {"material": "Aço"}),
    ]


async def test_the_wizard_speaks_english_too(shopkeeper):
    shopkeeper.web.headers["Accept-Language"] = "en"
    place = await sent(shopkeeper, CSV)
    page = (await shopkeeper.submit(place, chosen(await shopkeeper.page(place)), status=200)).text
    assert "No price can be read here." in page
    assert "preço aqui" not in page


@pytest.mark.parametrize("query", ["?sheet=9", "?heading=99", "?sheet=-1&heading=x", "?heading=1&sheet=0"])
async def test_a_place_that_is_not_there_is_the_usual_one(shopkeeper, query):
    place = await sent(shopkeeper, b"nome\nCaneca\n")
    assert "Caneca" in await shopkeeper.page(place + query)


async def test_a_file_is_gone_for_others_and_after_an_hour(shopkeeper):
    place = await sent(shopkeeper, CSV)
    await shopkeeper.submit("/logout")
    await shopkeeper.submit("/register", {"name": "Eve", "email": "eve@example.com", "password": "correct horse"})
    await shopkeeper.submit("/stores", {"name": "Loja da Eve"})
    for path in (place, f"{place}/errors.csv"):
        assert (await shopkeeper.web.get(path)).headers["location"] == "/products/import"


async def test_what_the_reader_left_out_or_doubts_is_said_at_each_step(shopkeeper):
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    book["Produtos"].row_dimensions[5].hidden = True
    book.create_sheet("Custos").sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    place = await sent(shopkeeper, out.getvalue(), "c.xlsx") + "?sheet=1&heading=0"
    page = await shopkeeper.page(place)
    trial = (await shopkeeper.submit(place, chosen(page), status=200)).text
    report = (await shopkeeper.submit(place, {**chosen(page), "step": "import"}, status=200)).text
    for text in (page, trial, report):
        assert notes(text) == [
            "Aba Produtos · linha 5 · Há linhas ocultas, que ficaram de fora.",
            "Aba Custos · A aba está oculta e ficou de fora.",
        ]
    assert notes(await shopkeeper.page(place.replace("sheet=1", "sheet=0"))) == [
        "Aba Custos · A aba está oculta e ficou de fora."
    ]
    odd = "nome;preço\nCafé;1\nPão;2\n".encode() + "Maçã;3\n".encode("cp1252") + "Limão;4\n".encode()
    assert notes(await shopkeeper.page(await sent(shopkeeper, odd))) == [
        "linha 4 · Há letras de outra codificação. Confira os acentos."
    ]


def notes(page):
    """What the notes of the page say, line by line."""
    found = re.findall(r'<div class="note tone-wait">(.*?)</div>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", "", line).split()) for note in found for line in note.split("<br>")]
