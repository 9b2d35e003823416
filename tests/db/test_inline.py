"""Values written into a statement can be nothing but values."""

import pytest

from app.db import Database
from app.db.inline import Inlined


async def test_the_statement_travels_with_begin(database: Database):
    statement = Inlined("SELECT set_config('test.a', $1, true), set_config('test.b', $2, true), '100%'")
    async with database.transaction(statement("user-1", "product files.make_file")) as tx:
        row = await tx.fetchrow("SELECT current_setting('test.a'), current_setting('test.b')")
        assert tuple(row or ()) == ("user-1", "product files.make_file")
    assert await database.fetchval("SELECT current_setting('test.a', true)") in (None, "")


@pytest.mark.parametrize("value", ["'", "a'; DROP TABLE users; --", "a\\", "a\n", "\x00", "é", "$1", "%s", "a" * 201])
def test_whatever_would_need_escaping_is_refused(value):
    with pytest.raises(ValueError, match="plain"):
        Inlined("SELECT $1")(value)
