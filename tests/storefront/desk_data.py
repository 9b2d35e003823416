"""One store with a catalogue, agents, leads and orders, as the contract shapes them."""

from datetime import UTC, datetime, timedelta
from typing import Any

NOW = datetime.now(UTC)


def uid(number: int) -> str:
    return f"01900000-0000-7000-8000-{number:012d}"


def at(hours: float) -> str:
    return (NOW - timedelta(hours=hours)).isoformat().replace("+00:00", "Z")


STORE, PRODUCT, DOCUMENT, AGENT, LEAD, ORDER = uid(1), uid(2), uid(3), uid(4), uid(5), uid(6)
BR_CODE = (
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406139.805802BR"
    "5913Fulano de Tal6008BRASILIA62070503***6304ABCD"
)
NAMES = [
    ("Camiseta Algodão Pima", "Camisetas", 6990, 40),
    ("Caneca Esmaltada 350 ml", "Casa", 4990, 0),
    ("Mochila Urbana 22 L", "Bolsas", 24900, 7),
    ("Vela Perfumada Figo", "Casa", 8900, None),
    ("Tênis Corrida Leve", "Calçados", 39990, 12),
]
STORE_ROW = {
    "id": STORE,
    "company_id": "ana",
    "name": "Casa Figueira",
    "slug": "casa-figueira",
    "description": "Objetos para casa e para a rua.",
    "active": True,
    "created_at": at(900),
}
PRODUCTS = [
    {
        "id": uid(20 + i) if i else PRODUCT,
        "store_id": STORE,
        "name": name,
        "category": category,
        "price_cents": price,
        "stock_quantity": stock,
        "version": 3,
        "group": None,
        "options": {},
        "pictures": [],
        "reserved": 0,
        "available": stock,
        "sku": f"SKU-{i + 1:03d}",
        "description": "Malha macia, gola careca.",
        "image_urls": [],
        "attributes": {"cor": "azul"},
        "active": i != 3,
        "embedding_status": "ready" if i < 4 else "pending",
        "created_at": at(200),
        "updated_at": at(30),
    }
    for i, (name, category, price, stock) in enumerate(NAMES)
]
AGENT_ROW = {
    "id": AGENT,
    "store_id": STORE,
    "name": "Lia",
    "type": "sales",
    "active": True,
    "model": None,
    "messaging_instance_id": "ag-0123456789abcdef0123456789abcdef",
    "channels": ["whatsapp", "web"],
    "hours": [{"day": "mon", "opens": "09:00", "closes": "18:00"}],
    "follow_ups": None,
    "persona": {"tone": "Próxima", "greeting": "Oi! Que bom ter você aqui.", "instructions": "Seja breve."},
    "rate_limits": {"messages_per_minute": 20},
    "created_at": at(99),
    "updated_at": at(9),
}
AGENT_TESTS = [
    {
        "id": uid(9),
        "agent_id": AGENT,
        "name": "Duas canecas no PIX",
        "turns": ["quero 2 canecas", "sim"],
        "expect": {"order": {"total_cents": 6980, "payment_method": "pix"}, "tools": []},
        "queued_at": None,
        "ran_at": at(1),
        "verdict": "wrong",
        "reasons": [{"kind": "no_order"}],
        "answers": [
            {"text": "quero 2 canecas", "reply": "Temos só uma.", "tools": [], "state": "bot", "error": None},
            {"text": "sim", "reply": "Vou chamar alguém.", "tools": [], "state": "waiting", "error": None},
        ],
        "created_at": at(9),
        "updated_at": at(9),
    }
]
DOCUMENT_ROW = {
    "agent_ids": [uid(4)],
    "metadata": {},
    "id": DOCUMENT,
    "store_id": STORE,
    "product_id": None,
    "title": "Política de trocas",
    "content": "Trocas em até 30 dias.",
    "source_type": "manual",
    "chunk_count": 3,
    "status": "ready",
    "created_at": at(80),
    "updated_at": at(8),
}
LEADS = [
    {
        "id": uid(50 + i) if i else LEAD,
        "store_id": STORE,
        "channel": ("whatsapp", "web")[i % 2],
        "name": name,
        "external_id": f"551199999000{i}",
        "phone": f"+551199999000{i}",
        "status": status,
        "interests": ["camisetas"],
        "address": {"city": "São Paulo"},
        "custom_attributes": {},
        "profile_summary": None,
        "last_message_at": at(i * 5),
        "created_at": at(300),
    }
    for i, (name, status) in enumerate([("Bruno Alves", "customer"), ("Carla Dias", "engaged"), (None, "new")])
]
MESSAGES = [
    {
        "id": uid(70 + i),
        "lead_id": LEAD,
        "agent_id": AGENT,
        "role": role,
        "content": text,
        "media_url": None,
        "created_at": at(2 - i / 10),
    }
    for i, (role, text) in enumerate(
        [
            ("user", "Oi! Tem camiseta de algodão?"),
            ("assistant", "Temos, a partir de R$ 69,90."),
            ("user", "Quero duas, no PIX."),
        ]
    )
]


def order(number: int, status: str, method: str, cents: int, hours: float) -> dict[str, Any]:
    return {
        "id": uid(100 + number) if number != 128 else ORDER,
        "store_id": STORE,
        "lead_id": LEAD,
        "number": number,
        "status": status,
        "payment_method": method,
        "subtotal_cents": cents,
        "shipping_cents": 1500,
        "discount_cents": 0,
        "total_cents": cents + 1500,
        "customer_info": {"name": "Bruno Alves", "phone": "+5511999990000"},
        "br_code": BR_CODE if method != "cod" else None,
        "payment_link_url": None,
        "payment_expires_at": at(-1),
        "proof_url": None,
        "proof_content_type": None,
        "stock_state": "none",
        "cancel_reason": None,
        "notes": None,
        "paid_cents": cents if status in ("confirmed", "preparing", "shipped", "delivered") else 0,
        "created_at": at(hours),
        "items": [
            {
                "product_id": PRODUCT,
                "name": NAMES[0][0],
                "sku": "SKU-001",
                "unit_price_cents": 6990,
                "quantity": 2,
                "total_cents": 13980,
            }
        ],
        "events": [
            {
                "type": "created",
                "from_status": None,
                "to_status": "pending",
                "actor_type": "agent",
                "data": {},
                "created_at": at(hours),
            },
            {
                "type": "status_changed",
                "from_status": "pending",
                "to_status": status,
                "actor_type": "user",
                "data": {},
                "created_at": at(hours - 0.1),
            },
        ],
        "payment_attempts": [
            {"provider": "pixprovider", "status": "pending", "amount_cents": cents, "created_at": at(hours)}
        ],
    }


ORDERS = [
    order(128, "awaiting_proof", "manual_pix", 13980, 0.4),
    order(127, "awaiting_payment", "pix", 24900, 1),
    order(126, "confirmed", "cod", 8900, 5),
    order(125, "shipped", "pix", 39990, 26),
    order(124, "pending", "cod", 4990, 30),
    order(123, "preparing", "pix", 12990, 31),
    order(122, "delivered", "pix", 45990, 90),
]
DAYS = [
    {
        "date": (NOW - timedelta(days=d)).date().isoformat(),
        "count": (d * 7) % 5 + (d < 9) * 2,
        "revenue_cents": ((d * 7919) % 41 + (30 - d)) * 1800,
        "tokens": ((d * 4001) % 37) * 900,
    }
    for d in range(28)
]
USAGE = {
    "period": NOW.strftime("%Y-%m"),
    "included_tokens": 200000,
    "used": 83211,
    "included_remaining": 116789,
    "topup_remaining": 0,
    "overage_tokens": 0,
    "overage_cents": 0,
    "cap": None,
    "state": "ALLOW",
    "by_day": DAYS,
}
PLANS = [
    {
        "id": uid(200 + i),
        "slug": slug,
        "name": slug.title(),
        "monthly_cents": cents,
        "included_tokens": tokens,
        "max_stores": 3,
        "max_agents": 10,
        "max_products": 10000,
        "max_documents": 1000,
        "max_leads": None,
        "overage_per_million_cents": 0 if not i else 4000,
    }
    for i, (slug, cents, tokens) in enumerate(
        [("free", 0, 200000), ("starter", 9900, 2000000), ("pro", 29900, 10000000)]
    )
]
STATS = {
    "total": 128,
    "attention": 2,
    "by_status": {
        "awaiting_proof": 4,
        "awaiting_payment": 6,
        "confirmed": 9,
        "shipped": 14,
        "delivered": 88,
        "cancelled": 7,
    },
    "revenue_cents": 1893450,
    "average_cents": 16870,
    "today": {"count": 5, "revenue_cents": 98450},
}
PAYMENT = {
    "pix_api_key_set": True,
    "pix_api_key_last4": "9f2c",
    "pix_expires_in": 3600,
    "proof_expires_in": 172_800,
    "reserve_stock": True,
    "cod_enabled": True,
    "cod_instructions": None,
    "manual_pix_enabled": True,
    "manual_pix_key": "pix@figueira.com.br",
    "manual_pix_key_type": "email",
    "manual_pix_name": "CASA FIGUEIRA",
    "manual_pix_city": "SAO PAULO",
}
HEALTH = {
    "status": "ok",
    "database": {"status": "ok", "latency_ms": 0.4},
    "language_model": {"status": "ok", "model": "offline-rules"},
    "embedding": {"status": "ok", "model": "lexical-pt-1024"},
    "agents": {"status": "ok"},
    "disk": {"status": "ok", "free_bytes": {"data": 10**10, "tmp": 10**10}, "latency_ms": 0.7},
}

ENDPOINT = uid(60)
ENDPOINT_ROW = {
    "id": ENDPOINT, "store_id": None, "url": "https://erp.example/hook", "types": ["order.created"],
    "description": "ERP da matriz", "active": True, "last_error": None, "secret_set": True, "secret_last4": "a1b2",
    "secret_prev_expires_at": None, "created_at": at(9), "updated_at": at(9),
}  # fmt: skip
EVENT_ROW = {
    "id": uid(91),
    "seq": 7,
    "type": "order.created",
    "store_id": STORE,
    "subject_id": ORDER,
    "data": {"number": 128},
    "created_at": at(2),
}
DELIVERY_ROW = {
    "id": uid(61), "type": "order.created", "status": "failing", "attempts": 2, "last_status": 500,
    "last_error": "HTTP 500", "next_at": at(-1), "event_id": uid(62), "subject_id": ORDER, "delivered_at": None,
    "created_at": at(1),
}  # fmt: skip
