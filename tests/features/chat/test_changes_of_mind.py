"""What people want instead of what they asked about, wanted at first or cannot have, and what they only ask about."""

import pytest

from app.features.conversations.consent import agrees_to_cancel, is_consent
from app.features.conversations.state import CartLine, Summary
from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import catalogue, counts

WITBIER, STOUT = {"Witbier com Laranja": 1}, "tem a stout com café?"
WITBIER_INSTEAD = """ah pensando bem me vê a witbier com laranja em vez da stout
hmm actually make it the witbier instead of the stout, my wife likes it better|troca a stout pela witbier
em vez da stout me vê a witbier|no lugar da stout quero a witbier|esquece a stout e me vê a witbier
pensando aqui, deixa a stout e me separa a witbier"""
NO_WITBIER = """minha prima levou a witbier em vez da stout|não quero a witbier em vez da stout
e se eu levar a witbier em vez da stout, quanto fica?|vocês trocam a stout por outra se quebrar?"""


@pytest.mark.parametrize("said", ways(WITBIER_INSTEAD))
def test_what_was_only_shown_gives_way_to_what_is_wanted_instead(said: str):
    assert counts(catalogue("aside_cervejas").talk(STOUT, said)) == WITBIER


@pytest.mark.parametrize("said", ways(NO_WITBIER))
def test_a_story_a_question_or_a_refusal_puts_nothing_in(said: str):
    assert counts(catalogue("aside_cervejas").talk(STOUT, said)) == {}


@pytest.mark.parametrize("said", ["já quebrei duas cadeiras. tem alguma que aguenta?", "já perdi 2 cadeiras, tem boa?"])
def test_how_many_were_lost_is_no_count(said: str):
    assert counts(catalogue("aside_cadeiras").talk(said, "então vou querer a titã")) == {"Cadeira Reforçada Titã": 1}


def test_a_choice_that_is_open_of_what_is_wanted_no_more_is_let_go():
    state = catalogue("aside_mochilas").talk(
        "quero uma mochila escolar lisa", "em vez da escolar lisa me vê uma mochila antifurto usb"
    )
    assert counts(state) == {"Mochila Antifurto USB": 1}
    assert not any("escolar" in one.query for one in state.dialogue.open)


PUT_RIGHT = [
    ("pizzaria", "quero uma pizza calabresa grande, minto, média, e um petit gateau",
     {"Pizza Calabresa (Média)": 1, "Petit Gateau": 1}),
    ("brinquedos", "um carrinho de bombeiro e um quebra-cabeça de 60 peças, ops, de 100 peças",
     {"Carrinho de Fricção Bombeiro": 1, "Quebra-Cabeça 100 Peças Fundo do Mar": 1}),
    ("toalhas", "oi quero 4 fronha branca ai desculpa 4 fronha cinza e 1 edredom casal azul",
     {"Fronha Avulsa (Cinza)": 4, "Edredom Dupla Face (Casal, Azul)": 1}),
    ("chocolateria", "quero 6 bombons de cereja, perdão, caramelo, e um ovo liso",
     {"Bombom Recheado (Caramelo)": 6, "Ovo Liso ao Leite": 1}),
    ("bolos", "meio cento de brigadeiro, ou melhor, um cento de brigadeiro, e uma vela estrelinha",
     {"Brigadeiro (Cento)": 1, "Vela Estrelinha": 1}),
    # of something else
    ("toalhas", "2 toalha de banho conforto azul, melhor, 2 fronha branca também",
     {"Toalha de Banho Conforto (Azul)": 2, "Fronha Avulsa (Branca)": 2}),
    ("racoes", "2 bolinha de borracha, 1 guia, opa, e 1 comedouro inox",
     {"Bolinha de Borracha": 2, "Guia de Nylon": 1, "Comedouro Inox": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("shop", "said", "cart"), PUT_RIGHT)
def test_a_thing_put_right_in_the_same_breath_is_told_once(shop: str, said: str, cart: dict[str, int]):
    assert counts(catalogue(f"aside_{shop}").talk(said)) == cart


BEAR, THE_LAST = "quero 2 urso tobias G", {"Urso de Pelúcia Tobias (G)": 1}
TAKES_THE_LAST = """se só tem um eu fico com ele mesmo|poxa só um? pode ser, leva esse um|como só tem 1, levo esse
ah, uma só? tudo bem, me vê essa uma|já que só tem um, manda esse que tem|só um então|if there's only 1 I'll take it"""
LEAVES_IT = "se só tem um eu não quero|só tem um? então não quero não, obrigada|tem só um? vou pensar"


@pytest.mark.parametrize("said", ways(TAKES_THE_LAST))
def test_the_last_one_is_taken(said: str):
    assert counts(catalogue("aside_brinquedos").talk(BEAR, said)) == THE_LAST


@pytest.mark.parametrize("said", ways(LEAVES_IT))
def test_the_last_one_is_left(said: str):
    assert counts(catalogue("aside_brinquedos").talk(BEAR, said)) == {}


CHANGED = [
    ("hidraulica", "1 caixa d'água de 1000 litros", "se a de 1000 acabou pode mandar duas de 500",
     {"Caixa d'Água de Polietileno (500 L)": 2}),
    ("mochilas", "tem a mala abs M rosê?", "puts queria a rosê. então vai a preta mesmo, tamanho M",
     {"Mala de Viagem ABS (M, Preto)": 1}),
    ("toalhas", "quero um roupão aveludado branco M", "o marido disse que M não cabe kkk vê o G",
     {"Roupão Aveludado (Branco, G)": 1}),
    ("audio", "2 fone bluetooth pulse preto", "um deles pode ser branco? troca um preto por branco",
     {"Fone Bluetooth Pulse (Preto)": 1, "Fone Bluetooth Pulse (Branco)": 1}),
    ("salgados", "1 coxinha de frango 50 unidades", "a coxinha pode trocar pra 100? vem mais gente",
     {"Coxinha (Frango, 100 unidades)": 1}),
    ("pneus_e_som", "4 pneu westlake 175/70 r13", "não, peraí, meu carro é aro 14. 4 do 175/70 r14 então",
     {"Pneu Westlake RP18 (175/70 R14)": 4}),
    ("gelateria", "um pote de gelato de 1 L de morango e um picolé de uva",
     "troca o picolé de uva por um de limão. fica um pote de morango e um picolé de limão",
     {"Pote de Gelato (1 L, Morango)": 1, "Picolé de Fruta (Limão)": 1}),
    ("meias_e_cuecas", "3 cueca boxer preta M", "dessas 3, duas podem ser azul M",
     {"Cueca Boxer Algodão (Preta, M)": 1, "Cueca Boxer Algodão (Azul, M)": 2}),
    ("meias_e_cuecas", "2 meia social preta e 2 meia social azul-marinho", "deixa tudo preta, 4",
     {"Meia Social (Preta)": 4}),
    ("peixaria", "2 camarão descascado médio 500 g", "em vez de 2 de 500 faz 1 de 1 kg, dá na mesma",
     {"Camarão Descascado (Médio, 1 kg)": 1}),
    ("cervejas", "2 copo weiss", "não precisa trocar o copo weiss pelo pint", {"Copo Weiss": 2}),
    ("celulares", "capinha de silicone pro iphone 13, uma", "azulzinha por favor, é a cor preferida dele",
     {"Capinha Silicone (iPhone 13, Azul)": 1}),
    ("mochilas", "one mochila antifurto please", "sorry, changed my mind, I don't want anything", {}),
]  # fmt: skip


@pytest.mark.parametrize(("shop", "first", "said", "cart"), CHANGED)
def test_what_is_wanted_now_is_in_the_cart(shop: str, first: str, said: str, cart: dict[str, int]):
    assert counts(catalogue(f"aside_{shop}").talk(first, said)) == cart


def test_one_of_each_beside_another_thing_is_of_what_was_shown():
    said = ("tem petit gateau e suco de laranja?", "1 de cada, e também 1 água")
    suco, water = "Suco de Laranja Natural 500 ml", "Água Mineral sem Gás 500 ml"
    assert counts(catalogue("aside_pizzaria").talk(*said)) == {"Petit Gateau": 1, suco: 1, water: 1}
    left = catalogue("aside_pizzaria").talk(*said, "tira o petit gateau, tô de dieta")
    assert counts(left) == {suco: 1, water: 1}


SHAMPOO = {"Shampoo Neutro 500 ml": 1, "Guia de Nylon": 1}
ONLY_ASKED = """dá pra remover pulga com o shampoo?|como eu tiro carrapato com o shampoo?|como tira o shampoo do pelo?
e pra tirar o shampoo do olho, como faz?|can I use the shampoo to remove fleas?|o shampoo tira mancha?"""
TAKEN_OUT = "dá pra tirar o shampoo?|dá pra tirar o shampoo do carrinho?|tem como tirar o shampoo? já tenho"


@pytest.mark.parametrize("said", ways(ONLY_ASKED))
def test_how_something_comes_off_takes_nothing_out(said: str):
    assert counts(catalogue("aside_racoes").talk("1 shampoo neutro e 1 guia", said)) == SHAMPOO


@pytest.mark.parametrize("said", ways(TAKEN_OUT))
def test_what_is_asked_to_be_taken_out_is(said: str):
    assert counts(catalogue("aside_racoes").talk("1 shampoo neutro e 1 guia", said)) == {"Guia de Nylon": 1}


def test_another_way_to_pay_takes_the_place_of_the_one_before():
    said = ("2 bolinha de borracha, pago em dinheiro", "na verdade faço um pix, não vou ter dinheiro trocado")
    state = catalogue("aside_racoes").talk(*said)
    assert (state.cart.payment_method, state.dialogue.unread) == ("pix", "")


@pytest.mark.parametrize(
    ("method", "said", "agrees"),
    [
        ("cod", "isso, cartão na entrega. pode fechar sim", True),
        ("pix", "sim, pode confirmar com pix", True),
        ("cod", "yes, confirm with card on delivery", True),
        ("pix", "sim, mas no dinheiro", False),
        ("cod", "pode fechar que eu pago no cartão", False),
        ("pix", "sim, confirma com meu marido", False),
    ],
)
def test_the_way_to_pay_told_again_is_a_yes(method: str, said: str, *, agrees: bool):
    lines = (CartLine("a", "Organizador", 1, 100), CartLine("b", "Kit Ganchos", 2, 100))
    shown = Summary("R", "Resumo", lines, method, 300, shipping_option="Motoboy")  # type: ignore[arg-type]
    assert is_consent(shown, said) is agrees


CANCELLED = """sim, pode cancelar o pedido, não quero mais|sim, cancela, não vou mais precisar
sim, cancela que não quero mais|yes cancel it, I don't need it anymore
sim, quero cancelar esse pedido, não preciso mais dele"""
KEPT = "não quero cancelar|não, não quero mais cancelar|cancela sim, mas só a camiseta|não quero mais o boné"


def test_why_an_order_is_cancelled_takes_nothing_back():
    assert all(map(agrees_to_cancel, ways(CANCELLED)))
    assert not any(map(agrees_to_cancel, ways(KEPT)))


def test_what_is_still_to_be_chosen_stays_open_beside_another_kind_of_it():
    said = ("quero a sapatilha clara nude, 2 pares", "acrescenta 1 par da preta 36 que é pra minha mãe")
    state = catalogue("aside_sapatos").talk(*said)
    assert counts(state) == {"Sapatilha Clara Bico Redondo (36, Preto)": 1}
    chosen = catalogue("aside_sapatos").talk(*said, "a nude 35")
    assert counts(chosen) == counts(state) | {"Sapatilha Clara Bico Redondo (35, Nude)": 2}


def test_a_kind_that_is_asked_about_and_taken_takes_the_others_place():
    said = ("quero um moletom canguru preto G", "tem cinza né? então cinza, mesmo tamanho")
    assert counts(catalogue("aside_bones").talk(*said)) == {"Moletom Canguru (Cinza, G)": 1}


@pytest.mark.parametrize(
    "said",
    ["ah e vocês têm misto quente né se tiver bota um também", "tem misto quente? minha mãe adora. se tiver bota 1"],
)
def test_what_is_to_be_put_in_if_there_is_any_is_not_lost(said: str):
    state = catalogue("aside_lanchonete").talk("quero 2 esfihas de carne", said, "vou buscar, pago no pix")
    asked = state.dialogue.pending
    asks = asked is not None and [one.name for one in asked.options] == ["Misto Quente"]
    assert asks or counts(state) == {"Esfiha de Carne": 2, "Misto Quente": 1}
