"""Wishes whose words hold more or other than the catalogue's: brands, uses, English names, kinds told behind goods."""

import pytest

from tests.features.chat.test_goods_lists import catalogue, counts

MET = {
    "aside_patins": [
        ("me vê o oxelo kit de proteção de adulto tamanho M", "1 Kit Proteção Adulto (M)"),
        ("can I get two bottles of bearing oil and a T wrench?", "2 Óleo para Rolamentos + 1 Chave T para Rodas"),
    ],
    "aside_cadeiras": [
        ("me manda um gaveteiro preto pra pôr embaixo da minha mesa", "1 Gaveteiro Volante 3 Gavetas (Preto)"),
    ],
    "aside_sabonetes": [
        (
            "a white bath towel and a hand made ceramic soap dish in blue",
            "1 Toalha de Algodão (Branca, Banho) + 1 Saboneteira de Cerâmica (Azul)",
        ),
        ("quero 2 sabonetinhos de bichinho tartaruga", "2 Sabonete Bichinhos (Tartaruga)"),
    ],
    "aside_mochilas": [
        ("two luggage tags and a neck pillow", "2 Etiqueta de Mala + 1 Almofada de Pescoço"),
        ("I'd like a dinosaur backpack with wheels", "1 Mochila Infantil Dinossauro (Com rodinhas)"),
        ("I'd like a dinosaur backpack without wheels", "1 Mochila Infantil Dinossauro (Sem rodinhas)"),
    ],
    "aside_hidraulica": [
        ("quero fita veda rosca tigre de 25m, 2", "2 Fita Veda Rosca (25 m)"),
        ("quero torneira de jardim, é a de metal", "1 Torneira de Jardim Metal Cromada"),
        ("4 registros de esfera, registro de esfera soldável de 25", "4 Registro de Esfera Soldável (25 mm)"),
    ],
    "aside_audio": [
        ("quero um cabo hdmi, o mais longo, de 5 metros", "1 Cabo HDMI 2.0 (5 m)"),
        ("I want a wireless charger and the lapel mic", "1 Carregador sem Fio 15W + 1 Microfone de Lapela sem Fio"),
    ],
    "aside_selaria": [
        ("I'd like a curry comb and a pair of stainless spurs", "1 Rasqueadeira de Borracha + 1 Espora Inox"),
    ],
    "aside_bones": [("quero boné trucker azul da nike", "1 Boné Trucker (Azul)")],
    "aside_lanchonete": [
        ("is there meat in the esfiha de queijo?|nice, 3 of those please", "3 Esfiha de Queijo"),
    ],
    "aside_petshop": [
        ("quero o remédio de pulga bravecto pra cachorro de 20 a 40 kg", "1 Antipulgas Bravecto 20 a 40 kg"),
        ("I want a dog bed, size M, and a rope toy", "1 Cama Pet Nuvem (M) + 1 Brinquedo Corda com Nó"),
    ],
    "aside_churrasco": [("one heat glove and a portable grill", "1 Luva Térmica + 1 Churrasqueira Portátil")],
    "aside_toalhas": [
        (
            "2 toalhas de banho, uma rosa e uma azul|e dois bordados de nome: Bia na rosa e João na azul",
            "1 Toalha de Banho Conforto (Rosa) + 1 Toalha de Banho Conforto (Azul) + 2 Bordado de Nome",
        ),
    ],
    "aside_cafeteria": [
        ("tem café coado?|quero um grande e uma água sem gás", "1 Café Coado (Grande) + 1 Água Mineral (Sem gás)"),
    ],
}
UNTOUCHED = {
    "aside_bones": ["quero boné trucker roxo", "quero um boné trucker sem aba", "quero boné da nike"],
    "aside_audio": ["quero fone run vermelho"],
    "aside_massas": ["quero molho de cogumelo", "quero suco de laranja"],
    "aside_confeitaria": ["one hundred coxinhas", "quero um pudim de coco"],
    "aside_sabonetes": ["I want an olive oil"],
}


def _cases(told: dict[str, list[tuple[str, str]]]) -> list[tuple[str, str, str]]:
    return [(shop, said, want) for shop, ways in told.items() for said, want in ways]


@pytest.mark.parametrize(("shop", "said", "want"), _cases(MET))
def test_what_is_said_more_keeps_no_wish_from_being_met(shop: str, said: str, want: str):
    wanted = dict(reversed(one.split(" ", 1)) for one in want.split(" + "))
    state = catalogue(shop).talk(*said.split("|"))
    assert counts(state) == {name: int(count) for name, count in wanted.items()}
    assert state.dialogue.open == ()
    assert not state.dialogue.unread


@pytest.mark.parametrize(("shop", "said"), [(shop, said) for shop, ways in UNTOUCHED.items() for said in ways])
def test_what_does_not_exist_is_never_replaced(shop: str, said: str):
    assert counts(catalogue(shop).talk(said)) == {}
