"""Invitations to reserved seats of games that were never opened.

The invitations of a game are stored before the game. They are left over if the process ends in between, or if the
opening is refused or fails: the game has another id when it is opened later, unless the request is repeated with its
idempotency key.
"""

import time
from collections.abc import Sequence

from service.core.store.database import Cursor
from service.core.store.times import timestamp_at
from service.people.quotas.counting import TAKEN_FOR, log_of
from service.people.rows import note_change


def delete_unopened(cursor: Cursor, player: str | None = None, games: Sequence[str] = ()) -> list[str]:
    """Delete the left-over invitations of a player, or (None) of all players. Return their ids.

    `games` are about to be opened. Their invitations are deleted `TAKEN_FOR` after they were created, so that a
    repeated request creates them again. Others are deleted after twice this time: a repeated request that has found
    its invitations opens its games before they are deleted. To be called after `Database.has_all_keys` returned True.
    """
    now = time.time()
    marks = ",".join("?" * len(games)) or "NULL"
    own, values = ("", ()) if player is None else ("player = ? AND ", (player,))
    found = cursor.all(
        f"""SELECT id FROM tokens WHERE {own}scopes = '' AND seat IS NOT NULL AND revoked_at IS NULL
            AND (created_at <= ? OR (created_at <= ? AND game IN ({marks}))) AND NOT EXISTS (
                SELECT 1 FROM {log_of(cursor)} AS event WHERE event.originator_id = tokens.game)""",  # noqa: S608 - constants and marks
        (*values, timestamp_at(now - 2 * TAKEN_FOR), timestamp_at(now - TAKEN_FOR), *games),
    )
    deleted: list[str] = sorted(row["id"] for row in found)
    for token in deleted:
        cursor.execute("DELETE FROM account_keys WHERE token = ?", (token,))
        cursor.execute("DELETE FROM tokens WHERE id = ?", (token,))
        note_change(cursor, token, None)
    return deleted
