"""The players and the tokens in force, in memory: a request finds its token without a query."""

import time
from collections import defaultdict
from collections.abc import Iterable

from msgspec.structs import replace

from service.accounts.credentials import digest_of
from service.accounts.rows import read_player, read_token
from service.accounts.tokens import Player, Token
from service.store.database import Row
from service.store.times import timestamp_at


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


class AccountDirectory:
    """Looks up players and tokens in memory, and notes when tokens are used."""

    def __init__(self) -> None:
        self._tokens = TokenIndex()
        self._players: dict[str, Player] = {}
        self._used: dict[str, float] = {}
        """The ids of the tokens used since the last write, with the time in seconds since 1970."""

    def name_of(self, player: str | None) -> str | None:
        """Return the current name of a player; None for a bot, a free seat, or an unknown or deleted player."""
        found = None if player is None else self._players.get(player)
        return found.name if found else None

    def player(self, player: str) -> Player | None:
        """Return a player by id."""
        return self._players.get(player)

    def account_of(self, player: str) -> str:
        """Return the account whose caps a player counts towards: for a guest, the account that created it."""
        found = self._players.get(player)
        return player if found is None or found.made_by is None else found.made_by

    def holder(self, secret: str) -> Token | None:
        """Return the token in force with this secret, and note the use."""
        token = self._tokens.find(digest_of(secret))
        return None if token is None or token.is_invitation or token.is_session else self._used_now(token)

    def session(self, secret: str) -> Token | None:
        """Return the session in force with this secret, and note the use."""
        token = self._tokens.find(digest_of(secret))
        return self._used_now(token) if token is not None and token.is_session else None

    def _used_now(self, token: Token) -> Token:
        self._used[token.id] = time.time()
        return token

    def note_use(self, token: Token) -> None:
        """Note the use of a token or an invitation."""
        self._used[token.id] = time.time()

    def invitation(self, secret: str) -> Token | None:
        """Return the invitation in force with this secret."""
        token = self._tokens.find(digest_of(secret))
        return token if token is not None and token.is_invitation else None

    def token(self, token: str) -> Token | None:
        """Return a token or invitation in force by its id."""
        return self._tokens.by_id(token)

    def is_in_force(self, token: Token) -> bool:
        """Return whether a token is neither revoked nor expired."""
        return self._tokens.by_id(token.id) is not None

    def with_last_use(self, token: Token) -> Token:
        """Return a token with its last use in this process, if there is one."""
        at = self._used.get(token.id)
        return token if at is None else replace(token, last_used_at=timestamp_at(at))

    def _load_all(self, tokens: Iterable[Row], players: Iterable[Row]) -> None:
        """Replace all players and tokens. Concurrent readers see either the old or the new ones."""
        self._tokens = TokenIndex((row["hash"], read_token(row)) for row in tokens)
        self._players = {row["id"]: read_player(row) for row in players if row["erased_at"] is None}

    def _load_token(self, row: Row) -> None:
        if row["revoked_at"] is None:
            self._tokens.put(row["hash"], read_token(row))
        else:
            self._tokens.drop(row["id"])

    def _load_player(self, row: Row) -> None:
        if row["erased_at"] is None:
            self._players[row["id"]] = read_player(row)
        else:
            self._players.pop(row["id"], None)

    def _forget_player(self, player: str) -> None:
        self._players.pop(player, None)
        self._tokens.drop_all_of(player)
