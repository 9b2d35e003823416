"""Encodings of tables without a mark: decided by most lines, never by one byte."""

import codecs

import pytest

from app.files.csvfile import inspect, records

TABLE = "nome;preço\nCafé torrado;12,90\nPão de açúcar;3,50\nÓleo de algodão;8,00\n"
ROWS = [line.split(";") for line in TABLE.splitlines()]


def _read(path, content: bytes) -> tuple[list[list[str]], str | None]:
    path.write_bytes(content)
    dialect = inspect(path)
    return list(records(path, dialect)), next((flaw.detail for flaw in dialect.encoding.flaws), None)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp850", "mac_roman"])
def test_portuguese_is_read_in_what_it_was_written_in(tmp_path, encoding):
    assert _read(tmp_path / "a.csv", TABLE.encode(encoding)) == (ROWS, None)


@pytest.mark.parametrize("text", ["größe;straße\nmädchen;öl\n", "ærø;fjørd\nåse;bjørn\n", "“a”;€ 5\nb – c;…\n"])
def test_other_languages_and_marks_of_windows_stay_what_they_are(tmp_path, text):
    rows, warning = _read(tmp_path / "a.csv", text.encode("cp1252"))
    assert (rows, warning) == ([line.split(";") for line in text.splitlines()], None)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_an_odd_line_is_read_by_itself_and_named(tmp_path, end):
    lines = [*TABLE.encode().splitlines(keepends=True), "Maçã;2,00\n".encode("cp1252"), "Açaí;9,00\n".encode()]
    rows, warning = _read(tmp_path / "a.csv", b"".join(lines).replace(b"\n", end))
    assert rows == [*ROWS, ["Maçã", "2,00"], ["Açaí", "9,00"]]
    assert warning == "Most of the file is UTF-8, but not line 5: read as Windows-1252 there."


def test_many_odd_lines_are_counted_and_some_named(tmp_path):
    content = TABLE.encode() * 10 + "Maçã;2,00\n".encode("cp1252") * 7
    _, warning = _read(tmp_path / "a.csv", content)
    assert warning == "Most of the file is UTF-8, but not line 41, 42, 43, 44, 45, …: read as Windows-1252 there."


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_what_was_encoded_twice_is_read_as_it_was_meant(tmp_path, mark):
    once = (TABLE + "Água à vista;€ 1\n").encode()
    windows = "".join(bytes([byte]).decode("latin-1" if byte == 0x81 else "cp1252") for byte in once)
    rows, warning = _read(tmp_path / "a.csv", mark + windows.encode())
    assert rows == [*ROWS, ["Água à vista", "€ 1"]]
    assert warning == "Letters were encoded twice (Ã© for é) in line 1, 2, 3, 4, 5: read as they were meant."


def test_capitals_that_look_like_it_stay(tmp_path):
    table = TABLE + "LÃ\xa0DE CARNEIRO;1,00\nMAÇÃ ÂMBAR;2,00\n"
    assert _read(tmp_path / "a.csv", table.encode()) == ([line.split(";") for line in table.splitlines()], None)


def test_a_mark_at_the_start_does_not_vouch_for_each_line(tmp_path):
    content = codecs.BOM_UTF8 + TABLE.encode() + "Maçã;2,00\n".encode("cp1252")
    rows, warning = _read(tmp_path / "a.csv", content)
    assert (rows, warning is None) == ([*ROWS, ["Maçã", "2,00"]], False)


WORDS = """
Feijão Açúcar Café Água Descrição Maçã Limões Sabão Óleo Macarrão Requeijão Linguiça Lâmpada Relógio Saúde Mãe Pães
Calção Força Açaí Laço Balcão Rápido Sábado Público Número Órgão Sofá Área Máquina Dança Lençol Chapéu Crédito
"""


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac_roman", "cp860"])
@pytest.mark.parametrize("case", [str.lower, str.title, str.upper])
def test_one_word_tells_its_encoding(tmp_path, encoding, case):
    for word in map(case, WORDS.split()):
        rows, _ = _read(tmp_path / "a.csv", f"cod;desc\r\n1;arroz\r\n2;{word}\r\n3;sal\r\n".encode(encoding))
        assert rows[2] == ["2", word]


@pytest.mark.parametrize(
    ("word", "encoding"), [("MELÃO", "cp850"), ("Único", "cp850"), ("Índigo", "mac_roman"), ("хлеб", "cp1251")]
)
def test_what_cannot_be_known_is_told(tmp_path, word, encoding):
    _, warning = _read(tmp_path / "a.csv", f"cod;desc\n1;arroz\n2;{word}\n".encode(encoding))
    assert warning == "Letters may be wrong, as the file does not tell its encoding: see line 3."


@pytest.mark.parametrize(
    "text", ["med;v\n10×15 cm;5 µm\n±2;½ kg\nR$\xa02;x²\nBob’s;d’arco\nm²;200°C\n", "FRANÇAIS;À CÔTÉ\nœuf;niño\n"]
)
def test_signs_and_other_languages_are_in_no_doubt(tmp_path, text):
    assert _read(tmp_path / "a.csv", text.encode("cp1252")) == ([line.split(";") for line in text.splitlines()], None)


@pytest.mark.parametrize(
    ("most", "odd", "warning"),
    [
        ("cp1252", "utf-8", "Most of the file is Windows-1252, but not line 5: read as UTF-8 there."),
        ("utf-8", "cp850", "Most of the file is UTF-8, but not line 5: read as the DOS code page 850 there."),
        ("utf-8", "mac_roman", "Most of the file is UTF-8, but not line 5: read as Mac Roman there."),
        ("mac_roman", "cp1252", "Most of the file is Mac Roman, but not line 5: read as Windows-1252 there."),
        ("cp1252", "cp850", "Most of the file is Windows-1252, but not line 5: read as the DOS code page 850 there."),
    ],
)
def test_a_line_of_another_encoding_is_read_in_it(tmp_path, most, odd, warning):
    content = TABLE.encode(most) + "Maçã média;2,00\n".encode(odd) + "Açaí;9,00\n".encode(most)
    assert _read(tmp_path / "a.csv", content) == ([*ROWS, ["Maçã média", "2,00"], ["Açaí", "9,00"]], warning)


def test_one_line_that_was_encoded_twice_is_read_as_it_was_meant(tmp_path):
    content = TABLE.encode() + "Ação;1\n".encode().decode("cp1252").encode()
    rows, warning = _read(tmp_path / "a.csv", content)
    assert (rows[-1], warning) == (
        ["Ação", "1"],
        "Letters were encoded twice (Ã© for é) in line 5: read as they were meant.",
    )
