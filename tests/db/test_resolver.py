"""From a value to its company: unique over all, remembered where it lasts, and free again when it is given up."""

import pytest

from app.db import Database
from app.db.queries import Queries, load_queries
from app.db.resolver import Resolver, Taken, provider_account
from app.paths import SQL_DIR


@pytest.fixture(scope="module")
def queries() -> Queries:
    return load_queries(SQL_DIR)


async def test_a_value_leads_to_the_company_that_took_it(database: Database, queries: Queries) -> None:
    resolver = Resolver(queries)
    assert await resolver.company_of(database, "email", "ana@example.com") is None
    await resolver.take(database, "ana", [("email", "ana@example.com"), ("store", 7)])
    assert await resolver.company_of(database, "email", "ana@example.com") == "ana"
    assert await resolver.company_of(database, "store", 7) == "ana"
    assert await resolver.company_of(database, "lead", 7) is None


async def test_a_value_is_one_companys_alone_and_the_first_taker_keeps_it(database: Database, queries: Queries) -> None:
    resolver = Resolver(queries)
    await resolver.take(database, "ana", [("store_slug", "loja")])
    for company in ("bia", "ana"):
        with pytest.raises(Taken) as taken:
            await resolver.take(database, company, [("store", company), ("store_slug", "loja")])
        assert (taken.value.kind, taken.value.value) == ("store_slug", "loja")
    await resolver.take(database, "ana", [("store_slug", "loja")], again=True)
    with pytest.raises(Taken):
        await resolver.take(database, "bia", [("store_slug", "loja")], again=True)


async def test_what_is_given_up_may_be_taken_by_another(database: Database, queries: Queries) -> None:
    resolver = Resolver(queries)
    await resolver.take(database, "ana", [("email", "loja@example.com")])
    await resolver.give_up(database, "bia", [("email", "loja@example.com")])
    assert await resolver.company_of(database, "email", "loja@example.com") == "ana"
    await resolver.give_up(database, "ana", [("email", "loja@example.com")])
    await resolver.take(database, "bia", [("email", "loja@example.com")])
    assert await resolver.company_of(database, "email", "loja@example.com") == "bia"


async def test_ids_are_remembered_and_addresses_are_not(database: Database, queries: Queries) -> None:
    resolver = Resolver(queries, entries=2)
    values = [("agent", number) for number in range(3)]
    await resolver.take(database, "ana", [*values, ("email", "a@example.com")])
    for kind, value in [*values, ("email", "a@example.com")]:
        await resolver.company_of(database, kind, value)
    await database.execute("DELETE FROM lookups")
    known = [await resolver.company_of(database, "agent", number) for number in range(3)]
    assert known == [None, "ana", "ana"]
    assert await resolver.company_of(database, "email", "a@example.com") is None


def test_two_pairs_are_never_one_value() -> None:
    assert provider_account("a", "b c") != provider_account("a b", "c")
