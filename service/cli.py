"""The command `ludolog`."""

import logging
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import Progress
from rich.table import Table

from domain.game import NotPossible
from domain.kernel.ruleset import OptionError, Ruleset
from domain.rulesets import RULESETS
from service.accounts import Accounts
from service.bots import BOTS
from service.command_line import Database, err, fail, out, settings_of
from service.demo import prepare
from service.doctor import findings
from service.failpoints import arm
from service.key_file import open_keys
from service.logs import configure_logs
from service.projection_commands import add_to as add_projections_to
from service.proof_commands import add_to as add_proof_to
from service.server import AddressError, check_address
from service.server import serve as serve_settings
from service.settings import SettingsError, unknown_variables
from service.signing import KeyFileError
from service.simulate import Plan, Simulated, describe, simulate, table_of
from service.site_commands import add_to as add_site_to
from service.store import Store
from service.store_errors import StoreError, VersionConflictError
from service.terminal.commands import add_to

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, help="Economic board games over HTTP."
)
_log = logging.getLogger(__name__)
add_to(app)
add_proof_to(app)
add_projections_to(app)
add_site_to(app)


def _print_version(wanted: bool) -> None:
    if wanted:
        out.print(f"ludolog {version('ludolog')}")
        raise typer.Exit


@app.callback()
def main(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Economic board games over HTTP: event-sourced, replayable, checkable by anybody."""
    try:
        arm(os.environ.get("LUDOLOG_FAILPOINT"))
    except ValueError as error:
        raise fail(str(error)) from None


@app.command()
def serve(
    demo: Annotated[bool, typer.Option("--demo", help="Play a few games first; print a token and lines.")] = False,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.", min=1, max=65535)] = None,
    database: Database = None,
) -> None:
    """Start the service."""
    settings = settings_of(database, host, port)
    configure_logs(settings)
    for name in unknown_variables():
        _log.warning("there is no setting %s: see `ludolog doctor` for those that there are", name)
    try:
        check_address(settings)
        if demo:
            out.print(prepare(settings), markup=False)
        else:
            # opened once before the server does, so that what is wrong is said in one line
            with Store(settings.database) as store:
                Accounts(store.database)
        open_keys(settings.key_path)
    except (AddressError, KeyFileError, StoreError, SettingsError) as error:
        raise fail(str(error)) from None
    out.print(
        f"Ludolog listens on http://{settings.host}:{settings.port} and keeps its log in {settings.shown_database}"
    )
    serve_settings(settings)


@app.command(name="simulate")
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
    plan, ruleset = _plan(title, seats, games, seed, bot or ["random"], profile, option or [])
    finished: list[Simulated] = []
    began = time.perf_counter()
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="ludolog-"))
            store = stack.enter_context(Store(database or f"sqlite:///{folder}/simulation.db"))
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
    except (StoreError, SettingsError, NotPossible, OptionError) as error:
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


@app.command()
def doctor(
    database: Database = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Say what is installed and set, and what is wrong with it; exit code 1 if anything is."""
    found = list(findings(settings_of(database)))
    if json:
        sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    else:
        table = Table("", "found", "")
        for finding in found:
            table.add_row(finding.what, finding.found, finding.verdict)
        out.print(table)
    if any(finding.verdict == "wrong" for finding in found):
        raise typer.Exit(1)
