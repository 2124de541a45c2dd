"""The command `simulate`."""

import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from domain.game import NotPossible
from domain.kernel.ruleset import OptionError, Ruleset
from domain.rulesets import RULESETS
from service.bots import BOTS
from service.cli.common import Database, data_sets_checked, err, fail, out, settings_of
from service.keys.opening import make_first_keys
from service.settings import SettingsError
from service.signing import KeyFileError
from service.simulate import Plan, Simulated, describe, simulate, table_of
from service.store import Store
from service.store_errors import StoreError, VersionConflictError


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="simulate")(simulate_games)


def simulate_games(
    title: Annotated[str, typer.Argument(help="The title, such as giganten.")],
    seats: Annotated[int, typer.Option(help="How many bots play.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 10,
    seed: Annotated[int, typer.Option(help="The same seed, the same games.", min=0)] = 0,
    bot: Annotated[
        list[str] | None, typer.Option(help="A bot's name; repeated, one for each seat in turn. Default: random.")
    ] = None,
    profile: Annotated[str | None, typer.Option(help="A named set of options.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option as name=value; can be repeated.")] = None,
    out_dir: Annotated[
        Path | None, typer.Option("--out", help="A folder for one file a game.", file_okay=False)
    ] = None,
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Let bots play whole games through store and ledger."""
    data_sets_checked()
    plan, ruleset = _plan(title, seats, games, seed, bot or ["random"], profile, option or [])
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
        raise fail("the database holds games of this seed already: choose another --seed") from None
    except (KeyFileError, StoreError, SettingsError, NotPossible, OptionError, OSError) as error:
        raise fail(str(error)) from None
    seconds = time.perf_counter() - began
    if json:
        sys.stdout.buffer.write(describe(finished, seconds) + b"\n")
    else:
        _print_table(finished, seconds)


def _plan(
    title: str, seats: int, games: int, seed: int, bots: list[str], profile: str | None, options: list[str]
) -> tuple[Plan, Ruleset[Any]]:
    ruleset = RULESETS.get(title)
    if ruleset is None:
        raise fail(f"there is no title {title!r}; there are {', '.join(RULESETS)}")
    if seats not in ruleset.seats:
        raise fail(f"{ruleset.title} is for {ruleset.seats[0]} to {ruleset.seats[-1]} players")
    for bot in bots:
        if bot not in BOTS[title]:
            raise fail(f"there is no bot {bot!r}; there are {', '.join(BOTS[title])}")
    try:
        resolved = ruleset.resolve_options(profile, dict(_option(text) for text in options))
    except OptionError as error:
        raise fail(str(error)) from None
    seated = tuple(bots[seat % len(bots)] for seat in range(seats))
    return Plan(title, seated, resolved, games, seed), ruleset


def _option(text: str) -> tuple[str, int | str | bool]:
    """Read name=value; true, false and numbers are what they look like."""
    name, equals, value = text.partition("=")
    if not equals:
        raise fail(f"an option is given as name=value, not as {text!r}")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if value.removeprefix("-").isdecimal() else value


def _print_table(finished: list[Simulated], seconds: float) -> None:
    table = Table("bot", "seats", "wins", "share of games", "mean score", title=f"{len(finished)} games")
    for row in table_of(finished):
        table.add_row(
            row["bot"], str(row["seats"]), f"{row['wins']:g}", f"{row['win_share']:.1%}", f"{row['mean_score']:,}"
        )
    out.print(table)
    decisions = sum(game.decisions for game in finished)
    events = sum(game.events for game in finished)
    out.print(f"{events:,} events, {decisions:,} decisions, {decisions / seconds:,.0f} decisions a second")
