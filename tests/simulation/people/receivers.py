"""Simulated receivers of webhooks: they fail, reply too late, lose replies, and get requests twice."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from service.core.parts import Parts
from service.news.notifications import Notifications
from service.news.outgoing.client import OutgoingClient
from service.news.outgoing.outcome import Outcome
from service.news.outgoing.targets import Policy, Target
from service.news.queue.receivers import EVENT_TYPES, Receiver, WebhookTerms
from tests.simulation.people.calling import Unknown

if TYPE_CHECKING:
    from tests.simulation.world import World

OWNER = "player:owner"
URL = "https://receiver.example/hook"


class Received(NamedTuple):
    """A request that a receiver has accepted."""

    id: str
    type: str
    subject: str
    version: int
    seat: int | None
    cursor: str
    at: str


class Receivers:
    """The receiver of the owner of all games and tournaments."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self.received: list[Received] = []
        self._failed: set[str] = set()

    def client(self) -> OutgoingClient:
        """Return the client of a process."""
        client = _Client(Policy((), frozenset({443})))
        client.receivers = self
        return client

    async def register(self) -> None:
        """Let the owner make a webhook for everything."""

        async def make(parts: Parts) -> None:
            notifications = parts.get(Notifications)
            if await asyncio.to_thread(notifications.of, OWNER, "webhook"):
                return
            terms = WebhookTerms(EVENT_TYPES, "all")
            new = Receiver("", OWNER, URL, "https://site.example", terms, "", "")
            await asyncio.to_thread(notifications.make, new, None, "")
            notifications.follower.receiver_made()

        try:
            await self._world.caller.insist(make)
        except Unknown:
            return

    async def exchange(self, body: bytes, headers: Mapping[str, str]) -> Outcome:
        """Receive a request."""
        world, name = self._world, headers["webhook-id"]
        chance = world.rng.random()
        is_lost = False
        if not world.is_settling and name not in self._failed and chance < 0.15:
            # once for each delivery: a second failure delays it by minutes
            self._failed.add(name)
            if chance < 0.05:
                world.happened("receiver", f"{name[:8]} fails")
                return Outcome(503, "later")
            if chance < 0.1:
                world.happened("receiver", f"{name[:8]} answers too late")
                await asyncio.sleep(30)
            is_lost = True
        await asyncio.sleep(0.005 + 0.2 * world.rng.random())
        for _ in range(2 if world.rng.random() < 0.05 else 1):
            self._take(name, body)
        if is_lost:
            return Outcome(error="http: the reply is lost")
        return Outcome(204)

    def _take(self, name: str, body: bytes) -> None:
        payload: dict[str, Any] = msgspec.json.decode(body)
        data = payload["data"]
        subject = data.get("game") or data["tournament"]
        self.received.append(
            Received(
                name, payload["type"], subject, data["version"], data.get("seat"), data["cursor"], payload["timestamp"]
            )
        )
        self._world.happened("receiver", f"{payload['type']} {subject[:8]} {data['version']}")


class _Client(OutgoingClient):
    """The client of the service without a network: its checks and its timeout stay."""

    receivers: Receivers

    async def _exchange(self, target: Target, body: bytes, headers: Mapping[str, str]) -> Outcome:
        del target
        return await self.receivers.exchange(body, headers)
