"""The sentence that is of the case, the thing or the allergy that is asked about, and not of its topic alone."""

import pytest

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.deciding.answering.allergies import allergen
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.chat.assistant.documents.passages import condition_told

EXCHANGE = [Passage("Trocas", "Se o pedido chegar errado ou derretido, refazemos sem custo. Não devolvemos por gosto.")]
WARRANTY = [Passage("Garantia", "Ferramentas têm garantia de 12 meses. Lâmpadas LED têm garantia de 1 ano.")]
HOURS = [Passage("Loja", "Pedidos ficam prontos em 1 hora, no horário da loja. Abrimos das 9h às 19h.")]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("se o acai chegar derretido voces trocam?", "derretido"),
        ("e se vier errado?", "errado"),
        ("se eu nao gostar, trocam?", None),
        ("voces trocam?", None),
    ],
)
def test_what_is_done_in_that_case(asked: str, told: str | None):
    found = condition_told(EXCHANGE, asked, ["acai"])
    assert (told in found if told else True) if found else told is None


@pytest.mark.parametrize(("about", "told"), [("Lâmpada LED", "1 ano"), ("Ferramentas de Poda", "12 meses")])
def test_warranty_of_what_is_spoken_of(about: str, told: str):
    assert told in (answer_to(WARRANTY, Question("warranty", "elas têm garantia?"), about=about) or "")


def test_an_hour_to_wait_is_no_opening_hour():
    assert "Abrimos" in (answer_to(HOURS, Question("hours", "que horas fecha")) or "")


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("minha filha tem alergia a amendoim, esse tem?", "amendoim"),
        ("sou intolerante a lactose, posso?", "lactose"),
        ("meu filho e celiaco, pode?", "gluten"),
        ("my son is allergic to peanuts", "amendoim"),
        ("i'm lactose intolerant", "lactose"),
        ("tem amendoim?", ""),
        ("tenho alergia sim", ""),
    ],
)
def test_what_somebody_cannot_take(said: str, what: str):
    assert allergen(said) == what
