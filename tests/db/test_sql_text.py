"""The lexer: statements, strings, comments."""

from hypothesis import given
from hypothesis import strategies as st

from app.db.sql_text import drop_trailing_comments, split_statements, tokens


def test_statements_end_at_semicolons_outside_of_strings_and_bodies() -> None:
    script = """-- a; b
    SELECT ';', "a;b", $x$ ; $$ ; $x$; /* ; */
    CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;
    SELECT E'it\\'s;'"""
    assert split_statements(script) == [
        "SELECT ';', \"a;b\", $x$ ; $$ ; $x$",
        "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$",
        "SELECT E'it\\'s;'",
    ]


def test_comments_behind_code_go_and_lines_stay() -> None:
    text = "-- it's kept\nSELECT '--no' -- the buyer's\n  -- kept too\n, 1;"
    assert drop_trailing_comments(text) == "-- it's kept\nSELECT '--no' \n  -- kept too\n, 1;"


@given(st.text(alphabet="a;'\"-$/*\n E\\"))
def test_no_character_is_lost(text: str) -> None:
    assert "".join(token for _, token in tokens(text)) == text
