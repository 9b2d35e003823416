"""The demo catalogues: one row per product line, one product per variant, grouped as one thing."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def read_products(name: str) -> Iterator[dict[str, Any]]:
    """Items for `POST /internal/products/batch-upsert`; prices stay text, as in a shop owner's spreadsheet."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file, delimiter=";"), 1):
            variants = row["variantes"].split(",")
            for index, variant in enumerate(variants):
                yield {
                    "sku": f"{Path(name).stem[:3].upper()}-{number:03}-{index + 1}",
                    "name": f"{row['nome']} {variant}",
                    "description": row["descricao"],
                    "category": row["categoria"],
                    "price": f"R$ {row['preco']}",
                    "stock_quantity": 0 if (number * 3 + index) % 29 == 0 else int(row["estoque"]) // (index + 1),
                    "group": row["nome"],
                    "options": {row["opcao"]: variant},
                }
