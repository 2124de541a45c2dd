"""Reservations for the open games of an account: made before a game is opened, released when it starts."""

import time

from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_at, timestamp_now
from service.people.quotas.caps import CapReachedError, Caps
from service.people.quotas.counting import ABANDONED, STARTED, TAKEN_FOR, log_of

_OPENING = 0x6C756F67
"""The class of the advisory locks of PostgreSQL that serialize the opening of games by one account."""


class OpenGames:
    """Counts the games of accounts that have not started according to the log."""

    def __init__(self, database: Database, caps: Caps) -> None:
        self._database = database
        self._caps = caps

    def take(self, owner: str, *games: str) -> bool:
        """Reserve a place for each game that is about to be opened with one request. Raises CapReachedError.

        Returns False without a cap, and for a repeated request: the games are reserved or in the log already.
        """
        if not self._caps.open_games:
            return False
        # otherwise a game that was opened may look like one that was not
        is_whole = self._database.has_all_keys()
        with self._database.writing() as cursor:
            if cursor.is_postgres:
                cursor.execute("SELECT pg_advisory_xact_lock(?, hashtext(?))", (_OPENING, owner))
            self._free(cursor, owner, is_whole=is_whole)
            if self._is_known(cursor, games[0]):
                return False
            if cursor.count("account_games WHERE owner = ?", (owner,)) + len(games) > self._caps.open_games:
                raise CapReachedError("open_games", self._caps.open_games)
            now = timestamp_now()
            cursor.execute_many(
                "INSERT INTO account_games (game, owner, taken_at) VALUES (?,?,?)",
                [(game, owner, now) for game in games],
            )
        return True

    def give_back(self, *games: str) -> None:
        """Release the reservations of games that were not opened."""
        with self._database.writing() as cursor:
            cursor.execute_many("DELETE FROM account_games WHERE game = ?", [(game,) for game in games])

    def _free(self, cursor: Cursor, owner: str, *, is_whole: bool) -> None:
        """Release the reservations of games that have started, were abandoned, or were never opened.

        The last ones only if the log `is_whole`: if it shows the keys of all games.
        """
        log = log_of(cursor)
        cursor.execute(
            f"""DELETE FROM account_games WHERE owner = ? AND (EXISTS (
                    SELECT 1 FROM {log} AS event WHERE event.originator_id = account_games.game
                    AND (event.topic LIKE ? OR event.topic LIKE ?))
                OR (taken_at < ? AND NOT EXISTS (
                    SELECT 1 FROM {log} AS event WHERE event.originator_id = account_games.game)))""",  # noqa: S608 - a constant
            (owner, STARTED, ABANDONED, timestamp_at(time.time() - TAKEN_FOR) if is_whole else ""),
        )

    def _is_known(self, cursor: Cursor, game: str) -> bool:
        if cursor.one("SELECT 1 AS found FROM account_games WHERE game = ?", (game,)):
            return True
        found = f"SELECT 1 AS found FROM {log_of(cursor)} WHERE originator_id = ? LIMIT 1"  # noqa: S608 - a constant
        return cursor.one(found, (game,)) is not None
