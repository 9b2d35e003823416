"""PDF → one section of text per page, by pdfium. Runs in the child process (pdfium is not thread-safe)."""

import re
import time
from pathlib import Path

import pypdfium2 as pdfium

from app.files.chunker import Section
from app.files.errors import UnreadableFile
from app.files.tables import clean
from app.files.types import Flaw, Limits

_PASSWORD, _SECURITY = 4, 5  # FPDF_ERR_*
_SPACES_AT_LINE_END = re.compile(r"[ \t]+\n")
_MANY_BLANK_LINES = re.compile(r"\n{3,}")
# pdfium marks a hyphen it found at a line's end with U+FFFE or U+0002: the word continues on the next line.
_BROKEN_WORD = re.compile("[\ufffe\x02]\\s*")


class PdfText:
    """What was read: sections of the pages that have text, page count, and what is missing."""

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.sections: list[Section] = []
        self.flaws: list[Flaw] = []

    @property
    def truncated(self) -> bool:
        """Whether pages are missing, or a part of one."""
        return any(flaw.code != "no-text" for flaw in self.flaws)

    def cut(self, page: int) -> None:
        """Note that reading ended on this page."""
        detail = "The document is longer than what is read: this page, or its end, and those after it were left out."
        self.flaws.append(Flaw(code="pages-cut", page=page, detail=detail))


def open_pdf(path: Path) -> pdfium.PdfDocument:
    """The opened document. Raises UnreadableFile when it is encrypted, corrupt or without pages."""
    try:
        document = pdfium.PdfDocument(path)
        pages = len(document)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) in (_PASSWORD, _SECURITY):
            raise UnreadableFile("The PDF is protected with a password. Remove it and send the file again.") from None
        raise UnreadableFile("The PDF is damaged or incomplete.") from None
    if pages < 1:
        raise UnreadableFile("The PDF has no pages.")
    return document


def read_pages(document: pdfium.PdfDocument, limits: Limits) -> PdfText:
    """Text of the pages within the limits; stops early, marked truncated, when time runs out."""
    result = PdfText(len(document))
    deadline = time.monotonic() + limits.soft_s
    left, damaged = limits.max_chars, 0
    for page in range(1, result.pages + 1):
        if left <= 0 or page > limits.max_pages or time.monotonic() > deadline:
            result.cut(page)
            break
        try:
            text = _page_text(document, page - 1)
        except pdfium.PdfiumError:
            damaged += 1
            result.flaws.append(Flaw(code="page-damaged", page=page, detail="The page is damaged and was left out."))
            continue
        if text:
            result.sections.append(Section(text=text[:left], page=page))
        if len(text) > left:
            result.cut(page)
            break
        left -= len(text)
    if damaged == result.pages:
        raise UnreadableFile("No page of the PDF can be read.")
    if not result.sections:
        detail = "The PDF has no text layer (a scan?); nothing could be extracted."
        result.flaws.insert(0, Flaw(code="no-text", detail=detail))
    return result


def _page_text(document: pdfium.PdfDocument, number: int) -> str:
    page = document[number]
    try:
        text_page = page.get_textpage()
        try:
            raw = text_page.get_text_range()
        finally:
            text_page.close()
    finally:
        page.close()
    return tidy(raw)


def tidy(raw: str) -> str:
    """The text as it is kept. Looking for a mark is much cheaper than a substitution that finds none."""
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    if "\ufffe" in text or "\x02" in text:
        text = _BROKEN_WORD.sub("", text)
    text = clean(text).strip()
    if " \n" in text or "\t\n" in text:
        text = _SPACES_AT_LINE_END.sub("\n", text)
    return _MANY_BLANK_LINES.sub("\n\n", text) if "\n\n\n" in text else text
