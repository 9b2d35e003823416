"""Lines of the cart changed in one message with other goods, reasons and what stays: what is said is done, and nothing
else."""

import re

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

HEART, BACON, BREAD = "Espetinho de Coração", "Espetinho de Panceta", "Pão de Alho"
SKEWERS = Catalogue(
    [
        product(name, 900)
        for name in (HEART, "Espetinho de Frango", BACON, BREAD, "Farofa", "Vinagrete", "Guaraná 2 L", "Coca-Cola 2 L")
    ]
)
TAKEN = {HEART: 5, BACON: 3, BREAD: 2}
# What is said, and what becomes of lines.
CHANGED = """tira o pão de alho|pode tirar os pães de alho|sem pão de alho|o pão de alho não quero mais -> Pão de Alho 0
deixa o pão de alho pra próxima|esquece o pão de alho|só o coração e a panceta, sem pão -> Pão de Alho 0
remove the bread|mantém o coração e a panceta, o pão de alho pode tirar -> Pão de Alho 0
tira 1 pão de alho|1 pão de alho já basta|o pão de alho um só -> Pão de Alho 1
cancela o pão de alho e põe uma farofa|take out the garlic bread and add one farofa -> Pão de Alho 0, Farofa 1
troca a panceta por frango|troca as 3 pancetas por 3 de frango -> Espetinho de Frango 3, Espetinho de Panceta 0
em vez de panceta quero frango -> Espetinho de Frango 3, Espetinho de Panceta 0
melhor frango no lugar da panceta, o resto tá certo -> Espetinho de Frango 3, Espetinho de Panceta 0
change the panceta to frango|sai a panceta e entra frango -> Espetinho de Frango 3, Espetinho de Panceta 0
troca 1 panceta por 1 frango -> Espetinho de Frango 1, Espetinho de Panceta 2
o coração tá certo, a panceta muda pra 4 -> Espetinho de Panceta 4
o coração deixa 5 mesmo, a panceta baixa pra 2 e o pão de alho tira -> Pão de Alho 0, Espetinho de Panceta 2
aumenta o coração pra 8|bota mais 3 coração|mais 3 de coração|coração agora são 8 -> Espetinho de Coração 8
na vdd são 8 coração|8 coração em vez de 5|era pra ser 8 coração, não 5|make it 8 coração -> Espetinho de Coração 8
faz 8 coração, 2 panceta e 2 pão de alho -> Espetinho de Coração 8, Espetinho de Panceta 2
fica assim: 8 coração, 2 panceta, 1 pão de alho -> Pão de Alho 1, Espetinho de Coração 8, Espetinho de Panceta 2
refaz: 4 coração 4 panceta e 4 pão de alho -> Pão de Alho 4, Espetinho de Coração 4, Espetinho de Panceta 4
diminui o coração pra 3|3 coração só|coração só 3|coração pode ser 3|vê só 3 coração então -> Espetinho de Coração 3
tira 2 coração|menos 2 de coração|5 coração é muito, põe 3 -> Espetinho de Coração 3
tira a panceta, deixa só o coração e o pão de alho|pensando melhor não vou querer a panceta -> Espetinho de Panceta 0
a panceta meu marido não come, tira|o resto mantém, só tira a panceta -> Espetinho de Panceta 0
panceta tô fora, só o coração e o pão de alho|risca a panceta|a panceta sai -> Espetinho de Panceta 0
deixa só o coração|quero só o coração mesmo -> Pão de Alho 0, Espetinho de Panceta 0
fica só com a panceta -> Pão de Alho 0, Espetinho de Coração 0
põe uma farofa também|e uma farofa -> Farofa 1
acrescenta 2 farofa e 1 vinagrete -> Farofa 2, Vinagrete 1
põe 2 farofa e tira 1 pão de alho -> Pão de Alho 1, Farofa 2
tira o pão de alho e bota 2 vinagrete -> Pão de Alho 0, Vinagrete 2
chegou mais gente, muda o coração pra 10 e a panceta pra 6 -> Espetinho de Coração 10, Espetinho de Panceta 6
minha sogra vem, põe mais 2 de cada -> Pão de Alho 4, Espetinho de Coração 7, Espetinho de Panceta 5
dobra tudo -> Pão de Alho 4, Espetinho de Coração 10, Espetinho de Panceta 6
2 de cada então -> Pão de Alho 2, Espetinho de Coração 2, Espetinho de Panceta 2
o coração troca por frango e o pão de alho continua -> Espetinho de Coração 0, Espetinho de Frango 5
coração ninguém come, põe 5 frango no lugar -> Espetinho de Coração 0, Espetinho de Frango 5
a panceta fica, o coração vira 4 -> Espetinho de Coração 4
panceta 5, coração 3 -> Espetinho de Coração 3, Espetinho de Panceta 5
pão de alho: 4|pão de alho x4|4 pães de alho no total -> Pão de Alho 4
errei, são 2 pancetas|desculpa, 2 panceta e não 3|only 2 pancetas please -> Espetinho de Panceta 2
põe 1 panceta a menos -> Espetinho de Panceta 2
vixe errei a conta, coração são 6|coloca 6 no coração|muda pra 6 o coração|o coração quero 6 -> Espetinho de Coração 6
peraí, tira 1 de cada -> Pão de Alho 1, Espetinho de Coração 4, Espetinho de Panceta 2
ninguém aqui come coração, pode tirar -> Espetinho de Coração 0
só muda a panceta pra 5, o resto igual -> Espetinho de Panceta 5
só aumenta mais um pão de alho|inclui mais um pão de alho por favor -> Pão de Alho 3
deixa 4 de coração e 4 de panceta -> Espetinho de Coração 4, Espetinho de Panceta 4
deixa 4 coração, 4 panceta e tira o pão -> Pão de Alho 0, Espetinho de Coração 4, Espetinho de Panceta 4
troca o pão de alho por uma coca e põe um guaraná -> Pão de Alho 0, Coca-Cola 2 L 1, Guaraná 2 L 1
tira o pão, o resto pode deixar, e quero um guaraná -> Pão de Alho 0, Guaraná 2 L 1
a coca não precisa|não tira nada não|não precisa tirar o pão -> nothing
3 panceta é pouco, põe 6 -> Espetinho de Panceta 6
tira o coração e a panceta e coloca 8 de frango -> Espetinho de Coração 0, Espetinho de Frango 8, Espetinho de Panceta 0
todos de frango: tira coração e panceta, põe 8 frango -> Espetinho de Coração 0, Espetinho de Frango 8, Espetinho de Panceta 0
dos 5 coração troca 2 por frango -> Espetinho de Coração 3, Espetinho de Frango 2
troca 2 coração por 2 frango, a panceta continua -> Espetinho de Coração 3, Espetinho de Frango 2"""  # noqa: E501

SHIRT, MUG, CANDLE, SOAP = "Camiseta Básica", "Caneca Esmaltada", "Vela Aromática", "Sabonete de Lavanda"
GIFTS = Catalogue(
    [
        *(product(SHIRT, 4990, Cor=colour, Tamanho=size) for colour in ("Preta", "Branca", "Azul") for size in "PMG"),
        *(product(MUG, 3990, Cor=colour) for colour in ("Verde", "Vermelha")),
        *(product(name, 1290) for name in (SOAP, "Sabonete de Mel", "Caixa de Presente")),
        *(product(CANDLE, 3490, Aroma=scent) for scent in ("Baunilha", "Canela")),
    ]
)
CHOSEN = {f"{SHIRT} (Preta, M)": 1, SOAP: 2, f"{CANDLE} (Canela)": 1}
OF_KINDS = """troca a preta pela branca|change the shirt to white -> Camiseta Básica (Preta, M) 0, Camiseta Básica (Branca, M) 1
era camiseta branca moça, não preta|branca, não preta -> Camiseta Básica (Preta, M) 0, Camiseta Básica (Branca, M) 1
muda a camiseta pra G|a camiseta quero G em vez de M -> Camiseta Básica (Preta, M) 0, Camiseta Básica (Preta, G) 1
camiseta G, o resto igual -> Camiseta Básica (Preta, M) 0, Camiseta Básica (Preta, G) 1
a vela troca pra baunilha e os sabonetes deixa -> Vela Aromática (Baunilha) 1, Vela Aromática (Canela) 0
vela de baunilha no lugar da de canela -> Vela Aromática (Baunilha) 1, Vela Aromática (Canela) 0
a de canela não, põe a de baunilha -> Vela Aromática (Baunilha) 1, Vela Aromática (Canela) 0
canela me enjoa, vê a de baunilha -> Vela Aromática (Baunilha) 1, Vela Aromática (Canela) 0
antes de fechar, troca a vela de canela pela de baunilha -> Vela Aromática (Baunilha) 1, Vela Aromática (Canela) 0
a camiseta preta tá ok, os sabonetes tb, a vela é que eu quero de baunilha -> Vela Aromática (Baunilha) 1, Vela Aromática (Canela) 0
os sabonetes mantém, a vela tira, a camiseta muda pra azul -> Camiseta Básica (Preta, M) 0, Camiseta Básica (Azul, M) 1, Vela Aromática (Canela) 0
tira a vela e bota uma caneca verde -> Caneca Esmaltada (Verde) 1, Vela Aromática (Canela) 0
drop the candle and add a green mug -> Caneca Esmaltada (Verde) 1, Vela Aromática (Canela) 0
prefiro a caneca verde do que a vela -> Caneca Esmaltada (Verde) 1, Vela Aromática (Canela) 0
tira a vela, a camiseta fica|deixa a camiseta e os sabonetes e tira a vela -> Vela Aromática (Canela) 0
pode tirar a vela, achei uma em casa|quero tudo menos a vela -> Vela Aromática (Canela) 0
tudo certo menos a vela, tira ela|tirando a vela o resto pode mandar -> Vela Aromática (Canela) 0
keep the soaps but remove the candle -> Vela Aromática (Canela) 0
só um sabonete então|um sabonete só|one soap instead of two -> Sabonete de Lavanda 1
sabonete põe 4|dobra os sabonetes|make the soaps 4 -> Sabonete de Lavanda 4
os sabonetes passa pra 3|são 3 sabonetes, errei|sabonete eram 3 e não 2|aumenta um sabonete -> Sabonete de Lavanda 3
leva mais um sabonete de mel junto -> Sabonete de Mel 1
um dos sabonetes troca por mel -> Sabonete de Lavanda 1, Sabonete de Mel 1
um sabonete de lavanda e um de mel em vez dos dois de lavanda -> Sabonete de Lavanda 1, Sabonete de Mel 1
troca 1 sabonete de lavanda por 1 de mel e o resto fica -> Sabonete de Lavanda 1, Sabonete de Mel 1
põe também uma caixa de presente -> Caixa de Presente 1
tira um sabonete e põe uma caixa de presente -> Caixa de Presente 1, Sabonete de Lavanda 1
na vdd quero 2 camisetas, uma preta M e uma branca M -> Camiseta Básica (Branca, M) 1
mais uma camiseta igual|a camiseta são 2, uma é pra minha irmã -> Camiseta Básica (Preta, M) 2
põe mais uma vela, de baunilha|can you add another candle, vanilla this time -> Vela Aromática (Baunilha) 1
a camiseta não, só o resto|tira a camiseta que ficou caro|desisti da camiseta -> Camiseta Básica (Preta, M) 0
camiseta não precisa mais|a camiseta vou deixar pra outro dia -> Camiseta Básica (Preta, M) 0
ah a vela meu filho quebra, tira e põe 2 sabonetes de mel -> Sabonete de Mel 2, Vela Aromática (Canela) 0
bota 3 no sabonete e 2 na vela|3 sabonetes e 2 velas no total -> Sabonete de Lavanda 3, Vela Aromática (Canela) 2
de vela põe 2 -> Vela Aromática (Canela) 2
a vela aumenta pra 2 e o sabonete baixa pra 1 -> Sabonete de Lavanda 1, Vela Aromática (Canela) 2
2 velas de canela e 1 sabonete só -> Sabonete de Lavanda 1, Vela Aromática (Canela) 2
põe uma caneca verde e uma vermelha tb, a vela pode tirar -> Caneca Esmaltada (Vermelha) 1, Caneca Esmaltada (Verde) 1, Vela Aromática (Canela) 0
a vela sai e entra a caneca vermelha -> Caneca Esmaltada (Vermelha) 1, Vela Aromática (Canela) 0
opa esqueci, mais 2 sabonetes de mel -> Sabonete de Mel 2
esqueci da caneca verde, inclui 1 -> Caneca Esmaltada (Verde) 1"""  # noqa: E501

MEAL, JUICE = "Marmita Fit", "Suco Natural"
LUNCH = Catalogue(
    [
        *(product(MEAL, 2290, Sabor=kind) for kind in ("Frango", "Carne", "Peixe")),
        *(
            product(JUICE, 900, Sabor=kind, Tamanho=size)
            for kind in ("Laranja", "Uva")
            for size in ("300 ml", "500 ml")
        ),
        *(product("Bolo de Pote", 1200, Sabor=kind) for kind in ("Ninho", "Prestígio")),
        *(product(name, 850) for name in ("Salada Caesar", "Brownie", "Água com Gás")),
    ]
)
ORDERED = {f"{MEAL} (Frango)": 2, f"{MEAL} (Carne)": 1, f"{JUICE} (Laranja, 300 ml)": 2, "Brownie": 3}
AT_LUNCH = """tira a de carne -> Marmita Fit (Carne) 0
a de carne tira e põe mais uma de frango -> Marmita Fit (Carne) 0, Marmita Fit (Frango) 3
troca a de carne por peixe -> Marmita Fit (Carne) 0, Marmita Fit (Peixe) 1
minha mãe não come carne, troca a dela por peixe -> Marmita Fit (Carne) 0, Marmita Fit (Peixe) 1
swap the beef one for fish -> Marmita Fit (Carne) 0, Marmita Fit (Peixe) 1
2 de frango e 2 de carne|são 2 de carne também|aumenta a de carne pra 2 -> Marmita Fit (Carne) 2
mais uma marmita de peixe -> Marmita Fit (Peixe) 1
muda os sucos pra 500 ml -> Suco Natural (Laranja, 300 ml) 0, Suco Natural (Laranja, 500 ml) 2
1 suco só|only one juice -> Suco Natural (Laranja, 300 ml) 1
deixa só um suco e tira os brownies -> Brownie 0, Suco Natural (Laranja, 300 ml) 1
brownie 2|o brownie são 2 e não 3|tira um brownie|remove one brownie -> Brownie 2
tira dois brownies e bota um bolo de pote de ninho -> Brownie 1, Bolo de Pote (Ninho) 1
troca os brownies por 2 bolos de pote de prestígio -> Brownie 0, Bolo de Pote (Prestígio) 2
esquece os brownies, tô de dieta|não precisa dos brownies|sem brownie, por favor -> Brownie 0
os brownies eu não quero não -> Brownie 0
e uma água com gás -> Água com Gás 1
coloca 2 águas com gás tb -> Água com Gás 2
tira o suco e põe 2 águas com gás -> Água com Gás 2, Suco Natural (Laranja, 300 ml) 0
tira os sucos e os brownies|só as marmitas mesmo, tira o resto -> Brownie 0, Suco Natural (Laranja, 300 ml) 0
quero só as marmitas -> Brownie 0, Suco Natural (Laranja, 300 ml) 0
as marmitas tão certas, os sucos tira|no juice please -> Suco Natural (Laranja, 300 ml) 0
o suco tá ok, mas o brownie quero 4|põe 4 no brownie|add one more brownie -> Brownie 4
brownie põe 4 e suco põe 1 -> Brownie 4, Suco Natural (Laranja, 300 ml) 1
uma de frango a menos -> Marmita Fit (Frango) 1
1 frango a mais -> Marmita Fit (Frango) 3
inclui uma salada e tira a marmita de carne -> Marmita Fit (Carne) 0, Salada Caesar 1
no lugar da marmita de carne quero a salada|salada em vez da de carne -> Marmita Fit (Carne) 0, Salada Caesar 1
dobra os sucos e o resto fica igual -> Suco Natural (Laranja, 300 ml) 4
na real tira 1 suco e 1 brownie -> Brownie 2, Suco Natural (Laranja, 300 ml) 1
vou querer 5 brownies então|fecha em 5 brownies|completa 5 brownies|arredonda pra 5 brownies -> Brownie 5
frango 3, carne 2, suco 1, brownie 0 -> Brownie 0, Marmita Fit (Carne) 2, Marmita Fit (Frango) 3, Suco Natural (Laranja, 300 ml) 1
tira carne, tira suco, deixa frango e brownie -> Marmita Fit (Carne) 0, Suco Natural (Laranja, 300 ml) 0
pedi brownie demais, 1 chega -> Brownie 1"""  # noqa: E501


def _each(told: str) -> list[tuple[str, dict[str, int]]]:
    """Each thing that is said, and what becomes of the lines that change."""
    rows = [line.split(" -> ") for line in told.splitlines()]
    return [
        (said, {name: int(count) for name, count in re.findall(r"((?:[^,(]|\([^)]*\))+) (\d+)(?:, |$)", becomes)})
        for ways, becomes in rows
        for said in ways.split("|")
    ]


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


@pytest.mark.parametrize(("said", "becomes"), _each(AT_LUNCH))
def test_some_of_several_lines_become_what_is_said_of_them(said: str, becomes: dict[str, int]):
    begun = ("quero 2 marmitas fit de frango e 1 de carne", "põe 2 sucos de laranja de 300 ml", "e 3 brownies")
    assert counts(LUNCH.talk(*begun, said)) == _with(ORDERED, becomes)


def test_both_that_are_chosen_of_what_was_shown_are_put_in():
    cart = counts(GIFTS.talk("tem caneca?", "quero a verde e a vermelha"))
    assert cart == {f"{MUG} (Verde)": 1, f"{MUG} (Vermelha)": 1}
