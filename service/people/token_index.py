"""The tokens in force, in memory: a request finds its token without a query."""

from collections import defaultdict
from collections.abc import Iterable

from service.people.tokens import Token


class TokenIndex:
    """Tokens in force by the digest of their secret, by id and by player."""

    def __init__(self, tokens: Iterable[tuple[str, Token]] = ()) -> None:
        self._by_digest: dict[str, Token] = {}
        self._digests: dict[str, str] = {}
        self._of_player: defaultdict[str, set[str]] = defaultdict(set)
        for digest, token in tokens:
            self.put(digest, token)

    def find(self, digest: str) -> Token | None:
        """Return the token with this digest, unless it has expired."""
        token = self._by_digest.get(digest)
        return None if token is None or token.is_expired() else token

    def by_id(self, token: str) -> Token | None:
        """Return the token with this id, unless it has expired."""
        digest = self._digests.get(token)
        return None if digest is None else self.find(digest)

    def put(self, digest: str, token: Token) -> None:
        """Add or replace a token."""
        self._by_digest[digest] = token
        self._digests[token.id] = digest
        self._of_player[token.player].add(token.id)

    def drop(self, token: str) -> None:
        """Remove a token by id."""
        digest = self._digests.pop(token, None)
        if digest is None:
            return
        # a token that was deleted and created again has another id and the same secret
        if (found := self._by_digest[digest]).id == token:
            del self._by_digest[digest]
        player = found.player
        self._of_player[player].discard(token)
        if not self._of_player[player]:
            self._of_player.pop(player)

    def drop_all_of(self, player: str) -> None:
        """Remove the tokens of a player."""
        for token in list(self._of_player.get(player, ())):
            self.drop(token)

    def drop_expired(self, seconds: float) -> None:
        """Remove the tokens that have expired at a time in seconds since 1970."""
        for token in [token.id for token in list(self._by_digest.values()) if token.is_expired(seconds)]:
            self.drop(token)
