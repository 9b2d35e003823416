"""One id per person, whatever form the gateway gives it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.leads.rules import lead_addresses, normalise_external_id


@pytest.mark.parametrize(
    ("given_id", "stored"),
    [
        ("5511988887777@s.whatsapp.net", "5511988887777"),
        ("5511988887777:12@s.whatsapp.net", "5511988887777"),
        ("5511988887777_1:12@s.whatsapp.net", "5511988887777"),
        ("5511988887777@c.us", "5511988887777"),
        ("+5511988887777", "5511988887777"),
        ("551188887777@s.whatsapp.net", "5511988887777"),  # the ninth digit was lost
        ("+55 (11) 98888-7777", "5511988887777"),  # as people write it
        ("+55\u00a011 8888.7777", "5511988887777"),
        ("5511988887777-1612345", "5511988887777-1612345"),  # a group of old
        ("551133334444", "551133334444"),  # a fixed line has none
        ("14155550100@s.whatsapp.net", "14155550100"),
        ("120363021234567890@g.us", "120363021234567890@g.us"),
        ("98765432101234@lid", "98765432101234@lid"),
        ("visitor-1", "visitor-1"),
        ("@s.whatsapp.net", "@s.whatsapp.net"),
        (" ", " "),
    ],
)
def test_whatsapp_ids_are_stored_in_one_form(given_id, stored):
    assert normalise_external_id("whatsapp", given_id) == stored


def test_an_opaque_id_gives_way_to_a_known_phone():
    assert normalise_external_id("whatsapp", "98765432101234@lid", "+551188887777") == "5511988887777"


def test_other_channels_keep_their_ids():
    assert normalise_external_id("web", "5511988887777@s.whatsapp.net") == "5511988887777@s.whatsapp.net"


@given(
    st.text(min_size=1, max_size=60)
    | st.from_regex(r"\+?[0-9]{6,17}(:[0-9]+)?(@(s\.whatsapp\.net|lid))?", fullmatch=True)
)
def test_normalising_twice_is_normalising_once(text):
    once = normalise_external_id("whatsapp", text)
    assert once
    assert normalise_external_id("whatsapp", once) == once


def test_a_person_is_found_under_the_opaque_id_and_the_phone():
    forms = ["5511988887777", "+5511988887777", "551188887777", "5511988887777@s.whatsapp.net", "551188887777:3@c.us"]
    assert {lead_addresses("whatsapp", form) for form in forms} == {("5511988887777",)}
    assert lead_addresses("whatsapp", "9876@lid", "+551188887777") == ("5511988887777", "9876@lid")
    assert lead_addresses("whatsapp", "9876@lid") == ("9876@lid",)
    assert lead_addresses("whatsapp", "5511988887777", "+5521999990000") == ("5511988887777",)
    assert lead_addresses("web", "9876@lid", "+551188887777") == ("9876@lid",)
