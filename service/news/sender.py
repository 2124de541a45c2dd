"""Sends the deliveries that are due, a few at a time to each host, and stores what came of them."""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Callable

from domain.ledger.times import SECOND, micros
from service.core.keys.signing import Signer
from service.core.store.outage import OUTAGE, STORE_ERRORS
from service.core.store.store import Store
from service.core.worker import Worker
from service.news.digest.rows import delete_ended_digests
from service.news.outgoing.client import OutgoingClient
from service.news.outgoing.outcome import Outcome
from service.news.queue.choosing import Chosen, Claimed, Room, choose
from service.news.queue.deliveries import KEPT, delete_old
from service.news.queue.receivers import delete_ended_receivers
from service.news.requests import request_of
from service.news.retries import note
from service.news.times import later, seconds_between

MOST_AT_ONCE, MOST_PER_HOST = 32, 4
"""Deliveries that a process sends at the same time, in all and to one host: a slow host delays no other."""

POLL_INTERVAL = 5.0
"""Seconds after which the queue is read without a notification, such as for deliveries of a process that has died."""

CLEANED_EVERY = 3600.0
"""Seconds between two deletions of old deliveries, and of receivers and daily e-mails that have ended."""

_log = logging.getLogger(__name__)


class Sender:
    """Sends deliveries. Every process sends; a claim with a lease decides which of them sends a delivery."""

    def __init__(
        self,
        store: Store,
        client: OutgoingClient,
        signer: Signer,
        now: Callable[[], str],
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """`jitter` returns numbers in [0, 1), by which the delays of retries vary."""
        self._store = store
        self._client = client
        self._signer = signer
        self._now = now
        self._jitter = jitter
        self._worker = Worker(
            self._begin,
            every=POLL_INTERVAL,
            outage="notifications are sent later",
            failure="notifications cannot be sent",
            log=_log,
        )
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._hosts: Counter[str] = Counter()
        self._cleaned_at: str | None = None
        self.ended: Callable[[str, bool], None] = _no_op
        """Called after each attempt with the kind of the receiver and whether it was successful."""

    def wake(self) -> None:
        """Report that deliveries were queued or have ended."""
        self._worker.wake()

    async def start(self) -> None:
        """Send from now on."""
        await self._worker.start()

    async def stop(self) -> None:
        """Stop. What is being sent is sent again later."""
        await self._worker.stop()
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def step(self) -> None:
        """Send everything that is due now, and return when it has been sent."""
        while True:
            await self._begin()
            if not self._busy:
                return
            await asyncio.wait(self._busy.values())

    async def attempt(self, claimed: Claimed) -> Outcome:
        """Send a claimed delivery once and store what came of it."""
        now = self._now()
        delivery, receiver = claimed.delivery, claimed.receiver
        outcome = await self._request(claimed, now)
        await asyncio.to_thread(self._note, claimed, outcome)
        self.ended(receiver.kind, outcome.is_success)
        if not outcome.is_success:
            _log.info("delivery %s failed: %s", delivery.id, outcome.error or f"status {outcome.status}")
        return outcome

    async def _request(self, claimed: Claimed, now: str) -> Outcome:
        try:
            body, headers = request_of(claimed, self._signer, now)
            return await self._client.post(claimed.receiver.url, body, headers)
        except Exception as error:  # noqa: BLE001 - without an outcome it would be sent again after each lease, for ever
            _log.exception("delivery %s failed", claimed.delivery.id)
            return Outcome(error=f"http: an unexpected error ({type(error).__name__})")

    async def _begin(self) -> float:
        """Start a task for each delivery that is due; returns the seconds after which to look again at the latest."""
        now = self._now()
        if self._cleaned_at is None or seconds_between(self._cleaned_at, now) >= CLEANED_EVERY:
            self._cleaned_at = now
            await asyncio.to_thread(self._clean, now)
        room = Room(MOST_AT_ONCE - len(self._busy), MOST_PER_HOST, dict(self._hosts))
        chosen = await asyncio.to_thread(self._choose, now, room)
        for each in chosen.claimed:
            self._hosts[each.delivery.host] += 1
            self._busy[each.delivery.id] = asyncio.create_task(self._send(each))
        if chosen.next_at is None or self._busy:
            return POLL_INTERVAL
        return min(POLL_INTERVAL, max(0.01, (micros(chosen.next_at) - micros(now)) / SECOND))

    async def _send(self, claimed: Claimed) -> None:
        try:
            await self.attempt(claimed)
        except STORE_ERRORS as error:
            # the lease ends, then the delivery is sent again with the same id
            OUTAGE.report("what came of notifications is not stored", error)
        except Exception:  # noqa: BLE001 - one delivery must not stop the others
            _log.exception("delivery %s failed", claimed.delivery.id)
        finally:
            del self._busy[claimed.delivery.id]
            self._hosts[claimed.delivery.host] -= 1
            if not self._hosts[claimed.delivery.host]:
                del self._hosts[claimed.delivery.host]
            self._worker.wake()

    def _choose(self, now: str, room: Room) -> Chosen:
        with self._store.in_use():
            return choose(self._store.database, now, room)

    def _note(self, claimed: Claimed, outcome: Outcome) -> None:
        with self._store.in_use(), self._store.database.writing() as cursor:
            note(cursor, claimed.delivery, outcome, self._now(), 0.8 + 0.4 * self._jitter())

    def _clean(self, now: str) -> None:
        with self._store.in_use(), self._store.database.writing() as cursor:
            delete_ended_receivers(cursor)
            delete_old(cursor, later(now, -KEPT))
            delete_ended_digests(cursor)


def _no_op(_kind: str, _is_success: bool) -> None:
    """Do nothing."""
