"""One pool of reader processes for the whole folder: starting one costs 0.2 s."""

import pytest_asyncio

from app.files import FilePool


@pytest_asyncio.fixture
async def pool():
    files = FilePool(size=2)
    yield files
    await files.close()
