"""Files kept by the storefront itself, one folder per company under DATA_DIR: the object storage of one box.

Tests: test_parts.py.
"""

import os
import re
import shutil
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

_COMPANY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_FILE = re.compile(r"[0-9a-f]{64}\.(?:pdf|png|jpg|webp|gif|heic|xlsx|csv)")
# The kinds of HEIF that phones write.
_HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
# Bytes of a text that become one document; it is shown in a form, where lines and letters weigh more.
_MOST_TEXT = 900_000
HEIC = "Nem todo aparelho abre uma foto HEIC. Salve-a como JPG no celular ou no computador e envie de novo."
"""Why a photo that goes to customers is refused (Portuguese source text)."""
CONTENT_TYPES = {
    "pdf": "application/pdf",
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
    "heic": "image/heic",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
}


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that was kept: its name within the company's folder, digest and kind."""

    name: str
    sha256: str
    content_type: str


def kind_of(content: bytes) -> str:
    """File kind by content, never by name; text of any sort counts as csv, '' for anything else."""
    head = content[:16]
    if head.startswith(b"%PDF-"):
        return "pdf"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "webp"
    if head.startswith((b"GIF87a", b"GIF89a")):
        return "gif"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIC:
        return "heic"
    if head.startswith(b"PK\x03\x04"):
        return "xlsx"
    return "csv" if content and b"\0" not in content[:4096] else ""


class FileStore:
    """Keeps files by their digest, so the same file twice is one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, company_id: str, content: bytes, kind: str) -> StoredFile:
        """Write a file (complete or not at all) and say where it is."""
        digest = sha256(content).hexdigest()
        folder = self._company(company_id)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = folder / f"{digest}.{kind}"
        if not path.exists():
            part = path.with_suffix(f".{os.getpid()}.part")
            part.write_bytes(content)
            part.replace(path)
        return StoredFile(path.name, digest, CONTENT_TYPES[kind])

    def find(self, company_id: str, name: str) -> Path | None:
        """The path of a company's file, or None."""
        if not _FILE.fullmatch(name):
            return None
        path = self._company(company_id) / name
        return path if path.is_file() else None

    def count(self, company_id: str) -> int:
        """How many files the company has."""
        folder = self._company(company_id)
        return sum(1 for _ in folder.iterdir()) if folder.is_dir() else 0

    def erase(self, company_id: str) -> None:
        """Remove all files of the company."""
        shutil.rmtree(self._company(company_id), ignore_errors=True)

    def _company(self, company_id: str) -> Path:
        if not _COMPANY.fullmatch(company_id):
            raise ValueError("not a company id")
        return self._folder / company_id


def open_file_store(data_dir: Path) -> FileStore:
    """The store of a box whose DATA_DIR this is."""
    return FileStore(data_dir / "storefront" / "files")


def beginning(text: str) -> str:
    """As much of a file's text as one document takes, in whole lines where it has any."""
    kept = text.encode()[:_MOST_TEXT].decode(errors="ignore")
    if len(kept) == len(text):
        return text
    return kept[: kept.rfind("\n", len(kept) // 2) + 1] or kept
