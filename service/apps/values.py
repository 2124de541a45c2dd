"""What apps ask for, and what players allow, as values."""

from typing import Literal, TypeAlias

from domain.kernel.values import Value
from service.core.http.headers import TOKEN_PREFIX
from service.people.credentials import SCOPES, Scope, ScopeName

ACCESS, REFRESH = f"{TOKEN_PREFIX}app_", f"{TOKEN_PREFIX}refresh_"
CODE, DEVICE = f"{TOKEN_PREFIX}code_", f"{TOKEN_PREFIX}device_"
"""The prefixes of the secrets of apps, by which logs leave them out."""

DEFAULT_SCOPE: Scope = SCOPES[0]
"""What an app may do that names no scope."""

CODE_LASTS = 60.0
"""Seconds for which an authorization code can be exchanged."""

DEVICE_LASTS = 600
"""Seconds for which a device code is valid."""

PAUSE = 5
"""Seconds between two polls of a device, and by how much a poll that comes too early makes them more (RFC 8628 3.5)."""

MOST_GRANTS = 100
"""The maximum number of grants of a player. A further one ends the one that was unused longest."""

Duration: TypeAlias = Literal["hour", "month", "year"]
"""For how long a person allows an app what it asks for."""

SECONDS_OF: dict[Duration, int] = {"hour": 3600, "month": 30 * 24 * 3600, "year": 365 * 24 * 3600}


class Asked(Value, frozen=True):
    """What an app asks for."""

    client: str
    """Its `client_id`: a name or address that it chooses."""
    scopes: tuple[ScopeName, ...]
    redirect_uri: str | None = None
    """Where the answer goes; None for a device, which polls."""
    challenge: str = ""
    """The challenge of PKCE (RFC 7636), by S256."""
    state: str | None = None
    host: str | None = None
    """The host of the redirect URI, or its private scheme; None for a device."""
    game: str | None = None
    """The only game about which it asks; None: all."""
    tournament: str | None = None
    """The only tournament about which, with its games, it asks; None: all."""


class Allowed(Value, frozen=True):
    """What a player has allowed: for how long, and with what it ends."""

    player: str
    lasts: int
    """Seconds from the moment when the app gets its token."""
    until: str | None
    """The expiry of what started the session; None: it does not expire."""
    made_with: str | None
    """The id of the token or passkey that started the session; None: the grant ends with none."""


class Grant(Value, frozen=True):
    """What an app may do for a player."""

    id: str
    player: str
    client: str
    scopes: tuple[ScopeName, ...]
    created_at: str
    expires_at: str
    redirect_uri: str | None = None
    ends_with: str | None = None
    """The id of the token or passkey that started the session which allowed it; None: it ends with none."""
    last_used_at: str | None = None
    game: str | None = None
    tournament: str | None = None
