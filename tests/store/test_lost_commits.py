"""A server that has lost commits, as a standby may have that was promoted: nothing is appended behind a gap."""

import asyncio
import contextlib
import random
from collections.abc import Callable, Sequence

import psycopg
import pytest

from domain.game.decide import NewGame
from domain.game.fold import fold
from domain.game.game import Game
from domain.kernel.values import IllegalCommand
from domain.ledger.records import next_head, tip_after, tip_of_new
from domain.rulesets import RULESETS
from service.core.store.adapters.postgres import MAX_PIPELINED
from service.core.store.postgres_connection import EVENTS
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store, VersionConflictError
from service.due.bot_runner import act
from service.play.cache import UnknownGameError
from service.play.play import Play
from service.play.requests import DecisionClosedError
from tests.loops import in_loop
from tests.store.kit import opened, seated
from tests.waiting import until

BOTS = {0: "random", 1: "random", 2: "random"}


def lose(database: str, game: str, after: int) -> None:
    """Take the end of a game out of the log, behind the back of whoever has read it."""
    with psycopg.connect(database, autocommit=True) as connection:
        gone = f"DELETE FROM {EVENTS} WHERE originator_id = %s AND originator_version > %s".encode()
        assert connection.execute(gone, (game, after)).rowcount


def on_top(state: Game, entries: Sequence[StoredEntry]) -> Game:
    found = fold(entries, state)
    assert found is not None
    return found


def test_what_a_batch_was_decided_on_has_to_be_in_the_log(postgres: str) -> None:
    state, rows = opened()
    first = seated(state, 0)
    seen = on_top(state, first)
    late = seated(seen, 1, "player:c")
    with Store(postgres) as store:
        store.append(rows).result()
        store.append(first, head=state.tip.head).result()
        lose(postgres, state.id, 1)
        with pytest.raises(VersionConflictError):
            store.append(late, head=seen.tip.head).result()
        # somebody else sits there now: the version is in the log, but it is not the one that was decided on
        store.append(seated(state, 0, "player:d"), head=state.tip.head).result()
        with pytest.raises(VersionConflictError):
            store.append(late, head=seen.tip.head).result()

        assert [entry.record.version for entry in store.read(state.id)] == [1, 2]
        assert store.conflicts == 2


@pytest.mark.parametrize("others", [1, MAX_PIPELINED])
def test_of_a_group_only_what_would_leave_a_gap_is_refused(postgres: str, others: int) -> None:
    state, rows = opened()
    first = seated(state, 0)
    seen = on_top(state, first)
    good = [opened() for _ in range(others)]
    with Store(postgres) as store, psycopg.connect(postgres) as holder:
        store.append(rows).result()
        # all of them have queued up when the writer can go on
        holder.execute(f"LOCK TABLE {EVENTS} IN EXCLUSIVE MODE".encode())
        waiting = [store.append(opened()[1])]
        until(waiting[0].running)
        for another, batch in good:
            waiting.append(store.append(batch))
            waiting.append(store.append(seated(another, 0), head=another.tip.head))
        behind_a_gap = store.append(seated(seen, 1, "player:c"), head=seen.tip.head)
        holder.rollback()
        errors = [future.exception() for future in waiting]

        assert errors == [None] * len(waiting)
        assert isinstance(behind_a_gap.exception(), VersionConflictError)
        assert all(len(store.read(another.id)) == 2 for another, _ in good)


async def started(play: Play) -> str:
    giganten = RULESETS["giganten"]
    options = giganten.resolve_options(None, {})
    opened = await play.open(NewGame(giganten, 3, options, giganten.default_data_set, "player:a", bots=BOTS))
    await play.start(opened.loaded)
    return opened.loaded.game.id


Loss = Callable[[str, Game, int], None]


def cut(database: str, left: Game, stood: int) -> None:
    """Lose all that came after the start."""
    assert stood > left.version
    lose(database, left.id, left.version)


def cut_and_played_on(database: str, left: Game, stood: int) -> None:
    """Lose that, and let another process play on from there, at least to where the first one stands."""
    cut(database, left, stood)

    async def play_on() -> None:
        with Store(database) as store:
            other, rng = Play(store), random.Random(5)
            while (await other.load(left.id)).game.version < stood:
                assert await act(other, left.id, rng)

    asyncio.run(play_on())


@pytest.mark.parametrize("loss", [cut, cut_and_played_on])
@in_loop
async def test_a_process_that_knows_more_than_the_log_reads_anew_and_goes_on(postgres: str, loss: Loss) -> None:
    with Store(postgres) as store:
        play = Play(store)
        game = await started(play)
        left = (await play.load(game)).game
        rng = random.Random(3)
        for _ in range(10):
            assert await act(play, game, rng)
        known = (await play.load(game)).game
        await asyncio.to_thread(loss, postgres, left, known.version)

        # the first decision may be one that was open in what was lost, or is open again on another table
        with contextlib.suppress(DecisionClosedError, IllegalCommand):
            await act(play, game, rng)
        for _ in range(20):
            assert await act(play, game, rng)

        entries = store.read(game)
        assert [entry.record.version for entry in entries] == list(range(1, len(entries) + 1))
        assert entries[known.version - 1].head != known.tip.head
        # as a second pair of eyes sees it: every head follows from the one before
        tip = tip_of_new(game)
        for entry in entries:
            assert entry.head == next_head(tip.head, entry.record)
            tip = tip_after(entry)
        assert (await play.load(game)).game.tip == tip


@in_loop
async def test_a_game_of_which_nothing_is_left_is_unknown(postgres: str) -> None:
    with Store(postgres) as store:
        play = Play(store)
        game = await started(play)
        lose(postgres, game, 0)
        with pytest.raises(UnknownGameError):
            await act(play, game, random.Random(3))
        with pytest.raises(UnknownGameError):
            await play.load(game)
        assert store.read(game) == []
