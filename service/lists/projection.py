"""Projections and their tables. A table exists once per generation and is read through a view."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.values import Value
from projections.following import Part
from service.core.store.damage import DAMAGED_GAMES
from service.core.store.damage import TABLE as DAMAGED_TABLE
from service.core.store.database import Cursor, Row


class ProjectionTable(Value, frozen=True):
    """A table: its columns, and the columns of each index. Readers use a view with its name."""

    name: str
    columns: str
    indexes: tuple[str, ...] = ()
    is_of_games: bool = True
    """Whether each row is of the game in the column `game`. Then readers do not see the rows of damaged games."""

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
        cursor.execute(f"CREATE VIEW {self.name} AS SELECT * FROM {self.name}_g{generation}{only}")  # noqa: S608 - our names

    def leaves_out_damaged(self, cursor: Cursor) -> bool:
        """Return whether the view leaves damaged games out, or has none. That of an earlier release does not."""
        return not self.is_of_games or DAMAGED_TABLE in _definition(cursor, self.name)


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
    """Whether the rows follow from lobby events alone: who sits where, start, end, rulings."""
    keeps_last_changes: bool = False
    """Whether the rows are the changes at the last positions of the log (`KEPT`), and earlier rows are deleted."""
