"""The one use case and the bots on a real store: caches, failures, things at once."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from domain.game.fold import fold
from domain.rulesets import RULESETS
from service.core.store.errors import VersionConflictError
from service.core.store.recorder import Origin
from service.core.store.store import Store
from service.due.bot_runner import BotRunner, act
from service.play.loaded import ENTRY_BYTES, GAME_BYTES, Done
from service.play.play import Play
from service.play.requests import SeatTaking
from tests.loops import in_loop
from tests.new_games import new_game
from tests.store.kit import opened, seated

GIGANTEN = RULESETS["giganten"]
BOTS = {0: "random", 1: "random", 2: "random"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        yield store


@pytest.fixture
def play(store: Store) -> Play:
    return Play(store)


async def open_started(play: Play, bots: dict[int, str] = BOTS) -> str:
    loaded = (await play.open(new_game(GIGANTEN, 3, bots=bots))).loaded
    if len(bots) == 3:
        await play.start(loaded)
    return loaded.game.id


@in_loop
async def test_a_game_that_was_put_out_of_the_cache_while_it_was_written_is_never_shown_as_it_was(store: Store) -> None:
    # one game fits, however large it is
    play = Play(store, memory=1)
    first, second = await open_started(play), await open_started(play)
    rng = random.Random(1)
    for _turn in range(40):
        version = (await play.load(first)).game.version
        deciding = asyncio.create_task(act(play, first, rng))
        # while the batch is on its way to the disk, others push the game out and read it again
        while not deciding.done():
            await play.load(second)
            await play.load(first)
        assert await deciding
        loaded = await play.load(first)
        assert loaded.game.version > version
        folded = fold(play.store.read(first))
        assert folded is not None
        assert loaded.game.tip == folded.tip


@in_loop
async def test_a_request_is_answered_with_its_batch_if_its_game_is_evicted_before_the_commit(store: Store) -> None:
    # one game fits, however large it is
    play = Play(store, memory=1)
    first, second = await open_started(play, {}), await open_started(play, {})
    loaded = await play.load(first)
    taking = asyncio.create_task(play.take_seat(loaded, SeatTaking(0, "player:b")))
    while not taking.done():
        await play.load(second)
        await asyncio.sleep(0)
    done = await taking

    assert (done.first, done.last, done.replayed) == (2, 2, False)
    assert done.loaded.game.occupant(0) is not None
    assert [entry.record.version for entry in done.loaded.entries] == [1, 2]
    assert (await play.load(first)).game == done.loaded.game


@in_loop
async def test_the_cache_holds_games_by_their_size(store: Store) -> None:
    small, large = GAME_BYTES + ENTRY_BYTES, GAME_BYTES + 60 * ENTRY_BYTES
    # a third of it in addition is for representations
    memory = 3 * large * 4 // 3

    play = Play(store, memory=memory)
    rng = random.Random(2)
    games = [await open_started(play, {}) for _ in range(30)]
    assert play.cached_size == (3 * large // small, 3 * large // small * small)
    assert [game for game in games if play.cached(game)] == games[-play.cached_size[0] :]

    played = await open_started(play)
    while (loaded := await play.load(played)).size < large:
        await act(play, played, rng)
    for game in games[:4]:
        await play.load(game)
    assert play.cached(played) is loaded
    assert all(play.cached(game) for game in games[:4])
    for game in games:
        await play.load(game)
    assert play.cached(played) is None

    # representations have a part of their own, which all games share
    for number in range(200):
        assert len(loaded.shown(str(number), lambda: bytes(1_000))) == 1_000
    assert loaded.found("199") is not None
    assert loaded.found("0") is None
    assert (await play.load(games[0])).found("199") is None


@in_loop
async def test_what_is_given_up_before_its_commit_begins_is_not_stored(play: Play) -> None:
    with play.store.database.writing():
        # the writer has begun with this batch, and gets no further
        first = play.store.append(opened()[1])
        while not first.running():
            await asyncio.sleep(0)
        given_up, kept = (asyncio.create_task(open_started(play, {})) for _game in range(2))
        for _step in range(10):
            await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
    game = await kept

    assert [entry.record.game for entry in play.store.scan(["game.opened"])][1:] == [game]


@in_loop
async def test_bots_go_on_after_the_store_has_failed(play: Play, tmp_path: Path) -> None:
    runner = BotRunner(play)
    play.notifier.listeners.append(runner.committed)
    await runner.start()
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON stored_events WHEN NEW.originator_version > 60 "
            "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
    first = await open_started(play)
    stood, before = 0, -1
    async with asyncio.timeout(20):
        while stood != before:
            await asyncio.sleep(0.3)
            before, stood = stood, (await play.load(first)).game.version
    assert 0 < stood <= 60
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute("DROP TRIGGER full")
    other.close()
    second = await open_started(play)
    for game in (first, second):
        async with asyncio.timeout(20):
            while (await play.load(game)).game.version <= 80:
                await asyncio.sleep(0.01)
    assert runner.is_running
    await runner.stop()
    assert not runner.is_running


@in_loop
async def test_sixteen_requests_with_one_key_open_one_game(play: Play) -> None:
    origin = Origin("player:a", "key", "digest")

    async def ask() -> Done:
        return await play.open(new_game(GIGANTEN, 3), origin)

    # one of them is given up by its client while it is under way
    given_up = asyncio.create_task(ask())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    given_up.cancel()
    replies = await asyncio.gather(*(ask() for _ in range(16)))
    assert len({done.loaded.game.id for done in replies}) == 1
    assert sum(not done.replayed for done in replies) <= 1
    assert len(play.store.read(replies[0].loaded.game.id)) == 1


def test_who_gives_up_waiting_does_not_stop_the_writer(store: Store) -> None:
    state, rows = opened()
    store.append(rows).result()
    futures: list[Future[None]] = []
    for number in range(200):
        _, others = opened()
        futures.append(store.append(others))
        if number % 3 == 0:
            futures[-1].cancel()
    later = store.append(seated(state, 0))
    later.result(timeout=10)
    for future in futures:
        assert future.cancelled() or future.result(timeout=10) is None
    with pytest.raises(VersionConflictError):
        store.append(seated(state, 1)).result(timeout=10)
    assert store.is_writing


def test_after_the_end_nothing_is_taken_on(store: Store) -> None:
    store.close()

    with pytest.raises(Exception, match="closed"):
        store.append(opened()[1]).result(timeout=5)
