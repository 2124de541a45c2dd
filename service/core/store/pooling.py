"""Finds a pooler in transaction mode, in which the statements of one connection reach several sessions."""

from typing import Any

import psycopg
from psycopg.rows import tuple_row

from service.core.store.errors import StoreError
from service.core.store.postgres_connection import note_server, parameters_of

_ROUNDS = 5
"""How often the sessions of two connections are compared: other clients of the pooler may come in between."""

REFUSED = (
    "{variable} leads to a pooler in transaction mode, where LISTEN, session locks and prepared statements do not "
    "work: {advice}"
)
_ADVICE = {
    "LUDOLOG_DATABASE": (
        "set LUDOLOG_DATABASE_DIRECT to the URL of the PostgreSQL server itself, or use a pooler in session mode"
    ),
    "LUDOLOG_DATABASE_DIRECT": "set it to the URL of the PostgreSQL server itself",
}

_DATABASE = "SELECT (SELECT system_identifier FROM pg_control_system()), current_database()"


def refuse_transaction_pooler(database: str, variable: str = "LUDOLOG_DATABASE") -> None:
    """Raise StoreError if the URL of this variable leads to a pooler in transaction mode. Raises psycopg.Error."""
    with psycopg.connect(**parameters_of(database), autocommit=True) as first:
        note_server(database, first.info)
        session = _session_of(first)
        if session == first.info.backend_pid:
            # a pooler makes up the number that it announces
            return
        for _ in range(_ROUNDS):
            with psycopg.connect(**parameters_of(database)) as second:
                # as long as this transaction is open, no other one has its session
                if session == _session_of(second) or session != _session_of(first):
                    raise StoreError(REFUSED.format(variable=variable, advice=_ADVICE[variable]))


def check_direct(database: str, direct: str) -> None:
    """Raise StoreError unless `direct` leads to the same database without a pooler in transaction mode.

    Raises psycopg.Error.
    """
    refuse_transaction_pooler(direct, "LUDOLOG_DATABASE_DIRECT")
    with (
        psycopg.connect(**parameters_of(database, is_pooled=True)) as pooled,
        psycopg.connect(**parameters_of(direct)) as other,
    ):
        if _row(pooled, _DATABASE) != _row(other, _DATABASE):
            message = (
                "LUDOLOG_DATABASE and LUDOLOG_DATABASE_DIRECT lead to different databases: set both to the same one, "
                "through the pooler and without it"
            )
            raise StoreError(message)


def _session_of(connection: psycopg.Connection[Any]) -> int:
    """Return the process id of the session that runs the next statement."""
    return _row(connection, "SELECT pg_backend_pid()")[0]


def _row(connection: psycopg.Connection[Any], query: str) -> tuple[Any, ...]:
    with connection.cursor(row_factory=tuple_row) as cursor:
        row = cursor.execute(query.encode()).fetchone()
    assert row is not None
    return row
