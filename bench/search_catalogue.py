"""A made-up catalogue of many different products, and queries in it and off it."""

# ruff: noqa: SIM905 - word lists are read more easily as text

from itertools import product

import numpy as np

from bench.ranking import read

OFF_CATALOGUE = {"Eletrodomésticos", "Pet", "Automotivo", "Bebês", "Ferramentas"}
COLOURS = "preto branco azul vermelho verde cinza rosa amarelo marrom bege roxo prata vinho turquesa".split()
STEMS, ENDS = ["ara", "bel", "cor", "dom", "eva", "fio", "gala"], ["nix", "tek", "sul", "ria", "mar", "lux", "za"]
BRANDS = [stem + end for stem, end in product(STEMS, ENDS)]
SYLLABLES = "ba be bi co da di fa fi go ja ka la le li lo ma mi na ne no pa pi ra re ri sa se ta te ti va vi zo".split()
MATERIALS = (
    "algodão poliéster couro linho madeira bambu aço alumínio vidro cerâmica silicone plástico cortiça lã seda veludo"
    " jeans borracha porcelana acrílico"
).split()
USES = (
    "para viagem,para escritório,para academia,para cozinha,para praia,para presente,para estudar,para trilha,"
    "para festa,para o dia a dia,para jardim,para bicicleta,para quarto,para sala,para banheiro,para varanda"
).split(",")
FEATURES = (
    "leve e resistente,fácil de limpar,com garantia de um ano,feito à mão,não amassa,secagem rápida,edição limitada,"
    "toque macio,com bolso interno,alça ajustável,base antiderrapante,tampa hermética,acompanha manual,dobrável,"
    "livre de BPA,costura reforçada,acabamento fosco,acabamento brilhante,lavável à máquina,com zíper,sem costura,"
    "recarregável,à prova d'água,respirável,ideal para iniciantes,uso profissional,modelo unissex,tamanho ajustável,"
    "embalagem reciclada,produção nacional,alta durabilidade,design moderno,estilo retrô,cores vivas,baixo consumo,"
    "montagem simples"
).split(",")


def catalogue(count: int, seed: int) -> list[tuple[str, str, str]]:
    """Name, category, description of products. What each is comes from the shipped set, less the categories left out;
    brand, line, material, colour, use and features are drawn, so that no two are nearly the same.
    """
    rng = np.random.default_rng(seed)
    base = [r for r in read("products.tsv") if r["category"] not in OFF_CATALOGUE]
    lines = ["".join(rng.choice(SYLLABLES, 3)) for _ in range(5000)]
    rows = []
    for i in range(count):
        row = base[int(rng.integers(len(base)))]
        kind = " ".join(row["name"].split()[: int(rng.integers(1, 4))])
        parts = [kind, str(rng.choice(BRANDS)), lines[int(rng.integers(5000))], *_some(rng, MATERIALS, 0.6)]
        parts += [*_some(rng, COLOURS, 0.7), *_some(rng, USES, 0.5), f"{rng.integers(10, 990)}"]
        features = rng.choice(FEATURES, int(rng.integers(2, 6)), replace=False)
        rows.append((" ".join(parts), row["category"], f"{kind} {', '.join(features)}. Ref. {i}"))
    return rows


def _some(rng: np.random.Generator, words: list[str], part: float) -> list[str]:
    return [str(rng.choice(words))] if rng.random() < part else []


def asked() -> dict[str, list[str]]:
    """Queries in the catalogue and off it."""
    category = {r["id"]: r["category"] for r in read("products.tsv")}
    groups: dict[str, list[str]] = {"in": [], "off": []}
    for row in read("queries.tsv"):
        off = all(category[i] in OFF_CATALOGUE for i in row["relevant"].split())
        groups["off" if off else "in"].append(row["query"])
    return groups


def clustered(count: int, seed: int) -> np.ndarray:
    """Unit vectors around centres, one for some 150 of them."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((max(40, count // 150), 1024), np.float32)
    vectors = centres[rng.integers(len(centres), size=count)]
    vectors += rng.standard_normal(vectors.shape, np.float32) * np.float32(0.7)
    units: np.ndarray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return units
