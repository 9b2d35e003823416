"""The ways out of one process, by whom they lead to: what /metrics shows of providers is counted here."""

import asyncio
from collections.abc import Iterator

from app.clients.http import Meter, Outbound, Policy, open_flood_transport, open_transport


class Doors:
    """Opens the connections to third parties; `close` gives them back."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.usual = open_transport()
        # For the language model: thousands of calls at once.
        self.flood = open_flood_transport()
        self._ways: list[Outbound] = []

    def to(self, policy: Policy) -> Outbound:
        """The way to one provider, or to one kind of remote."""
        return self.watch(Outbound(self.usual, policy, meter=self.meter))

    def watch(self, outbound: Outbound) -> Outbound:
        """Show its breakers, too."""
        self._ways.append(outbound)
        return outbound

    def broken(self) -> Iterator[tuple[str, int]]:
        """Each provider with how many of its origins are not called now, because they failed too often."""
        for outbound in self._ways:
            yield outbound.policy.name, outbound.broken()

    async def close(self) -> None:
        """Close all connections."""
        await asyncio.gather(self.usual.close(), self.flood.close())
