"""Words cut at the end of a line."""

import pytest

from app.files.hyphens import Hyphens


@pytest.mark.parametrize(
    ("cut", "whole"),
    [
        ("tam~bém", "também"),
        ("atendi~\nmento,", "atendimento,"),
        ("guarda~chuva.", "guarda-chuva."),
        ("guarda~napo", "guardanapo"),
        ("Segunda~feira", "Segunda-feira"),
        ("pós~venda", "pós-venda"),
        ("K~042", "K-042"),
        ("99999~1234", "99999-1234"),
        ("Norte~Sul", "Norte-Sul"),
        ("a ~ b", "a  b"),
        ("~", ""),
    ],
)
@pytest.mark.parametrize("mark", ["\ufffe", "\x02"])
def test_a_cut_word_is_whole_again(cut, whole, mark):
    assert Hyphens([]).join(cut.replace("~", mark)) == whole


def test_the_documents_other_words_decide_first():
    known = Hyphens(["O abre-fácil e o parafuso; Pósvenda."])
    assert known.join("abre\ufffefácil para\ufffefuso pós\ufffevenda") == "abre-fácil parafuso pósvenda"
