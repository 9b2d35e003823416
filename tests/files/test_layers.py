"""Layers of PDFs that are switched on and off."""

import pytest

from tests.files import samples

FONT = b"/Resources<</Font<</F 5 0 R>>/Properties<</A 6 0 R/B 7 0 R>>>>"


def _layered(content: bytes, off: bytes) -> bytes:
    """A page with the layers /A (Rascunho) and /B (Final), of which `off` are switched off."""
    return samples.assemble(
        [
            b"<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R 7 0 R]/D<</OFF[%s]>>>>>>" % off,
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R%s>>" % FONT,
            b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            b"<</Type/OCG/Name(Rascunho)>>",
            b"<</Type/OCG/Name(Final)>>",
        ]
    )


def _text(y: int, text: bytes, layer: bytes = b"", how: bytes = b"") -> bytes:
    shown = b"BT %s /F 12 Tf 1 0 0 1 50 %d Tm (%s) Tj ET" % (how, y, text)
    return b"/OC /%s BDC %s EMC " % (layer, shown) if layer else shown + b" "


@pytest.mark.parametrize(
    ("off", "read"),
    [
        (b"6 0 R", "Lista\nPreco novo"),
        (b"7 0 R", "Lista\nPreco velho"),
        (b"", "Lista\nPreco velho\nPreco novo"),
        (b"6 0 R 7 0 R", "Lista"),
    ],
    ids=["one", "other", "none", "both"],
)
async def test_what_is_switched_off_is_not_read(pool, off, read):
    content = _text(700, b"Lista") + _text(600, b"Preco velho", b"A") + _text(500, b"Preco novo", b"B")
    assert (await pool.extract(_layered(content, off))).text == read


@pytest.mark.parametrize(
    "how", [b"1 g", b"0.6118 g", b"0.2078 g", b"3 Tr"], ids=["white", "grey", "dark", "behind a scan"]
)
async def test_what_is_hard_to_see_is_read_where_its_layer_is_on(pool, how):
    content = _text(700, b"Lista") + _text(600, b"Aviso", b"A", how)
    assert (await pool.extract(_layered(content, b"7 0 R"))).text == "Lista\nAviso"


async def test_a_layer_within_one_that_is_off_is_off(pool):
    content = _text(700, b"Lista") + b"/OC /A BDC " + _text(600, b"Preco novo", b"B") + b"EMC"
    assert (await pool.extract(_layered(content, b"6 0 R"))).text == "Lista"
