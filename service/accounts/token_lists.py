"""Lists of the tokens in force, and the numbers that count towards the caps of an account."""

from domain.kernel.values import Seat
from service.accounts.directory import AccountDirectory
from service.accounts.quotas.caps import Usage
from service.accounts.quotas.counting import usage_of
from service.accounts.rows import TokenQuery, select_tokens
from service.accounts.tokens import Token
from service.store.database import Database
from service.store.times import timestamp_now

MOST_LISTED = 200
"""The maximum number of tokens on one page."""


class TokenLists(AccountDirectory):
    """Reads pages of tokens from the database."""

    def __init__(self, database: Database) -> None:
        super().__init__()
        self._database = database

    def tokens(self, player: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED) -> list[Token]:
        """Return a page of a player's tokens in force that are not for one seat, oldest first."""
        return self._select(TokenQuery(timestamp_now(), player, after=after, limit=limit))

    def seat_tokens(
        self, game: str, seat: Seat, player: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED
    ) -> list[Token]:
        """Return a page of a player's tokens in force for a seat of a game, oldest first."""
        return self._select(TokenQuery(timestamp_now(), player, game, seat, after=after, limit=limit))

    def invitations(self, game: str, after: tuple[str, str] | None = None, limit: int = MOST_LISTED) -> list[Token]:
        """Return a page of the invitations in force to a game, oldest first."""
        return self._select(TokenQuery(timestamp_now(), game=game, is_invitation=True, after=after, limit=limit))

    def _select(self, query: TokenQuery) -> list[Token]:
        with self._database.reading() as cursor:
            return [self.with_last_use(token) for token in select_tokens(cursor, query)]

    def usage(self, player: str) -> Usage:
        """Return how many tokens, invitations, open games and guests the account of a player has."""
        with self._database.reading() as cursor:
            return usage_of(cursor, self.account_of(player), timestamp_now())
