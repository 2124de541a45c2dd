"""Slow computations in a thread: a caller that is cancelled does not give its turn to the next one too early."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from domain.rulesets import RULESETS
from service.games.loaded import Loaded
from service.games.one_at_a_time import OneAtATime
from service.games.play import Play
from service.store.store import Store
from tests.loops import in_loop
from tests.new_games import new_game

SIBERIA = RULESETS["siberia"]
STEPS = 20
"""Steps of the event loop in which a computation that may start would start."""


class Slow:
    """A computation that a thread begins, and that ends when the test lets it."""

    def __init__(self) -> None:
        self.calls = 0
        self.may_end = threading.Event()
        self._loop = asyncio.get_running_loop()
        self.begun = asyncio.Event()

    def __call__(self) -> bytes:
        self.calls += 1
        self._loop.call_soon_threadsafe(self.begun.set)
        assert self.may_end.wait(60)
        return b"slow"

    def prepare(self) -> Callable[[], bytes]:
        return self


async def cancelled(task: asyncio.Task[bytes]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def opened(play: Play) -> Loaded:
    return (await play.open(new_game(SIBERIA, 2))).loaded


@in_loop
async def test_the_next_one_waits_for_a_computation_whose_caller_is_cancelled() -> None:
    turns, first, second = OneAtATime(), Slow(), Slow()
    second.may_end.set()
    caller = asyncio.create_task(turns.run(first))
    await first.begun.wait()
    await cancelled(caller)
    following = asyncio.create_task(turns.run(second))
    for _ in range(STEPS):
        await asyncio.sleep(0)
    assert second.calls == 0
    first.may_end.set()
    assert await following == b"slow"


@in_loop
async def test_a_caller_that_is_cancelled_in_the_queue_computes_nothing() -> None:
    turns, first, second = OneAtATime(), Slow(), Slow()
    caller = asyncio.create_task(turns.run(first))
    await first.begun.wait()
    waiting = asyncio.create_task(turns.run(second))
    await asyncio.sleep(0)
    await cancelled(waiting)
    first.may_end.set()
    assert await caller == b"slow"
    assert await turns.run(lambda: b"third") == b"third"
    assert second.calls == 0


@in_loop
async def test_a_representation_whose_caller_is_cancelled_is_cached(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        play = Play(store)
        loaded, slow = await opened(play), Slow()
        caller = asyncio.create_task(play.replaying.shown(loaded, "form", slow.prepare))
        await slow.begun.wait()
        await cancelled(caller)
        others = [asyncio.create_task(play.replaying.shown(loaded, "form", slow.prepare)) for _ in range(3)]
        for _ in range(STEPS):
            await asyncio.sleep(0)
        slow.may_end.set()

        assert await asyncio.gather(*others) == [b"slow"] * 3
        assert slow.calls == 1
        assert loaded.found("form") == b"slow"


@in_loop
async def test_an_error_ends_the_turn() -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    turns = OneAtATime()
    with pytest.raises(ZeroDivisionError):
        await turns.run(fail)
    assert await turns.run(lambda: b"next") == b"next"
