"""The checks of a PostgreSQL database: server, standbys and privileges."""

import contextlib
import re
from collections.abc import Iterator
from importlib.metadata import version

import psycopg
from psycopg.rows import dict_row

from service.core.settings import Settings, SettingsError
from service.core.store.anchors import boot_id, stored_anchor
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.pooling import check_direct, refuse_transaction_pooler
from service.core.store.postgres_connection import EVENTS, ORDER, parameters_of
from service.core.store.timeouts import CONNECT_TIMEOUT, SERVER_TIMEOUTS
from service.lists.monitoring import MISSING, has_worker
from service.operate.doctor.environment import refused_projections
from service.operate.doctor.finding import Finding
from service.operate.doctor.notifications import deliveries
from service.operate.doctor.time import system_clock
from service.replicas.replica import IDENTITY, NoStandbyError, Replica

_SEQUENCED = f"SELECT 1 WHERE to_regclass('public.{ORDER}') IS NOT NULL"

LOOKED_WITHIN = 2.0
"""The statement timeout in seconds."""

POSTGRES_WANTED: dict[str, frozenset[str] | None] = {
    "server_version": None,
    "max_connections": None,
    "fsync": frozenset({"on"}),
    "full_page_writes": frozenset({"on"}),
    "synchronous_commit": frozenset({"on", "remote_apply"}),
}
"""Server settings, with the values under which acknowledged commits survive a crash."""


def postgres(settings: Settings) -> Iterator[Finding]:
    """Return the findings of the database without changing it."""
    yield Finding("psycopg", version("psycopg"), "ok")
    try:
        if settings.database_direct is None:
            refuse_transaction_pooler(settings.database)
        else:
            check_direct(settings.database, settings.database_direct)
        yield _limits(settings)
        parameters = parameters_of(settings.direct_url)
        parameters["connect_timeout"] = CONNECT_TIMEOUT
        with contextlib.closing(psycopg.connect(**parameters)) as connection:
            # read only, and with a timeout
            connection.read_only = True
            cursor = Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)
            cursor.execute(f"SET LOCAL statement_timeout = {int(LOOKED_WITHIN * 1000)}")
            yield from _server(cursor, settings)
            yield from _replicas(cursor, settings)
    except psycopg.Error as error:
        reason = f"the PostgreSQL database cannot be used: {' '.join(str(error).split())}: see LUDOLOG_DATABASE"
        yield Finding("store", reason, "wrong")
    except (StoreError, SettingsError) as error:
        yield Finding("store", str(error), "wrong")


def _replicas(cursor: Cursor, settings: Settings) -> Iterator[Finding]:
    """Return whether each replica is a standby of this database, and how far it is."""
    if settings.replica_urls and cursor.one(_SEQUENCED) is not None:
        yield Finding("replicas", "the log is sequenced, so that the primary answers all reads", "note")
        return
    asked = f"{IDENTITY}, (SELECT COALESCE(MAX(notification_id), 0) FROM {EVENTS}) AS last"  # noqa: S608 - constants
    for url in settings.replica_urls:
        replica = Replica(url)
        what = f"replica {replica.name}"
        try:
            with replica.reading() as (there, _):
                found = dict(there.one(asked) or {})
        except NoStandbyError:
            yield Finding(what, "it accepts writes now, so it answers nothing as a replica", "note")
            continue
        except psycopg.Error as error:
            reason = f"it does not answer, so the primary does: {' '.join(str(error).split())}"
            yield Finding(what, reason, "warning")
            continue
        finally:
            replica.close()
        here = dict(cursor.one(asked) or {})
        if (found["system"], found["name"]) != (here["system"], here["name"]):
            yield Finding(what, "it is a standby of another database: see LUDOLOG_REPLICAS", "wrong")
        else:
            lag = max(0, here["last"] - found["last"])
            yield Finding(what, f"a standby of this database, {lag} positions of the log behind", "ok")


def _limits(settings: Settings) -> Finding:
    """Return whether requests have the timeouts that the URL asks for: a pooler may not pass them on (decision 006)."""
    what = "postgresql limits"
    with psycopg.connect(**parameters_of(settings.database, is_pooled=settings.is_pooled)) as connection:
        cursor = Cursor(connection.cursor(row_factory=dict_row), is_postgres=True)
        found = {name: _setting(cursor, name) for name in SERVER_TIMEOUTS}
    if missing := [name for name, value in found.items() if value == "0"]:
        wanted = " ".join(f"SET {name} = {SERVER_TIMEOUTS[name]}" for name in missing)
        advice = f"no {', '.join(missing)}: run ALTER ROLE … {wanted}, one statement for each, and restart the pooler"
        return Finding(what, advice, "warning")
    return Finding(what, ", ".join(f"{name} {value}" for name, value in found.items()), "ok")


def _server(cursor: Cursor, settings: Settings) -> Iterator[Finding]:
    yield from _standbys(cursor)
    for name, wanted in POSTGRES_WANTED.items():
        value = _setting(cursor, name)
        yield Finding(f"postgresql {name}", value, "ok" if wanted is None or value in wanted else "wrong")
    there = cursor.one("SELECT to_regclass(?) IS NOT NULL AS is_there", (f"public.{EVENTS}",))
    if not there or not there["is_there"]:
        yield Finding("store", "the database has no log yet: the service creates its tables when it starts", "ok")
    yield _rights(cursor, has_log=bool(there and there["is_there"]))
    yield system_clock(_anchor(cursor))
    tables = cursor.one("SELECT to_regclass('public.digests') IS NOT NULL AS is_there")
    if tables and tables["is_there"]:
        yield from deliveries(cursor, is_served=True, has_mail=settings.smtp_host is not None)
    if not refused_projections(settings) and not settings.keeps_projections:
        is_there = has_worker(cursor)
        yield Finding("worker", "keeps the tables" if is_there else MISSING, "ok" if is_there else "warning")


def _anchor(cursor: Cursor) -> int | None:
    """Return the anchor of the time since this boot; None if there is none."""
    there = cursor.one("SELECT to_regclass('public.time_anchors') IS NOT NULL AS is_there")
    boot = boot_id()
    return stored_anchor(cursor, boot) if boot is not None and there and there["is_there"] else None


def _standbys(cursor: Cursor) -> Iterator[Finding]:
    what, names = "postgresql standby", _setting(cursor, "synchronous_standby_names").strip()
    # without pg_monitor, a role sees only that processes of other roles exist
    row = cursor.one(
        "SELECT count(*) AS known, count(*) FILTER (WHERE sync_state IN ('sync', 'quorum') OR sync_state IS NULL) "
        "AS waited FROM pg_stat_replication"
    )
    standbys = dict(row or {"known": 0, "waited": 0})
    if not names:
        if standbys["known"]:
            advice = "commits do not wait for the standby: set synchronous_standby_names, or a failover loses commands"
            yield Finding(what, advice, "warning")
        return
    number = re.match(r"(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(", names, re.IGNORECASE)
    is_waited_for = _setting(cursor, "synchronous_commit") not in {"local", "off"}
    if is_waited_for and standbys["waited"] < (int(number[1]) if number else 1):
        advice = (
            f"commits wait for a standby that is not there (synchronous_standby_names is {names!r}), and commands are "
            "answered 503: start it, or set synchronous_standby_names to '' and run SELECT pg_reload_conf()"
        )
        yield Finding(what, advice, "wrong")


def _setting(cursor: Cursor, name: str) -> str:
    row = cursor.one("SELECT current_setting(?) AS value", (name,))
    return "" if row is None else str(row["value"])


def _rights(cursor: Cursor, *, has_log: bool) -> Finding:
    """Return whether the role may write the log, or create missing tables."""
    if has_log:
        asked = f"SELECT has_table_privilege('public.{EVENTS}', 'SELECT, INSERT') AS may"
        wanted = f"SELECT and INSERT on {EVENTS}"
    else:
        asked, wanted = "SELECT has_schema_privilege('public', 'CREATE') AS may", "CREATE in the schema public"
    row = cursor.one(asked)
    if row and row["may"]:
        return Finding("writing", f"the role has {wanted}", "ok")
    return Finding("writing", f"the role lacks {wanted}: grant it", "wrong")
