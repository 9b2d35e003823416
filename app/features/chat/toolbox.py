"""What tools share in one turn: the scope they may touch, and what they showed and made."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from app.context import PublicCtx, Services
from app.features.chat.assistant.words import fold
from app.features.chat.guards import Facts
from app.features.chat.scope import ChatScope
from app.features.chat.types import ChatOrder, ProductCard
from app.features.conversations.state import Summary
from app.features.conversations.store import Kept
from app.features.products.types import Product
from app.features.search.service import Read
from app.features.search.types import FoundProduct

SHORT = 400
LONG = 4000


def reading(services: Services, scope: ChatScope) -> Read | None:
    """How a turn's searches are run: on the replica once it has all the company has written; None: as usual."""
    return partial(services.replica.read, scope.company_id, services.db) if services.replica is not None else None


@dataclass(slots=True, kw_only=True)
class Toolbox:
    """One turn's tools, with the conversation they act in. cancellable: the order the shopper now agrees to cancel."""

    ctx: PublicCtx
    scope: ChatScope
    allowed: frozenset[str]
    message: str
    kept: Kept
    dry_run: bool
    asks_consent: bool = True
    cancellable: str | None = None
    summary_shown: Summary | None = None
    facts: Facts = field(default_factory=Facts)
    shown: dict[UUID, ProductCard] = field(default_factory=dict)
    order: ChatOrder | None = None

    @property
    def services(self) -> Services:
        """The process's services."""
        return self.ctx.services

    @property
    def read(self) -> Read | None:
        """Runs searches on the replica where there is one."""
        return reading(self.services, self.scope)

    def show(self, product: FoundProduct) -> dict[str, Any]:
        """A found product for the model; remembered as a card for the answer."""
        self._card(product.product_id, product, in_stock=product.in_stock)
        judged = {"score": round(product.score, 4), "similarity": product.similarity and round(product.similarity, 4)}
        if product.close:
            judged["close"] = True
        return judged | {
            "product_id": str(product.product_id),
            "name": product.name,
            "description": product.description[:SHORT],
            "category": product.category,
            "price": in_reais(product.price_cents),
            "in_stock": product.in_stock,
        }

    def show_details(self, product: Product) -> dict[str, Any]:
        """One product in full."""
        in_stock = product.available is None or product.available > 0
        self._card(product.id, product, in_stock=in_stock)
        return {
            "product_id": str(product.id),
            "name": product.name,
            "description": product.description[:LONG],
            "category": product.category,
            "price": in_reais(product.price_cents),
            "in_stock": in_stock,
            "stock_quantity": product.available,
            "sku": product.sku,
            "attributes": msgspec.json.decode(product.attributes),
        }

    def _card(self, product_id: UUID, product: FoundProduct | Product, *, in_stock: bool) -> None:
        self.shown[product_id] = ProductCard(
            product_id,
            product.name,
            product.description[:SHORT],
            product.category,
            product.price_cents,
            in_stock,
            list(product.image_urls),
        )

    def cards_in(self, reply: str) -> list[ProductCard]:
        """The products the reply names, in its order."""
        folded = fold(reply)
        places = [(folded.find(fold(card.name)), card) for card in self.shown.values()]
        named = [(at, card) for at, card in places if at >= 0]
        return [card for _, card in sorted(named, key=lambda pair: pair[0])]


def in_reais(cents: int | None) -> float | None:
    """Cents as a shopper's number, two decimals."""
    return None if cents is None else cents / 100


def failure(code: str, message: str, **more: Any) -> dict[str, Any]:
    """What a tool answers when it could not do it."""
    return {"error": {"code": code, "message": message, **more}}


def brief(text: str) -> str:
    """A model's text that is quoted back to it."""
    return text[:80]
