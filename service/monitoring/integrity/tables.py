"""Compares the rows of the lists about a game with those that follow from its log."""

import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from domain.kernel.values import Value
from projections.following import Followed, Part, follow
from service.core.store.database import Cursor, Row
from service.core.store.recorder import StoredEntry
from service.lists import set_aside
from service.lists.projection import GenerationWriter
from service.lists.registry import PROJECTIONS, ProjectionState
from service.lists.tables.activity import KEPT

_OF_GAME = ("lobby", "sitters", "invited", "seats", "awaited_bots", "due_games", "results")
"""The tables that are read by their index on `game`."""

_BY_POSITION = ("game_changes", "player_changes", "departures", "ends")

_WHOLE = {"ends"}
"""Those of them of which no row is deleted."""

_IGNORED = {
    "results": {"number", "latest_at", "earliest_at"},
    "result_seats": {"number"},
    "result_tags": {"number"},
    "completions": {"number"},
    "rating_history": {"number", "mu", "sigma", "weight"},
    "ends": {"latest_at"},
}
"""The columns that depend on other games."""

_MARGIN = 10_000
"""Positions near the oldest change that is kept, where rows may have been deleted already."""

_MOST = 400
"""Positions in one statement."""


class Tabled(Value, frozen=True):
    """A game after its whole log, with the position of each version."""

    after: Followed
    entries: Sequence[StoredEntry]
    positions: Mapping[int, int]

    @property
    def last(self) -> int:
        """The position of the last event."""
        return self.positions[len(self.entries)]

    @property
    def part(self) -> Part:
        """The whole game as one part of a page."""
        changes = tuple((self.positions[change.version], change) for change in self.after.changes)
        return Part(self.after, in_lobby=True, has_ended=self.after.game.status == "ended", changes=changes)


def tabled(entries: Sequence[StoredEntry], positions: Sequence[int]) -> Tabled:
    """Return what the tables have to say about a game."""
    origin = entries[0].origin
    after = follow(None, entries, is_foreign=origin is not None and origin.is_import)
    return Tabled(after, entries, dict(enumerate(positions, 1)))


class TableCheck:
    """Computes the rows of one game at a time in a database in memory, by the code that writes the tables."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        """Held while the database in memory is used: several checks may run at the same time."""
        self._memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._memory.row_factory = sqlite3.Row
        self._cursor = Cursor(self._memory.cursor(), is_postgres=False)
        set_aside.create(self._cursor)
        for projection in PROJECTIONS.values():
            for table in projection.tables:
                table.create(self._cursor, 1)

    def close(self) -> None:
        """Close the database in memory, after a check that uses it. Later ones fail."""
        with self._turn:
            self._memory.close()

    def differing(self, cursor: Cursor, game: Tabled, states: Collection[ProjectionState]) -> list[str]:
        """Return the tables whose rows about a game differ from its log, of those that have the whole log of the game.

        A game that has events after these differs, too.
        """
        with self._turn:
            self._cursor.execute("BEGIN")
            try:
                found: list[str] = []
                set_aside.copy_of_game(cursor, self._cursor, game.after.game.id)
                is_changing = set_aside.wanted_ratings(cursor) is not None
                for state in states:
                    projection = PROJECTIONS[state.name]
                    if state.name == "ratings" and is_changing:
                        # they do not contain the last acts of moderators yet
                        continue
                    if state.position >= game.last and state.form == projection.form:
                        projection.write(GenerationWriter(self._cursor, 1), [game.part])
                        found += self._differing_of(cursor, game, state)
                return sorted(found)
            finally:
                self._cursor.execute("ROLLBACK")

    def _differing_of(self, cursor: Cursor, game: Tabled, state: ProjectionState) -> Iterator[str]:
        for table in PROJECTIONS[state.name].tables:
            name = table.name
            expected = _rows(self._cursor, name, 1, game)
            if name in _BY_POSITION:
                oldest = _oldest(cursor, name, state.generation)
                expected = [row for row in expected if row["position"] > oldest]
                stored = [row for row in _rows(cursor, name, state.generation, game) if row["position"] > oldest]
            else:
                stored = _rows(cursor, name, state.generation, game)
            if _comparable(name, expected) != _comparable(name, stored):
                yield name


def _comparable(name: str, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    ignored = _IGNORED.get(name, set())
    return sorted(repr(sorted((key, value) for key, value in row.items() if key not in ignored)) for row in rows)


def _oldest(cursor: Cursor, name: str, generation: int) -> int:
    """Return a position after which no change is deleted."""
    if name in _WHOLE:
        return 0
    row = cursor.one(f"SELECT MAX(position) AS last FROM {name}_g{generation}")  # noqa: S608 - our names
    last = 0 if row is None or row["last"] is None else row["last"]
    return max(0, last - KEPT + _MARGIN) if last > KEPT - _MARGIN else 0


def _rows(cursor: Cursor, name: str, generation: int, game: Tabled) -> list[dict[str, Any]]:
    """Return the rows of a table about a game."""
    table, id_ = f"{name}_g{generation}", game.after.game.id
    match name:
        case "ratings":
            # they follow from all games
            return []
        case "tagged":
            tags = game.after.game.opened.tags
            known = [] if not isinstance(tags, tuple) else [*tags]
            return _among(cursor, table, id_, "tag", known)
        case "result_seats" | "result_tags" | "completions":
            found = cursor.all(
                f"SELECT * FROM {table} WHERE number IN (SELECT number FROM results_g{generation} WHERE game = ?)",  # noqa: S608 - our names
                (id_,),
            )
        case "rating_history":
            players = {occupant.player for occupant in game.after.game.occupants if occupant is not None}
            return _among(cursor, table, id_, "player", sorted(players))
        case _ if name in _BY_POSITION:
            return _of_positions(cursor, table, id_, sorted(game.positions.values()))
        case _:
            assert name in _OF_GAME, name
            found = cursor.all(f"SELECT * FROM {table} WHERE game = ?", (id_,))  # noqa: S608 - our names
    return [_as_dict(row) for row in found]


def _among(cursor: Cursor, table: str, game: str, column: str, values: Sequence[object]) -> list[dict[str, Any]]:
    """Return the rows of a game with one of these values in a column that the primary key begins with."""
    if not values:
        return []
    marks = ", ".join("?" * len(values))
    rows = cursor.all(f"SELECT * FROM {table} WHERE {column} IN ({marks}) AND game = ?", (*values, game))  # noqa: S608 - our names
    return [_as_dict(row) for row in rows]


def _of_positions(cursor: Cursor, table: str, game: str, positions: Sequence[int]) -> list[dict[str, Any]]:
    parts = (positions[start : start + _MOST] for start in range(0, len(positions), _MOST))
    return [row for part in parts for row in _among(cursor, table, game, "position", part)]


def _as_dict(row: Row) -> dict[str, Any]:
    return {key: row[key] for key in row.keys()}  # noqa: SIM118 - of SQLite's rows, `in` gives the values


def write_missing(cursor: Cursor, game: Tabled, state: ProjectionState) -> None:
    """Write the rows of a game that was left out while its log was damaged, where the tables have gone past it.

    Its result gets the next number, as if the game had ended now; changes keep their positions. What the tables have
    already is not written again.
    """
    part = game.part
    generation, projection = state.generation, PROJECTIONS[state.name]
    has_end = part.has_ended and state.position >= game.last
    if has_end and state.name in {"results", "ratings"}:
        table = "results" if state.name == "results" else "rating_history"
        has_end = not _rows(cursor, table, generation, game)
    written = {
        row["position"]
        for table in projection.tables
        if table.name in _BY_POSITION
        for row in _rows(cursor, table.name, generation, game)
    }
    oldest = max(
        (_oldest(cursor, table.name, generation) for table in projection.tables if table.name in _BY_POSITION),
        default=0,
    )
    changes = tuple(
        (position, change)
        for position, change in part.changes
        if oldest < position <= state.position and position not in written
    )
    projection.write(
        GenerationWriter(cursor, generation), [Part(part.after, in_lobby=True, has_ended=has_end, changes=changes)]
    )
