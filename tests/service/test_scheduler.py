"""The service starts games on time, releases seats, applies the no-show rule and ends pauses: never early, and once."""

import asyncio
import datetime
from collections.abc import Iterator
from typing import Any

import pytest

from domain.game.game import Game
from domain.game.rulings.decide import Ruling, pause
from domain.game.terms import Terms
from domain.proof.verify import verify
from domain.rulesets import RULESETS
from projections.history import FULL
from projections.times import moment
from service.core.store.errors import VersionConflictError
from service.core.store.store import Store
from service.core.store.times import timestamp_of
from service.due.sweep import Sweep, take_step
from service.lists.tables.schedule import due_games
from service.play.play import Play
from service.play.requests import SeatTaking
from service.proof.bundles import bundle_lines
from tests.loops import in_loop
from tests.new_games import new_game
from tests.readmodels.kit import World, world

NOON = datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC)
MINUTE = datetime.timedelta(minutes=1)
MINOS = RULESETS["minos"]
START = timestamp_of(NOON + 10 * MINUTE)


class Clock:
    """A system clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime.datetime:
        return self.now

    def at(self, minutes: float) -> None:
        """Set the clock to minutes after noon."""
        self.now = NOON + minutes * MINUTE


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tables(database: str) -> Iterator[World]:
    with world(database) as found:
        yield found


@pytest.fixture
def play(tables: World, clock: Clock) -> Play:
    return Play(tables.store, clock)


async def opened(play: Play, **terms: Any) -> str:
    """Open a game for three in which a seat is reserved for Cy, and let Ada and Bo sit."""
    asked = Terms(starts_at=START, reserved=(None, None, "player:cy"), **terms)
    loaded = (await play.open(new_game(MINOS, 3, "player:org", terms=asked))).loaded
    for seat, player in enumerate(("player:ada", "player:bo")):
        loaded = (await play.take_seat(loaded, SeatTaking(seat, player))).loaded
    return loaded.game.id


async def seen(play: Play, game: str) -> Game:
    """Let the service act, twice, and return the game."""
    await take_due_steps(play, game)
    version = (await play.load(game)).game.version
    await take_due_steps(play, game)
    found = (await play.load(game)).game
    assert found.version == version
    return found


async def sit(play: Play, game: str, player: str) -> None:
    await play.take_seat(await play.load(game), SeatTaking(2, player))


async def due(play: Play, tables: World) -> list[str]:
    tables.catch_up()
    with tables.database.reading() as cursor:
        return [game for game, at in due_games(cursor, "9") if at <= play.now()]


@in_loop
async def test_a_full_game_starts_at_its_time(play: Play, clock: Clock, tables: World) -> None:
    game = await opened(play)
    await sit(play, game, "player:cy")
    clock.at(9.99)
    assert (await seen(play, game)).status == "open"
    assert await due(play, tables) == []
    clock.at(10)
    assert await due(play, tables) == [game]
    assert (await seen(play, game)).status == "running"
    assert await due(play, tables) == []


@in_loop
async def test_free_seats_are_released_to_substitutes_who_start_the_game_by_sitting_down(
    play: Play, clock: Clock, tables: World
) -> None:
    game = await opened(play, substitutes=("player:di",), grace=300)
    clock.at(10)
    assert await due(play, tables) == [game]
    assert (await seen(play, game)).is_released
    assert await due(play, tables) == []
    clock.at(11)
    await sit(play, game, "player:di")
    assert await due(play, tables) == [game]
    assert (await seen(play, game)).status == "running"


@pytest.mark.parametrize(("no_show", "after"), [("wait", 1), ("bot", 0), ("cancel", 0)])
@in_loop
async def test_a_game_that_is_opened_after_its_start_waits_for_its_players_first(
    play: Play, clock: Clock, tables: World, no_show: str, after: float
) -> None:
    clock.at(12)
    game = await opened(play, substitutes=("player:di",), grace=300, no_show=no_show)
    if after:
        clock.at(12 + after - 0.01)
        assert not (await seen(play, game)).is_released
        assert await due(play, tables) == []
    clock.at(12 + after)
    assert await due(play, tables) == [game]
    assert (await seen(play, game)).is_released


@pytest.mark.parametrize(("no_show", "status"), [("wait", "open"), ("bot", "running"), ("cancel", "abandoned")])
@in_loop
async def test_after_the_grace_the_rule_for_players_who_did_not_come_applies(
    play: Play, clock: Clock, tables: World, no_show: str, status: str
) -> None:
    game = await opened(play, no_show=no_show, grace=300)
    clock.at(14.99)
    assert (await seen(play, game)).status == "open"
    clock.at(15)
    assert await due(play, tables) == ([] if no_show == "wait" else [game])
    found = await seen(play, game)
    assert found.status == status
    if no_show == "bot":
        assert [occupant and occupant.player for occupant in found.occupants][2] == "bot:careful"
    assert await due(play, tables) == []


@in_loop
async def test_a_clock_that_jumps_back_delays_and_one_that_jumps_forward_does_not_repeat(
    play: Play, clock: Clock, tables: World
) -> None:
    game = await opened(play, no_show="bot", grace=300)
    clock.at(-600)
    assert (await seen(play, game)).status == "open"
    assert await due(play, tables) == []
    clock.at(100_000)
    assert (await seen(play, game)).status == "running"
    clock.at(0)
    assert (await seen(play, game)).status == "running"


@in_loop
async def test_a_pause_ends_by_itself_but_not_early(play: Play, clock: Clock) -> None:
    game = await opened(play)
    await sit(play, game, "player:cy")
    loaded = (await play.start(await play.load(game))).loaded
    ruling = Ruling("player:org", "lunch")
    end = moment(int((NOON + 60 * MINUTE).timestamp() * 1_000_000))
    await play.act_at(loaded, lambda state, at: (None, pause(state, end, ruling, at)), None)
    clock.at(59)
    assert (await seen(play, game)).paused_until == end
    assert (await take_step(play, game)).late is None
    clock.at(60)
    assert (await take_step(play, game)).late == 0
    assert (await seen(play, game)).paused_until is None


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
@in_loop
async def test_processes_that_act_at_once_start_a_game_once(play: Play, clock: Clock, database: str) -> None:
    others = [Play(Store(database), clock) for _ in range(2)]
    game = await opened(play, no_show="bot")
    clock.at(10)
    # each process has read the game before the others act
    everywhere = [play, *others]
    await asyncio.gather(*(each.load(game) for each in everywhere))
    await asyncio.gather(*(take_due_steps(each, game) for each in everywhere))
    entries = play.store.read(game)
    assert [entry.record.type for entry in entries].count("game.started") == 1
    assert [entry.record.type for entry in entries].count("game.seat_taken") == 3
    for other in others:
        other.store.close()


async def take_due_steps(play: Play, game: str) -> None:
    """Act as the sweep does: a conflict is decided again at the next look."""
    while True:
        try:
            if (await take_step(play, game)).late is None:
                return
        except VersionConflictError:
            continue


@in_loop
async def test_the_sweep_takes_all_steps_that_are_due_and_the_verifier_accepts_the_logs(
    play: Play, clock: Clock, tables: World
) -> None:
    with_grace: dict[str, Any] = {"substitutes": ("player:di",), "grace": 300}
    games = [await opened(play, no_show="cancel"), await opened(play, no_show="cancel", **with_grace)]
    clock.at(10)

    async def due_before(time: str) -> list[tuple[str, str]]:
        tables.catch_up()
        with tables.database.reading() as cursor:
            return due_games(cursor, time)

    async def take_steps() -> None:
        sweeping = Sweep(play)
        play.notifier.listeners.append(sweeping.changed)
        await sweeping.read(due_before)
        await sweeping.step()

    await take_steps()
    assert [(await play.load(game)).game.status for game in games] == ["abandoned", "open"]
    clock.at(15)
    await take_steps()

    assert await due_before("9") == []
    for game in games:
        loaded = await play.load(game)
        assert loaded.game.status == "abandoned"
        report = verify(bundle_lines(loaded.game, loaded.entries, FULL, None))
        assert report.is_valid, report
