"""What has to hold when nothing fails any more and one process has done what was left."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from domain.game.due import next_due
from domain.game.game import Game, awaiting, is_by_bot, legal_commands
from domain.ledger.times import SECOND
from domain.tournaments import due as cups
from domain.tournaments.state import Tournament
from projections.times import moment
from service.core.parts import Parts
from service.core.store.database import Cursor, Database
from service.lists.log import Log
from service.lists.projector import Projector
from service.lists.registry import PROJECTIONS, Registry
from service.news.queue.receivers import has_receivers
from service.news.sources import SOURCES
from service.play.play import Play
from tests.simulation.checks.failure import broken
from tests.simulation.checks.hooks import check_webhooks
from tests.simulation.machine.disk import Disk
from tests.simulation.machine.tables import make_tables

if TYPE_CHECKING:
    from tests.simulation.world import World

WITHIN = 150
"""Seconds of virtual time in which a process has to do what is left: the lease of a delivery is a minute."""


async def check_settled(world: "World") -> None:
    """Let one process settle everything; check its views, the tables, webhooks and the games."""
    for process in world.processes[1:]:
        if process is not None:
            world.kill(process.loop, "for good")
    end = world.scheduler.now + WITHIN * SECOND
    while (waits := _unsettled(world)) is not None:
        broken(world.scheduler.now > end, f"{waits}, and this does not change")
        await asyncio.sleep(0.3)
    _check_games(world)
    _check_tables(world)
    # before the views: while they are read, clocks run out, and games go on
    check_webhooks(world)
    await _check_views(world)


def _unsettled(world: "World") -> str | None:
    """Return what is left to do; None: nothing."""
    process = world.processes[0]
    if process is None or not process.is_up:
        return "no process is up"
    return next((waits for waits in _waits(world, world.scheduler.now) if waits), None)


def _waits(world: "World", now: int) -> Iterator[str | None]:
    yield from (_waits_in(name, watched.game, now) for name, watched in world.watch.games.items())
    yield from (_unfinished(cup.state, now) for cup in world.cups.cups.values())
    raw = world.disk.raw
    position, count = raw.execute(
        "SELECT COALESCE(MIN(notification_id), 0), COUNT(*) FROM tracking WHERE application_name LIKE '%._'"
    ).fetchone()
    if world.watch.position and (position, count) < (world.watch.position, len(PROJECTIONS)):
        yield f"the tables are at {position} of {world.watch.position}"
    # a deadline that lies ahead is no delivery yet
    waiting = raw.execute(
        "SELECT type, next_at FROM deliveries WHERE state='waiting' AND (due IS NULL OR next_at <= ?) LIMIT 1",
        (moment(now),),
    ).fetchone()
    if waiting is not None:
        yield f"a delivery of {waiting[0]} waits until {waiting[1]}"
    yield from _not_followed(Cursor(raw.cursor(), is_postgres=False))


def _not_followed(cursor: Cursor) -> Iterator[str]:
    """Return the tables with rows whose deliveries may not have been queued."""
    if not has_receivers(cursor):
        return
    for source in SOURCES:
        row = cursor.one("SELECT position, place FROM followed_places WHERE source=?", (source.name,))
        followed = (0, 0) if row is None else (row["position"], row["place"])
        if followed < source.last(cursor):
            yield f"the rows of {source.name} are not followed"


def _waits_in(name: str, game: Game | None, now: int) -> str | None:
    """Return what the service has to do in a game; None: nothing."""
    assert game is not None
    due = next_due(game)
    if due is not None and due < now:
        return f"a step of {name} is due since {moment(due)}"
    is_going_on = game.status == "running" and game.paused_until is None
    if is_going_on and any(is_by_bot(game, seat) for seat in awaiting(game)):
        return f"the game {name} waits for a bot"
    return None


def _unfinished(cup: Tournament | None, now: int) -> str | None:
    """Return what the steward has to do in a tournament; None: nothing."""
    if cup is None or cup.is_over:
        return None
    due = cups.next_due(cup)
    if due is not None and due.at < now:
        return f"the step {due.step} of round {due.round} is due since {moment(due.at)}"
    if any(not held.is_open for held in cup.rounds):
        return "the games of a round are not open"
    return None


def _check_games(world: "World") -> None:
    """Every game is over or awaits a seat that has a legal command."""
    for name, watched in world.watch.games.items():
        game = watched.game
        assert game is not None
        if game.status == "running":
            asked = awaiting(game)
            broken(not asked, f"the running game {name} awaits no seat")
            for seat in asked:
                broken(not legal_commands(game, seat), f"seat {seat} of {name} is asked, and has no legal command")


def _rows(disk: Disk) -> dict[str, list[Any]]:
    return {
        table.name: sorted(
            (tuple(row) for row in disk.raw.execute(f"SELECT * FROM {table.name}")),
            key=repr,
        )
        for projection in PROJECTIONS.values()
        for table in projection.tables
    }


def _check_tables(world: "World") -> None:
    """The tables of lists and results equal those of a rebuild from the log."""
    fresh = Disk(make_tables())
    try:
        rows = world.disk.raw.execute("SELECT * FROM stored_events ORDER BY rowid").fetchall()
        fresh.raw.executemany("INSERT INTO stored_events VALUES (?,?,?,?,?)", [tuple(row) for row in rows])
        registry = Registry(Database(fresh.application.datastore))
        projector = Projector(registry, Log(fresh.application))
        while projector.step():
            pass
        found, wanted = _rows(world.disk), _rows(fresh)
        for name, rows_wanted in wanted.items():
            extra = [row for row in found[name] if row not in rows_wanted][:2]
            missing = [row for row in rows_wanted if row not in found[name]][:2]
            broken(found[name] != rows_wanted, f"the table {name} has {extra}, a rebuild {missing}")
    finally:
        fresh.close()


async def _check_views(world: "World") -> None:
    """The games of the process equal those of the log, also those that it has had in memory for long."""
    process = world.processes[0]
    assert process is not None
    assert process.parts is not None
    for name in sorted(world.watch.games):

        async def read(parts: Parts, name: str = name) -> None:
            world.seen(await parts.get(Play).load(name))

        await world.caller.insist(read)
