"""What a query names, calls for and says besides. No database."""

import re

import pytest
import yaml

from app.features.search.goods_list import FILE, LONGEST, also_called
from app.features.search.ranking import fold
from app.features.search.thesaurus import read


def _first(terms: list[str]) -> list[str]:
    return [term.split("|")[0] for term in terms]


def test_goods_are_named_by_any_of_their_names():
    for query in ("sofá", "estofado", "couch", "couches", "SOFAS", "sofazinho"):
        [named] = read(query, []).named
        assert {"sofa", "couch"} <= set(named.split("|")), query


@pytest.mark.parametrize(
    ("query", "named", "meant", "words"),
    [
        ("vcs têm uma caixinha de som pra praia?", ["caixinha de som"], ["praia"], []),
        ("cadeira de rodas azul", ["cadeira de rodas"], [], ["azul"]),
        ("muito calor no quarto", [], ["calor"], ["quarto"]),
        ("guarda chuva", ["guarda chuva"], [], []),
        ("coffee beans", ["coffee beans"], [], []),
        ("wine glasses", ["wine glasses"], [], []),
        ("algo pra lavar bem a louça", [], ["lavar bem a louça"], []),
        ("mancal K-042", [], [], ["mancal", "k-042"]),
        ("tela para computador", ["tela para computador"], [], []),
        ("pendurar casacos", [], ["pendurar"], ["casacos"]),
        ("abrir uma garrafa de vinho", [], ["abrir uma garrafa"], ["vinho"]),
        ("algo para proteger a tv", [], [], ["proteger", "tv"]),
        ("aquele negócio de envernizar violão", [], [], ["aquele", "envernizar", "violão"]),
        ("mochila escolar caderno", ["mochila escolar", "caderno"], [], []),
        ("acordeon vermelho", ["acordeon"], [], ["vermelho"]),
        ("chinelão azul", ["chinelão"], [], ["azul"]),
        ("pimentão", [], [], ["pimentão"]),
        ("", [], [], []),
    ],
)
def test_the_longest_phrase_counts_and_talk_does_not(query, named, meant, words):
    asked = read(query, [])
    assert (_first(asked.named), _first(asked.meant), _first(asked.words)) == (named, meant, words)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("suco de laranja", ["suco", "laranja"]),
        ("vcs tem camisa do flamengo?", ["camisa", "flamengo"]),
        ("molho teriyaki", ["molho", "teriyaki"]),
        ("cabo de panela", ["cabo", "panela"]),
        ("leite de coco", ["leite de coco"]),
        ("tábua de passar roupa", ["tábua de passar"]),
        ("geleia sabor morango", ["geleia", "morango"]),
        ("botão de elevador", ["botão", "elevador"]),
        ("câmara de segurança", ["segurança"]),
        ("macaco de pelúcia", ["pelúcia"]),
        ("garrafa de vinho", []),
        ("camisa branca de algodão", []),
        ("panela grande", []),
        ("tênis 42", []),
        ("suco", []),
    ],
)
def test_what_tells_a_kind_of_goods_must_be_there(query, told):
    assert _first(read(query, []).told) == told


def test_goods_that_only_tell_a_kind_are_not_asked_for():
    assert _first(read("vinagre de vinho", []).named) == ["vinagre"]
    assert _first(read("cama com gaveta e colchão", []).named)[0] == "cama"


def test_talk_stays_where_nothing_else_is_said():
    assert read("tem mais barato?", []).words == ["tem", "mais", "barato"]


def test_a_store_s_own_synonyms_come_first():
    groups = [["mate", "chimarrão"], ["Sofá", "divã"]]
    assert read("mate", groups).words == ["mate|chimarrão"]
    assert read("sofá", groups).named[0].startswith("sofá|divã|")
    assert " diva " in read("sofá", groups).begins
    assert "estofado" in read("divã", groups).named[0].split("|")


def test_a_code_of_letters_and_digits_is_known_with_any_mark_between_them():
    assert read("multimetro ET1002", []).words == ["et1002|et-1002|et 1002|et_1002|et.1002|et/1002"]
    assert "et1002" in read("ET-1002", []).words[0].split("|")
    assert read("127v", []).words == ["127v"]


def test_names_are_told_by_their_letters_in_both_numbers():
    asked = read("guarda-chuvas vermelhos", [])
    assert {"% guarda chuva %", "% guarda chuvas %"} <= set(asked.named_forms)
    assert not any("vermelh" in form for form in asked.begins)
    assert {" anel ", " aneis "} <= set(read("anéis", []).begins)
    assert "% bolo %" not in read("bola", []).named_forms
    assert {"% ventilador %", "% circulador de ar %"} <= set(read("calor", []).meant_forms)
    assert read("azuis", []).words == ["azuis|azul|blue"]


def test_what_may_be_misspelt_is_neither_known_nor_a_code():
    assert read("caneca pitaiya k042 preta açaí", []).unsure == ["pitaiya", "preta", "acai"]
    assert read("mate", [["mate", "chimarrão"]]).unsure == []


def test_a_mistake_in_a_long_name_of_the_list_leaves_its_other_names():
    asked = read("iorgute desodorente", [])
    assert asked.named == asked.unsure == []
    assert [words.split("|")[:2] for words in asked.words] == [["iorgute", "iogurte"], ["desodorente", "desodorante"]]
    assert read("colete barros", []).words == ["barros"]


@pytest.mark.parametrize(
    ("query", "same", "other"),
    [
        ("bola", " bolas oficiais ", " bolo de cenoura "),
        ("camisa", " camiseta azul ", " camafeu "),
        ("porta", " porta lisa ", " vinho do porto "),
        ("cerveja", " cerv. skol ", " cervo de pelucia "),
        ("prata", " anel de prata ", " prato fundo "),
    ],
)
def test_what_carries_a_query_is_known_by_its_letters(query, same, other):
    asked = read(query, [])
    assert asked.heads is None or fold(query) in asked.heads.split("|")
    assert re.search(asked.head_forms, same)
    assert not re.search(asked.head_forms, other)


def test_a_word_of_its_own_is_told_from_all_that_looks_like_it():
    asked = read("argila branca", [])
    assert (asked.heads, asked.unsure) == (None, ["branca"])
    for name, same in ((" argila verde ", True), (" argola ", False), (" argiloso ", False), (" vaso\n argola ", True)):
        assert bool(re.search(asked.head_forms, name)) == same, name
    assert read("vaso de argila", []).heads.split("|")[0] == "vaso"
    assert read("argila", [["argila", "barro branco"]]).heads == "argila"  # what the store calls so is it


def test_what_agrees_with_another_word_or_may_be_misspelt_carries_nothing():
    for query in ("colorida", "chinela", "para a"):
        assert read(query, []).heads is None, query


def test_names_are_known_as_shops_shorten_them():
    assert {"% cerv. %", "% cerv %", "% cerveja %"} <= set(read("beers", []).named_forms)
    assert "% mascara solda %" in read("máscara de solda", []).named_forms
    assert "% leite cond. %" in read("fazer brigadeiro", []).meant_forms
    assert "cerv" in also_called("cerveja")


def test_each_name_stands_in_one_line_and_no_deeper_than_is_looked():
    file = yaml.safe_load(FILE.read_text("utf-8"))
    names = [name.strip() for line in file["goods"] + file["qualities"] for name in line.split(",")] + list(
        file["finds"]
    )
    assert sorted(names) == sorted(set(names))
    for name in names:
        assert name == fold(name)
        assert len(name.split()) <= LONGEST


@pytest.mark.parametrize(
    ("query", "goods", "other"),
    [("luminária para escrivaninha", "luminária", "escrivaninha"), ("sapatilha de balé", "sapatilha", "balé")],
)
def test_what_the_first_goods_are_for_is_not_asked_for(query, goods, other):
    asked = read(query, [])
    assert (_first(asked.named), _first(asked.words), asked.meant) == ([goods], [other], [])
