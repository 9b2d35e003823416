"""A part of the sweep in seconds; `make fuzz` sends all of it and random combinations."""

from pathlib import Path

from app.db import Database
from tests.api import Api
from tests.fuzz.documented import explore_on
from tests.fuzz.run import Fuzzer


async def test_no_odd_value_in_any_place_is_a_server_error_or_an_undeclared_answer(api: Api, database: Database):
    fuzzer = Fuzzer(api, database)
    await fuzzer.sweep(every=17)
    assert not fuzzer.report.objections, "\n".join(fuzzer.report.lines())
    assert fuzzer.report.calls > 2000


async def test_schemathesis_finds_nothing_in_a_case_or_two_of_each_operation(dsn: str, tmp_path: Path):
    outcome = await explore_on(dsn, tmp_path, 1, 1, phases="fuzzing")
    assert not outcome.objections, outcome.objections
    assert outcome.cases > 100
