"""Makes a large database of real games, and measures it.

`python -m tests.benchmarks.scale make DATABASE [--games N] [--events N]` makes it: a new SQLite file, or an empty
PostgreSQL database given by its URL. `lists DATABASE --small DATABASE` and `log DATABASE --small DATABASE` compare it
with a smaller one; `rebuild`, `start`, `backup` and `memory` need one database.
`day DATABASE --rates 100,500 --seconds 20 --streams 500` simulates players; it plays the games of the database.
"""

import argparse
import sys
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from service.core.keys.opening import open_keys_of
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.store.url import is_postgres
from tests.benchmarks.rounds import Row
from tests.benchmarks.scale import lists, measures
from tests.benchmarks.scale.day import HEADINGS, Load, cells, days
from tests.benchmarks.scale.making import Size, follow, make

WHAT = ("make", "lists", "log", "rebuild", "start", "backup", "memory", "day")


def main() -> int:
    """Make or measure what the arguments say."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.scale", description=__doc__)
    parser.add_argument("what", choices=WHAT)
    parser.add_argument("database")
    parser.add_argument("--small", default="")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--key-file", help="the key file; by default the one next to a SQLite database")
    parser.add_argument("--rates", default="100,200,500,1000,2000")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--streams", type=int, default=0)
    given = parser.parse_args()
    settings = Settings(database=_url(given.database), key_file=given.key_file)
    if given.what == "make":
        return _make(settings, Size(given.games, given.events, given.players, given.seed))
    if given.what == "day":
        rates = map(float, given.rates.split(","))
        return _day(settings, [Load(rate, given.seconds, given.streams) for rate in rates])
    if given.what in {"lists", "log"} and not given.small:
        parser.error("name a smaller database with --small")
    _print(_measured(given.what, settings, _url(given.small)))
    return 0


def _url(database: str) -> str:
    return database if is_postgres(database) else f"sqlite:///{Path(database).resolve()}"


def _make(settings: Settings, size: Size) -> int:
    with Store(settings.database) as store:
        if store.has_games():
            sys.stderr.write("the database has games already\n")
            return 1
        open_keys_of(store, settings.key_path)
        began = time.process_time()
        made = make(store, size)
        written = time.process_time()
        follow(store)
        Console().print(
            f"{made.games} games, {made.events} events: {written - began:.0f} s of processor time for the log, "
            f"{time.process_time() - written:.0f} s for the tables"
        )
    return 0


def _day(settings: Settings, loads: list[Load]) -> int:
    table = Table(*HEADINGS)
    for one in days(settings.database, str(settings.key_path), loads):
        table.add_row(*cells(one))
        Console().print({kind: f"{seconds * 1000:.1f} ms" for kind, seconds in one.kinds.items()}, one.refused)
    Console(width=120).print(table)
    return 0


def _measured(what: str, settings: Settings, smaller: str) -> list[Row]:
    database = settings.database
    if what == "start":
        return measures.start_rows(database, str(settings.key_path))
    if what == "backup":
        return measures.backup_rows(database)
    with Store(database) as store:
        if what == "rebuild":
            return measures.rebuild_rows(store)
        if what == "memory":
            return measures.memory_rows(store)
        with Store(smaller) as small:
            for each in (store, small):
                follow(each)
            return lists.rows(store, small) if what == "lists" else measures.log_rows(store, small)


def _print(rows: list[Row]) -> None:
    table = Table("what", "ours", "the other", "ratio", "least", "most", "goal")
    for row in rows:
        table.add_row(*row.cells())
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
