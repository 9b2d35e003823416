"""FastAPI with SQLAlchemy's asyncio ORM on asyncpg, as the two manuals show it: response models, selectinload."""

import os
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from hmac import compare_digest
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, HTTPException, Query
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, literal_column, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import selectinload

from bench.peers.models import Lead, Message, Order, Product, Session, Store, User
from bench.peers.tokens import token_hash

TOKEN = os.environ["BENCH_TOKEN"]
engine = create_async_engine(
    "postgresql+asyncpg://", pool_size=16, max_overflow=0, connect_args={"dsn": os.environ["BENCH_DSN"]}
)
sessions = async_sessionmaker(engine, expire_on_commit=False)


async def open_session() -> AsyncIterator[AsyncSession]:
    """A session for the request."""
    async with sessions() as session:
        yield session


async def check_token(
    x_auth_token: Annotated[str | None, Header()] = None, x_internal_token: Annotated[str | None, Header()] = None
) -> None:
    """Either token header must hold the token."""
    if not compare_digest(x_auth_token or x_internal_token or "", TOKEN):
        raise HTTPException(401)


Db = Annotated[AsyncSession, Depends(open_session)]
Actor = Annotated[str, Header(alias="X-Actor-User-Id")]
app = FastAPI(dependencies=[Depends(check_token)])


def model(name: str, table: Any, leave_out: tuple[str, ...] = (), /, **more: Any) -> Any:
    """The response model of a table: one field a column, typed as in the table."""
    notes: dict[str, Any] = {}
    for column in table.__table__.columns:
        if column.name not in leave_out:
            kind = Any if isinstance(column.type, JSONB) else column.type.python_type
            notes[column.name] = kind | None if column.nullable else kind
    return type(name, (BaseModel,), {"__annotations__": notes | more, "model_config": ConfigDict(from_attributes=True)})


SessionOut = model("SessionOut", Session, ("token_hash",), token=str)
Summary: Any = model("Summary", Order, payment_status=str)
_relations = Order.__mapper__.relationships
ItemOut: Any = model("ItemOut", _relations["items"].mapper.class_, ("order_id", "position"))
EventOut: Any = model("EventOut", _relations["events"].mapper.class_, ("order_id",))
AttemptOut: Any = model("AttemptOut", _relations["payment_attempts"].mapper.class_)
RefundOut: Any = model("RefundOut", _relations["refunds"].mapper.class_)
_lists = {"items": list[ItemOut], "events": list[EventOut], "payment_attempts": list[AttemptOut]}
OrderOut = model("OrderOut", Order, payment_status=str, refunds=list[RefundOut], **_lists)
UserBase: Any = model("UserBase", User, ("metadata",))
MessageBase: Any = model("MessageBase", Message, ("company_id", "metadata"))


class UserOut(UserBase):
    """A user; the attribute is not called metadata, which SQLAlchemy keeps for itself."""

    metadata: dict[str, Any] = Field(validation_alias="meta")


class MessageOut(MessageBase):
    """A message; metadata as in UserOut."""

    metadata: dict[str, Any] = Field(validation_alias="meta")


class Page(BaseModel):
    items: list[Summary]
    total: int
    limit: int
    offset: int


class NewMessage(BaseModel):
    lead_id: uuid.UUID
    role: str
    content: str
    external_id: str | None = None


class NewProduct(BaseModel):
    external_id: str
    name: str
    price_cents: int


class Batch(BaseModel):
    store_id: uuid.UUID
    items: list[NewProduct]


class Upserted(BaseModel):
    created: int
    updated: int
    unchanged: int = 0
    errors: list[str] = []
    dry_run: bool = False
    price_changes: list[str] = []


def found(row: Any) -> Any:
    """The row. Raises a 404."""
    if row is None:
        raise HTTPException(404)
    return row


@app.get("/internal/auth/sessions/by-token/{token}", response_model=SessionOut)
async def get_session(token: str, db: Db) -> Any:
    live = select(Session).where(Session.token_hash == token_hash(token), Session.expires_at > datetime.now(UTC))
    return found(await db.scalar(live)).__dict__ | {"token": token}


@app.get("/internal/auth/users/by-email/{email}", response_model=UserOut)
async def get_user(email: str, db: Db) -> Any:
    return found(await db.scalar(select(User).where(User.email == email.lower())))


@app.get("/internal/orders/{order_id}", response_model=OrderOut)
async def get_order(order_id: uuid.UUID, actor: Actor, db: Db) -> Any:
    whole = [selectinload(part) for part in (Order.items, Order.events, Order.payment_attempts, Order.refunds)]
    query = select(Order).join(Store, Store.id == Order.store_id).options(*whole)
    return found(await db.scalar(query.where(Order.id == order_id, Store.company_id == actor)))


@app.get("/internal/orders", response_model=Page)
async def list_orders(store_ids: Annotated[list[uuid.UUID], Query()], actor: Actor, db: Db, limit: int = 50) -> Any:
    mine = (Order.store_id.in_(store_ids), Store.company_id == actor)
    query = select(Order).join(Store, Store.id == Order.store_id).where(*mine)
    rows = await db.scalars(query.order_by(Order.created_at.desc(), Order.id.desc()).limit(limit))
    total = await db.scalar(
        select(func.count()).select_from(Order).join(Store, Store.id == Order.store_id).where(*mine)
    )
    return {"items": list(rows), "total": total, "limit": limit, "offset": 0}


@app.post("/internal/messages", response_model=MessageOut, status_code=201)
async def create_message(body: NewMessage, actor: Actor, db: Db) -> Any:
    query = (
        select(Lead).join(Store, Store.id == Lead.store_id).where(Lead.id == body.lead_id, Store.company_id == actor)
    )
    lead = found(await db.scalar(query))
    message = Message(company_id=actor, store_id=lead.store_id, **body.model_dump())
    db.add(message)
    lead.last_message_at = datetime.now(UTC)
    await db.commit()
    return message


@app.post("/internal/products/batch-upsert", response_model=Upserted)
async def upsert(body: Batch, actor: Actor, db: Db) -> Any:
    found(await db.scalar(select(Store).where(Store.id == body.store_id, Store.company_id == actor)))
    rows = [{"company_id": actor, "store_id": body.store_id, **item.model_dump()} for item in body.items]
    query = insert(Product)
    query = query.on_conflict_do_update(
        index_elements=[Product.company_id, Product.store_id, Product.external_id],
        index_where=(Product.external_id.is_not(None) & Product.deleted_at.is_(None)),
        set_={"name": query.excluded.name, "price_cents": query.excluded.price_cents},
    ).returning(literal_column("xmax = 0"))
    fresh = list(await db.scalars(query, rows))
    await db.commit()
    return Upserted(created=sum(fresh), updated=len(fresh) - sum(fresh))
