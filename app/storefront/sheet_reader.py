"""Child process of sheets.py: reads a CSV or XLSX from stdin, writes its rows as JSON to stdout.

Run by path with the standard library and python-calamine only: a crafted workbook can abort the whole process
or fill the memory, and then only this one ends.
"""

import csv
import datetime
import io
import json
import resource
import sys
import zipfile

MAX_ROWS, MAX_COLUMNS, MAX_CELL = 20_000, 60, 5_000
_MEMORY, _CPU_SECONDS = 1 << 30, 15
_MAX_UNPACKED, _MAX_ENTRIES = 300 << 20, 2_000

Cell = str | int | float


class Unreadable(Exception):
    """The file cannot be read; the message is Portuguese source text."""


def read(content: bytes) -> dict[str, object]:
    """Columns and rows of a file; raises Unreadable."""
    table = read_workbook(content) if content[:4] == b"PK\x03\x04" else read_text(content)
    table = [row for row in table if any(cell != "" for cell in row)]
    if not table:
        raise Unreadable("O arquivo não tem linhas.")
    width = min(MAX_COLUMNS, max(len(row) for row in table))
    first, *rest = table
    columns = [str(cell).strip()[:200] for cell in first[:width]] + [""] * (width - len(first))
    rows = [[*row[:width], *[""] * (width - len(row))] for row in rest[:MAX_ROWS]]
    return {"columns": columns, "rows": rows, "truncated": len(rest) > MAX_ROWS}


def read_workbook(content: bytes) -> list[list[Cell]]:
    """The first sheet with rows of an XLSX workbook."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) > _MAX_ENTRIES or sum(entry.file_size for entry in entries) > _MAX_UNPACKED:
                raise Unreadable("A planilha é grande demais.")
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        for name in workbook.sheet_names:
            rows = workbook.get_sheet_by_name(name).to_python(skip_empty_area=True)
            if rows:
                return [[_cell(value) for value in row[:MAX_COLUMNS]] for row in rows[: MAX_ROWS + 2]]
    except (CalamineError, zipfile.BadZipFile) as error:
        raise Unreadable("Não foi possível ler a planilha. Ela pode estar corrompida ou protegida.") from error
    return []


def read_text(content: bytes) -> list[list[Cell]]:
    """The rows of a CSV in any usual encoding and with any usual separator."""
    if content[:5] == b"%PDF-":
        raise Unreadable("Isto é um PDF. O catálogo precisa ser CSV ou XLSX.")
    text = decode(content)
    if "\0" in text:
        raise Unreadable("O arquivo não é um texto CSV.")
    csv.field_size_limit(1 << 20)
    delimiter = guess_delimiter(text)
    rows: list[list[Cell]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            rows.append([value.strip()[:MAX_CELL] for value in row[:MAX_COLUMNS]])
            if len(rows) > MAX_ROWS + 1:
                break
    except csv.Error as error:
        raise Unreadable("O CSV está malformado.") from error
    return rows


def decode(content: bytes) -> str:
    """UTF-8 with or without mark, UTF-16 with mark, else the Windows code page."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def guess_delimiter(text: str) -> str:
    """The separator that splits the first lines into the most columns, evenly."""
    sample = text[:20_000].splitlines()[:20]

    def score(delimiter: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(sample, delimiter=delimiter) if row]
        common = max(set(widths), key=widths.count, default=1)
        return (widths.count(common) if common > 1 else 0, common)

    return max(",;\t|", key=score)


def _cell(value: object) -> Cell:
    if isinstance(value, bool):
        return "sim" if value else "não"
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    if isinstance(value, int):
        return value
    if isinstance(value, datetime.date | datetime.time | datetime.datetime):
        return value.isoformat()
    return str(value).strip()[:MAX_CELL] if value is not None else ""


def main() -> None:
    """Read stdin within bounds of memory and time; write one JSON object."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        answer = read(sys.stdin.buffer.read())
    except Unreadable as error:
        answer = {"error": str(error)}
    except MemoryError:
        answer = {"error": "A planilha é grande demais."}
    json.dump(answer, sys.stdout, ensure_ascii=True)


if __name__ == "__main__":
    main()
