"""The use cases of the daily e-mail: ask for it, confirm, unsubscribe."""

import re
import secrets
from collections.abc import Callable

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.keys.signing import Signer
from service.core.store.database import Cursor
from service.core.store.store import Store
from service.news.digest.hours import next_hour
from service.news.digest.links import hashed_address, id_in, is_token_of
from service.news.digest.mailer import LINK_VALID, SPACING, Mailer
from service.news.digest.rows import (
    Digest,
    confirmations_since,
    delete_digest,
    delete_ended_digest,
    digest_in_force,
    digest_of,
    digest_with_id,
    insert_digest,
    note_confirmation,
    set_wants_messages,
    update_digest,
    wants_messages,
)
from service.news.digest.smtp import SmtpServer
from service.news.times import later
from service.people.quotas.caps import CapReachedError
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import lock_account

MOST_CONFIRMATIONS, WINDOW = 3, 24 * 3600
"""E-mails with confirmations for a player, and to an address, in a number of seconds."""

_ADDRESS = re.compile(
    r"(?=[^@]{1,64}@)[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
"""An address in ASCII with a full domain. The characters of encoded words (RFC 2047) and of routes are not allowed."""

MOST_ADDRESS = 254


class WrongLinkError(Exception):
    """A link is unknown, or no longer valid."""


class Asked(Value, frozen=True):
    """The settings that a person requests."""

    address: str
    language: str
    time_zone: str
    hour: int
    site: str
    expires_at: str | None = None
    made_with: str | None = None
    """The id of the token or passkey with which the daily e-mail ends; None: with none."""
    messages: bool = False
    """Whether it names where messages are not read."""


def is_address(text: str) -> bool:
    """Whether a text is an address to which e-mails can be sent."""
    return len(text) <= MOST_ADDRESS and _ADDRESS.fullmatch(text) is not None


class Digests:
    """What the routes and the lifespan of the application use."""

    def __init__(self, store: Store, signer: Signer, server: SmtpServer | None, now: Callable[[], str]) -> None:
        """`server` is None where the operator has configured none: then there are no e-mails."""
        self._database = store.database
        self._signer = signer
        self._now = now
        self.mailer = None if server is None else Mailer(store, signer, server, now)

    def wants_messages(self, player: str) -> bool:
        """Whether the daily e-mail of a player names where messages are not read."""
        with self._database.reading() as cursor:
            return wants_messages(cursor, player)

    def of(self, player: str) -> Digest | None:
        """Return the daily e-mail of a player."""
        with self._database.reading() as cursor:
            return digest_in_force(cursor, player)

    def ask(self, player: str, asked: Asked, keyed: KeyedRequest | None) -> tuple[Digest | None, bool]:
        """Ask for the daily e-mail, or change it. A new address has to be confirmed.

        Return it, and whether an earlier request with the same key did so. A late repetition returns what there is now:
        None if it was deleted or has ended since. Raises CapReachedError, KeyReusedError and TokenRevokedError.
        """
        now = self._now()
        with self._database.writing() as cursor:
            repeated = is_repeated(cursor, keyed)
            lock_account(cursor, player)
            delete_ended_digest(cursor, player)
            before = digest_of(cursor, player, for_update=True)
            if repeated:
                return before, True
            set_wants_messages(cursor, player, wants=asked.messages)
            if before is not None and before.address == asked.address:
                return self._changed(cursor, before, asked, now), False
            self._count_confirmation(cursor, player, asked.address, now)
            made = Digest(
                *(player, secrets.token_hex(16), asked.address, asked.language, asked.time_zone, asked.hour),
                *(asked.site, "unconfirmed", now, now),
                expires_at=asked.expires_at,
                made_with=asked.made_with,
            )
            insert_digest(cursor, made)
        return made, False

    def _changed(self, cursor: Cursor, before: Digest, asked: Asked, now: str) -> Digest:
        """Change the daily e-mail to an address, and return it. Raises CapReachedError."""
        ends = {"expires_at": asked.expires_at, "made_with": asked.made_with}
        settings = {"language": asked.language, "time_zone": asked.time_zone, "hour": asked.hour, "site": asked.site}
        changed = replace(before, **settings, **ends)
        if before.state == "confirmed":
            after = now if before.sent_at is None else max(now, later(before.sent_at, SPACING))
            next_at = next_hour(after, asked.time_zone, asked.hour)
            changed = replace(changed, next_at=next_at, attempts=0, claimed_until=None)
        elif before.failed_at is not None or now >= later(before.requested_at, LINK_VALID):
            # the confirmation has not arrived, or its link is no longer valid
            self._count_confirmation(cursor, before.player, before.address, now)
            changed = replace(changed, requested_at=now, next_at=now, attempts=0, claimed_until=None, failed_at=None)
        update_digest(cursor, changed)
        return changed

    def _count_confirmation(self, cursor: Cursor, player: str, address: str, now: str) -> None:
        """Count an e-mail with a confirmation. Raises CapReachedError."""
        hashed = hashed_address(self._signer, address)
        if confirmations_since(cursor, player, hashed, later(now, -WINDOW)) >= MOST_CONFIRMATIONS:
            raise CapReachedError("confirmations", MOST_CONFIRMATIONS, WINDOW)
        note_confirmation(cursor, player, hashed, now)

    def confirm(self, token: str) -> Digest:
        """Confirm an address by the token of its link. Raises WrongLinkError."""
        now = self._now()
        with self._database.writing() as cursor:
            found = digest_with_id(cursor, id_in(token))
            if (
                found is None
                or not is_token_of(self._signer, found, "confirm", token)
                or digest_in_force(cursor, found.player) is None
            ):
                raise WrongLinkError
            if found.state == "confirmed":
                return found
            if now >= later(found.requested_at, LINK_VALID):
                raise WrongLinkError
            next_at = next_hour(now, found.time_zone, found.hour)
            confirmed = replace(
                found, state="confirmed", next_at=next_at, attempts=0, claimed_until=None, sent_at=None, failed_at=None
            )
            update_digest(cursor, confirmed)
        return confirmed

    def unsubscribe(self, token: str) -> None:
        """Delete the daily e-mail by the token of its link. Raises WrongLinkError for a forged link.

        A link that was used before does nothing: mail programs repeat requests (RFC 8058).
        """
        with self._database.writing() as cursor:
            found = digest_with_id(cursor, id_in(token))
            if found is None:
                return
            if not is_token_of(self._signer, found, "unsubscribe", token):
                raise WrongLinkError
            delete_digest(cursor, found.player)

    def remove(self, player: str, keyed: KeyedRequest | None) -> bool:
        """Delete the daily e-mail of a player with its address. Return whether an earlier request did it."""
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return True
            delete_digest(cursor, player)
        return False
