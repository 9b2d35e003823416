"""From a value that is known without its company to the company: the one way in for calls that name no actor.

Every statement names the company it is about, so that it runs where that company lies. Who calls with nothing but a
token, an address, an instance or a bare id asks here first. Writing such a value takes it (`take`) in the transaction
of the record it leads to: the table's primary key makes it unique over all companies. SQL: sql/lookups.sql;
tests/db/test_resolver.py.
"""

from collections.abc import Iterable
from contextvars import ContextVar
from typing import Literal

from cachetools import LRUCache

from app.db.pool import Executor
from app.db.queries import Queries

Kind = Literal[
    "account",  # accounts.id
    "agent",  # agents.id
    "auth_extension",  # auth_extensions.id
    "auth_extension_key",  # one of auth_extensions.key_hashes
    "charge",  # orders.payment_external_id, and the charges it had before
    "company_slug",
    "customer",  # the card provider's customer
    "email",  # lowered
    "instance",  # agents.messaging_instance_id
    "invitation",  # company_invitations.id
    "lead",  # leads.id
    "member",  # features/members: who acts for which company
    "provider_account",  # provider_account(): who signs in with whom
    "session",  # sessions.id
    "session_token",
    "store",  # stores.id
    "store_slug",
    "subscription",  # the card provider's subscription
]
# Ids, which never change their company; an address or a slug may be given up and taken by another one.
_LASTING = frozenset({"account", "agent", "customer", "instance", "lead", "session", "store", "subscription"})
CACHE_ENTRIES = 50_000
# The companies that the running request was found to be about, for its access line; tasks of it add to the same list.
concerned: ContextVar[list[str] | None] = ContextVar("concerned", default=None)


class Taken(Exception):
    """A value is another record's already."""

    def __init__(self, kind: str, value: str) -> None:
        super().__init__(f"{kind} {value}")
        self.kind = kind
        self.value = value


def provider_account(provider_id: str, account_id: str) -> str:
    """The value of kind `provider_account`; the length keeps apart what both parts may hold."""
    return f"{len(provider_id)} {provider_id} {account_id}"


class Resolver:
    """Whose a value is. Lasting ones are remembered, least recently used go first; what is not found is asked again."""

    def __init__(self, queries: Queries, entries: int = CACHE_ENTRIES) -> None:
        self._q = queries.lookups
        self._known: LRUCache[tuple[str, str], str] = LRUCache(entries)

    async def company_of(self, db: Executor, kind: Kind, value: object) -> str | None:
        """The company of a value, None when nobody has it. `value` is taken as text."""
        key = kind, str(value)
        company = self._known.get(key)
        if company is None:
            company = await self._q.find_company(db, kind=kind, value=key[1])
            if company is not None and kind in _LASTING:
                self._known[key] = company
        if company is not None and (companies := concerned.get()) is not None:
            companies.append(company)
        return company

    async def take(
        self, tx: Executor, company_id: str, values: Iterable[tuple[Kind, object]], *, again: bool = False
    ) -> None:
        """Give values to a company. Raises Taken for one that somebody has; `again`: that another company has."""
        wanted = [(kind, str(value)) for kind, value in values]
        rows = await self._q.add_lookups(
            tx,
            kinds=[kind for kind, _ in wanted],
            values=[value for _, value in wanted],
            company_id=company_id,
            again=again,
        )
        if len(rows) < len(wanted):
            free = {(row["kind"], row["value"]) for row in rows}
            raise Taken(*next(pair for pair in wanted if pair not in free))

    async def give_up(self, tx: Executor, company_id: str, values: Iterable[tuple[Kind, object]]) -> None:
        """Free values of a company; what it does not have is none of it."""
        given = [(kind, str(value)) for kind, value in values]
        await self._q.drop_lookups(
            tx,
            kinds=[kind for kind, _ in given],
            values=[value for _, value in given],
            company_id=company_id,
        )
