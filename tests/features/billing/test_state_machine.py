"""A bill that nobody disputes: whatever happens in whatever order, the service bills what the ledger owes.

Usage, chats, subscribing, moving, cancelling, paying or not, top-ups, refunds, settings, prices, the month's end,
faults of every class, lost events, restarts. After every step each token is in exactly one part, at its own price,
below the cap, billed at most once, and the provider has what we think it has (comparing.py); in the end its invoices
and our charges are what is owed. A seed makes some walks of at most 100 steps, always the same ones; seed follows seed
until there are enough steps.

    STATE_MACHINE_SEED=7 STATE_MACHINE_STEPS=50000 pytest -n 0 -s tests/features/billing/test_state_machine.py
"""

import os
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.fakes.cardprovider import CARD_3DS, CARD_DECLINED, GOOD_CARD, MONTH_S
from tests.features.billing.comparing import compare, compare_in_the_end
from tests.features.billing.reference import Account, Plan, Subscription
from tests.features.billing.stage import BILLING, PLANS, Client, Stage

FIRST_SEED = int(os.environ.get("STATE_MACHINE_SEED", "1"))
STEPS = int(os.environ.get("STATE_MACHINE_STEPS", "2000"))
LONG = STEPS > 2_000
STEPS_PER_WALK = 100
WALKS_PER_SEED = 10
RESTART_AFTER = 40
# Their months begin up to 17 hours apart.
ZONES = ("America/Sao_Paulo", "Pacific/Kiritimati")
WHO = st.integers(0, 1)
TOKENS = st.sampled_from([1, 999, 34_483, 199_999, 200_001, 650_000, 1_777_777, 2_000_000, 9_000_000])
FAULTS = st.sampled_from(["rolled", "401", "403", "429", "500", "cut", "garbage", "lost_reply", "half_reply", "400"])
PASSING = st.sampled_from(["500", "429", "lost_reply"])
OUTAGES = st.sampled_from(["rolled", "403", "500", "cut", "garbage"])
PAID_PLANS = st.sampled_from(["starter", "pro"])
CALLS = st.sampled_from(
    [
        ("POST", "subscriptions", {"plan_slug": "pro"}),
        ("DELETE", "subscriptions", None),
        ("POST", "topup", {"amount_cents": 3_000}),
        ("POST", "portal", {}),
    ]
)


class Billing(RuleBasedStateMachine):
    """Two companies, one service."""

    stage: Stage

    @initialize(on_swap=st.sampled_from(["forgets", "invoices", "reprices"]))
    def begin(self, on_swap: Any) -> None:
        """Plans at their first price, two fresh companies; what a provider makes of a change of the metered price."""
        self.stage.begin()
        self.stage.provider.on_swap = on_swap
        self.steps = self.restarted = 0
        self.plans = {slug: Plan(*numbers) for slug, numbers in PLANS.items()}
        for slug in ("starter", "pro"):
            self.stage.price(slug, self.plans[slug].overage)
        self.clients = [self.stage.company(zone) for zone in ZONES]
        self.accounts = [Account(self.plans, ZoneInfo(zone)) for zone in ZONES]
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
        customer = client.known_customer()
        mine = [s for s in self.stage.provider.subscriptions.values() if s["customer"] == customer]
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

    @rule(who=WHO)
    def pay_late(self, who: int) -> None:
        """A payment that was only begun goes through, unless it was given up."""
        client, account = self.both(who)
        for intent in self.stage.provider.payment_intents.values():
            is_ours = intent["customer"] == client.known_customer() and intent["metadata"]["kind"] == "topup"
            if is_ours and intent["status"] not in ("succeeded", "canceled"):
                self.stage.provider.pay_intent(intent["id"])
                account.grant(intent["id"], int(intent["metadata"]["tokens"]))
                break
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

    @rule(days=st.sampled_from([0.5, 1, 9, 28]))
    def days_pass(self, days: float) -> None:
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

    @rule(fault=PASSING)
    def stumble(self, fault: Any) -> None:
        """The provider fails the next call, and it is made again."""
        self.stage.provider.calm()
        self.stage.provider.fail(fault)

    @rule(who=WHO, call=CALLS, fault=OUTAGES)
    def ask_during_an_outage(self, who: int, call: tuple[str, str, Any], fault: str) -> None:
        client, account = self.both(who)
        client.known_customer()
        method, path, body = call
        with self.stage.trouble(fault):
            answer = client.call(method, f"{BILLING}/{path}", body)
        nothing = method == "DELETE" and account.subscription is None
        assert answer.status_code == 404 if nothing else answer.status_code >= 500, answer.text
        self.stage.settle()

    @rule(deaf=st.booleans())
    def hear(self, deaf: bool) -> None:
        """Whether the provider's events reach us; when they do not, reconcile finds out."""
        self.stage.deaf = deaf

    @precondition(lambda self: self.steps - self.restarted >= RESTART_AFTER)
    @rule()
    def restart(self) -> None:
        self.restarted = self.steps
        self.stage.restart()

    # -- What always holds

    @invariant()
    def all_agree(self) -> None:
        if not hasattr(self, "accounts"):
            return
        self.steps += 1
        self.stage.steps += 1
        compare(self.stage, self.clients, self.accounts)
        self.stage.clock.advance(seconds=2)

    def teardown(self) -> None:
        """In the end everybody pays, and all that is owed has been billed: no more, and less than a real each."""
        if not hasattr(self, "accounts"):
            return
        self.stage.provider.calm()
        self.stage.deaf = False
        for who, client in enumerate(self.clients):
            self.stage.provider.attach_card(client.known_customer(), GOOD_CARD)
            self.cards[who] = GOOD_CARD
            client.call("PATCH", f"{BILLING}/settings", {"auto_overage": True})
        for _ in range(2):
            self.retry_all()
            self.stage.work()
            self.days_pass(32)
        self.stage.work()
        compare_in_the_end(self.stage, self.clients, self.accounts)

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


@pytest.mark.timeout(0 if LONG else 1800)
def test_the_service_bills_what_the_reference_ledger_owes(dsn, tmp_path):
    stage = Stage(dsn, tmp_path)
    number = FIRST_SEED
    try:
        while stage.steps < STEPS:
            walk(stage, number)
            print(f"{stage.steps} steps until seed {number}")
            number += 1
    finally:
        stage.close()


def walk(stage: Stage, number: int) -> None:
    """The walks of one seed."""
    run_state_machine_as_test(
        seed(number)(type("Machine", (Billing,), {"stage": stage})),
        settings=settings(
            max_examples=WALKS_PER_SEED,
            stateful_step_count=STEPS_PER_WALK,
            deadline=None,
            database=None,
            # Making a failing walk shorter takes longer than a long run has left.
            phases=[Phase.generate] if LONG else [Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        ),
    )
