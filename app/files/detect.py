"""What a file is, from its bytes alone; refuses what would hurt a parser. Runs in the child process."""

import zipfile
from pathlib import Path

from app.files.errors import UnreadableFile, UnsupportedFormat
from app.files.types import FileFormat

_OLE2 = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_PDF_HEADER_WITHIN = 1024  # readers accept leading rubbish up to here

MAX_ZIP_ENTRIES = 4_096
MAX_UNPACKED = 400 * 1024 * 1024
MAX_RATIO = 200  # real sheets reach some 60
RATIO_FREE = 20 * 1024 * 1024  # below this size a high ratio harms nobody


def detect(path: Path) -> FileFormat:
    """The file's format; text that may be a table is "csv" (csvfile.py has the last word).

    Raises UnsupportedFormat for anything else and UnreadableFile for an empty, encrypted or dangerous file.
    """
    with path.open("rb") as file:
        head = file.read(_PDF_HEADER_WITHIN + 8)
    if not head:
        raise UnreadableFile("The file is empty.")
    if b"%PDF-" in head:
        return "pdf"
    if head.startswith(_OLE2):
        _refuse_ole2(path)
    if head.startswith(b"PK\x03\x04"):
        check_workbook(path, head)
        return "xlsx"
    if head.startswith((b"PK\x05\x06", b"PK\x07\x08")):
        raise UnsupportedFormat("The file is a ZIP archive, not an XLSX workbook.")
    return "csv"


def _refuse_ole2(path: Path) -> None:
    # An encrypted XLSX is an OLE2 container around the real package; other OLE2 files are XLS or DOC.
    if _ENCRYPTED_PACKAGE in path.read_bytes():
        raise UnreadableFile("The workbook is protected with a password. Remove it and send the file again.")
    raise UnsupportedFormat("Old binary Office files are not accepted. Save the table as XLSX or CSV.")


def check_workbook(path: Path, head: bytes) -> None:
    """Look at a ZIP's directory before any parser unpacks it.

    Raises UnsupportedFormat when it is no XLSX, UnreadableFile when it is damaged, encrypted or a bomb.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        if _looks_like_workbook(head):
            raise UnreadableFile("The workbook is damaged or incomplete.") from None
        raise UnsupportedFormat("The file is a damaged ZIP archive, not an XLSX workbook.") from None
    names = {entry.filename for entry in entries}
    if "xl/workbook.xml" not in names:
        raise UnsupportedFormat("The file is a ZIP archive but not an XLSX workbook.")
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableFile("The workbook is encrypted. Remove the protection and send the file again.")
    unpacked = sum(entry.file_size for entry in entries)
    packed = max(1, sum(entry.compress_size for entry in entries))
    if len(entries) > MAX_ZIP_ENTRIES or len(names) != len(entries):
        raise UnreadableFile("The workbook has too many or duplicate parts.")
    if unpacked > MAX_UNPACKED or (unpacked > RATIO_FREE and unpacked / packed > MAX_RATIO):
        raise UnreadableFile("The workbook unpacks to far more than its own size and was not opened.")


def _looks_like_workbook(head: bytes) -> bool:
    name = head[30:60]
    return name.startswith((b"[Content_Types].xml", b"xl/", b"_rels/", b"docProps/"))
