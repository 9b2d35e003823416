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


async def test_a_form_that_lost_its_end_says_that_fields_may_be_missing(pool):
    field = (
        b"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/F 4/DA(/F1 12 Tf)/FT/Tx/T(nome)/TU(Nome completo)/V(Ana Souza)>>"
    )
    form = b"<</Fields[6 0 R]/DR<</Font<</F1 5 0 R>>>>>>"
    whole = samples.pdf_with([field, form], catalog=b"/AcroForm 7 0 R", page=b"/Annots[6 0 R]")
    result = await pool.extract(whole[:-100])
    [flaw] = result.head.warnings
    assert (flaw.code, "form may be missing" in flaw.detail) == ("rebuilt", True)
    assert "Ana Souza" in result.text


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


async def test_a_scanned_page_among_others_is_told(pool):
    result = await pool.extract(samples.scanned_pdf())
    assert [(flaw.code, flaw.page) for flaw in result.head.warnings] == [("no-text", 2)]
    assert (result.text, result.head.truncated) == ("Primeira", False)


async def test_text_boxes_are_read_and_notes_and_what_is_hidden_are_not(pool):
    boxes = [
        b"<</Type/Annot/Subtype/FreeText/Rect[9 9 99 99]/Contents(Preco novo\n49,90)/DA(/F1 12 Tf)>>",
        b"<</Type/Annot/Subtype/FreeText/Rect[9 9 99 99]/F 2/Contents(Oculto)/DA(/F1 12 Tf)>>",
        b"<</Type/Annot/Subtype/Text/Rect[9 9 99 99]/Contents(Nota interna)>>",
    ]
    data = samples.pdf_with(boxes, page=b"/Annots[6 0 R 7 0 R 8 0 R]")
    assert (await pool.extract(data)).text == "Ficha\nPreco novo 49,90"


async def test_attached_files_are_told(pool):
    attached = [b"<</Type/Filespec/F(tabela.pdf)/EF<</F 7 0 R>>>>", b"<</Length 1>>stream\nx\nendstream"]
    data = samples.pdf_with(attached, catalog=b"/Names<</EmbeddedFiles<</Names[(tabela.pdf)6 0 R]>>>>")
    result = await pool.extract(data)
    [flaw] = result.head.warnings
    assert (flaw.code, flaw.detail) == ("attachments", "Files attached to the PDF were left out: tabela.pdf.")
    assert (result.text, result.head.truncated) == ("Ficha", False)


async def test_a_dynamic_form_is_told(pool):
    form = [b"<</Length 6>>stream\n<xdp/>\nendstream"]
    data = samples.pdf_with(form, catalog=b"/NeedsRendering true/AcroForm<</Fields[]/XFA 6 0 R>>")
    assert [flaw.code for flaw in (await pool.extract(data)).head.warnings] == ["form-unread"]


async def test_letters_without_a_code_are_told(pool):
    font = [
        b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[7 0 R]>>",
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/X/FontDescriptor 8 0 R"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>",
        b"<</Type/FontDescriptor/FontName/X/Flags 4>>",
    ]
    data = samples.pdf_with(font, text=b"/F2 12 Tf <00240025002600270028>")
    assert [(flaw.code, flaw.page) for flaw in (await pool.extract(data)).head.warnings] == [("letters-unknown", 1)]
