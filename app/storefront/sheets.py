"""Catalogue files: read by the backend's file reader, kept on disk between the wizard's steps.

Tests: test_sheets.py.
"""

import json
import os
import re
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from app.storefront.backend import Scope

_KEPT_S = 3600
_NAME = re.compile(r"[A-Za-z0-9_-]{20,40}")


class SheetError(Exception):
    """The file holds no catalogue; the message is Portuguese source text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its heading. `row_numbers[i]` is where `rows[i]` stands in the file.

    `exact`: the file is a workbook, whose numbers come with a decimal point. `truncated`: rows beyond the
    reader's limit were left out.
    """

    columns: list[str]
    rows: list[list[str]]
    row_numbers: list[int]
    exact: bool
    truncated: bool
    filename: str


async def read_sheet(public: Scope, content: bytes, filename: str) -> Sheet:
    """The fullest table of a CSV or XLSX. Raises SheetError for a file without one, ApiError for a bad file."""
    read = await public.send_file(
        "/process-file", filename or "arquivo", content, "application/octet-stream", tables="true"
    )
    found = (read.get("tables") or {}).get("tables") or []
    if not found:
        raise SheetError("Isto não é uma planilha. O catálogo precisa ser CSV ou XLSX.")
    table = max(found, key=lambda one: len(one["rows"]))
    if not table["rows"]:
        raise SheetError("O arquivo só tem o cabeçalho.")
    return Sheet(
        columns=table["columns"],
        rows=table["rows"],
        row_numbers=table["row_numbers"],
        exact=read["format"] == "xlsx",
        truncated=read["tables"]["truncated"],
        filename=filename[:200],
    )


class KeptSheets:
    """Sheets between two steps of the wizard: one file each under DATA_DIR, for an hour, for their owner alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, owner: str, sheet: Sheet) -> str:
        """Store a sheet; returns its name. Sheets left behind are removed."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._sweep()
        name = secrets.token_urlsafe(18)
        descriptor = os.open(self._path(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({"owner": owner, "sheet": asdict(sheet)}, file)
        return name

    def load(self, owner: str, name: str) -> Sheet | None:
        """The sheet of this owner, or None when it is gone."""
        if not _NAME.fullmatch(name):
            return None
        try:
            body = json.loads(self._path(name).read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return Sheet(**body["sheet"]) if body["owner"] == owner else None

    def drop(self, name: str) -> None:
        """Remove a sheet that was imported."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _sweep(self) -> None:
        for path in self._folder.glob("*.json"):
            try:
                if path.stat().st_mtime < time.time() - _KEPT_S:
                    path.unlink()
            except FileNotFoundError:
                continue
