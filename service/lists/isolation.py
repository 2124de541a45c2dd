"""Writes a page of the log although the rows of a game cannot be written: that game is left out as damaged."""

import contextlib
import sqlite3
from collections.abc import Generator, Mapping

import psycopg
from eventsourcing.persistence import DataError, IntegrityError, PersistenceError

from domain.kernel.values import Value
from service.core.store.damage import Kind, mark, report
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.reading import reason_of
from service.lists.pages import FoldedPage, write, write_rows
from service.lists.registry import Registry

_REFUSALS = (DataError, IntegrityError, sqlite3.DataError, sqlite3.IntegrityError, psycopg.DataError)
"""Errors of a database that refuses a row."""


class NewDamage(Value, frozen=True):
    """Parts that were marked as damaged for the first time, with the reasons."""

    kind: Kind
    names: tuple[str, ...]
    reasons: Mapping[str, str]

    def report(self) -> None:
        """Log it: after the commit."""
        report(self.kind, self.names, self.reasons)


def write_isolated(cursor: Cursor, registry: Registry, page: FoldedPage) -> list[NewDamage]:
    """Write a page in a transaction, without the games whose rows cannot be written; returns the new damage.

    Errors that no single game causes are raised.
    """
    try:
        with _savepoint(cursor):
            write(cursor, registry, page)
    except Exception as error:
        if _is_of_database(error) or not (damaged := _unwritable(cursor, page)):
            raise
        page = page.without(damaged)
        write(cursor, registry, page)
    found = (
        NewDamage("game", tuple(mark(cursor, "game", page.damaged)), page.damaged),
        NewDamage("table", tuple(mark(cursor, "table", page.unfolded)), page.unfolded),
        NewDamage("log", tuple(mark(cursor, "log", page.unknown)), page.unknown),
    )
    return [each for each in found if each.names]


def _is_of_database(error: Exception) -> bool:
    """Return whether an error is one of the database as a whole, and not of a row."""
    kinds = (StoreError, PersistenceError, sqlite3.Error, psycopg.Error, TimeoutError, OSError)
    return isinstance(error, kinds) and not isinstance(error, _REFUSALS)


@contextlib.contextmanager
def _savepoint(cursor: Cursor, *, kept: bool = True) -> Generator[None]:
    """Undo the statements of the block if it raises, or unless they are `kept`."""
    cursor.execute("SAVEPOINT page")
    try:
        yield
    except Exception as error:
        if not _is_of_database(error):
            cursor.execute("ROLLBACK TO SAVEPOINT page")
        raise
    if not kept:
        cursor.execute("ROLLBACK TO SAVEPOINT page")
    cursor.execute("RELEASE SAVEPOINT page")


def _unwritable(cursor: Cursor, page: FoldedPage) -> dict[str, str]:
    """Return the games of a page whose rows cannot be written even alone, with the reasons."""
    damaged: dict[str, str] = {}
    for part in page.parts:
        game = part.after.game.id
        alone = page.without({other.after.game.id: "" for other in page.parts if other.after.game.id != game})
        try:
            with _savepoint(cursor, kept=False):
                for target in page.targets:
                    write_rows(cursor, alone, target)
        except _REFUSALS as error:
            damaged[game] = f"the database refuses a row of the lists: {reason_of(error)}"
        except Exception as error:
            if _is_of_database(error):
                raise
            damaged[game] = f"the rows of the lists cannot be computed: {type(error).__name__}: {reason_of(error)}"
    return damaged
