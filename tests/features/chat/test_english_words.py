"""What English-speaking shoppers call goods: the file of words, and the names that are no sum of theirs; and how they
are told what the shop has written in Portuguese."""

from collections import Counter

import pytest

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.language.english_names import in_catalogues
from app.features.chat.assistant.language.goods import Goods, to_look_up
from app.features.chat.assistant.language.words import fold, in_portuguese
from app.features.chat.assistant.saying.phrases import compose
from app.features.chat.assistant.saying.quoting import FRAME
from app.features.search import english
from tests.features.chat.conftest import ChatShop

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


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Abrimos de segunda a sexta, das 9h às 18h30, e aos sábados até as 13h.",
         "Monday to Friday, 9:00 to 18:30; Saturday, until 13:00"),
        ("Frete grátis acima de R$ 1.250,50.", "free delivery, above R$ 1,250.50"),
        ("Enviamos pelos Correios em 5 a 9 dias úteis.", "5 to 9 working days"),
        ("Trocas em até 7 dias, com a etiqueta.", "within 7 days"),
        ("No Pix damos 5% de desconto.", "5% off"),
        ("Frete a combinar com a nossa equipe.", "what delivery costs is to be agreed"),
    ],
)  # fmt: skip
def test_the_shops_portuguese_is_quoted_with_what_is_plain_in_english(written: str, told: str):
    assert compose([Say("text", text=written)], "en") == f"{FRAME}“{written}”\n(It mentions: {told}.)"
    assert compose([Say("text", text=written)], "pt") == written


@pytest.mark.parametrize(
    "written",
    [
        "Não entregamos aos domingos, das 9h às 18h.",
        "Fechamos de segunda a terça para o almoço.",
        "Só aos sábados, das 9h às 12h.",
        "Sem troca depois de 7 dias para os itens em promoção.",
    ],
)
def test_what_is_denied_or_bounded_is_only_quoted(written: str):
    assert compose([Say("text", text=written)], "en") == f"{FRAME}“{written}”"


def test_english_is_told_as_it_is_and_the_frame_once():
    own = "We are open Tuesday to Sunday, 8 am to 6 pm."
    assert compose([Say("text", text=own)], "en") == own
    two = [Say("text", text="Taxa de R$ 8 para o centro."), Say("text", text="Fica ao lado da igreja.")]
    assert compose(two, "en") == f"{FRAME}“Taxa de R$ 8 para o centro.”\n\n“Fica ao lado da igreja.”"


async def test_who_speaks_english_is_greeted_in_it_and_told_the_documents(chat: ChatShop):
    shop = chat.shop
    greeting = {"greeting": "Olá! O que você procura hoje?"}
    answer = await shop.client.patch(f"/internal/agents/{chat.agent_id}", json={"persona": greeting})
    assert answer.status_code == 200, answer.text
    hours = "Abrimos de terça a domingo, das 10h às 16h."
    document = await shop.post("documents", store_id=shop.store_id, title="Horário", content=hours)
    linked = {"document_ids": [document["id"]]}
    answer = await shop.client.put(f"/internal/agents/{chat.agent_id}/knowledge-base", json=linked)
    assert answer.status_code == 200, answer.text
    await chat.api.run_jobs()
    begun = await chat.say("hi there!")
    assert "Olá" not in begun["reply"]
    told = await chat.say("what time are you open?", conversation_id=begun["conversation_id"])
    assert f"“{hours}”\n(It mentions: Tuesday to Sunday, 10:00 to 16:00.)" in told["reply"]
    assert "Olá" in (await chat.say("oi!"))["reply"]
