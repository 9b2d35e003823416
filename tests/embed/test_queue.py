"""Batches, lanes and admission of the embedding queue."""

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embed.queue import BULK_SHARE, WASTE_CAP, BatchQueue, EngineClosed, Item, QueueFull


def _queue(budget: int = 100, rate: float = 1e6) -> BatchQueue:
    return BatchQueue(budgets={"interactive": budget, "bulk": budget}, rate=rate)


def _items(lengths: list[int], lane: str = "interactive") -> list[Item]:
    return [Item(np.zeros(n, np.int64), lane) for n in lengths]


def test_the_oldest_item_anchors_and_its_nearest_lengths_join():
    queue = _queue()
    queue.put(_items([30, 5, 29, 90, 31, 5]), "interactive")
    assert [i.length for i in queue.take()] == [29, 30, 31]
    assert [i.length for i in queue.take()] == [5, 5]
    assert [i.length for i in queue.take()] == [90]


def test_a_text_longer_than_the_budget_runs_alone():
    queue = _queue(budget=50)
    queue.put(_items([400, 400]), "interactive")
    assert [[i.length for i in queue.take()] for _ in range(2)] == [[400], [400]]


@given(st.lists(st.integers(1, 150), min_size=1, max_size=60))
def test_every_item_leaves_once_in_a_batch_within_budget_and_waste(lengths):
    queue = _queue()
    items = _items(lengths)
    queue.put(items, "interactive")
    seen: list[Item] = []
    while len(seen) < len(items):
        oldest = min((i for i in items if i not in seen), key=lambda i: i.order)
        batch = queue.take()
        padded = max(i.length for i in batch) * len(batch)
        assert oldest in batch
        assert len(batch) == 1 or (padded <= 100 and padded <= WASTE_CAP * sum(i.length for i in batch))
        seen += batch
    assert sorted(i.order for i in seen) == [i.order for i in items]
    assert queue.waiting()["interactive"] == (0, 0)


def test_bulk_gets_its_share_while_interactive_work_never_ends():
    queue = _queue()
    queue.put(_items([10] * 2000, "bulk"), "bulk")
    queue.put(_items([10] * 2000), "interactive")
    served = {"bulk": 0, "interactive": 0}
    for _ in range(100):
        batch = queue.take()
        served[batch[0].lane] += sum(i.length for i in batch)
    assert served["bulk"] / sum(served.values()) == pytest.approx(BULK_SHARE, abs=0.05)


def test_a_full_lane_refuses_with_the_time_it_needs_and_leaves_the_other_open():
    queue = _queue(rate=100)
    queue.put(_items([300]), "interactive")
    with pytest.raises(QueueFull) as refused:
        queue.put(_items([200]), "interactive")
    assert refused.value.retry_after == pytest.approx(3)
    queue.put(_items([200], "bulk"), "bulk")
    assert queue.waiting() == {"interactive": (1, 300), "bulk": (1, 200)}


def test_an_empty_lane_takes_a_request_of_any_size():
    queue = _queue(rate=1)
    queue.put(_items([300, 300]), "interactive")
    assert queue.waiting()["interactive"] == (2, 600)


def test_a_discarded_item_is_in_no_batch():
    queue = _queue()
    kept, gone = _items([10, 10])
    queue.put([gone, kept], "interactive")
    assert queue.discard(gone)
    assert queue.take() == [kept]
    assert not queue.discard(kept)


def test_close_wakes_the_engine_and_refuses_more():
    queue = _queue()
    taken: list[list[Item]] = []
    engine = threading.Thread(target=lambda: taken.append(queue.take()))
    engine.start()
    assert queue.close() == []
    engine.join(5)
    assert taken == [[]]
    with pytest.raises(EngineClosed):
        queue.put(_items([1]), "interactive")
