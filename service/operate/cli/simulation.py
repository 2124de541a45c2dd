"""The command `simulate`."""

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import psycopg
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress
from rich.table import Table

from domain.game.decide import NotPossible
from domain.kernel.ruleset import OptionError, Ruleset
from domain.rulesets import RULESETS
from service.bots import NAMES
from service.core.keys.opening import make_first_keys
from service.core.keys.signing import KeyFileError
from service.core.settings import SettingsError
from service.core.store.errors import StoreError, VersionConflictError
from service.core.store.store import Store
from service.operate.cli.common import Database, data_sets_checked, err, fail, out, settings_of
from service.serving.simulate import Plan, Simulated, describe, simulate, table_of
from service.terminal.display.words import counted

_FAILURES = (KeyFileError, StoreError, PersistenceError, psycopg.Error, SettingsError, OSError)
"""The errors of the key file, the database, the settings and the files."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="simulate")(simulate_games)


def simulate_games(
    title: Annotated[str, typer.Argument(help="The title, such as giganten.")],
    seats: Annotated[int, typer.Option(help="How many bots play.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 10,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", min=0)] = 0,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="The name of a bot; can be repeated, for the seats in turn. Default: random."),
    ] = None,
    profile: Annotated[str | None, typer.Option(help="A named set of options.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option as name=value; can be repeated.")] = None,
    data_set: Annotated[
        str | None, typer.Option(help="The printed tables to play with. Default: the data set of the title.")
    ] = None,
    out_dir: Annotated[
        Path | None, typer.Option("--out", help="The folder for the files, one for each game.", file_okay=False)
    ] = None,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Simulate whole games between bots, with store and ledger."""
    data_sets_checked()
    ruleset = _ruleset(title, seats, data_set)
    options = _options(ruleset, profile, option or [], data_set, seats)
    plan = Plan(title, _seated(title, bot or ["random"], seats), options, games, seed, data_set)
    finished: list[Simulated] = []
    began = time.perf_counter()
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ludolog-"))
            store = stack.enter_context(Store(database or f"sqlite:///{folder}/simulation.db"))
            if database is not None:
                make_first_keys(store, settings_of(database))
            progress = stack.enter_context(Progress(console=err, transient=True))
            task = progress.add_task("playing", total=games)

            def report(game: Simulated) -> None:
                finished.append(game)
                progress.advance(task)

            if out_dir is not None:
                out_dir.mkdir(parents=True, exist_ok=True)
            simulate(plan, ruleset, store, out_dir, report)
    except VersionConflictError:
        raise fail("the database contains these games already: choose another --seed") from None
    except (*_FAILURES, NotPossible, OptionError) as error:
        raise fail(error) from None
    seconds = time.perf_counter() - began
    if json:
        sys.stdout.buffer.write(describe(finished, seconds) + b"\n")
    else:
        _print_table(finished, seconds)


def _ruleset(title: str, seats: int, data_set: str | None) -> Ruleset[Any]:
    ruleset = RULESETS.get(title)
    if ruleset is None:
        raise fail(f"there is no title {title!r}; there are {', '.join(RULESETS)}")
    if seats not in ruleset.seats:
        raise fail(f"{ruleset.title} is for {ruleset.seats[0]} to {ruleset.seats[-1]} players")
    if data_set is not None and data_set not in ruleset.data_sets():
        raise fail(f"{ruleset.title} has no data set {data_set!r}; it has {', '.join(ruleset.data_sets())}")
    return ruleset


def _seated(title: str, bots: list[str], seats: int) -> tuple[str, ...]:
    """Return the bots by seat. The named bots fill the seats in turn."""
    for bot in bots:
        if bot not in NAMES[title]:
            raise fail(f"there is no bot {bot!r}; there are {', '.join(NAMES[title])}")
    return tuple(bots[seat % len(bots)] for seat in range(seats))


def _options(
    ruleset: Ruleset[Any], profile: str | None, options: list[str], data_set: str | None, seats: int
) -> dict[str, int | str | bool]:
    try:
        return ruleset.resolve_options(profile, dict(_option(text) for text in options), data_set, (seats,))
    except OptionError as error:
        raise fail(error) from None


def _option(text: str) -> tuple[str, int | str | bool]:
    """Parse name=value, with true, false and numbers as such."""
    name, equals, value = text.partition("=")
    if not equals:
        raise fail(f"an option is given as name=value, not as {text!r}")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if value.removeprefix("-").isdecimal() else value


def _print_table(finished: list[Simulated], seconds: float) -> None:
    table = Table("bot", "seats", "wins", "share of games", "mean score", title=counted(len(finished), "game"))
    for row in table_of(finished):
        table.add_row(
            row["bot"], str(row["seats"]), f"{row['wins']:g}", f"{row['win_share']:.1%}", f"{row['mean_score']:,}"
        )
    out.print(table)
    decisions = sum(game.decisions for game in finished)
    events = sum(game.events for game in finished)
    out.print(
        f"{counted(events, 'event')}, {counted(decisions, 'decision')}, {decisions / seconds:,.0f} decisions a second"
    )
