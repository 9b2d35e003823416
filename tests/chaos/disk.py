"""No room for uploads: a clear problem, nothing left behind, other routes unaffected, and all well afterwards."""

import asyncio
import resource

import httpx

from tests.chaos.stage import Outcome, Stage, open_shop, timed
from tests.servers import Server

ROOM = 1 << 20
UPLOADS = 10
CSV = b"nome;preco\r\n" + b"Tenis;199,90\r\n" * 300_000  # 4 MB


async def fill_the_disk(stage: Stage) -> Outcome:
    """Files of the running service may not grow beyond 1 MiB for a while, which it sees as a disk without room."""
    spool = stage.folder / "spool"
    spool.mkdir(exist_ok=True)
    server = await asyncio.to_thread(stage.server(TMPDIR=str(spool)).start)
    shop = await open_shop(server)
    async with server.client() as public, server.as_actor(shop.actor_id) as client:
        before = set(spool.iterdir())
        limits = _limit_files(server, (ROOM, resource.RLIM_INFINITY))
        uploads = [_upload(public) for _ in range(UPLOADS)]
        beside = [await timed(client.get("/internal/products", params={"store_id": shop.store_id})) for _ in range(20)]
        refused = await asyncio.gather(*uploads)
        left = [path.name for path in set(spool.iterdir()) - before]
        small = await _upload(public, CSV[:1000])
        _limit_files(server, limits)
        after = await _upload(public, CSV[:100_000])
    wrong = [f"{one.status_code} {one.text[:100]}" for one in refused if not _says_so(one)]
    wrong += [f"left behind: {left}"] if left else []
    wrong += [f"others answered {one.status}" for one in beside if one.status != 200]
    wrong += [f"a small file: {small.status_code}"] if small.status_code != 200 else []
    wrong += [f"afterwards: {after.status_code}"] if after.status_code != 200 else []
    code = await asyncio.to_thread(server.stop)
    wrong += [f"exit code {code} at the end"] if code else []
    slow = max(one.seconds for one in beside)
    seen = f"{UPLOADS} uploads: 503, nothing left behind; others ≤ {slow:.2f} s; uploads work again"
    return Outcome("no room for uploads", seen, wrong)


def _limit_files(server: Server, limits: tuple[int, int]) -> tuple[int, int]:
    assert server.process is not None
    return resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)


def _upload(public: httpx.AsyncClient, content: bytes = CSV) -> asyncio.Future[httpx.Response]:
    return asyncio.ensure_future(public.post("/process-file", files={"file": ("a.csv", content)}))


def _says_so(answer: httpx.Response) -> bool:
    return (
        answer.status_code == 503
        and answer.json()["type"] == "/problems/unavailable"
        and "disk" in answer.json()["detail"]
        and "retry-after" in answer.headers
    )
