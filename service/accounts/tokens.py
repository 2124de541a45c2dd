"""Players, and the tokens by which they act."""

import time
from collections import defaultdict
from collections.abc import Iterable

from domain.kernel.values import Seat, Value
from service.accounts.credentials import Scope
from service.store.times import timestamp_at

GUEST = "guest:"
"""How the id of a player begins who has not signed up, but was given a seat."""


class Player(Value, frozen=True):
    """Somebody who has signed up, or a guest."""

    id: str
    name: str
    created_at: str
    made_by: str | None = None
    """The account that has made a guest; None for everybody else, and for guests of earlier releases."""


class Token(Value, frozen=True):
    """A token without the token itself.

    With `game` and `seat` it is for that seat alone; with `game` and no scopes it is an invitation, by which a player
    with a token of another kind sees a private game and may take a seat.
    """

    id: str
    player: str
    label: str
    created_at: str
    scopes: tuple[Scope, ...]
    game: str | None = None
    seat: Seat | None = None
    last_used_at: str | None = None
    expires_at: str | None = None
    """The time from which on it is worth nothing; None: never."""

    @property
    def is_invitation(self) -> bool:
        """Whether it only lets its holder into a game."""
        return not self.scopes

    def is_expired(self, seconds: float | None = None) -> bool:
        """Whether the token has expired now, or at a time in seconds since 1970."""
        if self.expires_at is None:
            return False
        return self.expires_at <= timestamp_at(time.time() if seconds is None else seconds)

    @property
    def sender(self) -> str:
        """Who acts by this token, as the log keeps it: the player, or a seat token as itself."""
        return self.player if self.game is None else f"seat-token:{self.id}"


class PastExpiryError(Exception):
    """A new token would have expired already; carries the time."""


class Made(Value, frozen=True):
    """A token that was made, the secret itself, and whether this repeats an earlier request by its key."""

    token: Token
    secret: str
    replayed: bool


class TokensInForce:
    """Tokens by the digest of their secret, by id and by player: none is found by looking at all of them."""

    def __init__(self, tokens: Iterable[tuple[str, Token]] = ()) -> None:
        self._by_digest: dict[str, Token] = {}
        self._digests: dict[str, str] = {}
        self._of_player: defaultdict[str, set[str]] = defaultdict(set)
        for digest, token in tokens:
            self.put(digest, token)

    def find(self, digest: str) -> Token | None:
        """Return the token of this digest, unless it has expired."""
        token = self._by_digest.get(digest)
        return None if token is None or token.is_expired() else token

    def by_id(self, token: str) -> Token | None:
        """Return the token of this id, unless it has expired."""
        digest = self._digests.get(token)
        return None if digest is None else self.find(digest)

    def put(self, digest: str, token: Token) -> None:
        """Take a token in, in the place of what was known of it."""
        self._by_digest[digest] = token
        self._digests[token.id] = digest
        self._of_player[token.player].add(token.id)

    def drop(self, token: str) -> None:
        """Forget a token, which is worth nothing any more."""
        digest = self._digests.pop(token, None)
        if digest is None:
            return
        dropped = self._by_digest.pop(digest)
        of_player = self._of_player[dropped.player]
        of_player.discard(token)
        if not of_player:
            del self._of_player[dropped.player]

    def drop_all_of(self, player: str) -> None:
        """Forget the tokens of a player."""
        for token in list(self._of_player.get(player, ())):
            self.drop(token)

    def drop_expired(self, seconds: float) -> None:
        """Forget the tokens that have expired at a time in seconds since 1970."""
        for token in [token.id for token in list(self._by_digest.values()) if token.is_expired(seconds)]:
            self.drop(token)
