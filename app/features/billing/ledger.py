"""What the tokens of one call cost, decided once, when they settle: pure, without database or clock.

Nothing else prices: the quota asks here how much may still be drawn, the usage report and the overage charge add up
what was written here. Money of single tokens is counted in millionths of a cent ("micros"): tokens times the price of
a million tokens in cents. Tests: tests/features/billing/test_ledger.py.
"""

from collections.abc import Sequence

import msgspec

PER_CENT = 1_000_000
MOST_CAP_CENTS = 10**12
"""The largest cap a company may set; without a cap this one holds, so that every sum stays within its column."""


class Priced(msgspec.Struct, frozen=True, kw_only=True):
    """The plan that counts for a company, at its present version."""

    included_tokens: int
    overage_per_million_cents: int
    version: int
    bears_overage: bool
    """A paid plan in good standing; the free plan and a company that is overdue make no debt."""


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """What the company allows itself beyond what it has paid for."""

    auto_overage: bool
    cap: int | None


class TopupBalance(msgspec.Struct, frozen=True):
    """A top-up and what is left of it."""

    id: str
    remaining: int


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a month has used up so far, and the top-ups in the order they are drawn from."""

    included_used: int = 0
    overage_micros: int = 0
    topups: Sequence[TopupBalance] = ()


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """How the tokens of one call are paid for: the parts add up to the tokens used.

    `from_topups`: what is taken from each top-up. `overage_price` and `plan_version` stand where there is overage.
    What is absorbed is the house's, for ever.
    """

    from_included: int
    from_topups: tuple[TopupBalance, ...]
    from_overage: int
    from_absorbed: int
    overage_price: int | None
    plan_version: int | None

    @property
    def from_topup(self) -> int:
        """Tokens taken from top-ups in all."""
        return sum(part.remaining for part in self.from_topups)

    @property
    def overage_micros(self) -> int:
        """What the overage costs, exactly."""
        return self.from_overage * (self.overage_price or 0)


def settle(tokens: int, standing: Standing, plan: Priced, agreed: Agreed) -> Parts:
    """Split `tokens` over what is left of the plan, the top-ups, the overage that is agreed to, and the house."""
    included = min(tokens, included_left(standing, plan))
    rest = tokens - included
    drawn: list[TopupBalance] = []
    for topup in standing.topups:
        taken = min(rest, topup.remaining)
        if taken > 0:
            drawn.append(TopupBalance(topup.id, taken))
            rest -= taken
    room = overage_left(standing, plan, agreed)
    overage = rest if room is None else min(rest, room)
    return Parts(
        from_included=included,
        from_topups=tuple(drawn),
        from_overage=overage,
        from_absorbed=rest - overage,
        overage_price=plan.overage_per_million_cents if overage else None,
        plan_version=plan.version if overage else None,
    )


def included_left(standing: Standing, plan: Priced) -> int:
    """Tokens of the plan that are left; none after a move to a smaller plan than was used already."""
    return max(plan.included_tokens - standing.included_used, 0)


def overage_left(standing: Standing, plan: Priced, agreed: Agreed) -> int | None:
    """Tokens that may be used beyond what is paid for; None when they cost nothing, so that no cap bounds them."""
    if not (agreed.auto_overage and plan.bears_overage):
        return 0
    if plan.overage_per_million_cents == 0:
        return None
    cap = MOST_CAP_CENTS if agreed.cap is None else agreed.cap
    return max(cap * PER_CENT - standing.overage_micros, 0) // plan.overage_per_million_cents


def prepaid_left(standing: Standing, plan: Priced) -> int:
    """Tokens that are paid for and left: of the plan and of the top-ups."""
    return included_left(standing, plan) + sum(topup.remaining for topup in standing.topups)


def left_to_draw(standing: Standing, plan: Priced, agreed: Agreed) -> int | None:
    """Tokens that may be used before the house would pay; None = as many as wanted, when the company set no cap."""
    room = overage_left(standing, plan, agreed)
    if room is None or (room and agreed.cap is None):
        return None
    return prepaid_left(standing, plan) + room


def cents(micros: int) -> int:
    """An amount in cents, rounded up."""
    return -(-micros // PER_CENT)
