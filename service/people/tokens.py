"""Players, tokens and invitations as values."""

import time
from collections.abc import Sequence

from domain.kernel.values import Seat, Value
from service.core.store.times import timestamp_at
from service.people.credentials import Scope, ScopeName, allowed_by

GUEST = "guest:"
"""The prefix of the id of a guest: a player without an account."""

DAY = 24 * 3600.0

IDLE = 30 * DAY
"""Seconds without use after which a session expires."""

LONGEST = 180 * DAY
"""Seconds after which a session ends, even if it is used."""

MOST_LISTED = 200
"""The maximum number of tokens on one page."""


class Player(Value, frozen=True):
    """A registered player or a guest."""

    id: str
    name: str
    created_at: str
    made_by: str | None = None
    """The account that created a guest; None for registered players, and for guests of earlier releases."""


class SigningUp(Value, frozen=True):
    """What a person sends with the name to sign up."""

    invitation: str | None = None
    """A code, if the site asks for one."""
    terms: str | None = None
    """The version of the terms that the person accepts."""


NOTHING_FURTHER = SigningUp()


class Token(Value, frozen=True):
    """A token without its secret.

    A token with `game` and `seat` is valid for this seat only. A token with `game` and without scopes is an invitation:
    a player who sends it with another token sees a private game and may take a seat.
    """

    id: str
    player: str
    label: str
    created_at: str
    scopes: tuple[ScopeName, ...]
    game: str | None = None
    seat: Seat | None = None
    last_used_at: str | None = None
    expires_at: str | None = None
    """The time from which the token is invalid; None if it does not expire."""
    ends_at: str | None = None
    """The time beyond which the use of a session does not delay its expiry; None for other tokens."""
    started_by: str | None = None
    """The id of the token, passkey or grant that made the token or started the session, with which it ends.

    None after a sign-up, and for tokens of releases that did not record it.
    """
    started_until: str | None = None
    """The expiry time of what started a session; None if it does not expire."""
    token_at: str | None = None
    """When a token last led to the passkey that started a session; empty: none ever led to the session.

    None: a token has started the session and leads to it for as long as it lasts, or it is not known, since the session
    is of a release without this field, or the passkey was deleted. Other tokens have none. Unlike `started_by`, it says
    how the session started.
    """
    grant: str | None = None
    """The id of the grant of an app, whose access token this is; None for other tokens."""
    within_game: str | None = None
    """The only game in which the token of an app is valid; None: it is not limited to one."""
    within_tournament: str | None = None
    """The only tournament in which, with its games, the token of an app is valid; None: it is not limited to one."""

    @property
    def is_session(self) -> bool:
        """Whether the token is a session of a browser, whose secret is in a cookie."""
        return self.ends_at is not None

    @property
    def creates_until(self) -> str | None:
        """The time that nothing may outlive which the token creates; None: no limit.

        A session expires when it is not used. What counts is the expiry of what started it.
        """
        return self.started_until if self.is_session else self.expires_at

    @property
    def ends_with(self) -> str | None:
        """The id of the token or passkey with which lasting things end that the token creates; None: with none.

        The end of a session, such as signing out, ends nothing. What counts is what started it, if anything did. An app
        replaces its access token: what it creates ends with its grant.
        """
        if self.is_session:
            return self.started_by
        return self.id if self.grant is None else self.grant

    @property
    def is_invitation(self) -> bool:
        """Whether the token is an invitation to a game."""
        return not self.scopes

    def allows(self, scope: Scope) -> bool:
        """Return whether the token has a scope, by its name or within a bundle."""
        return scope in allowed_by(self.scopes)

    def is_expired(self, seconds: float | None = None) -> bool:
        """Return whether the token has expired at a time in seconds since 1970, by default now."""
        if self.expires_at is None:
            return False
        return self.expires_at <= timestamp_at(time.time() if seconds is None else seconds)

    @property
    def sender(self) -> str:
        """The sender in the log of requests with this token: the player, or a seat token by its id."""
        return self.player if self.game is None else f"seat-token:{self.id}"


class PastExpiryError(Exception):
    """The expiry time of a new token is in the past. Carries the time."""


class TokenRevokedError(Exception):
    """The token of a request was revoked after the request had found it, perhaps by another process."""


class GuestErasedError(Exception):
    """A guest has deleted the name: a further token for the seat would be of no use."""


class TokenSpec(Value, frozen=True):
    """A token to create: for a player, for a seat of a game, or without scopes an invitation to a game."""

    player: str
    label: str
    scopes: Sequence[ScopeName]
    game: str | None = None
    seat: Seat | None = None
    expires_at: str | None = None
    by: Token | None = None
    """The token of the request, which must not have been revoked since. The new token ends with it."""
    has_all: bool = False
    """Whether the request named no scopes, so that the token has those of the token of the request."""


class Made(Value, frozen=True):
    """A new token with its secret. `replayed`: an earlier request with the same idempotency key created it."""

    token: Token
    secret: str
    replayed: bool
