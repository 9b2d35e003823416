"""The service, the provider and the reference ledger, compared."""

from fractions import Fraction

from tests.features.billing.reference import Account
from tests.features.billing.stage import Client, Stage

_BILLED = """
SELECT count(*) FILTER (WHERE t.total_tokens <> t.from_included + t.from_topup + t.from_overage + t.from_absorbed),
       count(*) FILTER (WHERE t.from_overage > 0 AND b.price <> t.overage_price),
       count(*) FILTER (WHERE b.id IS NOT NULL AND h.id IS NOT NULL),
       count(*) FILTER (WHERE t.from_overage > 0 AND (t.plan_id IS NULL OR f.slug = 'free')),
       coalesce(sum(t.from_overage * t.overage_price), 0)::bigint,
       (SELECT coalesce(sum(tokens) FILTER (WHERE status = 'sent'), 0)::bigint
          FROM usage_report_batches WHERE company_id = $1),
       (SELECT coalesce(sum(tokens), 0)::bigint FROM usage_report_batches WHERE company_id = $1),
       (SELECT coalesce(sum(amount_cents) FILTER (WHERE status = 'succeeded'), 0)::bigint
          FROM charges WHERE company_id = $1 AND kind = 'overage'),
       (SELECT coalesce(sum(amount_cents), 0)::bigint FROM charges WHERE company_id = $1 AND kind = 'overage')
  FROM token_usage t
  LEFT JOIN plans f ON f.id = t.plan_id
  LEFT JOIN usage_report_batches b ON b.company_id = $1 AND b.id = t.batch_id
  LEFT JOIN charges h ON h.company_id = $1 AND h.id = t.batch_id
 WHERE t.company_id = $1"""


_UNFINISHED = """
SELECT h.id
  FROM charges h
 WHERE h.company_id = $1
   AND h.kind = 'topup'
   AND h.status NOT IN ('succeeded', 'failed', 'canceled')"""


def compare(stage: Stage, clients: list[Client], accounts: list[Account]) -> None:
    """After every step: the month is that of the ledger, and what was billed is what the rows say."""
    for client, account in zip(clients, accounts, strict=True):
        _month(stage, client, account)
        ((split, price, twice, free, owed, *billed),) = stage.fetch(_BILLED, client.id)
        # Each token in one part, billed by the meter or a charge at its own price, and nothing of the free plan.
        assert (split, price, twice, free) == (0, 0, 0, 0)
        assert Fraction(owed, 1_000_000) == account.owed
        if client.customer:
            _provider(stage, client, *billed)


def _month(stage: Stage, client: Client, account: Account) -> None:
    now = stage.now
    month, usage = account.month(now), client.usage()
    assert usage["used"] == month.used
    assert usage["included_remaining"] == account.included_left(now)
    assert usage["topup_remaining"] == sum(account.topups.values())
    assert (usage["overage_tokens"], usage["absorbed_tokens"]) == (month.overage_tokens, month.absorbed)
    assert usage["overage_cents"] == -(-month.owed // 1)
    left = account.left(now)
    assert (usage["state"] == "BLOCK") is (left is not None and left <= 0)


def _provider(stage: Stage, client: Client, sent: int, claimed: int, paid: int, asked: int) -> None:
    """The provider has all that we know to have arrived there, nothing we did not send, and no charge twice."""
    provider = stage.provider
    assert sent <= provider.metered(client.customer) <= claimed
    mine = [
        intent
        for intent in provider.payment_intents.values()
        if intent["customer"] == client.customer
        and intent["metadata"]["kind"] == "overage"
        and intent["status"] == "succeeded"
    ]
    assert paid <= sum(intent["amount"] for intent in mine) <= asked
    assert len({intent["metadata"]["overage_id"] for intent in mine}) == len(mine)


def compare_in_the_end(stage: Stage, clients: list[Client], accounts: list[Account]) -> None:
    """When all is paid: the provider's invoices for usage and our charges are what is owed, less than a real open."""
    charged = """SELECT coalesce(sum(amount_cents), 0)::bigint, coalesce(sum(micros), 0)::bigint, count(*)
                   FROM charges WHERE company_id = $1 AND kind = 'overage' AND status = 'succeeded'"""
    for client, account in zip(clients, accounts, strict=True):
        assert stage.fetch(_UNFINISHED, client.id) == []
        ((cents, micros, count),) = stage.fetch(charged, client.id)
        owed = account.owed - stage.provider.invoiced(client.customer) - Fraction(micros, 1_000_000)
        assert 0 <= owed < 100
        assert cents - Fraction(micros, 1_000_000) <= count
