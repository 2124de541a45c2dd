"""How to connect to the PostgreSQL database: parameters, timeouts, and the names of locks and tables."""

import os
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from service.store.errors import StoreError
from service.store.timeouts import CONNECT_TIMEOUT, SERVER_TIMEOUTS
from service.store.url import is_readable

CHANNEL = EVENTS = "ludolog_events"
"""The table of the events, and the channel of the NOTIFY that every commit to it sends."""

MIGRATION_LOCK = 0x6C75646F6C6F67
"""The advisory lock for creating and changing tables: "ludolog" in ASCII."""

WITHOUT_TIMEOUTS = "SELECT " + ", ".join(f"set_config('{name}', '0', true)" for name in SERVER_TIMEOUTS)
"""Disables the timeouts of the server for the rest of a transaction."""

SHORT_LOCK_TIMEOUT = "SET LOCAL lock_timeout = 1000"
"""Limits lock waits to 1000 ms for the rest of a transaction."""

MAX_CONNECTIONS = 6
"""The maximum number of pooled connections of a process. Following the log takes two more."""


def parameters_of(database: str, *, is_pooled: bool = False) -> dict[str, Any]:
    """Return the connection parameters of a URL; raises StoreError if it cannot be parsed.

    Of several hosts, only the one that accepts writes is used: a standby may lag behind acknowledged commits.
    `is_pooled`: a pooler gives each transaction another session, so none can refer to a prepared statement.
    """
    try:
        given = conninfo_to_dict(database) if is_readable(database) else None
    except (psycopg.Error, UnicodeError):
        # an error of libpq, or bytes that are no UTF-8
        given = None
    if given is None:
        # without libpq's own message, which may quote a part of the password
        message = (
            "LUDOLOG_DATABASE is no PostgreSQL URL: write postgresql://USER:PASSWORD@HOST/NAME, with %XX for each "
            "character of the password that is neither a letter nor a digit"
        )
        raise StoreError(message)
    return {
        "target_session_attrs": "read-write",
        "application_name": "ludolog",
        "connect_timeout": CONNECT_TIMEOUT,
        # together they detect a server that has disappeared within about ten seconds
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        **{name: value for name, value in given.items() if value is not None},
        "options": _options(given.get("options") or os.environ.get("PGOPTIONS")),
        **({"prepare_threshold": None} if is_pooled else {}),
    }


def _options(given: object) -> str:
    """Return the server timeouts as command-line options; the given options come last and take precedence."""
    limits = [f"-c {name}={milliseconds}" for name, milliseconds in SERVER_TIMEOUTS.items()]
    return " ".join([*limits, *([str(given)] if given else [])])
