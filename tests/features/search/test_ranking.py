"""How a query is read: words, codes, synonyms, marks. No database."""

import pytest

from app.features.search.ranking import alternatives, codes_of, highlight, reworded, weights, words_of

GROUPS = [["geladeira", "refrigerador"], ["calção de banho", "sunga"], ["TV", "televisão", "televisor"]]


def test_words_are_read_once_and_codes_stay_whole():
    assert words_of("Tênis, tênis e o K-042/7!") == ["tênis", "e", "o", "k-042/7"]
    assert words_of("?!") == []
    assert codes_of("quanto custa o k-042/7?")[:4] == [
        "quanto custa o k-042/7?", "QUANTO CUSTA O K-042/7?", "k-042/7", "K-042/7"
    ]  # fmt: skip
    assert {"K-042-7", "K 042 7", "k0427"} <= set(codes_of("quanto custa o k-042/7?"))
    assert codes_of("1/2") == ["1/2"]
    assert codes_of("quero a camisa azul 10") == [
        "quero a camisa azul 10", "QUERO A CAMISA AZUL 10", "10"
    ]  # fmt: skip
    assert codes_of("  ") == []
    assert "x" * 200 not in codes_of("x" * 200)


def test_synonyms_widen_a_word_or_several_in_both_directions():
    assert alternatives(["geladeira", "azul"], GROUPS) == ["geladeira|refrigerador", "azul"]
    assert alternatives(["REFRIGERADOR"], GROUPS) == ["REFRIGERADOR|geladeira"]
    assert alternatives(["calcao", "de", "banho", "azul"], GROUPS) == ["calcao de banho|sunga", "azul"]
    assert alternatives(["sunga"], GROUPS) == ["sunga|calção de banho"]
    assert alternatives(["banho"], GROUPS) == ["banho"]
    assert alternatives(["geladeiras"], GROUPS) == ["geladeiras|refrigerador"]
    assert alternatives(["leave", "in"], [["leave-in", "finalizador"]]) == ["leave in|finalizador"]
    assert alternatives(["balões"], [["balão", "balões", "bexiga"]]) == ["balões|bexiga"]
    assert reworded("sunga azul", GROUPS) == ["calção de banho azul"]
    assert reworded("tv para a geladeira", GROUPS) == [
        "televisão para a geladeira", "televisor para a geladeira", "tv para a refrigerador"
    ]  # fmt: skip
    assert reworded("mesa", GROUPS) == []


@pytest.mark.parametrize(
    ("text", "query", "marked"),
    [
        ("Tênis de Corrida", "tenis", "<mark>Tênis</mark> de Corrida"),
        ("Lençóis <b>& fronhas", "lencol fronha", "<mark>Lençóis</mark> &lt;b&gt;&amp; <mark>fronhas</mark>"),
        ("Camiseta preta", "camisetas pretos", "<mark>Camiseta</mark> <mark>preta</mark>"),
        ("Caneca", "copo", None),
        ("", "copo", None),
    ],
)
def test_words_are_marked_in_any_form_and_the_rest_is_escaped(text, query, marked):
    assert highlight(text, words_of(query)) == marked


def test_a_long_text_is_cut_around_its_first_mark():
    text = "palavra " * 200 + "caneca " + "outra " * 200
    marked = highlight(text, ["caneca"])
    assert marked is not None
    assert marked.startswith("…")
    assert marked.endswith("…")
    assert "<mark>caneca</mark>" in marked
    assert len(marked) < 350


def test_the_curve_counts_similarity_from_what_unrelated_texts_have():
    base, slope, *_ = weights(0.0)
    for background in (0.0, 0.3, 0.8):
        own_base, own_slope, *_ = weights(background)
        for share in (0.0, 0.25, 1.0):
            cosine = background + share * (1 - background)
            assert abs(own_base + own_slope * cosine - (base + slope * share)) < 1e-9
