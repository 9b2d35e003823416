"""Text on layers of a page that are switched off. pdfium reads it, and tells their state only by what it draws.

Tests: tests/files/test_layers.py.
"""

import ctypes
import mmap
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

_LAYERS = b"/OCProperties"
_PACKED = re.compile(rb"/ObjStm\b[^>]{0,500}>>\s*stream\r?\n")
_MOST_PACKED = 16 << 20  # bytes
_MOST_LAYERS = 32  # of a page
_GROUNDS = (0x9C, 0x35)  # greys: what is drawn in the one shows on the other
_PIXELS = 1000  # of a page's longer side, at most
_LONGEST_NAME = 512  # bytes

# All but the one that draws nothing, and the one that only cuts what is drawn after it.
_VISIBLE = (
    pdfium_c.FPDF_TEXTRENDERMODE_FILL,
    pdfium_c.FPDF_TEXTRENDERMODE_STROKE,
    pdfium_c.FPDF_TEXTRENDERMODE_FILL_STROKE,
    pdfium_c.FPDF_TEXTRENDERMODE_FILL_CLIP,
    pdfium_c.FPDF_TEXTRENDERMODE_STROKE_CLIP,
    pdfium_c.FPDF_TEXTRENDERMODE_FILL_STROKE_CLIP,
)

Layer = tuple[str, ...]  # one within another


def has_layers(path: Path) -> bool:
    """Whether the document has layers; in a file that compresses its objects, as far as they were read."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data.find(_LAYERS) >= 0:
            return True
        left = _MOST_PACKED
        for stream in _PACKED.finditer(data):
            unpacker = zlib.decompressobj()
            with suppress(zlib.error):
                body = unpacker.decompress(data[stream.end() : data.find(b"endstream", stream.end())], left)
                left -= len(body)
                if _LAYERS in body:
                    return True
            if left <= 0:
                break
    return False


def take_off_hidden(page: pdfium.PdfPage) -> None:
    """Remove the text of the page's layers that are not drawn."""
    objects = [pdfium_c.FPDFPage_GetObject(page.raw, at) for at in range(pdfium_c.FPDFPage_CountObjects(page.raw))]
    layers: dict[Layer, list[object]] = {}
    for one in objects:
        if pdfium_c.FPDFPageObj_GetType(one) == pdfium_c.FPDF_PAGEOBJ_TEXT and (layer := tuple(_layers(one))):
            layers.setdefault(layer, []).append(one)
    if not layers or len(layers) > _MOST_LAYERS:
        return
    hidden = [texts for texts in layers.values() if not _is_drawn(page, objects, texts)]
    for one in (one for texts in hidden for one in texts):
        pdfium_c.FPDFPage_RemoveObject(page.raw, one)
        pdfium_c.FPDFPageObj_Destroy(one)


def _layers(one: object) -> Iterator[str]:
    """The names of the layers that an object is on."""
    name = ctypes.create_string_buffer(_LONGEST_NAME)
    size = ctypes.c_ulong()
    for at in range(pdfium_c.FPDFPageObj_CountMarks(one)):
        mark = pdfium_c.FPDFPageObj_GetMark(one, at)
        places = ctypes.cast(name, ctypes.POINTER(ctypes.c_ushort))
        pdfium_c.FPDFPageObjMark_GetName(mark, places, _LONGEST_NAME, size)
        if name.raw[: size.value] == "OC\0".encode("utf-16-le"):
            found = pdfium_c.FPDFPageObjMark_GetParamStringValue(mark, b"Name", places, _LONGEST_NAME, size)
            yield name.raw[: size.value].decode("utf-16-le", "replace") if found else ""


def _is_drawn(page: pdfium.PdfPage, objects: list[object], texts: list[object]) -> bool:
    """Whether any of the texts leaves a trace, drawn alone; also where none would: letters behind a scan, say."""
    drawn = [one for one in texts if pdfium_c.FPDFTextObj_GetTextRenderMode(one) in _VISIBLE]
    if not drawn:
        return True
    kept = {id(one) for one in drawn}
    for one in objects:
        pdfium_c.FPDFPageObj_SetIsActive(one, id(one) in kept)
    try:
        return any(_is_marked(page, ground) for ground in _GROUNDS)
    finally:
        for one in objects:
            pdfium_c.FPDFPageObj_SetIsActive(one, True)


def _is_marked(page: pdfium.PdfPage, ground: int) -> bool:
    """Whether the page, drawn on this ground, is anything but that."""
    picture = page.render(
        scale=min(0.5, _PIXELS / max(page.get_size())),
        fill_color=(ground, ground, ground, 255),
        grayscale=True,
        draw_annots=False,
        may_draw_forms=False,
    )
    try:
        pixels, blank = memoryview(picture.buffer).cast("B"), bytes([ground]) * picture.width
        starts = range(0, picture.stride * picture.height, picture.stride)
        return any(pixels[start : start + picture.width] != blank for start in starts)
    finally:
        picture.close()
