"""What an upload may say and what comes back."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from app.features.documents.chunking import DEFAULT_TOKENS
from app.files import FileFormat, Flaw
from app.web.forms import UploadedFile

ChunkTokens = Annotated[int, Meta(ge=8, le=8192, description="Budget of a chunk in the embedding model's tokens")]
OverlapTokens = Annotated[int, Meta(ge=0, le=4096, description="At most half of chunk_tokens; default a tenth")]


class ProcessFileForm(Struct, kw_only=True):
    """The multipart form of POST /process-file."""

    file: UploadedFile
    chunk_tokens: ChunkTokens = DEFAULT_TOKENS
    overlap_tokens: OverlapTokens | None = None
    embed: bool = False
    tables: bool = False


class ProcessedChunk(Struct, kw_only=True, omit_defaults=True):
    """A piece of the text with its page, or its sheet and first row (the heading is row 1)."""

    index: int
    text: str
    tokens: int
    page: int | None = None
    sheet: str | None = None
    row_start: int | None = None
    embedding: list[float] | None = None


class FileTable(Struct, kw_only=True):
    """A sheet as headings and rows; `row_numbers[i]` is where `rows[i]` stands in the sheet."""

    sheet: str | None
    columns: list[str]
    rows: list[list[str]]
    row_numbers: list[int]


class FileTables(Struct, kw_only=True):
    """Every table of a CSV or XLSX with what was inferred about it."""

    format: FileFormat
    encoding: str | None
    delimiter: str | None
    tables: list[FileTable]
    truncated: bool


class PerformanceMetrics(Struct, kw_only=True):
    """What the work took, measured where it was done."""

    bytes: int
    chars: int
    pages: int | None
    read_ms: float
    extract_ms: float
    chunk_ms: float
    embed_ms: float | UnsetType = UNSET
    total_ms: float


class ProcessedFile(Struct, kw_only=True, omit_defaults=True):
    """Text and chunks of an upload. `rows` counts data rows, without headings; `warnings` names at most 100 flaws."""

    filename: str
    format: FileFormat
    text: str
    pages: int | None = None
    sheets: int | None = None
    rows: int | None = None
    chunks: list[ProcessedChunk]
    tables: FileTables | None = None
    truncated: bool
    warnings: list[Flaw]
    performance_metrics: PerformanceMetrics


class SupportedFormat(Struct):
    """A format /process-file accepts."""

    format: FileFormat
    name: str
    extensions: list[str]
    content_types: list[str]
    notes: str


class SupportedFormats(Struct):
    """All formats and the limits of one upload."""

    formats: list[SupportedFormat]
    max_bytes: int
    max_pages: int
    max_rows: int
    max_chars: int
    detected_by: str
