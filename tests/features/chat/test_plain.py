"""What is plainly said of goods is read by the shop's catalogue (app/features/chat/assistant/plain): in any order and
manner of a list the cart holds what was named, and what is not plain is left to the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.features.chat.assistant.language.goods import known_as
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.plain.reading import Plain, read_plainly
from app.features.chat.assistant.plain.shelf import Shelf
from app.features.conversations.state import CartLine
from tests.features.chat.test_goods_lists import Catalogue, counts, product

COLOURS, SIZES = ("Preta", "Branca", "Azul"), ("P", "M", "G")
SHOP = Catalogue(
    [
        *(product("Camiseta Lisa", 4990, Cor=colour, Tamanho=size) for colour in COLOURS for size in SIZES),
        *(product("Esfiha", 690, Sabor=taste) for taste in ("Carne", "Queijo", "Palmito")),
        *(
            product("Fralda Soninho", 3990, Tamanho=size, Pacote=f"{many} unidades")
            for size, many in (("M", 30), ("M", 72))
        ),
        product("Arroz Branco 5 kg", 2890),
        product("Arroz Branco 1 kg", 690),
        product("Feijão Preto 1 kg", 890),
        product("Forma Fundo Removível 20 cm", 4290),
        product("Queijo Coalho", 3190),
        {**product("Caneca de Louça", 2990), "description": "Vermelha, vai ao micro-ondas."},
        {**product("Boné Trucker", 5990), "stock_quantity": 2},
    ]
)
SHELF = Shelf(SHOP.shelf)
IDS = {one["name"]: one["product_id"] for one in SHOP.goods}
NAMES = {number: name for name, number in IDS.items()}
WISHES = ("quero {}", "me vê {}", "{}", "boa noite, queria {} por favor", "manda {} pfv")
GLUES = (" e ", ", ", ", e ", " mais ")
TOLD = {1: ("1", "um", "uma"), 2: ("2", "dois", "duas", "2x"), 3: ("3", "três"), 4: ("4", "quatro")}


def read(message: str, held: dict[str, int] | None = None, focus: str = "") -> Plain | None:
    """What is plain in it, beside a cart."""
    lines = [CartLine(IDS[name], name, many, 100) for name, many in (held or {}).items()]
    with known_as(SHOP.knows(message)):
        return read_plainly(message, SHELF, lines, [IDS[focus]] if focus else [])


def put(message: str, held: dict[str, int] | None = None, focus: str = "") -> dict[str, int] | None:
    """The cart after it; None: it is not plain."""
    plain, cart = read(message, held, focus), dict(held or {})
    if plain is None:
        return None
    for one in plain.changes:
        name, many = NAMES[one.mention.product_id], one.mention.quantity
        if one.kind == "exchange" and one.old is not None:
            old = NAMES[one.old.product_id]
            cart[old] -= one.old.quantity or cart[old]
            cart[name] = cart.get(name, 0) + (many or 0)
        elif one.kind == "remove":
            cart[name] -= many or cart[name]
        else:
            cart[name] = (many or 0) + (cart.get(name, 0) if one.kind == "add" else 0)
    return {name: many for name, many in cart.items() if many}


@st.composite
def lists(draw: st.DrawFn) -> tuple[str, dict[str, int]]:
    """A message with a list, and what it says: kinds of one thing after its name are told by what is other alone."""
    names = draw(
        st.lists(st.sampled_from([one["name"] for one in SHOP.goods[:-1]]), min_size=1, max_size=4, unique=True)
    )
    wanted = {name: draw(st.sampled_from(sorted(TOLD))) for name in names}
    pieces = []
    for name, many in wanted.items():
        said = fold(name).replace("(", "").replace(")", "").replace(",", "")
        pieces.append(f"{draw(st.sampled_from(TOLD[many]))} {said}")
    told = pieces[0]
    for piece in pieces[1:]:
        told += f"{draw(st.sampled_from(GLUES))}{piece}"
    return draw(st.sampled_from(WISHES)).format(told), wanted


@given(lists())
@settings(max_examples=300)
def test_a_list_is_read_as_it_is_or_not_at_all(told: tuple[str, dict[str, int]]) -> None:
    message, wanted = told
    assert put(message) in (wanted, None)


def test_most_lists_are_read() -> None:
    read_so = []

    @given(lists())
    @settings(max_examples=200, database=None)
    def tried(told: tuple[str, dict[str, int]]) -> None:
        read_so.append(put(told[0]) == told[1])

    tried()
    assert sum(read_so) > 0.9 * len(read_so)


P, B, A = "Camiseta Lisa (Preta, M)", "Camiseta Lisa (Branca, M)", "Camiseta Lisa (Azul, M)"


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("quero 3 camisetas lisas M: 2 pretas e 1 azul", {P: 2, A: 1}),
        ("queria duas camisetas M uma preta pra mim e uma azul que é pro meu filho", {P: 1, A: 1}),
        ("uma camiseta lisa preta M e uma branca", {P: 1, B: 1}),
        ("3 esfihas de carne e 2 de queijo", {"Esfiha (Carne)": 3, "Esfiha (Queijo)": 2}),
        ("2 de cada: esfiha de carne e esfiha de palmito", {"Esfiha (Carne)": 2, "Esfiha (Palmito)": 2}),
        ("me manda uma esfiha de cada sabor", {"Esfiha (Carne)": 1, "Esfiha (Queijo)": 1, "Esfiha (Palmito)": 1}),
        ("quero 2 fraldas soninho M, o pacote de 72", {"Fralda Soninho (M, 72 unidades)": 2}),
        ("preciso de 2 arroz de 5 quilos e um quilo de feijão", {"Arroz Branco 5 kg": 2, "Feijão Preto 1 kg": 1}),
        ("quero uma forma de fundo removível", {"Forma Fundo Removível 20 cm": 1}),
        ("queria a caneca vermelha", {"Caneca de Louça": 1}),
        ("vou querer 2 esfihas de queijo, pago no pix", {"Esfiha (Queijo)": 2}),
        ("oi tudo bem, é pro lanche da firma, quero 4 esfihas de carne", {"Esfiha (Carne)": 4}),
        ("a caneca, pix, retirada", {"Caneca de Louça": 1}),
        ("the black t-shirt in M. I'll pick it up, cash", {P: 1}),
        ("I want a black t-shirt in M for the mug", {P: 1}),
    ],
)
def test_what_is_plainly_wished(message: str, wanted: dict[str, int]) -> None:
    assert put(message) == wanted
    assert counts(SHOP.talk(message)) == wanted


@pytest.mark.parametrize(
    ("message", "cart"),
    [
        ("troca uma preta por uma azul", {P: 1, A: 1, "Queijo Coalho": 1}),
        ("troque a camiseta preta pela branca", {B: 2, "Queijo Coalho": 1}),
        ("tira o queijo, meu marido não come", {P: 2}),
        ("o queijo não, e a camiseta deixa só uma", {P: 1}),
        ("o queijo eu ainda tenho aqui, pode tirar", {P: 2}),
        ("mais uma camiseta preta M", {P: 3, "Queijo Coalho": 1}),
        ("deixa só 1 camiseta, o queijo continua", {P: 1, "Queijo Coalho": 1}),
        ("só a camiseta e o queijo mesmo", {P: 2, "Queijo Coalho": 1}),
        ("são só essas 2 então", {P: 2, "Queijo Coalho": 1}),
        ("tira o queijo e põe 2 esfihas de carne no lugar", {P: 2, "Esfiha (Carne)": 2}),
        ("minha mãe disse que 1 camiseta preta tá bom", {P: 1, "Queijo Coalho": 1}),
        ("hmm actually make it the white t-shirt in M instead", {B: 2, "Queijo Coalho": 1}),
        ("my sister wants the mug. one of those instead of the cheese", {P: 2, "Caneca de Louça": 1}),
    ],
)
def test_what_plainly_becomes_of_lines(message: str, cart: dict[str, int]) -> None:
    assert put(message, {P: 2, "Queijo Coalho": 1}) == cart


@pytest.mark.parametrize(
    "message",
    [
        "quero 2 camisetas",
        "quero 2 camisetas lisas verdes M",
        "se tiver camiseta preta M quero 2",
        "não quero a camiseta preta M, quero a azul M",
        "minha irmã comprou 2 camisetas pretas M",
        "quanto fica 2 camisetas pretas M?",
        "quero 3 bonés trucker",
        "4 de queijo",
        "quero uma dessas e uma camiseta preta M",
        "ela falou que são 2 esfihas de carne",
        "meia dúzia de esfihas de carne",
    ],
)
def test_what_is_not_plain_is_left_to_the_rules(message: str) -> None:
    assert read(message) is None


def test_what_was_spoken_of_is_named_by_its_kind() -> None:
    assert put("quero 2 de queijo e uma de palmito", focus="Esfiha (Carne)") == {
        "Esfiha (Queijo)": 2,
        "Esfiha (Palmito)": 1,
    }


def test_the_same_count_as_there_is_changes_nothing() -> None:
    assert put("quero 2 camisetas lisas pretas M", {P: 2}) == {P: 2}
