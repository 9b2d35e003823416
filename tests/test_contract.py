"""Every endpoint of the specification is declared, with the credential it names."""

import re
from uuid import UUID

import httpx
import pytest

from app.main import GROUPS, create_app, declared_routes
from app.settings import Secret, Settings
from app.web.kit import shown
from app.web.scopes import STRICT

ENDPOINTS = """
auth POST /internal/auth/users
auth GET /internal/auth/users/by-id/{id}
auth GET /internal/auth/users/by-email/{email}
auth PATCH /internal/auth/users/{id}
auth DELETE /internal/auth/users/{id}
auth POST /internal/auth/sessions
auth GET /internal/auth/sessions/by-token/{token}
auth GET /internal/auth/sessions/by-id/{id}
auth GET /internal/auth/sessions/by-user/{user_id}
auth PATCH /internal/auth/sessions/{id}
auth DELETE /internal/auth/sessions/{id}
auth DELETE /internal/auth/sessions/by-user/{user_id}
auth POST /internal/auth/accounts
auth GET /internal/auth/accounts/by-user/{user_id}
auth GET /internal/auth/accounts/by-provider
auth GET /internal/auth/accounts/password-by-user/{user_id}
auth PATCH /internal/auth/accounts/{id}
auth DELETE /internal/auth/accounts/{id}
auth POST /internal/auth/verifications
auth GET /internal/auth/verifications/by-value/{value}
auth GET /internal/auth/verifications/by-identifier/{identifier}
auth POST /internal/auth/verifications/consume
auth DELETE /internal/auth/verifications/by-identifier/{identifier}
auth GET /internal/auth/_cache-stats
app GET /internal/billing/plans
app GET /internal/billing/summary
app POST /internal/billing/subscriptions
app DELETE /internal/billing/subscriptions
app POST /internal/billing/setup-intent
app POST /internal/billing/topup
app GET /internal/billing/settings
app PATCH /internal/billing/settings
app GET /internal/billing/usage-this-month
app GET /internal/billing/invoices
app POST /internal/billing/_trigger-usage-report
app POST /internal/billing/_trigger-overage-charge
app POST /internal/orders
app GET /internal/orders
app GET /internal/orders/{id}
app POST /internal/orders/{id}/transition
app POST /internal/orders/{id}/attach-proof
app GET /internal/orders/stats/{store_id}
app GET /internal/orders/store/{store_id}/payment-settings
app PUT /internal/orders/store/{store_id}/payment-settings
app POST /internal/orders/{id}/checkout-state
app POST /internal/orders/{id}/payment-attempt
app GET /internal/orders/awaiting-proof-by-lead/{lead_id}
app GET /internal/orders/by-payment-external-id/{charge_id}
app POST /internal/leads/ensure
app GET /internal/leads/{id}
app GET /internal/leads
app PATCH /internal/leads/{id}
app POST /internal/leads/{lead_id}/event
app GET /internal/agents
app GET /internal/agents/{id}/full
app POST /internal/agents
app PATCH /internal/agents/{id}
app POST /internal/agents/{id}/toggle-active
app PUT /internal/agents/{id}/knowledge-base
app GET /internal/agents/{id}/conversations
app-or-webhook GET /webhooks/agents/by-messaging-instance/{instance_id}
app GET /internal/products
app GET /internal/products/{id}
app POST /internal/products/batch-upsert
app GET /internal/products/stats/{store_id}
app POST /internal/products/{product_id}/files
app GET /internal/products/{product_id}/files
app GET /internal/product-files/{file_id}
app PATCH /internal/product-files/{file_id}/status
app DELETE /internal/product-files/{file_id}
app POST /internal/documents/upsert-by-product
app GET /internal/documents
app GET /internal/documents/{id}
app POST /internal/documents
app PATCH /internal/documents/{id}
app DELETE /internal/documents/{id}
app PUT /internal/documents/{id}/agents
app GET /internal/stores
app GET /internal/stores/{id}
app POST /internal/stores
app PATCH /internal/stores/{id}
app GET /internal/stores/slug-available/{slug}
app GET /internal/company
app POST /internal/company/ensure
app PATCH /internal/company
app GET /internal/dashboard/{store_id}
app POST /internal/messages
app GET /internal/messages
app GET /internal/audit
app POST /internal/token-usage
app GET /internal/token-usage
app GET /internal/token-usage/summary
app POST /internal/stock/decrement-for-order
app POST /internal/stock/restore-for-order
app GET /internal/stock-sync-settings/{store_id}
app PUT /internal/stock-sync-settings/{store_id}
app POST /internal/stock-sync/test-outbound/{store_id}
app GET /internal/webhook-endpoints
app POST /internal/webhook-endpoints
app GET /internal/webhook-endpoints/{id}
app PATCH /internal/webhook-endpoints/{id}
app DELETE /internal/webhook-endpoints/{id}
app POST /internal/webhook-endpoints/{id}/roll-secret
app POST /internal/webhook-endpoints/{id}/test
app GET /internal/webhook-endpoints/{id}/deliveries
app POST /internal/webhook-endpoints/{id}/deliveries/{id}/replay
webhook POST /webhooks/pixprovider
webhook POST /internal/email/send-confirm-email
webhook POST /internal/email/send-reset-password
public POST /webhooks/stock-sync/{store_id}
public POST /webhooks/cardprovider
public POST /chat
public POST /embed
public POST /openai/embeddings
public GET /openai/models
public GET /openai/models/{model}
public POST /process-file
public GET /supported-formats
public GET /agents
public GET /agents/{type}
public POST /agents/reload
public GET /billing/plans-public
public GET /
public GET /health
public GET /livez
public GET /readyz
public GET /metrics
public GET /openapi.json
public GET /docs
"""
EXPECTED = [tuple(line.split()) for line in ENDPOINTS.strip().splitlines()]


def _shape(path: str) -> str:
    return re.sub(r"\{[^}]*\}", "{}", path)


DECLARED = {
    (route.scope.value.replace(" ", "-"), route.method, _shape(route.path)): route for route in declared_routes()
}


@pytest.mark.parametrize(("scope", "method", "path"), EXPECTED)
def test_the_endpoint_is_declared_with_its_scope(scope, method, path):
    assert (scope, method, _shape(path)) in DECLARED


async def test_every_closed_route_refuses_a_query_parameter_it_does_not_have():
    settings = Settings(**dict.fromkeys(("internal_api_token", "internal_auth_token"), Secret("t")))
    headers = {"X-Internal-Token": "t", "X-Auth-Token": "t", "X-Actor-User-Id": "u"}
    transport = httpx.ASGITransport(app=create_app(settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://test", headers=headers) as http:
        for route in shown(GROUPS, settings):
            if route.scope in STRICT:
                path = re.sub(r"\{[^}]*\}", str(UUID(int=1)), route.path)
                answer = await http.request(route.method, path + "?no_such_parameter=1")
                assert answer.status_code == 422, route.path
                assert answer.json()["errors"][0]["pointer"] == "/no_such_parameter", route.path
