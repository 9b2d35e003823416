"""Catalogue files: read by the backend's file reader, kept on disk between the wizard's steps.

Tests: test_sheets.py.
"""

import json
import os
import re
import secrets
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from app.storefront.backend import Scope

_KEPT_S = 3600
_HEADINGS = 8
_NAME = re.compile(r"[A-Za-z0-9_-]{20,40}")


class SheetError(Exception):
    """The file holds no catalogue; the message is Portuguese source text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its heading. `row_numbers[i]` is where `rows[i]` stands in the file.

    `exact`: the file is a workbook, whose numbers come with a decimal point. `truncated`: rows beyond the
    reader's limit were left out. `flaws`: what its reader had to say, `{code, sheet?, row?}`.
    """

    columns: list[str]
    rows: list[list[str]]
    row_numbers: list[int]
    exact: bool
    truncated: bool
    filename: str
    flaws: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Workbook:
    """Every table of a file as the reader found it, `{sheet, columns, rows, row_numbers}`; a CSV has one."""

    tables: list[dict[str, Any]]
    exact: bool
    truncated: bool
    filename: str
    flaws: list[dict[str, Any]] = field(default_factory=list)

    @property
    def fullest(self) -> int:
        """Which table has the most rows: the one that is offered first."""
        return max(range(len(self.tables)), key=lambda at: len(self.tables[at]["rows"]))

    def headings(self, at: int) -> list[list[str]]:
        """The rows that may be a table's heading: the one the reader took, and those below it."""
        table = self.tables[at]
        return [table["columns"], *table["rows"][:_HEADINGS]]

    def sheet(self, at: int, heading: int) -> Sheet:
        """A table below the heading of that number (0: the reader's)."""
        table = self.tables[at]
        columns = self.headings(at)[heading]
        rows = table["rows"][heading:]
        width = max([len(columns), *map(len, rows)], default=0)
        return Sheet(
            columns=columns + [""] * (width - len(columns)),
            rows=[row + [""] * (width - len(row)) for row in rows],
            row_numbers=table["row_numbers"][heading:],
            exact=self.exact,
            truncated=self.truncated,
            filename=self.filename,
            flaws=[flaw for flaw in self.flaws if flaw.get("sheet") in (None, table["sheet"], *self._unread)],
        )

    @property
    def _unread(self) -> set[str]:
        """Sheets that are no table of this file."""
        return {flaw["sheet"] for flaw in self.flaws if flaw["code"] == "hidden-sheet"}


async def read_workbook(public: Scope, content: bytes, filename: str) -> Workbook:
    """The tables of a CSV or XLSX. Raises SheetError for a file without one, ApiError for a bad file."""
    read = await public.send_file(
        "/process-file", filename or "arquivo", content, "application/octet-stream", tables="true"
    )
    found = (read.get("tables") or {}).get("tables") or []
    if not found:
        raise SheetError("Isto não é uma planilha. O catálogo precisa ser CSV ou XLSX.")
    filled = [table for table in found if table["rows"]]
    if not filled:
        raise SheetError("O arquivo só tem o cabeçalho.")
    return Workbook(
        tables=filled,
        exact=read["format"] == "xlsx",
        truncated=read["tables"]["truncated"],
        filename=filename[:200],
        flaws=read["warnings"],
    )


class KeptSheets:
    """Files between two steps of the wizard, as they were read: under DATA_DIR, for an hour, for their owner alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, owner: str, book: Workbook) -> str:
        """Store a file; returns its name. Files left behind are removed."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._sweep()
        name = secrets.token_urlsafe(18)
        descriptor = os.open(self._path(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({"owner": owner, "book": asdict(book)}, file)
        return name

    def load(self, owner: str, name: str) -> Workbook | None:
        """The file of this owner, or None when it is gone."""
        if not _NAME.fullmatch(name):
            return None
        try:
            body = json.loads(self._path(name).read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return Workbook(**body["book"]) if body["owner"] == owner else None

    def keep_bad(self, name: str, rows: list[list[str]]) -> None:
        """Store the rows of a file that did not come in, as they are to be downloaded. `load` has seen its owner."""
        self._bad(name).write_text(json.dumps(rows), "utf-8")

    def load_bad(self, name: str) -> list[list[str]]:
        """Those rows; none when there were none."""
        try:
            rows: list[list[str]] = json.loads(self._bad(name).read_text("utf-8"))
        except FileNotFoundError:
            return []
        return rows

    def _bad(self, name: str) -> Path:
        return self._folder / f"{name}.bad.json"

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _sweep(self) -> None:
        for path in self._folder.glob("*.json"):
            try:
                if path.stat().st_mtime < time.time() - _KEPT_S:
                    path.unlink()
            except FileNotFoundError:
                continue
