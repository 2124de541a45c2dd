"""How to connect to the PostgreSQL database: parameters, timeouts, and the names of locks and tables."""

import os
from collections.abc import Mapping
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from service.core.store.errors import StoreError
from service.core.store.timeouts import CONNECT_TIMEOUT, SERVER_TIMEOUTS
from service.core.store.url import LAST_PORT, is_readable

CHANNEL = EVENTS = "ludolog_events"
"""The table of the events, and the channel of the NOTIFY that every commit to it sends.

In a database whose log is sequenced, it is a view of the next two tables (decision 088).
"""

ENTRIES, ORDER = "ludolog_entries", "ludolog_order"
"""The events by their keys, and the positions that they have."""

ORDER_END, UNPLACED = "ludolog_order_end", "ludolog_unplaced"
"""The last position, and the batches that have none yet."""

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
        **_answering_first(database, {name: value for name, value in given.items() if value is not None}),
        "options": _options(given.get("options") or os.environ.get("PGOPTIONS")),
        **({"prepare_threshold": None} if is_pooled else {}),
    }


def is_accepted(database: str) -> bool:
    """Return whether libpq accepts a PostgreSQL URL, as far as it can tell without connecting."""
    try:
        given = conninfo_to_dict(database)
    except (psycopg.Error, UnicodeError):
        # an error of libpq, or bytes that are no UTF-8
        return False
    servers = _servers(given)
    return bool(servers) and all(_is_port(each.get("port", "")) for each in servers)


def _is_port(text: str) -> bool:
    """Return whether a text is a port. None at all stands for the default (libpq 34.1.1.3)."""
    return not text or (text.isascii() and text.isdecimal() and 0 < int(text) <= LAST_PORT)


_HOSTS = ("host", "hostaddr", "port")

_answering: dict[str, int] = {}
"""The number of the server, among those that a URL names, that last accepted a connection of this process."""


def note_server(database: str, info: psycopg.ConnectionInfo) -> None:
    """Note which server of a URL has accepted a connection; the next connection tries it first.

    Otherwise each connection would wait for the timeout of a server that hangs and is named before.
    """
    given = conninfo_to_dict(database)
    servers = _servers(given)
    for number, server in enumerate(servers):
        known = {**dict.fromkeys(_HOSTS), "port": "5432", **server}
        if len(servers) > 1 and info.host in {known["host"], known["hostaddr"]} and str(info.port) == known["port"]:
            _answering[database] = number


def _answering_first(database: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters with the servers in the order in which they are tried."""
    number = _answering.get(database)
    servers = _servers(given)
    if number is None or number >= len(servers):
        return given
    ordered = [servers[number], *servers[:number], *servers[number + 1 :]]
    return given | {name: ",".join(each[name] for each in ordered) for name in _HOSTS if name in given}


def _servers(given: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the servers that parameters name. A single port counts for all of them (libpq 34.1.1.3)."""
    lists = {name: str(given[name]).split(",") for name in _HOSTS if given.get(name) is not None}
    length = max((len(each) for name, each in lists.items() if name != "port"), default=1)
    if len(lists.get("port", ())) == 1:
        lists["port"] *= length
    if any(len(each) != length for each in lists.values()):
        # libpq refuses it
        return []
    return [{name: each[number] for name, each in lists.items()} for number in range(length)]


def _options(given: object) -> str:
    """Return the server timeouts as command-line options; the given options come last and take precedence."""
    limits = [f"-c {name}={milliseconds}" for name, milliseconds in SERVER_TIMEOUTS.items()]
    return " ".join([*limits, *([str(given)] if given else [])])
