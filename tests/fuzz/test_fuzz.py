"""A part of the sweep in seconds; `make fuzz` sends all of it and random combinations."""

from app.db import Database
from tests.api import Api
from tests.fuzz.run import Fuzzer


async def test_no_odd_value_in_any_place_is_a_server_error_or_an_undeclared_answer(api: Api, database: Database):
    fuzzer = Fuzzer(api, database)
    await fuzzer.sweep(every=17)
    assert not fuzzer.report.objections, "\n".join(fuzzer.report.lines())
    assert fuzzer.report.calls > 2000
