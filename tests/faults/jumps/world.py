"""Games with clocks in virtual time: players, two processes that sweep, kills, restarts, jumps of the system clock."""

import asyncio
import heapq
import math
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from typing import Any

from domain.game.clock_decisions import return_to_seat, take_vacation
from domain.game.decide import Decided, NotPossible
from domain.game.game import Game, awaiting, decision_id, is_by_bot, legal_commands
from domain.game.rulings.decide import Ruling, extend_clock, pause, resume
from domain.game.terms import Clock, Terms
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from domain.ledger.times import SECOND
from projections.times import moment
from service.core.store.anchors import anchor_of, note_time
from service.core.store.errors import VersionConflictError
from service.core.store.store import Store
from service.due.bot_runner import act
from service.due.sweep import POLL_INTERVAL, Sweep
from service.lists.log import Log
from service.lists.projector import Projector
from service.lists.registry import Registry
from service.lists.tables.schedule import due_games
from service.lists.tables.seats import awaiting_bots
from service.play.play import Decision, Play
from service.play.requests import Answer, DecisionClosedError, SeatTaking
from service.play.steady_clock import CHECK_INTERVAL, SteadyClock, TimeInDoubtError
from tests.faults.jumps.machine import Machine
from tests.faults.jumps.oracle import Oracle, Verdict
from tests.games.plays import any_of
from tests.new_games import new_game
from tests.titles.nim import NIM

Action = Callable[[], Awaitable[None]]
RULING = Ruling("player:owner", "a reason")
UNUSUAL = 0.1
PROCESSES = 2


class Process:
    """A process of the service: its use case, its sweep, and its time."""

    def __init__(self, store: Store, machine: Machine, woken: Callable[[str], None]) -> None:
        ask = partial(anchor_of, store.database, machine.boot_id, machine.readings)
        self.clock = SteadyClock(ask(), machine.readings, ask)
        self.play = Play(store, self.clock)
        self.sweep = Sweep(self.play)
        self.play.notifier.listeners += [self.sweep.changed, woken]


class World:
    """So many games, played to their ends."""

    def __init__(self, store: Store, number: int, games: int, ruleset: Ruleset[Any] = NIM) -> None:
        self._ruleset = ruleset
        self.rng = random.Random(f"world {number}")
        self.machine = Machine(self.rng)
        self.verdicts: list[Verdict] = []
        self.counts: Counter[str] = Counter()
        self._store, self._games = store, games
        self._registry = Registry(store.database)
        self._registry.create()
        self._projector = Projector(self._registry, Log(store.application))
        self._actions: list[tuple[int, int, Action]] = []
        self._order = count()
        self._processes: list[Process | None] = [None] * PROCESSES
        self._up_since: int | None = None
        self._oracles: dict[str, Oracle] = {}
        self._due_bots: set[str] = set()

    async def run(self, most: float = math.inf) -> None:
        """Play all games to their ends, or for so many seconds."""
        end = self.machine.now + most * SECOND
        for number in range(PROCESSES):
            await self._start(number)
        for _ in range(self._games):
            self._at(self.rng.uniform(0, 60), self._open)
        self._at(0, self._project)
        self._at(5, self._trouble)
        while self._games and self.machine.now < end:
            self.machine.now, _, action = heapq.heappop(self._actions)
            await action()

    def _at(self, seconds: float, action: Action) -> None:
        heapq.heappush(self._actions, (self.machine.now + int(seconds * SECOND), next(self._order), action))

    # Processes

    async def _start(self, number: int) -> None:
        if self._processes[number] is not None:
            return
        process = self._processes[number] = Process(self._store, self.machine, self._woken)
        with self._store.database.reading() as cursor:
            self._due_bots |= set(awaiting_bots(cursor, moment(self.machine.now)))
        self._at(0, lambda: self._follow_time(process))
        self._at(0, lambda: self._read(process))
        self._at(0, lambda: self._step(process))
        self._at(0, lambda: self._answer(process))

    def _kill(self, number: int) -> None:
        self._processes[number] = None
        self.counts["kills"] += 1
        if not self._live:
            self._up_since = None

    async def _follow_time(self, process: Process) -> None:
        """Let a process look whether the time is known, and note it, as it does once a second."""
        if not self._is_up(process):
            return
        if process.clock.doubt is not None:
            self.counts["doubts"] += 1
            process.clock.ask_again()
        if process.clock.doubt is None:
            self.machine.is_time_known = True
            if self._up_since is None:
                self._up_since = self.machine.now
            note_time(self._store.database, self.machine.boot_id, process.play.micros())
        self._at(CHECK_INTERVAL, lambda: self._follow_time(process))

    @property
    def _live(self) -> list[Process]:
        """The processes that run and know the time."""
        return [process for process in self._processes if process is not None and process.clock.doubt is None]

    def _is_up(self, process: Process) -> bool:
        return process in self._processes

    async def _read(self, process: Process) -> None:
        async def due_before(time: str) -> list[tuple[str, str]]:
            with self._store.database.reading() as cursor:
                return due_games(cursor, time)

        if self._is_up(process):
            await process.sweep.read(due_before)
            self._at(POLL_INTERVAL + self.rng.uniform(0, 0.1), lambda: self._read(process))

    async def _step(self, process: Process) -> None:
        if self._is_up(process):
            # the other process may sweep at the very same time
            others = [other for other in self._live if other is not process and self.rng.random() < 0.3]
            wait, *_ = await asyncio.gather(process.sweep.step(), *(other.sweep.step() for other in others))
            self._at(wait + self.rng.uniform(0, 0.1), lambda: self._step(process))

    async def _answer(self, process: Process) -> None:
        """Let bots answer, one decision for each game, unless the process is killed before."""
        if not self._is_up(process):
            return
        for game in sorted(self._due_bots):
            try:
                if not await act(process.play, game, self.rng):
                    self._due_bots.discard(game)
            except (DecisionClosedError, VersionConflictError, NotPossible, TimeInDoubtError):
                pass
        self._at(self.rng.uniform(0.05, 0.5), lambda: self._answer(process))

    def _woken(self, game: str) -> None:
        """Take new events of a game at the time at which they were stored."""
        self._due_bots.add(game)
        oracle = self._oracles[game]
        assert self._up_since is not None
        for verdict in oracle.see(self._store.read(game), self.machine.now, self._up_since):
            self.verdicts.append(verdict)
            self.counts[verdict.kind] += 1
        if oracle.is_over:
            del self._oracles[game]
            self._due_bots.discard(game)
            self._games -= 1

    async def _project(self) -> None:
        while self._projector.step():
            pass
        self._at(self.rng.uniform(0.05, 0.8), self._project)

    async def _trouble(self) -> None:
        """Let the system clock jump, a process be killed, or the machine boot again."""
        chance = self.rng.random()
        if chance < 0.5:
            self.machine.jump()
        elif chance < 0.6:
            self.machine.synchronise()
        elif chance < 0.9:
            for number in self.rng.sample(range(PROCESSES), self.rng.choice((1, 1, 2))):
                self._kill(number)
                self._at(self.rng.choice((0, 1, 20)), lambda number=number: self._start(number))
        else:
            for number in range(PROCESSES):
                self._kill(number)
                self._at(10, lambda number=number: self._start(number))
            self.machine.reboot()
            self._at(self.rng.choice((5, 15, 60)), self._synchronise)
        self._at(self.rng.uniform(0.5, 8), self._trouble)

    async def _synchronise(self) -> None:
        self.machine.synchronise()

    # Players

    async def _open(self) -> None:
        if not self._live:
            self._at(1, self._open)
            return
        play, rng = self.rng.choice(self._live).play, self.rng
        seats = rng.choice(self._ruleset.seats)
        clock = Clock(
            rng.choice((1, 5, 30)), rng.choice((0, 0, 3, 40)), rng.choice(("bot", "resign")), rng.choice((1, 2, 9)),
            rng.choice((0, 60)),
        )  # fmt: skip
        new = new_game(self._ruleset, seats, terms=Terms(clock=clock))
        game = f"{rng.getrandbits(32):08x}-0000-4000-8000-{rng.getrandbits(48):012x}"
        self._oracles[game] = Oracle()
        loaded = (await play.open(new, game_id=game)).loaded
        for seat in range(seats):
            loaded = (await play.take_seat(loaded, SeatTaking(seat, f"player:{seat}"))).loaded
        await play.start(loaded)
        for seat in range(seats):
            self._think(game, seat)

    def _think(self, game: str, seat: Seat) -> None:
        # some players are away for good
        if self.rng.random() < 0.93:
            self._at(self.rng.choice((0.5, 5, 40)) * self.rng.random(), lambda: self._decide(game, seat))

    async def _decide(self, game: str, seat: Seat) -> None:
        if game not in self._oracles:
            return
        up = [process for process in self._processes if process is not None]
        if up:
            try:
                await self._decide_on(self.rng.choice(up).play, game, seat)
            except (NotPossible, DecisionClosedError, VersionConflictError, TimeInDoubtError):
                self.counts["refused"] += 1
        self._think(game, seat)

    async def _decide_on(self, play: Play, game: str, seat: Seat) -> None:
        rng = self.rng
        loaded = await play.load(game)
        state = loaded.game
        if rng.random() < UNUSUAL and not self._oracles[game].has_empty_clock(self.machine.now):
            who, decided = self._unusual(state, seat, play.micros())

            def decision(now: Game, _: str) -> Decision | None:
                return (who, decided) if now.version == state.version else None

            await play.act_at(loaded, decision, None)
        elif seat in awaiting(state) and not is_by_bot(state, seat):
            command = any_of(legal_commands(state, seat), rng)
            await play.command(loaded, lambda _: seat, Answer(decision_id(state, seat), command))
        elif state.occupants[seat] is not None and state.occupants[seat].may_return:  # pyright: ignore[reportOptionalMemberAccess] - a running game has no free seat
            await play.act_at(loaded, lambda now, _: (seat, return_to_seat(now, seat)), None)

    def _unusual(self, state: Game, seat: Seat, at: int) -> tuple[Seat | None, Decided]:
        rng = self.rng
        if state.paused_until is not None and rng.random() < 0.3:
            return None, resume(state, RULING, moment(at))
        match rng.randrange(3):
            case 0:
                return seat, take_vacation(state, seat, rng.randint(1, 20), at)
            case 1:
                return None, extend_clock(state, seat, rng.randint(1, 10), RULING)
            case _:
                return None, pause(state, moment(at + rng.randint(1, 20) * SECOND), RULING, moment(at))
