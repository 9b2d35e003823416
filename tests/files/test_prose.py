"""Text that is no table, whatever it is full of, and lists that are some."""

import pytest

from app.files.csvfile import inspect, records
from app.files.errors import UnsupportedFormat


def _read(path, text: str) -> list[list[str]]:
    path.write_text(text, "utf-8")
    return list(records(path, inspect(path)))


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, b):\n    return a, b\n\ndef g(c, d):\n    return c, d\n",
        "x = [1, 2, 3]\ny = [4, 5, 6]\nz = [7, 8, 9]\n",
        "import _abc\nfrom _vars import Context, Var\n\n\n__all__ = ('Context', 'Var')\n",
        "body { color: red; margin: 0 }\nh1 { color: blue; margin: 1px }\n",
        ".a{color:#3b4151;font-family:serif}.b{margin:0;padding:0}\n",
        "@echo off\nset A=1\necho %A%\n",
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n",
        "BEGIN:VCARD\nVERSION:3.0\nN:Silva;Ana;;;\nFN:Ana Silva\nEND:VCARD\n",
        "BEGIN:VCALENDAR\nVERSION:2.0\nDTSTART;TZID=America/Sao_Paulo:20261124T100000\nEND:VCALENDAR\n",
        "name: loja\nversion: 1\nowner: ana\n",
        "sapato: [calçado, tênis]\nblusa: [camiseta, polo]\ncalça: [jeans, legging]\n",
        '127.0.0.1 - - [24/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 123\n' * 2,
        "2026-11-24 10:00:00,123 INFO started\n2026-11-24 10:00:01,456 INFO done\n2026-11-24 10:00:02,000 WARN x, y\n",
        "No meio do caminho tinha uma pedra,\ntinha uma pedra no meio do caminho,\ntinha uma pedra,\nno meio dele\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        "texto antes\n<html><body>a;b\nc;d</body></html>\n",
        "# Listened to.\n# And by whom.\nport\t80\nname\tshop\n",
        "import os\nimport sys\nprint(1)\n",
        "Hoje fomos ao mercado e compramos pão\ne depois voltamos para casa juntos\nporque estava chovendo\n",
        "A loja abre às nove horas\n\nA entrega leva dois dias úteis\n",
        "a = b ^ c\nd = e ^ f\ng = h ^ i\n",
        "-----BEGIN KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ\n" * 3,
    ],
)
def test_what_is_no_table_is_refused(tmp_path, text):
    with pytest.raises(UnsupportedFormat):
        _read(tmp_path / "a.csv", text)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("arroz\nfeijão\nmacarrão\n", 1),
        ("10~20\n20~30\n30~40\n", 1),
        ("Tamanho\n10~20\n20~30\n", 1),
        (" arroz\n feijão\n sal\n", 1),
        ("camiseta de algodão azul com gola\ncalça de brim preta com bolso\n", 1),
        ("Rua A, 10, Centro\nRua B, 20, Jardim\nRua C, 30, Vila\n", 3),
        ("K1;Café;10,00\nK2;Chá;5,00\n", 3),
        ("R$ 10,00\nR$ 5,50\nR$ 7,00\n", 1),
        ("ana@x.com\nbruno@y.com\n", 1),
        ("https://x.example/a?b=1\nhttps://x.example/c?d=2\n", 1),
        ("Tênis 38,100\nTênis 39,90\n", 2),
        ("Polo azul ......... R$ 59,90\nMeia curta ........ R$ 1.009,90\n", 1),
        ("Polo R$ 59,90 ou 2x de R$ 30,00\nMeia R$ 9,90 cada\n", 1),
        ("CODIGO  DESCRICAO    PRECO\n000001  POLO AZUL    59,90\n000002  MEIA CURTA    9,90\n", 1),
        ("a) Arroz;5,00\nb) Feijão (preto);8,00\nc) Sal;2,00\n", 2),
        ("sku;html\n1;<div>Algodão</div>\n2;<p>Lã<br>fina</p>\n", 2),
        ("quando;o que\n2026-11-24 10:00:00;Pedro comprou\n2026-11-24 10:00:01;Ana comprou\n", 2),
        ("2026-11-24 10:00:00,12,Café\n2026-11-24 10:00:01,13,Chá\n", 3),
        ("#;Nome;Preço\n1;Café;2\n2;Chá;3\n", 3),
        ("medida;nota\n10 cm (aprox.;boa\n20 cm;boa\n30 cm;boa\n40 cm;boa\n50 cm;boa\n", 2),
    ],
)
def test_lists_and_tables_are_read(tmp_path, text, width):
    rows = _read(tmp_path / "a.csv", text)
    assert len(rows) == len(text.splitlines())
    assert {len(row) for row in rows} == {width}


def test_blank_lines_within_a_price_list_are_no_prose(tmp_path):
    text = "TABELA DE PREÇOS\n\nPolo azul em algodão ... R$ 59,90\nMeia curta sem costura ... R$ 9,90\n"
    assert [row[0] for row in _read(tmp_path / "a.csv", text) if row] == [line for line in text.splitlines() if line]


def test_blank_lines_within_a_list_are_no_prose(tmp_path):
    assert _read(tmp_path / "a.csv", "arroz\n\nfeijão\n\nsal\n") == [["arroz"], [], ["feijão"], [], ["sal"]]
