"""Cart algebra, summaries, and who attends a conversation."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.conversations import cart as carts
from app.features.conversations import rules
from app.features.conversations.state import (
    Cart,
    CartLine,
    ConversationState,
    Dialogue,
    Known,
    Listed,
    Made,
    Pending,
    decode_state,
    encode_state,
)
from app.features.conversations.summary import is_of, new_reference, reference_in, stands_in, summarize

lines = st.builds(
    CartLine,
    st.sampled_from(["p1", "p2", "p3", "p4"]),
    st.text(min_size=1, max_size=20),
    st.integers(1, 200_000),
    st.integers(0, 10**7),
)
SHIRT, CAP = CartLine("p1", "Camiseta", 2, 3990), CartLine("p2", "Boné", 1, 4990)


@st.composite
def filled(draw) -> Cart:
    cart = Cart(payment_method=draw(st.sampled_from(["pix", "cod", None])))
    for line in draw(st.lists(lines, max_size=6)):
        cart = carts.add(cart, line)
    return cart


def sound(cart: Cart) -> bool:
    ids = [line.product_id for line in cart.lines]
    return len(ids) == len(set(ids)) and all(1 <= line.quantity <= carts.MAX_QUANTITY for line in cart.lines)


@given(filled(), lines, lines, st.integers(-5, 300_000))
def test_every_change_leaves_one_line_a_product_and_quantities_within_bounds(cart, one, other, quantity):
    for changed in (
        carts.add(cart, one),
        carts.put(cart, one),
        carts.remove(cart, one.product_id),
        carts.set_quantity(cart, one.product_id, quantity),
        carts.exchange(cart, one.product_id, other),
        carts.emptied(cart),
    ):
        assert sound(changed)
        assert changed.payment_method == cart.payment_method


@given(filled(), lines)
def test_what_is_removed_is_gone_and_the_others_stay(cart, line):
    rest = carts.remove(carts.add(cart, line), line.product_id)
    assert carts.find(rest, line.product_id) is None
    assert [known for known in cart.lines if known.product_id != line.product_id] == list(rest.lines)


@given(filled(), lines, lines)
def test_an_exchange_puts_the_new_product_in_and_takes_the_old_one_out(cart, old, new):
    cart = carts.exchange(carts.put(cart, old), old.product_id, new)
    assert carts.find(cart, new.product_id) is not None
    assert old.product_id == new.product_id or carts.find(cart, old.product_id) is None


def test_adding_sums_and_putting_replaces():
    cart = carts.add(carts.add(Cart(), SHIRT), SHIRT)
    assert [line.quantity for line in cart.lines] == [4]
    assert [line.quantity for line in carts.put(cart, SHIRT).lines] == [2]
    assert carts.set_quantity(cart, "p1", 0).lines == ()
    assert cart.total_cents == 4 * 3990


def test_the_summary_says_lines_shipping_total_and_method_in_both_languages():
    cart = Cart((SHIRT, CAP), "pix")
    assert summarize(cart, "7KX2M9QP").text == (
        "Resumo do pedido (ref. 7KX2M9QP):\n2 × Camiseta — R$ 39,90 cada = R$ 79,80\n1 × Boné — R$ 49,90\n"
        'Frete: a combinar\nTotal: R$ 129,70\nPagamento: Pix\nPosso confirmar? Responda "sim" ou diga o que quer mudar.'
    )
    english = summarize(carts.with_method(cart, "cod"), "7KX2M9QP", shipping_cents=1000, language="en")
    assert english.text == (
        "Order summary (ref. 7KX2M9QP):\n2 × Camiseta — R$ 39.90 each = R$ 79.80\n1 × Boné — R$ 49.90\n"
        "Shipping: R$ 10.00\nTotal: R$ 139.70\nPayment: on delivery\n"
        'Shall I place it? Answer "yes", or tell me what to change.'
    )  # fmt: skip
    with pytest.raises(ValueError, match="lines and a payment method"):
        summarize(Cart((SHIRT,)), "7KX2M9QP")


def test_a_summary_is_found_again_by_its_text_and_only_unaltered():
    summary = summarize(Cart((SHIRT,), "pix"), new_reference("c", 1))
    sent = f"Certo!\r\n\r\n{summary.text.replace(chr(10), chr(13) + chr(10))}"
    assert reference_in(sent) == summary.reference
    assert stands_in(summary, sent)
    assert not stands_in(summary, sent.replace("79,80", "9,80"))
    assert reference_in("Resumo do pedido (ref. ILOU0000)") is None


def test_references_differ_between_summaries_and_conversations():
    made = {new_reference(conversation, number) for conversation in ("a", "b", "c") for number in range(300)}
    assert len(made) == 900
    assert all(len(reference) == 8 for reference in made)


@pytest.mark.parametrize(
    ("cart", "total", "same"),
    [
        (Cart((SHIRT, CAP), "pix"), 12970, True),
        (Cart((CAP, SHIRT), "pix"), 12970, True),
        (Cart((SHIRT,), "pix"), 12970, False),
        (Cart((SHIRT, CAP), "cod"), 12970, False),
        (Cart((SHIRT, CAP), "pix"), 12971, False),
        (Cart((msgspec.structs.replace(SHIRT, unit_price_cents=1), CAP), "pix"), 12970, False),
        (Cart((SHIRT, CAP, CAP), "pix"), 12970, False),
    ],
)
def test_exactly_the_lines_total_and_method_shown_are_agreed_to(cart, total, same):
    summary = summarize(Cart((SHIRT, CAP), "pix"), "7KX2M9QP")
    assert is_of(summary, cart, total) is same


def at_summary() -> ConversationState:
    return rules.shown(ConversationState(), summarize(Cart((SHIRT,), "pix"), "7KX2M9QP"))


def test_a_question_leaves_the_summary_open_and_a_change_of_mind_closes_it():
    assert at_summary().cart == Cart((SHIRT,), "pix")
    assert rules.read_message(at_summary(), "qual o prazo?").awaiting_confirmation
    declined = rules.read_message(at_summary(), "não, obrigada")
    assert not declined.awaiting_confirmation
    assert not rules.read_message(declined, "sim").awaiting_confirmation
    assert declined.cart.lines == (SHIRT,)


def test_a_changed_cart_voids_the_summary_and_the_same_cart_does_not():
    state = at_summary()
    assert rules.with_cart(state, state.cart).awaiting_confirmation
    assert not rules.with_cart(state, carts.add(state.cart, CAP)).awaiting_confirmation
    assert not rules.with_cart(state, carts.with_method(state.cart, "cod")).awaiting_confirmation


def test_an_order_empties_the_cart_and_its_summary_serves_no_second_time():
    state = rules.ordered(at_summary(), Made("7KX2M9QP", "o1", 7, "pix"))
    assert (state.cart, state.awaiting_confirmation) == (Cart(), False)
    assert state.made_of("7KX2M9QP") is not None


def test_an_order_that_was_cancelled_stands_no_longer():
    state = rules.ordered(rules.ordered(at_summary(), Made("r1", "o1", 7, "pix")), Made("r2", "o2", 8, "cod"))
    state = rules.cancelled(msgspec.structs.replace(state, cancelling="o1"), "o1")
    assert ([made.number for made in state.standing], state.cancelling) == ([8], None)


def test_a_person_is_called_comes_and_goes():
    state = rules.handed_over(at_summary(), "complaint")
    assert (state.attended, state.waiting_reason, state.awaiting_confirmation) == ("waiting", "complaint", False)
    assert not rules.answers_itself(rules.received(state, quota_allows=True, is_open=True))
    assert rules.handed_over(rules.taken(state), "asked").attended == "human"
    assert rules.answers_itself(rules.released(rules.taken(state)))


def test_waiting_for_quota_ends_with_the_next_message_that_it_allows_unless_a_person_is_wanted():
    blocked = rules.handed_over(ConversationState(), "quota")
    assert rules.received(blocked, quota_allows=False, is_open=True).attended == "waiting"
    assert rules.received(blocked, quota_allows=True, is_open=True).attended == "bot"
    wanted = rules.handed_over(rules.handed_over(blocked, "asked"), "quota")
    assert rules.received(wanted, quota_allows=True, is_open=True).attended == "waiting"
    assert rules.received(rules.taken(blocked), quota_allows=True, is_open=True).attended == "human"


def test_a_closed_conversation_reopens_with_the_next_message():
    state = rules.closed(at_summary())
    assert (state.attended, state.cart) == ("closed", Cart())
    assert rules.received(state, quota_allows=True, is_open=True).attended == "bot"


def test_the_whole_state_goes_through_json():
    dialogue = Dialogue(
        (Listed("p1", "Camiseta", 3990),), Listed("p2", "Boné"), query="boné", misunderstood=1,
        pending=Pending("choose", (Listed("p1", "Camiseta", 3990),), 2),
    )  # fmt: skip
    state = msgspec.structs.replace(
        rules.ordered(at_summary(), Made("r", "o", 1, "cod")),
        dialogue=dialogue,
        known=Known(name="Ana", cep="01310100"),
    )
    assert decode_state(encode_state(state)) == state
    assert encode_state(ConversationState()) == b"{}"
    assert decode_state(b'{"a_field_of_tomorrow": 1}') == ConversationState()
