"""PDF, CSV and XLSX to text, tables and chunks, photos to pictures, in killable child processes. Knows no HTTP.

`FilePool` is the way in; parsers run only in its children (`worker.py`). Tests: tests/files/.
"""

from app.files.errors import FileError, FilesBusy, FileTooLarge, UnreadableFile, UnsupportedFormat
from app.files.pool import FilePool
from app.files.types import (
    Chunk,
    Chunking,
    Extracted,
    FileFormat,
    Flaw,
    FlawCode,
    Limits,
    Picture,
    PictureKind,
    Table,
    TableFile,
)

__all__ = [
    "Chunk",
    "Chunking",
    "Extracted",
    "FileError",
    "FileFormat",
    "FilePool",
    "FileTooLarge",
    "FilesBusy",
    "Flaw",
    "FlawCode",
    "Limits",
    "Picture",
    "PictureKind",
    "Table",
    "TableFile",
    "UnreadableFile",
    "UnsupportedFormat",
]
