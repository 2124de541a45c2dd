"""Sends the daily e-mails that are due. Every process does; a claim with a lease decides which of them sends one."""

import asyncio
import logging
from collections.abc import Callable
from email.message import EmailMessage

from msgspec.structs import replace

from service.keys.signing import Signer
from service.notifications.digest.hours import next_hour
from service.notifications.digest.links import token_of
from service.notifications.digest.mail import confirmation_mail, digest_mail
from service.notifications.digest.rows import Digest, delete_digest, digest_of, due_digests, write_digest
from service.notifications.digest.smtp import MailError, SmtpServer
from service.notifications.digest.waiting import waiting_for
from service.notifications.queue.deliveries import lock_claims
from service.notifications.times import later
from service.store.outage import OUTAGE, STORE_ERRORS
from service.store.store import Store

POLL_INTERVAL = 30.0
"""Seconds between two looks at the table."""

LEASE = 300.0
"""Seconds for which a claimed e-mail belongs to its process."""

RETRIES = (5 * 60, 30 * 60)
"""Seconds before each further attempt. After the last one, the next e-mail follows on the next day."""

LINK_VALID = 24 * 3600
"""Seconds for which an address can be confirmed. Then it is deleted."""

MOST_AT_ONCE = 20

_log = logging.getLogger(__name__)


class Mailer:
    """Sends what is due, one e-mail after another."""

    def __init__(self, store: Store, signer: Signer, server: SmtpServer, now: Callable[[], str]) -> None:
        self._store = store
        self._signer = signer
        self._server = server
        self._now = now
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Report an e-mail that is due at once."""
        self._woken.set()

    async def run(self) -> None:
        """Send until the task is cancelled."""
        while True:
            self._woken.clear()
            try:
                await self.step()
            except STORE_ERRORS as error:
                OUTAGE.report("e-mails are sent later", error)
            except Exception:  # noqa: BLE001 - the mailer must go on after any error
                _log.exception("e-mails cannot be sent")
            try:
                async with asyncio.timeout(POLL_INTERVAL):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def step(self) -> None:
        """Send everything that is due now."""
        while claimed := await asyncio.to_thread(self.claim):
            for digest in claimed:
                await asyncio.to_thread(self._attend, digest)

    def claim(self) -> list[Digest]:
        """Claim what is due for this process. Blocks."""
        now = self._now()
        with self._store.in_use():
            with self._store.database.reading() as cursor:
                if not due_digests(cursor, now, 1):
                    return []
            with self._store.database.writing() as cursor:
                lock_claims(cursor)
                found = due_digests(cursor, now, MOST_AT_ONCE)
                for each in found:
                    write_digest(cursor, replace(each, claimed_until=later(now, LEASE)))
        return found

    def _attend(self, digest: Digest) -> None:
        """Send an e-mail that is due, or find that nothing waits. Store what came of it."""
        now = self._now()
        try:
            mail = self._mail(digest, now)
            if mail is not None:
                self._server.send(mail)
        except MailError as error:
            # addresses are not for logs
            _log.warning("an e-mail failed: %s", error)
            self._note(digest, lambda each: _failed(each, now), is_deleted=error.is_refused)
            return
        is_expired = digest.state == "unconfirmed" and mail is None
        sent_at = now if mail is not None else digest.sent_at
        self._note(digest, lambda each: _done(each, now, sent_at), is_deleted=is_expired)

    def _mail(self, digest: Digest, now: str) -> EmailMessage | None:
        """Return the e-mail; None: nothing waits, or the time to confirm is over."""
        if digest.state == "unconfirmed":
            if now >= later(digest.requested_at, LINK_VALID):
                return None
            return confirmation_mail(digest, self._server.sender, token_of(self._signer, digest, "confirm"), now)
        with self._store.in_use(), self._store.database.reading() as cursor:
            waiting = waiting_for(cursor, digest.player, now)
        if waiting.is_nothing:
            return None
        token = token_of(self._signer, digest, "unsubscribe")
        return digest_mail(digest, waiting, self._server.sender, token, now)

    def _note(self, digest: Digest, change: Callable[[Digest], Digest], *, is_deleted: bool) -> None:
        with self._store.in_use(), self._store.database.writing() as cursor:
            found = digest_of(cursor, digest.player, for_update=True)
            # it may have been changed, confirmed or deleted in the meantime
            if found is None or (found.id, found.state) != (digest.id, digest.state):
                return
            if is_deleted:
                delete_digest(cursor, digest.player)
            else:
                write_digest(cursor, change(found))


def _done(digest: Digest, now: str, sent_at: str | None) -> Digest:
    return replace(digest, next_at=_next(digest, now), claimed_until=None, attempts=0, sent_at=sent_at, failed_at=None)


def _failed(digest: Digest, now: str) -> Digest:
    if digest.attempts < len(RETRIES):
        next_at, attempts = later(now, RETRIES[digest.attempts]), digest.attempts + 1
    else:
        next_at, attempts = _next(digest, now), 0
    return replace(digest, next_at=next_at, claimed_until=None, attempts=attempts, failed_at=now)


def _next(digest: Digest, now: str) -> str:
    if digest.state == "unconfirmed":
        return later(digest.requested_at, LINK_VALID)
    return next_hour(now, digest.time_zone, digest.hour)
