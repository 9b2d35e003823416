"""Two texts of one JSON value are the same request; two values are not."""

import json

from hypothesis import given
from hypothesis import strategies as st

from app.unit_of_work import canonical
from tests.problems import assert_problem

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@given(st.dictionaries(st.text(max_size=5), values, max_size=5), st.randoms())
def test_order_of_members_spaces_and_escapes_are_no_difference(value, rng):
    members = list(value.items())
    rng.shuffle(members)
    plain = json.dumps(value, ensure_ascii=True, indent=2).encode()
    other = json.dumps(dict(members), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    assert canonical(plain) == canonical(other)


@given(values, values)
def test_different_values_stay_different(one, other):
    same = canonical(json.dumps(one).encode()) == canonical(json.dumps(other).encode())
    assert same == (json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True) or _equal(one, other))


def test_numbers_that_are_equal_are_the_same():
    assert canonical(b'{"a": 1.0, "b": 1e2}') == canonical(b'{"b":100,"a":1}') != canonical(b'{"a": 1.5, "b": 100}')


def _equal(one, other):
    """Python's equality, but true is no 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[name], other[name]) for name in one)
    return bool(one == other)


async def test_what_a_form_makes_is_made_once_under_its_key(shop, database):
    product, place = await shop.product(), {"store_id": shop.store_id}
    agent = (await shop.post("agents", name="Lia", type="vendas", **place))["id"]
    await shop.post(f"agents/{agent}/toggle-active")
    chat = {"type": "vendas", "message": "oi", "agent_id": agent, "conversation_id": "c"}
    await shop.client.post("/chat", json=chat)
    talk = (await shop.client.get("/internal/conversations", params={"store_ids": shop.store_id})).json()["items"][0][
        "id"
    ]
    for path, body in (
        ("stores", {"name": "Casa"}),
        ("products", place | {"name": "Caneca"}),
        (f"products/{product['id']}/duplicate", {}),
        ("documents", place | {"title": "Trocas", "content": "Sete dias."}),
        ("agents", place | {"name": "Lia", "type": "vendas"}),
        ("agent-tests", {"agent_id": agent, "name": "x", "turns": ["oi"]}),
        ("coupons", place | {"code": "VERAO10", "kind": "free_shipping"}),
        (f"conversations/{talk}/notes", {"content": "Trocar"}),
        ("webhook-endpoints", {"url": "https://93.184.216.34/hook", "types": ["order.created"]}),
        ("company/invitations", {"email": "bia@example.com", "role": "attendant"}),
        ("saved-views", {"page": "orders", "name": "Hoje", "query": "status=paid"}),
    ):
        first, again = [
            await shop.client.post(f"/internal/{path}", json=body, headers={"Idempotency-Key": "k"}) for _ in range(2)
        ]
        made = first.json() | ({"secret": None} if "secret" in first.json() else {})
        assert (first.status_code, again.status_code, again.json()) == (201, 201, made), path
        assert again.headers["idempotency-replayed"] == "true"
    kept = b"".join([row[0] for row in await database.fetch("SELECT response_body FROM idempotency_keys")])
    assert not [said for said in (b"Sete dias", b"Trocar", b"bia@example.com", b"whsec_") if said in kept]


async def test_a_repeat_that_is_written_otherwise_is_answered_like_the_first(two_tenants):
    """By HTTP: a client that builds its JSON anew need not order it as before."""
    client = two_tenants[0].client
    await client.post("/internal/company/ensure", json={})
    headers = {"Idempotency-Key": "k", "Content-Type": "application/json"}
    texts = (
        b'{"model": "m", "operation_type": "chat", "prompt_tokens": 7}',
        b'{"prompt_tokens":7,"operation_type":"ch\\u0061t","model":"m"}',
    )
    first, again = [await client.post("/internal/token-usage", content=text, headers=headers) for text in texts]
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["idempotency-replayed"] == "true"
    assert again.json() == first.json()
    other = await client.post("/internal/token-usage", content=texts[0].replace(b"7", b"8"), headers=headers)
    assert_problem(other, 422, "idempotency-key-reused")
