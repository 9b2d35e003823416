import pytest
from starlette.datastructures import FormData

from app.storefront import charts, sse
from app.storefront.forms import Form, FormError, parse_reais
from app.storefront.uploads import FileStore, kind_of


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12", 1200), ("12,5", 1250), ("R$ 1.234,56", 123456), ("1234.56", 123456), ("1.234", 123400), ("0,01", 1)],
)
def test_amounts_are_read_as_people_type_them(text: str, cents: int) -> None:
    assert parse_reais("x", text) == cents


@pytest.mark.parametrize("text", ["", "-1", "12,345", "abc", "1e9", "99999999999999", "1,2,3"])
def test_other_amounts_are_refused(text: str) -> None:
    with pytest.raises(FormError):
        parse_reais("x", text)


def test_form_fields_have_bounds() -> None:
    form = Form(
        FormData([("a", "  x "), ("n", "1.000"), ("bad", "-3"), ("nul", "a\0b"), ("part", "1.5"), ("password", "p")])
    )
    assert (form.text("a"), form.integer("n"), form.optional("none")) == ("x", 1000, None)
    for read in (
        lambda: form.integer("bad"),
        lambda: form.integer("part"),
        lambda: form.text("nul"),
        lambda: form.text("none", required=True),
    ):
        with pytest.raises(FormError):
            read()
    with pytest.raises(FormError):
        form.text("a", limit=0)
    assert "password" not in form.draft()


def test_charts_escape_and_need_no_inline_style() -> None:
    points = [("<b>", 3.0, "<i>"), ("x", 0.0, "0")]
    for svg in (
        charts.bars(points, "<t>"),
        charts.area(points, "<t>"),
        charts.ring([(1, "good"), (0, "bad")], "<t>", "<m>"),
    ):
        assert "<b>" not in svg
        assert "<t>" not in svg
        assert "style=" not in svg
    assert charts.bars([], "x") == charts.area([], "x") == ""
    assert 'width="50.00"' in charts.meter(1, 2, "x")
    assert 'width="0.00"' in charts.meter(1, 0, "x")


def test_an_event_is_two_lines_and_an_empty_one() -> None:
    assert sse.event("done", {"é": 1}).decode() == 'event: done\ndata: {"é":1}\n\n'


def test_files_are_known_by_content_and_kept_per_company(tmp_path) -> None:
    heads = (b"%PDF-1", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF1234WEBP", b"a,b", b"\0", b"")
    assert [kind_of(head) for head in heads] == ["pdf", "png", "jpg", "webp", "csv", "", ""]
    store = FileStore(tmp_path)
    stored = store.save("ana", b"%PDF-1", "pdf")
    assert store.save("ana", b"%PDF-1", "pdf") == stored
    assert store.find("ana", stored.name).read_bytes() == b"%PDF-1"
    for company, name in (("eve", stored.name), ("ana", "../ana/" + stored.name), ("ana", "x.pdf")):
        assert store.find(company, name) is None
    with pytest.raises(ValueError, match="company"):
        store.save("../x", b"", "pdf")
