"""What is said for courtesy's sake changes nothing of what a message means (reading/usual.py)."""

import msgspec
import pytest

from app.features.chat.assistant.acts import Acts
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState, Dialogue

BEGUN = ConversationState(cart=Cart((CartLine("p", "Camiseta Básica", 1, 3990),)), dialogue=Dialogue(greeted=True))
GOODS = Goods(frozenset({"camiseta", "flor"}), {"camiseta": 3})


def meant(message: str, goods: Goods = GOODS) -> Acts:
    acts = understand(message, BEGUN, (), goods)
    return msgspec.structs.replace(acts, text="", asked="", greets=False, thanks=False)


@pytest.mark.parametrize(
    "plain", ["quero 2 camisetas", "pix", "retiro na loja", "sim", "nao quero", "qual o horario", "tira a camiseta"]
)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ah, ", ""), ("olha, ", ""), ("ei, ", ""), ("moça, ", ""), ("poxa, ", ""), ("oi tudo bem? ", ""),
        ("", " amiga"), ("", " por favor"), ("", " viu"), ("", " 😊"), ("", " meu amor"), ("amigo ", " 🙏"),
    ],
)  # fmt: skip
def test_courtesy_changes_nothing(plain: str, before: str, after: str):
    assert meant(f"{before}{plain}{after}") == meant(plain)


@pytest.mark.parametrize("after", [" obrigada", " obg", " vlw", " flor"])
def test_thanks_beside_the_way_of_paying_leave_it(after: str):
    assert meant(f"pix{after}").method == "pix"


@pytest.mark.parametrize(("said", "name"), [("Andre Kato viu", "Andre Kato"), ("meu nome é Rosa Flor", "Rosa Flor")])
def test_a_vocative_is_no_part_of_a_name_unless_it_is_written_as_one(said: str, name: str):
    assert meant(f"pego na loja, pix, {said}" if "nome" not in said else said).known.name == name


def test_what_the_shop_sells_is_no_vocative():
    sells = Goods(frozenset({"camiseta", "flor"}), {"camiseta": 3, "flor": 2})
    assert meant("quero a camiseta flor", sells).changes[0].mention.words == ("camiseta", "flor")


@pytest.mark.parametrize("said", ["não tenho pix", "i don't have pix", "not pix", "sem ser pix"])
def test_what_is_refused_last_is_no_way_of_paying(said: str):
    assert meant(said).method is None
