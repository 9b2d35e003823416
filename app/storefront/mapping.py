"""From the columns of a spreadsheet to products: guessing the mapping, and building items by row. Pure.

Tests: test_mapping.py.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from app.storefront.sheets import Sheet

FIELDS: Mapping[str, str] = {
    "name": "Nome",
    "sku": "SKU (código)",
    "external_id": "Código no ERP",
    "description": "Descrição",
    "category": "Categoria",
    "price": "Preço",
    "stock_quantity": "Estoque",
    "image_urls": "Imagens (links)",
    "active": "Ativo",
    "attribute": "Guardar como atributo",
}
"""Field → its name for people, in the order the wizard offers them."""

_WORDS: Mapping[str, str] = {
    "name": r"nome|titulo|produto|item|name|title|product",
    "sku": r"sku|codigo|cod|referencia|ref|code",
    "external_id": r"id|id externo|external id|erp|codigo erp|id erp|id do produto|external_id",
    "description": r"descricao|detalhes|description|details|descricao longa|texto|descricao do produto",
    "category": r"categoria|departamento|category|grupo|secao|tipo",
    "price": r"preco|valor|price|preco de venda|preco final|valor unitario|preco unitario|preco r\$",
    "stock_quantity": r"estoque|quantidade|qtd|qtde|saldo|stock|quantity|inventory|stock quantity|stock_quantity",
    "image_urls": r"imagem|imagens|foto|fotos|image|images|image url|image urls|url da imagem|image_urls",
    "active": r"ativo|status|active|publicado|enabled",
}
_NO = {"nao", "n", "0", "false", "no", "inativo", "inactive", "off"}


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that was not imported; `row` counts as the spreadsheet does (the heading is row 1)."""

    row: int
    reason: str


def fold(text: str) -> str:
    """Lower case without accents, single spaces."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return " ".join(plain.replace("_", " ").split())


def guess(columns: Sequence[str]) -> list[str]:
    """The field of each column, '' for none. Each field is guessed once, except attributes."""
    taken: set[str] = set()
    made = []
    for column in columns:
        folded = fold(column)
        field = next((f for f, words in _WORDS.items() if f not in taken and re.fullmatch(words, folded)), "")
        if field:
            taken.add(field)
        made.append(field)
    return made


def problem(fields: Sequence[str]) -> str | None:
    """Why this mapping cannot be used (Portuguese source text), or None."""
    if "name" not in fields:
        return "Escolha qual coluna é o nome do produto."
    single = [field for field in fields if field and field != "attribute"]
    if len(single) != len(set(single)):
        return "Duas colunas estão ligadas ao mesmo campo."
    return None


def build_items(sheet: Sheet, fields: Sequence[str]) -> tuple[list[tuple[int, dict[str, Any]]], list[RowError]]:
    """(row number, item of batch-upsert) for every usable row, and the rows that are not."""
    items: list[tuple[int, dict[str, Any]]] = []
    errors: list[RowError] = []
    for number, row in zip(sheet.row_numbers, sheet.rows, strict=True):
        try:
            items.append((number, _item(sheet, row, fields)))
        except ValueError as error:
            errors.append(RowError(number, str(error)))
    return items, errors


def _item(sheet: Sheet, row: Sequence[str], fields: Sequence[str]) -> dict[str, Any]:
    item: dict[str, Any] = {}
    attributes: dict[str, str] = {}
    for column, cell, field in zip(sheet.columns, row, fields, strict=False):
        if not field or cell == "":
            continue
        if field == "attribute":
            attributes[column[:100] or "coluna"] = cell
        elif field == "price":
            item |= _price(cell, exact=sheet.exact)
        elif field == "stock_quantity":
            item["stock_quantity"] = _stock(cell)
        elif field == "image_urls":
            item["image_urls"] = [url for url in re.split(r"[\s,;|]+", cell) if url.startswith("http")][:20]
        elif field == "active":
            item["active"] = fold(cell) not in _NO
        else:
            item[field] = cell
    if not item.get("name"):
        raise ValueError("Sem nome.")
    return item | ({"attributes": attributes} if attributes else {})


def _price(cell: str, *, exact: bool) -> dict[str, Any]:
    """A workbook's number is exact (1234.5); any other text is read by the backend, as product texts are."""
    if exact and re.fullmatch(r"\d{1,12}(?:\.\d+)?", cell):
        return {"price_cents": int((Decimal(cell) * 100).to_integral_value(ROUND_HALF_UP))}
    return {"price": cell[:200]}


def _stock(cell: str) -> int:
    text = cell.strip().replace(" ", "")
    match = re.fullmatch(r"(\d{1,9})(?:[.,]0+)?", text) or re.fullmatch(r"(\d{1,3}(?:\.\d{3})+)(?:,0+)?", text)
    if not match:
        raise ValueError("O estoque precisa ser um número inteiro.")
    return int(match[1].replace(".", ""))
