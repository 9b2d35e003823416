"""What variants are called and what tells them apart (app/features/products/variants.py)."""

import pytest

from app.features.products.variants import choices, variant_name


@pytest.mark.parametrize(
    ("name", "options", "called"),
    [
        ("Camiseta Lisa", {"Cor": "Azul", "Tamanho": "M"}, "Camiseta Lisa (Azul, M)"),
        ("Camiseta Lisa Azul", {"Cor": "azul", "Tamanho": "M"}, "Camiseta Lisa Azul (M)"),
        ("Tênis 39", {"Numeração": "39"}, "Tênis 39"),
        ("Tênis 390", {"Numeração": "39"}, "Tênis 390 (39)"),
        ("Caneca", {}, "Caneca"),
        ("C++ (livro)", {"Capa": "C++"}, "C++ (livro)"),
    ],
)
def test_a_variant_is_called_by_what_its_name_does_not_tell(name: str, options: dict[str, str], called: str):
    assert variant_name(name, options) == called


def test_only_what_differs_is_a_choice():
    variants = [{"Cor": "Azul", "Tamanho": "P"}, {"Cor": "Azul", "Tamanho": "M"}]
    assert choices(variants) == {"Tamanho": ["P", "M"]}
    assert choices(variants[:1]) == {}
