"""The static PIX code: fields, lengths, checksum, keys; read back by our own parser and by npm pix-utils."""

import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.orders.brcode import BadPixKey, fold, normal_pix_key, static_br_code

EVP = "123e4567-e12b-12d1-a456-426655440000"
KEYS = st.sampled_from(["52998224725", "11222333000181", "loja@example.com", "+5511987654321", EVP, "k" * 77])


def fields(text: str) -> dict[str, str]:
    """Tag → value of one level; fails when a length does not fit."""
    found: dict[str, str] = {}
    while text:
        size = int(text[2:4])
        assert len(text) >= 4 + size
        found[text[:2]] = text[4 : 4 + size]
        text = text[4 + size :]
    return found


def crc_ccitt_false(text: str) -> int:
    """CRC-16/CCITT-FALSE bit by bit, independent of the standard library's."""
    crc = 0xFFFF
    for byte in text.encode():
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


@given(
    key=KEYS,
    name=st.text(max_size=60),
    city=st.text(max_size=40),
    cents=st.none() | st.integers(1, 10**12 - 1),
    txid=st.text(max_size=40),
    description=st.text(max_size=120),
)
def test_any_input_gives_a_code_that_reads_back(key, name, city, cents, txid, description):
    code = static_br_code(key=key, name=name, city=city, amount_cents=cents, txid=txid, description=description)
    outer = fields(code)
    account = fields(outer["26"])
    assert code.isascii()
    assert list(outer) == sorted(outer)
    assert (outer["00"], outer["52"], outer["53"], outer["58"]) == ("01", "0000", "986", "BR")
    assert (account["00"], account["01"]) == ("br.gov.bcb.pix", key)
    assert fold(description).startswith(account.get("02", ""))
    assert 1 <= len(outer["59"]) <= 25
    assert 1 <= len(outer["60"]) <= 15
    assert 1 <= len(fields(outer["62"])["05"]) <= 25
    if cents is None:
        assert "54" not in outer
    else:
        assert int(outer["54"].replace(".", "")) == cents
    assert crc_ccitt_false(code[:-4]) == int(code[-4:], 16)


def test_code_of_a_known_payment():
    code = static_br_code(key=EVP, name="Fulano de Tal", city="BRASILIA")
    # The Central Bank's own example in its BR Code manual, whose GUI stands in lower case.
    assert code == (
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000"
        "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
    )


@pytest.mark.parametrize("cents", [0, -1, 10**12])
def test_amount_that_does_not_fit_is_refused(cents):
    with pytest.raises(ValueError, match="amount"):
        static_br_code(key=EVP, name="Loja", city="Recife", amount_cents=cents)


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("529.982.247-25", "cpf", "52998224725"),
        ("11.222.333/0001-81", "cnpj", "11222333000181"),
        ("12.ABC.345/01DE-35", "cnpj", "12ABC34501DE35"),
        (" Loja@Example.com ", "email", "loja@example.com"),
        ("(11) 98765-4321", "phone", "+5511987654321"),
        ("+55 11 3333-4444", "phone", "+551133334444"),
        (EVP.upper(), "evp", EVP),
    ],
)
def test_keys_are_stored_as_the_pix_directory_writes_them(text, kind, key):
    assert normal_pix_key(text, kind) == key


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("529.982.247-26", "cpf"),
        ("111.111.111-11", "cpf"),
        ("٥٢٩٩٨٢٢٤٧٢٥", "cpf"),
        ("11.222.333/0001-82", "cnpj"),
        ("loja@example", "email"),
        ("a" * 70 + "@example.com", "email"),
        ("+1 555 123 4567", "phone"),
        ("12345", "phone"),
        ("not-a-uuid", "evp"),
        ("", "evp"),
    ],
)
def test_wrong_key_is_refused(text, kind):
    with pytest.raises(BadPixKey):
        normal_pix_key(text, kind)


@given(st.text(max_size=100), st.sampled_from(["cpf", "cnpj", "email", "phone", "evp"]))
def test_key_check_never_fails_in_another_way(text, kind):
    try:
        key = normal_pix_key(text, kind)
    except BadPixKey:
        return
    assert 1 <= len(key) <= 77
    assert key.isascii()
    assert normal_pix_key(key, kind) == key


PARSE = """
const { parsePix, hasError } = require('pix-utils');
const codes = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const read = code => { const p = parsePix(code); return hasError(p) ? { error: p.message } : p; };
console.log(JSON.stringify(codes.map(read)));
"""


@pytest.mark.clients
def test_an_independent_parser_reads_the_same_fields(tmp_path: Path):
    subprocess.run(
        ["npm", "install", "--silent", "--no-audit", "--no-fund", "pix-utils@2.8.2"], cwd=tmp_path, check=True
    )
    samples = [
        {"key": EVP, "name": "Fulano de Tal", "city": "Brasília", "amount_cents": 123_456_789},
        {
            "key": "52998224725",
            "name": "Açaí & Cia do João da Silva Sauro",
            "city": "São José dos Campos",
            "txid": "ORD12",
        },
        {
            "key": "+5511987654321",
            "name": "Loja",
            "city": "Recife",
            "amount_cents": 1,
            "description": "Pedido 42",
        },
    ]
    codes = [static_br_code(**sample) for sample in samples]
    codes.append(codes[0][:60] + "9" + codes[0][61:])
    out = subprocess.run(
        ["node", "-e", PARSE],
        cwd=tmp_path,
        input=json.dumps(codes),
        capture_output=True,
        text=True,
        check=True,
    )
    parsed = json.loads(out.stdout)
    for sample, got in zip(samples, parsed, strict=False):
        assert got["pixKey"] == sample["key"]
        assert got["merchantName"] == fold(sample["name"])[:25].rstrip()
        assert got["merchantCity"] == fold(sample["city"])[:15].rstrip()
        assert round((got.get("transactionAmount") or 0) * 100) == sample.get("amount_cents", 0)
        assert got.get("infoAdicional") in (sample.get("description"), "", None)
    assert "crc" in parsed[-1]["error"].lower()
