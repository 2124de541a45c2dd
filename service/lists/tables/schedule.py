"""The projection of the schedule: the games in which the service has to act at a certain time."""

from collections.abc import Sequence

from projections.following import Part
from projections.rows.schedule import due_at
from service.core.store.database import Cursor
from service.lists.projection import GenerationWriter, Projection, ProjectionTable

TABLES = (ProjectionTable("due_games", "game TEXT PRIMARY KEY, due TEXT NOT NULL", ("due",)),)


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    writing.execute_many("DELETE FROM due_games$ WHERE game=?", [(part.after.game.id,) for part in parts])
    due = [(part.after.game.id, at) for part in parts if (at := due_at(part.after)) is not None]
    writing.insert("due_games", "game, due", due)


SCHEDULE = Projection("schedule", 2, TABLES, _write, former=("scheduled_games",))


def due_games(cursor: Cursor, before: str) -> list[tuple[str, str]]:
    """Return the games in which the service has to act before a time, earliest first, each with its time.

    All of them: games in which it cannot act must not keep it from the others.
    """
    rows = cursor.all("SELECT game, due FROM due_games WHERE due < ? ORDER BY due, game", (before,))
    return [(row["game"], row["due"]) for row in rows]
