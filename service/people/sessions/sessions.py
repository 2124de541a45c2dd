"""Sessions of browsers: tokens in a cookie, which expire when they are not used, and end with what started them."""

import time
import uuid
from collections.abc import Callable

from domain.kernel.values import Seat, Value
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_at, timestamp_now
from service.people.accounts import Accounts
from service.people.credentials import SESSION, ScopeName, secret_of
from service.people.keyed_tokens import find_keyed_token
from service.people.rows import check_in_force
from service.people.tokens import IDLE, LONGEST, Made, Token

MOST = 50
"""The maximum number of sessions of a player, and of a seat. A further one ends the session that was unused longest."""

_ENDED_AT_ONCE = 1000


class NewSession(Value, frozen=True):
    """A session to start."""

    player: str
    label: str
    scopes: tuple[ScopeName, ...]
    game: str | None = None
    seat: Seat | None = None
    started_by: str | None = None
    """The id of the token or passkey with which it ends."""
    until: str | None = None
    """The expiry time of that token or passkey."""
    token_at: str | None = None
    """When a token last led to the passkey that starts it; empty: none ever did; None: a token starts it."""


class KeyedSignIn(Value, frozen=True):
    """The idempotency key of a sign-in, which is as secret as the session, and the content of the request."""

    key: str
    request: str


class Sessions:
    """Starts sessions."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts
        self.replaced: list[Callable[[str, str], None]] = []
        """Called with the players of a session and of the one that replaces it in the same browser."""

    def earlier(self, keyed: KeyedSignIn | None) -> Made | None:
        """Return the session that a request with this key started. Raises KeyReusedError."""
        if keyed is None:
            return None
        with self._database.reading() as cursor:
            token = find_keyed_token(cursor, _name(keyed), keyed.request)
        return None if token is None else Made(token, self._secret(keyed), replayed=True)

    def start(
        self, new: NewSession, keyed: KeyedSignIn | None = None, check: Callable[[Cursor], None] | None = None
    ) -> Made:
        """Start a session. Above the maximum, the one that was unused longest ends.

        `check` runs in the same transaction. Raises KeyReusedError, TokenRevokedError, and what `check` raises.
        """

        def make(cursor: Cursor) -> Token:
            if check is not None:
                check(cursor)
            if new.started_by is not None:
                check_in_force(cursor, new.started_by)
            now = time.time()
            ends_at = timestamp_at(now + LONGEST)
            if new.until is not None:
                ends_at = min(ends_at, new.until)
            return Token(
                id=str(uuid.uuid4()),
                player=new.player,
                label=new.label,
                created_at=timestamp_at(now),
                scopes=new.scopes,
                game=new.game,
                seat=new.seat,
                expires_at=min(ends_at, timestamp_at(now + IDLE)),
                ends_at=ends_at,
                started_by=new.started_by,
                started_until=new.until,
                token_at=new.token_at,
            )

        name, request = (None, "") if keyed is None else (_name(keyed), keyed.request)
        made = self._accounts.make_once(make, self._secret(keyed), name, request)
        if not made.replayed:
            self._accounts.revoking(lambda cursor: _longest_unused(cursor, made.token))
        return made

    def _secret(self, keyed: KeyedSignIn | None) -> str:
        return secret_of(SESSION, self._accounts.derived("session", keyed and keyed.key))


def _name(keyed: KeyedSignIn) -> str:
    return f"session {keyed.key}"


def _longest_unused(cursor: Cursor, new: Token) -> list[str]:
    """Return the ids of the sessions that end because a further one has started."""
    found = cursor.all(
        "SELECT id FROM tokens WHERE player=? AND COALESCE(game, '')=? AND ends_at IS NOT NULL AND revoked_at IS NULL"
        " AND expires_at > ? AND id<>? ORDER BY COALESCE(last_used_at, created_at) DESC, id LIMIT ? OFFSET ?",
        (new.player, new.game or "", timestamp_now(), new.id, _ENDED_AT_ONCE, MOST - 1),
    )
    return [row["id"] for row in found]
