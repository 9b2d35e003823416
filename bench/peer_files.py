"""Times one reader of files, in an environment of its own: peer_files.py READER PATH; each line on stdin is a round.

READER is ours (as the child process of app/files runs it) or a peer's; with "values" behind it, a table's cells stay
what they are in the file instead of becoming text. Answers: {"version", "seconds"} a line.
"""

import gc
import json
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

warnings.simplefilter("ignore")


def ours(path: str) -> object:
    from app.files.pdf import open_pdf, read_pages
    from app.files.tables import Budget, structure
    from app.files.types import Limits
    from app.files.xlsx import open_workbook

    gc.disable()  # as the child does
    if path.endswith(".pdf"):
        document = open_pdf(Path(path))
        read = read_pages(document, Limits(max_chars=100_000_000))
        document.close()
        return [section.text for section in read.sections]
    return structure(
        open_workbook(Path(path)).rows("Produtos", units=False), Budget(1_000_000, 100_000_000, 1000), None
    )


def ours_values(path: str) -> object:
    from python_calamine import CalamineWorkbook

    gc.disable()
    return list(CalamineWorkbook.from_path(Path(path)).get_sheet_by_name("Produtos").iter_rows())


def pypdf(path: str) -> object:
    from pypdf import PdfReader

    return [page.extract_text() for page in PdfReader(path).pages]


def pymupdf(path: str) -> object:
    import pymupdf as mupdf

    with mupdf.open(path) as document:
        return [page.get_text() for page in document]


def openpyxl(path: str) -> object:
    return [["" if value is None else str(value) for value in row] for row in _openpyxl(path)]


def openpyxl_values(path: str) -> object:
    return list(_openpyxl(path))


def _openpyxl(path: str) -> Iterator[tuple[object, ...]]:
    from openpyxl import load_workbook

    sheet = load_workbook(path, read_only=True, data_only=True).worksheets[0]
    rows: Iterator[tuple[object, ...]] = sheet.iter_rows(values_only=True)
    return rows


def fastexcel(path: str) -> object:
    import fastexcel as reader

    return reader.read_excel(path).load_sheet(0, dtypes="string").to_polars().rows()


def fastexcel_values(path: str) -> object:
    import fastexcel as reader

    return reader.read_excel(path).load_sheet(0).to_polars().rows()


def polars(path: str) -> object:
    import polars as frames

    return frames.read_excel(path, infer_schema_length=0).rows()


def polars_values(path: str) -> object:
    import polars as frames

    return frames.read_excel(path).rows()


OF_TABLES: tuple[Callable[[str], object], ...] = (
    ours_values, openpyxl, openpyxl_values, fastexcel, fastexcel_values, polars, polars_values,
)  # fmt: skip
READERS = {reader.__name__: reader for reader in (ours, pypdf, pymupdf, *OF_TABLES)}


def main() -> None:
    """Read the file once a line."""
    name, path = sys.argv[1], sys.argv[2]
    read = READERS[name]
    package = {"ours": "pypdfium2" if path.endswith(".pdf") else "python-calamine"}.get(name.removesuffix("_values"))
    found = version(package or name.removesuffix("_values"))
    for _ in sys.stdin:
        started = time.perf_counter()
        read(path)
        print(json.dumps({"version": found, "seconds": time.perf_counter() - started}), flush=True)


if __name__ == "__main__":
    main()
