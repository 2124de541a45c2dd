"""The log of acts: who changed what and who signed in, for an operator who has to stop somebody.

It is off unless the operator turns it on. The rule of deploy/privacy.md: a line has the id of the account, never a
name; a digest of the network, never an address; and no token, query or body. The key of the digest changes every day,
so that lines of two days cannot be tied to each other by their network.
"""

import logging
from typing import Any, cast

from litestar.types import HTTPScope

from service.core.connections.addresses import ADDRESS, network_of
from service.core.http.middleware.request_id import route_of
from service.core.parts import parts_of
from service.core.store.times import timestamp_now
from service.people.accounts import Accounts
from service.people.api.identity import SAFE
from service.people.api.signing_in import SIGNED_IN
from service.people.tokens import Token

_log = logging.getLogger("service.acts")

SIGN_INS = frozenset({"/v1/players", "/v1/sessions", "/v1/recoveries", "/oauth/token"})
"""The routes that sign in. Failed attempts are logged, too: who guesses is seen by the network."""

DIGITS = 16
"""Hexadecimal digits of the digest of a network."""


def log_act_of_request(scope: HTTPScope, status: int, _answered: float, _ended: float) -> None:
    """Log a request that may change something, once it has ended."""
    if scope["method"] in SAFE:
        return
    asked = cast("dict[str, Any]", scope)
    token = cast("Token | None", asked.get("user"))
    route = route_of(scope)
    signed_in = asked.get(SIGNED_IN)
    _log.info(
        "sign-in" if route in SIGN_INS else "act",
        extra={
            "account": signed_in or (None if token is None else token.player),
            "token": None if token is None else token.id,
            "network": _digest(scope),
            "method": scope["method"],
            "path": scope["path"],
            "route": route,
            "status": status,
        },
    )


def _digest(scope: HTTPScope) -> str | None:
    """Return the digest of the network of a request; None: it was refused before its address was known."""
    address = cast("dict[str, Any]", scope).get(ADDRESS)
    if not address:
        return None
    return network_digest(parts_of(scope["litestar_app"]).get(Accounts), address, timestamp_now()[:10])


def network_digest(accounts: Accounts, address: str, day: str) -> str:
    """Return the digest of the network of an address on a day: 24 bits of an IPv4 address, 48 of an IPv6 address."""
    return accounts.derived(f"log of acts {day}", network_of(address)).hex()[:DIGITS]
