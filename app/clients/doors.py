"""The ways out of one process, by whom they lead to: what /metrics shows of providers is counted here."""

import asyncio
import functools
from collections.abc import Iterator

from app.clients.http import Meter, Outbound, Policy, Transport, open_flood_transport, open_transport


class Doors:
    """Opens the connections to third parties; `close` gives them back."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.usual = open_transport()
        self._ways: list[Outbound] = []

    @functools.cached_property
    def flood(self) -> Transport:
        """For the language model: thousands of calls at once. Opened by who needs it."""
        return open_flood_transport()

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
        opened = [self.usual, *([self.flood] if "flood" in vars(self) else [])]
        await asyncio.gather(*(transport.close() for transport in opened))
