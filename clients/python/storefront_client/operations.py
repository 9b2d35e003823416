"""One method an operation, made by generate.py from /openapi.json: not edited by hand."""

# ruff: noqa

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, Literal
from uuid import UUID

from . import types
from .calls import PAGE_SIZE, AsyncCalls, Calls, Operation, Upload

_CREATE_USER: Operation[types.User] = Operation("POST", "/internal/auth/users", ("auth",), types.User)
_GET_USER: Operation[types.User] = Operation("GET", "/internal/auth/users/by-id/{user_id}", ("auth",), types.User)
_GET_USER_BY_EMAIL: Operation[types.User] = Operation(
    "GET",
    "/internal/auth/users/by-email/{email}",
    ("auth",),
    types.User,
)
_UPDATE_USER: Operation[types.User] = Operation("PATCH", "/internal/auth/users/{user_id}", ("auth",), types.User)
_DELETE_USER: Operation[None] = Operation("DELETE", "/internal/auth/users/{user_id}", ("auth",), None)
_CREATE_SESSION: Operation[types.Session] = Operation("POST", "/internal/auth/sessions", ("auth",), types.Session)
_GET_SESSION_BY_TOKEN: Operation[types.Session | types.SessionAndUser | types.SessionAndWork] = Operation(
    "GET",
    "/internal/auth/sessions/by-token/{token}",
    ("auth",),
    types.Session | types.SessionAndUser | types.SessionAndWork,
)
_GET_SESSION: Operation[types.Session] = Operation(
    "GET",
    "/internal/auth/sessions/by-id/{session_id}",
    ("auth",),
    types.Session,
)
_LIST_SESSIONS_BY_USER: Operation[list[types.Session]] = Operation(
    "GET",
    "/internal/auth/sessions/by-user/{user_id}",
    ("auth",),
    list[types.Session],
)
_DELETE_SESSIONS_BY_USER: Operation[None] = Operation(
    "DELETE",
    "/internal/auth/sessions/by-user/{user_id}",
    ("auth",),
    None,
)
_UPDATE_SESSION: Operation[types.Session] = Operation(
    "PATCH",
    "/internal/auth/sessions/{session_id}",
    ("auth",),
    types.Session,
)
_DELETE_SESSION: Operation[None] = Operation("DELETE", "/internal/auth/sessions/{session_id}", ("auth",), None)
_CREATE_ACCOUNT: Operation[types.Account] = Operation("POST", "/internal/auth/accounts", ("auth",), types.Account)
_LIST_ACCOUNTS_BY_USER: Operation[list[types.Account]] = Operation(
    "GET",
    "/internal/auth/accounts/by-user/{user_id}",
    ("auth",),
    list[types.Account],
)
_GET_ACCOUNT_BY_PROVIDER: Operation[types.AccountWithoutPassword] = Operation(
    "GET",
    "/internal/auth/accounts/by-provider",
    ("auth",),
    types.AccountWithoutPassword,
)
_GET_CREDENTIAL_ACCOUNT: Operation[types.Account] = Operation(
    "GET",
    "/internal/auth/accounts/password-by-user/{user_id}",
    ("auth",),
    types.Account,
)
_UPDATE_ACCOUNT: Operation[types.Account] = Operation(
    "PATCH",
    "/internal/auth/accounts/{row_id}",
    ("auth",),
    types.Account,
)
_DELETE_ACCOUNT: Operation[None] = Operation("DELETE", "/internal/auth/accounts/{row_id}", ("auth",), None)
_CREATE_VERIFICATION: Operation[types.Verification] = Operation(
    "POST",
    "/internal/auth/verifications",
    ("auth",),
    types.Verification,
)
_GET_VERIFICATION: Operation[types.Verification] = Operation(
    "GET",
    "/internal/auth/verifications/by-id/{verification_id}",
    ("auth",),
    types.Verification,
)
_GET_VERIFICATION_BY_VALUE: Operation[types.Verification] = Operation(
    "GET",
    "/internal/auth/verifications/by-value/{value}",
    ("auth",),
    types.Verification,
)
_GET_VERIFICATION_BY_IDENTIFIER: Operation[types.Verification] = Operation(
    "GET",
    "/internal/auth/verifications/by-identifier/{identifier}",
    ("auth",),
    types.Verification,
)
_DELETE_VERIFICATIONS_BY_IDENTIFIER: Operation[None] = Operation(
    "DELETE",
    "/internal/auth/verifications/by-identifier/{identifier}",
    ("auth",),
    None,
)
_UPDATE_VERIFICATION: Operation[types.Verification] = Operation(
    "PATCH",
    "/internal/auth/verifications/{verification_id}",
    ("auth",),
    types.Verification,
)
_CONSUME_VERIFICATION: Operation[types.Verification] = Operation(
    "POST",
    "/internal/auth/verifications/consume",
    ("auth",),
    types.Verification,
)
_CREATE_SIGN_UP: Operation[types.SignUp] = Operation("POST", "/internal/auth/sign-ups", ("auth",), types.SignUp)
_CREATE_AUTH_EXTENSION: Operation[types.AuthExtension] = Operation(
    "POST",
    "/internal/auth/extensions",
    ("auth",),
    types.AuthExtension,
)
_GET_AUTH_EXTENSION: Operation[types.AuthExtension] = Operation(
    "GET",
    "/internal/auth/extensions/by-id/{row_id}",
    ("auth",),
    types.AuthExtension,
)
_GET_AUTH_EXTENSION_BY_KEY: Operation[types.AuthExtension] = Operation(
    "GET",
    "/internal/auth/extensions/by-key",
    ("auth",),
    types.AuthExtension,
)
_LIST_AUTH_EXTENSIONS_BY_USER: Operation[list[types.AuthExtension]] = Operation(
    "GET",
    "/internal/auth/extensions/by-user/{user_id}",
    ("auth",),
    list[types.AuthExtension],
)
_DELETE_AUTH_EXTENSIONS_BY_USER: Operation[None] = Operation(
    "DELETE",
    "/internal/auth/extensions/by-user/{user_id}",
    ("auth",),
    None,
)
_UPDATE_AUTH_EXTENSION: Operation[types.AuthExtension] = Operation(
    "PATCH",
    "/internal/auth/extensions/{row_id}",
    ("auth",),
    types.AuthExtension,
)
_DELETE_AUTH_EXTENSION: Operation[None] = Operation("DELETE", "/internal/auth/extensions/{row_id}", ("auth",), None)
_CONSUME_RATE_LIMIT: Operation[types.RateLimitState] = Operation(
    "POST",
    "/internal/auth/rate-limits/consume",
    ("auth",),
    types.RateLimitState,
)
_CREATE_AUTH_EVENT: Operation[types.AuthEventReceipt] = Operation(
    "POST",
    "/internal/auth/events",
    ("auth",),
    types.AuthEventReceipt,
)
_GET_CACHE_STATS: Operation[types.CacheStats] = Operation(
    "GET",
    "/internal/auth/_cache-stats",
    ("auth",),
    types.CacheStats,
)
_LIST_PLANS: Operation[list[types.Plan]] = Operation(
    "GET",
    "/internal/billing/plans",
    ("app", "actor"),
    list[types.Plan],
)
_GET_BILLING_SUMMARY: Operation[types.BillingSummary] = Operation(
    "GET",
    "/internal/billing/summary",
    ("app", "actor"),
    types.BillingSummary,
)
_CREATE_SUBSCRIPTION: Operation[types.SubscriptionStarted] = Operation(
    "POST",
    "/internal/billing/subscriptions",
    ("app", "actor"),
    types.SubscriptionStarted,
    idempotent=True,
)
_CANCEL_SUBSCRIPTION: Operation[types.Subscription] = Operation(
    "DELETE",
    "/internal/billing/subscriptions",
    ("app", "actor"),
    types.Subscription,
)
_RESUME_SUBSCRIPTION: Operation[types.Subscription] = Operation(
    "POST",
    "/internal/billing/subscriptions/resume",
    ("app", "actor"),
    types.Subscription,
)
_CREATE_CHECKOUT: Operation[types.CheckoutPage] = Operation(
    "POST",
    "/internal/billing/checkout",
    ("app", "actor"),
    types.CheckoutPage,
)
_CREATE_PORTAL: Operation[types.PortalPage] = Operation(
    "POST",
    "/internal/billing/portal",
    ("app", "actor"),
    types.PortalPage,
)
_CREATE_SETUP_INTENT: Operation[types.SetupIntent] = Operation(
    "POST",
    "/internal/billing/setup-intent",
    ("app", "actor"),
    types.SetupIntent,
)
_CREATE_TOPUP: Operation[types.Topup] = Operation(
    "POST",
    "/internal/billing/topup",
    ("app", "actor"),
    types.Topup,
    idempotent=True,
)
_GET_BILLING_SETTINGS: Operation[types.BillingSettings] = Operation(
    "GET",
    "/internal/billing/settings",
    ("app", "actor"),
    types.BillingSettings,
)
_UPDATE_BILLING_SETTINGS: Operation[types.BillingSettings] = Operation(
    "PATCH",
    "/internal/billing/settings",
    ("app", "actor"),
    types.BillingSettings,
)
_GET_USAGE_THIS_MONTH: Operation[types.Usage] = Operation(
    "GET",
    "/internal/billing/usage-this-month",
    ("app", "actor"),
    types.Usage,
)
_LIST_INVOICES: Operation[types.InvoicePage] = Operation(
    "GET",
    "/internal/billing/invoices",
    ("app", "actor"),
    types.InvoicePage,
)
_LIST_CHARGES: Operation[types.ChargeOutPage] = Operation(
    "GET",
    "/internal/billing/charges",
    ("app", "actor"),
    types.ChargeOutPage,
)
_TRIGGER_USAGE_REPORT: Operation[types.UsageReportRun] = Operation(
    "POST",
    "/internal/billing/_trigger-usage-report",
    ("app", "actor"),
    types.UsageReportRun,
)
_TRIGGER_OVERAGE_CHARGE: Operation[types.OverageChargeRun] = Operation(
    "POST",
    "/internal/billing/_trigger-overage-charge",
    ("app", "actor"),
    types.OverageChargeRun,
)
_LIST_PUBLIC_PLANS: Operation[list[types.PublicPlan]] = Operation(
    "GET",
    "/billing/plans-public",
    (),
    list[types.PublicPlan],
)
_CREATE_ORDER: Operation[types.CreatedOrder] = Operation(
    "POST",
    "/internal/orders",
    ("app", "actor"),
    types.CreatedOrder,
    idempotent=True,
)
_LIST_ORDERS: Operation[types.OrderSummaryPage] = Operation(
    "GET",
    "/internal/orders",
    ("app", "actor"),
    types.OrderSummaryPage,
)
_GET_ORDER_BOARD: Operation[types.Board] = Operation("GET", "/internal/orders/board", ("app", "actor"), types.Board)
_LIST_ORDER_SHEETS: Operation[types.OrderSheets] = Operation(
    "GET",
    "/internal/orders/sheets",
    ("app", "actor"),
    types.OrderSheets,
)
_PREVIEW_ORDER: Operation[types.OrderPreview] = Operation(
    "POST",
    "/internal/orders/preview",
    ("app", "actor"),
    types.OrderPreview,
)
_GET_ORDER: Operation[types.Order] = Operation("GET", "/internal/orders/{order_id}", ("app", "actor"), types.Order)
_UPDATE_ORDER: Operation[types.Order] = Operation("PATCH", "/internal/orders/{order_id}", ("app", "actor"), types.Order)
_TRANSITION_ORDER: Operation[types.Order] = Operation(
    "POST",
    "/internal/orders/{order_id}/transition",
    ("app", "actor"),
    types.Order,
)
_CREATE_REFUND: Operation[types.Refund] = Operation(
    "POST",
    "/internal/orders/{order_id}/refunds",
    ("app", "actor"),
    types.Refund,
    idempotent=True,
)
_RESOLVE_ATTENTION: Operation[types.Order] = Operation(
    "POST",
    "/internal/orders/{order_id}/resolve-attention",
    ("app", "actor"),
    types.Order,
)
_ATTACH_PROOF: Operation[types.Order] = Operation(
    "POST",
    "/internal/orders/{order_id}/attach-proof",
    ("app", "actor"),
    types.Order,
)
_GET_ORDER_STATS: Operation[types.OrderStats] = Operation(
    "GET",
    "/internal/orders/stats/{store_id}",
    ("app", "actor"),
    types.OrderStats,
)
_GET_PAYMENT_SETTINGS: Operation[types.PaymentSettings] = Operation(
    "GET",
    "/internal/orders/store/{store_id}/payment-settings",
    ("app", "actor"),
    types.PaymentSettings,
)
_UPDATE_PAYMENT_SETTINGS: Operation[types.PaymentSettings] = Operation(
    "PUT",
    "/internal/orders/store/{store_id}/payment-settings",
    ("app", "actor"),
    types.PaymentSettings,
)
_SAVE_CHECKOUT: Operation[types.Order] = Operation(
    "POST",
    "/internal/orders/{order_id}/checkout-state",
    ("app", "actor"),
    types.Order,
)
_LOG_PAYMENT_ATTEMPT: Operation[types.PaymentAttempt] = Operation(
    "POST",
    "/internal/orders/{order_id}/payment-attempt",
    ("app", "actor"),
    types.PaymentAttempt,
    idempotent=True,
)
_GET_AWAITING_PROOF_ORDER: Operation[types.Order] = Operation(
    "GET",
    "/internal/orders/awaiting-proof-by-lead/{lead_id}",
    ("app", "actor"),
    types.Order,
)
_GET_ORDER_BY_PAYMENT: Operation[types.Order] = Operation(
    "GET",
    "/internal/orders/by-payment-external-id/{charge_id}",
    ("app", "actor"),
    types.Order,
)
_ENSURE_LEAD: Operation[types.Lead] = Operation("POST", "/internal/leads/ensure", ("app", "actor"), types.Lead)
_GET_LEAD: Operation[types.Lead] = Operation("GET", "/internal/leads/{lead_id}", ("app", "actor"), types.Lead)
_UPDATE_LEAD: Operation[types.Lead] = Operation("PATCH", "/internal/leads/{lead_id}", ("app", "actor"), types.Lead)
_ARCHIVE_LEAD: Operation[None] = Operation("DELETE", "/internal/leads/{lead_id}", ("app", "actor"), None)
_LIST_LEADS: Operation[types.LeadSummaryPage] = Operation(
    "GET",
    "/internal/leads",
    ("app", "actor"),
    types.LeadSummaryPage,
)
_ERASE_LEAD: Operation[types.ErasedLead] = Operation(
    "POST",
    "/internal/leads/{lead_id}/erase",
    ("app", "actor"),
    types.ErasedLead,
)
_RESTORE_LEAD: Operation[types.Lead] = Operation(
    "POST",
    "/internal/leads/{lead_id}/restore",
    ("app", "actor"),
    types.Lead,
)
_MERGE_LEAD: Operation[types.Lead] = Operation("POST", "/internal/leads/{lead_id}/merge", ("app", "actor"), types.Lead)
_LIST_LEAD_EVENTS: Operation[types.LeadEventPage] = Operation(
    "GET",
    "/internal/leads/{lead_id}/events",
    ("app", "actor"),
    types.LeadEventPage,
)
_CREATE_LEAD_EVENT: Operation[types.LeadEvent] = Operation(
    "POST",
    "/internal/leads/{lead_id}/event",
    ("app", "actor"),
    types.LeadEvent,
    idempotent=True,
)
_LIST_PRODUCTS: Operation[types.ProductPage] = Operation(
    "GET",
    "/internal/products",
    ("app", "actor"),
    types.ProductPage,
)
_CREATE_PRODUCT: Operation[types.Product] = Operation(
    "POST",
    "/internal/products",
    ("app", "actor"),
    types.Product,
    idempotent=True,
)
_GET_PRODUCT: Operation[types.Product] = Operation(
    "GET",
    "/internal/products/{product_id}",
    ("app", "actor"),
    types.Product,
)
_UPDATE_PRODUCT: Operation[types.Product] = Operation(
    "PATCH",
    "/internal/products/{product_id}",
    ("app", "actor"),
    types.Product,
)
_ARCHIVE_PRODUCT: Operation[None] = Operation("DELETE", "/internal/products/{product_id}", ("app", "actor"), None)
_RESTORE_PRODUCT: Operation[types.Product] = Operation(
    "POST",
    "/internal/products/{product_id}/restore",
    ("app", "actor"),
    types.Product,
)
_DUPLICATE_PRODUCT: Operation[types.Product] = Operation(
    "POST",
    "/internal/products/{product_id}/duplicate",
    ("app", "actor"),
    types.Product,
    idempotent=True,
)
_UPSERT_PRODUCTS: Operation[types.UpsertResult] = Operation(
    "POST",
    "/internal/products/batch-upsert",
    ("app", "actor"),
    types.UpsertResult,
)
_GET_PRODUCT_STATS: Operation[types.ProductStats] = Operation(
    "GET",
    "/internal/products/stats/{store_id}",
    ("app", "actor"),
    types.ProductStats,
)
_UPSERT_DOCUMENT_BY_PRODUCT: Operation[types.Document] = Operation(
    "POST",
    "/internal/documents/upsert-by-product",
    ("app", "actor"),
    types.Document,
)
_LIST_DOCUMENTS: Operation[types.DocumentSummaryPage] = Operation(
    "GET",
    "/internal/documents",
    ("app", "actor"),
    types.DocumentSummaryPage,
)
_CREATE_DOCUMENT: Operation[types.Document] = Operation(
    "POST",
    "/internal/documents",
    ("app", "actor"),
    types.Document,
    idempotent=True,
)
_GET_DOCUMENT: Operation[types.Document] = Operation(
    "GET",
    "/internal/documents/{document_id}",
    ("app", "actor"),
    types.Document,
)
_UPDATE_DOCUMENT: Operation[types.Document] = Operation(
    "PATCH",
    "/internal/documents/{document_id}",
    ("app", "actor"),
    types.Document,
)
_DELETE_DOCUMENT: Operation[None] = Operation("DELETE", "/internal/documents/{document_id}", ("app", "actor"), None)
_FIND_DOCUMENT_PASSAGES: Operation[list[types.FoundChunk]] = Operation(
    "GET",
    "/internal/documents/{document_id}/passages",
    ("app", "actor"),
    list[types.FoundChunk],
)
_REPLACE_DOCUMENT_AGENTS: Operation[types.Document] = Operation(
    "PUT",
    "/internal/documents/{document_id}/agents",
    ("app", "actor"),
    types.Document,
)
_LIST_STORES: Operation[list[types.Store]] = Operation("GET", "/internal/stores", ("app", "actor"), list[types.Store])
_CREATE_STORE: Operation[types.Store] = Operation(
    "POST",
    "/internal/stores",
    ("app", "actor"),
    types.Store,
    idempotent=True,
)
_GET_STORE: Operation[types.Store] = Operation("GET", "/internal/stores/{store_id}", ("app", "actor"), types.Store)
_UPDATE_STORE: Operation[types.Store] = Operation("PATCH", "/internal/stores/{store_id}", ("app", "actor"), types.Store)
_ARCHIVE_STORE: Operation[None] = Operation("DELETE", "/internal/stores/{store_id}", ("app", "actor"), None)
_RESTORE_STORE: Operation[types.Store] = Operation(
    "POST",
    "/internal/stores/{store_id}/restore",
    ("app", "actor"),
    types.Store,
)
_CHECK_SLUG: Operation[types.SlugAvailability] = Operation(
    "GET",
    "/internal/stores/slug-available/{slug}",
    ("app", "actor"),
    types.SlugAvailability,
)
_GET_SYNONYMS: Operation[types.Synonyms] = Operation(
    "GET",
    "/internal/stores/{store_id}/synonyms",
    ("app", "actor"),
    types.Synonyms,
)
_REPLACE_SYNONYMS: Operation[types.Synonyms] = Operation(
    "PUT",
    "/internal/stores/{store_id}/synonyms",
    ("app", "actor"),
    types.Synonyms,
)
_GET_COMPANY: Operation[types.Company] = Operation("GET", "/internal/company", ("app", "actor"), types.Company)
_UPDATE_COMPANY: Operation[types.Company] = Operation("PATCH", "/internal/company", ("app", "actor"), types.Company)
_EXPORT_COMPANY: Operation[bytes] = Operation("GET", "/internal/company/export", ("app", "actor"), bytes)
_ENSURE_COMPANY: Operation[types.Company] = Operation(
    "POST",
    "/internal/company/ensure",
    ("app", "actor"),
    types.Company,
)
_LIST_MEMBERS: Operation[list[types.CompanyMember]] = Operation(
    "GET",
    "/internal/company/members",
    ("app", "actor"),
    list[types.CompanyMember],
)
_ADD_MEMBER: Operation[types.CompanyMember] = Operation(
    "POST",
    "/internal/company/members",
    ("app", "actor"),
    types.CompanyMember,
    idempotent=True,
)
_UPDATE_MEMBER: Operation[types.CompanyMember] = Operation(
    "PATCH",
    "/internal/company/members/{user_id}",
    ("app", "actor"),
    types.CompanyMember,
)
_REMOVE_MEMBER: Operation[None] = Operation("DELETE", "/internal/company/members/{user_id}", ("app", "actor"), None)
_LIST_MEMBERSHIPS: Operation[list[types.Membership]] = Operation(
    "GET",
    "/internal/company/memberships",
    ("app", "actor"),
    list[types.Membership],
)
_LIST_INVITATIONS: Operation[list[types.Invitation]] = Operation(
    "GET",
    "/internal/company/invitations",
    ("app", "actor"),
    list[types.Invitation],
)
_CREATE_INVITATION: Operation[types.Invitation] = Operation(
    "POST",
    "/internal/company/invitations",
    ("app", "actor"),
    types.Invitation,
    idempotent=True,
)
_GET_INVITATION: Operation[types.Invitation] = Operation(
    "GET",
    "/internal/company/invitations/{invitation_id}",
    ("app", "actor"),
    types.Invitation,
)
_WITHDRAW_INVITATION: Operation[None] = Operation(
    "DELETE",
    "/internal/company/invitations/{invitation_id}",
    ("app", "actor"),
    None,
)
_LIST_COMPANIES_OF_USER: Operation[list[types.Membership]] = Operation(
    "GET",
    "/internal/auth/users/{user_id}/companies",
    ("auth",),
    list[types.Membership],
)
_GET_INVITATION_BY_TOKEN: Operation[types.OpenInvitation] = Operation(
    "GET",
    "/internal/auth/invitations/by-token/{token}",
    ("auth",),
    types.OpenInvitation,
)
_ACCEPT_INVITATION: Operation[types.Membership] = Operation(
    "POST",
    "/internal/auth/invitations/accept",
    ("auth",),
    types.Membership,
)
_GET_DASHBOARD: Operation[types.Dashboard] = Operation(
    "GET",
    "/internal/dashboard/{store_id}",
    ("app", "actor"),
    types.Dashboard,
)
_GET_NUMBERS: Operation[types.Numbers] = Operation(
    "GET",
    "/internal/numbers/{store_id}",
    ("app", "actor"),
    types.Numbers,
)
_CREATE_MESSAGE: Operation[types.Message] = Operation(
    "POST",
    "/internal/messages",
    ("app", "actor"),
    types.Message,
    idempotent=True,
)
_LIST_MESSAGES: Operation[types.MessagePage] = Operation(
    "GET",
    "/internal/messages",
    ("app", "actor"),
    types.MessagePage,
)
_LIST_CONVERSATIONS: Operation[types.ConversationPage] = Operation(
    "GET",
    "/internal/conversations",
    ("app", "actor"),
    types.ConversationPage,
)
_GET_CONVERSATION: Operation[types.Conversation] = Operation(
    "GET",
    "/internal/conversations/{conversation_id}",
    ("app", "actor"),
    types.Conversation,
)
_LIST_CONVERSATION_MESSAGES: Operation[types.ConversationMessagePage] = Operation(
    "GET",
    "/internal/conversations/{conversation_id}/messages",
    ("app", "actor"),
    types.ConversationMessagePage,
)
_TAKE_CONVERSATION: Operation[types.ConversationSummary] = Operation(
    "POST",
    "/internal/conversations/{conversation_id}/take",
    ("app", "actor"),
    types.ConversationSummary,
)
_RELEASE_CONVERSATION: Operation[types.ConversationSummary] = Operation(
    "POST",
    "/internal/conversations/{conversation_id}/release",
    ("app", "actor"),
    types.ConversationSummary,
)
_CLOSE_CONVERSATION: Operation[types.ConversationSummary] = Operation(
    "POST",
    "/internal/conversations/{conversation_id}/close",
    ("app", "actor"),
    types.ConversationSummary,
)
_READ_CONVERSATION: Operation[types.ConversationSummary] = Operation(
    "POST",
    "/internal/conversations/{conversation_id}/read",
    ("app", "actor"),
    types.ConversationSummary,
)
_REPLY_IN_CONVERSATION: Operation[types.ConversationMessage] = Operation(
    "POST",
    "/internal/conversations/{conversation_id}/reply",
    ("app", "actor"),
    types.ConversationMessage,
    idempotent=True,
)
_CREATE_CONVERSATION_NOTE: Operation[types.ConversationNote] = Operation(
    "POST",
    "/internal/conversations/{conversation_id}/notes",
    ("app", "actor"),
    types.ConversationNote,
    idempotent=True,
)
_DELETE_CONVERSATION_NOTE: Operation[None] = Operation(
    "DELETE",
    "/internal/conversations/{conversation_id}/notes/{note_id}",
    ("app", "actor"),
    None,
)
_LIST_SAVED_VIEWS: Operation[list[types.SavedView]] = Operation(
    "GET",
    "/internal/saved-views",
    ("app", "actor"),
    list[types.SavedView],
)
_SAVE_VIEW: Operation[types.SavedView] = Operation(
    "POST",
    "/internal/saved-views",
    ("app", "actor"),
    types.SavedView,
    idempotent=True,
)
_DELETE_SAVED_VIEW: Operation[None] = Operation("DELETE", "/internal/saved-views/{view_id}", ("app", "actor"), None)
_LIST_AGENT_TESTS: Operation[list[types.AgentTest]] = Operation(
    "GET",
    "/internal/agent-tests",
    ("app", "actor"),
    list[types.AgentTest],
)
_CREATE_AGENT_TEST: Operation[types.AgentTest] = Operation(
    "POST",
    "/internal/agent-tests",
    ("app", "actor"),
    types.AgentTest,
    idempotent=True,
)
_EXPORT_AGENT_TESTS: Operation[types.TestFile] = Operation(
    "GET",
    "/internal/agent-tests/export",
    ("app", "actor"),
    types.TestFile,
)
_IMPORT_AGENT_TESTS: Operation[types.ImportedAgentTests] = Operation(
    "POST",
    "/internal/agent-tests/import",
    ("app", "actor"),
    types.ImportedAgentTests,
)
_UPDATE_AGENT_TEST: Operation[types.AgentTest] = Operation(
    "PATCH",
    "/internal/agent-tests/{test_id}",
    ("app", "actor"),
    types.AgentTest,
)
_DELETE_AGENT_TEST: Operation[None] = Operation("DELETE", "/internal/agent-tests/{test_id}", ("app", "actor"), None)
_RUN_AGENT_TESTS: Operation[types.Queued] = Operation(
    "POST",
    "/internal/agent-tests/run",
    ("app", "actor"),
    types.Queued,
)
_LIST_EVENTS: Operation[types.EventPage] = Operation("GET", "/internal/events", ("app", "actor"), types.EventPage)
_LIST_WEBHOOK_ENDPOINTS: Operation[list[types.WebhookEndpoint]] = Operation(
    "GET",
    "/internal/webhook-endpoints",
    ("app", "actor"),
    list[types.WebhookEndpoint],
)
_CREATE_WEBHOOK_ENDPOINT: Operation[types.WebhookEndpoint] = Operation(
    "POST",
    "/internal/webhook-endpoints",
    ("app", "actor"),
    types.WebhookEndpoint,
    idempotent=True,
)
_GET_WEBHOOK_ENDPOINT: Operation[types.WebhookEndpoint] = Operation(
    "GET",
    "/internal/webhook-endpoints/{endpoint_id}",
    ("app", "actor"),
    types.WebhookEndpoint,
)
_UPDATE_WEBHOOK_ENDPOINT: Operation[types.WebhookEndpoint] = Operation(
    "PATCH",
    "/internal/webhook-endpoints/{endpoint_id}",
    ("app", "actor"),
    types.WebhookEndpoint,
)
_DELETE_WEBHOOK_ENDPOINT: Operation[None] = Operation(
    "DELETE",
    "/internal/webhook-endpoints/{endpoint_id}",
    ("app", "actor"),
    None,
)
_ROLL_WEBHOOK_SECRET: Operation[types.WebhookEndpoint] = Operation(
    "POST",
    "/internal/webhook-endpoints/{endpoint_id}/roll-secret",
    ("app", "actor"),
    types.WebhookEndpoint,
)
_TEST_WEBHOOK_ENDPOINT: Operation[types.WebhookTest] = Operation(
    "POST",
    "/internal/webhook-endpoints/{endpoint_id}/test",
    ("app", "actor"),
    types.WebhookTest,
)
_LIST_WEBHOOK_DELIVERIES: Operation[types.WebhookDeliveryPage] = Operation(
    "GET",
    "/internal/webhook-endpoints/{endpoint_id}/deliveries",
    ("app", "actor"),
    types.WebhookDeliveryPage,
)
_REPLAY_WEBHOOK_DELIVERY: Operation[types.WebhookDelivery] = Operation(
    "POST",
    "/internal/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/replay",
    ("app", "actor"),
    types.WebhookDelivery,
)
_LIST_AUDIT: Operation[types.AuditEntryPage] = Operation(
    "GET",
    "/internal/audit",
    ("app", "actor"),
    types.AuditEntryPage,
)
_CREATE_TOKEN_USAGE: Operation[types.TokenUsage] = Operation(
    "POST",
    "/internal/token-usage",
    ("app", "actor"),
    types.TokenUsage,
    idempotent=True,
)
_LIST_TOKEN_USAGE: Operation[list[types.TokenUsage]] = Operation(
    "GET",
    "/internal/token-usage",
    ("app", "actor"),
    list[types.TokenUsage],
)
_SUMMARISE_TOKEN_USAGE: Operation[types.TokenUsageSummary] = Operation(
    "GET",
    "/internal/token-usage/summary",
    ("app", "actor"),
    types.TokenUsageSummary,
)
_DECREMENT_FOR_ORDER: Operation[types.StockMoved] = Operation(
    "POST",
    "/internal/stock/decrement-for-order",
    ("app", "actor"),
    types.StockMoved,
)
_RESTORE_FOR_ORDER: Operation[types.StockMoved] = Operation(
    "POST",
    "/internal/stock/restore-for-order",
    ("app", "actor"),
    types.StockMoved,
)
_LIST_STOCK_MOVEMENTS: Operation[types.StockMovementPage] = Operation(
    "GET",
    "/internal/stock-movements",
    ("app", "actor"),
    types.StockMovementPage,
)
_LIST_COUPONS: Operation[list[types.Coupon]] = Operation(
    "GET",
    "/internal/coupons",
    ("app", "actor"),
    list[types.Coupon],
)
_CREATE_COUPON: Operation[types.Coupon] = Operation(
    "POST",
    "/internal/coupons",
    ("app", "actor"),
    types.Coupon,
    idempotent=True,
)
_UPDATE_COUPON: Operation[types.Coupon] = Operation(
    "PATCH",
    "/internal/coupons/{coupon_id}",
    ("app", "actor"),
    types.Coupon,
)
_DELETE_COUPON: Operation[None] = Operation("DELETE", "/internal/coupons/{coupon_id}", ("app", "actor"), None)
_GET_SHIPPING_RULES: Operation[types.ShippingRules] = Operation(
    "GET",
    "/internal/stores/{store_id}/shipping-rules",
    ("app", "actor"),
    types.ShippingRules,
)
_REPLACE_SHIPPING_RULES: Operation[types.ShippingRules] = Operation(
    "PUT",
    "/internal/stores/{store_id}/shipping-rules",
    ("app", "actor"),
    types.ShippingRules,
)
_ASK_SHIPPING_QUOTE: Operation[types.ShippingQuote] = Operation(
    "POST",
    "/internal/stores/{store_id}/shipping-quote",
    ("app", "actor"),
    types.ShippingQuote,
)
_LIST_AGENTS: Operation[list[types.Agent]] = Operation("GET", "/internal/agents", ("app", "actor"), list[types.Agent])
_CREATE_AGENT: Operation[types.Agent] = Operation(
    "POST",
    "/internal/agents",
    ("app", "actor"),
    types.Agent,
    idempotent=True,
)
_GET_FULL_AGENT: Operation[types.FullAgent] = Operation(
    "GET",
    "/internal/agents/{agent_id}/full",
    ("app", "actor"),
    types.FullAgent,
)
_UPDATE_AGENT: Operation[types.Agent] = Operation("PATCH", "/internal/agents/{agent_id}", ("app", "actor"), types.Agent)
_ARCHIVE_AGENT: Operation[None] = Operation("DELETE", "/internal/agents/{agent_id}", ("app", "actor"), None)
_RESTORE_AGENT: Operation[types.Agent] = Operation(
    "POST",
    "/internal/agents/{agent_id}/restore",
    ("app", "actor"),
    types.Agent,
)
_TOGGLE_AGENT: Operation[types.Agent] = Operation(
    "POST",
    "/internal/agents/{agent_id}/toggle-active",
    ("app", "actor"),
    types.Agent,
)
_REPLACE_KNOWLEDGE: Operation[types.FullAgent] = Operation(
    "PUT",
    "/internal/agents/{agent_id}/knowledge-base",
    ("app", "actor"),
    types.FullAgent,
)
_LIST_AGENT_CONVERSATIONS: Operation[types.ThreadPage] = Operation(
    "GET",
    "/internal/agents/{agent_id}/conversations",
    ("app", "actor"),
    types.ThreadPage,
)
_GET_AGENT_BY_INSTANCE: Operation[types.InstanceAgent] = Operation(
    "GET",
    "/webhooks/agents/by-messaging-instance/{instance_id}",
    ("app",),
    types.InstanceAgent,
)
_LIST_AGENT_TYPES: Operation[list[types.AgentTypeView]] = Operation("GET", "/agents", (), list[types.AgentTypeView])
_GET_AGENT_TYPE: Operation[types.AgentTypeView] = Operation("GET", "/agents/{type}", (), types.AgentTypeView)
_RELOAD_AGENT_TYPES: Operation[types.Reloaded] = Operation("POST", "/agents/reload", (), types.Reloaded)
_CREATE_PRODUCT_FILE: Operation[types.ProductFile] = Operation(
    "POST",
    "/internal/products/{product_id}/files",
    ("app", "actor"),
    types.ProductFile,
    idempotent=True,
)
_LIST_PRODUCT_FILES: Operation[list[types.ProductFile]] = Operation(
    "GET",
    "/internal/products/{product_id}/files",
    ("app", "actor"),
    list[types.ProductFile],
)
_GET_PRODUCT_FILE: Operation[types.ProductFile] = Operation(
    "GET",
    "/internal/product-files/{file_id}",
    ("app", "actor"),
    types.ProductFile,
)
_DELETE_PRODUCT_FILE: Operation[None] = Operation("DELETE", "/internal/product-files/{file_id}", ("app", "actor"), None)
_SET_PRODUCT_FILE_STATUS: Operation[types.ProductFile] = Operation(
    "PATCH",
    "/internal/product-files/{file_id}/status",
    ("app", "actor"),
    types.ProductFile,
)
_CREATE_PICTURE: Operation[types.Picture] = Operation(
    "POST",
    "/internal/products/{product_id}/pictures",
    ("app", "actor"),
    types.Picture,
)
_ORDER_PICTURES: Operation[list[types.Picture]] = Operation(
    "PUT",
    "/internal/products/{product_id}/pictures",
    ("app", "actor"),
    list[types.Picture],
)
_DELETE_PICTURE: Operation[None] = Operation(
    "DELETE",
    "/internal/products/{product_id}/pictures/{picture_id}",
    ("app", "actor"),
    None,
)
_GET_MEDIA: Operation[bytes] = Operation("GET", "/media/{folder}/{name}", (), bytes)
_GET_STOCK_SYNC_SETTINGS: Operation[types.StockSyncSettings] = Operation(
    "GET",
    "/internal/stock-sync-settings/{store_id}",
    ("app", "actor"),
    types.StockSyncSettings,
)
_UPDATE_STOCK_SYNC_SETTINGS: Operation[types.StockSyncSettings] = Operation(
    "PUT",
    "/internal/stock-sync-settings/{store_id}",
    ("app", "actor"),
    types.StockSyncSettings,
)
_TEST_OUTBOUND: Operation[types.OutboundTest] = Operation(
    "POST",
    "/internal/stock-sync/test-outbound/{store_id}",
    ("app", "actor"),
    types.OutboundTest,
)
_RECEIVE_STOCK: Operation[types.StockReceived] = Operation(
    "POST",
    "/webhooks/stock-sync/{store_id}",
    (),
    types.StockReceived,
)
_SEND_RESET_PASSWORD: Operation[types.MailAccepted] = Operation(
    "POST",
    "/internal/email/send-reset-password",
    ("webhook",),
    types.MailAccepted,
)
_SEND_CONFIRM_EMAIL: Operation[types.MailAccepted] = Operation(
    "POST",
    "/internal/email/send-confirm-email",
    ("webhook",),
    types.MailAccepted,
)
_RECEIVE_PIX: Operation[types.PixReceipt] = Operation("POST", "/webhooks/pixprovider", ("webhook",), types.PixReceipt)
_RECEIVE_CARD_EVENT: Operation[types.CardEventReceipt] = Operation(
    "POST",
    "/webhooks/cardprovider",
    (),
    types.CardEventReceipt,
)
_EMBED_TEXTS: Operation[types.Embeddings] = Operation("POST", "/embed", (), types.Embeddings, slow=True)
_CREATE_EMBEDDINGS: Operation[types.EmbeddingList] = Operation("POST", "/openai/embeddings", (), types.EmbeddingList)
_LIST_OPENAI_MODELS: Operation[types.OpenAIModelList] = Operation("GET", "/openai/models", (), types.OpenAIModelList)
_GET_OPENAI_MODEL: Operation[types.OpenAIModel] = Operation("GET", "/openai/models/{model}", (), types.OpenAIModel)
_CHAT: Operation[types.ChatAnswer] = Operation("POST", "/chat", (), types.ChatAnswer, slow=True)
_EXTRACT_LEAD: Operation[types.ExtractedLead] = Operation("POST", "/extract-lead", (), types.ExtractedLead, slow=True)
_PROCESS_FILE: Operation[types.ProcessedFile] = Operation("POST", "/process-file", (), types.ProcessedFile, slow=True)
_LIST_SUPPORTED_FORMATS: Operation[types.SupportedFormats] = Operation(
    "GET",
    "/supported-formats",
    (),
    types.SupportedFormats,
    slow=True,
)
_GET_SERVICE_INFO: Operation[types.ServiceInfo] = Operation("GET", "/", (), types.ServiceInfo)
_GET_HEALTH: Operation[types.Health] = Operation("GET", "/health", (), types.Health)
_GET_LIVENESS: Operation[types.Liveness] = Operation("GET", "/livez", (), types.Liveness)
_GET_READINESS: Operation[types.Liveness] = Operation("GET", "/readyz", (), types.Liveness)
_GET_METRICS: Operation[bytes] = Operation("GET", "/metrics", (), bytes)
_GET_OPENAPI: Operation[bytes] = Operation("GET", "/openapi.json", (), bytes)
_GET_DOCS: Operation[bytes] = Operation("GET", "/docs", (), bytes)
_GET_DOCS_ASSET: Operation[bytes] = Operation("GET", "/docs/static/{name}", (), bytes)


class Operations(Calls):
    """Every operation of the API."""

    def create_user(self, body: types.CreateUser) -> types.User:
        """Create a user."""
        return self._call(_CREATE_USER, body=body)

    def get_user(self, user_id: str) -> types.User:
        """A user by id."""
        return self._call(_GET_USER, path={"user_id": user_id})

    def get_user_by_email(self, email: str) -> types.User:
        """A user by e-mail, in any case; cached for seconds."""
        return self._call(_GET_USER_BY_EMAIL, path={"email": email})

    def update_user(self, user_id: str, body: types.UpdateUser) -> types.User:
        """Change a user."""
        return self._call(_UPDATE_USER, path={"user_id": user_id}, body=body)

    def delete_user(self, user_id: str) -> None:
        """Delete a user with sessions, accounts, reset records and the company's data."""
        return self._call(_DELETE_USER, path={"user_id": user_id})

    def create_session(self, body: types.CreateSession) -> types.Session:
        """Create a session."""
        return self._call(_CREATE_SESSION, body=body)

    def get_session_by_token(
        self,
        token: str,
        *,
        include: Literal["companies", "user"] | None = None,
    ) -> types.Session | types.SessionAndUser | types.SessionAndWork:
        """A live session by token, cached for seconds; `include`: also whose it is, and where they work."""
        return self._call(_GET_SESSION_BY_TOKEN, path={"token": token}, query={"include": include})

    def get_session(self, session_id: str) -> types.Session:
        """A session by id, also an expired one."""
        return self._call(_GET_SESSION, path={"session_id": session_id})

    def list_sessions_by_user(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.Session]:
        """A user's sessions, newest first."""
        return self._call(_LIST_SESSIONS_BY_USER, path={"user_id": user_id}, query={"limit": limit, "offset": offset})

    def delete_sessions_by_user(self, user_id: str, *, except_: str | None = None) -> None:
        """Delete all sessions of a user: logout everywhere; `except` is the token of the one that stays."""
        return self._call(_DELETE_SESSIONS_BY_USER, path={"user_id": user_id}, query={"except": except_})

    def update_session(self, session_id: str, body: types.UpdateSession) -> types.Session:
        """Change a session."""
        return self._call(_UPDATE_SESSION, path={"session_id": session_id}, body=body)

    def delete_session(self, session_id: str) -> None:
        """Delete a session."""
        return self._call(_DELETE_SESSION, path={"session_id": session_id})

    def create_account(self, body: types.CreateAccount) -> types.Account:
        """Create a login method."""
        return self._call(_CREATE_ACCOUNT, body=body)

    def list_accounts_by_user(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.Account]:
        """A user's login methods, password hash included."""
        return self._call(_LIST_ACCOUNTS_BY_USER, path={"user_id": user_id}, query={"limit": limit, "offset": offset})

    def get_account_by_provider(self, *, provider_id: str, account_id: str) -> types.AccountWithoutPassword:
        """A login method by provider and account id, without the hash."""
        return self._call(_GET_ACCOUNT_BY_PROVIDER, query={"provider_id": provider_id, "account_id": account_id})

    def get_credential_account(self, user_id: str) -> types.Account:
        """The credential account with its hash, for login."""
        return self._call(_GET_CREDENTIAL_ACCOUNT, path={"user_id": user_id})

    def update_account(self, row_id: str, body: types.UpdateAccount) -> types.Account:
        """Change a login method."""
        return self._call(_UPDATE_ACCOUNT, path={"row_id": row_id}, body=body)

    def delete_account(self, row_id: str) -> None:
        """Delete a login method."""
        return self._call(_DELETE_ACCOUNT, path={"row_id": row_id})

    def create_verification(self, body: types.CreateVerification) -> types.Verification:
        """Create a verification record; duplicates are allowed."""
        return self._call(_CREATE_VERIFICATION, body=body)

    def get_verification(self, verification_id: str) -> types.Verification:
        """A verification record by id, also an expired one."""
        return self._call(_GET_VERIFICATION, path={"verification_id": verification_id})

    def get_verification_by_value(self, value: str) -> types.Verification:
        """The newest live record with this value."""
        return self._call(_GET_VERIFICATION_BY_VALUE, path={"value": value})

    def get_verification_by_identifier(self, identifier: str) -> types.Verification:
        """The newest live record with this identifier."""
        return self._call(_GET_VERIFICATION_BY_IDENTIFIER, path={"identifier": identifier})

    def delete_verifications_by_identifier(self, identifier: str) -> None:
        """Delete all records with this identifier."""
        return self._call(_DELETE_VERIFICATIONS_BY_IDENTIFIER, path={"identifier": identifier})

    def update_verification(self, verification_id: str, body: types.UpdateVerification) -> types.Verification:
        """Change a live record in one step; with `if_value` only while that is its value."""
        return self._call(_UPDATE_VERIFICATION, path={"verification_id": verification_id}, body=body)

    def consume_verification(self, body: types.ConsumeVerification) -> types.Verification:
        """Take a record away and return it; of concurrent callers exactly one gets it."""
        return self._call(_CONSUME_VERIFICATION, body=body)

    def create_sign_up(self, body: types.CreateSignUp) -> types.SignUp:
        """Create a user with a login method and a session: all of it, or nothing."""
        return self._call(_CREATE_SIGN_UP, body=body)

    def create_auth_extension(self, body: types.CreateAuthExtension) -> types.AuthExtension:
        """Store a row of a plugin's table; at most 100 a user."""
        return self._call(_CREATE_AUTH_EXTENSION, body=body)

    def get_auth_extension(self, row_id: str) -> types.AuthExtension:
        """A plugin's row by id."""
        return self._call(_GET_AUTH_EXTENSION, path={"row_id": row_id})

    def get_auth_extension_by_key(self, *, model: str, field: str, value: str) -> types.AuthExtension:
        """A plugin's row by one of its keys, for who does not know the user yet."""
        return self._call(_GET_AUTH_EXTENSION_BY_KEY, query={"model": model, "field": field, "value": value})

    def list_auth_extensions_by_user(
        self,
        user_id: str,
        *,
        model: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.AuthExtension]:
        """A user's rows, of one model or all, newest first."""
        return self._call(
            _LIST_AUTH_EXTENSIONS_BY_USER,
            path={"user_id": user_id},
            query={"limit": limit, "offset": offset, "model": model},
        )

    def delete_auth_extensions_by_user(self, user_id: str, *, model: str | None = None) -> None:
        """Delete a user's rows, of one model or all."""
        return self._call(_DELETE_AUTH_EXTENSIONS_BY_USER, path={"user_id": user_id}, query={"model": model})

    def update_auth_extension(self, row_id: str, body: types.UpdateAuthExtension) -> types.AuthExtension:
        """Change a plugin's row; 409 when `version` is not the row's any more."""
        return self._call(_UPDATE_AUTH_EXTENSION, path={"row_id": row_id}, body=body)

    def delete_auth_extension(self, row_id: str) -> None:
        """Delete a plugin's row; of concurrent callers one reads X-Deleted-Count: 1."""
        return self._call(_DELETE_AUTH_EXTENSION, path={"row_id": row_id})

    def consume_rate_limit(self, body: types.ConsumeRateLimit) -> types.RateLimitState:
        """Count one attempt against a limit, atomically; a refusal does not lengthen the window."""
        return self._call(_CONSUME_RATE_LIMIT, body=body)

    def create_auth_event(self, body: types.CreateAuthEvent) -> types.AuthEventReceipt:
        """Write what the auth library has seen to the audit log of the user's company."""
        return self._call(_CREATE_AUTH_EVENT, body=body)

    def get_cache_stats(self) -> types.CacheStats:
        """Numbers of this process's look-up caches."""
        return self._call(_GET_CACHE_STATS)

    def list_plans(self) -> list[types.Plan]:
        """Active plans with their price ids at the card provider."""
        return self._call(_LIST_PLANS)

    def get_billing_summary(self) -> types.BillingSummary:
        """Plan, subscription, settings and this month's usage by day."""
        return self._call(_GET_BILLING_SUMMARY)

    def create_subscription(
        self,
        body: types.CreateSubscription,
        *,
        idempotency_key: str | None = None,
    ) -> types.SubscriptionStarted:
        """Subscribe to a plan (201), or move to it (200): a dearer one once paid, a cheaper one at the period's end."""
        return self._call(_CREATE_SUBSCRIPTION, body=body, idempotency_key=idempotency_key)

    def cancel_subscription(self) -> types.Subscription:
        """Cancel at the end of the paid period."""
        return self._call(_CANCEL_SUBSCRIPTION)

    def resume_subscription(self) -> types.Subscription:
        """Take a cancellation back before it comes about."""
        return self._call(_RESUME_SUBSCRIPTION)

    def create_checkout(self, body: types.CreateCheckout) -> types.CheckoutPage:
        """A hosted page for a card on file, a top-up or a new subscription."""
        return self._call(_CREATE_CHECKOUT, body=body)

    def create_portal(self, body: types.CreatePortal) -> types.PortalPage:
        """The hosted page where cards, address and invoices are looked after."""
        return self._call(_CREATE_PORTAL, body=body)

    def create_setup_intent(self) -> types.SetupIntent:
        """A client secret for the card form."""
        return self._call(_CREATE_SETUP_INTENT)

    def create_topup(self, body: types.CreateTopup, *, idempotency_key: str | None = None) -> types.Topup:
        """Buy tokens: off session with the card on file, else completed in the card form."""
        return self._call(_CREATE_TOPUP, body=body, idempotency_key=idempotency_key)

    def get_billing_settings(self) -> types.BillingSettings:
        """Overage cap, automatic overage and alert threshold."""
        return self._call(_GET_BILLING_SETTINGS)

    def update_billing_settings(self, body: types.UpdateBillingSettings) -> types.BillingSettings:
        """Change cap, auto_overage or alert_pct."""
        return self._call(_UPDATE_BILLING_SETTINGS, body=body)

    def get_usage_this_month(self) -> types.Usage:
        """Tokens used, included, bought and over the plan in the company's running month."""
        return self._call(_GET_USAGE_THIS_MONTH)

    def list_invoices(self, *, starting_after: str | None = None, limit: int | None = None) -> types.InvoicePage:
        """The company's invoices at the card provider, with their hosted pages."""
        return self._call(_LIST_INVOICES, query={"limit": limit, "starting_after": starting_after})

    def list_charges(
        self,
        *,
        kind: Literal["overage", "topup"] | None = None,
        status: Literal["canceled", "failed", "needs_attention", "pending", "processing", "requires_action", "requires_payment_method", "succeeded", "written_off"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ChargeOutPage:
        """Overage charges and top-ups with receipts and, where the card's holder is needed, the page for it."""
        return self._call(_LIST_CHARGES, query={"limit": limit, "offset": offset, "kind": kind, "status": status})

    def iter_charges(
        self,
        *,
        kind: Literal["overage", "topup"] | None = None,
        status: Literal["canceled", "failed", "needs_attention", "pending", "processing", "requires_action", "requires_payment_method", "succeeded", "written_off"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.ChargeOut]:
        """Every item of `list_charges`, fetched page by page."""
        return self._pages(partial(self.list_charges, kind=kind, status=status), page_size)

    def trigger_usage_report(self) -> types.UsageReportRun:
        """Run the usage report now, for this company alone."""
        return self._call(_TRIGGER_USAGE_REPORT)

    def trigger_overage_charge(self) -> types.OverageChargeRun:
        """Run the overage charge now, for this company alone."""
        return self._call(_TRIGGER_OVERAGE_CHARGE)

    def list_public_plans(self) -> list[types.PublicPlan]:
        """Active plans, without provider ids and timestamps."""
        return self._call(_LIST_PUBLIC_PLANS)

    def create_order(self, body: types.CreateOrder, *, idempotency_key: str | None = None) -> types.CreatedOrder:
        """Create an order; unknown, foreign and inactive products are dropped."""
        return self._call(_CREATE_ORDER, body=body, idempotency_key=idempotency_key)

    def list_orders(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        payment_method: Literal["cod", "manual_pix", "pix"] | None = None,
        payment_status: Sequence[Literal["paid", "partially_refunded", "refund_due", "refunded", "unpaid"]] | None = None,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        attention: bool | None = None,
        sort: Literal["-created_at", "-total", "-updated_at", "created_at", "total", "updated_at"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.OrderSummaryPage:
        """Orders of the given stores, newest first or by `sort` (descending with a leading `-`)."""
        return self._call(
            _LIST_ORDERS,
            query={"limit": limit, "offset": offset, "store_ids": store_ids, "status": status, "lead_id": lead_id, "q": q, "payment_method": payment_method, "payment_status": payment_status, "created_from": created_from, "created_to": created_to, "attention": attention, "sort": sort},
        )

    def iter_orders(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        payment_method: Literal["cod", "manual_pix", "pix"] | None = None,
        payment_status: Sequence[Literal["paid", "partially_refunded", "refund_due", "refunded", "unpaid"]] | None = None,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        attention: bool | None = None,
        sort: Literal["-created_at", "-total", "-updated_at", "created_at", "total", "updated_at"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.OrderSummary]:
        """Every item of `list_orders`, fetched page by page."""
        return self._pages(
            partial(
    self.list_orders,
    store_ids=store_ids,
    status=status,
    lead_id=lead_id,
    q=q,
    payment_method=payment_method,
    payment_status=payment_status,
    created_from=created_from,
    created_to=created_to,
    attention=attention,
    sort=sort,
),
            page_size,
        )

    def get_order_board(
        self,
        *,
        store_id: UUID | str,
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        per_status: int | None = None,
    ) -> types.Board:
        """The newest orders of each status of a store, and how many stand there."""
        return self._call(_GET_ORDER_BOARD, query={"store_id": store_id, "status": status, "per_status": per_status})

    def list_order_sheets(
        self,
        *,
        store_ids: Sequence[UUID | str],
        order_ids: Sequence[UUID | str] | None = None,
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        payment_method: Literal["cod", "manual_pix", "pix"] | None = None,
        payment_status: Sequence[Literal["paid", "partially_refunded", "refund_due", "refunded", "unpaid"]] | None = None,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        attention: bool | None = None,
        after_id: UUID | str | None = None,
        limit: int | None = None,
    ) -> types.OrderSheets:
        """Orders with their lines, to print or export, newest first; a page costs the same however deep it is."""
        return self._call(
            _LIST_ORDER_SHEETS,
            query={"store_ids": store_ids, "order_ids": order_ids, "status": status, "lead_id": lead_id, "q": q, "payment_method": payment_method, "payment_status": payment_status, "created_from": created_from, "created_to": created_to, "attention": attention, "after_id": after_id, "limit": limit},
        )

    def preview_order(self, body: types.CreateOrder) -> types.OrderPreview:
        """What an order would come to, by the store's prices, shipping rules and coupons; nothing is kept."""
        return self._call(_PREVIEW_ORDER, body=body)

    def get_order(self, order_id: UUID | str) -> types.Order:
        """An order with its items, events and payment attempts."""
        return self._call(_GET_ORDER, path={"order_id": order_id})

    def update_order(self, order_id: UUID | str, body: types.UpdateOrder) -> types.Order:
        """Change who an order is for, its notes, or how its parcel is followed."""
        return self._call(_UPDATE_ORDER, path={"order_id": order_id}, body=body)

    def transition_order(self, order_id: UUID | str, body: types.TransitionOrder) -> types.Order:
        """Move an order to another status."""
        return self._call(_TRANSITION_ORDER, path={"order_id": order_id}, body=body)

    def create_refund(
        self,
        order_id: UUID | str,
        body: types.CreateRefund,
        *,
        idempotency_key: str | None = None,
    ) -> types.Refund:
        """Give money back; the goods named with `restock` go back on the shelf."""
        return self._call(_CREATE_REFUND, path={"order_id": order_id}, body=body, idempotency_key=idempotency_key)

    def resolve_attention(self, order_id: UUID | str, body: types.ResolveAttention) -> types.Order:
        """Say that a person has dealt with what waited at this order."""
        return self._call(_RESOLVE_ATTENTION, path={"order_id": order_id}, body=body)

    def attach_proof(self, order_id: UUID | str, body: types.AttachProof) -> types.Order:
        """Attach a picture or PDF of a manual PIX payment."""
        return self._call(_ATTACH_PROOF, path={"order_id": order_id}, body=body)

    def get_order_stats(self, store_id: UUID | str) -> types.OrderStats:
        """Sums of a store's orders."""
        return self._call(_GET_ORDER_STATS, path={"store_id": store_id})

    def get_payment_settings(self, store_id: UUID | str) -> types.PaymentSettings:
        """How a store takes money; the API key itself is never shown."""
        return self._call(_GET_PAYMENT_SETTINGS, path={"store_id": store_id})

    def update_payment_settings(self, store_id: UUID | str, body: types.UpdatePaymentSettings) -> types.PaymentSettings:
        """Change the payment settings that are named."""
        return self._call(_UPDATE_PAYMENT_SETTINGS, path={"store_id": store_id}, body=body)

    def save_checkout(self, order_id: UUID | str, body: types.SaveCheckout) -> types.Order:
        """Save what the caller's charge at the PIX provider gave; it takes the place of the charge before."""
        return self._call(_SAVE_CHECKOUT, path={"order_id": order_id}, body=body)

    def log_payment_attempt(
        self,
        order_id: UUID | str,
        body: types.LogPaymentAttempt,
        *,
        idempotency_key: str | None = None,
    ) -> types.PaymentAttempt:
        """Log a payment attempt."""
        return self._call(_LOG_PAYMENT_ATTEMPT, path={"order_id": order_id}, body=body, idempotency_key=idempotency_key)

    def get_awaiting_proof_order(self, lead_id: UUID | str) -> types.Order:
        """The lead's newest order that awaits a proof of payment."""
        return self._call(_GET_AWAITING_PROOF_ORDER, path={"lead_id": lead_id})

    def get_order_by_payment(self, charge_id: str) -> types.Order:
        """The order of a charge at the PIX provider."""
        return self._call(_GET_ORDER_BY_PAYMENT, path={"charge_id": charge_id})

    def ensure_lead(self, body: types.EnsureLead) -> types.Lead:
        """The lead of a store, channel and external id, made when it is missing."""
        return self._call(_ENSURE_LEAD, body=body)

    def get_lead(self, lead_id: UUID | str) -> types.Lead:
        """A lead."""
        return self._call(_GET_LEAD, path={"lead_id": lead_id})

    def update_lead(self, lead_id: UUID | str, body: types.UpdateLead) -> types.Lead:
        """Change a lead."""
        return self._call(_UPDATE_LEAD, path={"lead_id": lead_id}, body=body)

    def archive_lead(self, lead_id: UUID | str) -> None:
        """Archive a lead: out of lists and limits, until the person writes again."""
        return self._call(_ARCHIVE_LEAD, path={"lead_id": lead_id})

    def list_leads(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Literal["blocked", "customer", "engaged", "lost", "new", "qualified"] | None = None,
        channel: str | None = None,
        q: str | None = None,
        sort: Literal["-created_at", "-name", "-updated_at", "created_at", "name", "updated_at"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.LeadSummaryPage:
        """Leads of the given stores, newest first."""
        return self._call(
            _LIST_LEADS,
            query={"limit": limit, "offset": offset, "store_ids": store_ids, "status": status, "channel": channel, "q": q, "sort": sort},
        )

    def iter_leads(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Literal["blocked", "customer", "engaged", "lost", "new", "qualified"] | None = None,
        channel: str | None = None,
        q: str | None = None,
        sort: Literal["-created_at", "-name", "-updated_at", "created_at", "name", "updated_at"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.LeadSummary]:
        """Every item of `list_leads`, fetched page by page."""
        return self._pages(
            partial(self.list_leads, store_ids=store_ids, status=status, channel=channel, q=q, sort=sort),
            page_size,
        )

    def erase_lead(self, lead_id: UUID | str) -> types.ErasedLead:
        """Erase a person: all that was said and kept of them, and their name in orders, whose sums stay."""
        return self._call(_ERASE_LEAD, path={"lead_id": lead_id})

    def restore_lead(self, lead_id: UUID | str) -> types.Lead:
        """Bring an archived lead back."""
        return self._call(_RESTORE_LEAD, path={"lead_id": lead_id})

    def merge_lead(self, lead_id: UUID | str, body: types.MergeLead) -> types.Lead:
        """Make this lead part of another one; its addresses lead there from now on. There is no way back."""
        return self._call(_MERGE_LEAD, path={"lead_id": lead_id}, body=body)

    def list_lead_events(
        self,
        lead_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.LeadEventPage:
        """A lead's timeline, newest first."""
        return self._call(_LIST_LEAD_EVENTS, path={"lead_id": lead_id}, query={"limit": limit, "offset": offset})

    def iter_lead_events(self, lead_id: UUID | str, *, page_size: int = PAGE_SIZE) -> Iterator[types.LeadEvent]:
        """Every item of `list_lead_events`, fetched page by page."""
        return self._pages(partial(self.list_lead_events, lead_id), page_size)

    def create_lead_event(
        self,
        lead_id: UUID | str,
        body: types.CreateLeadEvent,
        *,
        idempotency_key: str | None = None,
    ) -> types.LeadEvent:
        """Add an entry to a lead's timeline."""
        return self._call(_CREATE_LEAD_EVENT, path={"lead_id": lead_id}, body=body, idempotency_key=idempotency_key)

    def list_products(
        self,
        *,
        store_id: UUID | str,
        q: str | None = None,
        category: str | None = None,
        active: bool | None = None,
        in_stock: bool | None = None,
        group: str | None = None,
        min_price_cents: int | None = None,
        max_price_cents: int | None = None,
        attributes: Sequence[str] | None = None,
        sort: Literal["-created_at", "-name", "-price", "-stock", "-updated_at", "created_at", "name", "price", "relevance", "stock", "updated_at"] | None = None,
        archived: bool | None = None,
        grouped: bool | None = None,
        facets: bool | None = None,
        highlight: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ProductPage:
        """Products of a store, newest first; with `q`, those that fit it, best first, as the agent finds them."""
        return self._call(
            _LIST_PRODUCTS,
            query={"limit": limit, "offset": offset, "store_id": store_id, "q": q, "category": category, "active": active, "in_stock": in_stock, "group": group, "min_price_cents": min_price_cents, "max_price_cents": max_price_cents, "attributes": attributes, "sort": sort, "archived": archived, "grouped": grouped, "facets": facets, "highlight": highlight},
        )

    def iter_products(
        self,
        *,
        store_id: UUID | str,
        q: str | None = None,
        category: str | None = None,
        active: bool | None = None,
        in_stock: bool | None = None,
        group: str | None = None,
        min_price_cents: int | None = None,
        max_price_cents: int | None = None,
        attributes: Sequence[str] | None = None,
        sort: Literal["-created_at", "-name", "-price", "-stock", "-updated_at", "created_at", "name", "price", "relevance", "stock", "updated_at"] | None = None,
        archived: bool | None = None,
        grouped: bool | None = None,
        facets: bool | None = None,
        highlight: bool | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.ListedProduct]:
        """Every item of `list_products`, fetched page by page."""
        return self._pages(
            partial(
    self.list_products,
    store_id=store_id,
    q=q,
    category=category,
    active=active,
    in_stock=in_stock,
    group=group,
    min_price_cents=min_price_cents,
    max_price_cents=max_price_cents,
    attributes=attributes,
    sort=sort,
    archived=archived,
    grouped=grouped,
    facets=facets,
    highlight=highlight,
),
            page_size,
        )

    def create_product(self, body: types.CreateProduct, *, idempotency_key: str | None = None) -> types.Product:
        """Create a product."""
        return self._call(_CREATE_PRODUCT, body=body, idempotency_key=idempotency_key)

    def get_product(self, product_id: UUID | str) -> types.Product:
        """A product."""
        return self._call(_GET_PRODUCT, path={"product_id": product_id})

    def update_product(self, product_id: UUID | str, body: types.UpdateProduct) -> types.Product:
        """Change a product; only the keys given are written."""
        return self._call(_UPDATE_PRODUCT, path={"product_id": product_id}, body=body)

    def archive_product(self, product_id: UUID | str) -> None:
        """Archive a product: out of lists, search and limits, kept for its orders."""
        return self._call(_ARCHIVE_PRODUCT, path={"product_id": product_id})

    def restore_product(self, product_id: UUID | str) -> types.Product:
        """Bring an archived product back."""
        return self._call(_RESTORE_PRODUCT, path={"product_id": product_id})

    def duplicate_product(
        self,
        product_id: UUID | str,
        body: types.DuplicateProduct,
        *,
        idempotency_key: str | None = None,
    ) -> types.Product:
        """Copy a product with its pictures, inactive, without SKU, external id and stock."""
        return self._call(
            _DUPLICATE_PRODUCT,
            path={"product_id": product_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    def upsert_products(self, body: types.UpsertProducts) -> types.UpsertResult:
        """Insert or update up to 5,000 products; bad rows are reported by index."""
        return self._call(_UPSERT_PRODUCTS, body=body)

    def get_product_stats(self, store_id: UUID | str) -> types.ProductStats:
        """Numbers of a store's catalogue."""
        return self._call(_GET_PRODUCT_STATS, path={"store_id": store_id})

    def upsert_document_by_product(self, body: types.UpsertProductDocument) -> types.Document:
        """Create or replace the document of a product."""
        return self._call(_UPSERT_DOCUMENT_BY_PRODUCT, body=body)

    def list_documents(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        status: Literal["error", "processing", "ready"] | None = None,
        source_type: Literal["file", "manual", "product", "url"] | None = None,
        q: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.DocumentSummaryPage:
        """Documents of a store, newest first."""
        return self._call(
            _LIST_DOCUMENTS,
            query={"limit": limit, "offset": offset, "store_id": store_id, "product_id": product_id, "agent_id": agent_id, "status": status, "source_type": source_type, "q": q},
        )

    def iter_documents(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        status: Literal["error", "processing", "ready"] | None = None,
        source_type: Literal["file", "manual", "product", "url"] | None = None,
        q: str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.DocumentSummary]:
        """Every item of `list_documents`, fetched page by page."""
        return self._pages(
            partial(
    self.list_documents,
    store_id=store_id,
    product_id=product_id,
    agent_id=agent_id,
    status=status,
    source_type=source_type,
    q=q,
),
            page_size,
        )

    def create_document(self, body: types.CreateDocument, *, idempotency_key: str | None = None) -> types.Document:
        """Create a document; its text is chunked and embedded in the background."""
        return self._call(_CREATE_DOCUMENT, body=body, idempotency_key=idempotency_key)

    def get_document(self, document_id: UUID | str) -> types.Document:
        """Document with its text, state and agents."""
        return self._call(_GET_DOCUMENT, path={"document_id": document_id})

    def update_document(self, document_id: UUID | str, body: types.UpdateDocument) -> types.Document:
        """Change a document."""
        return self._call(_UPDATE_DOCUMENT, path={"document_id": document_id}, body=body)

    def delete_document(self, document_id: UUID | str) -> None:
        """Delete a document with its chunks and links."""
        return self._call(_DELETE_DOCUMENT, path={"document_id": document_id})

    def find_document_passages(self, document_id: UUID | str, *, q: str) -> list[types.FoundChunk]:
        """The passages that an agent would answer a question from, best first."""
        return self._call(_FIND_DOCUMENT_PASSAGES, path={"document_id": document_id}, query={"q": q})

    def replace_document_agents(self, document_id: UUID | str, body: types.ReplaceDocumentAgents) -> types.Document:
        """Replace the agents that may use the document."""
        return self._call(_REPLACE_DOCUMENT_AGENTS, path={"document_id": document_id}, body=body)

    def list_stores(self, *, company_id: str | None = None) -> list[types.Store]:
        """The company's stores, newest first."""
        return self._call(_LIST_STORES, query={"company_id": company_id})

    def create_store(self, body: types.CreateStore, *, idempotency_key: str | None = None) -> types.Store:
        """Create a store."""
        return self._call(_CREATE_STORE, body=body, idempotency_key=idempotency_key)

    def get_store(self, store_id: UUID | str) -> types.Store:
        """A store."""
        return self._call(_GET_STORE, path={"store_id": store_id})

    def update_store(self, store_id: UUID | str, body: types.UpdateStore) -> types.Store:
        """Change a store."""
        return self._call(_UPDATE_STORE, path={"store_id": store_id}, body=body)

    def archive_store(self, store_id: UUID | str) -> None:
        """Archive a store that has no open orders: out of lists and limits, with all that is in it."""
        return self._call(_ARCHIVE_STORE, path={"store_id": store_id})

    def restore_store(self, store_id: UUID | str) -> types.Store:
        """Bring an archived store back."""
        return self._call(_RESTORE_STORE, path={"store_id": store_id})

    def check_slug(self, slug: str) -> types.SlugAvailability:
        """Whether an address is free, with a suggestion when it is not."""
        return self._call(_CHECK_SLUG, path={"slug": slug})

    def get_synonyms(self, store_id: UUID | str) -> types.Synonyms:
        """What the store calls alike."""
        return self._call(_GET_SYNONYMS, path={"store_id": store_id})

    def replace_synonyms(self, store_id: UUID | str, body: types.ReplaceSynonyms) -> types.Synonyms:
        """Replace what the store calls alike; the next search uses it."""
        return self._call(_REPLACE_SYNONYMS, path={"store_id": store_id}, body=body)

    def get_company(self) -> types.Company:
        """The actor's company."""
        return self._call(_GET_COMPANY)

    def update_company(self, body: types.UpdateCompany) -> types.Company:
        """Change the actor's company."""
        return self._call(_UPDATE_COMPANY, body=body)

    def export_company(self) -> bytes:
        """All that is kept of the company, as lines of JSON (what `tenants export` writes); secrets are left out."""
        return self._call(_EXPORT_COMPANY)

    def ensure_company(self, body: types.EnsureCompany) -> types.Company:
        """The actor's company, made when it is missing."""
        return self._call(_ENSURE_COMPANY, body=body)

    def list_members(self) -> list[types.CompanyMember]:
        """Who acts for the company beside its owner."""
        return self._call(_LIST_MEMBERS)

    def add_member(self, body: types.CreateMember, *, idempotency_key: str | None = None) -> types.CompanyMember:
        """Make an existing user a member."""
        return self._call(_ADD_MEMBER, body=body, idempotency_key=idempotency_key)

    def update_member(self, user_id: str, body: types.UpdateMember) -> types.CompanyMember:
        """Give a member another role, effective at once."""
        return self._call(_UPDATE_MEMBER, path={"user_id": user_id}, body=body)

    def remove_member(self, user_id: str) -> None:
        """End a membership, effective at once."""
        return self._call(_REMOVE_MEMBER, path={"user_id": user_id})

    def list_memberships(self, *, user_id: str) -> list[types.Membership]:
        """For whom a user may act: all companies when the actor asks for themself, else the actor's own alone."""
        return self._call(_LIST_MEMBERSHIPS, query={"user_id": user_id})

    def list_invitations(self) -> list[types.Invitation]:
        """Invitations that nobody has accepted yet, newest first; expired ones for another month."""
        return self._call(_LIST_INVITATIONS)

    def create_invitation(
        self,
        body: types.CreateInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> types.Invitation:
        """Mail somebody a link that makes them a member; it holds for seven days."""
        return self._call(_CREATE_INVITATION, body=body, idempotency_key=idempotency_key)

    def get_invitation(self, invitation_id: UUID | str) -> types.Invitation:
        """One invitation."""
        return self._call(_GET_INVITATION, path={"invitation_id": invitation_id})

    def withdraw_invitation(self, invitation_id: UUID | str) -> None:
        """Withdraw an invitation: its link is worthless."""
        return self._call(_WITHDRAW_INVITATION, path={"invitation_id": invitation_id})

    def list_companies_of_user(self, user_id: str) -> list[types.Membership]:
        """For whom a user may act: their own company first, then those they are a member of."""
        return self._call(_LIST_COMPANIES_OF_USER, path={"user_id": user_id})

    def get_invitation_by_token(self, token: str) -> types.OpenInvitation:
        """What the link of an invitation stands for, while it holds."""
        return self._call(_GET_INVITATION_BY_TOKEN, path={"token": token})

    def accept_invitation(self, body: types.AcceptInvitation) -> types.Membership:
        """Make the signed-in user whose address was invited a member."""
        return self._call(_ACCEPT_INVITATION, body=body)

    def get_dashboard(self, store_id: UUID | str) -> types.Dashboard:
        """Numbers of a store: orders, leads, products, recent conversations."""
        return self._call(_GET_DASHBOARD, path={"store_id": store_id})

    def get_numbers(
        self,
        store_id: UUID | str,
        *,
        from_: date | None = None,
        to: date | None = None,
        days: int | None = None,
        lists: bool | None = None,
    ) -> types.Numbers:
        """Orders, revenue, conversations and answers of some days, compared with as many days before."""
        return self._call(
            _GET_NUMBERS,
            path={"store_id": store_id},
            query={"from": from_, "to": to, "days": days, "lists": lists},
        )

    def create_message(self, body: types.CreateMessage, *, idempotency_key: str | None = None) -> types.Message:
        """Record a message; 200 when the gateway has delivered it before."""
        return self._call(_CREATE_MESSAGE, body=body, idempotency_key=idempotency_key)

    def list_messages(
        self,
        *,
        lead_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.MessagePage:
        """Messages of a lead or an agent, newest first."""
        return self._call(
            _LIST_MESSAGES,
            query={"limit": limit, "offset": offset, "lead_id": lead_id, "agent_id": agent_id},
        )

    def iter_messages(
        self,
        *,
        lead_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.Message]:
        """Every item of `list_messages`, fetched page by page."""
        return self._pages(partial(self.list_messages, lead_id=lead_id, agent_id=agent_id), page_size)

    def list_conversations(
        self,
        *,
        store_ids: Sequence[UUID | str],
        state: Literal["bot", "closed", "human", "waiting"] | None = None,
        unread: bool | None = None,
        attendance: bool | None = None,
        agent_id: UUID | str | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ConversationPage:
        """Conversations of the given stores, what changed last first."""
        return self._call(
            _LIST_CONVERSATIONS,
            query={"limit": limit, "offset": offset, "store_ids": store_ids, "state": state, "unread": unread, "attendance": attendance, "agent_id": agent_id, "lead_id": lead_id, "q": q},
        )

    def iter_conversations(
        self,
        *,
        store_ids: Sequence[UUID | str],
        state: Literal["bot", "closed", "human", "waiting"] | None = None,
        unread: bool | None = None,
        attendance: bool | None = None,
        agent_id: UUID | str | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.ConversationSummary]:
        """Every item of `list_conversations`, fetched page by page."""
        return self._pages(
            partial(
    self.list_conversations,
    store_ids=store_ids,
    state=state,
    unread=unread,
    attendance=attendance,
    agent_id=agent_id,
    lead_id=lead_id,
    q=q,
),
            page_size,
        )

    def get_conversation(self, conversation_id: UUID | str) -> types.Conversation:
        """A conversation with its cart, its lead, the orders of both, and the notes of the desk."""
        return self._call(_GET_CONVERSATION, path={"conversation_id": conversation_id})

    def list_conversation_messages(
        self,
        conversation_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ConversationMessagePage:
        """What was said, newest first, and how each answer came about."""
        return self._call(
            _LIST_CONVERSATION_MESSAGES,
            path={"conversation_id": conversation_id},
            query={"limit": limit, "offset": offset},
        )

    def iter_conversation_messages(
        self,
        conversation_id: UUID | str,
        *,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.ConversationMessage]:
        """Every item of `list_conversation_messages`, fetched page by page."""
        return self._pages(partial(self.list_conversation_messages, conversation_id), page_size)

    def take_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """A person attends it: the assistant is silent until it is released."""
        return self._call(_TAKE_CONVERSATION, path={"conversation_id": conversation_id})

    def release_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """The assistant attends it again."""
        return self._call(_RELEASE_CONVERSATION, path={"conversation_id": conversation_id})

    def close_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """Nobody attends it; the shopper's next message opens it again."""
        return self._call(_CLOSE_CONVERSATION, path={"conversation_id": conversation_id})

    def read_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """Its messages have been seen."""
        return self._call(_READ_CONVERSATION, path={"conversation_id": conversation_id})

    def reply_in_conversation(
        self,
        conversation_id: UUID | str,
        body: types.CreateReply,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConversationMessage:
        """Answer the shopper as a person; by the messaging gateway where one is set."""
        return self._call(
            _REPLY_IN_CONVERSATION,
            path={"conversation_id": conversation_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    def create_conversation_note(
        self,
        conversation_id: UUID | str,
        body: types.CreateNote,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConversationNote:
        """Keep a note for colleagues: no shopper and no model ever sees it."""
        return self._call(
            _CREATE_CONVERSATION_NOTE,
            path={"conversation_id": conversation_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_conversation_note(self, conversation_id: UUID | str, note_id: UUID | str) -> None:
        """Take a note away."""
        return self._call(_DELETE_CONVERSATION_NOTE, path={"conversation_id": conversation_id, "note_id": note_id})

    def list_saved_views(self, *, page: str | None = None) -> list[types.SavedView]:
        """The company's views, of one page or all, by name."""
        return self._call(_LIST_SAVED_VIEWS, query={"page": page})

    def save_view(self, body: types.SaveView, *, idempotency_key: str | None = None) -> types.SavedView:
        """Keep a view; one of the same page and name takes the new query."""
        return self._call(_SAVE_VIEW, body=body, idempotency_key=idempotency_key)

    def delete_saved_view(self, view_id: UUID | str) -> None:
        """Forget a view."""
        return self._call(_DELETE_SAVED_VIEW, path={"view_id": view_id})

    def list_agent_tests(self, *, agent_id: UUID | str) -> list[types.AgentTest]:
        """An agent's test conversations with their last results, in the order they were written."""
        return self._call(_LIST_AGENT_TESTS, query={"agent_id": agent_id})

    def create_agent_test(self, body: types.CreateAgentTest, *, idempotency_key: str | None = None) -> types.AgentTest:
        """Keep a conversation to try the agent with."""
        return self._call(_CREATE_AGENT_TEST, body=body, idempotency_key=idempotency_key)

    def export_agent_tests(self, *, agent_id: UUID | str) -> types.TestFile:
        """An agent's tests as a file, with its shop: what `chat evaluate` holds, and what POST …/import takes again."""
        return self._call(_EXPORT_AGENT_TESTS, query={"agent_id": agent_id})

    def import_agent_tests(self, body: types.ImportAgentTests) -> types.ImportedAgentTests:
        """Keep the conversations of a file as tests; one of the same name is replaced. Errors: nothing is changed."""
        return self._call(_IMPORT_AGENT_TESTS, body=body)

    def update_agent_test(self, test_id: UUID | str, body: types.UpdateAgentTest) -> types.AgentTest:
        """Change a test; its last result goes."""
        return self._call(_UPDATE_AGENT_TEST, path={"test_id": test_id}, body=body)

    def delete_agent_test(self, test_id: UUID | str) -> None:
        """Forget a test."""
        return self._call(_DELETE_AGENT_TEST, path={"test_id": test_id})

    def run_agent_tests(self, body: types.RunAgentTests) -> types.Queued:
        """Hold the agent's test conversations as rehearsals, in the background: no order is made, tokens are used."""
        return self._call(_RUN_AGENT_TESTS, body=body)

    def list_events(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> types.EventPage:
        """What has happened in the company since an event, in order, or before one, the latest first; kept for 30 days."""
        return self._call(_LIST_EVENTS, query={"after": after, "before": before, "limit": limit})

    def list_webhook_endpoints(self) -> list[types.WebhookEndpoint]:
        """The company's webhook endpoints, newest first."""
        return self._call(_LIST_WEBHOOK_ENDPOINTS)

    def create_webhook_endpoint(
        self,
        body: types.CreateWebhookEndpoint,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookEndpoint:
        """Create an endpoint, 20 at most; its secret is in this answer and in no other, nor in one that is replayed."""
        return self._call(_CREATE_WEBHOOK_ENDPOINT, body=body, idempotency_key=idempotency_key)

    def get_webhook_endpoint(self, endpoint_id: UUID | str) -> types.WebhookEndpoint:
        """An endpoint, without its secret."""
        return self._call(_GET_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id})

    def update_webhook_endpoint(
        self,
        endpoint_id: UUID | str,
        body: types.UpdateWebhookEndpoint,
    ) -> types.WebhookEndpoint:
        """Change an endpoint; while it is off, what was on its way waits."""
        return self._call(_UPDATE_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id}, body=body)

    def delete_webhook_endpoint(self, endpoint_id: UUID | str) -> None:
        """Delete an endpoint with its deliveries."""
        return self._call(_DELETE_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id})

    def roll_webhook_secret(self, endpoint_id: UUID | str) -> types.WebhookEndpoint:
        """Make a new secret, shown in this answer alone; the old one signs along for 24 hours."""
        return self._call(_ROLL_WEBHOOK_SECRET, path={"endpoint_id": endpoint_id})

    def test_webhook_endpoint(self, endpoint_id: UUID | str) -> types.WebhookTest:
        """Send a signed `ping` and say what came of it; 200 also when it fails."""
        return self._call(_TEST_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id})

    def list_webhook_deliveries(
        self,
        endpoint_id: UUID | str,
        *,
        status: Literal["dead", "delivered", "failing", "pending"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.WebhookDeliveryPage:
        """What an endpoint was sent and is to be sent, newest first; kept for 30 days."""
        return self._call(
            _LIST_WEBHOOK_DELIVERIES,
            path={"endpoint_id": endpoint_id},
            query={"limit": limit, "offset": offset, "status": status},
        )

    def iter_webhook_deliveries(
        self,
        endpoint_id: UUID | str,
        *,
        status: Literal["dead", "delivered", "failing", "pending"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.WebhookDelivery]:
        """Every item of `list_webhook_deliveries`, fetched page by page."""
        return self._pages(partial(self.list_webhook_deliveries, endpoint_id, status=status), page_size)

    def replay_webhook_delivery(self, endpoint_id: UUID | str, delivery_id: UUID | str) -> types.WebhookDelivery:
        """Send a delivery again, under the same `webhook-id`."""
        return self._call(_REPLAY_WEBHOOK_DELIVERY, path={"endpoint_id": endpoint_id, "delivery_id": delivery_id})

    def list_audit(
        self,
        *,
        actor_user_id: str | None = None,
        target_type: str | None = None,
        target_id: str | None = None,
        action: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.AuditEntryPage:
        """Who changed what in the company, newest first."""
        return self._call(
            _LIST_AUDIT,
            query={"limit": limit, "offset": offset, "actor_user_id": actor_user_id, "target_type": target_type, "target_id": target_id, "action": action, "from": from_, "to": to},
        )

    def iter_audit(
        self,
        *,
        actor_user_id: str | None = None,
        target_type: str | None = None,
        target_id: str | None = None,
        action: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.AuditEntry]:
        """Every item of `list_audit`, fetched page by page."""
        return self._pages(
            partial(
    self.list_audit,
    actor_user_id=actor_user_id,
    target_type=target_type,
    target_id=target_id,
    action=action,
    from_=from_,
    to=to,
),
            page_size,
        )

    def create_token_usage(
        self,
        body: types.CreateTokenUsage,
        *,
        idempotency_key: str | None = None,
    ) -> types.TokenUsage:
        """Record the tokens of a model call; 200 when the request_id was recorded before."""
        return self._call(_CREATE_TOKEN_USAGE, body=body, idempotency_key=idempotency_key)

    def list_token_usage(
        self,
        *,
        company_id: str | None = None,
        period_start: str | None = None,
        period_end: str | None = None,
        limit: int | None = None,
    ) -> list[types.TokenUsage]:
        """Usage of the days or the time asked for, newest first; without a limit the whole list."""
        return self._call(
            _LIST_TOKEN_USAGE,
            query={"company_id": company_id, "period_start": period_start, "period_end": period_end, "limit": limit},
        )

    def summarise_token_usage(
        self,
        *,
        company_id: str | None = None,
        period: str | None = None,
    ) -> types.TokenUsageSummary:
        """A month's tokens by model and kind of call."""
        return self._call(_SUMMARISE_TOKEN_USAGE, query={"company_id": company_id, "period": period})

    def decrement_for_order(self, body: types.MoveOrderStock) -> types.StockMoved:
        """Take an order's items out of stock, once."""
        return self._call(_DECREMENT_FOR_ORDER, body=body)

    def restore_for_order(self, body: types.MoveOrderStock) -> types.StockMoved:
        """Give an order's items back to the stock, once."""
        return self._call(_RESTORE_FOR_ORDER, body=body)

    def list_stock_movements(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        order_id: UUID | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.StockMovementPage:
        """Every change of a store's stock, newest first."""
        return self._call(
            _LIST_STOCK_MOVEMENTS,
            query={"limit": limit, "offset": offset, "store_id": store_id, "product_id": product_id, "order_id": order_id},
        )

    def iter_stock_movements(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        order_id: UUID | str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> Iterator[types.StockMovement]:
        """Every item of `list_stock_movements`, fetched page by page."""
        return self._pages(
            partial(self.list_stock_movements, store_id=store_id, product_id=product_id, order_id=order_id),
            page_size,
        )

    def list_coupons(
        self,
        *,
        store_id: UUID | str,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.Coupon]:
        """The coupons of a store, newest first; the header X-Total-Count says how many it has."""
        return self._call(_LIST_COUPONS, query={"limit": limit, "offset": offset, "store_id": store_id})

    def create_coupon(self, body: types.CreateCoupon, *, idempotency_key: str | None = None) -> types.Coupon:
        """Create a coupon; its code is one in its store, in any case."""
        return self._call(_CREATE_COUPON, body=body, idempotency_key=idempotency_key)

    def update_coupon(self, coupon_id: UUID | str, body: types.UpdateCoupon) -> types.Coupon:
        """Change a coupon; orders that were made with it stay as they are."""
        return self._call(_UPDATE_COUPON, path={"coupon_id": coupon_id}, body=body)

    def delete_coupon(self, coupon_id: UUID | str) -> None:
        """Delete a coupon; orders keep its code."""
        return self._call(_DELETE_COUPON, path={"coupon_id": coupon_id})

    def get_shipping_rules(self, store_id: UUID | str) -> types.ShippingRules:
        """The ways to get an order, in the order they are offered."""
        return self._call(_GET_SHIPPING_RULES, path={"store_id": store_id})

    def replace_shipping_rules(self, store_id: UUID | str, body: types.ReplaceShippingRules) -> types.ShippingRules:
        """Replace a store's shipping rules."""
        return self._call(_REPLACE_SHIPPING_RULES, path={"store_id": store_id}, body=body)

    def ask_shipping_quote(self, store_id: UUID | str, body: types.AskShippingQuote) -> types.ShippingQuote:
        """What the store offers for an order of this total to this postal code."""
        return self._call(_ASK_SHIPPING_QUOTE, path={"store_id": store_id}, body=body)

    def list_agents(self, *, store_id: UUID | str) -> list[types.Agent]:
        """A store's agents, newest first."""
        return self._call(_LIST_AGENTS, query={"store_id": store_id})

    def create_agent(self, body: types.CreateAgent, *, idempotency_key: str | None = None) -> types.Agent:
        """Make an agent, switched off; the backend makes its messaging_instance_id."""
        return self._call(_CREATE_AGENT, body=body, idempotency_key=idempotency_key)

    def get_full_agent(self, agent_id: UUID | str, *, conversations: int | None = None) -> types.FullAgent:
        """An agent with its knowledge base, the number of its conversations and, when asked for, the latest of them."""
        return self._call(_GET_FULL_AGENT, path={"agent_id": agent_id}, query={"conversations": conversations})

    def update_agent(self, agent_id: UUID | str, body: types.UpdateAgent) -> types.Agent:
        """Change an agent."""
        return self._call(_UPDATE_AGENT, path={"agent_id": agent_id}, body=body)

    def archive_agent(self, agent_id: UUID | str) -> None:
        """Archive an agent: switched off, out of lists and limits; what it said stays."""
        return self._call(_ARCHIVE_AGENT, path={"agent_id": agent_id})

    def restore_agent(self, agent_id: UUID | str) -> types.Agent:
        """Bring an archived agent back, switched off."""
        return self._call(_RESTORE_AGENT, path={"agent_id": agent_id})

    def toggle_agent(self, agent_id: UUID | str) -> types.Agent:
        """Switch an agent on or off; a store has at most one active agent."""
        return self._call(_TOGGLE_AGENT, path={"agent_id": agent_id})

    def replace_knowledge(self, agent_id: UUID | str, body: types.ReplaceKnowledge) -> types.FullAgent:
        """Replace the documents the agent answers from."""
        return self._call(_REPLACE_KNOWLEDGE, path={"agent_id": agent_id}, body=body)

    def list_agent_conversations(
        self,
        agent_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ThreadPage:
        """The agent's conversations, the latest first."""
        return self._call(
            _LIST_AGENT_CONVERSATIONS,
            path={"agent_id": agent_id},
            query={"limit": limit, "offset": offset},
        )

    def iter_agent_conversations(self, agent_id: UUID | str, *, page_size: int = PAGE_SIZE) -> Iterator[types.Thread]:
        """Every item of `list_agent_conversations`, fetched page by page."""
        return self._pages(partial(self.list_agent_conversations, agent_id), page_size)

    def get_agent_by_instance(self, instance_id: str) -> types.InstanceAgent:
        """The agent of a messaging instance, with its store and company."""
        return self._call(_GET_AGENT_BY_INSTANCE, path={"instance_id": instance_id})

    def list_agent_types(self) -> list[types.AgentTypeView]:
        """Agent types with config and price."""
        return self._call(_LIST_AGENT_TYPES)

    def get_agent_type(self, type: str) -> types.AgentTypeView:
        """An agent type, checked against this installation."""
        return self._call(_GET_AGENT_TYPE, path={"type": type})

    def reload_agent_types(self) -> types.Reloaded:
        """Read the configuration file again; an invalid file changes nothing."""
        return self._call(_RELOAD_AGENT_TYPES)

    def create_product_file(
        self,
        product_id: UUID | str,
        body: types.CreateProductFile,
        *,
        idempotency_key: str | None = None,
    ) -> types.ProductFile:
        """Record a file of a product after its upload to object storage."""
        return self._call(
            _CREATE_PRODUCT_FILE,
            path={"product_id": product_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_product_files(
        self,
        product_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.ProductFile]:
        """A product's files, newest first; the header X-Total-Count says how many it has."""
        return self._call(
            _LIST_PRODUCT_FILES,
            path={"product_id": product_id},
            query={"limit": limit, "offset": offset},
        )

    def get_product_file(self, file_id: UUID | str) -> types.ProductFile:
        """A file's record."""
        return self._call(_GET_PRODUCT_FILE, path={"file_id": file_id})

    def delete_product_file(self, file_id: UUID | str) -> None:
        """Delete a file's record and the document of its text; the object itself belongs to whoever stored it."""
        return self._call(_DELETE_PRODUCT_FILE, path={"file_id": file_id})

    def set_product_file_status(self, file_id: UUID | str, body: types.SetProductFileStatus) -> types.ProductFile:
        """Say what became of a file."""
        return self._call(_SET_PRODUCT_FILE_STATUS, path={"file_id": file_id}, body=body)

    def create_picture(self, product_id: UUID | str, file: Upload) -> types.Picture:
        """Add a picture to a product: a JPEG, PNG or WebP of at most 10 MiB and 50 million pixels."""
        return self._call(_CREATE_PICTURE, path={"product_id": product_id}, upload=file)

    def order_pictures(self, product_id: UUID | str, body: types.OrderPictures) -> list[types.Picture]:
        """Give a product's pictures another order; `ids` names each of them once."""
        return self._call(_ORDER_PICTURES, path={"product_id": product_id}, body=body)

    def delete_picture(self, product_id: UUID | str, picture_id: UUID | str) -> None:
        """Take a picture away from a product."""
        return self._call(_DELETE_PICTURE, path={"product_id": product_id, "picture_id": picture_id})

    def get_media(self, folder: str, name: str) -> bytes:
        """A picture, to be kept for ever: what an address leads to does not change."""
        return self._call(_GET_MEDIA, path={"folder": folder, "name": name})

    def get_stock_sync_settings(self, store_id: UUID | str) -> types.StockSyncSettings:
        """The store's ERP link, without its secrets."""
        return self._call(_GET_STOCK_SYNC_SETTINGS, path={"store_id": store_id})

    def update_stock_sync_settings(
        self,
        store_id: UUID | str,
        body: types.UpdateStockSyncSettings,
    ) -> types.StockSyncSettings:
        """Change the ERP link; a secret that is made here is in this answer and in no other."""
        return self._call(_UPDATE_STOCK_SYNC_SETTINGS, path={"store_id": store_id}, body=body)

    def test_outbound(self, store_id: UUID | str) -> types.OutboundTest:
        """Push a signed `ping` to the ERP and say what came of it; 200 also when it fails."""
        return self._call(_TEST_OUTBOUND, path={"store_id": store_id})

    def receive_stock(
        self,
        store_id: str,
        content: bytes,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.StockReceived:
        """Stock from the store's ERP, signed with the store's inbound_secret."""
        return self._call(_RECEIVE_STOCK, path={"store_id": store_id}, content=content, headers=headers)

    def send_reset_password(self, body: types.SendResetPassword) -> types.MailAccepted:
        """Send the password-reset mail."""
        return self._call(_SEND_RESET_PASSWORD, body=body)

    def send_confirm_email(self, body: types.SendConfirmEmail) -> types.MailAccepted:
        """Send the mail that confirms a new e-mail address, to that address."""
        return self._call(_SEND_CONFIRM_EMAIL, body=body)

    def receive_pix(self, content: bytes, *, headers: Mapping[str, str] | None = None) -> types.PixReceipt:
        """Confirm a PIX payment: the provider's notification, its body as it came."""
        return self._call(_RECEIVE_PIX, content=content, headers=headers)

    def receive_card_event(self, content: bytes, *, headers: Mapping[str, str] | None = None) -> types.CardEventReceipt:
        """An event of the card provider, signed."""
        return self._call(_RECEIVE_CARD_EVENT, content=content, headers=headers)

    def embed_texts(self, body: types.EmbedTexts) -> types.Embeddings:
        """Vectors of one text or many."""
        return self._call(_EMBED_TEXTS, body=body)

    def create_embeddings(self, body: types.CreateEmbeddings) -> types.EmbeddingList:
        """Vectors in the form of OpenAI's API, so that its clients work unchanged."""
        return self._call(_CREATE_EMBEDDINGS, body=body)

    def list_openai_models(self) -> types.OpenAIModelList:
        """The embedding model that serves."""
        return self._call(_LIST_OPENAI_MODELS)

    def get_openai_model(self, model: str) -> types.OpenAIModel:
        """The embedding model that serves, by its name."""
        return self._call(_GET_OPENAI_MODEL, path={"model": model})

    def chat(self, body: types.ChatRequest) -> types.ChatAnswer:
        """Answer a shopper's message, with the store's tools."""
        return self._call(_CHAT, body=body)

    def extract_lead(self, body: types.ExtractLead) -> types.ExtractedLead:
        """What a conversation adds to a lead's profile, each field with its confidence; nothing is stored."""
        return self._call(_EXTRACT_LEAD, body=body)

    def process_file(
        self,
        file: Upload,
        *,
        chunk_tokens: int | None = None,
        overlap_tokens: int | None = None,
        embed: bool | None = None,
        tables: bool | None = None,
    ) -> types.ProcessedFile:
        """Text and chunks of a PDF, CSV or XLSX upload."""
        return self._call(
            _PROCESS_FILE,
            upload=file,
            form={"chunk_tokens": chunk_tokens, "overlap_tokens": overlap_tokens, "embed": embed, "tables": tables},
        )

    def list_supported_formats(self) -> types.SupportedFormats:
        """Formats and limits of POST /process-file."""
        return self._call(_LIST_SUPPORTED_FORMATS)

    def get_service_info(self) -> types.ServiceInfo:
        """Name, version and links."""
        return self._call(_GET_SERVICE_INFO)

    def get_health(self) -> types.Health:
        """State of language model, database, embedding and agents; `degraded` when any is down."""
        return self._call(_GET_HEALTH)

    def get_liveness(self) -> types.Liveness:
        """The process is alive."""
        return self._call(_GET_LIVENESS)

    def get_readiness(self) -> types.Liveness:
        """The process takes requests; 503 while it starts or drains."""
        return self._call(_GET_READINESS)

    def get_metrics(self) -> bytes:
        """Prometheus metrics of this process."""
        return self._call(_GET_METRICS)

    def get_openapi(self) -> bytes:
        """This API's OpenAPI 3.1 document."""
        return self._call(_GET_OPENAPI)

    def get_docs(self) -> bytes:
        """Interactive documentation, served from here alone."""
        return self._call(_GET_DOCS)

    def get_docs_asset(self, name: str) -> bytes:
        """A file of the documentation page."""
        return self._call(_GET_DOCS_ASSET, path={"name": name})


class AsyncOperations(AsyncCalls):
    """Every operation of the API."""

    async def create_user(self, body: types.CreateUser) -> types.User:
        """Create a user."""
        return await self._call(_CREATE_USER, body=body)

    async def get_user(self, user_id: str) -> types.User:
        """A user by id."""
        return await self._call(_GET_USER, path={"user_id": user_id})

    async def get_user_by_email(self, email: str) -> types.User:
        """A user by e-mail, in any case; cached for seconds."""
        return await self._call(_GET_USER_BY_EMAIL, path={"email": email})

    async def update_user(self, user_id: str, body: types.UpdateUser) -> types.User:
        """Change a user."""
        return await self._call(_UPDATE_USER, path={"user_id": user_id}, body=body)

    async def delete_user(self, user_id: str) -> None:
        """Delete a user with sessions, accounts, reset records and the company's data."""
        return await self._call(_DELETE_USER, path={"user_id": user_id})

    async def create_session(self, body: types.CreateSession) -> types.Session:
        """Create a session."""
        return await self._call(_CREATE_SESSION, body=body)

    async def get_session_by_token(
        self,
        token: str,
        *,
        include: Literal["companies", "user"] | None = None,
    ) -> types.Session | types.SessionAndUser | types.SessionAndWork:
        """A live session by token, cached for seconds; `include`: also whose it is, and where they work."""
        return await self._call(_GET_SESSION_BY_TOKEN, path={"token": token}, query={"include": include})

    async def get_session(self, session_id: str) -> types.Session:
        """A session by id, also an expired one."""
        return await self._call(_GET_SESSION, path={"session_id": session_id})

    async def list_sessions_by_user(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.Session]:
        """A user's sessions, newest first."""
        return await self._call(
            _LIST_SESSIONS_BY_USER,
            path={"user_id": user_id},
            query={"limit": limit, "offset": offset},
        )

    async def delete_sessions_by_user(self, user_id: str, *, except_: str | None = None) -> None:
        """Delete all sessions of a user: logout everywhere; `except` is the token of the one that stays."""
        return await self._call(_DELETE_SESSIONS_BY_USER, path={"user_id": user_id}, query={"except": except_})

    async def update_session(self, session_id: str, body: types.UpdateSession) -> types.Session:
        """Change a session."""
        return await self._call(_UPDATE_SESSION, path={"session_id": session_id}, body=body)

    async def delete_session(self, session_id: str) -> None:
        """Delete a session."""
        return await self._call(_DELETE_SESSION, path={"session_id": session_id})

    async def create_account(self, body: types.CreateAccount) -> types.Account:
        """Create a login method."""
        return await self._call(_CREATE_ACCOUNT, body=body)

    async def list_accounts_by_user(
        self,
        user_id: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.Account]:
        """A user's login methods, password hash included."""
        return await self._call(
            _LIST_ACCOUNTS_BY_USER,
            path={"user_id": user_id},
            query={"limit": limit, "offset": offset},
        )

    async def get_account_by_provider(self, *, provider_id: str, account_id: str) -> types.AccountWithoutPassword:
        """A login method by provider and account id, without the hash."""
        return await self._call(_GET_ACCOUNT_BY_PROVIDER, query={"provider_id": provider_id, "account_id": account_id})

    async def get_credential_account(self, user_id: str) -> types.Account:
        """The credential account with its hash, for login."""
        return await self._call(_GET_CREDENTIAL_ACCOUNT, path={"user_id": user_id})

    async def update_account(self, row_id: str, body: types.UpdateAccount) -> types.Account:
        """Change a login method."""
        return await self._call(_UPDATE_ACCOUNT, path={"row_id": row_id}, body=body)

    async def delete_account(self, row_id: str) -> None:
        """Delete a login method."""
        return await self._call(_DELETE_ACCOUNT, path={"row_id": row_id})

    async def create_verification(self, body: types.CreateVerification) -> types.Verification:
        """Create a verification record; duplicates are allowed."""
        return await self._call(_CREATE_VERIFICATION, body=body)

    async def get_verification(self, verification_id: str) -> types.Verification:
        """A verification record by id, also an expired one."""
        return await self._call(_GET_VERIFICATION, path={"verification_id": verification_id})

    async def get_verification_by_value(self, value: str) -> types.Verification:
        """The newest live record with this value."""
        return await self._call(_GET_VERIFICATION_BY_VALUE, path={"value": value})

    async def get_verification_by_identifier(self, identifier: str) -> types.Verification:
        """The newest live record with this identifier."""
        return await self._call(_GET_VERIFICATION_BY_IDENTIFIER, path={"identifier": identifier})

    async def delete_verifications_by_identifier(self, identifier: str) -> None:
        """Delete all records with this identifier."""
        return await self._call(_DELETE_VERIFICATIONS_BY_IDENTIFIER, path={"identifier": identifier})

    async def update_verification(self, verification_id: str, body: types.UpdateVerification) -> types.Verification:
        """Change a live record in one step; with `if_value` only while that is its value."""
        return await self._call(_UPDATE_VERIFICATION, path={"verification_id": verification_id}, body=body)

    async def consume_verification(self, body: types.ConsumeVerification) -> types.Verification:
        """Take a record away and return it; of concurrent callers exactly one gets it."""
        return await self._call(_CONSUME_VERIFICATION, body=body)

    async def create_sign_up(self, body: types.CreateSignUp) -> types.SignUp:
        """Create a user with a login method and a session: all of it, or nothing."""
        return await self._call(_CREATE_SIGN_UP, body=body)

    async def create_auth_extension(self, body: types.CreateAuthExtension) -> types.AuthExtension:
        """Store a row of a plugin's table; at most 100 a user."""
        return await self._call(_CREATE_AUTH_EXTENSION, body=body)

    async def get_auth_extension(self, row_id: str) -> types.AuthExtension:
        """A plugin's row by id."""
        return await self._call(_GET_AUTH_EXTENSION, path={"row_id": row_id})

    async def get_auth_extension_by_key(self, *, model: str, field: str, value: str) -> types.AuthExtension:
        """A plugin's row by one of its keys, for who does not know the user yet."""
        return await self._call(_GET_AUTH_EXTENSION_BY_KEY, query={"model": model, "field": field, "value": value})

    async def list_auth_extensions_by_user(
        self,
        user_id: str,
        *,
        model: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.AuthExtension]:
        """A user's rows, of one model or all, newest first."""
        return await self._call(
            _LIST_AUTH_EXTENSIONS_BY_USER,
            path={"user_id": user_id},
            query={"limit": limit, "offset": offset, "model": model},
        )

    async def delete_auth_extensions_by_user(self, user_id: str, *, model: str | None = None) -> None:
        """Delete a user's rows, of one model or all."""
        return await self._call(_DELETE_AUTH_EXTENSIONS_BY_USER, path={"user_id": user_id}, query={"model": model})

    async def update_auth_extension(self, row_id: str, body: types.UpdateAuthExtension) -> types.AuthExtension:
        """Change a plugin's row; 409 when `version` is not the row's any more."""
        return await self._call(_UPDATE_AUTH_EXTENSION, path={"row_id": row_id}, body=body)

    async def delete_auth_extension(self, row_id: str) -> None:
        """Delete a plugin's row; of concurrent callers one reads X-Deleted-Count: 1."""
        return await self._call(_DELETE_AUTH_EXTENSION, path={"row_id": row_id})

    async def consume_rate_limit(self, body: types.ConsumeRateLimit) -> types.RateLimitState:
        """Count one attempt against a limit, atomically; a refusal does not lengthen the window."""
        return await self._call(_CONSUME_RATE_LIMIT, body=body)

    async def create_auth_event(self, body: types.CreateAuthEvent) -> types.AuthEventReceipt:
        """Write what the auth library has seen to the audit log of the user's company."""
        return await self._call(_CREATE_AUTH_EVENT, body=body)

    async def get_cache_stats(self) -> types.CacheStats:
        """Numbers of this process's look-up caches."""
        return await self._call(_GET_CACHE_STATS)

    async def list_plans(self) -> list[types.Plan]:
        """Active plans with their price ids at the card provider."""
        return await self._call(_LIST_PLANS)

    async def get_billing_summary(self) -> types.BillingSummary:
        """Plan, subscription, settings and this month's usage by day."""
        return await self._call(_GET_BILLING_SUMMARY)

    async def create_subscription(
        self,
        body: types.CreateSubscription,
        *,
        idempotency_key: str | None = None,
    ) -> types.SubscriptionStarted:
        """Subscribe to a plan (201), or move to it (200): a dearer one once paid, a cheaper one at the period's end."""
        return await self._call(_CREATE_SUBSCRIPTION, body=body, idempotency_key=idempotency_key)

    async def cancel_subscription(self) -> types.Subscription:
        """Cancel at the end of the paid period."""
        return await self._call(_CANCEL_SUBSCRIPTION)

    async def resume_subscription(self) -> types.Subscription:
        """Take a cancellation back before it comes about."""
        return await self._call(_RESUME_SUBSCRIPTION)

    async def create_checkout(self, body: types.CreateCheckout) -> types.CheckoutPage:
        """A hosted page for a card on file, a top-up or a new subscription."""
        return await self._call(_CREATE_CHECKOUT, body=body)

    async def create_portal(self, body: types.CreatePortal) -> types.PortalPage:
        """The hosted page where cards, address and invoices are looked after."""
        return await self._call(_CREATE_PORTAL, body=body)

    async def create_setup_intent(self) -> types.SetupIntent:
        """A client secret for the card form."""
        return await self._call(_CREATE_SETUP_INTENT)

    async def create_topup(self, body: types.CreateTopup, *, idempotency_key: str | None = None) -> types.Topup:
        """Buy tokens: off session with the card on file, else completed in the card form."""
        return await self._call(_CREATE_TOPUP, body=body, idempotency_key=idempotency_key)

    async def get_billing_settings(self) -> types.BillingSettings:
        """Overage cap, automatic overage and alert threshold."""
        return await self._call(_GET_BILLING_SETTINGS)

    async def update_billing_settings(self, body: types.UpdateBillingSettings) -> types.BillingSettings:
        """Change cap, auto_overage or alert_pct."""
        return await self._call(_UPDATE_BILLING_SETTINGS, body=body)

    async def get_usage_this_month(self) -> types.Usage:
        """Tokens used, included, bought and over the plan in the company's running month."""
        return await self._call(_GET_USAGE_THIS_MONTH)

    async def list_invoices(self, *, starting_after: str | None = None, limit: int | None = None) -> types.InvoicePage:
        """The company's invoices at the card provider, with their hosted pages."""
        return await self._call(_LIST_INVOICES, query={"limit": limit, "starting_after": starting_after})

    async def list_charges(
        self,
        *,
        kind: Literal["overage", "topup"] | None = None,
        status: Literal["canceled", "failed", "needs_attention", "pending", "processing", "requires_action", "requires_payment_method", "succeeded", "written_off"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ChargeOutPage:
        """Overage charges and top-ups with receipts and, where the card's holder is needed, the page for it."""
        return await self._call(_LIST_CHARGES, query={"limit": limit, "offset": offset, "kind": kind, "status": status})

    def iter_charges(
        self,
        *,
        kind: Literal["overage", "topup"] | None = None,
        status: Literal["canceled", "failed", "needs_attention", "pending", "processing", "requires_action", "requires_payment_method", "succeeded", "written_off"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.ChargeOut]:
        """Every item of `list_charges`, fetched page by page."""
        return self._pages(partial(self.list_charges, kind=kind, status=status), page_size)

    async def trigger_usage_report(self) -> types.UsageReportRun:
        """Run the usage report now, for this company alone."""
        return await self._call(_TRIGGER_USAGE_REPORT)

    async def trigger_overage_charge(self) -> types.OverageChargeRun:
        """Run the overage charge now, for this company alone."""
        return await self._call(_TRIGGER_OVERAGE_CHARGE)

    async def list_public_plans(self) -> list[types.PublicPlan]:
        """Active plans, without provider ids and timestamps."""
        return await self._call(_LIST_PUBLIC_PLANS)

    async def create_order(self, body: types.CreateOrder, *, idempotency_key: str | None = None) -> types.CreatedOrder:
        """Create an order; unknown, foreign and inactive products are dropped."""
        return await self._call(_CREATE_ORDER, body=body, idempotency_key=idempotency_key)

    async def list_orders(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        payment_method: Literal["cod", "manual_pix", "pix"] | None = None,
        payment_status: Sequence[Literal["paid", "partially_refunded", "refund_due", "refunded", "unpaid"]] | None = None,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        attention: bool | None = None,
        sort: Literal["-created_at", "-total", "-updated_at", "created_at", "total", "updated_at"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.OrderSummaryPage:
        """Orders of the given stores, newest first or by `sort` (descending with a leading `-`)."""
        return await self._call(
            _LIST_ORDERS,
            query={"limit": limit, "offset": offset, "store_ids": store_ids, "status": status, "lead_id": lead_id, "q": q, "payment_method": payment_method, "payment_status": payment_status, "created_from": created_from, "created_to": created_to, "attention": attention, "sort": sort},
        )

    def iter_orders(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        payment_method: Literal["cod", "manual_pix", "pix"] | None = None,
        payment_status: Sequence[Literal["paid", "partially_refunded", "refund_due", "refunded", "unpaid"]] | None = None,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        attention: bool | None = None,
        sort: Literal["-created_at", "-total", "-updated_at", "created_at", "total", "updated_at"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.OrderSummary]:
        """Every item of `list_orders`, fetched page by page."""
        return self._pages(
            partial(
    self.list_orders,
    store_ids=store_ids,
    status=status,
    lead_id=lead_id,
    q=q,
    payment_method=payment_method,
    payment_status=payment_status,
    created_from=created_from,
    created_to=created_to,
    attention=attention,
    sort=sort,
),
            page_size,
        )

    async def get_order_board(
        self,
        *,
        store_id: UUID | str,
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        per_status: int | None = None,
    ) -> types.Board:
        """The newest orders of each status of a store, and how many stand there."""
        return await self._call(
            _GET_ORDER_BOARD,
            query={"store_id": store_id, "status": status, "per_status": per_status},
        )

    async def list_order_sheets(
        self,
        *,
        store_ids: Sequence[UUID | str],
        order_ids: Sequence[UUID | str] | None = None,
        status: Sequence[Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]] | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        payment_method: Literal["cod", "manual_pix", "pix"] | None = None,
        payment_status: Sequence[Literal["paid", "partially_refunded", "refund_due", "refunded", "unpaid"]] | None = None,
        created_from: datetime | None = None,
        created_to: datetime | None = None,
        attention: bool | None = None,
        after_id: UUID | str | None = None,
        limit: int | None = None,
    ) -> types.OrderSheets:
        """Orders with their lines, to print or export, newest first; a page costs the same however deep it is."""
        return await self._call(
            _LIST_ORDER_SHEETS,
            query={"store_ids": store_ids, "order_ids": order_ids, "status": status, "lead_id": lead_id, "q": q, "payment_method": payment_method, "payment_status": payment_status, "created_from": created_from, "created_to": created_to, "attention": attention, "after_id": after_id, "limit": limit},
        )

    async def preview_order(self, body: types.CreateOrder) -> types.OrderPreview:
        """What an order would come to, by the store's prices, shipping rules and coupons; nothing is kept."""
        return await self._call(_PREVIEW_ORDER, body=body)

    async def get_order(self, order_id: UUID | str) -> types.Order:
        """An order with its items, events and payment attempts."""
        return await self._call(_GET_ORDER, path={"order_id": order_id})

    async def update_order(self, order_id: UUID | str, body: types.UpdateOrder) -> types.Order:
        """Change who an order is for, its notes, or how its parcel is followed."""
        return await self._call(_UPDATE_ORDER, path={"order_id": order_id}, body=body)

    async def transition_order(self, order_id: UUID | str, body: types.TransitionOrder) -> types.Order:
        """Move an order to another status."""
        return await self._call(_TRANSITION_ORDER, path={"order_id": order_id}, body=body)

    async def create_refund(
        self,
        order_id: UUID | str,
        body: types.CreateRefund,
        *,
        idempotency_key: str | None = None,
    ) -> types.Refund:
        """Give money back; the goods named with `restock` go back on the shelf."""
        return await self._call(_CREATE_REFUND, path={"order_id": order_id}, body=body, idempotency_key=idempotency_key)

    async def resolve_attention(self, order_id: UUID | str, body: types.ResolveAttention) -> types.Order:
        """Say that a person has dealt with what waited at this order."""
        return await self._call(_RESOLVE_ATTENTION, path={"order_id": order_id}, body=body)

    async def attach_proof(self, order_id: UUID | str, body: types.AttachProof) -> types.Order:
        """Attach a picture or PDF of a manual PIX payment."""
        return await self._call(_ATTACH_PROOF, path={"order_id": order_id}, body=body)

    async def get_order_stats(self, store_id: UUID | str) -> types.OrderStats:
        """Sums of a store's orders."""
        return await self._call(_GET_ORDER_STATS, path={"store_id": store_id})

    async def get_payment_settings(self, store_id: UUID | str) -> types.PaymentSettings:
        """How a store takes money; the API key itself is never shown."""
        return await self._call(_GET_PAYMENT_SETTINGS, path={"store_id": store_id})

    async def update_payment_settings(
        self,
        store_id: UUID | str,
        body: types.UpdatePaymentSettings,
    ) -> types.PaymentSettings:
        """Change the payment settings that are named."""
        return await self._call(_UPDATE_PAYMENT_SETTINGS, path={"store_id": store_id}, body=body)

    async def save_checkout(self, order_id: UUID | str, body: types.SaveCheckout) -> types.Order:
        """Save what the caller's charge at the PIX provider gave; it takes the place of the charge before."""
        return await self._call(_SAVE_CHECKOUT, path={"order_id": order_id}, body=body)

    async def log_payment_attempt(
        self,
        order_id: UUID | str,
        body: types.LogPaymentAttempt,
        *,
        idempotency_key: str | None = None,
    ) -> types.PaymentAttempt:
        """Log a payment attempt."""
        return await self._call(
            _LOG_PAYMENT_ATTEMPT,
            path={"order_id": order_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    async def get_awaiting_proof_order(self, lead_id: UUID | str) -> types.Order:
        """The lead's newest order that awaits a proof of payment."""
        return await self._call(_GET_AWAITING_PROOF_ORDER, path={"lead_id": lead_id})

    async def get_order_by_payment(self, charge_id: str) -> types.Order:
        """The order of a charge at the PIX provider."""
        return await self._call(_GET_ORDER_BY_PAYMENT, path={"charge_id": charge_id})

    async def ensure_lead(self, body: types.EnsureLead) -> types.Lead:
        """The lead of a store, channel and external id, made when it is missing."""
        return await self._call(_ENSURE_LEAD, body=body)

    async def get_lead(self, lead_id: UUID | str) -> types.Lead:
        """A lead."""
        return await self._call(_GET_LEAD, path={"lead_id": lead_id})

    async def update_lead(self, lead_id: UUID | str, body: types.UpdateLead) -> types.Lead:
        """Change a lead."""
        return await self._call(_UPDATE_LEAD, path={"lead_id": lead_id}, body=body)

    async def archive_lead(self, lead_id: UUID | str) -> None:
        """Archive a lead: out of lists and limits, until the person writes again."""
        return await self._call(_ARCHIVE_LEAD, path={"lead_id": lead_id})

    async def list_leads(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Literal["blocked", "customer", "engaged", "lost", "new", "qualified"] | None = None,
        channel: str | None = None,
        q: str | None = None,
        sort: Literal["-created_at", "-name", "-updated_at", "created_at", "name", "updated_at"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.LeadSummaryPage:
        """Leads of the given stores, newest first."""
        return await self._call(
            _LIST_LEADS,
            query={"limit": limit, "offset": offset, "store_ids": store_ids, "status": status, "channel": channel, "q": q, "sort": sort},
        )

    def iter_leads(
        self,
        *,
        store_ids: Sequence[UUID | str],
        status: Literal["blocked", "customer", "engaged", "lost", "new", "qualified"] | None = None,
        channel: str | None = None,
        q: str | None = None,
        sort: Literal["-created_at", "-name", "-updated_at", "created_at", "name", "updated_at"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.LeadSummary]:
        """Every item of `list_leads`, fetched page by page."""
        return self._pages(
            partial(self.list_leads, store_ids=store_ids, status=status, channel=channel, q=q, sort=sort),
            page_size,
        )

    async def erase_lead(self, lead_id: UUID | str) -> types.ErasedLead:
        """Erase a person: all that was said and kept of them, and their name in orders, whose sums stay."""
        return await self._call(_ERASE_LEAD, path={"lead_id": lead_id})

    async def restore_lead(self, lead_id: UUID | str) -> types.Lead:
        """Bring an archived lead back."""
        return await self._call(_RESTORE_LEAD, path={"lead_id": lead_id})

    async def merge_lead(self, lead_id: UUID | str, body: types.MergeLead) -> types.Lead:
        """Make this lead part of another one; its addresses lead there from now on. There is no way back."""
        return await self._call(_MERGE_LEAD, path={"lead_id": lead_id}, body=body)

    async def list_lead_events(
        self,
        lead_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.LeadEventPage:
        """A lead's timeline, newest first."""
        return await self._call(_LIST_LEAD_EVENTS, path={"lead_id": lead_id}, query={"limit": limit, "offset": offset})

    def iter_lead_events(self, lead_id: UUID | str, *, page_size: int = PAGE_SIZE) -> AsyncIterator[types.LeadEvent]:
        """Every item of `list_lead_events`, fetched page by page."""
        return self._pages(partial(self.list_lead_events, lead_id), page_size)

    async def create_lead_event(
        self,
        lead_id: UUID | str,
        body: types.CreateLeadEvent,
        *,
        idempotency_key: str | None = None,
    ) -> types.LeadEvent:
        """Add an entry to a lead's timeline."""
        return await self._call(
            _CREATE_LEAD_EVENT,
            path={"lead_id": lead_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    async def list_products(
        self,
        *,
        store_id: UUID | str,
        q: str | None = None,
        category: str | None = None,
        active: bool | None = None,
        in_stock: bool | None = None,
        group: str | None = None,
        min_price_cents: int | None = None,
        max_price_cents: int | None = None,
        attributes: Sequence[str] | None = None,
        sort: Literal["-created_at", "-name", "-price", "-stock", "-updated_at", "created_at", "name", "price", "relevance", "stock", "updated_at"] | None = None,
        archived: bool | None = None,
        grouped: bool | None = None,
        facets: bool | None = None,
        highlight: bool | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ProductPage:
        """Products of a store, newest first; with `q`, those that fit it, best first, as the agent finds them."""
        return await self._call(
            _LIST_PRODUCTS,
            query={"limit": limit, "offset": offset, "store_id": store_id, "q": q, "category": category, "active": active, "in_stock": in_stock, "group": group, "min_price_cents": min_price_cents, "max_price_cents": max_price_cents, "attributes": attributes, "sort": sort, "archived": archived, "grouped": grouped, "facets": facets, "highlight": highlight},
        )

    def iter_products(
        self,
        *,
        store_id: UUID | str,
        q: str | None = None,
        category: str | None = None,
        active: bool | None = None,
        in_stock: bool | None = None,
        group: str | None = None,
        min_price_cents: int | None = None,
        max_price_cents: int | None = None,
        attributes: Sequence[str] | None = None,
        sort: Literal["-created_at", "-name", "-price", "-stock", "-updated_at", "created_at", "name", "price", "relevance", "stock", "updated_at"] | None = None,
        archived: bool | None = None,
        grouped: bool | None = None,
        facets: bool | None = None,
        highlight: bool | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.ListedProduct]:
        """Every item of `list_products`, fetched page by page."""
        return self._pages(
            partial(
    self.list_products,
    store_id=store_id,
    q=q,
    category=category,
    active=active,
    in_stock=in_stock,
    group=group,
    min_price_cents=min_price_cents,
    max_price_cents=max_price_cents,
    attributes=attributes,
    sort=sort,
    archived=archived,
    grouped=grouped,
    facets=facets,
    highlight=highlight,
),
            page_size,
        )

    async def create_product(self, body: types.CreateProduct, *, idempotency_key: str | None = None) -> types.Product:
        """Create a product."""
        return await self._call(_CREATE_PRODUCT, body=body, idempotency_key=idempotency_key)

    async def get_product(self, product_id: UUID | str) -> types.Product:
        """A product."""
        return await self._call(_GET_PRODUCT, path={"product_id": product_id})

    async def update_product(self, product_id: UUID | str, body: types.UpdateProduct) -> types.Product:
        """Change a product; only the keys given are written."""
        return await self._call(_UPDATE_PRODUCT, path={"product_id": product_id}, body=body)

    async def archive_product(self, product_id: UUID | str) -> None:
        """Archive a product: out of lists, search and limits, kept for its orders."""
        return await self._call(_ARCHIVE_PRODUCT, path={"product_id": product_id})

    async def restore_product(self, product_id: UUID | str) -> types.Product:
        """Bring an archived product back."""
        return await self._call(_RESTORE_PRODUCT, path={"product_id": product_id})

    async def duplicate_product(
        self,
        product_id: UUID | str,
        body: types.DuplicateProduct,
        *,
        idempotency_key: str | None = None,
    ) -> types.Product:
        """Copy a product with its pictures, inactive, without SKU, external id and stock."""
        return await self._call(
            _DUPLICATE_PRODUCT,
            path={"product_id": product_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    async def upsert_products(self, body: types.UpsertProducts) -> types.UpsertResult:
        """Insert or update up to 5,000 products; bad rows are reported by index."""
        return await self._call(_UPSERT_PRODUCTS, body=body)

    async def get_product_stats(self, store_id: UUID | str) -> types.ProductStats:
        """Numbers of a store's catalogue."""
        return await self._call(_GET_PRODUCT_STATS, path={"store_id": store_id})

    async def upsert_document_by_product(self, body: types.UpsertProductDocument) -> types.Document:
        """Create or replace the document of a product."""
        return await self._call(_UPSERT_DOCUMENT_BY_PRODUCT, body=body)

    async def list_documents(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        status: Literal["error", "processing", "ready"] | None = None,
        source_type: Literal["file", "manual", "product", "url"] | None = None,
        q: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.DocumentSummaryPage:
        """Documents of a store, newest first."""
        return await self._call(
            _LIST_DOCUMENTS,
            query={"limit": limit, "offset": offset, "store_id": store_id, "product_id": product_id, "agent_id": agent_id, "status": status, "source_type": source_type, "q": q},
        )

    def iter_documents(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        status: Literal["error", "processing", "ready"] | None = None,
        source_type: Literal["file", "manual", "product", "url"] | None = None,
        q: str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.DocumentSummary]:
        """Every item of `list_documents`, fetched page by page."""
        return self._pages(
            partial(
    self.list_documents,
    store_id=store_id,
    product_id=product_id,
    agent_id=agent_id,
    status=status,
    source_type=source_type,
    q=q,
),
            page_size,
        )

    async def create_document(
        self,
        body: types.CreateDocument,
        *,
        idempotency_key: str | None = None,
    ) -> types.Document:
        """Create a document; its text is chunked and embedded in the background."""
        return await self._call(_CREATE_DOCUMENT, body=body, idempotency_key=idempotency_key)

    async def get_document(self, document_id: UUID | str) -> types.Document:
        """Document with its text, state and agents."""
        return await self._call(_GET_DOCUMENT, path={"document_id": document_id})

    async def update_document(self, document_id: UUID | str, body: types.UpdateDocument) -> types.Document:
        """Change a document."""
        return await self._call(_UPDATE_DOCUMENT, path={"document_id": document_id}, body=body)

    async def delete_document(self, document_id: UUID | str) -> None:
        """Delete a document with its chunks and links."""
        return await self._call(_DELETE_DOCUMENT, path={"document_id": document_id})

    async def find_document_passages(self, document_id: UUID | str, *, q: str) -> list[types.FoundChunk]:
        """The passages that an agent would answer a question from, best first."""
        return await self._call(_FIND_DOCUMENT_PASSAGES, path={"document_id": document_id}, query={"q": q})

    async def replace_document_agents(
        self,
        document_id: UUID | str,
        body: types.ReplaceDocumentAgents,
    ) -> types.Document:
        """Replace the agents that may use the document."""
        return await self._call(_REPLACE_DOCUMENT_AGENTS, path={"document_id": document_id}, body=body)

    async def list_stores(self, *, company_id: str | None = None) -> list[types.Store]:
        """The company's stores, newest first."""
        return await self._call(_LIST_STORES, query={"company_id": company_id})

    async def create_store(self, body: types.CreateStore, *, idempotency_key: str | None = None) -> types.Store:
        """Create a store."""
        return await self._call(_CREATE_STORE, body=body, idempotency_key=idempotency_key)

    async def get_store(self, store_id: UUID | str) -> types.Store:
        """A store."""
        return await self._call(_GET_STORE, path={"store_id": store_id})

    async def update_store(self, store_id: UUID | str, body: types.UpdateStore) -> types.Store:
        """Change a store."""
        return await self._call(_UPDATE_STORE, path={"store_id": store_id}, body=body)

    async def archive_store(self, store_id: UUID | str) -> None:
        """Archive a store that has no open orders: out of lists and limits, with all that is in it."""
        return await self._call(_ARCHIVE_STORE, path={"store_id": store_id})

    async def restore_store(self, store_id: UUID | str) -> types.Store:
        """Bring an archived store back."""
        return await self._call(_RESTORE_STORE, path={"store_id": store_id})

    async def check_slug(self, slug: str) -> types.SlugAvailability:
        """Whether an address is free, with a suggestion when it is not."""
        return await self._call(_CHECK_SLUG, path={"slug": slug})

    async def get_synonyms(self, store_id: UUID | str) -> types.Synonyms:
        """What the store calls alike."""
        return await self._call(_GET_SYNONYMS, path={"store_id": store_id})

    async def replace_synonyms(self, store_id: UUID | str, body: types.ReplaceSynonyms) -> types.Synonyms:
        """Replace what the store calls alike; the next search uses it."""
        return await self._call(_REPLACE_SYNONYMS, path={"store_id": store_id}, body=body)

    async def get_company(self) -> types.Company:
        """The actor's company."""
        return await self._call(_GET_COMPANY)

    async def update_company(self, body: types.UpdateCompany) -> types.Company:
        """Change the actor's company."""
        return await self._call(_UPDATE_COMPANY, body=body)

    async def export_company(self) -> bytes:
        """All that is kept of the company, as lines of JSON (what `tenants export` writes); secrets are left out."""
        return await self._call(_EXPORT_COMPANY)

    async def ensure_company(self, body: types.EnsureCompany) -> types.Company:
        """The actor's company, made when it is missing."""
        return await self._call(_ENSURE_COMPANY, body=body)

    async def list_members(self) -> list[types.CompanyMember]:
        """Who acts for the company beside its owner."""
        return await self._call(_LIST_MEMBERS)

    async def add_member(self, body: types.CreateMember, *, idempotency_key: str | None = None) -> types.CompanyMember:
        """Make an existing user a member."""
        return await self._call(_ADD_MEMBER, body=body, idempotency_key=idempotency_key)

    async def update_member(self, user_id: str, body: types.UpdateMember) -> types.CompanyMember:
        """Give a member another role, effective at once."""
        return await self._call(_UPDATE_MEMBER, path={"user_id": user_id}, body=body)

    async def remove_member(self, user_id: str) -> None:
        """End a membership, effective at once."""
        return await self._call(_REMOVE_MEMBER, path={"user_id": user_id})

    async def list_memberships(self, *, user_id: str) -> list[types.Membership]:
        """For whom a user may act: all companies when the actor asks for themself, else the actor's own alone."""
        return await self._call(_LIST_MEMBERSHIPS, query={"user_id": user_id})

    async def list_invitations(self) -> list[types.Invitation]:
        """Invitations that nobody has accepted yet, newest first; expired ones for another month."""
        return await self._call(_LIST_INVITATIONS)

    async def create_invitation(
        self,
        body: types.CreateInvitation,
        *,
        idempotency_key: str | None = None,
    ) -> types.Invitation:
        """Mail somebody a link that makes them a member; it holds for seven days."""
        return await self._call(_CREATE_INVITATION, body=body, idempotency_key=idempotency_key)

    async def get_invitation(self, invitation_id: UUID | str) -> types.Invitation:
        """One invitation."""
        return await self._call(_GET_INVITATION, path={"invitation_id": invitation_id})

    async def withdraw_invitation(self, invitation_id: UUID | str) -> None:
        """Withdraw an invitation: its link is worthless."""
        return await self._call(_WITHDRAW_INVITATION, path={"invitation_id": invitation_id})

    async def list_companies_of_user(self, user_id: str) -> list[types.Membership]:
        """For whom a user may act: their own company first, then those they are a member of."""
        return await self._call(_LIST_COMPANIES_OF_USER, path={"user_id": user_id})

    async def get_invitation_by_token(self, token: str) -> types.OpenInvitation:
        """What the link of an invitation stands for, while it holds."""
        return await self._call(_GET_INVITATION_BY_TOKEN, path={"token": token})

    async def accept_invitation(self, body: types.AcceptInvitation) -> types.Membership:
        """Make the signed-in user whose address was invited a member."""
        return await self._call(_ACCEPT_INVITATION, body=body)

    async def get_dashboard(self, store_id: UUID | str) -> types.Dashboard:
        """Numbers of a store: orders, leads, products, recent conversations."""
        return await self._call(_GET_DASHBOARD, path={"store_id": store_id})

    async def get_numbers(
        self,
        store_id: UUID | str,
        *,
        from_: date | None = None,
        to: date | None = None,
        days: int | None = None,
        lists: bool | None = None,
    ) -> types.Numbers:
        """Orders, revenue, conversations and answers of some days, compared with as many days before."""
        return await self._call(
            _GET_NUMBERS,
            path={"store_id": store_id},
            query={"from": from_, "to": to, "days": days, "lists": lists},
        )

    async def create_message(self, body: types.CreateMessage, *, idempotency_key: str | None = None) -> types.Message:
        """Record a message; 200 when the gateway has delivered it before."""
        return await self._call(_CREATE_MESSAGE, body=body, idempotency_key=idempotency_key)

    async def list_messages(
        self,
        *,
        lead_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.MessagePage:
        """Messages of a lead or an agent, newest first."""
        return await self._call(
            _LIST_MESSAGES,
            query={"limit": limit, "offset": offset, "lead_id": lead_id, "agent_id": agent_id},
        )

    def iter_messages(
        self,
        *,
        lead_id: UUID | str | None = None,
        agent_id: UUID | str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.Message]:
        """Every item of `list_messages`, fetched page by page."""
        return self._pages(partial(self.list_messages, lead_id=lead_id, agent_id=agent_id), page_size)

    async def list_conversations(
        self,
        *,
        store_ids: Sequence[UUID | str],
        state: Literal["bot", "closed", "human", "waiting"] | None = None,
        unread: bool | None = None,
        attendance: bool | None = None,
        agent_id: UUID | str | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ConversationPage:
        """Conversations of the given stores, what changed last first."""
        return await self._call(
            _LIST_CONVERSATIONS,
            query={"limit": limit, "offset": offset, "store_ids": store_ids, "state": state, "unread": unread, "attendance": attendance, "agent_id": agent_id, "lead_id": lead_id, "q": q},
        )

    def iter_conversations(
        self,
        *,
        store_ids: Sequence[UUID | str],
        state: Literal["bot", "closed", "human", "waiting"] | None = None,
        unread: bool | None = None,
        attendance: bool | None = None,
        agent_id: UUID | str | None = None,
        lead_id: UUID | str | None = None,
        q: str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.ConversationSummary]:
        """Every item of `list_conversations`, fetched page by page."""
        return self._pages(
            partial(
    self.list_conversations,
    store_ids=store_ids,
    state=state,
    unread=unread,
    attendance=attendance,
    agent_id=agent_id,
    lead_id=lead_id,
    q=q,
),
            page_size,
        )

    async def get_conversation(self, conversation_id: UUID | str) -> types.Conversation:
        """A conversation with its cart, its lead, the orders of both, and the notes of the desk."""
        return await self._call(_GET_CONVERSATION, path={"conversation_id": conversation_id})

    async def list_conversation_messages(
        self,
        conversation_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ConversationMessagePage:
        """What was said, newest first, and how each answer came about."""
        return await self._call(
            _LIST_CONVERSATION_MESSAGES,
            path={"conversation_id": conversation_id},
            query={"limit": limit, "offset": offset},
        )

    def iter_conversation_messages(
        self,
        conversation_id: UUID | str,
        *,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.ConversationMessage]:
        """Every item of `list_conversation_messages`, fetched page by page."""
        return self._pages(partial(self.list_conversation_messages, conversation_id), page_size)

    async def take_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """A person attends it: the assistant is silent until it is released."""
        return await self._call(_TAKE_CONVERSATION, path={"conversation_id": conversation_id})

    async def release_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """The assistant attends it again."""
        return await self._call(_RELEASE_CONVERSATION, path={"conversation_id": conversation_id})

    async def close_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """Nobody attends it; the shopper's next message opens it again."""
        return await self._call(_CLOSE_CONVERSATION, path={"conversation_id": conversation_id})

    async def read_conversation(self, conversation_id: UUID | str) -> types.ConversationSummary:
        """Its messages have been seen."""
        return await self._call(_READ_CONVERSATION, path={"conversation_id": conversation_id})

    async def reply_in_conversation(
        self,
        conversation_id: UUID | str,
        body: types.CreateReply,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConversationMessage:
        """Answer the shopper as a person; by the messaging gateway where one is set."""
        return await self._call(
            _REPLY_IN_CONVERSATION,
            path={"conversation_id": conversation_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    async def create_conversation_note(
        self,
        conversation_id: UUID | str,
        body: types.CreateNote,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConversationNote:
        """Keep a note for colleagues: no shopper and no model ever sees it."""
        return await self._call(
            _CREATE_CONVERSATION_NOTE,
            path={"conversation_id": conversation_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    async def delete_conversation_note(self, conversation_id: UUID | str, note_id: UUID | str) -> None:
        """Take a note away."""
        return await self._call(
            _DELETE_CONVERSATION_NOTE,
            path={"conversation_id": conversation_id, "note_id": note_id},
        )

    async def list_saved_views(self, *, page: str | None = None) -> list[types.SavedView]:
        """The company's views, of one page or all, by name."""
        return await self._call(_LIST_SAVED_VIEWS, query={"page": page})

    async def save_view(self, body: types.SaveView, *, idempotency_key: str | None = None) -> types.SavedView:
        """Keep a view; one of the same page and name takes the new query."""
        return await self._call(_SAVE_VIEW, body=body, idempotency_key=idempotency_key)

    async def delete_saved_view(self, view_id: UUID | str) -> None:
        """Forget a view."""
        return await self._call(_DELETE_SAVED_VIEW, path={"view_id": view_id})

    async def list_agent_tests(self, *, agent_id: UUID | str) -> list[types.AgentTest]:
        """An agent's test conversations with their last results, in the order they were written."""
        return await self._call(_LIST_AGENT_TESTS, query={"agent_id": agent_id})

    async def create_agent_test(
        self,
        body: types.CreateAgentTest,
        *,
        idempotency_key: str | None = None,
    ) -> types.AgentTest:
        """Keep a conversation to try the agent with."""
        return await self._call(_CREATE_AGENT_TEST, body=body, idempotency_key=idempotency_key)

    async def export_agent_tests(self, *, agent_id: UUID | str) -> types.TestFile:
        """An agent's tests as a file, with its shop: what `chat evaluate` holds, and what POST …/import takes again."""
        return await self._call(_EXPORT_AGENT_TESTS, query={"agent_id": agent_id})

    async def import_agent_tests(self, body: types.ImportAgentTests) -> types.ImportedAgentTests:
        """Keep the conversations of a file as tests; one of the same name is replaced. Errors: nothing is changed."""
        return await self._call(_IMPORT_AGENT_TESTS, body=body)

    async def update_agent_test(self, test_id: UUID | str, body: types.UpdateAgentTest) -> types.AgentTest:
        """Change a test; its last result goes."""
        return await self._call(_UPDATE_AGENT_TEST, path={"test_id": test_id}, body=body)

    async def delete_agent_test(self, test_id: UUID | str) -> None:
        """Forget a test."""
        return await self._call(_DELETE_AGENT_TEST, path={"test_id": test_id})

    async def run_agent_tests(self, body: types.RunAgentTests) -> types.Queued:
        """Hold the agent's test conversations as rehearsals, in the background: no order is made, tokens are used."""
        return await self._call(_RUN_AGENT_TESTS, body=body)

    async def list_events(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> types.EventPage:
        """What has happened in the company since an event, in order, or before one, the latest first; kept for 30 days."""
        return await self._call(_LIST_EVENTS, query={"after": after, "before": before, "limit": limit})

    async def list_webhook_endpoints(self) -> list[types.WebhookEndpoint]:
        """The company's webhook endpoints, newest first."""
        return await self._call(_LIST_WEBHOOK_ENDPOINTS)

    async def create_webhook_endpoint(
        self,
        body: types.CreateWebhookEndpoint,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookEndpoint:
        """Create an endpoint, 20 at most; its secret is in this answer and in no other, nor in one that is replayed."""
        return await self._call(_CREATE_WEBHOOK_ENDPOINT, body=body, idempotency_key=idempotency_key)

    async def get_webhook_endpoint(self, endpoint_id: UUID | str) -> types.WebhookEndpoint:
        """An endpoint, without its secret."""
        return await self._call(_GET_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id})

    async def update_webhook_endpoint(
        self,
        endpoint_id: UUID | str,
        body: types.UpdateWebhookEndpoint,
    ) -> types.WebhookEndpoint:
        """Change an endpoint; while it is off, what was on its way waits."""
        return await self._call(_UPDATE_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id}, body=body)

    async def delete_webhook_endpoint(self, endpoint_id: UUID | str) -> None:
        """Delete an endpoint with its deliveries."""
        return await self._call(_DELETE_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id})

    async def roll_webhook_secret(self, endpoint_id: UUID | str) -> types.WebhookEndpoint:
        """Make a new secret, shown in this answer alone; the old one signs along for 24 hours."""
        return await self._call(_ROLL_WEBHOOK_SECRET, path={"endpoint_id": endpoint_id})

    async def test_webhook_endpoint(self, endpoint_id: UUID | str) -> types.WebhookTest:
        """Send a signed `ping` and say what came of it; 200 also when it fails."""
        return await self._call(_TEST_WEBHOOK_ENDPOINT, path={"endpoint_id": endpoint_id})

    async def list_webhook_deliveries(
        self,
        endpoint_id: UUID | str,
        *,
        status: Literal["dead", "delivered", "failing", "pending"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.WebhookDeliveryPage:
        """What an endpoint was sent and is to be sent, newest first; kept for 30 days."""
        return await self._call(
            _LIST_WEBHOOK_DELIVERIES,
            path={"endpoint_id": endpoint_id},
            query={"limit": limit, "offset": offset, "status": status},
        )

    def iter_webhook_deliveries(
        self,
        endpoint_id: UUID | str,
        *,
        status: Literal["dead", "delivered", "failing", "pending"] | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.WebhookDelivery]:
        """Every item of `list_webhook_deliveries`, fetched page by page."""
        return self._pages(partial(self.list_webhook_deliveries, endpoint_id, status=status), page_size)

    async def replay_webhook_delivery(self, endpoint_id: UUID | str, delivery_id: UUID | str) -> types.WebhookDelivery:
        """Send a delivery again, under the same `webhook-id`."""
        return await self._call(_REPLAY_WEBHOOK_DELIVERY, path={"endpoint_id": endpoint_id, "delivery_id": delivery_id})

    async def list_audit(
        self,
        *,
        actor_user_id: str | None = None,
        target_type: str | None = None,
        target_id: str | None = None,
        action: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.AuditEntryPage:
        """Who changed what in the company, newest first."""
        return await self._call(
            _LIST_AUDIT,
            query={"limit": limit, "offset": offset, "actor_user_id": actor_user_id, "target_type": target_type, "target_id": target_id, "action": action, "from": from_, "to": to},
        )

    def iter_audit(
        self,
        *,
        actor_user_id: str | None = None,
        target_type: str | None = None,
        target_id: str | None = None,
        action: str | None = None,
        from_: datetime | None = None,
        to: datetime | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.AuditEntry]:
        """Every item of `list_audit`, fetched page by page."""
        return self._pages(
            partial(
    self.list_audit,
    actor_user_id=actor_user_id,
    target_type=target_type,
    target_id=target_id,
    action=action,
    from_=from_,
    to=to,
),
            page_size,
        )

    async def create_token_usage(
        self,
        body: types.CreateTokenUsage,
        *,
        idempotency_key: str | None = None,
    ) -> types.TokenUsage:
        """Record the tokens of a model call; 200 when the request_id was recorded before."""
        return await self._call(_CREATE_TOKEN_USAGE, body=body, idempotency_key=idempotency_key)

    async def list_token_usage(
        self,
        *,
        company_id: str | None = None,
        period_start: str | None = None,
        period_end: str | None = None,
        limit: int | None = None,
    ) -> list[types.TokenUsage]:
        """Usage of the days or the time asked for, newest first; without a limit the whole list."""
        return await self._call(
            _LIST_TOKEN_USAGE,
            query={"company_id": company_id, "period_start": period_start, "period_end": period_end, "limit": limit},
        )

    async def summarise_token_usage(
        self,
        *,
        company_id: str | None = None,
        period: str | None = None,
    ) -> types.TokenUsageSummary:
        """A month's tokens by model and kind of call."""
        return await self._call(_SUMMARISE_TOKEN_USAGE, query={"company_id": company_id, "period": period})

    async def decrement_for_order(self, body: types.MoveOrderStock) -> types.StockMoved:
        """Take an order's items out of stock, once."""
        return await self._call(_DECREMENT_FOR_ORDER, body=body)

    async def restore_for_order(self, body: types.MoveOrderStock) -> types.StockMoved:
        """Give an order's items back to the stock, once."""
        return await self._call(_RESTORE_FOR_ORDER, body=body)

    async def list_stock_movements(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        order_id: UUID | str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.StockMovementPage:
        """Every change of a store's stock, newest first."""
        return await self._call(
            _LIST_STOCK_MOVEMENTS,
            query={"limit": limit, "offset": offset, "store_id": store_id, "product_id": product_id, "order_id": order_id},
        )

    def iter_stock_movements(
        self,
        *,
        store_id: UUID | str,
        product_id: UUID | str | None = None,
        order_id: UUID | str | None = None,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.StockMovement]:
        """Every item of `list_stock_movements`, fetched page by page."""
        return self._pages(
            partial(self.list_stock_movements, store_id=store_id, product_id=product_id, order_id=order_id),
            page_size,
        )

    async def list_coupons(
        self,
        *,
        store_id: UUID | str,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.Coupon]:
        """The coupons of a store, newest first; the header X-Total-Count says how many it has."""
        return await self._call(_LIST_COUPONS, query={"limit": limit, "offset": offset, "store_id": store_id})

    async def create_coupon(self, body: types.CreateCoupon, *, idempotency_key: str | None = None) -> types.Coupon:
        """Create a coupon; its code is one in its store, in any case."""
        return await self._call(_CREATE_COUPON, body=body, idempotency_key=idempotency_key)

    async def update_coupon(self, coupon_id: UUID | str, body: types.UpdateCoupon) -> types.Coupon:
        """Change a coupon; orders that were made with it stay as they are."""
        return await self._call(_UPDATE_COUPON, path={"coupon_id": coupon_id}, body=body)

    async def delete_coupon(self, coupon_id: UUID | str) -> None:
        """Delete a coupon; orders keep its code."""
        return await self._call(_DELETE_COUPON, path={"coupon_id": coupon_id})

    async def get_shipping_rules(self, store_id: UUID | str) -> types.ShippingRules:
        """The ways to get an order, in the order they are offered."""
        return await self._call(_GET_SHIPPING_RULES, path={"store_id": store_id})

    async def replace_shipping_rules(
        self,
        store_id: UUID | str,
        body: types.ReplaceShippingRules,
    ) -> types.ShippingRules:
        """Replace a store's shipping rules."""
        return await self._call(_REPLACE_SHIPPING_RULES, path={"store_id": store_id}, body=body)

    async def ask_shipping_quote(self, store_id: UUID | str, body: types.AskShippingQuote) -> types.ShippingQuote:
        """What the store offers for an order of this total to this postal code."""
        return await self._call(_ASK_SHIPPING_QUOTE, path={"store_id": store_id}, body=body)

    async def list_agents(self, *, store_id: UUID | str) -> list[types.Agent]:
        """A store's agents, newest first."""
        return await self._call(_LIST_AGENTS, query={"store_id": store_id})

    async def create_agent(self, body: types.CreateAgent, *, idempotency_key: str | None = None) -> types.Agent:
        """Make an agent, switched off; the backend makes its messaging_instance_id."""
        return await self._call(_CREATE_AGENT, body=body, idempotency_key=idempotency_key)

    async def get_full_agent(self, agent_id: UUID | str, *, conversations: int | None = None) -> types.FullAgent:
        """An agent with its knowledge base, the number of its conversations and, when asked for, the latest of them."""
        return await self._call(_GET_FULL_AGENT, path={"agent_id": agent_id}, query={"conversations": conversations})

    async def update_agent(self, agent_id: UUID | str, body: types.UpdateAgent) -> types.Agent:
        """Change an agent."""
        return await self._call(_UPDATE_AGENT, path={"agent_id": agent_id}, body=body)

    async def archive_agent(self, agent_id: UUID | str) -> None:
        """Archive an agent: switched off, out of lists and limits; what it said stays."""
        return await self._call(_ARCHIVE_AGENT, path={"agent_id": agent_id})

    async def restore_agent(self, agent_id: UUID | str) -> types.Agent:
        """Bring an archived agent back, switched off."""
        return await self._call(_RESTORE_AGENT, path={"agent_id": agent_id})

    async def toggle_agent(self, agent_id: UUID | str) -> types.Agent:
        """Switch an agent on or off; a store has at most one active agent."""
        return await self._call(_TOGGLE_AGENT, path={"agent_id": agent_id})

    async def replace_knowledge(self, agent_id: UUID | str, body: types.ReplaceKnowledge) -> types.FullAgent:
        """Replace the documents the agent answers from."""
        return await self._call(_REPLACE_KNOWLEDGE, path={"agent_id": agent_id}, body=body)

    async def list_agent_conversations(
        self,
        agent_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> types.ThreadPage:
        """The agent's conversations, the latest first."""
        return await self._call(
            _LIST_AGENT_CONVERSATIONS,
            path={"agent_id": agent_id},
            query={"limit": limit, "offset": offset},
        )

    def iter_agent_conversations(
        self,
        agent_id: UUID | str,
        *,
        page_size: int = PAGE_SIZE,
    ) -> AsyncIterator[types.Thread]:
        """Every item of `list_agent_conversations`, fetched page by page."""
        return self._pages(partial(self.list_agent_conversations, agent_id), page_size)

    async def get_agent_by_instance(self, instance_id: str) -> types.InstanceAgent:
        """The agent of a messaging instance, with its store and company."""
        return await self._call(_GET_AGENT_BY_INSTANCE, path={"instance_id": instance_id})

    async def list_agent_types(self) -> list[types.AgentTypeView]:
        """Agent types with config and price."""
        return await self._call(_LIST_AGENT_TYPES)

    async def get_agent_type(self, type: str) -> types.AgentTypeView:
        """An agent type, checked against this installation."""
        return await self._call(_GET_AGENT_TYPE, path={"type": type})

    async def reload_agent_types(self) -> types.Reloaded:
        """Read the configuration file again; an invalid file changes nothing."""
        return await self._call(_RELOAD_AGENT_TYPES)

    async def create_product_file(
        self,
        product_id: UUID | str,
        body: types.CreateProductFile,
        *,
        idempotency_key: str | None = None,
    ) -> types.ProductFile:
        """Record a file of a product after its upload to object storage."""
        return await self._call(
            _CREATE_PRODUCT_FILE,
            path={"product_id": product_id},
            body=body,
            idempotency_key=idempotency_key,
        )

    async def list_product_files(
        self,
        product_id: UUID | str,
        *,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[types.ProductFile]:
        """A product's files, newest first; the header X-Total-Count says how many it has."""
        return await self._call(
            _LIST_PRODUCT_FILES,
            path={"product_id": product_id},
            query={"limit": limit, "offset": offset},
        )

    async def get_product_file(self, file_id: UUID | str) -> types.ProductFile:
        """A file's record."""
        return await self._call(_GET_PRODUCT_FILE, path={"file_id": file_id})

    async def delete_product_file(self, file_id: UUID | str) -> None:
        """Delete a file's record and the document of its text; the object itself belongs to whoever stored it."""
        return await self._call(_DELETE_PRODUCT_FILE, path={"file_id": file_id})

    async def set_product_file_status(self, file_id: UUID | str, body: types.SetProductFileStatus) -> types.ProductFile:
        """Say what became of a file."""
        return await self._call(_SET_PRODUCT_FILE_STATUS, path={"file_id": file_id}, body=body)

    async def create_picture(self, product_id: UUID | str, file: Upload) -> types.Picture:
        """Add a picture to a product: a JPEG, PNG or WebP of at most 10 MiB and 50 million pixels."""
        return await self._call(_CREATE_PICTURE, path={"product_id": product_id}, upload=file)

    async def order_pictures(self, product_id: UUID | str, body: types.OrderPictures) -> list[types.Picture]:
        """Give a product's pictures another order; `ids` names each of them once."""
        return await self._call(_ORDER_PICTURES, path={"product_id": product_id}, body=body)

    async def delete_picture(self, product_id: UUID | str, picture_id: UUID | str) -> None:
        """Take a picture away from a product."""
        return await self._call(_DELETE_PICTURE, path={"product_id": product_id, "picture_id": picture_id})

    async def get_media(self, folder: str, name: str) -> bytes:
        """A picture, to be kept for ever: what an address leads to does not change."""
        return await self._call(_GET_MEDIA, path={"folder": folder, "name": name})

    async def get_stock_sync_settings(self, store_id: UUID | str) -> types.StockSyncSettings:
        """The store's ERP link, without its secrets."""
        return await self._call(_GET_STOCK_SYNC_SETTINGS, path={"store_id": store_id})

    async def update_stock_sync_settings(
        self,
        store_id: UUID | str,
        body: types.UpdateStockSyncSettings,
    ) -> types.StockSyncSettings:
        """Change the ERP link; a secret that is made here is in this answer and in no other."""
        return await self._call(_UPDATE_STOCK_SYNC_SETTINGS, path={"store_id": store_id}, body=body)

    async def test_outbound(self, store_id: UUID | str) -> types.OutboundTest:
        """Push a signed `ping` to the ERP and say what came of it; 200 also when it fails."""
        return await self._call(_TEST_OUTBOUND, path={"store_id": store_id})

    async def receive_stock(
        self,
        store_id: str,
        content: bytes,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.StockReceived:
        """Stock from the store's ERP, signed with the store's inbound_secret."""
        return await self._call(_RECEIVE_STOCK, path={"store_id": store_id}, content=content, headers=headers)

    async def send_reset_password(self, body: types.SendResetPassword) -> types.MailAccepted:
        """Send the password-reset mail."""
        return await self._call(_SEND_RESET_PASSWORD, body=body)

    async def send_confirm_email(self, body: types.SendConfirmEmail) -> types.MailAccepted:
        """Send the mail that confirms a new e-mail address, to that address."""
        return await self._call(_SEND_CONFIRM_EMAIL, body=body)

    async def receive_pix(self, content: bytes, *, headers: Mapping[str, str] | None = None) -> types.PixReceipt:
        """Confirm a PIX payment: the provider's notification, its body as it came."""
        return await self._call(_RECEIVE_PIX, content=content, headers=headers)

    async def receive_card_event(
        self,
        content: bytes,
        *,
        headers: Mapping[str, str] | None = None,
    ) -> types.CardEventReceipt:
        """An event of the card provider, signed."""
        return await self._call(_RECEIVE_CARD_EVENT, content=content, headers=headers)

    async def embed_texts(self, body: types.EmbedTexts) -> types.Embeddings:
        """Vectors of one text or many."""
        return await self._call(_EMBED_TEXTS, body=body)

    async def create_embeddings(self, body: types.CreateEmbeddings) -> types.EmbeddingList:
        """Vectors in the form of OpenAI's API, so that its clients work unchanged."""
        return await self._call(_CREATE_EMBEDDINGS, body=body)

    async def list_openai_models(self) -> types.OpenAIModelList:
        """The embedding model that serves."""
        return await self._call(_LIST_OPENAI_MODELS)

    async def get_openai_model(self, model: str) -> types.OpenAIModel:
        """The embedding model that serves, by its name."""
        return await self._call(_GET_OPENAI_MODEL, path={"model": model})

    async def chat(self, body: types.ChatRequest) -> types.ChatAnswer:
        """Answer a shopper's message, with the store's tools."""
        return await self._call(_CHAT, body=body)

    async def extract_lead(self, body: types.ExtractLead) -> types.ExtractedLead:
        """What a conversation adds to a lead's profile, each field with its confidence; nothing is stored."""
        return await self._call(_EXTRACT_LEAD, body=body)

    async def process_file(
        self,
        file: Upload,
        *,
        chunk_tokens: int | None = None,
        overlap_tokens: int | None = None,
        embed: bool | None = None,
        tables: bool | None = None,
    ) -> types.ProcessedFile:
        """Text and chunks of a PDF, CSV or XLSX upload."""
        return await self._call(
            _PROCESS_FILE,
            upload=file,
            form={"chunk_tokens": chunk_tokens, "overlap_tokens": overlap_tokens, "embed": embed, "tables": tables},
        )

    async def list_supported_formats(self) -> types.SupportedFormats:
        """Formats and limits of POST /process-file."""
        return await self._call(_LIST_SUPPORTED_FORMATS)

    async def get_service_info(self) -> types.ServiceInfo:
        """Name, version and links."""
        return await self._call(_GET_SERVICE_INFO)

    async def get_health(self) -> types.Health:
        """State of language model, database, embedding and agents; `degraded` when any is down."""
        return await self._call(_GET_HEALTH)

    async def get_liveness(self) -> types.Liveness:
        """The process is alive."""
        return await self._call(_GET_LIVENESS)

    async def get_readiness(self) -> types.Liveness:
        """The process takes requests; 503 while it starts or drains."""
        return await self._call(_GET_READINESS)

    async def get_metrics(self) -> bytes:
        """Prometheus metrics of this process."""
        return await self._call(_GET_METRICS)

    async def get_openapi(self) -> bytes:
        """This API's OpenAPI 3.1 document."""
        return await self._call(_GET_OPENAPI)

    async def get_docs(self) -> bytes:
        """Interactive documentation, served from here alone."""
        return await self._call(_GET_DOCS)

    async def get_docs_asset(self, name: str) -> bytes:
        """A file of the documentation page."""
        return await self._call(_GET_DOCS_ASSET, path={"name": name})
