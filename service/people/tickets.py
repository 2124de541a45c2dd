"""Stream tickets: a browser's EventSource sends no headers, so it opens a stream with a short-lived ticket in the URL.

A ticket stands for one token, opens one path once, and is valid for a minute. Any process accepts it: the tickets
are in the database, which stores their SHA-256 only.
"""

import re
import time
from collections.abc import Iterable

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.errors import KeyReusedError
from service.core.store.times import timestamp_at, timestamp_now
from service.people.accounts import Accounts
from service.people.credentials import TICKET, digest_of, secret_of
from service.people.tokens import Token

STREAM_PATH = re.compile(r"/v1/(?:me|results|games|games/[0-9a-f-]{36})/stream")
"""The paths of streams, the only ones that a ticket opens."""

VALID_FOR = 60.0
"""Seconds for which a ticket is valid."""

KEPT_FOR = 3600.0
"""Seconds for which the idempotency key of a ticket is recognised at least.

The secret of a ticket with a key follows from the key and the period of this length in which it was created. A ticket
is deleted after its period, so that no later request with the same key creates the same, unused ticket again.
"""

_LENGTH = len(secret_of(TICKET, bytes(32)))


class Ticket(Value, frozen=True):
    """What a ticket opens: a path, as the holder of a token and perhaps of an invitation, both by their ids."""

    token: str
    path: str
    invitation: str | None = None


class MadeTicket(Value, frozen=True):
    """A new ticket. `replayed`: an earlier request with the same idempotency key created it."""

    secret: str
    expires_at: str
    replayed: bool


class OtherPathError(Exception):
    """The ticket opens another path. It was not used up."""


class Tickets:
    """Creates tickets, and accepts each once."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    def create(self, ticket: Ticket, key: str | None = None) -> MadeTicket:
        """Create a ticket. Raises KeyReusedError if the key belongs to a different request."""
        now = time.time()
        period = int(now // KEPT_FOR)
        # the ticket of an earlier request may be of the period before
        former, secret = (self._secret(ticket, key, each) for each in (period - 1, period))
        expires_at = timestamp_at(now + VALID_FOR)
        with self._database.writing() as cursor:
            cursor.execute("DELETE FROM stream_tickets WHERE expires_at <= ?", (timestamp_at(now - 2 * KEPT_FOR),))
            earlier = _earlier(cursor, (former, secret))
            if earlier is None and _insert(cursor, digest_of(secret), ticket, expires_at):
                return MadeTicket(secret, expires_at, replayed=False)
            # a parallel request with the same key may have created the ticket since the first look
            earlier = earlier or _earlier(cursor, (secret,))
        assert earlier is not None
        known, row = earlier
        if _read(row) != ticket:
            raise KeyReusedError(key)
        return MadeTicket(known, row["expires_at"], replayed=True)

    def _secret(self, ticket: Ticket, key: str | None, period: int) -> str:
        """Return the secret of a ticket with an idempotency key in a period; a random one without a key."""
        name = key and f"{ticket.token} {period} {key}"
        return secret_of(TICKET, self._accounts.derived("stream ticket", name))

    def redeem(self, secret: str, path: str) -> tuple[Token, Ticket] | None:
        """Use a ticket up. Return its token and the ticket; None if it is not valid.

        A ticket is not valid if it is unknown, used or expired, or if its token or invitation is no longer valid.
        Raises OtherPathError for a ticket that opens another path.
        """
        if len(secret) != _LENGTH or not secret.startswith(TICKET):
            return None
        digest, now = digest_of(secret), timestamp_now()
        with self._database.reading() as cursor:
            # most invalid tickets cost no write
            row = cursor.one(
                "SELECT path FROM stream_tickets WHERE hash=? AND expires_at > ? AND used_at IS NULL", (digest, now)
            )
        if row is None:
            return None
        if row["path"] != path:
            # without the path: it may have the id of a private game, and the ticket may have leaked
            raise OtherPathError
        with self._database.writing() as cursor:
            row = cursor.one(
                "UPDATE stream_tickets SET used_at=? WHERE hash=? AND expires_at > ? AND used_at IS NULL RETURNING *",
                (now, digest, now),
            )
        if row is None:
            return None
        ticket = _read(row)
        token = self._accounts.token(ticket.token)
        is_invited = ticket.invitation is None or self._accounts.token(ticket.invitation) is not None
        return (token, ticket) if token is not None and is_invited else None


def _earlier(cursor: Cursor, secrets: Iterable[str]) -> tuple[str, Row] | None:
    """Return the first of these secrets with a stored ticket, and the row of the ticket."""
    for secret in secrets:
        row = cursor.one("SELECT * FROM stream_tickets WHERE hash=?", (digest_of(secret),))
        if row is not None:
            return secret, row
    return None


def _insert(cursor: Cursor, digest: str, ticket: Ticket, expires_at: str) -> bool:
    """Store a ticket unless it is stored already. A parallel request with the same ticket is waited for."""
    statement = (
        "INSERT INTO stream_tickets (hash, token, path, invitation, expires_at) VALUES (?,?,?,?,?) "
        "ON CONFLICT (hash) DO NOTHING RETURNING hash"
    )
    new = cursor.one(statement, (digest, ticket.token, ticket.path, ticket.invitation, expires_at))
    return new is not None


def _read(row: Row) -> Ticket:
    return Ticket(row["token"], row["path"], row["invitation"])
