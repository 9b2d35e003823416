"""/products/import: the catalogue wizard, file → columns → result by row. Templates: products/import*.html.

Tests: test_import_pages.py.
"""

from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.storefront.backend import ApiError
from app.storefront.desk import Desk, open_desk
from app.storefront.forms import FormError, read_form, submits
from app.storefront.mapping import FIELDS, RowError, build_items, guess, problem
from app.storefront.rendering import done, render, text
from app.storefront.sheets import Sheet, SheetError, read_sheet
from app.storefront.site import site_of

_CHUNK = 1_000
_SHOWN = 8


@dataclass
class Result:
    """What became of the rows."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    errors: list[RowError] = field(default_factory=list)


async def choose_file(request: Request) -> Response:
    """Step 1: the file."""
    desk = await open_desk(request)
    return render(request, "products/import_file.html", store=desk.store)


@submits(choose_file)
async def receive_file(request: Request) -> Response:
    """Read the file and go on to its columns."""
    desk, form = await open_desk(request), await read_form(request)
    upload = form.file("file")
    if upload is None:
        raise FormError("file", "Escolha um arquivo.")
    try:
        sheet = await read_sheet(site_of(request).backend.public, await upload.read(), upload.filename or "")
    except SheetError as error:
        raise FormError("file", str(error)) from error
    name = site_of(request).sheets.keep(f"{desk.company.id}/{desk.store_id}", sheet)
    return done(request, f"/products/import/{name}")


async def choose_columns(request: Request) -> Response:
    """Step 2: a preview, and which column is what."""
    desk = await open_desk(request)
    sheet = _sheet(request, desk)
    if sheet is None:
        return done(request, "/products/import", "O arquivo expirou. Envie de novo.")
    form = getattr(request.state, "form", None)
    fields = _chosen(sheet, form.draft()) if form else guess(sheet.columns)
    return render(
        request,
        "products/import_columns.html",
        sheet=sheet,
        columns=list(zip(sheet.columns, fields, _samples(sheet), strict=True)),
        rows=list(zip(sheet.row_numbers, sheet.rows, strict=True))[:_SHOWN],
        options=[("", text(request, "Ignorar")), *((code, text(request, name)) for code, name in FIELDS.items())],
        store=desk.store,
    )


@submits(choose_columns)
async def import_rows(request: Request) -> Response:
    """Step 3: upsert every row; a bad row never loses the good ones."""
    desk, form = await open_desk(request), await read_form(request)
    sheet = _sheet(request, desk)
    if sheet is None:
        return done(request, "/products/import", "O arquivo expirou. Envie de novo.")
    fields = _chosen(sheet, form.draft())
    refusal = problem(fields)
    if refusal:
        raise FormError("column-0", refusal)
    result = await _upsert(desk, sheet, fields)
    site_of(request).sheets.drop(request.path_params["name"])
    return render(request, "products/import_result.html", result=result, sheet=sheet)


async def _upsert(desk: Desk, sheet: Sheet, fields: list[str]) -> Result:
    items, errors = build_items(sheet, fields)
    result = Result(errors=errors)
    for start in range(0, len(items), _CHUNK):
        chunk = items[start : start + _CHUNK]
        body = {"store_id": desk.store_id, "items": [item for _, item in chunk]}
        try:
            answer = await desk.backend.post("/internal/products/batch-upsert", body)
        except ApiError as error:
            # Earlier chunks are in: say which rows are not, instead of failing the whole.
            if start == 0:
                raise
            result.errors.extend(RowError(row, error.detail or error.slug) for row, _ in items[start:])
            break
        result.created += answer["created"]
        result.updated += answer["updated"]
        result.unchanged += answer["unchanged"]
        result.errors.extend(RowError(chunk[bad["index"]][0], bad["detail"]) for bad in answer["errors"])
    result.errors.sort(key=lambda bad: bad.row)
    return result


def _sheet(request: Request, desk: Desk) -> Sheet | None:
    return site_of(request).sheets.load(f"{desk.company.id}/{desk.store_id}", str(request.path_params["name"]))


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
    Route("/products/import/{name}", choose_columns, methods=["GET"]),
    Route("/products/import/{name}", import_rows, methods=["POST"]),
]
