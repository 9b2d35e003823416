"""A story in which nothing is bad is no complaint, and how somebody else paid is no way of paying."""

import pytest

from app.features.chat.assistant.acts import Acts
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState


def acts(said: str) -> Acts:
    return understand(said, ConversationState())


@pytest.mark.parametrize(
    "said",
    [
        "ela disse q pagou no pix e chegou no outro dia",
        "comprei com vcs mes passado e chegou tudo direitinho, nada quebrado",
        "comprei aí e não veio nada faltando, amei",
        "meu lençol não desbotou nem encolheu, comprei aí ano passado",
        "my neighbor bought from you, it arrived the other day and nothing was broken",
    ],
)
def test_a_good_story_is_no_complaint(said: str):
    assert not acts(said).complains


@pytest.mark.parametrize(
    "said",
    [
        "comprei aí e chegou outro produto",
        "recebi a toalha e veio rasgada",
        "não gostei, o lençol que comprei aí desbotou",
    ],
)
def test_a_bad_one_is(said: str):
    assert acts(said).complains


@pytest.mark.parametrize(
    "said",
    ["ele disse q ia pagar no pix e retirar ai na loja", "ela falou que pagou no pix"],
)
def test_what_others_said_they_do_changes_nothing(said: str):
    told = acts(said)
    assert (told.method, told.way, told.changes, told.tells) == (None, None, (), True)


def test_what_others_said_they_want_is_a_wish():
    assert acts("ela falou pra pagar no pix").method == "pix"
