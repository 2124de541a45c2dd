"""The rows of players and tokens in the tables beside the log; every change of one is numbered."""

from typing import Any

from service.database import Cursor, Row
from service.tokens import Player, Token


def last_change(cursor: Cursor) -> int:
    """Return the number of the last change of an account."""
    row = cursor.one("SELECT COALESCE(MAX(number), 0) AS number FROM account_changes")
    assert row is not None
    return int(row["number"])


def note_change(cursor: Cursor, token: str | None, player: str | None) -> None:
    """Number a change of a token or a player, by which other processes learn of it."""
    cursor.execute("INSERT INTO account_changes (token, player) VALUES (?,?)", (token, player))


def insert_player(cursor: Cursor, player: Player) -> None:
    """Insert a new player."""
    insert = "INSERT INTO players (id, name, created_at) VALUES (?,?,?)"
    cursor.execute(insert, (player.id, player.name, player.created_at))
    note_change(cursor, None, player.id)


def insert_token(cursor: Cursor, token: Token, digest: str) -> None:
    """Insert a new token, by the digest of its secret."""
    cursor.execute(
        "INSERT INTO tokens (id, player, label, hash, created_at, scopes, game, seat) VALUES (?,?,?,?,?,?,?,?)",
        (
            *(token.id, token.player, token.label, digest, token.created_at),
            *(" ".join(token.scopes), token.game, token.seat),
        ),
    )
    note_change(cursor, token.id, None)


def read_player(row: Row) -> Player:
    """Return the player of a row."""
    return Player(row["id"], row["name"], row["created_at"])


def read_token(row: Row) -> Token:
    """Return the token of a row."""
    scopes: Any = tuple(row["scopes"].split())
    return Token(
        id=row["id"],
        player=row["player"],
        label=row["label"],
        created_at=row["created_at"],
        scopes=scopes,
        game=row["game"],
        seat=row["seat"],
        last_used_at=row["last_used_at"],
    )
