"""Every value of every table of a database, as an attacker would find it in a copy."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import psycopg
from psycopg import sql


class Value(NamedTuple):
    """A value in a database."""

    table: str
    column: str
    text: str


def dump(database: str) -> Iterator[Value]:
    """Return every value of a SQLite file or of a PostgreSQL database, by their URLs."""
    yield from _sqlite(database) if database.startswith("sqlite") else _postgres(database)


def raw(database: str) -> bytes:
    """Return the bytes of a SQLite file and its write-ahead log, deleted rows and free pages among them."""
    if not database.startswith("sqlite"):
        return b""
    path = Path(database.removeprefix("sqlite:///"))
    return b"".join(each.read_bytes() for each in sorted(path.parent.glob(f"{path.name}*")) if _is_database(each))


def _is_database(path: Path) -> bool:
    # the file of the signing keys lies next to it
    return path.name.endswith((".db", "-wal"))


def _sqlite(database: str) -> Iterator[Value]:
    with closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            found = connection.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in found.description]
            for row in found:
                yield from (Value(table, *each) for each in zip(columns, map(_text, row), strict=True))


def _postgres(database: str) -> Iterator[Value]:
    listed = "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'"
    with psycopg.connect(database) as connection:
        for schema, table in connection.execute(f"{listed} AND table_schema NOT LIKE 'pg\\_%%'", ()).fetchall():  # pyright: ignore[reportArgumentType] - two constants
            if schema == "information_schema":
                continue
            found = connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(schema, table)))
            columns = [column.name for column in found.description or ()]
            for row in found:
                yield from (Value(table, *each) for each in zip(columns, map(_text, row), strict=True))


def _text(value: object) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
