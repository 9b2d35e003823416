"""Files made on the spot: ordinary ones, and ones that try to hurt the parsers."""

import io
import struct
import zipfile
import zlib

from fpdf import FPDF
from openpyxl import Workbook
from PIL import Image

PRODUCTS = [("Nome", "Preço", "Estoque"), ("Camiseta azul", 59.9, 10), ("Tênis, branco", 1234.5, 0)]


def pdf(pages: list[str], password: str = "") -> bytes:
    document = FPDF()
    if password:
        document.set_encryption(owner_password=password, user_password=password)
    for text in pages:
        document.add_page()
        document.set_font("helvetica", size=12)
        document.multi_cell(0, 8, text)
    return bytes(document.output())


def xlsx(sheets: dict[str, list[tuple]], hidden: tuple[str, ...] = ()) -> bytes:
    workbook = Workbook()
    workbook.remove(workbook.active)
    for name, rows in sheets.items():
        sheet = workbook.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if name in hidden:
            sheet.sheet_state = "hidden"
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def repacked(data: bytes, replace: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, replace.pop(name, None) or old.read(name))
        for name, content in replace.items():
            new.writestr(name, content)
    return out.getvalue()


def aborting_xlsx() -> bytes:
    """Two cells in opposite corners, which the dimension denies: a dense grid of them is 17 billion cells."""
    sheet = (
        b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<dimension ref="A1:B2"/><sheetData>'
        b'<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
        b"</sheetData></worksheet>"
    )
    return repacked(xlsx({"Plan1": [("a",)]}), {"xl/worksheets/sheet1.xml": sheet})


def zip_bomb_xlsx() -> bytes:
    return repacked(xlsx({"Plan1": [("a",)]}), {"xl/media/zeros.bin": bytes(80 * 1024 * 1024)})


def encrypted_xlsx() -> bytes:
    """An OLE2 container whose directory names EncryptedPackage, as Office writes it."""
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1016) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)


def old_xls() -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1016) + "Workbook".encode("utf-16-le") + bytes(1000)


def burning_pdf(objects: int = 40) -> bytes:
    """Form objects that each draw the next one many times: the work grows exponentially with the depth."""
    bodies = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"]
    bodies.append(
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>"
    )
    bodies.append(_stream(b"/X Do\n" * 20, b""))
    for number in range(objects):
        resources = b"/Resources << /XObject << /X %d 0 R >> >>" % (6 + number) if number < objects - 1 else b""
        content = b"/X Do\n" * 20 if number < objects - 1 else b"0 0 1 1 re f\n"
        bodies.append(_stream(content, b"/Type /XObject /Subtype /Form /BBox [0 0 10 10] " + resources))
    return assemble(bodies)


def pdf_drawn(content: bytes, turned: int = 0) -> bytes:
    """One page of this content, with the font /F."""
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate %d /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> >> >>" % turned,
        _stream(content, b""),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    return assemble(bodies)


def packed_pdf() -> bytes:
    """A page as new programs write it: its objects compressed together, and nothing behind them."""
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    }
    head, body = b"", b""
    for number, content in objects.items():
        head += b"%d %d " % (number, len(body))
        body += content + b" "
    extra = b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode" % (len(objects), len(head))
    drawn = _stream(b"BT /F 12 Tf 50 700 Td (Pagina comprimida) Tj ET", b"")
    packed = _stream(zlib.compress(head + body), extra)
    return b"%%PDF-1.7\n4 0 obj\n%s\nendobj\n6 0 obj\n%s\nendobj\n7 0 obj <</Type/XRef" % (drawn, packed)


def _stream(content: bytes, extra: bytes) -> bytes:
    return b"<< %s/Length %d >>\nstream\n%s\nendstream" % (extra, len(content), content)


def assemble(bodies: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, body in enumerate(bodies, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(bodies) + 1, start)
    return bytes(out)


def garbage(size: int = 4096) -> bytes:
    """Bytes without any structure, the same in every run."""
    return b"".join(struct.pack("<I", (i * 2654435761) % 2**32) for i in range(size // 4))


def plain_zip() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("readme.txt", "hello")
    return out.getvalue()


def pdf_form(fields: list[bytes]) -> bytes:
    """A page that says `Ficha`, and form fields by what is in their dictionaries."""
    numbers = b" ".join(b"%d 0 R" % number for number in range(6, 6 + len(fields)))
    objects = [b"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/F 4/DA(/F1 12 Tf)%s>>" % field for field in fields]
    form = b"/AcroForm<</Fields[%s]/DR<</Font<</F1 5 0 R>>>>>>" % numbers
    return pdf_with(objects, catalog=form, page=b"/Annots[%s]" % numbers)


def pdf_with(objects: list[bytes], catalog: bytes = b"", page: bytes = b"", text: bytes = b"(Ficha)") -> bytes:
    """A page that says `Ficha` in the font 5, and these objects, numbered from 6, with what names them."""
    resources = b"/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>"
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R%s%s>>" % (resources, page),
        _stream(b"BT /F1 12 Tf 50 700 Td %s Tj ET" % text, b""),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    return assemble(bodies + objects)


def scanned_pdf() -> bytes:
    """A page with text, a picture of one, and a blank one."""
    document = FPDF()
    document.set_font("helvetica", size=12)
    document.add_page()
    document.cell(0, 8, "Primeira")
    document.add_page()
    document.image(Image.new("RGB", (60, 80), "gray"), 0, 0, 210, 297)
    document.add_page()
    return bytes(document.output())
