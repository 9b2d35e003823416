"""Names that Brazilians have for the same goods, of which a catalogue uses one. A store adds its own to its search."""

_GROUPS = (
    "cachorro cao caes dog", "celular smartphone", "notebook laptop", "geladeira refrigerador", "bolacha biscoito",
    "mandioca aipim macaxeira", "abobora jerimum", "tangerina mexerica bergamota", "tv televisao televisor",
    "bicicleta bike", "moto motocicleta", "refrigerante refri", "cerveja breja", "cachaca pinga", "crianca infantil",
    "mulher feminino", "homem masculino", "bebe nenem", "computador pc", "carro automotivo", "pernilongo mosquito",
    "edredom edredon", "xampu shampoo", "ventilador circulador",
)  # fmt: skip
_OTHERS = {
    word: tuple(other for other in group.split() if other != word) for group in _GROUPS for word in group.split()
}


def also_called(word: str) -> tuple[str, ...]:
    """The other names of what a folded word names, in the singular; empty where it has none."""
    return _OTHERS.get(word) or _OTHERS.get(word.removesuffix("s")) or ()
