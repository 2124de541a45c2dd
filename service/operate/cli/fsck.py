"""The command `fsck`, which checks a whole database."""

import sqlite3
import sys
import time
from collections import Counter
from typing import Annotated

import msgspec
import psycopg
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from service.core.settings import SettingsError
from service.core.store.errors import StoreError
from service.core.store.url import is_postgres
from service.monitoring.integrity.connections import known_keys, reading_only
from service.monitoring.integrity.scan import WHOLE, Place, Problem, Scan
from service.monitoring.integrity.source import events_in
from service.operate.cli.common import Database, data_sets_checked, err, fail, out, printable, settings_of
from service.terminal.display.words import counted

DAMAGED = 1
"""The exit code if something is damaged."""

INTERRUPTED = 130
"""The exit code after Ctrl+C, as shells have it for SIGINT."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="fsck")(fsck)


def fsck(
    database: Database = None,
    after: Annotated[
        str | None, typer.Option(help="Continue after this position, which an interrupted check has printed.")
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print each problem, and the summary, as a line of JSON.")
    ] = False,
) -> None:
    """Check all logs: hash chains, seals, signatures, positions, and the tables against them.

    The service may run. Nothing is changed. Exit code 1 if something is damaged.
    """
    settings = settings_of(database)
    data_sets_checked()
    try:
        begin = Place() if after is None else Place.parsed(after)
    except ValueError as error:
        raise fail(error) from None
    run = _Run(begin, as_json=json)
    try:
        with reading_only(settings) as reading:
            scan = Scan(reading, lambda: keys)
            keys = known_keys(settings)
            with reading() as cursor:
                total = events_in(cursor)
            with Progress(console=err, transient=True) as progress:
                task = progress.add_task("checking", total=total or None)
                if not is_postgres(settings.database):
                    with reading() as cursor:
                        run.note(_of_file(cursor.raw))
                for each in scan.logs(begin) if begin.part != WHOLE else ():
                    done = scan.check(each)
                    run.place = each
                    run.events += done.events
                    run.logs[done.kind] += 1
                    run.note(done.problems)
                    progress.update(task, advance=done.events)
                run.note(scan.whole())
    except KeyboardInterrupt:
        err.print(f"interrupted: continue with `ludolog fsck --after {run.place}`", markup=False)
        raise typer.Exit(INTERRUPTED) from None
    except (StoreError, SettingsError, PersistenceError, psycopg.Error, sqlite3.Error, OSError) as error:
        raise fail(f"{error}: checked up to --after {run.place}" if run.events else error) from None
    run.report()
    if run.problems:
        raise typer.Exit(DAMAGED)


class _Run:
    """What a check has found so far."""

    def __init__(self, begin: Place, *, as_json: bool) -> None:
        self._as_json = as_json
        self._began = time.monotonic()
        self.place = begin
        self.events = 0
        self.logs: Counter[str] = Counter()
        self.problems = 0

    def note(self, problems: list[Problem]) -> None:
        """Print problems."""
        self.problems += len(problems)
        for problem in problems:
            if self._as_json:
                _print_json(problem)
            else:
                out.print(printable(str(problem)), markup=False)

    def report(self) -> None:
        """Print the figures."""
        seconds = time.monotonic() - self._began
        rate = round(self.events / seconds) if seconds > 0 else self.events
        games, tournaments = self.logs["game"], self.logs["tournament"]
        if self._as_json:
            _print_json(
                {
                    "games": games, "tournaments": tournaments, "events": self.events, "problems": self.problems,
                    "seconds": round(seconds, 3), "events_per_second": rate,
                }
            )  # fmt: skip
            return
        damage = "nothing is damaged" if not self.problems else counted(self.problems, "problem")
        out.print(
            f"{counted(self.events, 'event')} of {counted(games, 'game')} and {counted(tournaments, 'tournament')} in "
            f"{seconds:.1f} s, {counted(rate, 'event')} a second: {damage}",
            markup=False,
        )


def _print_json(line: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
    sys.stdout.buffer.flush()


def _of_file(raw: sqlite3.Cursor) -> list[Problem]:
    """Return what SQLite finds in the structure of its file."""
    try:
        found = [str(row[0]) for row in raw.execute("PRAGMA quick_check(10)")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    return [Problem("log", "file", " ".join(line.split())) for line in found if line != "ok"]
