"""PDF → one section of text per page, by pdfium. Runs in the child process (pdfium is not thread-safe)."""

import contextlib
import ctypes
import math
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from msgspec.structs import replace

from app.files.chunker import Section
from app.files.columns import Place, by_rows
from app.files.errors import UnreadableFile
from app.files.hyphens import MARKS, Hyphens
from app.files.layers import has_layers, take_off_hidden
from app.files.tables import clean
from app.files.types import Flaw, FlawCode, Limits

_PASSWORD, _SECURITY = 4, 5  # FPDF_ERR_*
_WRITTEN = (pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX)
_TICKED = (pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON)
_DAMAGED = "The PDF is damaged or incomplete."
_PICTURES = (pdfium_c.FPDF_PAGEOBJ_IMAGE, pdfium_c.FPDF_PAGEOBJ_FORM)
_UNSEEN = pdfium_c.FPDF_ANNOT_FLAG_HIDDEN | pdfium_c.FPDF_ANNOT_FLAG_NOVIEW
_FRAME_LINES = 100
_NAMED = 5
_LEVEL = 0.01  # radians
_LOOKED_AT = 16  # characters of a page, for their codes
_ASKED = 8  # characters of a page, for the direction of its text
_LONGEST_VALUE = 200_000  # bytes
_OBJECT = re.compile(rb"\b(\d{1,9}) 0 obj\b")
_PAGE = re.compile(rb"\b(\d{1,9}) 0 obj\s*<<(?:(?!endobj|stream).){0,4000}?/Type\s*/Page\b(?!s)", re.DOTALL)
_PACKED = re.compile(
    rb"\bobj\s*<<((?:(?!endobj|stream).){0,1000}?/Type\s*/ObjStm(?:(?!endobj|stream).){0,1000}?)stream\r?\n", re.DOTALL
)
_FORM = re.compile(rb"/AcroForm\s+\d{1,9} 0 R")
_FIRST = re.compile(rb"/First\s+(\d{1,9})")
_MOST_PACKED = 64 << 20  # bytes
_SPACES_AT_LINE_END = re.compile(r"[ \t]+\n")
_MANY_BLANK_LINES = re.compile(r"\n{3,}")


class PdfText:
    """What was read: sections of the pages that have text, page count, and what is missing."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.sections: list[Section] = []
        self.flaws: list[Flaw] = []

    @property
    def truncated(self) -> bool:
        """Whether pages are missing, or a part of one."""
        return any(flaw.code in ("rebuilt", "page-damaged", "pages-cut") for flaw in self.flaws)

    def flaw(self, code: FlawCode, detail: str, page: int | None = None) -> None:
        """Note what a person should know."""
        self.flaws.append(Flaw(code=code, page=page, detail=detail))

    def cut(self, page: int) -> None:
        """Note that reading ended on this page."""
        detail = "The document is longer than what is read: this page, or its end, and those after it were left out."
        self.flaw("pages-cut", detail, page)


class Pdf:
    """An opened document; `rebuilt`: its end was missing, the pages were found one by one, `has_form`: with a form.

    `layers`: it has some.
    """

    def __init__(
        self, document: pdfium.PdfDocument, *, rebuilt: bool = False, has_form: bool = False, layers: bool = False
    ) -> None:
        self.document = document
        self.rebuilt = rebuilt
        self.has_form = has_form
        self.layers = layers
        self.pages = len(document)
        if document.get_formtype() != pdfium_c.FORMTYPE_NONE:
            document.init_forms()

    def close(self) -> None:
        """Give its memory back."""
        self.document.close()


def open_pdf(path: Path) -> Pdf:
    """The opened document. Raises UnreadableFile when it is encrypted, corrupt beyond repair or without pages."""
    try:
        found = Pdf(pdfium.PdfDocument(path), layers=has_layers(path))
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) in (_PASSWORD, _SECURITY):
            raise UnreadableFile("The PDF is protected with a password. Remove it and send the file again.") from None
        found = _rebuilt(path.read_bytes())
    if found.pages < 1:
        raise UnreadableFile("The PDF has no pages.")
    return found


def _rebuilt(data: bytes) -> Pdf:
    """A document that lost its end, with a list of the pages that are there. Raises UnreadableFile without any."""
    data = data[: data.rfind(b"endobj") + 6]
    data += _packed(data)
    pages = list(dict.fromkeys(map(int, _PAGE.findall(data))))  # a page that was saved again is still one
    if pages and b"/Encrypt" not in data:
        free = max(map(int, _OBJECT.findall(data))) + 1
        kids = b" ".join(b"%d 0 R" % page for page in pages)
        end = b"\n%d 0 obj <</Type/Pages/Count %d/Kids[%s]>> endobj\n" % (free, len(pages), kids)
        form = _FORM.search(data)
        end += b"%d 0 obj <</Type/Catalog/Pages %d 0 R%s>> endobj\n" % (free + 1, free, form[0] if form else b"")
        end += b"trailer <</Size %d/Root %d 0 R>>\nstartxref\n0\n%%%%EOF\n" % (free + 2, free + 1)
        with contextlib.suppress(pdfium.PdfiumError):
            return Pdf(pdfium.PdfDocument(data + end), rebuilt=True, has_form=b"/Widget" in data)
    raise UnreadableFile(_DAMAGED)


def _packed(data: bytes) -> bytes:
    """Objects that stand compressed together in a stream, written apart: a list that is lost told where they are."""
    found: list[bytes] = []
    left = _MOST_PACKED
    for stream in _PACKED.finditer(data):
        first, unpacker = _FIRST.search(stream[1]), zlib.decompressobj()
        try:
            body = unpacker.decompress(data[stream.end() : data.find(b"endstream", stream.end())], left)
            start = int(first[1]) if first else 0
            told = list(map(int, body[:start].split()))
        except (zlib.error, ValueError):
            continue
        left -= len(body)
        places = [*told[1::2], len(body) - start]
        for number, (place, end) in zip(told[::2], pairwise(places), strict=False):
            found.append(b"\n%d 0 obj\n%s\nendobj" % (number, body[start + place : start + end]))
        if left <= 0:
            break
    return b"".join(found)


def read_pages(pdf: Pdf, limits: Limits) -> PdfText:
    """Text of the pages within the limits; stops early, marked truncated, when time runs out."""
    document, result = pdf.document, PdfText(pdf.pages)
    if pdf.rebuilt:
        lost = " Fields of its form may be missing." if pdf.has_form else ""
        result.flaw("rebuilt", f"The end of the file is missing: what of its pages could be found was read.{lost}")
    _note_rest(document, result)
    deadline = time.monotonic() + limits.soft_s
    left, damaged = limits.max_chars, 0
    for page in range(1, result.pages + 1):
        if left <= 0 or page > limits.max_pages or time.monotonic() > deadline:
            result.cut(page)
            break
        try:
            text = _page_text(pdf, page, result)
        except pdfium.PdfiumError:
            damaged += 1
            result.flaw("page-damaged", "The page is damaged and was left out.", page)
            continue
        if text:
            result.sections.append(Section(text=text[:left], page=page))
        if len(text) > left:
            result.cut(page)
            break
        left -= len(text)
    if pdf.rebuilt and not result.sections:
        raise UnreadableFile(_DAMAGED)
    if damaged == result.pages:
        raise UnreadableFile("No page of the PDF can be read.")
    if not result.sections:
        detail = "The PDF has no text layer (a scan?); nothing could be extracted."
        result.flaws = [flaw for flaw in result.flaws if flaw.code != "no-text"]
        result.flaws.insert(0, Flaw(code="no-text", detail=detail))
    if any(mark in section.text for section in result.sections for mark in MARKS):
        hyphens = Hyphens(section.text for section in result.sections)
        result.sections = [replace(section, text=clean(hyphens.join(section.text))) for section in result.sections]
    return result


def _note_rest(document: pdfium.PdfDocument, result: PdfText) -> None:
    """What of the document is on no page."""
    if document.get_formtype() == pdfium_c.FORMTYPE_XFA_FULL:
        result.flaw("form-unread", "The PDF is a dynamic form, whose pages only its own program draws.")
    count = document.count_attachments()
    if count:
        names = [clean(document.get_attachment(number).get_name())[:100] for number in range(min(count, _NAMED))]
        more = ", …" if count > _NAMED else ""
        result.flaw("attachments", f"Files attached to the PDF were left out: {', '.join(names)}{more}.")


def _page_text(pdf: Pdf, number: int, result: PdfText) -> str:
    page = pdf.document[number - 1]
    try:
        if pdf.layers:
            take_off_hidden(page)
        text_page = _upright(page)
        try:
            raw = _by_rows(text_page, page.get_rotation())
            if _is_undecoded(text_page):
                detail = "The letters of the page have no code in the file: its text may be unreadable."
                result.flaw("letters-unknown", detail, number)
        finally:
            text_page.close()
        text = tidy("\n".join([raw, *_annotations(pdf.document, page)]))
        if not text and _is_drawn(page):
            result.flaw("no-text", "The page has no text (a scan, or letters as drawings).", number)
        return text
    finally:
        page.close()


def _by_rows(text_page: pdfium.PdfTextPage, turned: int) -> str:
    """The page's text, tables in rows where each of its characters is one of the page's, which runs level.

    turned: by how many degrees the page was, to be read; places are told as if it were not.
    """
    raw: str = text_page.get_text_range()
    if len(raw) != text_page.count_chars():
        return raw
    skew = (pdfium_c.FPDFText_GetCharAngle(text_page.raw, 0) + math.radians(turned)) % math.tau
    if min(skew, math.tau - skew) > _LEVEL:
        return raw
    x, y = ctypes.c_double(), ctypes.c_double()
    sine, cosine = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[turned]
    get_origin, handle = pdfium_c.FPDFText_GetCharOrigin, text_page.raw  # looked up once: it is called for each line

    def origin(place: int) -> Place:
        get_origin(handle, place, x, y)
        return x.value, y.value

    def turned_origin(place: int) -> Place:
        get_origin(handle, place, x, y)
        return x.value * cosine + y.value * sine, y.value * cosine - x.value * sine

    return by_rows(raw, turned_origin if turned else origin)


def _is_undecoded(text_page: pdfium.PdfTextPage) -> bool:
    """Whether most of the characters are numbers of drawings in a font, which stand for no letters."""
    count = text_page.count_chars()
    places = range(0, count, count // _LOOKED_AT + 1)
    return 2 * sum(_is_unknown(text_page, place) for place in places) > len(places)


def _is_unknown(text_page: pdfium.PdfTextPage, place: int) -> bool:
    code: int = pdfium_c.FPDFText_GetUnicode(text_page.raw, place)
    return 0xE000 <= code <= 0xF8FF or pdfium_c.FPDFText_HasUnicodeMapError(text_page.raw, place) == 1


def _is_drawn(page: pdfium.PdfPage) -> bool:
    """Whether there is a picture on the page, or more lines than frame a blank one."""
    count = pdfium_c.FPDFPage_CountObjects(page.raw)
    kinds = (
        pdfium_c.FPDFPageObj_GetType(pdfium_c.FPDFPage_GetObject(page.raw, place))
        for place in range(min(count, _FRAME_LINES))
    )
    return count > _FRAME_LINES or any(kind in _PICTURES for kind in kinds)


def _upright(page: pdfium.PdfPage) -> pdfium.PdfTextPage:
    """The page's text with the page turned so that most of it runs as it is read: else lines come out in reverse."""
    text_page = page.get_textpage()
    count = text_page.count_chars()
    angles = Counter(
        round(math.degrees(pdfium_c.FPDFText_GetCharAngle(text_page.raw, place)) / 90) % 4
        for place in range(0, count, count // _ASKED + 1)
        if not pdfium_c.FPDFText_IsGenerated(text_page.raw, place)  # these run as on a page that is not turned
    )
    turned = -angles.most_common(1)[0][0] % 4 * 90 if angles else 0
    if turned == page.get_rotation():
        return text_page
    text_page.close()
    page.set_rotation(turned)
    return page.get_textpage()


def _annotations(document: pdfium.PdfDocument, page: pdfium.PdfPage) -> Iterator[str]:
    """What was typed onto this page: text boxes, and what was filled into its form, `name: value`."""
    for number in range(pdfium_c.FPDFPage_GetAnnotCount(page.raw)):
        annotation = pdfium_c.FPDFPage_GetAnnot(page.raw, number)
        try:
            if pdfium_c.FPDFAnnot_GetFlags(annotation) & _UNSEEN:
                continue
            if pdfium_c.FPDFAnnot_GetSubtype(annotation) == pdfium_c.FPDF_ANNOT_FREETEXT:
                yield _string(pdfium_c.FPDFAnnot_GetStringValue, annotation, b"Contents")
            elif document.formenv is not None:
                yield from _field(document.formenv.raw, annotation)
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _field(form: object, field: object) -> Iterator[str]:
    kind = pdfium_c.FPDFAnnot_GetFormFieldType(form, field)
    secret = pdfium_c.FPDFAnnot_GetFormFieldFlags(form, field) & pdfium_c.FPDF_FORMFLAG_TEXT_PASSWORD
    if kind == pdfium_c.FPDF_FORMFIELD_TEXTFIELD and secret:
        return
    if kind in _WRITTEN:
        value = _string(pdfium_c.FPDFAnnot_GetFormFieldValue, form, field)
    elif kind in _TICKED and pdfium_c.FPDFAnnot_IsChecked(form, field):
        value = _string(pdfium_c.FPDFAnnot_GetFormFieldExportValue, form, field)
    else:
        return
    name = _string(pdfium_c.FPDFAnnot_GetFormFieldAlternateName, form, field)
    name = name or _string(pdfium_c.FPDFAnnot_GetFormFieldName, form, field)
    if value:
        yield f"{name}: {value}" if name else value


def _string(ask: Callable[..., int], *about: object) -> str:
    """A string of pdfium's: its size in bytes first, then UTF-16 with a zero at the end."""
    size = min(ask(*about, None, 0), _LONGEST_VALUE)
    buffer = ctypes.create_string_buffer(max(size, 2))
    ask(*about, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return " ".join(buffer.raw[: size - 2].decode("utf-16-le", "replace").split())


def tidy(raw: str) -> str:
    """The text as it is kept, but for marks of cut words.

    Looking for a mark is much cheaper than a substitution that finds none.
    """
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    if not any(mark in text for mark in MARKS):
        text = clean(text)
    text = text.strip()
    if " \n" in text or "\t\n" in text:
        text = _SPACES_AT_LINE_END.sub("\n", text)
    return _MANY_BLANK_LINES.sub("\n\n", text) if "\n\n\n" in text else text
