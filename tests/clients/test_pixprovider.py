"""The PIX provider's client against the stateful fake."""

from uuid import uuid4

import pytest

from app.clients.http import Policy
from app.clients.pixprovider import HttpPixProvider, NewCharge, PixError
from tests.fakes.pixprovider import FakePixProvider

KEY = "app-id-of-the-store"


@pytest.fixture(params=[False, True], ids=["code in charge", "code beside charge"])
def fake(request):
    with FakePixProvider(KEY, top_level_code=request.param) as server:
        yield server


@pytest.fixture
def provider(fake, outbound):
    return HttpPixProvider(outbound(Policy(name="pixprovider", total_s=2)), base_url=fake.url)


def new_charge():
    return NewCharge(correlation_id=str(uuid4()), amount_cents=12_345, expires_in_s=3_600, comment="Pedido " * 40)


async def test_charge_is_made_read_and_taken_back(provider, fake):
    wanted = new_charge()
    made = await provider.create_charge(KEY, wanted)
    assert (made.status, made.amount_cents, made.correlation_id) == ("ACTIVE", 12_345, wanted.correlation_id)
    assert made.br_code.startswith("000201")
    assert made.payment_link_url.startswith("https://")
    assert made.expires_at.tzinfo is not None
    assert await provider.get_charge(KEY, wanted.correlation_id) == made
    await provider.delete_charge(KEY, wanted.correlation_id)
    assert await provider.get_charge(KEY, wanted.correlation_id) is None
    await provider.delete_charge(KEY, wanted.correlation_id)


@pytest.mark.parametrize("fault", ["500", "429", "lost_reply"])
async def test_fault_in_between_makes_one_charge(provider, fake, fault):
    fake.fail(fault)
    made = await provider.create_charge(KEY, new_charge())
    assert list(fake.charges) == [made.correlation_id]


async def test_charge_of_another_amount_under_the_same_id_is_not_taken_for_ours(provider, fake):
    wanted = new_charge()
    await provider.create_charge(KEY, wanted)
    fake.charges[wanted.correlation_id]["value"] = 1
    with pytest.raises(PixError):
        await provider.create_charge(KEY, wanted)


async def test_wrong_key_is_an_error_not_worth_retrying(provider, fake):
    with pytest.raises(PixError) as caught:
        await provider.create_charge("wrong", new_charge())
    assert (caught.value.status, caught.value.retry) == (401, False)
    assert len(fake.seen) == 1


@pytest.mark.parametrize("fault", ["500", "429", "cut", "garbage", "hang", "huge"])
async def test_lasting_fault_is_an_error_worth_retrying(provider, fake, fault):
    fake.fail_always(fault)
    for call in (provider.create_charge(KEY, new_charge()), provider.get_charge(KEY, "x")):
        with pytest.raises(PixError) as caught:
            await call
        assert caught.value.retry


async def test_payment_of_a_charge_shows_when_it_is_read_again(provider, fake):
    made = await provider.create_charge(KEY, new_charge())
    fake.pay(made.correlation_id)
    assert (await provider.get_charge(KEY, made.correlation_id)).status == "COMPLETED"
