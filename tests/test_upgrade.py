"""An upgrade while the service serves: the old release and the new one side by side on one database, and no way back.

The old release is the newest tag from v0.2.0 on in this history that is other software than this tree: on the very
commit of a release, the one before it. Where there is none, this tree is the old release, and the new one is this tree
with migrations that a release after it might bring.
"""

import asyncio
import io
import re
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest

from app.db.ids import uuid7
from app.db.loader import load_queries
from tests.api import ROOT
from tests.cli.commands import query
from tests.servers import Server

SHIPS = ("agent_types.yaml", "app", "clients/python", "migrations", "models_onnx", "sql")
CLEAR = ROOT / "app" / "db" / "clear_public.sql"
# What a release may do to tables in use: each file a transaction of its own, and nothing goes that the old one reads.
NEXT = {
    "9001_orders.sql": "ALTER TABLE orders ADD COLUMN next_release text NOT NULL DEFAULT '';",
    "9002_products.sql": "ALTER TABLE products ADD COLUMN next_release text;",
    "9003_users.sql": "ALTER TABLE users ADD COLUMN next_release integer NOT NULL DEFAULT 0;",
    "9004_next.sql": "CREATE TABLE next_release (company_id text, id uuid, PRIMARY KEY (company_id, id));",
    "9005_orders_index.sql": "-- no-transaction\nCREATE INDEX CONCURRENTLY next_idx ON orders (next_release);",
}


def last_release(root: Path = ROOT) -> str | None:
    """The newest earlier tag whose schema rolls; None: not released yet, or no git here."""
    if shutil.which("git") is None:
        return None
    told = _git(root, "tag", "--list", "v*", "--merged", "HEAD").stdout
    numbers = [tuple(map(int, found)) for found in re.findall(r"^v(\d+)\.(\d+)\.(\d+)$", told, re.MULTILINE)]
    tags = ["v" + ".".join(map(str, number)) for number in sorted(numbers, reverse=True) if number >= (0, 2, 0)]
    return next((tag for tag in tags if _git(root, "diff", "--quiet", tag, "--", *SHIPS).returncode), None)


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)


def lay_out(folder: Path, release: str | None) -> tuple[Path, Path]:
    """The trees of the old and the new release."""
    other = folder / "other"
    if release is not None:
        packed = subprocess.run(["git", "archive", release, *SHIPS], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            tar.extractall(other)  # noqa: S202 - our own repository
        return other, ROOT
    for name in SHIPS:
        source, target = ROOT / name, other / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    for name, sql in NEXT.items():
        (other / "migrations" / name).write_text(sql)
    return ROOT, other


class Shopper:
    """Orders one thing after another from one server, and reads back what it ordered."""

    def __init__(self, http: httpx.AsyncClient, store_id: str, product_id: str) -> None:
        self._http = http
        self.store_id = store_id
        self.product_id = product_id
        self.orders: list[str] = []

    async def buy(self) -> None:
        """An order, a step of it, and the lists that show it."""
        item = {"product_id": self.product_id, "quantity": 1}
        wanted = {"store_id": self.store_id, "items": [item], "payment_method": "cod"}
        order = await self._ask("POST", "/internal/orders", json=wanted)
        self.orders.append(order["id"])
        await self._ask("POST", f"/internal/orders/{order['id']}/transition", json={"to": "confirmed"})
        await self.see(order["id"])
        lead = {"store_id": self.store_id, "channel": "web", "external_id": uuid7().hex}
        await self._ask("POST", "/internal/leads/ensure", json=lead)
        for path in (f"orders?store_ids={self.store_id}", f"products?store_id={self.store_id}"):
            await self._ask("GET", f"/internal/{path}")
        await self._ask("GET", f"/internal/dashboard/{self.store_id}")

    async def see(self, order_id: str) -> None:
        """One order, as confirmed."""
        assert (await self._ask("GET", f"/internal/orders/{order_id}"))["status"] == "confirmed"

    async def _ask(self, method: str, path: str, **options):
        answer = await self._http.request(method, path, **options)
        assert answer.status_code in (200, 201), f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json()


@contextmanager
def running(server: Server) -> Iterator[Server]:
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture
def trees(tmp_path):
    return lay_out(tmp_path, last_release())


async def prepared(dsn: str, tree: Path) -> list[str]:
    """The queries of a release that this database no longer understands."""
    broken = []
    connection = await asyncpg.connect(dsn)
    try:
        for one in load_queries(tree / "sql"):
            try:
                await connection.prepare(one.sql)
            except asyncpg.PostgresError as error:
                broken.append(f"{one.noun}.{one.name}: {error}")
    finally:
        await connection.close()
    return broken


async def test_the_old_release_serves_on_while_the_new_one_comes_and_then_makes_room(dsn, tmp_path, trees):
    old_tree, new_tree = trees
    if old_tree != ROOT:  # the test's database has the schema of this tree
        await asyncio.to_thread(query, dsn, CLEAR.read_text("utf-8"))
    old, new = (Server(dsn, tmp_path, tree=tree) for tree in trees)
    with running(old), running(new):
        await asyncio.to_thread(old.start)
        async with old.auth() as auth:
            user = (await auth.post("/internal/auth/users", json={"email": "a@b.co", "name": "A"})).json()["id"]
        async with old.as_actor(user) as with_old, new.as_actor(user) as with_new:
            first = await _open_shop(with_old)
            await first.buy()
            starting = asyncio.create_task(asyncio.to_thread(new.start))
            while not starting.done():
                await first.buy()
            await starting
            assert await prepared(dsn, old_tree) == []
            second = Shopper(with_new, first.store_id, first.product_id)
            for _ in range(3):
                await asyncio.gather(first.buy(), second.buy())
            await asyncio.gather(*map(second.see, first.orders), *map(first.see, second.orders))
            assert await asyncio.to_thread(old.stop) == 0
            await asyncio.gather(second.buy(), *map(second.see, first.orders))
        if await asyncio.to_thread(_migrations, old_tree) != await asyncio.to_thread(_migrations, new_tree):
            with pytest.raises(RuntimeError, match="it is newer"):
                await asyncio.to_thread(old.start)


async def _open_shop(http: httpx.AsyncClient) -> Shopper:
    assert (await http.post("/internal/company/ensure", json={"name": "Companhia"})).status_code == 201
    store = (await http.post("/internal/stores", json={"name": "Loja"})).json()["id"]
    items = [{"name": "Bola", "price_cents": 1000, "stock_quantity": 100_000}]
    await http.post("/internal/products/batch-upsert", json={"store_id": store, "items": items})
    product = (await http.get(f"/internal/products?store_id={store}")).json()["items"][0]["id"]
    return Shopper(http, store, product)


def _migrations(tree: Path) -> set[str]:
    return {path.name for path in (tree / "migrations").glob("*.sql")}


async def test_what_a_release_took_away_too_early_would_be_found(database, dsn):
    await database.execute("ALTER TABLE leads RENAME COLUMN profile_summary TO summary")
    assert any("profile_summary" in said for said in await prepared(dsn, ROOT))


def test_the_last_release_is_the_newest_tag_before_this_tree_that_rolls(tmp_path):
    def commit(text: str, *tags: str) -> None:
        (tmp_path / "sql").mkdir(exist_ok=True)
        (tmp_path / "sql" / "orders.sql").write_text(text)
        git("add", "-A")
        git("commit", "--allow-empty", "-qm", "one")
        for tag in tags:
            git("tag", tag)

    def git(*arguments: str) -> None:
        done = _git(tmp_path, "-c", "user.name=Ana", "-c", "user.email=ana@example.com", *arguments)
        assert done.returncode == 0, done.stderr

    git("init", "-q", "-b", "main")
    commit("old keys", "v0.1.0")
    assert last_release(tmp_path) is None
    commit("first", "v0.2.0", "nightly")
    assert last_release(tmp_path) is None, "of the release itself there is nothing to come from"
    commit("first")
    assert last_release(tmp_path) is None
    commit("second")
    assert last_release(tmp_path) == "v0.2.0"
    commit("ninth", "v0.9.0")
    commit("tenth", "v0.10.1")
    assert last_release(tmp_path) == "v0.9.0"
    commit("on the way")
    assert last_release(tmp_path) == "v0.10.1"
    git("checkout", "-q", "-b", "mending", "v0.2.0")
    commit("first, mended")
    assert last_release(tmp_path) == "v0.2.0", "a release that this history does not have is none of its past"
