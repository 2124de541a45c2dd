"""Tokens that are created once for each idempotency key. Such a key is stored as long as its token."""

from collections.abc import Callable

from service.core.store.database import Cursor
from service.core.store.errors import KeyReusedError
from service.people.credentials import digest_of
from service.people.rows import insert_token, read_token
from service.people.tokens import Made, Token


def make_keyed(cursor: Cursor, make: Callable[[Cursor], Token], secret: str, key: str | None, request: str) -> Made:
    """Insert a token, or return that of an earlier request with this idempotency key. Raises KeyReusedError."""
    earlier = find_keyed_token(cursor, key, request) if key else None
    if earlier is not None:
        return Made(earlier, secret, replayed=True)
    token = make(cursor)
    insert_token(cursor, token, digest_of(secret))
    if key is not None:
        _insert_key(cursor, key, request, token)
    return Made(token, secret, replayed=False)


def find_keyed_token(cursor: Cursor, key: str, request: str) -> Token | None:
    """Return the token that an earlier request with this idempotency key created.

    Raises KeyReusedError if the earlier request was a different one.
    """
    row = cursor.one("SELECT digest, token FROM account_keys WHERE key=?", (digest_of(key),))
    if row is None:
        return None
    if row["digest"] != digest_of(request):
        raise KeyReusedError(key)
    token = cursor.one("SELECT * FROM tokens WHERE id=?", (row["token"],))
    assert token is not None
    return read_token(token)


def _insert_key(cursor: Cursor, key: str, request: str, token: Token) -> None:
    """Store the idempotency key of a request and the token that the request created."""
    cursor.execute("INSERT INTO account_keys VALUES (?,?,?)", (digest_of(key), digest_of(request), token.id))
