"""Idempotency keys of requests that write no log entry: renames, revocations, deleted accounts, seats taken already.

A key commits in the transaction of its request. The keys of requests that write to a game are in the log of the game.
"""

import hashlib
import time
import uuid

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database
from service.core.store.errors import KeyReusedError
from service.core.store.lock_order import Stage
from service.core.store.times import timestamp_at
from service.people.credentials import digest_of
from service.people.rows import read_token
from service.people.tokens import Token

KEPT_FOR = 7 * 24 * 3600.0
"""Seconds for which a key is stored."""


class KeyedRequest(Value, frozen=True):
    """A request with an idempotency key."""

    key: str
    """The digest of sender, game and key. A key belongs to its sender and to the game of the path, if any."""
    digest: str
    """The digest of method, path and body."""
    token: str
    """The id of the token of the request."""


class Executed(Value, frozen=True):
    """An earlier request with the same key and content, and the version of the game that it returned, if any."""

    version: int | None


def keyed_request(token: Token, key: str, content: bytes, game: str | None) -> KeyedRequest:
    """Return the stored form of a key and of the content of its request. `game` is the game of the path, if any."""
    # a key contains no slash
    name = f"{token.sender} {key}" if game is None else f"{token.sender} {game}/{key}"
    return KeyedRequest(digest_of(name), hashlib.sha256(content).hexdigest(), token.id)


def find_request(cursor: Cursor, keyed: KeyedRequest) -> Executed | None:
    """Return the earlier request with this key. Raises KeyReusedError if its content differed."""
    oldest = timestamp_at(time.time() - KEPT_FOR)
    row = cursor.one("SELECT digest, version FROM request_keys WHERE key=? AND made_at > ?", (keyed.key, oldest))
    if row is None:
        return None
    if row["digest"] != keyed.digest:
        raise KeyReusedError(keyed.key)
    return Executed(row["version"])


def is_repeated(cursor: Cursor, keyed: KeyedRequest | None, version: int | None = None) -> bool:
    """Return whether the request was executed before; otherwise store its key. Expired keys are deleted.

    A parallel request with the same key waits here for the first one. A transaction calls this function before it locks
    other rows: two transactions that lock keys and other rows in different orders would wait for each other.
    """
    if keyed is None:
        return False
    cursor.order.take(Stage.REQUEST_KEYS)
    if find_request(cursor, keyed) is not None:
        return True
    now = time.time()
    cursor.execute("DELETE FROM request_keys WHERE made_at <= ?", (timestamp_at(now - KEPT_FOR),))
    new = cursor.one(
        "INSERT INTO request_keys (key, digest, token, made_at, version) VALUES (?,?,?,?,?) "
        "ON CONFLICT (key) DO NOTHING RETURNING key",
        (keyed.key, keyed.digest, keyed.token, timestamp_at(now), version),
    )
    # a parallel request may have stored the key since the first look
    return new is None and find_request(cursor, keyed) is not None


def id_of_request(cursor: Cursor, keyed: KeyedRequest | None, purpose: str) -> str:
    """Return the id of what a request makes, a UUID: of repetitions the same one; without a key a random one.

    `is_repeated` was called before, in the same transaction. It depends on the time of the first request: a key that
    was forgotten, and is used again, does not give the id of what the earlier request made.
    """
    if keyed is None:
        return str(uuid.uuid4())
    row = cursor.one("SELECT made_at FROM request_keys WHERE key=?", (keyed.key,))
    assert row is not None
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{purpose} {keyed.key} {row['made_at']}"))


class RequestKeys:
    """The stored keys, for requests that look them up before they do anything."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def executed(self, keyed: KeyedRequest) -> Executed | None:
        """Return the earlier request with the same key. Raises KeyReusedError."""
        with self._database.reading() as cursor:
            return find_request(cursor, keyed)

    def note(self, keyed: KeyedRequest, version: int) -> None:
        """Store the key of a request that changed nothing, and the version of the game that it returned."""
        with self._database.writing() as cursor:
            is_repeated(cursor, keyed, version)

    def former_token(self, secret: str) -> Token | None:
        """Return a token by its secret, even if it is revoked: the request that revoked it may be repeated."""
        with self._database.reading() as cursor:
            row = cursor.one("SELECT * FROM tokens WHERE hash=?", (digest_of(secret),))
            return None if row is None else read_token(row)
