"""Litestar with asyncpg, as its users write it: msgspec structs as return types, a guard for the token."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hmac import compare_digest
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Litestar, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter

from bench.peers import statements

TOKEN = os.environ["BENCH_TOKEN"]
Actor = Annotated[str, Parameter(header="X-Actor-User-Id")]


class NewMessage(msgspec.Struct):
    """A message to record."""

    lead_id: UUID
    role: str
    content: str
    external_id: str | None = None


class Item(msgspec.Struct):
    """A product of a batch."""

    external_id: str
    name: str
    price_cents: int


class Batch(msgspec.Struct):
    """A batch of products."""

    store_id: UUID
    items: list[Item]


def guard(connection: ASGIConnection, _: BaseRouteHandler) -> None:
    """Either token header must hold the token."""
    given = connection.headers.get("x-auth-token") or connection.headers.get("x-internal-token") or ""
    if not compare_digest(given, TOKEN):
        raise NotAuthorizedException


def found(row: dict[str, Any] | None) -> dict[str, Any]:
    """The row. Raises NotFoundException."""
    if row is None:
        raise NotFoundException
    return row


@get("/internal/auth/sessions/by-token/{token:str}")
async def get_session(token: str, state: State) -> dict[str, Any]:
    """A live session."""
    return found(await statements.session(state.pool, token))


@get("/internal/auth/users/by-email/{email:str}")
async def get_user(email: str, state: State) -> dict[str, Any]:
    """A user."""
    return found(await statements.row(state.pool, "get_user_by_email", email=email.lower()))


@get("/internal/orders/{order_id:uuid}")
async def get_order(order_id: UUID, actor: Actor, state: State) -> dict[str, Any]:
    """An order with items, events, attempts."""
    return found(await statements.row(state.pool, "get_order", order_id=order_id, actor_id=actor))


@get("/internal/orders")
async def list_orders(store_ids: list[UUID], actor: Actor, state: State, limit: int = 50) -> dict[str, Any]:
    """A page of orders."""
    return await statements.order_page(state.pool, store_ids, limit, actor)


@post("/internal/messages")
async def create_message(data: NewMessage, actor: Actor, state: State) -> dict[str, Any]:
    """Record a message."""
    body = msgspec.to_builtins(data)
    return found(await statements.insert_message(state.pool, body, actor))


@post("/internal/products/batch-upsert", status_code=200)
async def upsert(data: Batch, actor: Actor, state: State) -> dict[str, Any]:
    """Insert or update products."""
    return await statements.upsert(state.pool, data.store_id, msgspec.to_builtins(data.items), actor)


@asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    """The pool."""
    app.state.pool = await statements.open_pool()
    yield
    await app.state.pool.close()


app = Litestar(
    [get_session, get_user, get_order, list_orders, create_message, upsert],
    guards=[guard],
    lifespan=[lifespan],
    request_max_body_size=None,
)
