"""Runs in bench/.env-files: times other readers on files given by path. Usage: peer_files.py READER PATH ROUNDS."""

import json
import sys
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version

warnings.simplefilter("ignore")


def pypdf(path: str) -> int:
    from pypdf import PdfReader

    return sum(len(page.extract_text()) for page in PdfReader(path).pages)


def pymupdf(path: str) -> int:
    import pymupdf as mupdf

    with mupdf.open(path) as document:
        return sum(len(page.get_text()) for page in document)


def openpyxl(path: str) -> int:
    from openpyxl import load_workbook

    sheet = load_workbook(path, read_only=True, data_only=True).worksheets[0]
    return sum(1 for _ in sheet.iter_rows(values_only=True))


def fastexcel(path: str) -> int:
    import fastexcel as reader

    # As rows of Python values, which is what everybody here ends with.
    return len(reader.read_excel(path).load_sheet(0).to_polars().rows())


def polars(path: str) -> int:
    import polars as frames

    return len(frames.read_excel(path).rows())


READERS: dict[str, Callable[[str], int]] = {
    reader.__name__: reader for reader in (pypdf, pymupdf, openpyxl, fastexcel, polars)
}
name, file, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
READERS[name](file)
seconds = []
for _ in range(rounds):
    started = time.perf_counter()
    READERS[name](file)
    seconds.append(time.perf_counter() - started)
print(json.dumps({"seconds": seconds, "version": version(name)}))
