"""UUIDv7: version, time order, no repeats."""

import time
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from app.db.ids import uuid7, uuid7_texts


def test_an_id_is_a_version_7_uuid_of_now() -> None:
    value = uuid7()
    assert value.version == 7
    assert abs((value.int >> 80) - time.time() * 1000) < 2000


def test_ids_of_one_thread_rise_and_ids_of_all_threads_differ() -> None:
    with ThreadPoolExecutor(4) as pool:
        batches = list(pool.map(lambda _: [uuid7() for _ in range(20_000)], range(4)))
    for batch in batches:
        assert batch == sorted(batch)
    assert len({value for batch in batches for value in batch}) == 80_000


def test_many_at_once_rise_between_those_before_and_after() -> None:
    before, many, after = uuid7(), [UUID(text) for text in uuid7_texts(10_000)], uuid7()
    assert [before, *many, after] == sorted({before, *many, after})
    assert {one.version for one in many} == {7}
    assert uuid7_texts(0) == []
