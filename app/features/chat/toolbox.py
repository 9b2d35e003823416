"""What tools share in one turn: the scope they may touch, and what they showed and made."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from app.context import PublicCtx, Services
from app.db.rows import many
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product as Shelved
from app.features.chat.guards import Facts
from app.features.chat.scope import ChatScope
from app.features.chat.types import ChatOrder, ProductCard
from app.features.conversations.state import Summary
from app.features.conversations.store import Kept
from app.features.pictures.types import Picture
from app.features.products.types import Product
from app.features.products.variants import choices, shared_name, variant_name
from app.features.search.service import Read
from app.features.search.types import FoundProduct

SHORT = 400
LONG = 4000


def reading(services: Services, scope: ChatScope) -> Read | None:
    """How a turn's searches are run: on the replica once it has all the company has written; None: as usual."""
    return partial(services.replica.read, scope.company_id, services.db) if services.replica is not None else None


class Variant(Struct, frozen=True):
    """A product of a group (sql/products.sql, list_variants)."""

    id: UUID
    name: str
    price_cents: int | None
    available: int | None
    group: str
    options: Raw
    description: str = ""

    @property
    def in_stock(self) -> bool:
        """True also when the store does not count it."""
        return self.available is None or self.available > 0


@dataclass(slots=True, kw_only=True)
class Toolbox:
    """One turn's tools, with the conversation they act in. cancellable: the order the shopper now agrees to cancel;
    asks_to_cancel: the number of the one they have to be asked about; goods: which of the message's words the shop's
    goods carry, where that was looked up; shelf: the goods that are called so; before: the summary that the shopper had
    before them when they wrote."""

    ctx: PublicCtx
    scope: ChatScope
    allowed: frozenset[str]
    message: str
    kept: Kept
    dry_run: bool
    asks_consent: bool = True
    cancellable: str | None = None
    asks_to_cancel: int | None = None
    goods: Goods | None = None
    shelf: Sequence[Shelved] = ()
    before: Summary | None = None
    summary_shown: Summary | None = None
    facts: Facts = field(default_factory=Facts)
    shown: dict[UUID, ProductCard] = field(default_factory=dict)
    order: ChatOrder | None = None

    @property
    def answered(self) -> Summary | None:
        """The summary that the message may agree to: one that this turn has made was not before the shopper yet."""
        standing = self.kept.state.summary
        return standing if standing == self.before else None

    @property
    def services(self) -> Services:
        """The process's services."""
        return self.ctx.services

    @property
    def read(self) -> Read | None:
        """Runs searches on the replica where there is one."""
        return reading(self.services, self.scope)

    async def show(self, found: Sequence[FoundProduct]) -> list[dict[str, Any]]:
        """Found products for the model, variants of a group once; remembered as cards for the answer."""
        groups = await self.variants({product.group for product in found if product.group is not None})
        shown: list[dict[str, Any]] = []
        seen: set[str | None] = {None}
        for product in found:
            if product.group in seen and product.group is not None:
                continue
            seen.add(product.group)
            shown.append(self._show(product, groups.get(product.group or "", ())))
        return shown

    async def variants(self, groups: set[str]) -> dict[str, list[Variant]]:
        """The variants of each group that has several."""
        if not groups:
            return {}
        rows = await self.ctx.q.products.list_variants(
            self.ctx.db, store_id=self.scope.store_id, groups=sorted(groups), actor_id=self.scope.company_id
        )
        by_group: dict[str, list[Variant]] = {}
        for variant in many(rows, Variant):
            by_group.setdefault(variant.group, []).append(variant)
        return {group: members for group, members in by_group.items() if len(members) > 1}

    def _show(self, product: FoundProduct, members: Sequence[Variant]) -> dict[str, Any]:
        in_stock = any(variant.in_stock for variant in members) if members else product.in_stock
        name = shared_name([one.name for one in members]) if members else product.name
        self._card(product.product_id, product, product.image_urls, in_stock=in_stock, name=name)
        told: dict[str, Any] = {
            "score": round(product.score, 4),
            "similarity": product.similarity and round(product.similarity, 4),
        }
        if product.close:
            told["close"] = True
        if not members:
            told["product_id"] = str(product.product_id)
        prices = [variant.price_cents for variant in members if variant.price_cents is not None]
        told |= {
            "name": name if members else variant_name(name, as_options(product.options)),
            "description": product.description[:SHORT],
            "category": product.category,
            "price": in_reais(min(prices) if prices else product.price_cents),
            "in_stock": in_stock,
        }
        if members:
            return told | of_group(product.group or "", members)
        return told | ({"available": product.available} if product.available is not None else {})

    async def show_details(self, product: Product) -> dict[str, Any]:
        """One product in full, with the other variants of its group."""
        members = (await self.variants({product.group})).get(product.group) if product.group is not None else None
        in_stock = product.available is None or product.available > 0
        pictures = msgspec.json.decode(cast(msgspec.Raw, product.pictures), type=list[Picture])
        links = [*(picture.url for picture in pictures), *product.image_urls]
        self._card(product.id, product, links, in_stock=in_stock)
        return {
            "product_id": str(product.id),
            "name": variant_name(product.name, as_options(product.options)),
            "description": product.description[:LONG],
            "category": product.category,
            "price": in_reais(product.price_cents),
            "in_stock": in_stock,
            "stock_quantity": product.available,
            "sku": product.sku,
            "attributes": msgspec.json.decode(product.attributes),
        } | (of_group(product.group or "", members) if members else {})

    def _card(
        self,
        product_id: UUID,
        product: FoundProduct | Product,
        links: Sequence[str],
        *,
        in_stock: bool,
        name: str | None = None,
    ) -> None:
        """Pictures of our own come first, with the address under which a shopper's phone finds them."""
        ours = self.services.settings.public_url
        self.shown[product_id] = ProductCard(
            product_id,
            name or product.name,
            product.description[:SHORT],
            product.category,
            product.price_cents,
            in_stock,
            [f"{ours}{link}" if link.startswith("/") else link for link in links],
        )

    def cards_in(self, reply: str) -> list[ProductCard]:
        """The products the reply names, in its order."""
        folded = fold(reply)
        places = [(folded.find(fold(card.name)), card) for card in self.shown.values()]
        named = [(at, card) for at, card in places if at >= 0]
        return [card for _, card in sorted(named, key=lambda pair: pair[0])]


def of_group(group: str, members: Sequence[Variant]) -> dict[str, Any]:
    """What tells the variants of a group apart, and each with its own id: one of them is what an order takes. Their
    descriptions, where these differ: a shopper may know `a palito` by hers alone."""
    options = [as_options(variant.options) for variant in members]
    described = len({variant.description for variant in members}) > 1
    return {
        "group": group,
        "options": choices(options),
        "variants": [
            {
                "product_id": str(variant.id),
                "name": variant_name(variant.name, own),
                "options": own,
                "price": in_reais(variant.price_cents),
                "in_stock": variant.in_stock,
            }
            | ({"available": variant.available} if variant.available is not None else {})
            | ({"description": variant.description[:SHORT]} if described else {})
            for variant, own in zip(members, options, strict=True)
        ],
        "instruction": "Pergunte ao cliente qual opção ele quer; peça pelo product_id da variante.",
    }


def as_options(raw: Raw) -> dict[str, str]:
    """A variant's options."""
    return msgspec.json.decode(raw, type=dict[str, str])


def in_reais(cents: int | None) -> float | None:
    """Cents as a shopper's number, two decimals."""
    return None if cents is None else cents / 100


def failure(code: str, message: str, **more: Any) -> dict[str, Any]:
    """What a tool answers when it could not do it."""
    return {"error": {"code": code, "message": message, **more}}


def brief(text: str) -> str:
    """A model's text that is quoted back to it."""
    return text[:80]
