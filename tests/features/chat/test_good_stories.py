"""A story in which nothing is bad is no complaint, and how somebody else paid is no way of paying."""

import pytest

from app.features.chat.assistant.acts import Acts
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts, product


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


SHOP = Catalogue(
    [
        product("Hot Roll Salmão", 2990, Porção="10 unidades"),
        product("Hot Roll Salmão", 5290, Porção="20 unidades"),
        product("Sashimi Salmão", 4490, Porção="10 fatias"),
        product("Bolo Caseiro", 3500, Sabor="Fubá"),
        product("Bolo Caseiro", 3500, Sabor="Laranja"),
        product("Sorvete de Laranja", 1900),
    ]
)


@pytest.mark.parametrize(
    ("story", "name"),
    [
        (
            "a Renata pediu com vcs 3 hot roll de 20 ontem e amou. quero provar, qto é o de salmão com 10?",
            "Hot Roll Salmão (10 unidades)",
        ),
        (
            "minha cunhada encomendou 2 bolos de fubá aí no natal e amei. quanto é o de laranja?",
            "Bolo Caseiro (Laranja)",
        ),
        ("a Paula encomendou 2 bolos de fubá aí e adorou. quanto tá o de laranja?", "Bolo Caseiro (Laranja)"),
    ],
)
def test_what_others_ordered_is_no_wish_and_tells_what_is_asked_about(story: str, name: str):
    state = SHOP.talk(story)
    assert counts(state) == {}
    assert state.dialogue.focus is not None
    assert state.dialogue.focus.name == name


@pytest.mark.parametrize("said", ["minha mãe encomendou 2 bolos de fubá", "queria encomendar 2 bolos de fubá"])
def test_what_somebody_sends_for_is(said: str):
    assert counts(SHOP.talk(said)) == {"Bolo Caseiro (Fubá)": 2}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("quero surpreender minha esposa. quanto é o bolo de laranja?", ()),
        ("I want to surprise my girlfriend with breakfast. how much is the orange cake?", ()),
        ("quero surpreender minha esposa com um bolo de laranja", ("bolo", "laranja")),
    ],
)
def test_who_is_to_be_surprised_is_no_goods(said: str, words: tuple[str, ...]):
    changes = acts(said).changes
    assert [one.mention.words for one in changes] == ([words] if words else [])


@pytest.mark.parametrize(
    "said",
    [
        "minha prima me mandou o que ela encomendou aí: 2 bolos de fubá e 1 de laranja. achei muita coisa kkk",
        "meu vizinho mostrou o que ele comprou com vcs: 2 bolos de fubá e 1 bolo de laranja",
        "minha cunhada me mandou o q ela pediu ai na festa: 2 bolos de fubá e 1 de laranja",
    ],
)
def test_a_list_of_what_somebody_got_orders_nothing(said: str):
    assert counts(SHOP.talk(said)) == {}
    assert counts(SHOP.talk(said, "eu quero 1 bolo de laranja")) == {"Bolo Caseiro (Laranja)": 1}


HIVE = Catalogue(
    [
        *(product("Mel de Laranjeira", 2450, Peso=weight) for weight in ("300 g", "500 g")),
        product("Mel Silvestre", 2450),
        product("Granola Tradicional 500 g", 1490),
    ]
)


@pytest.mark.parametrize(
    "story",
    [
        "minha irmã comprou aí o mel silvestre e amou. eu só tô atrás de uma granola",
        "minha irmã comprou aí o mel silvestre e amou. eu ando atrás de granola",
    ],
)
def test_what_is_sought_beside_a_story_is_meant(story: str):
    assert counts(HIVE.talk(story, "quero 1 então")) == {"Granola Tradicional 500 g": 1}


@pytest.mark.parametrize(
    ("wish", "cart"),
    [
        ("quero um igual pra mim, só que de 500", {"Mel de Laranjeira (500 g)": 1}),
        ("queria o mesmo pra mim, só que de 500", {"Mel de Laranjeira (500 g)": 1}),
        ("me vê dois iguais pra gente mas de 500", {"Mel de Laranjeira (500 g)": 2}),
        ("I'd like the same for me, but in 500", {"Mel de Laranjeira (500 g)": 1}),
        ("quero um igual pra mim", {"Mel de Laranjeira (300 g)": 1}),
    ],
)
def test_the_same_as_somebody_got_told_by_itself(wish: str, cart: dict[str, int]):
    assert counts(HIVE.talk("minha irmã pegou aí 2 mel de laranjeira de 300, adorou", wish)) == cart
