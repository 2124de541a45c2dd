"""The pings and webhooks of players: make, change, test, list deliveries, send again. Follows events and sends."""

import asyncio
import uuid
from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from service.core.keys.signing import Signer
from service.core.store.database import Cursor
from service.core.store.errors import KeyReusedError
from service.core.store.store import Store
from service.lists.reading import ReadModels
from service.news.events import new_id, payload_of_test
from service.news.follower import Follower
from service.news.outgoing.client import OutgoingClient
from service.news.push.vapid import vapid_key
from service.news.queue.choosing import Claimed
from service.news.queue.deliveries import (
    LEASE,
    Delivery,
    DeliveryQuery,
    NewDelivery,
    after_attempt,
    all_waiting,
    delivery_of,
    delivery_once,
    host_of,
    insert_delivery,
    note_test,
    number_listed_waiting,
    release_once,
    select_deliveries,
    tests_since,
)
from service.news.queue.receivers import (
    Kind,
    PingTerms,
    Receiver,
    delete_receiver,
    forget_browser,
    insert_receiver,
    lock_receivers,
    receiver_in_force,
    receiver_of,
    receivers_of,
    receivers_of_browser,
    update_receiver,
)
from service.news.queue.redelivery import Range, Redelivered, queue_asked
from service.news.retries import disable
from service.news.sender import Sender
from service.news.signatures import WebhookKeys, keys_of
from service.news.texts import body_of, test_text
from service.news.times import later
from service.people.quotas.caps import Capped, CapReachedError
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import check_in_force, lock_player

MOST: dict[Kind, int] = {"ping": 5, "webhook": 10, "push": 10}
"""The maximum number of pings, webhooks and browsers of a player."""

_CAPPED: dict[Kind, Capped] = {"ping": "pings", "webhook": "webhooks", "push": "browsers"}

MOST_TESTS, TEST_WINDOW = 10, 60
"""Tests of a player in a number of seconds: each sends a request to a host of the player's choice."""


class DeletedError(Exception):
    """The ping or webhook was deleted in the meantime."""


class DisabledError(Exception):
    """The ping or webhook is disabled, so that nothing is sent to it."""


Change = Callable[[Receiver], Receiver]


class Notifications:
    """What the routes and the lifespan of the application use."""

    def __init__(
        self, store: Store, models: ReadModels, signer: Signer, client: OutgoingClient, now: Callable[[], str]
    ) -> None:
        """`now` returns the time of the service."""
        self._database = store.database
        self._models = models
        self._signer = signer
        self._now = now
        self.client = client
        self.sender = Sender(store, client, signer, now)
        self.follower = Follower(store, models, now, self.sender.wake)
        self._loop: asyncio.AbstractEventLoop | None = None
        """The loop in which they run; None: they do not run."""

    async def start(self) -> None:
        """Follow and send from now on."""
        self._loop = asyncio.get_running_loop()
        await self.follower.start()
        await self.sender.start()

    async def stop(self) -> None:
        """Stop. A request under way is sent again by another process, or after the next start, with the same id."""
        await self.sender.stop()
        await self.follower.stop()
        self._loop = None
        self.client.close()

    async def queue_length(self) -> int:
        """Return the number of deliveries that wait."""
        return await self._models.ask(all_waiting)

    def keys(self, webhook: Receiver) -> WebhookKeys:
        """Return the current keys of a webhook."""
        return keys_of(self._signer, webhook.id, webhook.generation)

    @property
    def push_key(self) -> str:
        """The public key with which browsers subscribe."""
        return vapid_key(self._signer).public

    def of(self, player: str, kind: Kind) -> list[Receiver]:
        """Return the pings or webhooks of a player, oldest first."""
        with self._database.reading() as cursor:
            return receivers_of(cursor, player, kind)

    def disabled(self, player: str) -> list[Receiver]:
        """Return the pings and webhooks of a player that the service has disabled."""
        with self._database.reading() as cursor:
            found = [*receivers_of(cursor, player, "ping"), *receivers_of(cursor, player, "webhook")]
        return [each for each in found if each.disabled_because in {"gone", "failing"}]

    def find(self, player: str, kind: Kind, receiver: str) -> Receiver | None:
        """Return a ping or webhook of a player by its id."""
        with self._database.reading() as cursor:
            found = receiver_in_force(cursor, receiver)
        return found if found is not None and (found.player, found.kind) == (player, kind) else None

    def waiting(self, receiver: str) -> int:
        """Return how many deliveries of a receiver wait, without those that wait for their time."""
        with self._database.reading() as cursor:
            return number_listed_waiting(cursor, receiver)

    def make(self, new: Receiver, keyed: KeyedRequest | None, by: str) -> tuple[Receiver, bool]:
        """Create a ping or webhook. Return it, and whether an earlier request with the same key created it.

        `by` is the id of the token of the request. Raises CapReachedError, KeyReusedError, DeletedError and
        TokenRevokedError.
        """
        name = uuid.uuid4() if keyed is None else uuid.uuid5(uuid.NAMESPACE_OID, f"{new.kind} {keyed.key}")
        now = self._now()
        digest = None if keyed is None else keyed.digest
        made = replace(new, id=str(name), created_at=now, active_since=now, request_digest=digest)
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return _found(receiver_in_force(cursor, made.id)), True
            # parallel requests cannot exceed the cap together
            lock_player(cursor, new.player)
            # revoked since the sign-in, perhaps with the account
            check_in_force(cursor, by)
            # all that may be deleted, in the order of the ids
            earlier_ones = receivers_of_browser(cursor, new.url) if new.kind == "push" else []
            lock_receivers(cursor, [made.id, *earlier_ones])
            if keyed is not None and (earlier := _made_earlier(cursor, made.id, keyed)) is not None:
                return earlier, True
            if new.kind == "push":
                forget_browser(cursor, new.url)
            if len(receivers_of(cursor, new.player, new.kind)) >= MOST[new.kind]:
                raise CapReachedError(_CAPPED[new.kind], MOST[new.kind])
            insert_receiver(cursor, made)
        return made, False

    def change(self, receiver: str, change: Change, keyed: KeyedRequest | None, by: str) -> tuple[Receiver, bool]:
        """Change a ping or webhook with the token `by`. Raises KeyReusedError, DeletedError and TokenRevokedError."""
        with self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            if not is_replayed:
                # revoked since the sign-in, perhaps with the account
                check_in_force(cursor, by)
            before = _found(receiver_of(cursor, receiver, for_update=True))
            if is_replayed:
                return before, True
            changed = change(before)
            if changed.disabled_at is not None and before.disabled_at is None:
                disable(cursor, replace(changed, disabled_at=None, disabled_because=None), "owner", self._now())
            else:
                update_receiver(cursor, changed)
            return _found(receiver_of(cursor, receiver)), False

    def rotate(self, webhook: str, keyed: KeyedRequest | None, by: str) -> tuple[Receiver, bool]:
        """Give a webhook a new secret and key. The former ones sign for another day. Raises as `change` does."""
        now = self._now()

        def rotated(before: Receiver) -> Receiver:
            return replace(before, generation=before.generation + 1, rotated_at=now)

        return self.change(webhook, rotated, keyed, by)

    def remove(self, receiver: str, keyed: KeyedRequest | None) -> bool:
        """Delete a ping or webhook and its deliveries. Return whether an earlier request did it."""
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return True
            delete_receiver(cursor, receiver)
        return False

    def deliveries(self, query: DeliveryQuery) -> list[Delivery]:
        """Return deliveries of a ping or webhook, newest first."""
        with self._database.reading() as cursor:
            return select_deliveries(cursor, query)

    async def test(self, receiver: Receiver, keyed: KeyedRequest | None = None) -> tuple[Delivery, bool]:
        """Send a test at once. Return its delivery, and whether an earlier request with the same key sent it.

        Raises DisabledError, CapReachedError, KeyReusedError and DeletedError.
        """
        delivery, is_replayed = await asyncio.to_thread(self._claimed_test, receiver, keyed)
        if is_replayed:
            return delivery, True
        outcome = await self.sender.attempt(Claimed(delivery, receiver))
        with self._database.reading() as cursor:
            found = delivery_of(cursor, receiver.id, delivery.id)
        # a subscription that has ended is deleted with its deliveries
        return found or after_attempt(delivery, outcome, self._now(), None), False

    def _claimed_test(self, receiver: Receiver, keyed: KeyedRequest | None) -> tuple[Delivery, bool]:
        """Store a test that this process sends, unless an earlier request did. Return it, and whether one did."""
        now = self._now()
        new = _new_test(receiver, keyed, now)
        with self._database.writing() as cursor:
            is_replayed = is_repeated(cursor, keyed)
            if not is_replayed:
                # parallel requests cannot exceed the cap together
                lock_player(cursor, receiver.player)
                if receiver.disabled_at is not None:
                    raise DisabledError
                if tests_since(cursor, receiver.player, later(now, -TEST_WINDOW)) >= MOST_TESTS:
                    raise CapReachedError("tests", MOST_TESTS, TEST_WINDOW)
                note_test(cursor, receiver.player, now)
                # a delivery may be kept for longer than its key
                release_once(cursor, new.once)
                insert_delivery(cursor, new, now, claimed_until=later(now, LEASE))
            found = delivery_once(cursor, new.once)
        if found is None:
            raise DeletedError
        return found, is_replayed

    def redeliver(self, webhook: Receiver, asked: str | Range, keyed: KeyedRequest | None) -> Redelivered | None:
        """Queue one delivery, or a range of them, again. Return None if there is no such delivery.

        Raises DisabledError and KeyReusedError.
        """
        if webhook.disabled_at is not None:
            raise DisabledError
        with self._database.writing() as cursor:
            done = queue_asked(cursor, webhook.id, asked, keyed, self._now())
        self._wake_from_thread()
        return done

    def _wake_from_thread(self) -> None:
        with suppress(RuntimeError):
            if self._loop is not None:
                self._loop.call_soon_threadsafe(self.sender.wake)


def _found(receiver: Receiver | None) -> Receiver:
    if receiver is None:
        raise DeletedError
    return receiver


def _made_earlier(cursor: Cursor, receiver: str, keyed: KeyedRequest) -> Receiver | None:
    """Return what an earlier request created whose key is no longer stored. Delete it if it has ended.

    Raises KeyReusedError if the earlier request was a different one. Earlier releases did not store its digest.
    """
    earlier = receiver_in_force(cursor, receiver)
    if earlier is None:
        delete_receiver(cursor, receiver)
        return None
    if earlier.request_digest not in {None, keyed.digest}:
        raise KeyReusedError(keyed.key)
    return earlier


def _new_test(receiver: Receiver, keyed: KeyedRequest | None, now: str) -> NewDelivery:
    """Return a test to be queued, once for each key."""
    name = new_id("ping" if isinstance(receiver.terms, PingTerms) else "msg")
    once = str(uuid.uuid4()) if keyed is None else f"test {keyed.key}"
    return NewDelivery(name, receiver.id, once, host_of(receiver.url), "test", _test_body(receiver, now), now)


def _test_body(receiver: Receiver, now: str) -> str:
    terms = receiver.terms
    if isinstance(terms, PingTerms):
        url = f"{receiver.site}/account/notifications"
        return body_of(terms, test_text(terms, url), type="test", url=url).decode()
    return payload_of_test(receiver, now).decode()
