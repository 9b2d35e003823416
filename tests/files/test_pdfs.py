"""PDFs as programs and people make them: turned pages, forms, cut words, a file that lost its end."""

import io

import pypdfium2
import pytest

from app.files import UnreadableFile
from tests.files import samples


@pytest.mark.parametrize("turned", [90, 180, 270])
async def test_a_turned_page_is_read_as_its_lines_follow_each_other(pool, turned):
    document = pypdfium2.PdfDocument(samples.pdf(["Primeira linha\nSegunda linha\nTerceira linha"]))
    document[0].set_rotation(turned)
    document.save(buffer := io.BytesIO())
    assert (await pool.extract(buffer.getvalue())).text == "Primeira linha\nSegunda linha\nTerceira linha"


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
@pytest.mark.parametrize(
    "matrix",
    [b"1 0 0 1 50 %d", b"0 1 -1 0 %d 50", b"-1 0 0 -1 500 %d", b"0 -1 1 0 %d 800"],
    ids=["0", "90", "180", "270"],
)
async def test_text_of_any_direction_is_read_line_by_line(pool, matrix, turned):
    """Programs turn the text and the page: a landscape table stands upright for its reader."""
    step = -20 if matrix.startswith((b"1", b"0 -1")) else 20
    words = (b"Primeira", b"Segunda", b"Terceira")
    drawn = b" ".join(matrix % (300 + step * place) + b" Tm (%s linha) Tj" % word for place, word in enumerate(words))
    result = await pool.extract(samples.pdf_drawn(b"BT /F 12 Tf " + drawn + b" ET", turned))
    assert result.text == "Primeira linha\nSegunda linha\nTerceira linha"


async def test_what_was_filled_into_a_form_is_read(pool):
    data = samples.pdf_form(
        [
            b"/FT/Tx/T(nome)/TU(Nome completo)/V(Ana Souza)",
            b"/FT/Tx/T(vazio)",
            b"/FT/Ch/Ff 131072/T(plano)/V(Mensal)/Opt[(Mensal)(Anual)]",
            b"/FT/Btn/T(aceito)/V/Sim/AS/Sim/AP<</N<</Sim 4 0 R/Off 4 0 R>>>>",
            b"/FT/Btn/T(recuso)/V/Off/AS/Off/AP<</N<</Sim 4 0 R/Off 4 0 R>>>>",
        ]
    )
    assert (await pool.extract(data)).text == "Ficha\nNome completo: Ana Souza\nplano: Mensal\naceito: Sim"


async def test_cut_words_are_whole_and_compounds_keep_their_hyphen(pool):
    text = (await pool.extract(samples.pdf(["Temos guarda-\nchuva e tam-\nbém porta-\nfio.", "Um porta-fio."]))).text
    assert text == "Temos guarda-chuva e também porta-fio.\n\nUm porta-fio."


@pytest.mark.parametrize("lost", [100, 300])
async def test_a_file_that_lost_its_end_gives_its_pages(pool, lost):
    whole = samples.pdf(["Primeira página", "Segunda página"])
    result = await pool.extract(whole[:-lost])
    assert result.text == "Primeira página\n\nSegunda página"
    assert [flaw.code for flaw in result.head.warnings] == ["rebuilt"]
    assert result.head.truncated


async def test_a_file_that_lost_the_list_of_its_compressed_objects_gives_its_pages(pool):
    result = await pool.extract(samples.packed_pdf())
    assert (result.text, [flaw.code for flaw in result.head.warnings]) == ("Pagina comprimida", ["rebuilt"])


async def test_a_page_that_was_saved_again_is_read_once(pool):
    whole = samples.pdf_drawn(b"BT /F 12 Tf 50 700 Td (Uma pagina) Tj ET")
    page = whole[whole.index(b"3 0 obj") : whole.index(b"4 0 obj")]
    result = await pool.extract(whole[: whole.index(b"xref")] + page)
    assert (result.text, result.head.pages) == ("Uma pagina", 1)


async def test_a_file_that_lost_all_its_text_is_damaged(pool):
    with pytest.raises(UnreadableFile, match="damaged"):
        await pool.extract(samples.pdf(["x"])[:300])
