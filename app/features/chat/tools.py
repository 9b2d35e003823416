"""The tools: what the model is told about them, how its arguments are checked, what they answer.

Store, lead and company come from the call's scope, prices from the database; arguments only choose among them.
Prices are reais here, as a shopper says them.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta, Raw, Struct

from app.clients.llm import Tool, ToolFunction
from app.db.rows import RowMissing, maybe
from app.features.chat import aftersales
from app.features.chat.arguments import normalized
from app.features.chat.assistant.language.prices import price_range
from app.features.chat.assistant.language.words import content_words
from app.features.chat.checkout import Answer, Terms, place_order, ship_order
from app.features.chat.toolbox import Toolbox, brief, failure
from app.features.orders.types import PaymentMethod
from app.features.products.types import Product
from app.features.search.service import search_products
from app.web.decode import json_body
from app.web.errors import NotFound, Problem
from app.web.types import Quantity

MAX_ARGUMENT_BYTES = 32_768
_any_json = msgspec.json.Decoder().decode
Limit = Annotated[int, Meta(ge=1, le=20, description="Quantos produtos, 1 a 20")]
Reais = Annotated[float, Meta(ge=0, le=10_000_000, description="Em reais")]
Id = Annotated[str, Meta(min_length=1, max_length=64)]


class SearchProducts(Struct, forbid_unknown_fields=True):
    """Busca produtos da loja pelo significado do texto."""

    query: Annotated[str, Meta(min_length=1, max_length=500, description="O que o cliente procura")]
    limit: Limit = 5


class GetProductDetails(Struct, forbid_unknown_fields=True):
    """Detalhes de um produto da loja."""

    product_id: Id


class FilterProductsByPrice(Struct, forbid_unknown_fields=True):
    """Produtos da loja dentro de uma faixa de preço, os mais próximos da última mensagem do cliente primeiro."""

    min_price: Reais | None = None
    max_price: Reais | None = None
    category: Annotated[str, Meta(max_length=200)] | None = None
    limit: Limit = 5


class WantedItem(Struct, forbid_unknown_fields=True):
    """Um produto e a quantidade."""

    product_id: Id
    quantity: Quantity = 1


class CustomerInfo(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """O que o cliente informou."""

    name: Annotated[str, Meta(max_length=200)] | None = None
    phone: Annotated[str, Meta(max_length=40)] | None = None
    email: Annotated[str, Meta(max_length=320)] | None = None
    document: Annotated[str, Meta(max_length=40)] | None = None
    address: Annotated[str, Meta(max_length=1000)] | None = None


class CreateOrderCall(Struct, forbid_unknown_fields=True):
    """Cria o pedido que o cliente confirmou. Antes do sim dele devolve o resumo, que deve ser mostrado ao cliente.

    Use somente product_id vindos das ferramentas. Depois do sim chame de novo com os mesmos itens: devolve o código Pix
    ou as instruções.
    """

    items: Annotated[list[WantedItem], Meta(min_length=1, max_length=50)]
    payment_method: PaymentMethod
    customer_info: CustomerInfo | None = None
    shipping_option: (
        Annotated[str, Meta(max_length=100, description="Forma de receber, pelo nome que a loja dá")] | None
    ) = None
    cep: Annotated[str, Meta(max_length=12, description="CEP da entrega")] | None = None
    coupon_code: Annotated[str, Meta(max_length=40, description="Cupom que o cliente deu")] | None = None
    notes: (
        Annotated[str, Meta(max_length=500, description="O que o cliente pede do pedido: presente, preparo, entrega")]
        | None
    ) = None


class ConfirmShipping(Struct, forbid_unknown_fields=True):
    """Marca como enviado um pedido deste cliente."""

    order_id: Id


class GetOrderStatus(Struct, forbid_unknown_fields=True):
    """Situação dos pedidos deste cliente, ou de um deles."""

    order_id: Id | None = None


class ResendPayment(Struct, forbid_unknown_fields=True):
    """O código Pix ou as instruções de pagamento de um pedido deste cliente, mais uma vez."""

    order_id: Id | None = None


class CancelOrder(Struct, forbid_unknown_fields=True):
    """Cancela um pedido deste cliente que não foi pago. Antes do sim do cliente, só pergunta."""

    order_id: Id | None = None


class TransferToHuman(Struct):
    """Chama uma pessoa da equipe, quando o cliente pede, reclama ou você não consegue ajudar."""

    reason: Annotated[str, Meta(max_length=500)] = "model"


async def _search(box: Toolbox, given: SearchProducts) -> Answer:
    found = await search_products(
        box.services, box.scope.company_id, box.scope.store_id, given.query, limit=given.limit, read=box.read
    )
    if len(found) == given.limit and len({product.group or product.product_id for product in found}) < len(found):
        # The variants of one thing hide what else there is.
        found = await search_products(
            box.services, box.scope.company_id, box.scope.store_id, given.query, limit=given.limit * 4, read=box.read
        )
    return True, {"products": (await box.show(found))[: given.limit]}


async def _filter(box: Toolbox, given: FilterProductsByPrice) -> Answer:
    # Without the price: "até 300 reais" says nothing about which product is meant.
    query = content_words(price_range(box.message)[2]) or box.message
    found = await search_products(
        box.services,
        box.scope.company_id,
        box.scope.store_id,
        query,
        limit=given.limit,
        min_cents=_cents(given.min_price) or 0,
        max_cents=_cents(given.max_price),
        category=given.category or None,
        all_fit=True,
        read=box.read,
    )
    return True, {"products": await box.show(found)}


async def _details(box: Toolbox, given: GetProductDetails) -> Answer:
    row = await box.ctx.q.products.get_product(
        box.ctx.db, product_id=_id(given.product_id, "product"), actor_id=box.scope.company_id
    )
    product = maybe(row, Product)
    if product is None or product.store_id != box.scope.store_id or not product.active:
        raise NotFound("product")
    return True, {"product": await box.show_details(product)}


async def _create_order(box: Toolbox, given: CreateOrderCall) -> Answer:
    items = [(item.product_id, item.quantity) for item in given.items]
    info = msgspec.to_builtins(given.customer_info) if given.customer_info else {}
    terms = Terms(given.shipping_option, given.cep, given.coupon_code, given.notes)
    return await place_order(box, items, given.payment_method, info, terms)


async def _confirm_shipping(box: Toolbox, given: ConfirmShipping) -> Answer:
    return True, {"order": await ship_order(box, _id(given.order_id, "order"))}


async def _order_status(box: Toolbox, given: GetOrderStatus) -> Answer:
    return await aftersales.order_status(box, _id(given.order_id, "order") if given.order_id else None)


async def _resend_payment(box: Toolbox, given: ResendPayment) -> Answer:
    return await aftersales.resend_payment(box, _id(given.order_id, "order") if given.order_id else None)


async def _cancel_order(box: Toolbox, given: CancelOrder) -> Answer:
    return await aftersales.cancel_order(box, _id(given.order_id, "order") if given.order_id else None)


async def _transfer(box: Toolbox, given: TransferToHuman) -> Answer:
    return aftersales.transfer(box, given.reason)


@dataclass(frozen=True, slots=True)
class _Entry:
    tool: Tool
    decoder: "msgspec.json.Decoder[Any]"
    run: Callable[[Toolbox, Any], Awaitable[Answer]]


def _entry(name: str, kind: type[Struct], run: Callable[[Toolbox, Any], Awaitable[Answer]]) -> _Entry:
    function = ToolFunction(name, " ".join((kind.__doc__ or "").split()), Raw(msgspec.json.encode(_schema(kind))))
    # strict=False: models write numbers as text now and then ("limit": "5").
    return _Entry(Tool(function), msgspec.json.Decoder(kind, strict=False), run)


def _schema(kind: type[Struct]) -> dict[str, Any]:
    """The JSON Schema of the arguments, without references: small models read it better so."""
    (root,), parts = msgspec.json.schema_components([kind], ref_template="{name}")

    def inline(node: Any) -> Any:
        if isinstance(node, dict):
            if "$ref" in node:
                return inline(parts[node["$ref"]])
            return {key: inline(value) for key, value in node.items() if key != "title"}
        return [inline(item) for item in node] if isinstance(node, list) else node

    schema: dict[str, Any] = inline(root)
    schema.pop("description", None)
    return schema


_TOOLS: Mapping[str, _Entry] = {
    "search_products": _entry("search_products", SearchProducts, _search),
    "get_product_details": _entry("get_product_details", GetProductDetails, _details),
    "filter_products_by_price": _entry("filter_products_by_price", FilterProductsByPrice, _filter),
    "create_order": _entry("create_order", CreateOrderCall, _create_order),
    "confirm_shipping": _entry("confirm_shipping", ConfirmShipping, _confirm_shipping),
    "get_order_status": _entry("get_order_status", GetOrderStatus, _order_status),
    "resend_payment": _entry("resend_payment", ResendPayment, _resend_payment),
    "cancel_order": _entry("cancel_order", CancelOrder, _cancel_order),
    "transfer_to_human": _entry("transfer_to_human", TransferToHuman, _transfer),
}


def tools_of(names: tuple[str, ...]) -> tuple[Tool, ...]:
    """The tools of these names, as the model is told about them."""
    return tuple(_TOOLS[name].tool for name in names if name in _TOOLS)


async def run_tool(box: Toolbox, name: str, arguments: str) -> tuple[bool, dict[str, Any]]:
    """Run a tool with the model's arguments: (worked, result). What the model did wrong is a result, not an exception.

    A database that is away is an exception like everywhere.
    """
    entry = _TOOLS.get(name)
    if entry is None or name not in box.allowed:
        return False, failure("unknown-tool", f"there is no tool {brief(name)}")
    raw = arguments.encode("utf-8", "replace")
    if len(raw) > MAX_ARGUMENT_BYTES:
        return False, failure("validation", "the arguments are too long")
    try:
        ok, result = await entry.run(box, json_body(entry.decoder, _meant(raw)))
    except Problem as problem:
        details = {"problems": problem.errors} if problem.errors else {}
        return False, failure(problem.slug, problem.detail, **details, **problem.members)
    except RowMissing:
        return False, failure("not-found", "no such record in this store")
    box.facts.learn(result)
    return ok, result


def _meant(raw: bytes) -> bytes:
    """The arguments in the form the schemas know; what is no JSON object stays as it is."""
    try:
        given = _any_json(raw or b"{}")
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return raw
    return msgspec.json.encode(normalized(given)) if isinstance(given, dict) else raw


def _id(text: str, what: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound(what) from None


def _cents(price: float | None) -> int | None:
    return None if price is None else int((Decimal(str(price)) * 100).to_integral_value())
