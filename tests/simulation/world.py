"""One simulation: a site with its database, its processes, its clients, and what has to hold after every step."""

import asyncio
import gc
import random
from typing import Any

import psycopg
from eventsourcing.persistence import StoredEvent

from domain.rulesets import RULESETS
from service.core.store.outage import STORE_ERRORS
from service.core.store.recorder import Origin, StoredEntry
from service.play.loaded import Done, Loaded
from tests.simulation.checks.cups import CupWatch
from tests.simulation.checks.failure import broken
from tests.simulation.checks.settled import check_settled
from tests.simulation.checks.talk import TalkWatch
from tests.simulation.checks.watching import LogWatch
from tests.simulation.logged import UnexpectedErrors, silent
from tests.simulation.machine.connection import Connection
from tests.simulation.machine.disk import Disk, Operation
from tests.simulation.machine.failover import EPOCH, fail_over
from tests.simulation.machine.faults import NONE, Faults
from tests.simulation.machine.loop import Loop
from tests.simulation.machine.process import Process
from tests.simulation.machine.scheduler import Scheduler
from tests.simulation.machine.seams import replaced
from tests.simulation.machine.tables import make_tables
from tests.simulation.people.calling import Caller, Unknown
from tests.simulation.people.cups import Cup
from tests.simulation.people.players import Table
from tests.simulation.people.receivers import Receivers
from tests.simulation.people.rude import RudeTable
from tests.simulation.plan import Plan
from tests.simulation.trace import Trace

MOST_STEPS = 3_000_000


class World:
    """A site from its start to the moment at which nothing is left to do."""

    def __init__(self, plan: Plan, trace: Trace) -> None:
        self.plan = plan
        self.trace = trace
        self.rng = random.Random(f"whims {plan.seed}")
        self.secrets = random.Random(f"secrets {plan.seed}")
        self.scheduler = Scheduler(random.Random(f"schedule {plan.seed}"))
        self.faults = Faults(self, random.Random(f"faults {plan.seed}"), NONE)
        self.lost_replies = plan.lost_replies
        self.watch = LogWatch()
        self.cups = CupWatch()
        self.talk = TalkWatch(self)
        self.caller = Caller(self)
        self.receivers = Receivers(self)
        self.connections: list[Connection] = []
        self.processes: list[Process | None] = [None] * plan.processes
        self.is_settling = False
        self.unexpected: str | None = None
        self.epoch = 0
        """The number of failovers."""
        self._generation = 0
        self._people = Loop(self.scheduler, "people")
        self._loops: list[Loop] = [self._people]
        self._wrote = False
        self._end: asyncio.Task[None] | None = None

    def run(self) -> None:
        """Run the simulation. Raises BrokenInvariantError."""
        source = make_tables()
        with replaced(self.scheduler, self.secrets, Connection, self.faults.at_point), UnexpectedErrors() as errors:
            Connection.world = self
            self.disk = Disk(source)
            try:
                self.disk.pool.operation = self.faults
                self.disk.pool.wrote = self._note_write
                self._end = self._people.create_task(self._course())
                self._run_steps(errors)
            finally:
                self.disk.pool.operation = Operation()
                with silent():
                    for loop in self._loops:
                        loop.bury()
                    self._end = None
                    gc.collect(1)
                self.disk.close()

    def _run_steps(self, errors: "list[str]") -> None:
        assert self._end is not None
        while not self._end.done():
            self.scheduler.step()
            self.look()
            for loop in self._loops:
                broken(bool(loop.faults), f"{loop.name}: {loop.faults}")
            broken(self.unexpected is not None, f"{self.unexpected}")
            broken(bool(errors), f"an unexpected error was only logged: {errors}")
            broken(self.scheduler.steps > MOST_STEPS, "the simulation does not end")
        self._end.result()

    def _note_write(self) -> None:
        self._wrote = True

    def look(self) -> None:
        """Check what was written since the last look, if anything was."""
        if self._wrote:
            self._look()

    def _look(self) -> None:
        """Check what was written, and notify the processes."""
        self._wrote = False
        if self.plan.has_talk:
            self.talk.look()
        rows = self.disk.raw.execute(
            "SELECT rowid, state FROM stored_events WHERE rowid > ? ORDER BY rowid", (self.watch.position,)
        ).fetchall()
        self.cups.look(self)
        if not rows:
            return
        mapper: Any = self.disk.application.mapper
        entries: list[tuple[int, StoredEntry]] = [
            (row[0], mapper.to_domain_event(StoredEvent("", 0, "", row[1]))) for row in rows
        ]
        for _, entry in entries:
            record = entry.record
            self.happened("log", f"{record.game[:8]} {record.version} {record.type} {record.seat}")
        self.watch.take(entries, self.scheduler.now)
        for each in self.connections:
            if each.listens and not each.loop.is_dead and not self.faults.loses_notification():
                self.scheduler.at(self.scheduler.now + 100, each.loop, each.loop.timer(each.notify))

    # What happens

    def happened(self, who: str, what: str) -> None:
        """Add an event to the trace."""
        self.trace.add(self.scheduler.steps, self.scheduler.now, who, what)

    def reply(self, reply: asyncio.Future[Any], result: Any, error: BaseException | None, latency: int) -> None:
        """Let a reply arrive at its client."""

        def arrive() -> None:
            if not reply.done():
                reply.set_result(result) if error is None else reply.set_exception(error)

        self.scheduler.at(self.scheduler.now + latency, self._people, self._people.timer(arrive))

    def kill(self, loop: Loop, when: str) -> None:
        """Kill the process of a loop, and start another one later."""
        self.happened(loop.name, f"killed {when}")
        for number, process in enumerate(self.processes):
            if process is not None and process.loop is loop:
                process.kill()
                self._gone(number, loop)
        loop.kill()

    def failed_start(self, process: Process, error: BaseException) -> None:
        """Take note of a process that could not start."""
        self.happened(process.loop.name, f"does not start: {type(error).__name__}")
        # a supervisor starts it again; the library takes a failed read for a table that is missing
        if not isinstance(error, (*STORE_ERRORS, psycopg.Error)):
            self.unexpected = f"{process.loop.name} does not start: {error!r}"
        process.kill()
        self._gone(self.processes.index(process), process.loop)

    def _gone(self, number: int, loop: Loop) -> None:
        for reply in loop.open:
            self.reply(reply, None, Unknown("the connection was closed"), 500)
        self.processes[number] = None
        self._people.call_later(0.2 + 2 * self.rng.random(), self.start, number)

    def start(self, number: int) -> None:
        """Start a process."""
        if self.processes[number] is None and not (self.is_settling and number):
            self._generation += 1
            process = Process(self, f"p{number}.{self._generation}")
            self._loops.append(process.loop)
            self.processes[number] = process
            self.happened(process.loop.name, "starts")

    def outgoing(self) -> Any:
        """Return the client with which a process sends webhooks."""
        return self.receivers.client()

    def restored(self) -> None:
        """Rebuild all games and tournaments from the log of a server that has lost commits."""
        self.epoch += 1
        self.watch, self.cups = LogWatch(), CupWatch()
        self._look()

    # What has to hold

    def acknowledged(self, done: Done, origin: Origin) -> None:
        """Check an acknowledgement at the moment at which it leaves its process."""
        if EPOCH.get() != self.epoch:
            return
        game = done.loaded.game.id
        self.look()
        stored = self.watch.version_of(game, origin)
        if done.last >= done.first:
            broken(stored != done.first, f"{origin.key} is acknowledged at {game} {done.first}, the log has {stored}")
            self.happened("people", f"{origin.key} acknowledged: {game[:8]} {done.first} to {done.last}")
        self.seen(done.loaded)

    def refused(self, game: str, origin: Origin, epoch: int) -> None:
        """Check that a request that was refused is not in the log."""
        if epoch != self.epoch:
            return
        stored = self.watch.version_of(game, origin)
        broken(stored is not None, f"{origin.key} was refused, and is in the log of {game} at version {stored}")

    def seen(self, loaded: Loaded) -> None:
        """Compare a game of a process with the log."""
        if EPOCH.get() != self.epoch:
            return
        watched = self.watch.games.get(loaded.game.id)
        broken(watched is None or watched.game is None, f"the game {loaded.game.id} is not in the log")
        assert watched is not None
        version = loaded.game.version
        broken(version > watched.tip.version, f"version {version} of {loaded.game.id} is not in the log")
        broken(loaded.game.tip.head != watched.entries[version - 1].head, f"version {version} differs from the log")
        if version == watched.tip.version:
            broken(loaded.game != watched.game, f"{loaded.game.id} at {version} differs from a rebuild")

    # The course of events

    async def _course(self) -> None:
        for number in range(self.plan.processes):
            self.start(number)
        await self._ready()
        self.faults.rates = self.plan.rates
        self.scheduler.slowness = self.plan.rates.slow
        self.scheduler.delay_of_thread = self.plan.delay_of_thread
        tables = [Table(self, RULESETS[title], self.plan.decisions) for title in self.plan.titles]
        work = [asyncio.ensure_future(table.run()) for table in tables]
        work.append(asyncio.ensure_future(self._trouble()))
        if self.plan.has_failover:
            work.append(asyncio.ensure_future(self._lose_server()))
        if self.plan.has_talk:
            tables.append(rude := RudeTable(self))
            work.append(asyncio.ensure_future(rude.run()))
        cups = [Cup(self)] if self.plan.has_cup else []
        work += [asyncio.ensure_future(cup.run()) for cup in cups]
        if self.plan.has_webhooks:
            await self.receivers.register()
        await asyncio.wait(work, timeout=self.plan.active)
        self.is_settling = True
        self.caller.is_lossy = False
        self.faults.rates = NONE
        self.scheduler.slowness = 0.0
        self.happened("world", "settles")
        _, late = await asyncio.wait(work, timeout=120)
        broken(bool(late), "a client waits for ever")
        for each in work:
            each.result()
        if not self.plan.is_long:
            for table in (*tables, *(table for cup in cups for table in cup.tables.values())):
                await table.end()
        for cup in cups:
            await cup.end()
        self.talk.check()
        await check_settled(self)

    async def _ready(self) -> None:
        while not any(process is not None and process.is_up for process in self.processes):
            await asyncio.sleep(0.05)

    async def _lose_server(self) -> None:
        await asyncio.sleep(1 + 0.7 * self.plan.active * self.rng.random())
        if not self.is_settling:
            await fail_over(self)

    async def _trouble(self) -> None:
        """Kill a process from time to time, between two steps."""
        if not self.plan.rates.kill:
            return
        while not self.is_settling:
            await asyncio.sleep(1 + 8 * self.rng.random())
            up = [process for process in self.processes if process is not None and process.is_up]
            if up and not self.is_settling:
                process = up[int(self.rng.random() * len(up))]
                self.kill(process.loop, "by the operator")
