"""Catalogue files: read in a child process that may die, kept on disk between the wizard's steps.

Tests: test_sheets.py.
"""

import asyncio
import json
import os
import re
import secrets
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_READER = Path(__file__).with_name("sheet_reader.py")
_SECONDS = 20
_KEPT_S = 3600
_NAME = re.compile(r"[A-Za-z0-9_-]{20,40}")

Cell = str | int | float


class SheetError(Exception):
    """The file cannot be read; the message is Portuguese source text."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its heading; `truncated` when rows beyond the limit were left out."""

    columns: list[str]
    rows: list[list[Cell]]
    truncated: bool
    filename: str = ""


async def read_sheet(content: bytes, filename: str) -> Sheet:
    """Rows of a CSV or XLSX. Raises SheetError with the reason for people."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-I",
        str(_READER),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8"},
    )
    try:
        async with asyncio.timeout(_SECONDS):
            output, _ = await process.communicate(content)
    except TimeoutError as error:
        raise SheetError("O arquivo demorou demais para ser lido.") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return _parse(output if process.returncode == 0 else b"", filename)


def _parse(output: bytes, filename: str) -> Sheet:
    try:
        answer: dict[str, Any] = json.loads(output)
    except ValueError as error:
        raise SheetError("Não foi possível ler o arquivo. Ele pode estar corrompido.") from error
    if "error" in answer:
        raise SheetError(str(answer["error"]))
    if not answer["rows"]:
        raise SheetError("O arquivo só tem o cabeçalho.")
    return Sheet(answer["columns"], answer["rows"], answer["truncated"], filename[:200])


class KeptSheets:
    """Sheets between two steps of the wizard: one file each under DATA_DIR, for an hour, for their owner alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, owner: str, sheet: Sheet) -> str:
        """Store a sheet; returns its name. Sheets left behind are removed."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._sweep()
        name = secrets.token_urlsafe(18)
        body = {"owner": owner, "columns": sheet.columns, "rows": sheet.rows, "truncated": sheet.truncated}
        body["filename"] = sheet.filename
        descriptor = os.open(self._path(name), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(body, file)
        return name

    def load(self, owner: str, name: str) -> Sheet | None:
        """The sheet of this owner, or None when it is gone."""
        if not _NAME.fullmatch(name):
            return None
        try:
            body = json.loads(self._path(name).read_text("utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        if body["owner"] != owner:
            return None
        return Sheet(body["columns"], body["rows"], body["truncated"], body["filename"])

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
