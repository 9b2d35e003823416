"""A browser of somebody with a store, over the real backend in process: what a page does is what the service does."""

import dataclasses
import re
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.settings import Settings
from app.storefront import create_storefront
from tests.api import Api
from tests.storefront.conftest import ANA, ORIGIN


class Shopkeeper:
    """`web`: the browser; `http`: the backend as this company; `store_id`: its store; `calls`: of the last page."""

    def __init__(self, web: httpx.AsyncClient, api: Api, counting: "_Counting") -> None:
        self.web = web
        self.api = api
        self._counting = counting
        self.http: httpx.AsyncClient
        self.store_id = ""

    async def page(self, path: str, **params: Any) -> str:
        """A page that must be there, made with at most four calls of the backend."""
        self._counting.calls.clear()
        answer = await self.web.get(path, params=params or None)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:2000]}"
        assert len(self._counting.calls) <= 4, self._counting.calls
        return answer.text

    async def submit(self, path: str, data: Any = None, *, status: int = 303, **parts: Any) -> httpx.Response:
        """A form, sent."""
        answer = await self.web.post(path, data=data or {}, **parts)
        assert answer.status_code == status, f"{path}: {answer.status_code} {answer.text[:3000]}"
        return answer

    async def product(self, **fields: Any) -> dict[str, Any]:
        """A product of the store."""
        answer = await self.http.post("/internal/products", json={"store_id": self.store_id, "name": "Caneca"} | fields)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    async def now(self, product_id: str) -> dict[str, Any]:
        """A product as it is."""
        found: dict[str, Any] = (await self.http.get(f"/internal/products/{product_id}")).json()
        return found

    async def catalogue(self, **query: Any) -> list[dict[str, Any]]:
        """The store's products."""
        params = {"store_id": self.store_id, "sort": "name"} | query
        items: list[dict[str, Any]] = (await self.http.get("/internal/products", params=params)).json()["items"]
        return items


class _Counting(httpx.AsyncBaseTransport):
    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.calls: list[str] = []
        self._inner = inner

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.calls.append(request.url.path)
        return await self._inner.handle_async_request(request)


@pytest.fixture
async def shopkeeper(api: Api, app_settings: Settings) -> AsyncIterator[Shopkeeper]:
    """Ana, who has signed up and opened a store."""
    settings = dataclasses.replace(app_settings, auth_url=ORIGIN, backend_url="http://backend.test")
    counting = _Counting(httpx.ASGITransport(app=api.app))
    app = create_storefront(settings, transport=counting, bcrypt_rounds=4)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers={"Origin": ORIGIN, "Accept-Language": "pt-BR"}
    ) as web:
        shop = Shopkeeper(web, api, counting)
        await shop.submit("/register", ANA)
        made = await shop.submit("/stores", {"name": "Casa Figueira"})
        shop.store_id = re.findall(r"store=([0-9a-f-]{36})", made.headers["location"])[0]
        user = (await api.auth.get(f"/internal/auth/users/by-email/{ANA['email']}")).json()
        shop.http = api.as_actor(user["id"])
        yield shop
