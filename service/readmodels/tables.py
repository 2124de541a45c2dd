"""The tables of a projection in their generations: a rebuilt table stands beside the one that serves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from domain.kernel.values import Value
from projections.following import Part
from service.store.database import Cursor, Row


class Table(Value, frozen=True):
    """A table: its columns, and the columns of each of its indexes. It is read through a view of its name."""

    name: str
    columns: str
    indexes: tuple[str, ...] = ()

    def create(self, cursor: Cursor, generation: int) -> None:
        """Make the table of a generation."""
        made = f"{self.name}_g{generation}"
        cursor.execute(f"CREATE TABLE {made} ({self.columns})")
        for number, columns in enumerate(self.indexes):
            cursor.execute(f"CREATE INDEX {made}_i{number} ON {made} ({columns})")

    def drop(self, cursor: Cursor, generation: int) -> None:
        """Drop the table of a generation, if there is one."""
        cursor.execute(f"DROP TABLE IF EXISTS {self.name}_g{generation}")

    def show(self, cursor: Cursor, generation: int) -> None:
        """Let readers see a generation from the end of the transaction on."""
        cursor.execute(f"DROP VIEW IF EXISTS {self.name}")
        cursor.execute(f"CREATE VIEW {self.name} AS SELECT * FROM {self.name}_g{generation}")  # noqa: S608 - our names


class Writing:
    """A transaction that writes one generation: in its statements a table is written `name$`."""

    __slots__ = ("_cursor", "_suffix")

    def __init__(self, cursor: Cursor, generation: int) -> None:
        self._cursor = cursor
        self._suffix = f"_g{generation}"

    def execute(self, statement: str, parameters: Sequence[object] = ()) -> None:
        """Run a statement."""
        self._cursor.execute(statement.replace("$", self._suffix), parameters)

    def execute_many(self, statement: str, rows: Sequence[Sequence[object]]) -> None:
        """Run a statement once for each of these rows of parameters."""
        if rows:
            self._cursor.execute_many(statement.replace("$", self._suffix), rows)

    def one(self, statement: str, parameters: Sequence[object] = ()) -> Row | None:
        """Return the first row of a query, if there is one."""
        return self._cursor.one(statement.replace("$", self._suffix), parameters)

    def all(self, statement: str, parameters: Sequence[object] = ()) -> Iterator[Row]:
        """Return the rows of a query."""
        return self._cursor.all(statement.replace("$", self._suffix), parameters)


Write: TypeAlias = Callable[[Writing, Sequence[Part]], None]


@dataclass(frozen=True)
class Projection:
    """A projection: its tables, and what a page of the log changes in them.

    `form` is raised with every change of tables or meaning: tables of another form are made anew at the next start.
    """

    name: str
    form: int
    tables: tuple[Table, ...]
    write: Write
