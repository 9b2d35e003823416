"""Conversations, boards, sheets and numbers, as the contract shapes them."""

from typing import Any

from tests.storefront.desk_data import AGENT, DAYS, LEAD, ORDER, ORDERS, PRODUCT, STATS, STORE, at, uid

TALK, QUIET, VIEW, NOTE = uid(301), uid(302), uid(303), uid(304)


def talk(conversation_id: str, state: str, unread: int, **more: Any) -> dict[str, Any]:
    return {
        "id": conversation_id,
        "store_id": STORE,
        "agent_id": AGENT,
        "lead_id": LEAD,
        "key": None,
        "channel": "whatsapp",
        "state": state,
        "waiting_reason": "complaint" if state == "waiting" else None,
        "unread": unread,
        "last_message": "O tênis veio com defeito.",
        "last_message_at": at(0.1),
        "lead_name": "Bruno Alves",
        "created_at": at(3),
        "updated_at": at(0.1),
    } | more


TALKS = [talk(TALK, "waiting", 2), talk(QUIET, "bot", 0, lead_name=None, lead_id=None, channel="web")]
DETAIL = TALKS[0] | {
    "lead": {
        "id": LEAD,
        "name": "Bruno Alves",
        "phone": "+5511999990000",
        "channel": "whatsapp",
        "external_id": "5511999990000",
        "status": "customer",
        "profile_summary": "Corre aos domingos.",
    },
    "orders": [
        {
            "id": ORDER,
            "number": 128,
            "status": "awaiting_proof",
            "total_cents": 15480,
            "payment_method": "manual_pix",
            "created_at": at(0.4),
        }
    ],
    "notes": [{"id": NOTE, "content": "Prometi troca.", "author": "Ana", "created_at": at(0.15)}],
    "cart": {
        "lines": [
            {"product_id": PRODUCT, "name": "Caneca", "quantity": 2, "unit_price_cents": 4990, "total_cents": 9980}
        ],
        "payment_method": "pix",
        "total_cents": 9980,
        "awaiting_confirmation": True,
    },
}
TOOLS = [
    {
        "name": "search_products",
        "arguments": {"query": "tênis"},
        "ok": True,
        "ms": 12.5,
        "result": {
            "products": [
                {"product_id": PRODUCT, "name": "Tênis Corrida Leve", "price": 399.9, "in_stock": False, "score": 0.9},
                {
                    "group": "Meia",
                    "name": "Meia",
                    "price": 19.9,
                    "in_stock": True,
                    "options": {"Cor": ["Azul", "Preta"]},
                    "variants": [{"product_id": PRODUCT, "name": "Meia Azul"}, {"product_id": ORDER, "name": "Meia"}],
                },
            ]
        },
    },
    {
        "name": "create_order",
        "arguments": {},
        "ok": True,
        "ms": 30,
        "result": {"order": {"order_id": ORDER, "number": 128, "total": 154.8}},
    },
    {"name": "a_new_tool", "arguments": "odd", "ok": False, "ms": None, "result": ["odd"]},
]


def said(number: int, role: str, content: str, hours: float, **more: Any) -> dict[str, Any]:
    row = {"id": uid(310 + number), "role": role, "content": content, "media_url": None, "media_type": None}
    return row | {"created_at": at(hours), "turn": None} | more


TURN = {
    "id": uid(399),
    "status": "done",
    "model": "qwen3",
    "prompt_tokens": 900,
    "completion_tokens": 57,
    "cost_cents": 1.25,
    "tools": TOOLS,
    "error": None,
    "started_at": at(0.3),
    "ended_at": at(0.3),
}
SAID = [
    said(4, "user", "O tênis veio com defeito.", 0.1),
    said(3, "human", "Oi, sou a Ana.", 0.2, media_url="https://m.example/a.jpg", media_type="image/jpeg"),
    said(2, "assistant", "Temos o Corrida Leve.", 0.3, turn=TURN),
    said(1, "user", "Tem tênis?", 0.31),
]
VIEWS = [{"id": VIEW, "page": "orders", "name": "Grandes", "query": "sort=-total", "created_at": at(1)}]
SHEETS = [
    {
        **{key: order[key] for key in ("id", "store_id", "number", "status", "payment_method", "subtotal_cents")},
        **{key: order[key] for key in ("shipping_cents", "discount_cents", "total_cents", "customer_info", "notes")},
        "payment_status": "unpaid",
        "refunded_cents": 0,
        "coupon_code": None,
        "shipping_option": "Motoboy",
        "cep": "01310-100",
        "tracking": None,
        "created_at": order["created_at"],
        "confirmed_at": None,
        "shipped_at": None,
        "items": order["items"],
    }
    for order in ORDERS
]
SUMS = {
    "orders": 40,
    "revenue_cents": 500000,
    "sold": 30,
    "conversations": 200,
    "ordering": 25,
    "agent_answers": 900,
    "human_answers": 100,
    "attended": 20,
    "new_leads": 60,
}
NUMBERS = {
    "from": DAYS[27]["date"],
    "to": DAYS[0]["date"],
    "timezone": "America/Sao_Paulo",
    "now": SUMS,
    "before": SUMS | {"revenue_cents": 400000, "orders": 40, "conversations": 0},
    "by_day": [{"date": d["date"], "orders": d["count"], "revenue_cents": d["revenue_cents"]} for d in DAYS[::-1]],
    "by_channel": [{"channel": "whatsapp", "orders": 20, "revenue_cents": 400000}],
    "customers": [
        {"lead_id": LEAD, "name": "Bruno Alves", "phone": None, "orders": 3, "revenue_cents": 45000},
    ],
    "interests": [{"interest": "camisetas", "leads": 12}],
}


def board(statuses: list[str]) -> dict[str, Any]:
    return {
        "lanes": [
            {
                "status": status,
                "total": STATS["by_status"].get(status, 0),
                "orders": [order for order in ORDERS if order["status"] == status],
            }
            for status in statuses
        ]
    }


def preview(body: Any) -> dict[str, Any]:
    lines = [
        {
            "product_id": item["product_id"],
            "name": "Camiseta Algodão Pima",
            "quantity": item["quantity"],
            "unit_price_cents": 6990,
            "total_cents": 6990 * item["quantity"],
        }
        for item in body["items"]
    ]
    total = sum(line["total_cents"] for line in lines)
    shipping = 1200 if body.get("shipping_option") else body.get("shipping_cents", 0)
    return {
        "payment_method": body["payment_method"],
        "items": lines,
        "dropped_items": [],
        "subtotal_cents": total,
        "shipping_cents": shipping,
        "discount_cents": body["discount_cents"],
        "total_cents": total + shipping - body["discount_cents"],
        "coupon_code": body.get("coupon_code"),
        "shipping_option": body.get("shipping_option"),
        "shipping_options": [{"name": "Motoboy", "price_cents": 1200, "days": 1}],
    }
