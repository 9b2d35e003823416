"""A pool whose reader processes outlive the test: starting one costs 0.2 s."""

import pytest_asyncio

from tests.reading import LastingFilePool


@pytest_asyncio.fixture
async def pool():
    files = LastingFilePool(size=2)
    yield files
    await files.close()
