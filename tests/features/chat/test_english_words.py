"""What English-speaking shoppers call goods: the file of words, and the names that are no sum of theirs."""

from collections import Counter

import pytest

from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import Goods, to_look_up
from app.features.chat.assistant.language.words import fold, in_portuguese
from app.features.search import english

LINES = [line for line in english.FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def _goods(*names: str) -> Goods:
    return Goods(places={word: 3 for name in names for word in name.split()})


def test_the_file_is_sorted_folded_and_names_nothing_twice():
    assert sorted(LINES) == LINES
    assert [line for line in LINES if fold(line) != line or not line.isascii()] == []
    assert [word for word, times in Counter(line.split("\t")[0] for line in LINES).items() if times > 1] == []


def test_each_line_is_a_name_a_tab_and_what_it_is_called():
    for line in LINES:
        name, called = line.split("\t")
        assert name == " ".join(name.split()), line
        assert called == " ".join(called.split()), line
        assert called.removeprefix("= "), line


def test_a_word_is_known_in_its_plurals():
    assert "faca" in in_portuguese("knives")
    assert "fralda" in in_portuguese("nappies")
    assert {"meada", "novelo"} <= set(in_portuguese("skeins"))


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("2 dish towels", "2 pano de prato"),
        ("a key-ring", "a chaveiro"),
        ("bay leaves and anti-slip socks", "louro and antiderrapante socks"),
        ("the chef's coats", "the dolma"),
        ("a front door lock", "a fechadura externa"),
        ("tin foil, foil", "papel aluminio, papel aluminio"),
        ("foi o que eu quis", "foi o que eu quis"),
    ],
)
def test_a_name_of_several_words_is_read_as_catalogues_call_it(said: str, read: str):
    assert in_catalogues(said, Goods()) == read


def test_of_several_names_the_one_that_the_shop_has_is_meant():
    assert in_catalogues("a phone case", _goods("capa celular")) == "a capa de celular"
    assert in_catalogues("a phone case", _goods("capinha")) == "a capinha"
    assert {"capinha", "celular"} <= set(to_look_up("a phone case"))


def test_the_name_that_the_shop_itself_has_stays():
    assert in_catalogues("a dry bag", _goods("dry bag")) == "a dry bag"
