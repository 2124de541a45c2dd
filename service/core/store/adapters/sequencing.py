"""Makes the log of a PostgreSQL database one that is sequenced, whole or in partitions (decision 088)."""

import time
from typing import Any, LiteralString

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier, Literal

from service.core.store.errors import StoreError
from service.core.store.postgres_connection import (
    ENTRIES,
    EVENTS,
    MIGRATION_LOCK,
    ORDER,
    ORDER_END,
    UNPLACED,
    WITHOUT_TIMEOUTS,
    parameters_of,
)
from service.core.store.url import is_postgres

MOST_PARTITIONS = 1_000

REFUSED = (
    "the log of this database is sequenced (decision 088): run this process from the release that has made it so, or "
    "a later one"
)
"""What a process of an earlier release gets when it appends."""

_CLOSED_WITHIN = 2.0
"""Seconds within which the server ends the sessions of a process that has just stopped."""

_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ludolog' "
    "AND pid <> pg_backend_pid()"
)

_KEY: LiteralString = "PRIMARY KEY (originator_id, originator_version)"
_EVENT: LiteralString = (
    "originator_id text NOT NULL, originator_version bigint NOT NULL, topic text, state bytea, "
    "batch bigint NOT NULL DEFAULT 0"
)
_BATCH: LiteralString = (
    "originator_id text NOT NULL, originator_version bigint NOT NULL, topics text[] NOT NULL, batch bigint NOT NULL, "
    "appended_at timestamptz NOT NULL DEFAULT clock_timestamp()"
)

COLUMNS: dict[str, LiteralString] = {ENTRIES: _EVENT, UNPLACED: _BATCH}
"""The columns of the tables that partitions have. Each partition has the key of its own rows."""


def sequence(database: str, partitions: int = 1) -> int:
    """Make the log of a database sequenced, in a transaction. Returns the number of its events. Raises StoreError.

    With more than one partition, the events are copied. No process may use the database meanwhile.
    """
    if not is_postgres(database):
        message = "a SQLite file has one process that appends to it: its log needs no sequence"
        raise StoreError(message)
    try:
        with (
            psycopg.connect(**parameters_of(database)) as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            cursor.execute(WITHOUT_TIMEOUTS.encode())
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            _check(cursor)
            return _change(cursor, partitions)
    except psycopg.Error as error:
        message = f"the log cannot be changed: {' '.join(str(error).split())}"
        raise StoreError(message) from None


def _check(cursor: psycopg.Cursor[tuple[Any, ...]]) -> None:
    if _value(cursor, "SELECT to_regclass(%s)", f"public.{ORDER}") is not None:
        message = "the log of this database is sequenced already"
        raise StoreError(message)
    if _value(cursor, "SELECT to_regclass(%s)", f"public.{EVENTS}") is None:
        message = "this database has no log: start the service once, which makes it"
        raise StoreError(message)
    deadline = time.monotonic() + _CLOSED_WITHIN
    while others := _value(cursor, _OTHERS):
        if time.monotonic() > deadline:
            message = f"{others} connections of ludolog use this database: stop all of its processes first"
            raise StoreError(message)
        time.sleep(0.1)
        cursor.execute("SELECT pg_stat_clear_snapshot()")


def _change(cursor: psycopg.Cursor[tuple[Any, ...]], partitions: int) -> int:
    events, entries = Identifier("public", EVENTS), Identifier("public", ENTRIES)
    placed, last = Identifier("public", ORDER), Identifier("public", ORDER_END)

    def run(text: LiteralString, **more: Identifier | Literal) -> None:
        cursor.execute(SQL(text).format(events=events, entries=entries, placed=placed, last=last, **more))

    run("LOCK TABLE {events} IN ACCESS EXCLUSIVE MODE")
    # without its keys until it has its rows
    run(
        "CREATE TABLE {placed} (notification_id bigint NOT NULL, originator_id text NOT NULL, "
        "originator_version bigint NOT NULL, topic text, batch bigint NOT NULL DEFAULT 0)"
    )
    run(
        "INSERT INTO {placed} (notification_id, originator_id, originator_version, topic) "
        "SELECT notification_id, originator_id, originator_version, topic FROM {events}"
    )
    count = cursor.rowcount
    run("ALTER TABLE {placed} ADD PRIMARY KEY (notification_id), ADD UNIQUE (originator_id, originator_version)")
    run("CREATE TABLE {last} (notification_id bigint NOT NULL)")
    # not the last event's: events may have been deleted after tables had followed them
    run(
        "INSERT INTO {last} SELECT nextval(pg_get_serial_sequence({name}, 'notification_id')) - 1", name=Literal(EVENTS)
    )
    if partitions == 1:
        run("ALTER TABLE {events} RENAME TO {to}", to=Identifier(ENTRIES))
        run("ALTER TABLE {entries} DROP COLUMN notification_id, ADD COLUMN batch bigint NOT NULL DEFAULT 0")
    else:
        _divide(cursor, ENTRIES, partitions)
        run(
            "INSERT INTO {entries} (originator_id, originator_version, topic, state) "
            "SELECT originator_id, originator_version, topic, state FROM {events}"
        )
        run("DROP TABLE {events}")
    _divide(cursor, UNPLACED, partitions)
    run(
        "CREATE VIEW {events} AS SELECT e.originator_id, e.originator_version, e.topic, e.state, o.notification_id "
        "FROM {entries} AS e LEFT JOIN {placed} AS o ON o.originator_id = e.originator_id "
        "AND o.originator_version = e.originator_version AND o.batch = e.batch"
    )
    run(
        "CREATE FUNCTION public.ludolog_refuse() RETURNS trigger LANGUAGE plpgsql AS $body$ "
        "BEGIN RAISE EXCEPTION USING MESSAGE = {refused}; END $body$",
        refused=Literal(REFUSED),
    )
    run("CREATE TRIGGER refuse INSTEAD OF INSERT ON {events} FOR EACH ROW EXECUTE FUNCTION public.ludolog_refuse()")
    return count


def _divide(cursor: psycopg.Cursor[tuple[Any, ...]], table: str, partitions: int) -> None:
    """Make a table with the columns of its name, divided by the hash of the game."""
    name = Identifier("public", table)
    if partitions == 1:
        cursor.execute(SQL("CREATE TABLE {} ({}, {})").format(name, SQL(COLUMNS[table]), SQL(_KEY)))
        return
    # without a key of its own: a table with a key takes no partition of another server
    cursor.execute(SQL("CREATE TABLE {} ({}) PARTITION BY HASH (originator_id)").format(name, SQL(COLUMNS[table])))
    for number in range(partitions):
        cursor.execute(partition_of(table, number, partitions))


def partition_of(table: str, number: int, partitions: int) -> Composed:
    """Return the statement that makes a partition in the same database."""
    return SQL("CREATE TABLE {} PARTITION OF {} ({}) FOR VALUES WITH (MODULUS {}, REMAINDER {})").format(
        Identifier("public", f"{table}_{number}"),
        Identifier("public", table),
        SQL(_KEY),
        Literal(partitions),
        Literal(number),
    )


def _value(cursor: psycopg.Cursor[tuple[Any, ...]], statement: LiteralString, *parameters: object) -> Any:
    row = cursor.execute(statement, parameters).fetchone()
    return None if row is None else row[0]
