"""The projection of the schedule: the games in which the service has to act at a certain time."""

from collections.abc import Sequence

from projections.following import Part
from projections.rows.schedule import due_at
from service.readmodels.projection import GenerationWriter, Projection, ProjectionTable
from service.store.database import Cursor

TABLES = (ProjectionTable("scheduled_games", "game TEXT PRIMARY KEY, due_at TEXT NOT NULL", ("due_at",)),)


def _write(writing: GenerationWriter, parts: Sequence[Part]) -> None:
    changed = [part.after for part in parts if part.in_lobby]
    writing.execute_many("DELETE FROM scheduled_games$ WHERE game=?", [(after.game.id,) for after in changed])
    due = [(after.game.id, at) for after in changed if (at := due_at(after)) is not None]
    writing.execute_many("INSERT INTO scheduled_games$ (game, due_at) VALUES (?,?)", due)


SCHEDULE = Projection("schedule", 1, TABLES, _write)


def scheduled(cursor: Cursor, limit: int) -> list[tuple[str, str]]:
    """Return the games with the earliest next steps, and the times of these, earliest first."""
    statement = "SELECT game, due_at FROM scheduled_games ORDER BY due_at, game LIMIT ?"
    return [(row["game"], row["due_at"]) for row in cursor.all(statement, (limit,))]
