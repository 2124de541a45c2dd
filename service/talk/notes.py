"""Notes that players keep for themselves, and until when they are away."""

from service.core.store.database import Database
from service.people.rows import lock_account, lock_players
from service.talk.rows import (
    Note,
    absence_of,
    notes_of,
    player_note,
    put_note,
    put_player_note,
    set_absence,
)

MOST_NOTES = 500
"""Notes of a player about one game."""

MOST_PLAYER_NOTES = 5000
"""Notes of a player about others."""


class TooManyNotesError(Exception):
    """A player has the maximum number of notes."""


class UnknownPlayerError(Exception):
    """The account that a note is about was deleted."""


class Notes:
    """The private notes and the absences of players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_game(self, player: str, game: str) -> list[Note]:
        """Return the notes of a player about a game, in the order of the versions."""
        with self._database.reading() as cursor:
            return list(notes_of(cursor, player, game))

    def put(self, player: str, game: str, note: Note, token: str) -> None:
        """Store a note; an empty text deletes it. Raises TooManyNotesError, and TokenRevokedError."""
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            put_note(cursor, player, game, note)
            if cursor.count("game_notes WHERE player=? AND game=?", (player, game)) > MOST_NOTES:
                message = f"you have {MOST_NOTES} notes about this game: delete one first"
                raise TooManyNotesError(message)

    def about(self, player: str, other: str) -> tuple[str, str] | None:
        """Return the note of a player about another one, and its time."""
        with self._database.reading() as cursor:
            return player_note(cursor, player, other)

    def put_about(self, player: str, other: str, text: str, now: str, token: str) -> None:
        """Store a note about a player; an empty text deletes it.

        Raises TooManyNotesError, UnknownPlayerError if the other account was deleted, and TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_players(cursor, (player, other))
            lock_account(cursor, player, token)
            # the deletion of the other account would not find the note
            if cursor.one("SELECT 1 AS found FROM players WHERE id=? AND erased_at IS NULL", (other,)) is None:
                raise UnknownPlayerError(other)
            put_player_note(cursor, player, other, text, now)
            if cursor.count("player_notes WHERE player=?", (player,)) > MOST_PLAYER_NOTES:
                message = f"you have {MOST_PLAYER_NOTES} notes about players: delete one first"
                raise TooManyNotesError(message)

    def absence(self, player: str, now: str) -> str | None:
        """Return until when a player is away; None: the player is here."""
        with self._database.reading() as cursor:
            return absence_of(cursor, player, now)

    def set_absence(self, player: str, until: str | None, token: str) -> None:
        """Store until when a player is away; None: the player is back. Raises TokenRevokedError."""
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            set_absence(cursor, player, until)
