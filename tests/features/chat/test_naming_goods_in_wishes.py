"""Wishes whose words hold more than the catalogue's: what goods are for, why they are wished for, which of them is told
behind a pause, what they are filled in. Each is met where the rest names exactly one thing, else it is asked."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, catalogue, product

SHOP = Catalogue(
    [
        product("Molho Carolina Reaper", 3990),
        *(product("Molho de Habanero", 2490, Tamanho=size) for size in ("100 ml", "250 ml")),
        *(product("Pimenta Bode em Conserva", 1990, Cor=colour) for colour in ("Amarela", "Vermelha")),
        *(product("Sementes de Pimenta", 690, Tipo=kind) for kind in ("Habanero", "Biquinho")),
        *(product("Pimenta Biquinho em Conserva", 1690, Peso=size) for size in ("200 g", "400 g")),
        *(product("Bota Texana", 34990, Cor=colour, Numeração="40") for colour in ("Preta", "Café")),
        *(product("Cabresto de Nylon", 4990, Cor=colour) for colour in ("Azul", "Vermelho")),
        product("Rédea de Algodão", 5990),
        product("Escova para Pelo", 2490),
        product("Limpador de Casco", 1590),
        product("Refil FV-100", 7400),
        product("Refil GL-300", 9600),
        *(product("Purificador Geleira", 119000, Voltagem=volts) for volts in ("127V", "220V")),
        *(product("Jarra Filtrante", 9900, Cor=colour) for colour in ("Azul", "Verde")),
        product("Refil Jarra Filtrante", 3600),
        *(product("Lasanha Quatro Queijos", 5690, Tamanho=size) for size in ("Individual", "Família")),
        *(product("Escondidinho de Frango", 4590, Peso=size) for size in ("350 g", "800 g")),
        product("Granola", 2690),
        *(product("Pão de Forma", 3390, Tipo=kind) for kind in ("Integral", "Multigrãos")),
        *(product("Fusca 1:64", 2990, Cor=colour) for colour in ("Azul", "Branco")),
        *(product("Kit Spitfire", 8990, Escala=scale) for scale in ("1:72", "1:48")),
        product("Estante de Parede", 18990),
        product("Pala Gaúcho", 21990),
        *(product("Cachecol de Lã", 4490, Cor=colour) for colour in ("Caramelo", "Cinza")),
        *(product("Cardigan Cinza", 13990, Tamanho=size) for size in ("P", "M", "G")),
    ]
)

MET = {
    "vou pegar 1 carolina reaper pra zoar meu primo": {"Molho Carolina Reaper": 1},
    "põe um refil FV-100 junto pra ela não ter desculpa de não trocar rs": {"Refil FV-100": 1},
    "me vê 2 cabresto de nylon azul que meu cavalo vive arrebentando": {"Cabresto de Nylon (Azul)": 2},
    "quero 2 vidros da pimenta bode amarela e 1 da vermelha": {
        "Pimenta Bode em Conserva (Amarela)": 2,
        "Pimenta Bode em Conserva (Vermelha)": 1,
    },
    "de sementes quero 2 envelopes de habanero e 1 de biquinho pra plantar na varanda": {
        "Sementes de Pimenta (Habanero)": 2,
        "Sementes de Pimenta (Biquinho)": 1,
    },
    "tô precisando de uns cabresto de nylon queria dois azul e um vermelho": {
        "Cabresto de Nylon (Azul)": 2,
        "Cabresto de Nylon (Vermelho)": 1,
    },
    "e tem também rédea de algodão né que eu quero uma": {"Rédea de Algodão": 1},
    "quero um de cada: escova, rédea de algodão e limpador de casco": {
        "Escova para Pelo": 1,
        "Rédea de Algodão": 1,
        "Limpador de Casco": 1,
    },
    "me arruma dois Geleira, os dois 127V, um pro balcão e outro pra cozinha": {"Purificador Geleira (127V)": 2},
    "me vê um pala e dois cachecol de lã, os dois caramelo": {"Pala Gaúcho": 1, "Cachecol de Lã (Caramelo)": 2},
    "quero um cardigan P e um G, um pra mim e outro pra minha sogra": {
        "Cardigan Cinza (P)": 1,
        "Cardigan Cinza (G)": 1,
    },
    "vou levar uma jarra de cada cor": {"Jarra Filtrante (Azul)": 1, "Jarra Filtrante (Verde)": 1},
    "põe 2 lasanhas quatro queijos, da família": {"Lasanha Quatro Queijos (Família)": 2},
    "I'd like one four cheese lasagna, family size": {"Lasanha Quatro Queijos (Família)": 1},
    "coloca 1 escondidinho de frango, de 800 g igual": {"Escondidinho de Frango (800 g)": 1},
    "one granola and one multigrain sliced bread please": {"Granola": 1, "Pão de Forma (Multigrãos)": 1},
    "quero uma estante e um fusca 1:64 de cada cor pra começar a coleção": {
        "Estante de Parede": 1,
        "Fusca 1:64 (Azul)": 1,
        "Fusca 1:64 (Branco)": 1,
    },
    "quero 2 kits spitfire 1:72, um pra mim e um pro meu filho": {"Kit Spitfire (1:72)": 2},
}
IN_OTHER_SHOPS = (
    ("aside_pizzaria", "manda uma portuguesa grande pra galera do trampo", {"Pizza Portuguesa (Grande)": 1}),
    ("aside_pizzaria", "2 pizzas de frango, da grande", {"Pizza Frango com Catupiry (Grande)": 2}),
    (
        "aside_pizzaria",
        "vou querer uma marguerita média pra minha namorada que não come carne",
        {"Pizza Marguerita (Média)": 1},
    ),
    (
        "aside_petshop",
        "1 bifinho keldog e 2 bola maciça pro cachorro gastar energia",
        {"Petisco Bifinho Keldog Carne 500 g": 1, "Brinquedo Bola Maciça": 2},
    ),
    ("aside_velas", "me vê 2 home spray de bambu que minha sogra vive pedindo", {"Home Spray (Bambu)": 2}),
    ("aside_temperos", "2 pacotinhos de orégano, do de 100", {"Orégano (100 g)": 2}),
    (
        "aside_celulares",
        "quero uma película pro meu a54 que caiu no chão e trincou tudo",
        {"Película de Vidro 3D (Galaxy A54)": 1},
    ),
    (
        "aside_perfumes",
        "quero o good girl de 50 ml pra dar de presente pra minha mãe",
        {"Perfume Good Girl (50 ml)": 1},
    ),
    ("aside_papelaria", "2 pacote de papel a4 pra impressora do escritório", {"Resma Papel A4 500 Folhas": 2}),
    ("aside_chinelos", "me vê duas rasteirinha trança caramelo, a 36", {"Rasteirinha Trança (Caramelo, 36)": 2}),
    ("aside_chinelos", "me vê duas rasteirinha trança, caramelo, tamanho 36", {"Rasteirinha Trança (Caramelo, 36)": 2}),
    ("aside_chinelos", "two kids flip flops, blue, size 27/28", {"Chinelo Infantil (Azul, 27/28)": 2}),
    ("aside_chinelos", "quero dois chinelos infantis azul, tamanho 27/28", {"Chinelo Infantil (Azul, 27/28)": 2}),
    ("aside_bebe", "2 pacotes de fralda noturna, da G", {"Fralda Noturna 40 Unidades (G)": 2}),
    (
        "aside_bebe",
        "uma pomada de assadura que o bumbum dele ta todo vermelhinho",
        {"Pomada Antiassaduras 60 g": 1},
    ),
    (
        "aside_doceria",
        "quero um cento de coxinha e meio cento de brigadeiro pra festinha do Davi",
        {"Coxinha (Cento)": 1, "Brigadeiro (Meio cento)": 1},
    ),
    ("aside_audio", "one 20000 power bank so my phone survives the festival", {"Power Bank 20000 mAh": 1}),
    ("aside_unhas", "10 lixas banana, da 100/180", {"Lixa Banana (100/180)": 10}),
    ("aside_camping", "two steel bottles, the 1 liter ones, to keep our coffee hot", {"Steel Bottle 1 L": 2}),
    ("aside_tapetes", "quero 3 kits de argola pra cortina de voil", {"Kit de Argolas": 3}),
    ("aside_cafeteria", "pô bota mais uma esfiha, só q de ricota, pra minha mina", {"Esfiha (Ricota)": 1}),
    ("aside_cafeteria", "pô, me vê 2 café em pó de 500 g", {"Café em Pó (500 g)": 2}),
    ("aside_cafeteria", "quero um pó de café de 250 g", {"Café em Pó (250 g)": 1}),
    ("english_choices", "a banner, the small one", {"Banner (60x90 cm)": 1}),
    ("aside_tapetes", "one blackout curtain, grey, the smaller size", {"Cortina Blackout (2,00 x 1,80 m, Cinza)": 1}),
)
ASKED = (
    ("aside_perfumes", "quero um perfume de camarão"),
    ("aside_pizzaria", "uma pizza de atum grande"),
    ("aside_torrefacao", "quero uma caneca de porcelana"),
    ("aside_jeans", "uma jaqueta de couro M"),
    ("aside_tapetes", "um tapete felpudo roxo"),
    ("aside_papelaria", "uma mochila do homem aranha"),
    ("aside_unhas", "um esmalte azul royal"),
    ("aside_audio", "uma caixa de som jbl rosa"),
    ("aside_bebe", "um carrinho de bebê pra passear"),
    ("aside_chinelos", "será que o slide nuvem serve pra correr? minha mãe quer um"),
    ("aside_skate", "não sei se levo o shape de 8.0 ou o marfim pra aprender"),
)
TOLD_APART = (
    (
        "aside_acessorios_de_carro",
        ("tem capa preta? quanto é", "não a de banco, a do volante. uma só"),
        {"Capa de Volante Preta": 1},
    ),
    (
        "aside_escritorio",
        ("vcs tem suporte de mesa?", "não o de monitor não, o de notebook. me vê dois"),
        {"Suporte para Notebook": 2},
    ),
    (
        "aside_chinelos",
        ("two pairs of kids flip flops, pink, size 27/28", "ok, make them blue then, same size, still two"),
        {"Chinelo Infantil (Azul, 27/28)": 2},
    ),
    (
        "aside_natal",
        ("my husband bought a tree from you and paid by pix, the 1.80 one. It's gorgeous!", "one of the large hamper"),
        {"Cesta de Natal (Grande)": 1},
    ),
)
ASKED_ABOUT_FIRST = (
    (
        "aside_luta",
        (
            "meu neto tá querendo um saco de pancada pra pendurar lá na área e uma luva de bate saco também vocês têm"
            " isso e quanto que sai cada um",
            "então tá eu quero o saco e a luva de bate saco um de cada",
        ),
        {"Saco de Pancada 90 cm": 1, "Luva de Bate-Saco": 1},
    ),
)


@pytest.mark.parametrize("said", MET)
def test_a_wish_is_met_whatever_else_it_says(said: str):
    assert SHOP.cart(said) == MET[said]


@pytest.mark.parametrize(("shop", "said", "wanted"), IN_OTHER_SHOPS)
def test_it_is_met_in_any_shop(shop: str, said: str, wanted: dict[str, int]):
    assert catalogue(shop).cart(said) == wanted


@pytest.mark.parametrize(("shop", "said"), ASKED)
def test_what_no_goods_are_is_never_taken_for_others(shop: str, said: str):
    assert catalogue(shop).cart(said) == {}


@pytest.mark.parametrize(("shop", "told", "wanted"), TOLD_APART)
def test_a_kind_behind_a_pause_is_told_of_no_goods_that_are_refused_or_told(
    shop: str, told: tuple[str, ...], wanted: dict[str, int]
):
    assert catalogue(shop).cart(*told) == wanted


@pytest.mark.parametrize(("shop", "told", "wanted"), ASKED_ABOUT_FIRST)
def test_what_is_asked_about_is_kept_apart_by_what_it_is_for(shop: str, told: tuple[str, ...], wanted: dict[str, int]):
    assert catalogue(shop).cart(*told) == wanted


def test_a_colour_and_a_size_of_what_is_shown_are_one_thing():
    assert SHOP.cart("tem bota texana n 40?", "quero a café, 40") == {"Bota Texana (Café, 40)": 1}


def test_a_kind_that_is_counted_by_what_it_is_filled_in():
    told = ("tem pimenta bode amarela?", "quero 2 vidros da amarela e 1 da vermelha")
    assert SHOP.cart(*told) == {"Pimenta Bode em Conserva (Amarela)": 2, "Pimenta Bode em Conserva (Vermelha)": 1}


def test_so_many_boxes_are_put_in_whatever_was_shown_before_they_were_asked_for():
    told = (
        "minha amiga ama love spell, oq vcs tem dele?",
        "vou levar um de cada entao, o creme e o splash ela merece",
        "vc poe numa caixinha de presente bonitinha? 1 só pros dois",
    )
    assert catalogue("aside_importados").cart(*told) == {
        "Creme Victoria's Secret (Love Spell)": 1,
        "Body Splash Victoria's Secret (Love Spell)": 1,
        "Embalagem para Presente": 1,
    }


def test_what_is_preferred_and_then_counted_is_so_many():
    told = (
        "qual a diferença do spitfire 1:72 pro 1:48?",
        "prefiro o 1:72. quero a granola e mais dois kits spitfire 1:72",
    )
    assert SHOP.cart(*told) == {"Granola": 1, "Kit Spitfire (1:72)": 2}


def test_a_scale_tells_another_thing_from_the_one_in_the_cart():
    assert SHOP.cart("1 kit spitfire 1:48", "quero 2 kits spitfire 1:72") == {
        "Kit Spitfire (1:48)": 1,
        "Kit Spitfire (1:72)": 2,
    }


def test_what_is_only_thought_of_while_it_is_asked_about_is_not_taken():
    assert SHOP.cart("tem kit spitfire?", "tava pensando na 1:48, mas qual dos dois é melhor pra iniciante?") == {}


def test_a_coupon_told_along_with_how_it_is_paid_is_not_lost():
    assert SHOP.turn("pago no pix e tenho o cupom ARDE10", SHOP.talk("1 granola"))[0].coupon == "ARDE10"
