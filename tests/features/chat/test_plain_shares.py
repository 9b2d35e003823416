"""Read by the catalogue, too: what is shared out, counted anew, exchanged from behind, measured or halved; and a change
that no reading took up holds the order (app/features/chat/assistant/plain, deciding/checking/unmoved.py)."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, product


def of_kinds(name: str, price: int, about: str = "", **options: tuple[str, ...]) -> list[dict[str, object]]:
    """A product in the kinds of one or two options."""
    (axis, values), *second = options.items()
    rest = second[0] if second else ("", ("",))
    kinds = [{axis: value} | ({rest[0]: other} if rest[0] else {}) for value in values for other in rest[1]]
    return [{**product(name, price, **kind), "description": about} for kind in kinds]


SHOP = Catalogue(
    [
        *of_kinds("Pano de Prato", 990, Estampa=("Galinha", "Limão", "Café", "Uva")),
        *of_kinds("Suco de Maracujá", 990, Tamanho=("300 ml", "500 ml")),
        *of_kinds("Suco de Laranja", 990, Tamanho=("300 ml", "500 ml")),
        *of_kinds("Pizza Calabresa", 5790, Tamanho=("Média", "Grande")),
        *of_kinds("Pizza Mussarela", 5590, Tamanho=("Média", "Grande")),
        *of_kinds("Pizza Meio a Meio", 5990, Sabores=("Mussarela e Calabresa",), Tamanho=("Média", "Grande")),
        *of_kinds("Borda Recheada", 800, Sabor=("Cheddar", "Catupiry")),
        *of_kinds("Pamonha", 1200, Sabor=("Doce", "Doce com Queijo", "Sal", "Sal com Linguiça")),
        *of_kinds("Avental", 2000, Tamanho=("P", "M", "G")),
        *of_kinds("Sacola Kraft", 290, Tamanho=("P", "M", "G")),
        *of_kinds("Cabo Flexível 6 mm²", 690, "Vendido por metro.", Cor=("Azul", "Preto")),
        *of_kinds("Brigadeiro", 8000, Lote=("Meio cento", "Cento")),
        {**product("Maminha", 5990), "description": "Preço por quilo."},
        {**product("Alcatra", 4990), "description": "Preço por quilo."},
        product("Par de Presilhas", 2500),
        product("Necessaire", 8490),
        product("Brownie", 1290),
        product("Castanha-do-Pará 500 g", 5790),
    ]
)
PRINTS = {f"Pano de Prato ({one})": 1 for one in ("Galinha", "Limão", "Café", "Uva")}


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["quais estampas tem o pano de prato?", "que fofura, quero um de cada, as 4 estampas"], PRINTS),
        (["quero 2 suco de laranja de 300 ml", "o de maracujá, o maior que tiver"],
         {"Suco de Laranja (300 ml)": 2, "Suco de Maracujá (500 ml)": 1}),
        (["são duas pizzas grandes, uma de calabresa e uma de mussarela"],
         {"Pizza Calabresa (Grande)": 1, "Pizza Mussarela (Grande)": 1}),
        (["quero uma pizza grande metade mussarela metade calabresa"],
         {"Pizza Meio a Meio (Mussarela e Calabresa, Grande)": 1}),
        (["quero 2 pizza calabresa grande com borda de catupiry"],
         {"Pizza Calabresa (Grande)": 2, "Borda Recheada (Catupiry)": 2}),
        (["uma pizza grande de cada: calabresa e mussarela"],
         {"Pizza Calabresa (Grande)": 1, "Pizza Mussarela (Grande)": 1}),
        (["preciso de 20 metros do cabo flexível de 6 mm preto"], {"Cabo Flexível 6 mm² (Preto)": 20}),
        (["quero 2 pares de presilhas"], {"Par de Presilhas": 2}),
        (["quero 10 sacolas kraft, metade P metade G"], {"Sacola Kraft (P)": 5, "Sacola Kraft (G)": 5}),
        (["quanto fica 10 sacolas kraft P?", "ok separa as 10, mas metade P metade M"],
         {"Sacola Kraft (P)": 5, "Sacola Kraft (M)": 5}),
        (["quero 10 panos de prato uva e 5 café, com brownie em todos"],
         {"Pano de Prato (Uva)": 10, "Pano de Prato (Café)": 5, "Brownie": 15}),
        (["quero 10 sacolas kraft P e 5 M", "e brownie pra todas"],
         {"Sacola Kraft (P)": 10, "Sacola Kraft (M)": 5, "Brownie": 15}),
        (["quero 10 sacolas kraft P e 2 necessaires", "bota brownie em todas as sacolas"],
         {"Sacola Kraft (P)": 10, "Necessaire": 2, "Brownie": 10}),
        (["quero 10 panos de prato uva e 10 café e mandem logo"],
         {"Pano de Prato (Uva)": 10, "Pano de Prato (Café)": 10}),
        (["quanto fica 10 sacolas kraft P?", "separa 10, mas 4 G"], {"Sacola Kraft (P)": 6, "Sacola Kraft (G)": 4}),
        (["quero 4 suco de laranja, mas 1 de 500"], {"Suco de Laranja (300 ml)": 3, "Suco de Laranja (500 ml)": 1}),
        (["quero 10 sacolas kraft P mas 4 M e 2 brownies"],
         {"Sacola Kraft (P)": 6, "Sacola Kraft (M)": 4, "Brownie": 2}),
        (["quero 10 sacolas kraft P e 1 brownie", "mas 4 tamanho G"],
         {"Sacola Kraft (P)": 6, "Sacola Kraft (G)": 4, "Brownie": 1}),
        (["quero 10 panos de prato galinha e 1 brownie", "nao, é 6 uva e 4 café"],
         {"Pano de Prato (Uva)": 6, "Pano de Prato (Café)": 4, "Brownie": 1}),
        (["quero 8 suco de laranja, metade de 300 e metade de 500"],
         {"Suco de Laranja (300 ml)": 4, "Suco de Laranja (500 ml)": 4}),
        (["quero 8 suco de laranja de 300 ml", "pensando bem metade de cada tamanho"],
         {"Suco de Laranja (300 ml)": 4, "Suco de Laranja (500 ml)": 4}),
        (["quero 8 suco de laranja de 300 ml", "acho que vou de 500 ml"], {"Suco de Laranja (500 ml)": 8}),
        (["quero 3 sacolas kraft M", "uma das sacolas M pode ser G"], {"Sacola Kraft (M)": 2, "Sacola Kraft (G)": 1}),
        (["quero 3 pamonha sal com linguiça e 1 doce", "troca a doce por sal"],
         {"Pamonha (Sal com Linguiça)": 3, "Pamonha (Sal)": 1}),
        (["quero 3 pamonha doce", "uma das doces pode ser com queijo"],
         {"Pamonha (Doce)": 2, "Pamonha (Doce com Queijo)": 1}),
        (["1 sacola kraft M e 1 avental M", "o avental é P né? troca pro P"],
         {"Sacola Kraft (M)": 1, "Avental (P)": 1}),
        (["1 sacola kraft M e 1 avental M", "troca pro P", "pix, vou retirar", "o avental"],
         {"Sacola Kraft (M)": 1, "Avental (P)": 1}),
        (["tem suco de laranja?", "leva 2 por 300?", "quero 2 desse"], {}),
        (["1 sacola kraft M e 1 avental M", "manda p rua Chile 20, Centro, 40020-000, Ana Lima, pix"],
         {"Sacola Kraft (M)": 1, "Avental (M)": 1}),
        (["brownie e a necessaire"], {}),
        (["brownie e a necessaire", "sim, mas 3 brownies"], {"Brownie": 3, "Necessaire": 1}),
        (["brownie e a necessaire", "2 então"], {"Brownie": 1, "Necessaire": 1}),
        (["sacola kraft P e o suco de laranja de 300 ml", "a sacola pode ser M"],
         {"Sacola Kraft (M)": 1, "Suco de Laranja (300 ml)": 1}),
        (["6 brownie 2 necessaire qto da", "tira as necessaires, e faz 8 brownies"], {"Brownie": 8}),
        (["quanto fica 6 brownies e 2 necessaires", "sim, e qual o prazo?"], {"Brownie": 6, "Necessaire": 2}),
        (["bota meio cento de brigadeiro"], {"Brigadeiro (Meio cento)": 1}),
        (["quero 2 kg de alcatra", "pensando bem, troca a alcatra por maminha, 2 kg também"], {"Maminha": 2}),
        (["quero 3 brownies", "em vez do brownie eu quero a necessaire, uma só"], {"Necessaire": 1}),
        (["quero 3 brownies", "2 necessaires no lugar dos brownies"], {"Necessaire": 2}),
        (["quero 2 brownies e uma necessaire", "tira a necessaire", "no lugar dela bota um suco de laranja de 300 ml"],
         {"Brownie": 2, "Suco de Laranja (300 ml)": 1}),
        (["10 sacolas kraft M e 5 sacolas kraft P", "na verdade põe 15 da M e 6 da G"],
         {"Sacola Kraft (M)": 15, "Sacola Kraft (P)": 5, "Sacola Kraft (G)": 6}),
        (["quero 3 sacolas kraft M", "acho q é muito kkk deixa só 1 da M"], {"Sacola Kraft (M)": 1}),
        (["quero suco de 500 ml. vcs tem laranja e maracuja?"], {}),
        (["500 g de castanha do pará e 1 brownie. Entrega: Ana Lima, Rua Monsenhor Bruno 889, Meireles, 60115-190"],
         {"Castanha-do-Pará 500 g": 1, "Brownie": 1}),
        (["quero o brownie. no pix", "não precisa mais nada"], {"Brownie": 1}),
        (["oi, quanto é o brownie?", "amei, quero um também"], {"Brownie": 1}),
        (["quero 2 pares de presilhas e um brownie. quanto fica tudo?"], {"Par de Presilhas": 2, "Brownie": 1}),
        (["quero 2 brownies", "uma necesaire", "tira a necessaire, compro depois"], {"Brownie": 2}),
        (["me vê um cabo flexível azul e um preto, os dois de 6 mm"],
         {"Cabo Flexível 6 mm² (Azul)": 1, "Cabo Flexível 6 mm² (Preto)": 1}),
    ],
)  # fmt: skip
def test_the_cart_holds_what_was_said(said: list[str], cart: dict[str, int]) -> None:
    assert SHOP.cart(*said) == cart


@pytest.mark.parametrize(
    "said",
    [
        "ah espera meu filho quer também então de laranja são três o resto é igual",
        "não pera é muito deixa cinco sucos só",
        "troca o suco pelo que você me falou ontem",
    ],
)
def test_a_change_that_was_not_understood_holds_the_order(said: str) -> None:
    state = SHOP.talk("quero 2 suco de laranja de 300 ml, pix, vou retirar", said)
    assert not state.awaiting_confirmation or state.cart.lines[0].quantity != 2
    assert state.dialogue.unread or state.cart.lines[0].quantity != 2


def test_a_closing_yes_takes_nothing_that_was_only_offered() -> None:
    state = SHOP.talk("quero 2 brownies, pix, vou retirar", "tem suco de laranja de 300 ml?", "isso, pode fechar")
    assert {line.name for line in state.cart.lines} == {"Brownie"}
