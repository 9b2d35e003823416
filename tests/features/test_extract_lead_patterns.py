"""Contact facts by pattern: what is written in any usual form is found, and what is found is in normal form."""

import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.features.extract_lead import patterns

FINDERS = (
    patterns.find_email,
    patterns.find_phone,
    patterns.find_cep,
    patterns.find_cpf,
    patterns.find_name,
    patterns.find_address,
)
cpf_bases = st.text("0123456789", min_size=9, max_size=9).filter(lambda digits: len(set(digits)) > 1)
area_codes = st.sampled_from(["11", "21", "31", "47", "85", "99"])


def with_check_digits(base: str) -> str:
    """Written anew from the Receita's rule: weights 10…2 and 11…2, the rest of eleven, ten and eleven count as zero."""
    digits = [int(char) for char in base]
    for weight in (10, 11):
        rest = sum(digit * (weight - at) for at, digit in enumerate(digits)) % 11
        digits.append(0 if rest < 2 else 11 - rest)
    return "".join(map(str, digits))


@given(cpf_bases, st.sampled_from(["{}{}{}{}", "{}.{}.{}-{}", "{}{}{}-{}"]))
def test_a_cpf_in_any_usual_form_is_found(base, form):
    cpf = with_check_digits(base)
    written = form.format(cpf[:3], cpf[3:6], cpf[6:9], cpf[9:])
    fact = patterns.find_cpf(f"meu cpf é {written}, obrigada")
    assert fact is not None
    assert fact.value == cpf


@given(cpf_bases, st.integers(1, 9))
def test_a_cpf_with_a_wrong_check_digit_is_none(base, slip):
    cpf = with_check_digits(base)
    wrong = cpf[:-1] + str((int(cpf[-1]) + slip) % 10)
    assert patterns.find_cpf(f"cpf {wrong}") is None


@given(
    area_codes,
    st.integers(9_0000_0000, 9_9999_9999).map(str),
    st.sampled_from(["({}) {}-{}", "{} {}{}", "{}{}{}", "+55 {} {}-{}", "+55{}{}{}", "0{} {} {}"]),
)
@example("21", "926554108", "{} {}{}")  # their digits are a valid CPF's
@example("21", "926554108", "{}{}{}")
def test_a_mobile_in_any_usual_form_is_found(area, number, form):
    fact = patterns.find_phone("meu telefone é " + form.format(area, number[:5], number[5:]))
    assert fact is not None
    assert fact.value == f"+55{area}{number}"


@pytest.mark.parametrize(
    ("text", "phone", "cpf"),
    [
        ("meu whatsapp é 21926554108", True, False),
        ("21926554108 é o meu celular", True, False),
        ("meu número é 21926554108", True, False),
        ("21 926554108", True, False),
        ("21926554108", False, True),
        ("cpf número 21926554108", False, True),
        ("meu telefone mudou, o cpf é 21926554108", False, True),
        ("telefone: 219.265.541-08", False, True),
    ],
)
def test_eleven_digits_that_could_be_both_are_what_the_shopper_calls_them(text, phone, cpf):
    assert (patterns.find_phone(text) is not None) == phone
    assert (patterns.find_cpf(text) is not None) == cpf


@given(st.integers(0, 99_999_999).map("{:08}".format), st.sampled_from(["CEP {}-{}", "cep: {}{}", "moro no {}-{} ok"]))
def test_a_cep_in_any_usual_form_is_found(cep, form):
    fact = patterns.find_cep(form.format(cep[:5], cep[5:]))
    assert fact is not None
    assert fact.value == cep


@example("fone (1١) 9123٤-5678, cep ١2345-678, cpf ٥2998224725")
@given(st.text(max_size=200) | st.text("0123456789٠١٢٣²½+-.()@ acepf", max_size=80))
def test_no_text_breaks_them_and_facts_are_in_normal_form(text):
    for find in FINDERS:
        fact = find(text)
        assert fact is None or (fact.value and 0 < fact.confidence <= 1)
    phone, cep, cpf = patterns.find_phone(text), patterns.find_cep(text), patterns.find_cpf(text)
    assert phone is None or re.fullmatch(r"\+[0-9]{8,15}", phone.value)
    assert cep is None or re.fullmatch(r"[0-9]{8}", cep.value)
    assert cpf is None or re.fullmatch(r"[0-9]{11}", cpf.value)


@pytest.mark.parametrize(
    "piece", ["1", "a@", "a.", "rua 1 ", "Ana ", "meu nome é ", "cep 1", "+1", "(11) 9", "a-b@c.", "d a ", " ", "\n"]
)
@pytest.mark.parametrize(
    "head",
    [
        "",
        "telefone da minha mãe ",
        "liga pra minha ",
        "não envie ",
        "ela mora na ",
        "meu nome não é ",
        "nome da minha ",
        "my mom's phone ",
        "nome: ",
        "cpf ",
    ],
)
def test_long_texts_are_read_quickly(head, piece):
    text = (head + piece * 20_000)[:20_000]
    started = time.process_time()  # of this process alone: a busy machine is no slow pattern
    for find in (*FINDERS, patterns.without_facts, patterns.without_others, patterns.without_elsewhere):
        find(text)
    assert time.process_time() - started < 5  # one that goes back and forth needs minutes
