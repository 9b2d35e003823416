"""Clients that ask until they are acknowledged: the same again under its Idempotency-Key, so it happens once."""

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

import httpx

from tests.servers import Server

CLIENTS = 12
TRIES = 4
SETTLE_SECONDS = 20


class Load:
    """Clients of one company. `start`, then `stop`, then `settle`; what each asks for is the subclass's `once`."""

    def __init__(self, server: Server, actor_id: str, name: str) -> None:
        self.actor_id = actor_id
        self.name = name
        self.unanswered: list[str] = []
        self.wrong: list[str] = []
        self.failed_tries = 0
        self._numbers = itertools.count()
        self._client = server.as_actor(actor_id)
        self._client.timeout = httpx.Timeout(15)
        self._tasks: list[asyncio.Task[None]] = []
        self._ending = False

    def choose(self, key: str, random_: random.Random) -> None:
        """Decide what is asked for under a new key."""
        raise NotImplementedError

    async def once(self, key: str) -> bool:
        """Ask for what was chosen; False when an answer is still missing."""
        raise NotImplementedError

    @property
    def acknowledged(self) -> int:
        """How many keys were answered."""
        raise NotImplementedError

    def start(self) -> None:
        """Begin to ask."""
        self._tasks = [asyncio.create_task(self._work(random.Random(n))) for n in range(CLIENTS)]

    async def stop(self) -> None:
        """Nothing new; what was begun gets its last try."""
        self._ending = True
        await asyncio.gather(*self._tasks)

    async def settle(self) -> None:
        """Ask again for everything without an answer. Raises TimeoutError when some never gets one."""
        left = iter(self.unanswered)
        async with asyncio.timeout(SETTLE_SECONDS):
            await asyncio.gather(*(self._settle(left) for _ in range(CLIENTS)))
        await self._client.aclose()

    async def _settle(self, left: Iterator[str]) -> None:
        for key in left:
            while not await self.once(key):
                pass

    async def _work(self, random_: random.Random) -> None:
        while not self._ending:
            key = f"{self.name}-{next(self._numbers)}"
            self.choose(key, random_)
            if not await self.once(key):
                self.unanswered.append(key)

    async def ask(self, path: str, body: Mapping[str, object], key: str | None) -> httpx.Response | None:
        """POST until it is acknowledged, a few times; None: not yet. A move that is there already is a success."""
        headers = {"Idempotency-Key": key} if key else {}
        for number in range(TRIES):
            try:
                answer = await self._client.post(path, json=body, headers=headers)
            except httpx.TransportError:
                self.failed_tries += 1
            else:
                if answer.status_code in (200, 201):
                    return answer
                if answer.status_code == 409 and key is None and answer.json().get("from") == "confirmed":
                    return answer
                if answer.status_code not in (409, 503, 504):
                    self.wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")
                self.failed_tries += 1
            await asyncio.sleep(0.1 * 2**number)
        return None


def differences(what: str, acknowledged: Mapping[str, str], rows: Sequence[tuple[str, UUID]]) -> list[str]:
    """What of the acknowledged (key to id) the rows (key, id) lack, have twice, or have besides."""
    stored = {str(row_id) for _, row_id in rows}
    counts = Counter(key for key, _ in rows)
    lost = [key for key, made in acknowledged.items() if made and made not in stored]
    doubled = [key for key, number in counts.items() if number > 1]
    unknown = [key for key in counts if key not in acknowledged]
    parts = (("lost", lost), ("doubled", doubled), ("never acknowledged", unknown))
    return [f"{what} {word}: {len(keys)} ({keys[0]})" for word, keys in parts if keys]
