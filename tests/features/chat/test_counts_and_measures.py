"""Counts beside numbers of names, measures and sizes, and what is only told beside them, read by the catalogue
(app/features/chat/assistant/plain)."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_plain_shares import of_kinds

SHOP = Catalogue(
    [
        *of_kinds("Tomada com Placa 4x2", 1090, Corrente=("10 A", "20 A")),
        product("DR Bipolar 40 A", 14990),
        product("DPS 275 V", 5490),
        product("Extensão Elétrica 5 m", 3490),
        product("Filtro de Linha 5 Tomadas", 4490),
        *of_kinds("Body Manga Curta", 2990, Tamanho=("3-6 meses",), Cor=("Branco", "Verde")),
        *of_kinds("Macacão Longo", 5990, Tamanho=("RN", "P"), Cor=("Rosa", "Azul")),
        product("Kit Touca e Luva RN", 1890),
        product("Manta de Malha Rosa", 4990),
        *of_kinds("Dom Casmurro", 2490, Edição=("Bolso", "Capa dura")),
        *of_kinds("Colônia de Alfazema", 4990, Volume=("100 ml", "250 ml")),
        *of_kinds("Barra de Proteína", 1190, Sabor=("Brownie", "Cookies", "Amendoim")),
        *of_kinds("Carteira Feminina", 6990, Cor=("Vermelha", "Nude")),
        *of_kinds("Coleira de Nylon", 2790, Tamanho=("M", "G"), Cor=("Preta", "Azul")),
        *of_kinds("Guia de Nylon", 2990, Cor=("Preta", "Azul")),
        *of_kinds("Mala ABS", 29990, Tamanho=("P",), Cor=("Rosê", "Preta")),
        product("Cerveja Long Neck", 990),
        *of_kinds("Cabo USB-C", 3990, Comprimento=("1 m", "3 m")),
        product("Muda de Tomate Cereja", 550),
        product("Muda de Morango", 690),
        *of_kinds("Strogonoff", 2790, Sabor=("Carne", "Frango")),
        product("Frango com Polenta", 2390),
        *of_kinds("Sopa de Abóbora com Gengibre", 1690, Peso=("300 g", "500 g")),
        *of_kinds("Prato de Porcelana", 2290, Tipo=("Raso", "Fundo")),
        product("Escorredor de Louça", 8990),
        *of_kinds("Garrafa Térmica", 8990, Cor=("Preta", "Inox")),
        product("Combo Semana Leve", 9990),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["separa 10 tomada 10A c/ placa e 4 tomada 20 amperes"],
         {"Tomada com Placa 4x2 (10 A)": 10, "Tomada com Placa 4x2 (20 A)": 4}),
        (["1 DR e 2 DPS"], {"DR Bipolar 40 A": 1, "DPS 275 V": 2}),  # no `depois`
        (["I'll take one 5 m extension cord and also one power strip, the one with 5 outlets"],
         {"Extensão Elétrica 5 m": 1, "Filtro de Linha 5 Tomadas": 1}),
        (["tem body manga curta 3-6 meses? quais cores",
          "vou levar um de cada cor, um branco e um verde, 3-6 meses"],
         {"Body Manga Curta (3-6 meses, Branco)": 1, "Body Manga Curta (3-6 meses, Verde)": 1}),
        (["one pink blanket please, and one Macacão Longo in pink, newborn size (RN)"],
         {"Manta de Malha Rosa": 1, "Macacão Longo (RN, Rosa)": 1}),
        (["sou professora, quero 3 dom casmurro da edição de bolso pros alunos"], {"Dom Casmurro (Bolso)": 3}),
        (["quero 3 dom casmurro de bolso",
          "troca um dos Dom Casmurro de bolso por um de capa dura, assim fica um bonito pra escola"],
         {"Dom Casmurro (Bolso)": 2, "Dom Casmurro (Capa dura)": 1}),
        (["aí vende alfazema?", "a grande de 250 ml é quanto?",
          "quero duas da grande. uma é minha e a outra é de minha comadre"],
         {"Colônia de Alfazema (250 ml)": 2}),
        (["quero uma barra de proteina de cada sabor", "pensando bem bota 2 da de brownie, as outras fica 1 msm"],
         {"Barra de Proteína (Brownie)": 2, "Barra de Proteína (Cookies)": 1, "Barra de Proteína (Amendoim)": 1}),
        (["quero 5 carteiras vermelhas",
          "vermelho não combina com a decoração. Faz nude em vez de vermelha, e são só 4, uma madrinha desistiu"],
         {"Carteira Feminina (Nude)": 4}),
        (["quero a coleira preta M", "e a guia preta tb pra combinar"],
         {"Coleira de Nylon (M, Preta)": 1, "Guia de Nylon (Preta)": 1}),
        (["tem a mala abs M rosê?", "puts queria a rosê. então vai a preta mesmo, tamanho P"],
         {"Mala ABS (P, Preta)": 1}),
        (["one power strip and a beer. Rua Bahia 50 apt 3, Gonzaga, CEP 11060-450, Tom Becker, I'll pay cash"],
         {"Filtro de Linha 5 Tomadas": 1, "Cerveja Long Neck": 1}),
        (["tem cabo tipo c?", "então me vê o de 3 metros dois dele um pra mim e um pro meu marido"],
         {"Cabo USB-C (3 m)": 2}),
        (["3 mudas de tomate cereja, 2 de morango. retiro hj, pago no pix"],
         {"Muda de Tomate Cereja": 3, "Muda de Morango": 2}),
        (["quero 6 strogonoff de carne", "melhor, faz 4 de carne e 2 de frango que a patroa prefere"],
         {"Strogonoff (Carne)": 4, "Strogonoff (Frango)": 2}),
        (["I'd like two of the pumpkin and ginger soup, the 500 g one"], {"Sopa de Abóbora com Gengibre (500 g)": 2}),
        (["tô montando o apê e preciso de louça: 6 pratos rasos e 6 fundos"],
         {"Prato de Porcelana (Raso)": 6, "Prato de Porcelana (Fundo)": 6}),
        (["tem garrafa térmica?",
          "que pena, se não tem a rosa eu levo a de inox mesmo, que combina com tudo. Uma só"],
         {"Garrafa Térmica (Inox)": 1}),
        (["cerveja long neck + garrafa termica preta + cabo usb c 3 m, pix"],
         {"Cerveja Long Neck": 1, "Garrafa Térmica (Preta)": 1, "Cabo USB-C (3 m)": 1}),
        (["de noite eu gosto de uma coisinha leve"], {}),
        (["queria uma coisinha leve"], {}),
    ],
)  # fmt: skip
def test_so_many_are_taken_as_were_said(said: list[str], cart: dict[str, int]):
    assert counts(SHOP.talk(*said)) == cart
