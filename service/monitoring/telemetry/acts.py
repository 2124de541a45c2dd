"""The log of acts: who changed what and who signed in, for an operator who has to stop somebody.

It is off unless the operator turns it on. The rule of deploy/privacy.md: a line has the id of the account, never a
name; a digest of the network, never an address; and no token, query, body or other text of a client. The key of the
digest changes every day, so that lines of two days cannot be tied to each other by their network.
"""

import logging
import re
from typing import Any, cast

from litestar.types import HTTPScope

from service.core.connections.addresses import ADDRESS, network_of
from service.core.http.middleware.request_id import route_of
from service.core.parts import parts_of
from service.core.store.times import timestamp_now
from service.people.accounts import Accounts
from service.people.api.auth import ASKED_WITH
from service.people.api.identity import SAFE
from service.people.api.signing_in import SIGNED_IN
from service.people.tokens import Token

_log = logging.getLogger("service.acts")

SIGN_INS = frozenset({"/v1/players", "/v1/sessions", "/v1/recoveries", "/oauth/token"})
"""The routes that sign in. Failed attempts are logged, too: who guesses is seen by the network."""

DIGITS = 16
"""Hexadecimal digits of the digest of a network."""

_CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
"""The methods that may change something. Another one is a word of the client, which is refused."""

_ID = re.compile(r"(?:[a-z]{1,16}:)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{1,16}")
"""What a path may have in the place of a parameter: ids, and numbers of seats, rounds and acts."""

_OTHER = "***"
"""Stands for what a client has written there instead: it could be a name, an address or a secret."""


def log_act_of_request(scope: HTTPScope, status: int, _answered: float, _ended: float) -> None:
    """Log a request that may change something, once it has ended."""
    if scope["method"] in SAFE:
        return
    asked = cast("dict[str, Any]", scope)
    token = cast("Token | None", asked.get(ASKED_WITH))
    route = route_of(scope)
    signed_in = asked.get(SIGNED_IN)
    _log.info(
        "sign-in" if route in SIGN_INS else "act",
        extra={
            "account": signed_in or (None if token is None else token.player),
            "token": None if token is None else token.id,
            "network": _digest(scope),
            "method": scope["method"] if scope["method"] in _CHANGING else _OTHER,
            "path": _path_of_ids(route, scope["path"]),
            "route": route,
            "status": status,
        },
    )


def _path_of_ids(route: str, path: str) -> str | None:
    """Return a path with what is not an id masked; None: no route has it, so all of it is the text of a client."""
    if not route.startswith("/"):
        return None
    # a path may end with a slash
    parts = zip(route.split("/"), path.split("/"), strict=False)
    return "/".join(given if given == part or _ID.fullmatch(given) else _OTHER for part, given in parts)


def _digest(scope: HTTPScope) -> str | None:
    """Return the digest of the network of a request; None: it was refused before its address was known."""
    address = cast("dict[str, Any]", scope).get(ADDRESS)
    if not address:
        return None
    return network_digest(parts_of(scope["litestar_app"]).get(Accounts), address, timestamp_now()[:10])


def network_digest(accounts: Accounts, address: str, day: str) -> str:
    """Return the digest of the network of an address on a day: 24 bits of an IPv4 address, 48 of an IPv6 address."""
    return accounts.derived(f"log of acts {day}", network_of(address)).hex()[:DIGITS]
