"""What answers a question that is open, counts anew what was spoken of, or only remarks on it, read by the catalogue
(app/features/chat/assistant/plain); of goods whose names tell their own options, as many shops write them."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product


def named_so(name: str, price: int, axis: str, *values: str) -> list[dict[str, object]]:
    """Variants of one thing, each with its option in its name."""
    return [{**product(f"{name} {value}", price, **{axis: value}), "group": name} for value in values]


SHOP = Catalogue(
    [
        *named_so("Bola de Futebol", 12990, "Cor", "Branca", "Laranja"),
        *named_so("Garrafa Térmica", 8990, "Cor", "Preta", "Azul"),
        *named_so("Legging", 10990, "Cor", "Preta", "Vinho"),
        *named_so("Quadro Folhagem", 8990, "Tamanho", "P", "M", "G"),
        *named_so("Cama para Cachorro", 11990, "Tamanho", "P", "M", "G"),
        *named_so("Comedouro Inox", 4990, "Tamanho", "Pequeno", "Médio", "Grande"),
        *named_so("Bermuda de Corrida", 7990, "Cor", "Preta", "Grafite"),
        *named_so("Toalha de Banho", 5990, "Cor", "Branca", "Verde"),
        *named_so("Tapete de Banheiro", 3990, "Cor", "Branco", "Cinza"),
        *named_so("Camiseta Segunda Pele", 8990, "Cor", "Preta", "Cinza"),
        *named_so("Tênis de Corrida", 15990, "Cor", "Preto", "Azul"),
        *named_so("Tênis de Trilha", 29990, "Cor", "Preto", "Cinza"),
        product("Capacete", 15990),
        product("Cortina Blackout", 13990),
        *(
            {**one, "options": {**one["options"], "Tamanho": "M"}}
            for one in named_so("Vestido Longo", 9990, "Cor", "Preto", "Vermelho")
        ),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        # two questions are open: each is answered by what fits it, in any order
        (["queria uma bola e uma garrafa", "a branca"], {"Bola de Futebol Branca": 1}),
        (["queria uma bola e uma garrafa", "a branca", "azul"],
         {"Bola de Futebol Branca": 1, "Garrafa Térmica Azul": 1}),
        (["queria uma bola e 2 garrafas", "branca e azul"], {"Bola de Futebol Branca": 1, "Garrafa Térmica Azul": 2}),
        (["queria uma bola e uma garrafa", "a bola branca e a garrafa preta"],
         {"Bola de Futebol Branca": 1, "Garrafa Térmica Preta": 1}),
        (["queria uma bola e uma garrafa", "pode ser a mais barata de cada"], {}),  # both cost the same
        (["tem garrafa térmica? quero 2 preta e 3 azul"], {"Garrafa Térmica Preta": 2, "Garrafa Térmica Azul": 3}),
        (["tem garrafa térmica? quero 2 capacetes"], {"Capacete": 2}),
        (["oxe tá um calor da mulesta, tem capacete?"], {}),
        (["quero uma garrafa, a preta ou a azul?"], {}),
        (["quero um tênis, o de corrida preto ou o de trilha cinza?"], {}),
        (["tem garrafa térmica?", "entre a preta e a azul eu vou na azul mesmo"], {"Garrafa Térmica Azul": 1}),
        (["tem vestido?", "o vermelho, M"], {"Vestido Longo Vermelho (M)": 1}),
        (["tem cama de cachorro?", "a P então! e o comedouro pequeno junto, pfv"],
         {"Cama para Cachorro P": 1, "Comedouro Inox Pequeno": 1}),
        # so many, of what was spoken of
        (["quero 2 cortinas", "na verdade vou precisar de 3, esqueci da janela do quarto"], {"Cortina Blackout": 3}),
        (["4 white bath towels please", "make it 6 actually, and 2 bathroom mats in grey"],
         {"Toalha de Banho Branca": 6, "Tapete de Banheiro Cinza": 2}),
        (["quero 3 cortinas", "na vdd poe 4, minha sogra vai querer tb"], {"Cortina Blackout": 4}),
        (["do the running shorts have a pocket?", "I'll have one in each colour then"],
         {"Bermuda de Corrida Preta": 1, "Bermuda de Corrida Grafite": 1}),
        (["tem quadro folhagem?", "quero dois do tamanho do meio e um do maior"],
         {"Quadro Folhagem M": 2, "Quadro Folhagem G": 1}),
        # what is only remarked
        (["quero uma legging vinho", "troca a legging vinho pela preta, vai combinar mais com meu tênis"],
         {"Legging Preta": 1}),
        (["tem cama de cachorro?", "a G é muito grande, fico com a M"], {"Cama para Cachorro M": 1}),
        (["então fecha o capacete e 1 legging preta"], {"Capacete": 1, "Legging Preta": 1}),
        (["quero um comedouro medio", "better make the bowl the large one"], {"Comedouro Inox Grande": 1}),
        (["qual o preço da legging?", "quero a preta e um capacete", "só os dois. pago no pix"],
         {"Legging Preta": 1, "Capacete": 1}),
    ],
)  # fmt: skip
def test_it_is_read_by_the_catalogue(said: list[str], cart: dict[str, int]):
    assert counts(SHOP.talk(*said)) == cart


def test_an_ordinal_is_no_name():
    state = SHOP.talk("tem tênis de corrida?", "vou ficar com o segundo")
    assert "Segunda Pele" not in str(state.dialogue.open)


def test_what_is_added_to_a_list_is_none_of_the_cart():
    state = SHOP.talk("quero um capacete", "tem toalha e tapete de banheiro?", "coloca uma tb")
    assert counts(state) == {"Capacete": 1}


def test_the_cheaper_one_is_of_those_that_were_shown():
    state = SHOP.talk("do you have shoes?", "the cheaper one in black size 42")
    assert [one.name for one in state.dialogue.listed] == ["Tênis de Corrida Preto", "Tênis de Trilha Preto"]


def test_the_word_tells_which_of_two_is_meant():
    shop = Catalogue(
        [
            *named_so("Panela de Pressão", 14990, "Cor", "Alumínio", "Preta"),
            *named_so("Jogo de Panelas", 32990, "Cor", "Preto", "Grafite"),
        ]
    )
    asked = "preciso de uma panela de pressão e um jogo de panelas"
    assert counts(shop.talk(asked, "a preta")) == {"Panela de Pressão Preta": 1}
    assert counts(shop.talk(asked, "preto")) == {"Jogo de Panelas Preto": 1}


def test_a_count_in_english_may_be_an_article():
    said = "ok one orange football and a thermos in blue"
    assert counts(SHOP.talk(said)) == {"Bola de Futebol Laranja": 1, "Garrafa Térmica Azul": 1}


SEATS_SOLD = [
    product("Mesa Plástica Quadrada", 500),
    product("Mesa Redonda de Madeira", 2500),
    *({**product("Cadeira Plástica", 200, Modelo=one), "description": "Branca."} for one in ("Com braço", "Sem braço")),
    *(product("Cadeira Tiffany", 1200, Cor=one) for one in ("Branca", "Dourada")),
]
SEATS = Catalogue(SEATS_SOLD)
TABLE, CHAIR, SET = "Mesa Plástica Quadrada", "Cadeira Plástica (Sem braço)", "Jogo de Mesa com 4 Cadeiras"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["plástica as mesas e as cadeiras sem braço"], {TABLE: 6, CHAIR: 24}),
        (["de plástico as mesas, as cadeiras sem braço"], {TABLE: 6, CHAIR: 24}),
        (["1 e 3", "sem braço"], {TABLE: 6, CHAIR: 24}),
        (["a primeira"], {TABLE: 6}),
        (["a tiffany dourada", "e a mesa plástica"], {TABLE: 6, "Cadeira Tiffany (Dourada)": 24}),
    ],
)
def test_each_of_several_choices_keeps_its_count(said: list[str], cart: dict[str, int]):
    assert counts(SEATS.talk("quero 6 mesas e 24 cadeiras", *said)) == cart


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("quero 10 mesa com 4 cadeira, 3 cadeira tiffany branca", {SET: 10, "Cadeira Tiffany (Branca)": 3}),
        ("preciso de 20 mesa 80 cadeira sem braço 20 cadeira tiffany sendo 12 branca 8 dourada",
         {"Cadeira Plástica (Sem braço)": 80, "Cadeira Tiffany (Branca)": 12, "Cadeira Tiffany (Dourada)": 8}),
    ],
)  # fmt: skip
def test_a_number_belongs_to_the_goods_it_stands_by(said: str, cart: dict[str, int]):
    assert counts(Catalogue([*SEATS_SOLD, product(SET, 1000)]).talk(said)) == cart


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("vocês montam a cortina? e o capacete, serve em criança de 7?", {"Cortina", "Capacete"}),
        ("vocês lavam a legging? e o capacete, serve em criança de 7?", {"Legging", "Capacete"}),
    ],
)
def test_each_of_two_questions_is_answered_of_its_own_goods(said: str, about: set[str]):
    told = [
        one
        for say in SHOP.turn(said)[2]
        for one in (*(each.name for each in say.products), *(each.name for each in say.listed), *say.values.values())
    ]
    assert all(any(name in one for one in told) for name in about)
