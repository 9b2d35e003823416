"""Two seeded tenants (tests/tenancy/seed.py) with clients that act for them."""

import pytest

from tests.tenancy.seed import seed_two_tenants


class Owner:
    """A seeded tenant with its client."""

    def __init__(self, api, seed):
        self.seed = seed
        self.http = api.as_actor(seed.actor_id)

    async def create(self, **fields):
        body = {"store_id": str(self.seed.store_id), "title": "Trocas"} | fields
        answer = await self.http.post("/internal/documents", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()


@pytest.fixture
async def owners(api, database):
    async with database.transaction() as tx:
        mine, theirs = await seed_two_tenants(tx)
    return Owner(api, mine), Owner(api, theirs)
