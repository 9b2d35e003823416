"""Lines of the cart changed in one message with other goods, reasons and what stays: what is said is done, and nothing
else."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

HEART, CHICKEN, BACON, BREAD = "Espetinho de Coração", "Espetinho de Frango", "Espetinho de Panceta", "Pão de Alho"
FAROFA, SALSA, SODA, COLA = "Farofa", "Vinagrete", "Guaraná 2 L", "Coca-Cola 2 L"
SKEWERS = Catalogue(
    [product(name, 900) for name in (HEART, CHICKEN, BACON, BREAD, FAROFA, SALSA, SODA, COLA)],
)
TAKEN = {HEART: 5, BACON: 3, BREAD: 2}
CHANGED = [
    (
        {BREAD: 0},
        """tira o pão de alho|pode tirar os pães de alho|sem pão de alho|o pão de alho não quero mais
deixa o pão de alho pra próxima|esquece o pão de alho|só o coração e a panceta, sem pão
remove the bread|mantém o coração e a panceta, o pão de alho pode tirar""",
    ),
    (
        {BREAD: 1},
        """tira 1 pão de alho|1 pão de alho já basta|o pão de alho um só""",
    ),
    (
        {BREAD: 0, FAROFA: 1},
        """cancela o pão de alho e põe uma farofa|take out the garlic bread and add one farofa""",
    ),
    (
        {CHICKEN: 3, BACON: 0},
        """troca a panceta por frango|troca as 3 pancetas por 3 de frango|em vez de panceta quero frango
melhor frango no lugar da panceta, o resto tá certo|change the panceta to frango
sai a panceta e entra frango""",
    ),
    (
        {CHICKEN: 1, BACON: 2},
        """troca 1 panceta por 1 frango""",
    ),
    (
        {BACON: 4},
        """o coração tá certo, a panceta muda pra 4""",
    ),
    (
        {BREAD: 0, BACON: 2},
        """o coração deixa 5 mesmo, a panceta baixa pra 2 e o pão de alho tira""",
    ),
    (
        {HEART: 8},
        """aumenta o coração pra 8|bota mais 3 coração|mais 3 de coração|coração agora são 8
na vdd são 8 coração|8 coração em vez de 5|era pra ser 8 coração, não 5|make it 8 coração""",
    ),
    (
        {HEART: 8, BACON: 2},
        """faz 8 coração, 2 panceta e 2 pão de alho""",
    ),
    (
        {BREAD: 1, HEART: 8, BACON: 2},
        """fica assim: 8 coração, 2 panceta, 1 pão de alho""",
    ),
    (
        {BREAD: 4, HEART: 4, BACON: 4},
        """refaz: 4 coração 4 panceta e 4 pão de alho""",
    ),
    (
        {HEART: 3},
        """diminui o coração pra 3|3 coração só|coração só 3|coração pode ser 3|vê só 3 coração então
tira 2 coração|menos 2 de coração|5 coração é muito, põe 3""",
    ),
    (
        {BACON: 0},
        """tira a panceta, deixa só o coração e o pão de alho|pensando melhor não vou querer a panceta
a panceta meu marido não come, tira|o resto mantém, só tira a panceta
panceta tô fora, só o coração e o pão de alho|risca a panceta|a panceta sai""",
    ),
    (
        {BREAD: 0, BACON: 0},
        """deixa só o coração|quero só o coração mesmo""",
    ),
    (
        {BREAD: 0, HEART: 0},
        """fica só com a panceta""",
    ),
    (
        {FAROFA: 1},
        """põe uma farofa também|e uma farofa""",
    ),
    (
        {FAROFA: 2, SALSA: 1},
        """acrescenta 2 farofa e 1 vinagrete""",
    ),
    (
        {BREAD: 1, FAROFA: 2},
        """põe 2 farofa e tira 1 pão de alho""",
    ),
    (
        {BREAD: 0, SALSA: 2},
        """tira o pão de alho e bota 2 vinagrete""",
    ),
    (
        {HEART: 10, BACON: 6},
        """chegou mais gente, muda o coração pra 10 e a panceta pra 6""",
    ),
    (
        {BREAD: 4, HEART: 7, BACON: 5},
        """minha sogra vem, põe mais 2 de cada""",
    ),
    (
        {BREAD: 4, HEART: 10, BACON: 6},
        """dobra tudo""",
    ),
    (
        {BREAD: 2, HEART: 2, BACON: 2},
        """2 de cada então""",
    ),
    (
        {HEART: 0, CHICKEN: 5},
        """o coração troca por frango e o pão de alho continua|coração ninguém come, põe 5 frango no lugar""",
    ),
    (
        {HEART: 4},
        """a panceta fica, o coração vira 4""",
    ),
    (
        {HEART: 3, BACON: 5},
        """panceta 5, coração 3""",
    ),
    (
        {BREAD: 4},
        """pão de alho: 4|pão de alho x4|4 pães de alho no total""",
    ),
    (
        {BACON: 2},
        """errei, são 2 pancetas|desculpa, 2 panceta e não 3|only 2 pancetas please|põe 1 panceta a menos""",
    ),
    (
        {HEART: 6},
        """vixe errei a conta, coração são 6|coloca 6 no coração|muda pra 6 o coração|o coração quero 6""",
    ),
    (
        {BREAD: 1, HEART: 4, BACON: 2},
        """peraí, tira 1 de cada""",
    ),
    (
        {HEART: 0},
        """ninguém aqui come coração, pode tirar""",
    ),
    (
        {BACON: 5},
        """só muda a panceta pra 5, o resto igual""",
    ),
    (
        {BREAD: 3},
        """só aumenta mais um pão de alho|inclui mais um pão de alho por favor""",
    ),
    (
        {HEART: 4, BACON: 4},
        """deixa 4 de coração e 4 de panceta""",
    ),
    (
        {BREAD: 0, HEART: 4, BACON: 4},
        """deixa 4 coração, 4 panceta e tira o pão""",
    ),
    (
        {BREAD: 0, COLA: 1, SODA: 1},
        """troca o pão de alho por uma coca e põe um guaraná""",
    ),
    (
        {BREAD: 0, SODA: 1},
        """tira o pão, o resto pode deixar, e quero um guaraná""",
    ),
    (
        {},
        """a coca não precisa|não tira nada não|não precisa tirar o pão""",
    ),
    (
        {BACON: 6},
        """3 panceta é pouco, põe 6""",
    ),
    (
        {HEART: 0, CHICKEN: 8, BACON: 0},
        """tira o coração e a panceta e coloca 8 de frango
todos de frango: tira coração e panceta, põe 8 frango""",
    ),
    (
        {HEART: 3, CHICKEN: 2},
        """dos 5 coração troca 2 por frango|troca 2 coração por 2 frango, a panceta continua""",
    ),
]

SHIRT, MUG, CANDLE = "Camiseta Básica", "Caneca Esmaltada", "Vela Aromática"
LAVENDER, HONEY, BOX = "Sabonete de Lavanda", "Sabonete de Mel", "Caixa de Presente"
BLACK_M, BLACK_G, WHITE_M, BLUE_M = (f"{SHIRT} ({kind})" for kind in ("Preta, M", "Preta, G", "Branca, M", "Azul, M"))
GREEN, RED = (f"{MUG} ({colour})" for colour in ("Verde", "Vermelha"))
CINNAMON, VANILLA = (f"{CANDLE} ({scent})" for scent in ("Canela", "Baunilha"))
GIFTS = Catalogue(
    [
        *(
            product(SHIRT, 4990, Cor=colour, Tamanho=size)
            for colour in ("Preta", "Branca", "Azul")
            for size in ("P", "M", "G")
        ),
        *(product(MUG, 3990, Cor=colour) for colour in ("Verde", "Vermelha")),
        *(product(name, 1290) for name in (LAVENDER, HONEY, BOX)),
        *(product(CANDLE, 3490, Aroma=scent) for scent in ("Baunilha", "Canela")),
    ]
)
CHOSEN = {BLACK_M: 1, LAVENDER: 2, CINNAMON: 1}
OF_KINDS = [
    (
        {BLACK_M: 0, WHITE_M: 1},
        """troca a preta pela branca|change the shirt to white|era camiseta branca moça, não preta
branca, não preta""",
    ),
    (
        {BLACK_M: 0, BLACK_G: 1},
        """muda a camiseta pra G|a camiseta quero G em vez de M|camiseta G, o resto igual""",
    ),
    (
        {VANILLA: 1, CINNAMON: 0},
        """a vela troca pra baunilha e os sabonetes deixa|vela de baunilha no lugar da de canela
a de canela não, põe a de baunilha|canela me enjoa, vê a de baunilha
antes de fechar, troca a vela de canela pela de baunilha
a camiseta preta tá ok, os sabonetes tb, a vela é que eu quero de baunilha""",
    ),
    (
        {BLACK_M: 0, BLUE_M: 1, CINNAMON: 0},
        """os sabonetes mantém, a vela tira, a camiseta muda pra azul""",
    ),
    (
        {GREEN: 1, CINNAMON: 0},
        """tira a vela e bota uma caneca verde|drop the candle and add a green mug
prefiro a caneca verde do que a vela""",
    ),
    (
        {CINNAMON: 0},
        """tira a vela, a camiseta fica|deixa a camiseta e os sabonetes e tira a vela
pode tirar a vela, achei uma em casa|quero tudo menos a vela|tudo certo menos a vela, tira ela
tirando a vela o resto pode mandar|keep the soaps but remove the candle""",
    ),
    (
        {LAVENDER: 1},
        """só um sabonete então|um sabonete só|one soap instead of two""",
    ),
    (
        {LAVENDER: 4},
        """sabonete põe 4|dobra os sabonetes|make the soaps 4""",
    ),
    (
        {LAVENDER: 3},
        """os sabonetes passa pra 3|são 3 sabonetes, errei|sabonete eram 3 e não 2|aumenta um sabonete""",
    ),
    (
        {HONEY: 1},
        """leva mais um sabonete de mel junto""",
    ),
    (
        {LAVENDER: 1, HONEY: 1},
        """um dos sabonetes troca por mel|um sabonete de lavanda e um de mel em vez dos dois de lavanda
troca 1 sabonete de lavanda por 1 de mel e o resto fica""",
    ),
    (
        {BOX: 1},
        """põe também uma caixa de presente""",
    ),
    (
        {BOX: 1, LAVENDER: 1},
        """tira um sabonete e põe uma caixa de presente""",
    ),
    (
        {WHITE_M: 1},
        """na vdd quero 2 camisetas, uma preta M e uma branca M""",
    ),
    (
        {BLACK_M: 2},
        """mais uma camiseta igual|a camiseta são 2, uma é pra minha irmã""",
    ),
    (
        {VANILLA: 1},
        """põe mais uma vela, de baunilha|can you add another candle, vanilla this time""",
    ),
    (
        {BLACK_M: 0},
        """a camiseta não, só o resto|tira a camiseta que ficou caro|desisti da camiseta
camiseta não precisa mais|a camiseta vou deixar pra outro dia""",
    ),
    (
        {HONEY: 2, CINNAMON: 0},
        """ah a vela meu filho quebra, tira e põe 2 sabonetes de mel""",
    ),
    (
        {LAVENDER: 3, CINNAMON: 2},
        """bota 3 no sabonete e 2 na vela|3 sabonetes e 2 velas no total""",
    ),
    (
        {CINNAMON: 2},
        """de vela põe 2""",
    ),
    (
        {LAVENDER: 1, CINNAMON: 2},
        """a vela aumenta pra 2 e o sabonete baixa pra 1|2 velas de canela e 1 sabonete só""",
    ),
    (
        {RED: 1, GREEN: 1, CINNAMON: 0},
        """põe uma caneca verde e uma vermelha tb, a vela pode tirar""",
    ),
    (
        {RED: 1, CINNAMON: 0},
        """a vela sai e entra a caneca vermelha""",
    ),
    (
        {HONEY: 2},
        """opa esqueci, mais 2 sabonetes de mel""",
    ),
    (
        {GREEN: 1},
        """esqueci da caneca verde, inclui 1""",
    ),
]


def _each(told: list[tuple[dict[str, int], str]]) -> list[tuple[str, dict[str, int]]]:
    return [(said, becomes) for becomes, ways in told for line in ways.splitlines() for said in line.split("|")]


def _with(taken: dict[str, int], becomes: dict[str, int]) -> dict[str, int]:
    return {name: count for name, count in (taken | becomes).items() if count}


@pytest.mark.parametrize(("said", "becomes"), _each(CHANGED))
def test_lines_become_what_is_said_of_them(said: str, becomes: dict[str, int]):
    cart = counts(SKEWERS.talk("quero 5 espetinhos de coração, 3 de panceta e 2 pães de alho", said))
    assert cart == _with(TAKEN, becomes)


@pytest.mark.parametrize(("said", "becomes"), _each(OF_KINDS))
def test_goods_that_come_in_kinds_become_what_is_said_of_them(said: str, becomes: dict[str, int]):
    begun = ("quero 1 camiseta básica preta M e 2 sabonetes de lavanda", "quero também 1 vela aromática de canela")
    assert counts(GIFTS.talk(*begun, said)) == _with(CHOSEN, becomes)


def test_both_that_are_chosen_of_what_was_shown_are_put_in():
    cart = counts(GIFTS.talk("tem caneca?", "quero a verde e a vermelha"))
    assert cart == {GREEN: 1, RED: 1}
