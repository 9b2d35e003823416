"""Goods asked for by what they are needed for, and what is told beside a wish or a question: no list of what was not
meant, nothing looked for that is no goods, and no question that changes the cart. No database."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.state import ConversationState
from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, counts

WATER = "Água natural, funciona sem energia elétrica, 60 litros por hora."
SHOP = Catalogue(
    [
        {"name": "Purificador Fonte", "price_cents": 38900, "stock_quantity": 9, "description": WATER},
        {
            "name": "Purificador Neve",
            "price_cents": 74900,
            "stock_quantity": 9,
            "description": "Água fresca e gelada, refrigeração eletrônica. Usa tomada comum.",
        },
        {
            "name": "Purificador Riacho",
            "price_cents": 11900,
            "stock_quantity": 9,
            "description": "Encaixa direto no bico da torneira, sem furar a parede. Dura 2 anos.",
        },
        {"name": "Refil Fonte", "price_cents": 7400, "stock_quantity": 9, "description": "Para o purificador Fonte."},
        {"name": "Molho Verde", "price_cents": 1900, "stock_quantity": 9, "description": "Ardência 2 de 5."},
        {"name": "Molho de Malagueta", "price_cents": 1800, "stock_quantity": 9, "description": "Ardência 4 de 5."},
        {
            "name": "Molho Reaper",
            "price_cents": 3900,
            "stock_quantity": 9,
            "description": "60 ml. O mais ardido da loja, ardência 5 de 5.",
        },
        {"name": "Lixa para Ferro", "price_cents": 490, "stock_quantity": 9, "description": "Tira ferrugem."},
        {"name": "Shampoo Neutro", "price_cents": 2600, "stock_quantity": 9, "description": "Não é antipulgas."},
        {"name": "Escova para Pelo", "price_cents": 2400, "stock_quantity": 9},
        {"name": "Rasqueadeira de Borracha", "price_cents": 1900, "stock_quantity": 9},
        {"name": "Limpador de Casco", "price_cents": 1500, "stock_quantity": 9},
        *(
            {
                "name": "Geleia de Pimenta",
                "price_cents": 2490,
                "stock_quantity": 9,
                "group": "geleia",
                "options": {"Sabor": taste},
                "description": "230 g, boa com queijo.",
            }
            for taste in ("Tradicional", "Abacaxi", "Morango")
        ),
        *(
            {
                "name": "Kit Avião",
                "price_cents": cents,
                "stock_quantity": 9,
                "group": "kit",
                "options": {"Escala": scale},
                "description": told,
            }
            for scale, cents, told in (("1:72", 8900, "Bom para iniciantes."), ("1:48", 15900, "158 peças."))
        ),
        {"name": "Trem HO", "price_cents": 48900, "stock_quantity": 9, "description": "Com trilhos. Fonte bivolt."},
    ]
)
FONTE, NEVE, RIACHO = "Purificador Fonte", "Purificador Neve", "Purificador Riacho"
PASSAGES = (
    Passage("Entrega", "Motoboy por R$ 10,00, chega em 1 dia útil."),
    Passage("Troca", "Troca em até 7 dias, com a nota."),
)
NEEDLESS = (
    "Não encontrei",
    "couldn't find",
    "Aqui vai o que a loja informa",
    "Sou o assistente",
    "Resumo",
    "eu não sei dizer",
)


def reply(*messages: str) -> tuple[str, ConversationState]:
    """What is said last, and the state then."""
    state, text = ConversationState(), ""
    for message in messages:
        _, state, says = SHOP.turn(message, state, passages=PASSAGES)
        text = compose(says, state.dialogue.language)
    return text, state


NEEDED = (
    (
        "tô atrás de um purificador q gela de verdade|tem algum purificador que gela?|"
        "eu tava querendo ver um purificador daqueles que sai água gelada que liga na tomada sabe",
        NEVE,
        (FONTE, RIACHO),
    ),
    (
        "tem algum purificador que não precisa de energia?|"
        "Queria um purificador, mas a cozinha dela não tem tomada perto da pia. Tem algum que não precisa de energia?",
        FONTE,
        (NEVE, RIACHO),
    ),
    (
        "qual o molho mais forte q vcs tem|qual molho é o mais ardido?|what's the hottest sauce you have?",
        "Molho Reaper",
        ("Molho Verde", "Molho de Malagueta"),
    ),
    ("o que vocês tem pra tirar ferrugem do portão?|tem alguma coisa pra tirar ferrugem?", "Lixa para Ferro", (FONTE,)),
)


@pytest.mark.parametrize(("said", "meant", "others"), [(s, m, o) for group, m, o in NEEDED for s in group.split("|")])
def test_what_is_needed_is_shown_and_nothing_else(said: str, meant: str, others: tuple[str, ...]):
    text, state = reply(said)
    assert meant in text
    assert not any(one in text for one in (*others, *NEEDLESS))
    assert counts(state) == {}


ONE_FONTE = """quero um purificador fonte, que esse povo aqui bebe muito kkkk
põe um purificador fonte pra ela não ter desculpa de não beber
me vê um purificador fonte, que minha sogra reclama de tudo
ela trocou os puxadores tudo por inox, quero um purificador fonte"""


@pytest.mark.parametrize("said", ways(ONE_FONTE))
def test_why_it_is_wished_for_is_looked_for_nowhere(said: str):
    text, state = reply(said)
    assert counts(state) == {FONTE: 1}
    assert not any(one in text for one in NEEDLESS)


MORE_THAN_A_REASON = """quero a camiseta, que ela usa M|quero a camiseta, que minha filha veste M
quero uma camiseta, que ele usa o M"""


@pytest.mark.parametrize("said", ways(MORE_THAN_A_REASON))
def test_a_size_told_as_a_reason_is_kept(said: str):
    shirts = [
        {"name": "Camiseta", "price_cents": 4990, "stock_quantity": 9, "group": "c", "options": {"Tamanho": size}}
        for size in ("P", "M", "G")
    ]
    assert counts(Catalogue(shirts).talk(said)) == {"Camiseta (M)": 1}


@pytest.mark.parametrize("said", ways("me fala quanto que dá só as comida|quanto dá só as compras por favor"))
def test_the_sum_of_what_is_called_otherwise_is_that_of_the_cart(said: str):
    text, _ = reply("quero um purificador fonte", said)
    assert "389,00" in text
    assert not any(one in text for one in NEEDLESS)


THOUGHT_OF = """tava pensando na 1:48, mas qual dos dois é melhor pra iniciante?
pensei na 1:48, mas qual é melhor pra iniciante?"""
ONLY_ASKED = """o shampoo mata pulga?|por quanto tá saindo o shampoo neutro?|o trem HO é bivolt? aqui é 220
e o purificador riacho, também vai na torneira?|de quanto em quanto tempo troca o refil?"""


@pytest.mark.parametrize("said", ways(ONLY_ASKED))
def test_a_question_changes_no_cart_and_is_answered_alone(said: str):
    text, state = reply(said)
    assert counts(state) == {}
    assert "Aqui vai o que a loja informa" not in text
    assert "No seu carrinho" not in text


@pytest.mark.parametrize("said", ways(THOUGHT_OF))
def test_what_is_thought_of_is_not_taken_by_a_question(said: str):
    text, state = reply("o kit avião tem em que escala?", said)
    assert counts(state) == {}
    assert "iniciantes" in text


def test_what_is_found_for_several_wishes_stands_in_one_list():
    text, _ = reply("vcs tem escova, rasqueadeira e limpador de casco?")
    assert text.count("Encontrei") == 1
    assert all(f"{at}. " in text for at in (1, 2, 3))


def test_what_is_only_told_for_whom_it_is_stays_shown_beside_a_document():
    passages = (Passage("A granel", "Não vendemos ração solta por quilo."),)
    food = [{"name": "Ração Cachorro Adulto", "price_cents": 5490, "stock_quantity": 9}]
    _, state, says = Catalogue(food).turn(
        "vcs vende raçao solta por kilo? pra cachorro adulto", None, passages=passages
    )
    assert [one.what for one in says] == ["text", "list"]
    assert [one.name for one in state.dialogue.listed] == ["Ração Cachorro Adulto"]


def test_what_is_to_be_without_something_is_told_to_be_without_it():
    told = {"Lasanha à Bolonhesa": "Com carne moída.", "Lasanha Quatro Queijos": "Molho branco, sem carne."}
    shop = Catalogue(
        [{"name": one, "price_cents": 3890, "stock_quantity": 9, "description": said} for one, said in told.items()]
    )
    _, state, _ = shop.turn("tem alguma lasanha sem carne?", None)
    assert [one.name for one in state.dialogue.listed] == ["Lasanha Quatro Queijos"]


def test_the_kinds_of_what_a_price_is_asked_of_are_listed_once():
    text, state = reply("qto é a geleia de pimenta? quais sabores tem?")
    assert text.count("Encontrei") == 1
    assert "Molho" not in text
    assert [one.name for one in state.dialogue.listed] == ["Geleia de Pimenta"]


@pytest.mark.parametrize("said", ways("blz da tempo, vou retirar|dá tempo então. pode fechar|na real é pra minha mãe"))
def test_what_asks_nothing_is_answered_by_no_document(said: str):
    text, _ = reply("quero um purificador fonte", said)
    assert not any(one in text for one in ("Motoboy", "Sou o assistente"))


def test_what_may_stand_in_for_something_is_no_exchange_of_goods():
    text, _ = reply("o molho verde pode trocar pela pimenta na mesma quantidade da receita?")
    assert "7 dias" not in text


@pytest.mark.parametrize(
    "said",
    ways("quero um purificador fonte e um abajur|me vê um abajur|vcs tem abajur?"),
)
def test_what_is_wished_for_and_not_there_is_still_told(said: str):
    text, _ = reply(said)
    assert "abajur" in text


MEALS = Catalogue(
    [
        *(
            {"name": name, "price_cents": 1990, "stock_quantity": 9, "group": name, "options": {"Peso": size}}
            for name in ("Marmita Frango com Batata-doce", "Marmita Strogonoff Fit", "Marmita Patinho com Arroz")
            for size in ("300 g", "400 g")
        ),
        {"name": "Sopa de Abóbora", "price_cents": 1690, "stock_quantity": 9},
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (("tem de frango com batata doce?", "vai o strogonoff de 300, duas"), {"Marmita Strogonoff Fit (300 g)": 2}),
        (
            (
                "minha mãe pediu umas marmitas ontem, acho que foi 6 de patinho. sabe se era isso?",
                "tanto faz, depois pergunto a ela. pra mim são 4 sopas de abóbora",
            ),
            {"Sopa de Abóbora": 4},
        ),
        (("quero uma sopa de abóbora", "aliás 2, uma é presente pro meu sobrinho de 12 anos"), {"Sopa de Abóbora": 2}),
    ],
)
def test_what_is_recalled_or_put_off_is_no_wish(said: tuple[str, ...], cart: dict[str, int]):
    assert counts(MEALS.talk(*said)) == cart
