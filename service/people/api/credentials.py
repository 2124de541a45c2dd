"""Finds the credentials of a request: a bearer token (RFC 6750), or a stream ticket in the query."""

from typing import Any, cast
from urllib.parse import parse_qs

from litestar.types import HTTPScope

from service.core.connections.origins import header
from service.core.http.middleware.methods import HEAD_ASKED
from service.core.http.request.parameters import bad_parameter
from service.core.store.errors import KeyReusedError
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.idempotency import keyed_at
from service.people.api.request import TICKET_USED
from service.people.request_keys import RequestKeys
from service.people.tickets import STREAM_PATH, Tickets
from service.people.tokens import Token

BEARER = "bearer "


def secret_in(sent: str) -> str | None:
    """Return the token in an Authorization header; None for another scheme."""
    return sent[len(BEARER) :] if sent.lower().startswith(BEARER) else None


def holder_of(accounts: Accounts, sent: str) -> Token | None:
    """Return the valid token in an Authorization header."""
    secret = secret_in(sent)
    return None if secret is None else accounts.holder(secret)


def ticket_in(scope: HTTPScope) -> str | None:
    """Return the ticket in the query of a stream. Raises a 400 problem if the request has a token as well."""
    if b"ticket=" not in scope["query_string"] or scope["method"] != "GET" or not _is_stream(scope):
        return None
    found = parse_qs(scope["query_string"].decode("latin-1")).get("ticket")
    if found and any(name == b"authorization" for name, _ in scope["headers"]):
        raise bad_parameter("ticket", "send a stream ticket or the header Authorization, not both")
    if found and HEAD_ASKED in scope:
        # a HEAD request would use the ticket up without opening the stream
        raise bad_parameter("ticket", "send a stream ticket with GET: a HEAD request opens no stream")
    return found[0] if found else None


async def token_of_ticket(scope: HTTPScope, tickets: Tickets, secret: str) -> Token | None:
    """Use a ticket up, and return its token; None if it is not valid. Raises OtherPathError."""
    redeemed = await with_timeout(tickets.redeem, secret, scope["path"])
    if redeemed is None:
        return None
    token, ticket = redeemed
    cast("dict[str, Any]", scope)[TICKET_USED] = ticket
    return token


async def is_repeated_after_revocation(scope: HTTPScope, keys: RequestKeys, secret: str) -> bool:
    """Return whether a request repeats the one, with the same idempotency key, that revoked its own token."""
    key = header(scope["headers"], b"idempotency-key")
    if scope["method"] != "DELETE" or key is None:
        return False
    token = await with_timeout(keys.former_token, secret)
    if token is None:
        return False
    try:
        keyed = keyed_at(token, key, "DELETE", scope["path"])
        return await with_timeout(keys.executed, keyed) is not None
    except KeyReusedError:
        return False


def _is_stream(scope: HTTPScope) -> bool:
    return STREAM_PATH.fullmatch(scope["path"]) is not None
