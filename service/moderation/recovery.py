"""Links by which a person gets an account back: a secret that works once, within a day, and gives a new token."""

import secrets
import time
import uuid

from domain.kernel.values import Value
from service.core.http.headers import TOKEN_PREFIX
from service.core.store.database import Cursor, Database
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_at, timestamp_now
from service.people.accounts import Accounts
from service.people.credentials import ALL_SCOPES, digest_of, secret_of
from service.people.rows import lock_player
from service.people.tokens import Token

RECOVERY = "ludolog_recovery_"
"""The prefix of the secret of a link."""

VALID_FOR = 24 * 3600.0
"""Seconds for which a link works."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE recoveries (
        digest TEXT PRIMARY KEY, player TEXT NOT NULL UNIQUE, expires_at TEXT NOT NULL)""",
)


class RecoveryLink(Value, frozen=True):
    """A link to an account. The path goes to the address of the site; a server never gets what is after the `#`."""

    path: str
    expires_at: str


class Recovered(Value, frozen=True):
    """The account that a person has got back, with a new token that has all scopes."""

    player: str
    name: str
    token: str


class RecoveryRefusedError(Exception):
    """A link does not work. The message says why and what to do."""


def make_link(cursor: Cursor, player: str) -> RecoveryLink:
    """Make the link of a player, in the place of an earlier one. The database stores a digest of its secret."""
    secret = secret_of(RECOVERY, secrets.token_bytes(32))
    expires_at = timestamp_at(time.time() + VALID_FOR)
    cursor.execute("DELETE FROM recoveries WHERE player=?", (player,))
    cursor.execute(
        "INSERT INTO recoveries (digest, player, expires_at) VALUES (?,?,?)", (digest_of(secret), player, expires_at)
    )
    return RecoveryLink(f"/recover#{secret}", expires_at)


class Recoveries:
    """Lets persons use their links."""

    def __init__(self, database: Database, accounts: Accounts) -> None:
        self._database = database
        self._accounts = accounts
        accounts.erasing.append(_forget)

    def use(self, secret: str) -> Recovered:
        """Use a link up, and make a token of its player. Raises RecoveryRefusedError."""
        token_secret = secret_of(TOKEN_PREFIX, secrets.token_bytes(32))
        now = timestamp_now()
        with self._accounts.changing() as change:
            cursor = change.cursor
            row = cursor.one("DELETE FROM recoveries WHERE digest=? RETURNING player, expires_at", (digest_of(secret),))
            if row is None or row["expires_at"] <= now:
                message = "the link is unknown, used or expired: ask the operator of this site for another one"
                raise RecoveryRefusedError(message)
            player: str = row["player"]
            lock_player(cursor, player)
            found = cursor.one("SELECT name FROM players WHERE id=? AND erased_at IS NULL", (player,))
            assert found is not None, "the erasure of an account deletes its link"
            change.make(Token(str(uuid.uuid4()), player, "recovery", now, ALL_SCOPES), token_secret)
        return Recovered(player, found["name"], token_secret)


def _forget(cursor: Cursor, player: str, now: str) -> None:
    del now
    cursor.execute("DELETE FROM recoveries WHERE player=?", (player,))
