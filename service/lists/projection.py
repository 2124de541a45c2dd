"""Projections and their tables. A table exists once per generation and is read through a view."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from domain.kernel.values import NO_GAME, Value
from projections.following import Part
from service.core.store.damage import DAMAGED_GAMES
from service.core.store.damage import TABLE as DAMAGED_TABLE
from service.core.store.database import Cursor, Row
from service.lists.set_aside import IS_VOID, WITHHELD, WITHHELD_GAMES, Uncounted


class ProjectionTable(Value, frozen=True):
    """A table: its columns, and the columns of each index. Readers use a view with its name."""

    name: str
    columns: str
    indexes: tuple[str, ...] = ()
    is_of_games: bool = True
    """Whether each row is of the game in the column `game`. Then readers do not see the rows of damaged games."""
    withholds: Literal["rows", "is_public", "id"] | None = None
    """What readers do not see of withheld games: their rows; that they are public (`is_public`); or their id.

    In the last two cases the view has a column more, `is_withheld`.
    """
    shows_void: bool = False
    """Whether the view has a column more, `is_void`: a moderator has voided the result, or its period."""

    def create(self, cursor: Cursor, generation: int) -> None:
        """Create the table of a generation."""
        table = f"{self.name}_g{generation}"
        cursor.execute(f"CREATE TABLE {table} ({self.columns})")
        for number, columns in enumerate(self.indexes):
            cursor.execute(f"CREATE INDEX {table}_i{number} ON {table} ({columns})")

    def drop_view(self, cursor: Cursor) -> None:
        """Drop the view that readers of an earlier format used."""
        cursor.execute(f"DROP VIEW IF EXISTS {self.name}")

    def drop(self, cursor: Cursor, generation: int) -> None:
        """Drop the table of a generation if it exists."""
        cursor.execute(f"DROP TABLE IF EXISTS {self.name}_g{generation}")

    def show(self, cursor: Cursor, generation: int) -> None:
        """Point the view to a generation. Takes effect with the commit."""
        cursor.execute(f"DROP VIEW IF EXISTS {self.name}")
        only = f" WHERE game NOT IN ({DAMAGED_GAMES})" if self.is_of_games else ""
        if self.withholds == "rows":
            only += f" AND game NOT IN ({WITHHELD_GAMES})"
        table = f"{self.name}_g{generation}"
        cursor.execute(f"CREATE VIEW {self.name} AS SELECT {self._shown_columns(table)} FROM {table}{only}")  # noqa: S608 - our names

    def _shown_columns(self, table: str) -> str:
        is_withheld = f"game IN ({WITHHELD_GAMES})"
        shown: dict[str, str] = {}
        more: list[str] = []
        if self.withholds == "is_public":
            shown["is_public"] = f"CASE WHEN {is_withheld} THEN 0 ELSE is_public END AS is_public"
        elif self.withholds == "id":
            shown["game"] = f"CASE WHEN {is_withheld} THEN '{NO_GAME}' ELSE game END AS game"
        if shown:
            more.append(f"CASE WHEN {is_withheld} THEN 1 ELSE 0 END AS is_withheld")
        if self.shows_void:
            more.append(f"{IS_VOID.format(table=table)} AS is_void")
        # a key of several columns is no column
        names = [column.split()[0] for column in self.columns.partition(", PRIMARY KEY")[0].split(", ")]
        return ", ".join([*(shown.get(name, name) for name in names), *more]) if more else "*"

    def leaves_out_damaged(self, cursor: Cursor) -> bool:
        """Return whether the view leaves out what it should. That of an earlier release does not."""
        definition = _definition(cursor, self.name)
        leaves_out = not self.is_of_games or DAMAGED_TABLE in definition
        withholds = self.withholds is None or WITHHELD in definition
        return leaves_out and withholds and (not self.shows_void or "void_periods" in definition)


def _definition(cursor: Cursor, view: str) -> str:
    """Return the statement of a view; empty if there is none."""
    if cursor.is_postgres:
        row = cursor.one(
            "SELECT definition AS text FROM pg_views WHERE schemaname = 'public' AND viewname = ?", (view,)
        )
    else:
        row = cursor.one("SELECT sql AS text FROM sqlite_master WHERE type = 'view' AND name = ?", (view,))
    return "" if row is None else row["text"]


class GenerationWriter:
    """Writes one generation in a transaction. Statements write `$` after the name of a table."""

    __slots__ = ("_cursor", "_suffix")

    def __init__(self, cursor: Cursor, generation: int) -> None:
        self._cursor = cursor
        self._suffix = f"_g{generation}"

    def execute(self, statement: str, parameters: Sequence[object] = ()) -> None:
        """Run a statement."""
        self._cursor.execute(statement.replace("$", self._suffix), parameters)

    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement once per row of parameters."""
        if rows:
            self._cursor.execute_many(statement.replace("$", self._suffix), rows)

    def insert(self, table: str, columns: str, rows: Sequence[Sequence[object]]) -> None:
        """Insert rows with these columns, such as `game, due`. The table has no suffix."""
        self._cursor.insert(f"{table}{self._suffix}", columns, rows)

    def one(self, statement: str, parameters: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        return self._cursor.one(statement.replace("$", self._suffix), parameters)

    def all(self, statement: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
        """Return the rows of a query."""
        return self._cursor.all(statement.replace("$", self._suffix), parameters)

    def uncounted(self, games: Collection[str]) -> Uncounted:
        """Return what counts for no rating among some games."""
        return Uncounted.among(self._cursor, games)


Write: TypeAlias = Callable[[GenerationWriter, Sequence[Part]], None]


@dataclass(frozen=True)
class Projection:
    """A projection: its tables, and the function that writes a page of the log to them.

    `form` is increased with each change of the tables or their meaning; then the next start creates them again.
    """

    name: str
    form: int
    tables: tuple[ProjectionTable, ...]
    write: Write
    former: tuple[str, ...] = ()
    """The names of tables that earlier formats had."""
    needs_only_lobby: bool = False
    """Whether the rows follow from lobby events alone: who sits where, start, end, rulings.

    The first decisions of a game that can be rated are read, too (`Log.played`).
    """
    keeps_last_changes: bool = False
    """Whether the rows are the changes at the last positions of the log (`KEPT`), and earlier rows are deleted."""
