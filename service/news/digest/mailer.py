"""Sends the daily e-mails that are due. Every process does; a claim with a lease decides which of them sends one."""

import asyncio
import logging
import traceback
from collections.abc import Callable
from email.message import EmailMessage

from msgspec.structs import replace

from service.core.keys.signing import Signer
from service.core.store.outage import STORE_ERRORS
from service.core.store.store import Store
from service.core.worker import Worker
from service.news.digest.hours import TimeZoneError, next_hour
from service.news.digest.links import token_of
from service.news.digest.mail import confirmation_mail, digest_mail
from service.news.digest.rows import (
    Digest,
    claim_digest,
    delete_digest,
    digest_of,
    due_digests,
    update_digest,
)
from service.news.digest.smtp import MailError, SmtpServer
from service.news.digest.waiting import waiting_for
from service.news.times import later

POLL_INTERVAL = 30.0
"""Seconds between two reads of the table."""

LEASE = 300.0
"""Seconds for which a claimed e-mail belongs to its process."""

RETRIES = (5 * 60, 30 * 60)
"""Seconds before each further attempt. After the last one, the next e-mail follows on the next day."""

LINK_VALID = 24 * 3600
"""Seconds for which an address can be confirmed. Then it is deleted."""

GIVEN_UP_AFTER = 5 * (len(RETRIES) + 1)
"""Failed attempts after which a refused address is deleted: those of five days."""

SPACING = 20 * 3600
"""Seconds between two e-mails after a change of the hour."""

_LOOKED_AT = 20
"""E-mails of which one claim tries to get one, while other processes claim some."""

_log = logging.getLogger(__name__)


class Mailer:
    """Sends what is due, one e-mail after another."""

    def __init__(self, store: Store, signer: Signer, server: SmtpServer, now: Callable[[], str]) -> None:
        self._store = store
        self._signer = signer
        self._server = server
        self._now = now
        self._worker = Worker(
            self.step, every=POLL_INTERVAL, outage="e-mails are sent later", failure="e-mails cannot be sent", log=_log
        )
        self.start, self.stop = self._worker.start, self._worker.stop

    def wake(self) -> None:
        """Report an e-mail that is due at once."""
        self._worker.wake()

    async def step(self) -> None:
        """Send everything that is due now."""
        while (digest := await asyncio.to_thread(self.claim)) is not None:
            await asyncio.to_thread(self.attend, digest)

    def claim(self) -> Digest | None:
        """Claim one e-mail that is due for this process, and return it. Blocks."""
        now = self._now()
        with self._store.in_use():
            with self._store.database.reading() as cursor:
                due = due_digests(cursor, now, _LOOKED_AT)
            for each in due:
                with self._store.database.writing() as cursor:
                    claimed = claim_digest(cursor, each, now, later(now, LEASE))
                if claimed is not None:
                    return claimed
        return None

    def attend(self, digest: Digest) -> None:
        """Send an e-mail that is due, or find that nothing waits. Store what came of it. Blocks."""
        now = self._now()
        try:
            mail = self._mail(digest, now)
            if mail is not None:
                self._server.send(mail, digest.address)
        except MailError as error:
            # addresses are not for logs
            _log.warning("an e-mail failed: %s", error)
            self._note_failure(digest, error, now)
        except STORE_ERRORS:
            raise
        except Exception as error:  # noqa: BLE001 - one bad row must not stop the others
            # without the message of the error, which may contain the address
            place = "".join(traceback.format_tb(error.__traceback__))
            _log.error("an e-mail cannot be made (%s):\n%s", type(error).__name__, place)
            self._note_failure(digest, MailError("it cannot be made"), now)
        else:
            is_expired = digest.state == "unconfirmed" and mail is None
            sent_at = now if mail is not None else digest.sent_at
            self._note(digest, lambda each: _done(each, digest, now, sent_at), is_deleted=is_expired)

    def _note_failure(self, digest: Digest, error: MailError, now: str) -> None:
        is_hopeless = digest.state == "unconfirmed" or digest.attempts + 1 >= GIVEN_UP_AFTER
        is_deleted = error.is_unknown or (error.is_refused and is_hopeless)
        self._note(digest, lambda each: _failed(each, now, is_refused=error.is_refused), is_deleted=is_deleted)

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
                update_digest(cursor, change(found))


def _done(digest: Digest, sent: Digest, now: str, sent_at: str | None) -> Digest:
    """Return a daily e-mail after its success. `sent` is the claimed one: the hour may have been changed since."""
    is_moved = (digest.time_zone, digest.hour) != (sent.time_zone, sent.hour)
    after = max(now, later(sent_at, SPACING)) if is_moved and sent_at is not None else now
    return replace(
        digest, next_at=_next(digest, after), claimed_until=None, attempts=0, sent_at=sent_at, failed_at=None
    )


def _failed(digest: Digest, now: str, *, is_refused: bool) -> Digest:
    """Return a daily e-mail after a failed attempt. A day that ends with a fault of the server does not count."""
    today = digest.attempts % (len(RETRIES) + 1)
    is_last = today == len(RETRIES)
    next_at = _next(digest, now) if is_last else later(now, RETRIES[today])
    attempts = 0 if is_last and not is_refused else digest.attempts + 1
    return replace(digest, next_at=next_at, claimed_until=None, attempts=attempts, failed_at=now)


def _next(digest: Digest, after: str) -> str:
    if digest.state == "unconfirmed":
        return later(digest.requested_at, LINK_VALID)
    try:
        return next_hour(after, digest.time_zone, digest.hour)
    except TimeZoneError:
        # the system no longer knows it
        return next_hour(after, "UTC", digest.hour)
