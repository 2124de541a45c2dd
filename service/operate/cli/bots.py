"""The commands `arena` and `repeat`."""

import signal
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress
from rich.table import Table

from domain.kernel.ruleset import Ruleset
from domain.ledger.signing import Keys
from domain.rulesets import RULESETS
from service.bots.strong.repeat import Repeated, repeated
from service.bots.table import check_numbers
from service.core.keys.signing import is_signed_by
from service.core.settings import SettingsError
from service.core.store.errors import StoreError
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.core.store.url import is_postgres, sqlite_path
from service.operate.arena import BotError, Match, Outcome, play, standings
from service.operate.cli.common import (
    Database,
    data_sets_checked,
    err,
    fail,
    out,
    say,
    settings_of,
    unreadable,
)
from service.operate.guests.players import Players
from service.proof.bundles import STDIN, lines_in
from service.proof.imports import BundleRefusedError, finished_game
from service.terminal.display.words import counted


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(arena)
    app.command()(repeat)


def arena(
    bots: Annotated[
        list[str],
        typer.Argument(
            help="The bots: careful, random, strong-200ms, strong, strong-2s; a file mybot.py, which defines "
            "choose(request); or a program that reads and writes JSON lines, such as 'cmd:node mybot.mjs --lines'."
        ),
    ],
    games: Annotated[int, typer.Option(help="How many games of each title.", min=1)] = 100,
    ruleset: Annotated[list[str] | None, typer.Option(help="A title; can be repeated. Default: all.")] = None,
    seats: Annotated[int, typer.Option(help="How many seats; the bots fill them in turn.")] = 4,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.", min=0)] = 0,
    first: Annotated[
        int, typer.Option(help="The number of the first game: with --games 1, play one again.", min=1)
    ] = 1,
    timeout: Annotated[
        float, typer.Option(help="Seconds in which a file or a program has to answer.", min=0.001, max=86_400)
    ] = 60,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Play games between bots in memory, each deal once with each different rotation of the seats.

    Prints a table of results for each title.
    """
    data_sets_checked()
    titles = [_title(name, seats) for name in ruleset or RULESETS]
    if len(bots) > seats:
        raise fail(f"{len(bots)} bots do not fit in {seats} seats: name fewer, or use --seats")
    _check_numbers(seed, first - 1, games)
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    for number in (signal.SIGTERM, signal.SIGHUP):
        # the programs are ended, and the games so far are printed, as after Ctrl-C
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    found: dict[str, list[Outcome]] = {}
    try:
        for title in titles:
            match = Match(title.name, seated, title.resolve_options(None, {}), games, seed, first - 1)
            outcomes = found[title.name] = []
            try:
                _play(match, title, timeout, outcomes)
            finally:
                if outcomes and not json:
                    _print_standings(title, outcomes)
    except BotError as error:
        raise fail(error) from None
    finally:
        if json:
            results = {title: standings(outcomes) for title, outcomes in found.items() if outcomes}
            sys.stdout.buffer.write(msgspec.json.encode(results) + b"\n")


def _check_numbers(seed: int, first: int, games: int) -> None:
    """Refuse games without an id. The numbers of their deals begin with the seed."""
    try:
        check_numbers(seed + first, games)
    except ValueError as error:
        raise fail(f"--seed, --first, --games: {error}") from None


def _play(match: Match, title: Ruleset[Any], timeout: float, outcomes: list[Outcome]) -> None:
    """Play a match, and append the outcome of each game. Raises BotError."""
    with Players(title, match.bots, timeout) as players, Progress(console=err, transient=True) as progress:
        for outcome in progress.track(play(match, title, players.by_name), match.games, description=title.name):
            outcomes.append(outcome)  # noqa: PERF402 - it is kept if the next game fails


def _title(name: str, seats: int) -> Ruleset[Any]:
    title = RULESETS.get(name)
    if title is None:
        raise fail(f"there is no title {name!r}; there are {', '.join(RULESETS)}")
    if seats not in title.seats:
        raise fail(f"{title.title} is for {title.seats[0]} to {title.seats[-1]} players: use --seats or --ruleset")
    return title


def _print_standings(title: Ruleset[Any], outcomes: list[Outcome]) -> None:
    games = counted(len(outcomes), "game")
    table = Table("bot", "seats", "share of wins", "95% interval", "par", "mean score", title=f"{title.title}, {games}")
    for each in standings(outcomes):
        interval = f"{each.low:.1%} to {each.high:.1%}"
        table.add_row(
            each.bot, str(each.seats), f"{each.share:.1%}", interval, f"{each.par:.1%}", f"{each.mean_score:,.1f}"
        )
    out.print(table)


def repeat(
    game: Annotated[
        str,
        typer.Argument(
            help="A bundle with all secrets (.jsonl, .jsonl.gz; - reads one), or the id of a game in a database that "
            "no service runs on."
        ),
    ],
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON lines instead of text.")] = False,
) -> None:
    """Repeat the searches of strong bots in a game, and compare the results with the played decisions."""
    data_sets_checked()
    total = agreed = 0
    for each in repeated(_entries(game, database)):
        total, agreed = total + 1, agreed + each.agrees
        if json:
            sys.stdout.buffer.write(msgspec.json.encode(each) + b"\n")
        elif not each.agrees:
            say(_line(each))
    if not json:
        out.print(f"{counted(total, 'decision')} of strong bots, {agreed} found again")
    if agreed < total:
        raise typer.Exit(1)


def _line(each: Repeated) -> str:
    played = f"version {each.version}: seat {each.seat} ({each.bot}) played something else"
    return f"{played}; {each.note or 'no reason is known'}"


def _entries(game: str, database: str | None) -> list[StoredEntry]:
    path = Path(game)
    try:
        if path == STDIN or path.is_file():
            return finished_game(lines_in(path), Keys(is_signed_by))[1]
        entries = _stored(game, settings_of(database).direct_url)
    except (StoreError, PersistenceError, SettingsError) as error:
        raise fail(error) from None
    except (OSError, EOFError, zlib.error) as error:
        raise unreadable(path, error) from None
    except BundleRefusedError as refused:
        raise fail(f"{path}: {refused.details}", 1) from None
    if not entries:
        raise fail(f"there is no file and no game {game}")
    return list(entries)


def _stored(game: str, database: str) -> Sequence[StoredEntry]:
    """Return the log of a game in a database; empty without the game. Does not make a database."""
    if not is_postgres(database) and not Path(sqlite_path(database)).is_file():
        raise fail(f"there is no file {game}, and no database {sqlite_path(database)} that could have such a game")
    with Store(database) as store:
        return store.read(game)
