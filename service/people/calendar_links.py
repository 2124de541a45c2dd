"""Links to the calendar of a player: calendar programs send no headers, so the URL has a secret.

The secret reads the calendar and nothing else. The database has its SHA-256 only. A link ends with the token that made
it; one that a session made ends with the token or passkey that started the session (decision 040).
"""

import time
import uuid

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database, Row
from service.core.store.errors import KeyReusedError
from service.core.store.times import timestamp_at, timestamp_now
from service.people.accounts import Accounts
from service.people.credentials import digest_of, secret_of
from service.people.request_keys import KeyedRequest, is_repeated
from service.people.rows import MAKER_IN_FORCE, lock_account

CALENDAR = "ludolog_calendar_"
"""The prefix of the secret of a link."""

MOST_LINKS = 10
"""Links in force of a player."""

_LENGTH = len(secret_of(CALENDAR, bytes(32)))
_NOTED_EVERY = 3600.0
"""Seconds between two writes of the last use of a link."""

_IN_FORCE = f"revoked_at IS NULL AND {MAKER_IN_FORCE}"
"""The condition for links that were not revoked, nor what made them. Their time of expiry is checked separately."""


class LinksCapError(Exception):
    """The player has the maximum number of links in force."""


class CalendarLink(Value, frozen=True):
    """A link without its secret."""

    id: str
    player: str
    label: str
    created_at: str
    expires_at: str | None
    last_used_at: str | None = None


class NewLink(Value, frozen=True):
    """A link to create."""

    player: str
    label: str
    expires_at: str | None
    made_with: str | None = None
    """The id of the token or passkey with which the link ends; None: it ends with none."""


class MadeLink(Value, frozen=True):
    """A link with its secret. `replayed`: an earlier request with the same idempotency key created it."""

    link: CalendarLink
    secret: str
    replayed: bool


class CalendarLinks:
    """Creates, finds and revokes links."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts

    def create(self, new: NewLink, key: str | None = None) -> MadeLink:
        """Create a link.

        Raises LinksCapError, TokenRevokedError, and KeyReusedError if the key belongs to a different request.

        A repetition has the same reply even if the link was revoked since; the link stays revoked.
        """
        secret = secret_of(CALENDAR, self._accounts.derived("calendar link", key and f"{new.player} {key}"))
        link = CalendarLink(str(uuid.uuid4()), new.player, new.label, timestamp_now(), new.expires_at)
        with self._database.writing() as cursor:
            lock_account(cursor, new.player)
            earlier = cursor.one("SELECT * FROM calendar_links WHERE hash=?", (digest_of(secret),))
            if earlier is not None:
                if (earlier["label"], earlier["expires_at"]) != (new.label, new.expires_at):
                    raise KeyReusedError(key)
                return MadeLink(_read(earlier), secret, replayed=True)
            if len(_in_force(cursor, new.player)) >= MOST_LINKS:
                raise LinksCapError
            cursor.execute(
                "INSERT INTO calendar_links (id, player, label, hash, created_at, expires_at, made_with) "
                "VALUES (?,?,?,?,?,?,?)",
                (link.id, link.player, link.label, digest_of(secret), link.created_at, link.expires_at, new.made_with),
            )
        return MadeLink(link, secret, replayed=False)

    def of(self, player: str) -> list[CalendarLink]:
        """Return the links in force of a player, oldest first."""
        with self._database.reading() as cursor:
            return _in_force(cursor, player)

    def revoke(self, link: str, keyed: KeyedRequest | None = None) -> bool:
        """Revoke a link permanently. Returns whether an earlier request with the key did."""
        with self._database.writing() as cursor:
            if is_repeated(cursor, keyed):
                return True
            cursor.execute("UPDATE calendar_links SET revoked_at=? WHERE id=?", (timestamp_now(), link))
        return False

    def player_of(self, secret: str) -> str | None:
        """Return the player of a secret in force, and note its use; None for any other text."""
        if len(secret) != _LENGTH or not secret.startswith(CALENDAR):
            return None
        with self._database.reading() as cursor:
            found = f"SELECT * FROM calendar_links WHERE hash=? AND {_IN_FORCE}"  # noqa: S608 - a constant
            row = cursor.one(found, (digest_of(secret),))
        if row is None or _is_expired(row) or self._accounts.player(row["player"]) is None:
            return None
        if self._accounts.is_barred(row["player"]):
            return None
        if (row["last_used_at"] or "") <= timestamp_at(time.time() - _NOTED_EVERY):
            with self._database.writing() as cursor:
                cursor.execute("UPDATE calendar_links SET last_used_at=? WHERE id=?", (timestamp_now(), row["id"]))
        return row["player"]


def _in_force(cursor: Cursor, player: str) -> list[CalendarLink]:
    found = f"SELECT * FROM calendar_links WHERE player=? AND {_IN_FORCE} ORDER BY created_at, id"  # noqa: S608 - as above
    rows = cursor.all(found, (player,))
    return [_read(row) for row in rows if not _is_expired(row)]


def _is_expired(row: Row) -> bool:
    return row["expires_at"] is not None and row["expires_at"] <= timestamp_now()


def _read(row: Row) -> CalendarLink:
    return CalendarLink(**{name: row[name] for name in CalendarLink.__struct_fields__})
