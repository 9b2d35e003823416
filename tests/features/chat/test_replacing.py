"""What takes another's place in the cart: by its size alone, after a question which, in part, or as it is already."""

from typing import Any

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts


def variants(name: str, group: str, key: str, *values: str) -> list[dict[str, Any]]:
    """One thing in several kinds."""
    return [
        {"name": name, "price_cents": 1000 + at, "stock_quantity": 20, "group": group, "options": {key: value}}
        for at, value in enumerate(values)
    ]


def alone(*names: str) -> list[dict[str, Any]]:
    """Things of one kind each."""
    return [{"name": name, "price_cents": 1000, "stock_quantity": 20} for name in names]


ACAI = Catalogue(
    [
        *variants("Açaí na Tigela", "tigela", "Tamanho", "300 ml", "500 ml", "700 ml"),
        *variants("Açaí com Cupuaçu", "cupuacu", "Tamanho", "300 ml", "500 ml"),
        *variants("Suco Natural 500 ml", "suco", "Sabor", "Laranja", "Limão"),
        *alone("Adicional de Nutella", "Adicional de Morango", "Coxinha"),
    ]
)
PIZZAS = Catalogue(
    [
        *variants("Pizza Marguerita", "marguerita", "Tamanho", "Média", "Grande"),
        *variants("Pizza Calabresa", "calabresa", "Tamanho", "Média", "Grande"),
        *variants("Pizza Portuguesa", "portuguesa", "Tamanho", "Média", "Grande"),
        *variants("Coca-Cola", "coca", "Tamanho", "Lata 350 ml", "2 litros"),
        *variants("Borda", "borda", "Sabor", "Catupiry"),
    ]
)
GARDEN = Catalogue(
    [
        *alone("Vaso de Barro 15 cm", "Vaso de Barro 20 cm", "Vaso de Barro 30 cm"),
        *alone("Lavanda", "Samambaia", "Zamioculca"),
        *alone("Mangueira Flexível 10 m", "Mangueira Flexível 20 m", "Tesoura de Poda"),
        *variants("Luva de Jardinagem", "luva", "Tamanho", "M", "G"),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    "wish",
    [
        "na vdd muda pro de 700, to com mta fome kkk",
        "troca pro de 700",
        "muda pra 700ml",
        "can you change it to the 700 ml one?",
    ],
)
@pytest.mark.parametrize("beside", ["com nutella e morango", "e 2 coxinhas", "e um suco de laranja"])
def test_the_line_that_comes_in_such_a_size_is_meant(wish: str, beside: str):
    state = ACAI.talk("qro um acai na tigela de 300", beside)
    others = counts(state) | {"Açaí na Tigela (700 ml)": 1}
    del others["Açaí na Tigela (300 ml)"]
    _, state, _ = ACAI.turn(wish, state)
    assert counts(state) == others


@pytest.mark.parametrize(
    ("answer", "ordered"),
    [
        ("o cupuacu", {"Açaí com Cupuaçu (500 ml)": 1, "Açaí na Tigela (300 ml)": 1}),
        ("os dois", {"Açaí com Cupuaçu (500 ml)": 1, "Açaí na Tigela (500 ml)": 1}),
    ],
)
def test_which_of_several_lines_is_asked(answer: str, ordered: dict[str, int]):
    wish = "um acai com cupuacu de 300, um acai na tigela de 300 e um adicional de morango"
    state = ACAI.talk(wish, "troca pro de 500")
    assert state.dialogue.pending is not None
    assert state.dialogue.pending.kind == "resize"
    _, state, _ = ACAI.turn(answer, state)
    assert counts(state) == ordered | {"Adicional de Morango": 1}


@pytest.mark.parametrize("wish", ["make that the 20 m", "na verdade muda pra de 20"])
def test_a_size_in_the_name_tells_which_too(wish: str):
    state = GARDEN.talk("1 mangueira flexivel 10 m, 1 tesoura de poda e uma lavanda", wish)
    assert counts(state) == {"Mangueira Flexível 20 m": 1, "Tesoura de Poda": 1, "Lavanda": 1}


@pytest.mark.parametrize("wish", ["muda pra 3 do de 20", "actually make it 3 of the 20"])
def test_another_count_of_what_is_there_takes_nobodys_place(wish: str):
    state = GARDEN.talk("quanto ta o vaso de barro?", "2 do de 20 e 1 do de 30", wish)
    assert counts(state) == {"Vaso de Barro 20 cm": 3, "Vaso de Barro 30 cm": 1}


@pytest.mark.parametrize(
    ("wish", "more"),
    [
        ("sorry, make it 2 of those and add one samambaia", {"Samambaia": 1}),
        ("oh wait, make that 2 of them, and add 2 zamioculca", {"Zamioculca": 2}),
        ("make it 2 of those please", {}),
    ],
)
def test_so_many_of_those_are_as_many_as_there_are_to_be(wish: str, more: dict[str, int]):
    assert counts(GARDEN.talk("can i get 3 lavanda please", wish)) == {"Lavanda": 2} | more


def test_one_of_them_is_exchanged():
    state = GARDEN.talk("2 lavanda e 3 samambaia", "troca uma delas por zamioculca")
    assert counts(state) == {"Lavanda": 2, "Samambaia": 2, "Zamioculca": 1}


def test_the_size_that_is_told_goes_before_that_of_the_old():
    assert counts(PIZZAS.talk("uma pizza portuguesa media", "troca por calabresa grande")) == {
        "Pizza Calabresa (Grande)": 1
    }


@pytest.mark.parametrize(
    ("answers", "ordered"),
    [
        (["media"], {"Pizza Marguerita (Média)": 1}),
        (["media tb. e uma coca lata"], {"Pizza Marguerita (Média)": 1, "Coca-Cola (Lata 350 ml)": 1}),
        (["a grande e uma coca 2 litros"], {"Pizza Marguerita (Grande)": 1, "Coca-Cola (2 litros)": 1}),
        (["vcs abrem domingo?", "media"], {"Pizza Marguerita (Média)": 1}),
        (["e uma coca lata", "a media"], {"Pizza Marguerita (Média)": 1, "Coca-Cola (Lata 350 ml)": 1}),
        (["2 medias"], {"Pizza Marguerita (Média)": 2}),
    ],
)
@pytest.mark.parametrize("wish", ["ih n gosto de cebola, troca por marguerita", "swap it for marguerita"])
def test_an_answer_is_of_the_exchange_that_was_asked_about(wish: str, answers: list[str], ordered: dict[str, int]):
    state = PIZZAS.talk("tem pizza?", "uma portuguesa grande", wish, *answers)
    assert counts(state) == ordered


@pytest.mark.parametrize("wish", ["troca um por suco", "troca um dos acai por suco"])
def test_so_many_are_exchanged_as_were_told(wish: str):
    state = ACAI.talk("3 acai na tigela de 300", wish, "laranja")
    assert counts(state) == {"Açaí na Tigela (300 ml)": 2, "Suco Natural 500 ml (Laranja)": 1}


@pytest.mark.parametrize(("told", "count"), [("2 litros", 1), ("a de 2 litros", 1), ("2 de 2 litros", 2)])
def test_a_measure_that_is_an_option_is_no_count(told: str, count: int):
    assert counts(PIZZAS.talk("tem coca?", told)) == {"Coca-Cola (2 litros)": count}


def test_what_is_let_go_takes_no_place():
    state = PIZZAS.talk("tem pizza?", "uma portuguesa grande", "troca por marguerita", "deixa, fica a portuguesa mesmo")
    assert counts(state) == {"Pizza Portuguesa (Grande)": 1}


LAMPS = Catalogue(
    [
        one | {"options": {"Cor": colour, **one["options"]}}
        for colour in ("Branca", "Amarela")
        for one in variants("Lâmpada LED", "led", "Potência", "9 W", "12 W")
    ]
)


@pytest.mark.parametrize("more", ["as de 12 branca tb", "the white 12w ones too", "e as brancas de 12 também"])
def test_what_is_so_already_is_not_taken_again(more: str):
    state = LAMPS.talk("preciso de 10 lampada led 9w branca", "e 2 de 12", more)
    assert counts(state) == {"Lâmpada LED (Branca, 9 W)": 10, "Lâmpada LED (Branca, 12 W)": 2}


@pytest.mark.parametrize("more", ["as de 12 branca tb", "e uma amarela de 9 também"])
def test_what_is_not_there_yet_is(more: str):
    state = LAMPS.talk("2 lampada led 9w branca", more)
    assert len(state.cart.lines) == 2
    assert sum(counts(state).values()) == 3


GLASSES = Catalogue(
    [
        *variants("Óculos de Leitura", "oculos", "Grau", "1.5", "2.0", "2.25"),
        *variants("Caneca Esmaltada", "caneca", "Cor", "Azul", "Verde", "Bege"),
        *alone("Pano de Prato"),
    ]
)


@pytest.mark.parametrize(
    "wish",
    [
        "e no lugar do 2.0 quero o 2.25, msm oculos",
        "no lugar do 2,0, o 2,25",
        "quero o 2.25 no lugar do 2.0",
        "em vez do 2.0 me manda o 2.25",
    ],
)
def test_a_decimal_is_one_word_of_what_is_exchanged(wish: str):
    assert counts(GLASSES.talk("quero um oculos de leitura 2.0", wish)) == {"Óculos de Leitura (2.25)": 1}


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("não pera, deixa a azul msm q é pra minha mãe", "Azul"),
        ("fica com a azul mesmo", "Azul"),
        ("espera, quero a azul mesmo que combina com a cozinha", "Azul"),
        ("wait, keep the blue one after all", "Azul"),
        ("deixa a verde mesmo", "Verde"),
        ("deixa pix mesmo", "Verde"),
    ],
)
def test_the_kind_before_comes_back_after_all(said: str, kind: str):
    begun = GLASSES.talk("quero 2 canecas azuis", "na verdade me ve a verde no lugar")
    assert counts(begun) == {"Caneca Esmaltada (Verde)": 2}
    assert counts(GLASSES.turn(said, begun)[1]) == {f"Caneca Esmaltada ({kind})": 2}


SNACKS = Catalogue(
    [
        *variants("Suco Natural", "suco", "Sabor", "Laranja", "Limão"),
        *alone("Lata de Coca-Cola", "Lata de Guaraná", "Coxinha"),
    ]
)


@pytest.mark.parametrize(
    ("said", "wish", "left"),
    [
        ("2 coxinhas e um suco de laranja", "troca o suco por uma coca", "Lata de Coca-Cola"),
        ("2 coxinhas and an orange juice", "swap the juice for a coke", "Lata de Coca-Cola"),
        ("2 coxinhas e um suco de laranja", "troca o suco por um de limão", "Suco Natural (Limão)"),
    ],
)
def test_what_is_no_kind_of_the_old_takes_its_place_too(said: str, wish: str, left: str):
    assert counts(SNACKS.talk(said, wish)) == {"Coxinha": 2, left: 1}


@pytest.mark.parametrize(
    ("taken", "said", "held"),
    [
        ("quero um vaso de 20", "vi agora o de 30, quero ele no lugar", {"Vaso de Barro 30 cm": 1}),
        ("quero uma samambaia", "na vdd vi aqui a zamioculca, prefiro ela no lugar", {"Zamioculca": 1}),
        ("I want a fern", "I just saw the lavanda, I'll take it instead", {"Lavanda": 1}),
        ("quero uma samambaia", "na vdd essa não, quero a zamioculca", {"Zamioculca": 1}),
        ("quero 2 samambaias", "não quero essa, me vê a lavanda", {"Lavanda": 2}),
        ("quero uma samambaia", "e vi a zamioculca, quero ela também", {"Samambaia": 1, "Zamioculca": 1}),
        ("quero uma samambaia e uma lavanda", "essa não, quero a tesoura", None),
        ("quero uma samambaia", "a samambaia não, meu gato come tudo. manda a lavanda", {"Lavanda": 1}),
        ("quero uma samambaia", "samambaia não, eu não sei cuidar! vou levar uma tesoura", {"Tesoura de Poda": 1}),
        ("quero uma samambaia e uma lavanda", "a samambaia não, meu gato come", {"Lavanda": 1}),
    ],
)
def test_what_was_seen_instead_takes_the_place_of_what_was_taken(taken: str, said: str, held: dict[str, int] | None):
    found = counts(GARDEN.talk(taken, said))
    assert found == held if held is not None else "Samambaia" in found


@pytest.mark.parametrize(
    "said", ["só que o boné ela quer azul, não rosa", "mas o boné ele prefere azul", "the boné she wants azul"]
)
def test_what_somebody_wants_otherwise_takes_the_place_of_it(said: str):
    caps = Catalogue([*variants("Boné", "bone", "Cor", "Azul", "Rosa"), *alone("Meia")])
    assert counts(caps.talk("quero um boné rosa e uma meia", said)) == {"Boné (Azul)": 1, "Meia": 1}
