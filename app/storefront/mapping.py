"""From the columns of a spreadsheet to products: guessing the mapping, and building items by row. Pure.

Tests: test_mapping.py.
"""

import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
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
    "group": "Grupo de variantes",
    "option": "Opção da variante",
    "attribute": "Guardar como atributo",
}
"""Field → its name for people, in the order the wizard offers them."""

_WORDS: Mapping[str, str] = {
    "name": r"nome|titulo|produto|item|name|title|product",
    "sku": r"sku|codigo|cod|referencia|ref|code|variant sku|codigo \(sku\)|sku da variacao",
    "external_id": r"id|id externo|external id|erp|codigo erp|id erp|id do produto|external_id",
    "description": r"descricao|detalhes|description|details|descricao longa|texto|descricao do produto"
    r"|body \(html\)|descricao completa",
    "category": r"categorias?|departamento|category|categories|grupo|secao|tipo|product category",
    "price": r"preco|valor|price|preco de venda|preco final|valor unitario|preco unitario|preco r\$"
    r"|variant price|regular price|preco de venda \(r\$\)",
    "stock_quantity": r"estoque|quantidade|qtd|qtde|saldo|stock|quantity|inventory|stock quantity|stock_quantity"
    r"|variant inventory qty|estoque atual",
    "image_urls": r"imagem|imagens|foto|fotos|image|images|image url|image urls|url da imagem|image_urls|image src",
    "active": r"ativo|status|active|publicado|published|enabled|exibir na loja",
    "group": r"grupo de variantes|group|handle|item group id|produto pai|sku pai|parent|parent sku|modelo base"
    r"|identificador url",
}
# What tells variants of a group apart; without a group these are attributes like others.
_OPTION_WORDS = r"tamanho|cor|voltagem|sabor|size|color|colour|numeracao|medida"
# As other shops' exports write options: what one is called stands in a column of its own.
_OPTION_VALUE = re.compile(r"(?:option ?(\d) value|valor da variacao (\d))")
_OPTION_NAME = r"option ?{0} name|nome da variacao {0}"
# What such an export tells in the first row of a group alone.
_OF_THE_GROUP = ("name", "description", "category")
_MANY = ("attribute", "option")
_MOST_PICTURES = 20
# A row of an export that tells no more than these has only another picture of the one before it.
_MORE_PICTURES = {*_OF_THE_GROUP, "group", "image_urls"}
# What we write beside the rows that did not come in, and do not read when they come again (in both languages).
NOTES = ("Linha com problema", "Campo com problema", "Motivo do problema")
_NOTES = {"linha com problema", "campo com problema", "motivo do problema",
          "row with a problem", "field with a problem", "reason of the problem"}  # fmt: skip
# What stands in front of a table's sums.
_SUMS = r"(?:sub)?total(?: (?:geral|final|de itens|de produtos|do estoque))?|totais|soma|grand total|sum"
# How a remark begins, folded.
_REMARK = re.compile(
    r"\*|(?:obs|observacao|observacoes|nota|atencao|aviso|importante|note|remarks?)\b|precos? (?:sujeit|valid)"
)
# Markup, as other shops' exports have it in descriptions; what of it ends a line.
_TAG = re.compile(
    r"</?(?:p|br|div|[uo]l|li|span|strong|b|em|i|u|h[1-6]|table|t(?:head|body|r|d|h)|a|img|font)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"<br\s?/?>|</(?:p|div|li|tr|h[1-6])>", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3}")
_COUNT = re.compile(
    r"(?P<points>\d{1,3}(?:\.\d{3})+)(?:,0+)?|(?P<commas>\d{1,3}(?:,\d{3})+)\.0+|(?P<plain>\d{1,9})(?:[.,]0+)?"
)
_NO = {"nao", "n", "0", "false", "no", "inativo", "inactive", "off"}


@dataclass(frozen=True, slots=True)
class RowError:
    """A row that was not imported; `row` counts as the spreadsheet does. `reason` is Portuguese source text.

    `values` go into it; `field`: one of FIELDS, '' where none is to blame.
    """

    row: int
    reason: str
    field: str = ""
    name: str = ""
    sku: str = ""
    values: Mapping[str, Any] = dataclass_field(default_factory=dict)


class _BadCell(ValueError):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field = field


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
    if "group" in made:
        made = [
            "option" if not field and _is_option(fold(column)) else field
            for field, column in zip(made, columns, strict=True)
        ]
    return made


def _is_option(folded: str) -> bool:
    return bool(re.fullmatch(_OPTION_WORDS, folded) or _OPTION_VALUE.fullmatch(folded))


def keep_rest(columns: Sequence[str], fields: Sequence[str], samples: Sequence[str]) -> list[str]:
    """The guess, with columns that mean nothing to us kept as attributes where they have a name and a value."""
    return [
        field or ("attribute" if column.strip() and sample and not _is_aside(column) else "")
        for column, field, sample in zip(columns, fields, samples, strict=True)
    ]


def _is_aside(column: str) -> bool:
    """Whether a column is none of the goods': a note of ours, or what an option is called."""
    return is_note(column) or re.fullmatch(_OPTION_NAME.format(r"\d"), fold(column)) is not None


def is_note(column: str) -> bool:
    """Whether a column is one that we wrote beside rows to be mended."""
    return fold(column) in _NOTES


def problem(fields: Sequence[str]) -> str | None:
    """Why this mapping cannot be used (Portuguese source text), or None."""
    if "name" not in fields:
        return "Escolha qual coluna é o nome do produto."
    single = [field for field in fields if field and field not in _MANY]
    if len(single) != len(set(single)):
        return "Duas colunas estão ligadas ao mesmo campo."
    return None


def build_items(sheet: Sheet, fields: Sequence[str]) -> tuple[list[tuple[int, dict[str, Any]]], list[RowError]]:
    """(row number, item of batch-upsert) for every usable row, and the rows that are not."""
    items: list[tuple[int, dict[str, Any]]] = []
    errors: list[RowError] = []
    remarks = _remarks(sheet)
    for number, row in zip(sheet.row_numbers, _whole(sheet, fields), strict=True):
        try:
            if number in remarks:
                raise _BadCell("name", "Parece um título ou uma observação, não um produto.")
            item = _item(sheet, row, fields)
            if not (items and _adds_pictures(item, items[-1][1])):
                items.append((number, item))
        except _BadCell as error:
            named = {field: cell for field, cell in zip(fields, row, strict=False) if field in ("name", "sku")}
            errors.append(RowError(number, str(error), error.field, named.get("name", ""), named.get("sku", "")))
    return items, errors


def _adds_pictures(item: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether a row of a group has nothing but pictures of the product before it, which takes them."""
    more = item.get("image_urls")
    if not more or not item.keys() <= _MORE_PICTURES or not item.get("group"):
        return False
    if any(item.get(key) != before.get(key) for key in ("group", *_OF_THE_GROUP)):
        return False
    before["image_urls"] = [*before.get("image_urls", ()), *more][:_MOST_PICTURES]
    return True


def _whole(sheet: Sheet, fields: Sequence[str]) -> list[list[str]]:
    """The rows, with what other shops' exports tell once: what a group is and what its options are called."""
    if "group" not in fields:
        return sheet.rows
    group = fields.index("group")
    folded = list(map(fold, sheet.columns))
    told = [at for at, field in enumerate(fields) if field in _OF_THE_GROUP]
    told += [at for at, name in enumerate(folded) if re.fullmatch(_OPTION_NAME.format(r"\d"), name)]
    rows: list[list[str]] = []
    for row in sheet.rows:
        before = rows[-1] if rows and row[group] and rows[-1][group] == row[group] else None
        rows.append([before[at] if before and at in told and not cell else cell for at, cell in enumerate(row)])
    return rows


def _option_name(sheet: Sheet, row: Sequence[str], column: str) -> str:
    """What an option's column is called, or the cell that says it."""
    numbered = _OPTION_VALUE.fullmatch(fold(column))
    if numbered:
        named = re.compile(_OPTION_NAME.format(numbered[1] or numbered[2]))
        said = (cell for other, cell in zip(sheet.columns, row, strict=False) if named.fullmatch(fold(other)))
        column = next(said, "") or column
    return column[:100] or "opção"


def _item(sheet: Sheet, row: Sequence[str], fields: Sequence[str]) -> dict[str, Any]:
    item: dict[str, Any] = {}
    attributes: dict[str, str] = {}
    options: dict[str, str] = {}
    for column, cell, field in zip(sheet.columns, row, fields, strict=False):
        if not field or cell == "":
            continue
        if field == "attribute":
            attributes[column[:100] or "coluna"] = cell
        elif field == "option":
            options[_option_name(sheet, row, column)] = cell[:100]
        elif field == "price":
            item |= _price(cell, exact=sheet.exact)
        elif field == "stock_quantity":
            item["stock_quantity"] = _stock(cell)
        elif field == "image_urls":
            item["image_urls"] = [url for url in re.split(r"[\s,;|]+", cell) if url.startswith("http")]
            item["image_urls"] = item["image_urls"][:_MOST_PICTURES]
        elif field == "description":
            item["description"] = _without_markup(cell)
        elif field == "active":
            item["active"] = fold(cell) not in _NO
        else:
            item[field] = cell
    if not item.get("name"):
        raise _BadCell("name", "Sem nome.")
    if _is_sum(row, item["name"]):
        raise _BadCell("name", "Parece a linha de totais, não um produto.")
    return item | ({"attributes": attributes} if attributes else {}) | ({"options": options} if options else {})


def _without_markup(cell: str) -> str:
    """A description's text, its lines apart; as it is where it holds no markup."""
    if not _TAG.search(cell):
        return cell
    text = html.unescape(_TAG.sub("", _LINE_END.sub("\n", cell)))
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.splitlines())))


def _remarks(sheet: Sheet) -> set[int]:
    """The rows with words in one cell alone that are no goods: titles in capitals, where goods are not, above full
    rows, and what stands below the goods behind a blank row, or is written as a remark is."""
    rows = list(zip(sheet.row_numbers, sheet.rows, strict=True))
    full = [sum(cell != "" for cell in row) > 1 for row in sheet.rows]
    if not any(full):  # a list of names
        return set()
    last = max(at for at, filled in enumerate(full) if filled)
    found: set[int] = set()
    capitals = sum("".join(row).isupper() for row, filled in zip(sheet.rows, full, strict=True) if filled)
    if 4 * full[:last].count(False) <= len(full) and 2 * capitals < full.count(True):
        found = {rows[at][0] for at in range(last) if full[at + 1] and not full[at] and "".join(rows[at][1]).isupper()}
    before, behind = rows[last][0], False
    for number, row in rows[last + 1 :]:
        said = "".join(row)
        behind = behind or number > before + 1 or bool(_REMARK.match(fold(said))) or said.endswith((".", "!"))
        if behind:
            found.add(number)
        before = number
    return found


def _is_sum(row: Sequence[str], name: str) -> bool:
    """Whether a row is the table's total: its name says so, and no other cell says anything in words."""
    others = [cell for cell in row if cell != name]
    return re.fullmatch(_SUMS, fold(name).rstrip(" :")) is not None and not any(map(_WORD.search, others))


def _price(cell: str, *, exact: bool) -> dict[str, Any]:
    """A workbook's number is exact (1234.5); any other text is read by the backend, as product texts are."""
    if exact and re.fullmatch(r"\d{1,12}(?:\.\d+)?", cell):
        return {"price_cents": int((Decimal(cell) * 100).to_integral_value(ROUND_HALF_UP))}
    return {"price": cell[:200]}


def _stock(cell: str) -> int:
    """`1.000` and `1.000,00` are a thousand, as `1,000.00` is; `1,000` is one, as an ERP writes it."""
    match = _COUNT.fullmatch(cell.strip().replace(" ", ""))
    if not match:
        raise _BadCell("stock_quantity", "O estoque precisa ser um número inteiro.")
    return int(re.sub(r"\D", "", match["points"] or match["commas"] or match["plain"]))
