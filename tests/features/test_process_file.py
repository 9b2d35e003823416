"""POST /process-file and GET /supported-formats, through HTTP."""

import asyncio
import math

import pytest

from tests.files import samples
from tests.problems import assert_problem

CSV = "Nome;Preço\nCamiseta;59,90\nTênis;1.234,50\n".encode()


async def upload(api, data, name="arquivo.bin", **fields):
    return await api.public.post("/process-file", files={"file": (name, data)}, data=fields)


async def test_a_pdf_comes_back_as_text_chunks_and_metrics(api):
    answer = await upload(api, samples.pdf(["Política de troca: 7 dias.", "Frete grátis."]), "troca.pdf")
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert (body["filename"], body["format"], body["pages"], body["truncated"]) == ("troca.pdf", "pdf", 2, False)
    assert body["chunks"] == [
        {"index": 0, "text": "Política de troca: 7 dias.", "tokens": 7, "page": 1},
        {"index": 1, "text": "Frete grátis.", "tokens": 3, "page": 2},
    ]
    metrics = body["performance_metrics"]
    assert body["warnings"] == []
    assert metrics["bytes"] == len(samples.pdf(["Política de troca: 7 dias.", "Frete grátis."]))
    assert metrics["chars"] == len(body["text"])
    assert metrics["pages"] == 2
    assert 0 < metrics["read_ms"] + metrics["extract_ms"] + metrics["chunk_ms"] <= metrics["total_ms"]
    assert "embed_ms" not in metrics


async def test_a_flaw_is_named_by_code_and_place(api):
    body = (await upload(api, samples.pdf([""]))).json()
    assert [(flaw["code"], sorted(flaw)) for flaw in body["warnings"]] == [("no-text", ["code", "detail"])]
    wide = ";".join(f"c{i}" for i in range(1_001)).encode()
    body = (await upload(api, wide + b"\n" + wide.replace(b"c", b"") + b"\n")).json()
    assert [(flaw["code"], flaw["row"]) for flaw in body["warnings"]] == [("columns-cut", 2)]
    assert body["truncated"]


async def test_the_limits_are_told(api):
    body = (await api.public.get("/supported-formats")).json()
    assert (body["max_rows"], body["max_chars"]) == (300_000, 5_000_000)


async def test_a_csv_says_rows_and_no_pages(api):
    body = (await upload(api, CSV, "precos.csv")).json()
    assert (body["format"], body["rows"]) == ("csv", 2)
    assert "pages" not in body
    assert "sheets" not in body
    assert body["chunks"][0]["row_start"] == 2
    assert body["text"].startswith("Nome: Camiseta; Preço: 59,90")


@pytest.mark.parametrize(
    ("head", "foot"),
    [
        ("", "Total de itens: 2\nGerado em 01/06/2026, por Ana\n"),
        ("Lista de junho\n", "\nGerado em 01/06/2026, por Ana\n"),
    ],
    ids=["small", "titled"],
)
async def test_a_comma_below_a_table_is_not_its_delimiter(api, head, foot):
    table = "nome;preço\nCafé;12,90\nChá;5,00\nSal;2,50\n"
    body = (await upload(api, (head + table + foot).encode(), tables="true")).json()
    assert body["tables"]["delimiter"] == ";"
    assert body["text"].removeprefix(head).splitlines()[:2] == ["nome: Café; preço: 12,90", "nome: Chá; preço: 5,00"]


MENU = [("Bebidas",), ("Café", 5.5), ("Chá", 4.25), ("Comidas",), ("Pão", 3.75), ("Bolo", "a combinar"), ("Torta", 8.5)]


@pytest.mark.parametrize(
    "rows", [MENU, [("CARDÁPIO",), *MENU], MENU[4:], MENU[1:]], ids=["", "titled", "short", "plain"]
)
async def test_a_menu_keeps_its_first_price(api, rows):
    read = ["; ".join(map(str, row)) for row in rows]
    for data in ("\n".join(";".join(map(str, row)) for row in rows).encode(), samples.xlsx({"Menu": rows})):
        body = (await upload(api, data)).json()
        assert body["text"].splitlines()[-len(read) :] == read
        assert [flaw["code"] for flaw in body["warnings"]] == ["no-heading"]


async def test_names_of_columns_stay_names_below_a_title(api):
    text = "Cardápio\nItem;Pequeno;Grande\nCafé;5,50;8,00\nBolo;a combinar;9,00\n"
    assert (await upload(api, text.encode())).json()["text"].splitlines() == [
        "Cardápio", "Item: Café; Pequeno: 5,50; Grande: 8,00", "Item: Bolo; Pequeno: a combinar; Grande: 9,00",
    ]  # fmt: skip


@pytest.mark.parametrize("title", ["", "Tabela de junho\n"])
@pytest.mark.parametrize("mark", [";", ",", "\t", "|"])
async def test_names_that_a_program_cut_off_are_cells(api, mark, title):
    names = ["CABO FLEXIVEL 2.5MM (ROLO 100", "TOMADA 10A (BRANCA", "FITA ISOLANTE 20M", "LUMINARIA [EMBUT"]
    rows = [["codigo", "descricao", "preco"], *([str(at), name, f"{at}.90"] for at, name in enumerate(names))]
    text = title + "".join(mark.join(row) + "\n" for row in rows)
    table = (await upload(api, text.encode(), tables="true")).json()["tables"]["tables"][0]
    assert [table["columns"], *table["rows"]] == rows


async def test_an_xlsx_names_its_sheets_and_tables(api):
    data = samples.xlsx({"Produtos": samples.PRODUCTS, "Outra": [("a", "b"), (1, 2)]})
    body = (await upload(api, data, "catalogo.xlsx", tables="true")).json()
    assert (body["format"], body["sheets"], body["rows"]) == ("xlsx", 2, 3)
    assert [chunk["sheet"] for chunk in body["chunks"]] == ["Produtos", "Outra"]
    first = body["tables"]["tables"][0]
    assert (first["sheet"], first["columns"]) == ("Produtos", ["Nome", "Preço", "Estoque"])
    assert first["rows"][0] == ["Camiseta azul", "59.9", "10"]


async def test_a_size_chart_of_a_pdf_is_read_by_rows(api):
    chart = [("Tamanho", "Cintura", "Estoque"), ("P", "66", "3"), ("M", "72", "0"), ("G", "78", "9")]
    cells = [(50 + 150 * at, 700 - 20 * row, cell) for row, line in enumerate(chart) for at, cell in enumerate(line)]
    shown = " ".join(f"1 0 0 1 {x} {y} Tm ({text}) Tj" for x, y, text in cells)
    body = (await upload(api, samples.pdf_drawn(f"BT /F 12 Tf {shown} ET".encode()))).json()
    assert body["text"].splitlines() == [" ".join(line) for line in chart]


async def test_a_password_in_a_form_is_not_published(api):
    fields = [b"/FT/Tx/T(nome)/V(Ana Souza)", b"/FT/Tx/T(senha)/Ff 8192/V(segredo)"]
    assert (await upload(api, samples.pdf_form(fields))).json()["text"] == "Ficha\nnome: Ana Souza"


async def test_a_pdf_has_no_tables_and_that_is_no_error(api):
    answer = await upload(api, samples.pdf(["x"]), tables="true")
    assert answer.status_code == 200
    assert "tables" not in answer.json()


async def test_the_name_decides_nothing(api):
    assert (await upload(api, samples.pdf(["x"]), "planilha.xlsx")).json()["format"] == "pdf"
    assert (await upload(api, CSV, "../../etc/passwd")).json()["filename"] == "passwd"
    assert_problem(await upload(api, b"\x89PNG\r\n\x1a\n" + bytes(64), "x.pdf"), 415, "unsupported-format")


async def test_chunk_sizes_can_be_chosen(api):
    data = ("texto\n" + "\n".join(f"linha {i} com texto" for i in range(100)) + "\n").encode()
    body = (await upload(api, data, chunk_tokens="30", overlap_tokens="0")).json()
    assert all(chunk["tokens"] <= 30 for chunk in body["chunks"])
    assert "\n".join(chunk["text"] for chunk in body["chunks"]) == body["text"]
    assert_problem(await upload(api, data, chunk_tokens="30", overlap_tokens="16"), 422, "validation")
    assert_problem(await upload(api, data, chunk_tokens="0"), 422, "validation")
    assert_problem(await upload(api, data, overlap_tokens="-1"), 422, "validation")


async def test_vectors_are_those_of_the_embedding_engine(api):
    body = (await upload(api, CSV, embed="true")).json()
    [chunk] = body["chunks"]
    vector = chunk["embedding"]
    assert len(vector) == 1024
    assert math.isclose(sum(x * x for x in vector), 1, rel_tol=1e-4)
    assert body["performance_metrics"]["embed_ms"] > 0
    many = ("a;b\n" + "".join(f"linha {i};texto\n" for i in range(3000))).encode()
    assert_problem(await upload(api, many, embed="true", chunk_tokens="8"), 422, "validation")


@pytest.mark.parametrize(
    "data",
    [
        samples.pdf(["x"], password="p"),
        samples.pdf(["x"])[:200],
        samples.encrypted_xlsx(),
        samples.aborting_xlsx(),
        b"",
    ],
)
async def test_unreadable_files_are_422_and_the_service_lives(api, data):
    assert_problem(await upload(api, data), 422, "unreadable-file")
    assert (await upload(api, CSV)).status_code == 200


async def test_uploads_above_50_mib_are_refused_whatever_they_announce(api):
    async def endless():
        yield b'--XX\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
        for _ in range(1000):
            yield b"a;b\n" * 65536

    headers = {"Content-Type": "multipart/form-data; boundary=XX"}
    answer = await api.public.post("/process-file", content=endless(), headers=headers)
    assert_problem(answer, 413, "too-large")
    answer = await api.public.post("/process-file", content=b"", headers=headers | {"Content-Length": str(10**9)})
    assert_problem(answer, 413, "too-large")


async def test_bodies_that_are_no_form_are_refused(api):
    assert_problem(await api.public.post("/process-file", json={"file": "x"}), 415, "unsupported-format")
    assert_problem(await api.public.post("/process-file", files={"other": ("a", CSV)}), 422, "validation")
    assert_problem(await upload(api, CSV, unknown="1"), 422, "validation")
    assert_problem(await api.public.post("/process-file", data={"embed": "1"}), 415, "unsupported-format")


async def test_ten_uploads_at_once(api):
    answers = await asyncio.gather(*(upload(api, CSV) for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}


async def test_supported_formats_are_those_the_reader_knows(api):
    body = (await api.public.get("/supported-formats")).json()
    assert [entry["format"] for entry in body["formats"]] == ["pdf", "csv", "xlsx"]
    assert body["max_bytes"] == 50 * 1024 * 1024


async def test_the_form_is_documented(api):
    document = (await api.public.get("/openapi.json")).json()
    content = document["paths"]["/process-file"]["post"]["requestBody"]["content"]
    schema = document["components"]["schemas"]["ProcessFileForm"]
    assert list(content) == ["multipart/form-data"]
    assert schema["properties"]["file"] == {"type": "string", "format": "binary"}
