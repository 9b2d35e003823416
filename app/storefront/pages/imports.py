"""/products/import: the catalogue wizard, file → columns → trial → result by row. Templates: products/import*.html.

Tests: test_import_pages.py.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError, Json
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.mapping import FIELDS, NOTES, RowError, build_items, guess, is_note, keep_rest, problem
from app.storefront.refusals import error_message, row_message
from app.storefront.rendering import done, render, text
from app.storefront.sheets import Sheet, SheetError, Workbook, read_workbook
from app.storefront.site import site_of

# As the backend takes them: a batch has at most 5,000 rows and 10 MiB.
_CHUNK, _CHUNK_BYTES = 5_000, 8 << 20
_SHOWN = 8
_FIELD_OF = {"price_cents": "price", "options": "option", "attributes": "attribute"}
_EXPIRED = "O arquivo expirou. Envie de novo."
_TEMPLATE = (
    ("nome", "sku", "categoria", "preço", "estoque", "descrição", "grupo de variantes", "tamanho", "cor", "material"),
    ("Camiseta Pima M azul", "CAM-M-AZ", "Camisetas", "69,90", "40", "Malha macia", "CAM", "M", "Azul", "Algodão"),
    ("Camiseta Pima G azul", "CAM-G-AZ", "Camisetas", "69,90", "25", "Malha macia", "CAM", "G", "Azul", "Algodão"),
    ("Caneca esmaltada", "CAN-07", "Casa", "49,90", "", "350 ml, vai ao fogo", "", "", "", "Aço"),
)  # fmt: skip


@dataclass
class Result:
    """What became of the rows, or of a trial would become."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    errors: list[RowError] = field(default_factory=list)
    price_changes: list[Json] = field(default_factory=list)


async def choose_file(request: Request) -> Response:
    """Step 1: the file."""
    desk = await open_desk(request)
    return render(request, "products/import_file.html", store=desk.store)


async def send_template(request: Request) -> Response:
    """A table to begin with."""
    return _csv_file("modelo-de-produtos.csv", [list(row) for row in _TEMPLATE])


@submits(choose_file)
async def receive_file(request: Request) -> Response:
    """Read the file and go on to its columns."""
    desk, form = await open_desk(request), await read_form(request)
    upload = form.file("file")
    if upload is None:
        raise FormError("file", "Escolha um arquivo.")
    try:
        book = await read_workbook(site_of(request).backend.public, await upload.read(), upload.filename or "")
    except SheetError as error:
        raise FormError("file", str(error)) from error
    name = site_of(request).sheets.keep(_owner(desk), book)
    return done(request, f"/products/import/{name}")


async def choose_columns(request: Request) -> Response:
    """Step 2: which sheet, which row is its heading, and which column is what."""
    desk = await open_desk(request)
    book = _book(request, desk)
    if book is None:
        return done(request, "/products/import", _EXPIRED)
    at, heading = _place(request, book)
    sheet = book.sheet(at, heading)
    samples = _samples(sheet)
    form = getattr(request.state, "form", None)
    fields = _chosen(sheet, form.draft()) if form else keep_rest(sheet.columns, guess(sheet.columns), samples)
    return render(
        request,
        "products/import_columns.html",
        sheet=sheet,
        sheets=[(number, table["sheet"], len(table["rows"])) for number, table in enumerate(book.tables)],
        headings=[(number, " · ".join(filter(None, row))[:80]) for number, row in enumerate(book.headings(at))],
        at=at,
        heading=heading,
        columns=list(zip(sheet.columns, fields, samples, strict=True)),
        rows=list(zip(sheet.row_numbers, sheet.rows, strict=True))[:_SHOWN],
        options=[("", text(request, "Ignorar")), *((code, text(request, name)) for code, name in FIELDS.items())],
        store=desk.store,
    )


@submits(choose_columns)
async def import_rows(request: Request) -> Response:
    """Step 3: a trial that writes nothing; step 4: upsert every row. A bad row never loses the good ones."""
    desk, form = await open_desk(request), await read_form(request)
    book = _book(request, desk)
    if book is None:
        return done(request, "/products/import", _EXPIRED)
    at, heading = _place(request, book)
    sheet = book.sheet(at, heading)
    fields = _chosen(sheet, form.draft())
    refusal = problem(fields)
    if refusal:
        raise FormError("column-0", refusal)
    trial = form.raw("step") != "import"
    result = await _upsert(desk, sheet, fields, dry_run=trial)
    name = str(request.path_params["name"])
    site_of(request).sheets.keep_bad(name, _bad_rows(request, sheet, result.errors))
    return render(
        request,
        "products/import_check.html" if trial else "products/import_result.html",
        result=result,
        sheet=sheet,
        name=name,
        field_names=FIELDS,
        place=f"?sheet={at}&heading={heading}",
        mapping=[(f"column-{number}", code) for number, code in enumerate(fields)],
    )


async def send_bad_rows(request: Request) -> Response:
    """The rows that did not come in, with the reason, to be mended and sent again."""
    desk = await open_desk(request)
    rows = site_of(request).sheets.load_bad(str(request.path_params["name"])) if _book(request, desk) else []
    if not rows:
        return done(request, "/products/import", _EXPIRED)
    return _csv_file("linhas-para-corrigir.csv", rows)


async def _upsert(desk: Desk, sheet: Sheet, fields: list[str], *, dry_run: bool) -> Result:
    items, errors = build_items(sheet, fields)
    result = Result(errors=errors)
    for start, chunk in _chunks(items):
        body: dict[str, Any] = {"store_id": desk.store_id, "items": [item for _, item in chunk], "dry_run": dry_run}
        try:
            answer = await desk.backend.post("/internal/products/batch-upsert", body, slow=True)
        except ApiError as error:
            # Earlier chunks are in: say which rows are not, instead of failing the whole.
            if start == 0:
                raise
            result.errors.extend(RowError(row, error_message(error)) for row, _ in items[start:])
            break
        result.created += answer["created"]
        result.updated += answer["updated"]
        result.unchanged += answer["unchanged"]
        result.errors.extend(_row_error(chunk, bad) for bad in answer["errors"])
        result.price_changes.extend(answer.get("price_changes") or [])
    result.errors.sort(key=lambda bad: bad.row)
    return result


def _chunks(items: list[tuple[int, Json]]) -> Iterator[tuple[int, list[tuple[int, Json]]]]:
    """The items in batches the backend takes, each with where it begins."""
    start, size = 0, 0
    for at, (_, item) in enumerate(items):
        length = len(json.dumps(item))
        if at > start and (at - start == _CHUNK or size + length > _CHUNK_BYTES):
            yield start, items[start:at]
            start, size = at, 0
        size += length
    if items[start:]:
        yield start, items[start:]


def _row_error(chunk: list[tuple[int, Json]], bad: Json) -> RowError:
    row, item = chunk[bad["index"]]
    named = bad.get("field") or ""
    known = _FIELD_OF.get(named, named)
    return RowError(
        row,
        row_message(bad["detail"]),
        known if known in FIELDS else "",
        item.get("name", ""),
        item.get("sku", ""),
    )


def _bad_rows(request: Request, sheet: Sheet, errors: list[RowError]) -> list[list[str]]:
    if not errors:
        return []
    kept = [at for at, column in enumerate(sheet.columns) if not is_note(column)]
    cells = dict(zip(sheet.row_numbers, sheet.rows, strict=True))
    heading = [*(sheet.columns[at] for at in kept), *(text(request, name) for name in NOTES)]
    said = [
        [
            *(cells[bad.row][at] for at in kept),
            str(bad.row),
            text(request, FIELDS.get(bad.field, "")),
            text(request, bad.reason),
        ]
        for bad in errors
    ]
    return [heading, *said]


def _csv_file(name: str, rows: list[list[str]]) -> Response:
    """As spreadsheets of the country open it: semicolons, and a mark that says UTF-8."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response("\ufeff" + out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _owner(desk: Desk) -> str:
    return f"{desk.company.id}/{desk.store_id}"


def _book(request: Request, desk: Desk) -> Workbook | None:
    return site_of(request).sheets.load(_owner(desk), str(request.path_params["name"]))


def _place(request: Request, book: Workbook) -> tuple[int, int]:
    """The sheet and the heading row that the query names; the fullest and the reader's where it does not."""
    at = _number(request, "sheet", len(book.tables), book.fullest)
    # A heading needs a row below it.
    return at, _number(request, "heading", min(len(book.headings(at)), len(book.tables[at]["rows"])), 0)


def _number(request: Request, name: str, below: int, otherwise: int) -> int:
    value = request.query_params.get(name, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 4 and int(value) < below else otherwise


def _chosen(sheet: Sheet, draft: dict[str, str]) -> list[str]:
    picked = [draft.get(f"column-{index}", "") for index in range(len(sheet.columns))]
    return [name if name in FIELDS else "" for name in picked]


def _samples(sheet: Sheet) -> list[str]:
    """The first filled cell of each column."""
    return [
        next((str(row[index]) for row in sheet.rows[:50] if row[index] != ""), "")
        for index in range(len(sheet.columns))
    ]


routes = [
    Route("/products/import", choose_file, methods=["GET"]),
    Route("/products/import", receive_file, methods=["POST"]),
    Route("/products/import/template.csv", send_template, methods=["GET"]),
    Route("/products/import/{name}", choose_columns, methods=["GET"]),
    Route("/products/import/{name}", import_rows, methods=["POST"]),
    Route("/products/import/{name}/errors.csv", send_bad_rows, methods=["GET"]),
]
