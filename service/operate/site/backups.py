"""Backups of a site: folders with a dump of the database and the key file."""

import datetime
import os
import shutil
from pathlib import Path

import msgspec
import psycopg
from psycopg import sql

from domain.kernel.values import Value
from service.core.keys.key_file import read_keys
from service.core.keys.signing import KeyFileError
from service.core.store.files.durable import flush
from service.core.store.files.locks import OWNER_ONLY
from service.core.store.postgres_connection import EVENTS
from service.operate.site.errors import SiteError
from service.operate.site.preparation import own_url, prepare_postgres
from service.operate.site.programs import check_url, connection_of, program, run, server_running
from service.operate.site.state import SiteState, is_running
from service.release import build

DUMP, KEY, ABOUT = "ludolog.dump", "ludolog.key", "backup.json"

RESTORING = "ludolog_restoring"
"""The name of the database during a restore."""

_DROP = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(RESTORING))


class BackupInfo(Value, frozen=True):
    """The description of a backup."""

    release: str
    made_at: str


def back_up(folder: Path, state: SiteState, target: Path) -> None:
    """Write a backup of a running or stopped site into a new folder. Raises SiteError."""
    target = target.absolute()
    if target.exists():
        message = f"{target} exists already: choose another name"
        raise SiteError(message)
    partial = target.with_name(target.name + ".partial")
    try:
        read_keys(Path(state.key_file))
        partial.mkdir(mode=0o700)
        try:
            _dump(folder, state, partial / DUMP)
            _copy(Path(state.key_file), partial / KEY)
            about = BackupInfo(build(), datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"))
            (partial / ABOUT).write_bytes(msgspec.json.encode(about) + b"\n")
            # pg_dump flushes its file, and _copy the key file
            flush(partial / ABOUT)
            flush(partial)
            partial.rename(target)
            flush(target.parent)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
    except (OSError, KeyFileError) as error:
        message = f"{target} cannot be written: {error}"
        raise SiteError(message) from None


def _dump(folder: Path, state: SiteState, file: Path) -> None:
    if state.has_postgres:
        with server_running(folder):
            _pg_dump(own_url(folder), file)
    else:
        # a dump is one session, which a pooler in transaction mode does not give
        source = state.direct_file or state.database_file
        url = Path(source).read_text().strip()
        check_url(url, source)
        _pg_dump(url, file)


def _pg_dump(url: str, file: Path) -> None:
    conninfo, secret = connection_of(url)
    os.close(os.open(file, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    run(program("pg_dump"), "--format=custom", f"--file={file}", f"--dbname={conninfo}", environment=secret)


def restore(folder: Path, database: str | None, key_file: Path, backup: Path) -> list[str]:
    """Restore a backup into the PostgreSQL of a stopped site, or into an empty database. Returns notes on old data.

    Raises SiteError.
    """
    if is_running(folder):
        message = f"a site runs in {folder}: stop it first, by `ludolog site stop`"
        raise SiteError(message)
    if database is not None:
        check_url(database, "the database")
    _check(backup)
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d%H%M%S")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if database is None:
            prepare_postgres(folder)
            with server_running(folder):
                aside = _restore_own(folder, backup / DUMP, f"ludolog_before_{stamp}")
        else:
            _check_empty(database)
            aside = []
            _pg_restore(database, backup / DUMP)
        return [*aside, *_put_key(key_file, backup / KEY, stamp)]
    except (OSError, psycopg.Error) as error:
        message = f"the backup cannot be restored: {' '.join(str(error).split())}"
        raise SiteError(message) from None


def _check(backup: Path) -> None:
    missing = [name for name in (DUMP, KEY, ABOUT) if not (backup / name).is_file()]
    if missing:
        message = f"{backup} is no backup of a site: {', '.join(missing)} is missing"
        raise SiteError(message)
    try:
        read_keys(backup / KEY)
    except KeyFileError as error:
        raise SiteError(str(error)) from None


def _check_empty(database: str) -> None:
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT to_regclass(%s)", (f"public.{EVENTS}",)).fetchone()
    if row is not None and row[0] is not None:
        message = "the database contains a log already: set LUDOLOG_DATABASE to an empty one, made by `createdb`"
        raise SiteError(message)


def _restore_own(folder: Path, dump: Path, before: str) -> list[str]:
    """Restore a dump into the server of the site, then rename the databases. Raises SiteError.

    Returns notes on the old database.
    """
    with psycopg.connect(own_url(folder, "postgres"), autocommit=True) as connection:
        # a killed restore leaves this database behind
        connection.execute(_DROP)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(RESTORING)))
        try:
            _pg_restore(own_url(folder, RESTORING), dump)
            return _swap_databases(connection, before)
        except BaseException as error:
            connection.execute(_DROP)
            if isinstance(error, SiteError | psycopg.Error):
                reason = " ".join(str(error).split())
                message = f"{reason}: nothing is restored, the database and the key file of the site are unchanged"
                raise SiteError(message) from None
            raise


def _swap_databases(connection: psycopg.Connection, before: str) -> list[str]:
    """Rename the database in use, and give the restored one its name."""
    kept: list[str] = []
    rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
    with connection.transaction():
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = 'ludolog'").fetchone():
            connection.execute(rename.format(sql.Identifier("ludolog"), sql.Identifier(before)))
            kept.append(f"the previous database is kept as {before}")
        connection.execute(rename.format(sql.Identifier(RESTORING), sql.Identifier("ludolog")))
    return kept


def _pg_restore(url: str, dump: Path) -> None:
    conninfo, secret = connection_of(url)
    options = ("--exit-on-error", "--no-owner", "--single-transaction", f"--dbname={conninfo}")
    run(program("pg_restore"), *options, str(dump), environment=secret)


def _put_key(path: Path, source: Path, stamp: str) -> list[str]:
    aside: list[str] = []
    if path.exists():
        if path.read_bytes() == source.read_bytes():
            return aside
        kept = path.with_name(f"{path.name}.before-{stamp}")
        path.rename(kept)
        aside.append(f"the previous key file is kept as {kept}")
    _copy(source, path)
    return aside


def _copy(source: Path, target: Path) -> None:
    """Copy a key file atomically and durably, readable by its owner only."""
    made = target.with_name(target.name + ".new")
    made.unlink(missing_ok=True)
    with os.fdopen(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    made.rename(target)
    flush(target.parent)
