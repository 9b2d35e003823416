"""Orders as a spreadsheet: CSV that opens in the reader's Excel, and in which no cell is a formula. Pure.

Tests: test_order_lists.py.
"""

import csv
import io
from collections.abc import AsyncIterator, Iterable
from datetime import tzinfo
from typing import Any

from app.storefront import i18n, labels
from app.storefront.backend import Json
from app.storefront.i18n import Language, translate

COLUMNS = (
    "Pedido", "Data", "Situação", "Forma de pagamento", "Situação do pagamento", "Cliente", "Telefone", "E-mail",
    "Documento", "Endereço", "CEP", "Itens", "Subtotal", "Frete", "Desconto", "Total", "Reembolsado", "Cupom",
    "Entrega", "Rastreio", "Observações",
)  # fmt: skip
# Spreadsheets run what begins like this, whoever typed it.
_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")


def safe_cell(value: Any) -> str:
    """The text of a cell; what a spreadsheet would run is led by an apostrophe, which it does not show."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_RUNS) or text.lstrip().startswith(_RUNS[:4]) else text


async def orders_csv(parts: AsyncIterator[list[Json]], language: Language, zone: tzinfo) -> AsyncIterator[bytes]:
    """The file, part by part, with times in `zone`. A semicolon where the comma is the decimal sign, as spreadsheets
    expect there."""
    yield b"\xef\xbb\xbf" + _lines([[translate(language, name) for name in COLUMNS]], language)
    async for orders in parts:
        yield _lines((_row(order, language, zone) for order in orders), language)


def _lines(rows: Iterable[list[str]], language: Language) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if language == "pt" else ",", lineterminator="\r\n")
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return text.getvalue().encode()


def _row(order: Json, language: Language, zone: tzinfo) -> list[str]:
    who = order["customer_info"] if isinstance(order["customer_info"], dict) else {}
    tracking = order["tracking"] or {}
    return [
        str(order["number"]),
        i18n.moment(language, order["created_at"], "%d/%m/%Y %H:%M" if language == "pt" else "%Y-%m-%d %H:%M", zone),
        labels.label(language, order["status"]),
        labels.label(language, order["payment_method"]),
        labels.label(language, f"payment_{order['payment_status']}"),
        str(who.get("name") or order["lead_name"] or ""),
        # A plus would make it a sum.
        str(who.get("phone") or "").removeprefix("+"),
        str(who.get("email") or ""),
        str(who.get("document") or ""),
        address_line(who.get("address")),
        str(order["cep"] or who.get("cep") or ""),
        ", ".join(f"{item['quantity']}x {item['name']}" for item in order["items"]),
        *(
            _amount(order[f"{name}_cents"], language)
            for name in ("subtotal", "shipping", "discount", "total", "refunded")
        ),
        str(order["coupon_code"] or ""),
        str(order["shipping_option"] or ""),
        " ".join(str(tracking[name]) for name in ("carrier", "code", "url") if tracking.get(name)),
        str(order["notes"] or ""),
    ]


def address_line(address: Any) -> str:
    """An address in one line, told as text or in parts."""
    if isinstance(address, dict):
        return ", ".join(str(value) for value in address.values() if value)
    return str(address or "")


def _amount(cents: int, language: Language) -> str:
    text = f"{cents // 100}.{cents % 100:02d}"
    return text.replace(".", ",") if language == "pt" else text
