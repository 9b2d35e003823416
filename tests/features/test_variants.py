"""What variants are called and what tells them apart (app/features/products/variants.py)."""

import pytest

from app.features.products.variants import choices, shared_name, variant_name


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


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Tênis Veloz 2 Azul", "Tênis Veloz 2 Coral"], "Tênis Veloz 2"),
        (["Camiseta Lisa - Azul M", "Camiseta Lisa - Azul G", "Camiseta Lisa - Preta M"], "Camiseta Lisa"),
        (["Quadro Folhagem (P)", "Quadro Folhagem (M)"], "Quadro Folhagem"),
        (["Caneca", "Caneca"], "Caneca"),
        (["Copo com Tampa", "Copo com Alça"], "Copo"),
        (["Azul Royal", "Verde Musgo"], "Azul Royal"),
    ],
)
def test_a_group_is_called_by_what_its_variants_share(names: list[str], called: str):
    assert shared_name(names) == called
