"""A bill that nobody disputes: whatever happens in whatever order, the service bills what the ledger owes.

Usage, chats, subscribing, moving, cancelling, paying or not, top-ups, refunds, settings, prices, the month's end,
faults of every class, restarts. After every step each token is in exactly one part, at its own price, below the cap,
billed at most once, and the provider has what we think it has. STATE_MACHINE_EXAMPLES times 100 steps; the suite
takes 20.
"""

import os
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from tests.fakes.cardprovider import CARD_3DS, CARD_DECLINED, GOOD_CARD, MONTH_S
from tests.features.billing.reference import Account, Plan, Subscription
from tests.features.billing.stage import BILLING, PLANS, Client, Stage

EXAMPLES = int(os.environ.get("STATE_MACHINE_EXAMPLES", "20"))
STEPS = 100
WHO = st.integers(0, 1)
TOKENS = st.sampled_from([1, 999, 34_483, 199_999, 200_001, 650_000, 1_777_777, 2_000_000, 9_000_000])
FAULTS = st.sampled_from(["rolled", "401", "403", "429", "500", "cut", "garbage", "400"])
PAID_PLANS = st.sampled_from(["starter", "pro"])


class Billing(RuleBasedStateMachine):
    """Two companies, one service."""

    stage: Stage

    @initialize()
    def begin(self) -> None:
        """Plans at their first price, two fresh companies."""
        self.plans = {slug: Plan(*numbers) for slug, numbers in PLANS.items()}
        for slug in ("starter", "pro"):
            self.stage.price(slug, self.plans[slug].overage)
        self.clients = [self.stage.company() for _ in range(2)]
        self.accounts = [Account(self.plans) for _ in range(2)]
        self.cards = [None, None]

    def both(self, who: int) -> tuple[Client, Account]:
        return self.clients[who], self.accounts[who]

    # -- Using

    @rule(who=WHO, tokens=TOKENS)
    def use(self, who: int, tokens: int) -> None:
        client, account = self.both(who)
        account.use(tokens, self.stage.now)
        client.use(tokens)

    @rule(who=WHO, tokens=st.sampled_from([7, 300, 70_000]))
    def chat(self, who: int, tokens: int) -> None:
        client, account = self.both(who)
        left = account.left(self.stage.now)
        answered = client.chat(tokens)
        if left is None or left > 10_000:
            assert answered
        elif left == 0:
            assert not answered
        if answered:
            account.use(tokens, self.stage.now)

    # -- Buying

    @rule(who=WHO, slug=PAID_PLANS)
    def subscribe(self, who: int, slug: str) -> None:
        client, account = self.both(who)
        now, found = self.stage.now, account.subscription
        answer = client.call("POST", f"{BILLING}/subscriptions", {"plan_slug": slug})
        if found is None or (found.status == "incomplete" and found.plan != slug):
            assert answer.status_code == 201, answer.text
            ends = now + timedelta(seconds=MONTH_S)
            account.subscription = Subscription(slug, "incomplete", ends)
        else:
            assert answer.status_code == 200, answer.text
            if found.status != "incomplete":
                self.moved(who, account, found, slug)
        self.stage.settle()

    def moved(self, who: int, account: Account, found: Subscription, slug: str) -> None:
        dearer = account.plans[slug].monthly > account.plans[found.plan].monthly
        if dearer and found.status == "past_due":
            return
        found.cancelled = False
        if slug == found.plan:
            found.following = found.following if found.waiting else None
        elif not dearer:
            found.following, found.waiting = slug, None
        else:
            found.following = None
            if self.cards[who] == GOOD_CARD:
                found.plan, found.waiting = slug, None
            else:
                found.waiting = slug

    def live(self, client: Client) -> Any:
        """The company's subscription at the provider, when it is not over."""
        mine = [s for s in self.stage.provider.subscriptions.values() if s["customer"] == client.customer]
        return next((s for s in mine if s["status"] != "canceled"), None)

    @rule(who=WHO)
    def pay(self, who: int) -> None:
        client, account = self.both(who)
        found = account.subscription
        client.known_customer()
        theirs = self.live(client)
        if found is None or theirs is None:
            return
        invoice = self.stage.provider.invoices[theirs["latest_invoice"]]
        if invoice["status"] != "open":
            return
        self.stage.provider.pay_subscription(theirs["id"])
        self.stage.settle()
        if found.status == "incomplete":
            account.begin(self.stage.now)
        if found.waiting and invoice["billing_reason"] == "subscription_update":
            found.plan, found.waiting = found.waiting, None
        found.status, found.overdue_since = "active", None

    @rule(who=WHO)
    def cancel(self, who: int) -> None:
        client, account = self.both(who)
        found = account.subscription
        answer = client.call("DELETE", f"{BILLING}/subscriptions")
        assert answer.status_code == (404 if found is None else 200), answer.text
        if found is not None and found.status == "incomplete":
            account.subscription = None
        elif found is not None:
            found.cancelled = True
        self.stage.settle()

    @rule(who=WHO)
    def resume(self, who: int) -> None:
        client, account = self.both(who)
        answer = client.call("POST", f"{BILLING}/subscriptions/resume")
        assert answer.status_code == (404 if account.subscription is None else 200), answer.text
        if account.subscription is not None:
            account.subscription.cancelled = False
        self.stage.settle()

    @rule(who=WHO, card=st.sampled_from([GOOD_CARD, GOOD_CARD, CARD_DECLINED, CARD_3DS]))
    def put_card_on_file(self, who: int, card: str) -> None:
        client, _ = self.both(who)
        self.stage.provider.attach_card(client.known_customer(), card)
        self.cards[who] = card

    @rule(who=WHO, cents=st.sampled_from([3_000, 4_567, 10_000]), through=st.booleans())
    def top_up(self, who: int, cents: int, through: bool) -> None:
        client, account = self.both(who)
        client.known_customer()
        answer = client.call("POST", f"{BILLING}/topup", {"amount_cents": cents})
        if self.cards[who] == CARD_DECLINED:
            assert answer.status_code == 402
            return
        intent = answer.json()["payment_intent_id"]
        paid = answer.json()["status"] == "succeeded"
        assert paid is (self.cards[who] == GOOD_CARD)
        if not paid and through:
            self.stage.provider.pay_intent(intent)
        if paid or through:
            account.grant(intent, cents * 1_000_000 // 3_000)
        self.stage.settle()

    @rule(who=WHO, share=st.sampled_from([1, 2, 3]))
    def refund(self, who: int, share: int) -> None:
        _, account = self.both(who)
        provider = self.stage.provider
        for payment, (tokens, _) in account.granted.items():
            charge = provider.payment_intents[payment]["latest_charge"]
            cents = (provider.payment_intents[payment]["amount"] - charge["amount_refunded"]) // share
            if cents:
                provider.give_back(payment, cents)
                self.stage.settle()
                total = provider.payment_intents[payment]["amount"]
                account.give_back(payment, tokens * charge["amount_refunded"] // total)
                return

    # -- Deciding

    @rule(who=WHO, auto=st.booleans(), cap=st.sampled_from([None, 0, 100, 1_000, 5_555, 20_000]))
    def settings(self, who: int, auto: bool, cap: int | None) -> None:
        client, account = self.both(who)
        answer = client.call("PATCH", f"{BILLING}/settings", {"auto_overage": auto, "cap": cap})
        assert answer.status_code == 200
        account.auto_overage, account.cap = auto, cap

    @rule(slug=PAID_PLANS, cents=st.sampled_from([0, 1_000, 2_400, 2_900, 5_800]))
    def price(self, slug: str, cents: int) -> None:
        self.plans[slug].overage = cents
        self.stage.price(slug, cents)

    # -- Time, workers, faults

    @rule(days=st.sampled_from([1, 9, 28]))
    def days_pass(self, days: int) -> None:
        """Periods that end on the way are renewed when they end."""
        until = self.stage.now + timedelta(days=days)
        while ending := min(
            (a.subscription.ends for a in self.accounts if a.subscription and a.subscription.ends <= until),
            default=None,
        ):
            if ending > self.stage.now:
                self.stage.clock.advance(seconds=(ending - self.stage.now).total_seconds() + 2)
            for who, account in enumerate(self.accounts):
                if account.subscription and account.subscription.ends <= self.stage.now:
                    self.renewed(who, account, account.subscription)
        if until > self.stage.now:
            self.stage.clock.advance(seconds=(until - self.stage.now).total_seconds())

    def renewed(self, who: int, account: Account, found: Subscription) -> None:
        provider, theirs = self.stage.provider, self.live(self.clients[who])
        if found.status == "incomplete":
            # The provider gives up a subscription that was never paid.
            provider._end_subscription({}, theirs["id"])
            account.subscription = None
        elif found.cancelled:
            provider.renew(theirs["id"])
            account.subscription = None
        else:
            provider.renew(theirs["id"])
            found.plan, found.following = found.following or found.plan, None
            found.ends += timedelta(seconds=MONTH_S)
            if self.cards[who] == GOOD_CARD:
                found.status, found.overdue_since = "active", None
            elif found.status != "past_due":
                found.status, found.overdue_since = "past_due", self.stage.now
        self.stage.settle()

    @rule()
    def work(self) -> None:
        self.stage.work()
        self.stopped()

    @rule(fault=FAULTS)
    def work_during_a_fault(self, fault: str) -> None:
        self.stage.work(fault)
        self.stopped()

    def stopped(self) -> None:
        """A company whose card did not pay makes no more overage."""
        for client, account in zip(self.clients, self.accounts, strict=True):
            rows = client.rows("SELECT auto_overage FROM company_billing_settings WHERE company_id = $1")
            unpaid = client.rows(
                "SELECT 1 FROM charges WHERE company_id = $1 AND status IN ('failed', 'requires_action')"
            )
            if rows and account.auto_overage and not rows[0][0]:
                assert unpaid
                account.auto_overage = False

    @rule()
    def restart(self) -> None:
        self.stage.restart()

    # -- What always holds

    @invariant()
    def count(self) -> None:
        self.stage.steps += 1

    @invariant()
    def the_month_is_that_of_the_ledger(self) -> None:
        for client, account in zip(self.clients, self.accounts, strict=True):
            now = self.stage.now
            month, usage = account.month(now), client.usage()
            assert usage["used"] == month.used
            assert usage["included_remaining"] == account.included_left(now)
            assert usage["topup_remaining"] == sum(account.topups.values())
            assert (usage["overage_tokens"], usage["absorbed_tokens"]) == (month.overage_tokens, month.absorbed)
            assert usage["overage_cents"] == -(-month.owed // 1)
            left = account.left(now)
            assert (usage["state"] == "BLOCK") is (left is not None and left <= 0)

    @invariant()
    def every_token_is_in_one_part_and_billed_at_most_once_at_its_own_price(self) -> None:
        for client, account in zip(self.clients, self.accounts, strict=True):
            rows = client.rows(
                """SELECT t.total_tokens, t.from_included + t.from_topup + t.from_overage + t.from_absorbed,
                          t.from_overage, t.overage_price, b.status, b.price, h.status
                     FROM token_usage t
                     LEFT JOIN usage_report_batches b ON b.company_id = $1 AND b.id = t.batch_id
                     LEFT JOIN charges h ON h.company_id = $1 AND h.id = t.batch_id
                    WHERE t.company_id = $1"""
            )
            assert all(total == parts for total, parts, *_ in rows)
            assert all(price == metered for _, _, over, price, batch, metered, _ in rows if over and batch)
            assert not any(batch and charge for *_, batch, _, charge in rows)
            owed = sum((Fraction(over * (price or 0), 1_000_000) for _, _, over, price, *_ in rows), Fraction())
            assert owed == account.owed

    @invariant()
    def the_provider_has_what_we_think_it_has(self) -> None:
        provider = self.stage.provider
        for client in self.clients:
            if not client.customer:
                continue
            sent = client.rows(
                """SELECT coalesce(sum(tokens) FILTER (WHERE status = 'sent'), 0)::bigint,
                          coalesce(sum(tokens), 0)::bigint
                     FROM usage_report_batches WHERE company_id = $1"""
            )[0]
            assert sent[0] <= provider.metered(client.customer) <= sent[1]
            mine = [i for i in provider.payment_intents.values() if i["customer"] == client.customer]
            paid = [i["amount"] for i in mine if i["metadata"]["kind"] == "overage" and i["status"] == "succeeded"]
            charged = client.rows(
                """SELECT coalesce(sum(amount_cents) FILTER (WHERE status = 'succeeded'), 0)::bigint,
                          coalesce(sum(amount_cents), 0)::bigint
                     FROM charges WHERE company_id = $1 AND kind = 'overage'"""
            )[0]
            assert charged[0] <= sum(paid) <= charged[1]
            assert len(
                {
                    i["metadata"].get("overage_id")
                    for i in mine
                    if i["status"] == "succeeded" and i["metadata"]["kind"] == "overage"
                }
            ) == len(paid)

    def teardown(self) -> None:
        """In the end everybody pays, and all that is owed has been billed: no more, and less than a real each."""
        if not hasattr(self, "accounts"):
            return
        for client in self.clients:
            self.stage.provider.attach_card(client.known_customer(), GOOD_CARD)
            client.call("PATCH", f"{BILLING}/settings", {"auto_overage": True})
        self.retry_all()
        self.stage.clock.advance(days=32)
        self.stage.work()
        for client, account in zip(self.clients, self.accounts, strict=True):
            metered = client.rows(
                "SELECT tokens, price FROM usage_report_batches WHERE company_id = $1 AND status = 'sent'"
            )
            billed = sum((Fraction(tokens * price, 1_000_000) for tokens, price in metered), Fraction())
            charged = client.rows(
                """SELECT coalesce(sum(amount_cents), 0)::bigint, coalesce(sum(micros), 0)::bigint, count(*)
                     FROM charges WHERE company_id = $1 AND kind = 'overage' AND status = 'succeeded'"""
            )[0]
            owed = account.owed - billed
            assert 0 <= owed - Fraction(charged[1], 1_000_000) < 100
            assert charged[0] - Fraction(charged[1], 1_000_000) <= charged[2]

    def retry_all(self) -> None:
        """What one 400 has left to a person, the person retries."""
        services = self.stage.api.services
        for client in self.clients:
            for (one,) in client.rows(
                "SELECT id FROM usage_report_batches WHERE company_id = $1 AND status = 'needs_attention'"
            ):
                self.stage.run(services.q.billing_operator.retry_batch(services.db, company_id=client.id, id=one))
            for (one,) in client.rows("SELECT id FROM charges WHERE company_id = $1 AND status = 'needs_attention'"):
                self.stage.run(services.q.billing_operator.retry_charge(services.db, company_id=client.id, id=one))


@pytest.mark.timeout(1800)
def test_the_service_bills_what_the_reference_ledger_owes(dsn, tmp_path):
    stage = Stage(dsn, tmp_path)
    machine = type("Machine", (Billing,), {"stage": stage})
    try:
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=STEPS,
                deadline=None,
                database=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
    finally:
        print(f"{stage.steps} steps")
        stage.close()
