"""The default model's ranking on the shipped set, and that the set is what its README says."""

import numpy as np

from app.embed.hybrid.presence import LEXICAL
from bench.ranking import document, embed_scores, read, reciprocal_ranks


def test_the_set_has_enough_of_both_and_half_is_held_out():
    products, queries = read("products.tsv"), read("queries.tsv")
    known = {p["id"] for p in products}
    assert len(known) == len(products) >= 100
    assert len({q["query"] for q in queries}) == len(queries) >= 100
    assert all(q["relevant"].split() and set(q["relevant"].split()) <= known for q in queries)
    assert sum(q["held_out"] == "1" for q in queries) * 2 == len(queries)


def test_the_second_set_holds_each_kind_of_query_and_ones_that_no_product_answers():
    known = {p["id"] for p in read("second_products.tsv")}
    queries = read("second_queries.tsv")
    assert len({q["query"] for q in queries}) == len(queries)
    assert all(set(q["relevant"].split()) <= known for q in queries)
    assert {q["kind"] for q in queries if q["relevant"]} == {
        "words", "typo", "synonym", "need", "colloquial", "english"
    }  # fmt: skip
    assert sum(q["kind"] == "none" for q in queries) == 40


async def test_the_held_out_half_is_ranked_well():
    products, queries = read("products.tsv"), [q for q in read("queries.tsv") if q["held_out"] == "1"]
    index = {p["id"]: i for i, p in enumerate(products)}
    scores = await embed_scores(LEXICAL, [q["query"] for q in queries], [document(p) for p in products])
    ranks = reciprocal_ranks(scores, [{index[i] for i in q["relevant"].split()} for q in queries])
    assert np.mean(ranks) >= 0.92
    assert np.mean(ranks >= 0.1) >= 0.97  # on the first page
