"""The sweep acts on each game that is due, whatever happens in the other games."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.game.events import STAND_IN
from domain.game.terms import Clock, Terms
from domain.kernel.values import Command
from domain.ledger.times import SECOND
from domain.rulesets import RULESETS
from projections.times import moment
from service.bots import BOTS
from service.core.store.anchors import Anchor, Readings
from service.core.store.store import Store
from service.due.sweep import Sweep, take_step
from service.play.cache import DataSetMissingError
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.requests import SeatTaking
from service.play.steady_clock import SteadyClock
from tests.bots.kit import running_bots
from tests.loops import in_loop
from tests.new_games import new_game
from tests.titles.nim.commands import TakeObjects

MINOS = RULESETS["minos"]
ALLOWANCE = 60
NOON = 1_800_000_000 * SECOND


class Watched(Play):
    """Counts how often each game is loaded, at a time that the test sets."""

    def __init__(self, store: Store) -> None:
        self.time = NOON
        super().__init__(store, SteadyClock(Anchor(0), Readings(lambda: self.time, lambda: self.time)))
        self.missing = set[str]()
        """The games whose data set cannot be read."""
        self.loads: Counter[str] = Counter()
        self.changed = asyncio.Condition()
        self.notifier.listeners.append(lambda _: self._notes.append(asyncio.create_task(self.note())))
        self._notes: list[asyncio.Task[None]] = []

    async def load(self, game: str) -> Loaded:
        self.loads[game] += 1
        await self.note()
        if game in self.missing:
            lobby = (await super().load(game)).game
            raise DataSetMissingError(lobby, "a reason")
        return await super().load(game)

    async def note(self) -> None:
        """Wake the test."""
        async with self.changed:
            self.changed.notify_all()

    def ran_out_seats(self, game: str) -> set[int]:
        """Return the seats whose open decision has to be answered by a bot."""
        loaded = self.cached(game)
        assert loaded is not None
        assert loaded.game.clocks is not None
        return {number for number, clock in enumerate(loaded.game.clocks.seats) if clock.ran_out}

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for a condition of what was noted."""
        async with asyncio.timeout(60), self.changed:
            await self.changed.wait_for(condition)

    async def opened(self) -> str:
        """Return a game in which the clock of a player runs."""
        terms = Terms(clock=Clock(ALLOWANCE, 0, "bot", 100, 0))
        loaded = (await self.open(new_game(MINOS, 2, terms=terms))).loaded
        for seat in range(2):
            loaded = (await self.take_seat(loaded, SeatTaking(seat, f"player:{seat}"))).loaded
        return (await self.start(loaded)).loaded.game.id

    def ran_out(self, game: str) -> list[str]:
        """Return the times at which clocks of a game ran out."""
        return [entry.record.at for entry in self.store.read(game) if entry.record.type == "clock.ran_out"]


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Watched]:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        yield Watched(store)


@in_loop
async def test_a_stuck_game_delays_no_other_clock_and_gets_no_second_task(
    play: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.play.play.STORE_TIMEOUT", 3600)

    stuck, polls = await play.opened(), 0
    play.time += 10 * SECOND
    other = await play.opened()
    sweep = Sweep(play)

    async def due_before(_: str) -> list[tuple[str, str]]:
        nonlocal polls
        polls += 1
        await play.note()
        return [] if play.ran_out(stuck) else [(stuck, moment(NOON + ALLOWANCE * SECOND))]

    lock = play._turn(stuck)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - what a slow store holds
    async with lock:
        play.loads.clear()
        play.time = NOON + ALLOWANCE * SECOND
        await sweep.start(due_before)
        await play.until(lambda: play.loads[stuck] > 0)

        play.time += 10 * SECOND
        sweep.changed(other)
        await play.until(lambda: play.loads[other] > 0)
        await play.until(lambda: bool(play.ran_out(other)))
        seen = polls
        await play.until(lambda: polls > seen + 1)

        assert play.ran_out(other) == [moment(play.time)]
        assert (play.ran_out(stuck), play.loads[stuck]) == ([], 1)
        assert sweep.state().behind_since == moment(NOON + ALLOWANCE * SECOND)
    await play.until(lambda: bool(play.ran_out(stuck)))
    await play.until(lambda: sweep.state().behind_since is None)
    await sweep.stop()

    assert len(play.ran_out(stuck)) == 1


@in_loop
async def test_another_bot_answers_if_the_bot_that_answers_for_the_clock_fails(
    play: Watched, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = 0

    def failing(*_: object) -> Command:
        nonlocal failures
        failures += 1
        if failures == 1:
            message = "a defect"
            raise ValueError(message)
        # nor is this a command of the title
        return TakeObjects(0, 1)

    monkeypatch.setattr("service.bots.choosing.BOTS", {**BOTS, "minos": {**BOTS["minos"], STAND_IN: failing}})

    game = await play.opened()
    async with running_bots(play):
        for number in (1, 2):
            play.time += ALLOWANCE * SECOND
            assert (await take_step(play, game)).late == 0
            await play.until(lambda: play.ran_out(game) != [] and play.ran_out_seats(game) == set())
            assert (len(play.ran_out(game)), failures) == (number, number)
    failed = [record for record in caplog.records if "the bot random decides instead" in record.getMessage()]
    assert [record.levelname for record in failed] == ["ERROR", "ERROR"]


@in_loop
async def test_games_that_cannot_be_read_keep_no_other_from_its_turn(
    play: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.due.sweep.ENOUGH", 3)

    games = [await play.opened() for _ in range(6)]
    play.missing = set(games[:-1])
    play.time += ALLOWANCE * SECOND
    sweep = Sweep(play)

    async def due_before(_: str) -> list[tuple[str, str]]:
        return [(game, moment(NOON + number)) for number, game in enumerate(games)]

    play.loads.clear()
    for _ in range(2):
        await sweep.read(due_before)
        await sweep.step()

    assert len(play.ran_out(games[-1])) == 1
    assert [play.loads[game] for game in games[:-1]] == [1] * 5
    state = sweep.state()
    assert (state.unreadable, state.failing, state.behind_since) == (5, 0, None)
    assert state.read_at == moment(play.time)


@in_loop
async def test_a_table_of_many_due_games_is_read_again_when_they_are_done(
    play: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.due.sweep.ENOUGH", 2)

    games, reads = [await play.opened() for _ in range(3)], 0
    play.time += ALLOWANCE * SECOND
    sweep = Sweep(play)

    async def due_before(_: str) -> list[tuple[str, str]]:
        nonlocal reads
        reads += 1
        return [(game, moment(NOON)) for game in games]

    await sweep.read(due_before)
    await sweep.read(due_before)
    assert reads == 1
    await sweep.step()
    await sweep.read(due_before)
    assert reads == 2
    assert [len(play.ran_out(game)) for game in games] == [1, 1, 1]
