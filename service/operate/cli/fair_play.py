"""The command `fair-play`, which prints the report about unfair play."""

import datetime
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
import psycopg
import typer
from eventsourcing.persistence import PersistenceError
from rich.progress import Progress

from service.core.http.request.times import parsed_time
from service.core.settings import SettingsError
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.times import timestamp_of
from service.fair_play.method import FairPlayReport
from service.fair_play.report import report_of
from service.monitoring.integrity.connections import reading_only
from service.operate.cli.common import Database, data_sets_checked, err, fail, out, say, settings_of
from service.terminal.display.words import counted

DAYS = 30
"""The days of a report for which no period is given."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="fair-play")(fair_play)


def fair_play(
    since: Annotated[str | None, typer.Option(help="Games that ended from this time on (RFC 3339).")] = None,
    until: Annotated[str | None, typer.Option(help="Games that ended before this time.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
    database: Database = None,
) -> None:
    """Report what the log says about unfair play in rated games of the last 30 days, or of another period.

    The service may run. Nothing is changed, and nothing follows by itself: a finding is no proof.
    """
    settings = settings_of(database)
    data_sets_checked()
    now = datetime.datetime.now(datetime.UTC)
    end = _time(until, "--until") or timestamp_of(now)
    begin = _time(since, "--since") or timestamp_of(
        datetime.datetime.fromisoformat(end) - datetime.timedelta(days=DAYS)
    )
    if begin >= end:
        raise fail("--since is not before --until")
    try:
        with reading_only(settings) as reading, Progress(console=err, transient=True) as progress:
            task = progress.add_task("reading games", total=None)
            found = report_of(reading, begin, end, lambda games: progress.update(task, completed=games))
            with reading() as cursor:
                names = _names(cursor, found.players)
    except (StoreError, SettingsError, PersistenceError, psycopg.Error, sqlite3.Error, OSError) as error:
        raise fail(error) from None
    if json:
        out.print(msgspec.json.encode(found).decode(), markup=False)
        return
    for line in _lines(found, names):
        say(line)


def _time(text: str | None, option: str) -> str | None:
    if text is None:
        return None
    moment = parsed_time(text)
    if moment is None:
        raise fail(f"{option} is no time of RFC 3339: write it as 2026-11-01T00:00:00Z")
    return moment


def _names(cursor: Cursor, players: Iterable[str]) -> dict[str, str]:
    return {row["id"]: row["name"] for row in cursor.among("SELECT id, name FROM players WHERE id IN", players)}


def _lines(found: FairPlayReport, names: dict[str, str]) -> Iterator[str]:
    """Yield the report as text."""

    def who(player: str) -> str:
        return f"{names.get(player, '?')} ({player})"

    def both(players: tuple[str, str]) -> str:
        return f"{who(players[0])} and {who(players[1])}"

    yield f"method {found.method}, {counted(found.games, 'rated game')} that ended from {found.since} to {found.until}"
    for pair in found.pairs:
        kind = "win in turn" if pair.kind == "in_turns" else "one wins, the other leaves"
        yield (
            f"pair: {both(pair.players)} {kind}: {counted(pair.games, 'game')}, {pair.wins[0]}:{pair.wins[1]}, "
            f"{counted(pair.changes, 'change')}, {pair.left_early} left early; "
            f"of {pair.of_all[0]} and {pair.of_all[1]} in all"
        )
    for each in found.leavers:
        gained = f"; {who(each.gained_by)} won {each.gained}" if each.gained_by is not None else ""
        yield f"leaves early: {who(each.player)}, {each.early} of {counted(each.games, 'game')}{gained}"
    for shared in found.shared:
        yield (
            f"one network: {both(shared.players)} on {counted(shared.days, 'day')}, "
            f"{counted(shared.games, 'game')} with each other"
        )
    for switched in found.switched:
        yield (
            f"one browser: {both(switched.players)}, {counted(switched.times, 'time')}, last on {switched.last_on}, "
            f"{counted(switched.games, 'game')} with each other"
        )
    for clock in found.clockwork:
        yield (
            f"regular times: {who(clock.player)}, {counted(clock.decisions, 'decision')}, median {clock.median:g} s, "
            f"spread {clock.spread:g}, nine of ten within {clock.nine_of_ten:g} s"
        )
    for alike in found.alike:
        yield (
            f"choices of a bot: {who(alike.player)}, {alike.same} of {alike.decisions} like `{alike.bot}` in "
            f"{alike.ruleset}; by chance {alike.by_chance:.0%}"
        )
    if not found.players:
        yield "nothing was found"
