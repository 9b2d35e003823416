"""Expressions that are compiled late read as those compiled at once."""

import re

import pytest

import app.main  # noqa: F401 - whose modules' constants are compiled below
from app.ops.expressions import compile_all, expression


def test_the_first_use_compiles() -> None:
    late = expression(r"(a+)-(\d)", re.IGNORECASE)
    found = late.search("xAa-7")
    assert found is not None
    assert found.groups() == ("Aa", "7")
    assert late.sub(r"\2", "aa-1 a-2") == "1 2"
    assert (late.groups, late.pattern) == (2, r"(a+)-(\d)")


def test_every_expression_of_the_service_compiles() -> None:
    compile_all()


def test_a_mistake_is_raised_when_it_is_used() -> None:
    late = expression("(")
    with pytest.raises(re.error):
        late.search("")
    with pytest.raises(re.error):
        compile_all()
