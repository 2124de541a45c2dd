"""The commands `dumps write` and `dumps compare`."""

import datetime
import sqlite3
import tempfile
from pathlib import Path
from typing import Annotated

import psycopg
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from domain.proof.bundle import BadLineError
from service.core.keys.key_file import read_keys
from service.core.keys.signing import KeyFileError, Signer
from service.core.settings import SettingsError
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.times import timestamp_of
from service.dumps.comparing import NoDumpError, differences, read_manifest
from service.dumps.logged import is_covered
from service.dumps.periods import Period
from service.dumps.writing import NothingToDumpError, Written, write_dump
from service.lists.positions import tracking_table
from service.lists.registry import states_in
from service.lists.set_aside import wanted_ratings
from service.lists.tables.ends import span_of
from service.monitoring.integrity.connections import known_keys, reading_only
from service.monitoring.integrity.source import Reading, events_in
from service.operate.cli.common import Database, data_sets_checked, err, fail, out, say, settings_of
from service.terminal.display.words import counted

ERRORS = (
    *(StoreError, SettingsError, PersistenceError, KeyFileError, psycopg.Error, sqlite3.Error, OSError),
    *(NoDumpError, BadLineError),
)

TABLES = ("ends", "results", "ratings")

PeriodAsked = Annotated[str, typer.Argument(metavar="PERIOD", help="A day or a month of UTC: 2026-11-27, or 2026-11.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    dumps = typer.Typer(
        help="Write a dump of the finished public games of a day or month, or compare one with the log.",
        no_args_is_help=True,
    )
    dumps.command()(write)
    dumps.command()(compare)
    app.add_typer(dumps, name="dumps")


def write(
    period: PeriodAsked,
    folder: Annotated[
        Path, typer.Option("--out", help="The folder in which the folder of the dump is made.", file_okay=False)
    ] = Path(),
    database: Database = None,
) -> None:
    """Write the dump of a day or a month. The service may run.

    It is the same as that of the service, byte for byte. One of a period that is not over has the games so far.
    """
    settings, asked = settings_of(database), _period(period)
    data_sets_checked()
    try:
        signer = Signer(read_keys(settings.key_path))
        with reading_only(settings) as reading:
            _check_tables(reading, asked)
            written = _written(reading, signer, asked, folder)
    except NothingToDumpError:
        raise fail(f"no public game has ended in {asked.name}", 1) from None
    except ERRORS as error:
        raise fail(error) from None
    statement = written.manifest.statement
    for file in statement.files:
        say(f"{written.folder / file.name}: {file.bytes:,} bytes")
    parts = (
        counted(statement.games, "game"), counted(statement.results, "result"), counted(statement.ratings, "rating")
    )  # fmt: skip
    say(f"{asked.name}: {', '.join(parts)}")
    if asked.until > timestamp_of(datetime.datetime.now(datetime.UTC)):
        say(f"{asked.name} is not over: more games may follow")


def compare(
    dump: Annotated[Path, typer.Argument(help="The folder of a dump, as the service or `write` has made it.")],
    database: Database = None,
) -> None:
    """Compare a dump with the log: write it again, and name what differs; exit code 1 if anything does."""
    settings = settings_of(database)
    data_sets_checked()
    try:
        manifest, _ = read_manifest(dump)
    except NoDumpError as error:
        raise fail(error) from None
    asked = _period(manifest.statement.period)
    try:
        signer = Signer(read_keys(settings.key_path))
        with tempfile.TemporaryDirectory() as made, reading_only(settings) as reading:
            _check_tables(reading, asked)
            written = _written(reading, signer, asked, Path(made))
            found = list(differences(dump, written.folder, known_keys(settings)))
    except NothingToDumpError:
        found = [f"no public game has ended in {dump.name} by the log"]
    except ERRORS as error:
        raise fail(error) from None
    for line in found:
        say(line)
    if found:
        raise typer.Exit(1)
    out.print(f"{asked.name}: the dump is what the log gives")


def _period(name: str) -> Period:
    """Return a period by its name. Raises the exit of the command."""
    period = Period.named(name)
    if period is None:
        raise fail(f"{name} is no day and no month: write it as 2026-11-27, or as 2026-11")
    return period


def _written(reading: Reading, signer: Signer, period: Period, folder: Path) -> Written:
    with Progress(console=err, transient=True, disable=not err.is_terminal) as progress:
        task = progress.add_task("writing games", total=None)
        return write_dump(reading, signer, period, folder, lambda: progress.advance(task))


def _check_tables(reading: Reading, period: Period) -> None:
    """Raise StoreError unless the tables contain the whole log, all acts of moderators, and the proofs of the games."""
    with reading() as cursor:
        behind = _behind(cursor)
        if not behind and not is_covered(cursor, span_of(cursor, period.since, period.until)):
            message = f"no checkpoint of the transparency log covers {period.name} yet: start the service, or wait"
            raise StoreError(message)
    if behind:
        message = f"the tables of lists and results lag behind the log ({', '.join(behind)}): start the service"
        raise StoreError(message)


def _behind(cursor: Cursor) -> list[str]:
    if not cursor.has_table("projections"):
        return [*TABLES]
    last = events_in(cursor)
    positions = {state.name: state.position for state in states_in(cursor, tracking_table(cursor))}
    behind = [name for name in TABLES if positions.get(name, -1) < last]
    return behind or (["ratings"] if wanted_ratings(cursor) is not None else [])
