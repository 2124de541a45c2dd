"""The turns of slow computations: their order, what may wait, what needs no turn, and callers that are cancelled."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from domain.rulesets import RULESETS
from service.core.connections.asker import Asker
from service.core.http.problem_types import PROBLEMS
from service.core.http.problems import ProblemError
from service.core.store.store import Store
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.turns import NEWCOMERS, Turns
from tests.loops import in_loop
from tests.new_games import new_game

SIBERIA = RULESETS["siberia"]
STEPS = 20
"""Steps of the event loop in which a computation that may start would start."""

ADA = Asker("192.0.2.1", "ada")


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


class Crowd:
    """Requests that wait while another one has the turn; notes in what order they are done."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.order: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._go_on = asyncio.Event()

    async def occupy(self, address: str = "192.0.2.255") -> None:
        """Take the turn until the queue is let go."""
        self.ask(address, "", self._go_on.wait)
        await settle()

    def ask(
        self, address: str, token: str = "", work: Callable[[], Awaitable[object]] | None = None
    ) -> "asyncio.Task[None]":
        name = f"{address}{token and f'/{token}'}"

        async def compute() -> None:
            if work is not None:
                await work()
            self.order.append(name)

        task = asyncio.create_task(self.turns.run(Asker(address, token), compute))
        self.tasks.append(task)
        return task

    async def served(self) -> list[str]:
        """Let all of them be done; returns the order of those that waited."""
        await settle()
        self._go_on.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        return self.order[1:]


async def settle() -> None:
    for _ in range(STEPS):
        await asyncio.sleep(0)


async def cancelled(task: asyncio.Task[bytes]) -> None:
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def opened(play: Play) -> Loaded:
    return (await play.open(new_game(SIBERIA, 2))).loaded


@in_loop
async def test_addresses_take_turns_however_many_requests_each_has() -> None:
    crowd = Crowd(Turns())
    await crowd.occupy()
    for address in ("a", "a", "a", "b", "c", "b", "a"):
        crowd.ask(address)

    assert await crowd.served() == ["a", "b", "c", "a", "b", "a", "a"]


@in_loop
async def test_the_tokens_of_an_address_take_its_turns_in_turn() -> None:
    crowd = Crowd(Turns())
    await crowd.occupy()
    for address, token in (("a", "x"), ("a", "x"), ("a", "x"), ("a", "y"), ("a", ""), ("b", "z"), ("b", "z")):
        crowd.ask(address, token)

    assert await crowd.served() == ["a/x", "b/z", "a/y", "b/z", "a", "a/x", "a/x"]


@in_loop
async def test_an_address_without_a_recent_turn_comes_before_those_that_have_many() -> None:
    crowd = Crowd(Turns())
    await crowd.occupy("a")
    for address in "bcd" * 3:
        crowd.ask(address)
    await settle()
    late: list[asyncio.Task[None]] = []

    async def arrive() -> None:
        # another address arrives while those of before have their second turns
        late.append(crowd.ask("good"))
        await asyncio.sleep(0)

    crowd.ask("a", "", arrive)
    await crowd.served()
    await late[0]

    assert crowd.order[1:] == ["b", "c", "d", "a", "good", *"bcdbcd"]


@in_loop
async def test_so_many_new_addresses_come_first_in_a_row_and_no_more() -> None:
    crowd = Crowd(Turns())
    await crowd.occupy("a")
    # the address has just had a turn
    crowd.ask("a")
    names = [f"new {number}" for number in range(2 * NEWCOMERS)]
    for name in names:
        crowd.ask(name)

    assert await crowd.served() == [*names[:NEWCOMERS], "a", *names[NEWCOMERS:]]


@in_loop
async def test_an_address_has_so_many_requests_that_wait_and_no_more() -> None:
    crowd = Crowd(Turns(of_address=2))
    await crowd.occupy()
    allowed = [crowd.ask("a", token) for token in ("x", "y")]
    refused, other = crowd.ask("a", "z"), crowd.ask("b")
    await crowd.served()

    assert problem_of(refused) == (429, "too-many-requests")
    assert [task.exception() for task in (*allowed, other)] == [None] * 3


@in_loop
async def test_who_waits_for_one_answer_is_not_refused_because_others_wait_for_many() -> None:
    crowd = Crowd(Turns(in_all=4))
    await crowd.occupy()
    hostile = [crowd.ask("hostile") for _ in range(4)]
    good = [crowd.ask("good 1"), crowd.ask("good 2")]
    await settle()
    assert crowd.turns.waiting == 4
    late = crowd.ask("hostile")
    order = await crowd.served()

    # the last requests of the address with the most make room
    assert [task.exception() is None for task in hostile] == [True, True, False, False]
    assert {problem_of(task) for task in (*hostile[2:], late)} == {(503, "unavailable")}
    assert [task.exception() for task in good] == [None, None]
    assert order == ["hostile", "good 1", "good 2", "hostile"]
    assert crowd.turns.waiting == 0


def problem_of(task: "asyncio.Task[None]") -> tuple[int, str]:
    """Return status and code of the problem that a request was refused with; it says when to try again."""
    error = task.exception()
    assert isinstance(error, ProblemError)
    assert int(error.headers["Retry-After"]) > 0
    return PROBLEMS[error.code].status, error.code


@in_loop
async def test_the_next_one_waits_for_a_computation_whose_caller_is_cancelled() -> None:
    turns, first, second = Turns(), Slow(), Slow()
    second.may_end.set()
    caller = asyncio.create_task(turns.in_thread(ADA, first))
    await first.begun.wait()
    await cancelled(caller)
    following = asyncio.create_task(turns.in_thread(ADA, second))
    await settle()
    assert second.calls == 0
    first.may_end.set()
    assert await following == b"slow"


@in_loop
async def test_a_caller_that_is_cancelled_in_the_queue_computes_nothing() -> None:
    turns, first, second = Turns(), Slow(), Slow()
    caller = asyncio.create_task(turns.in_thread(ADA, first))
    await first.begun.wait()
    waiting = asyncio.create_task(turns.in_thread(ADA, second))
    await asyncio.sleep(0)
    await cancelled(waiting)
    assert turns.waiting == 0
    first.may_end.set()
    assert await caller == b"slow"
    assert await turns.in_thread(ADA, lambda: b"third") == b"third"
    assert second.calls == 0


@in_loop
async def test_a_caller_that_is_cancelled_just_after_it_was_given_the_turn_passes_it_on() -> None:
    crowd = Crowd(Turns())
    ended = asyncio.Event()
    first = crowd.ask("a", "", ended.wait)
    await settle()
    second, third = crowd.ask("b"), crowd.ask("c")
    await settle()
    ended.set()
    # the turn is given in the step in which the first ends; the second has not run since
    while not first.done() and crowd.turns.waiting == 2:
        await asyncio.sleep(0)
    second.cancel()
    await asyncio.wait([first, second, third], timeout=10)

    assert crowd.order == ["a", "c"]
    assert second.cancelled()


@in_loop
async def test_a_representation_whose_caller_is_cancelled_is_cached(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        play = Play(store)
        loaded, slow = await opened(play), Slow()
        caller = asyncio.create_task(play.replaying.shown(ADA, loaded, "form", slow.prepare))
        await slow.begun.wait()
        await cancelled(caller)
        others = [asyncio.create_task(play.replaying.shown(ADA, loaded, "form", slow.prepare)) for _ in range(3)]
        await settle()
        slow.may_end.set()

        assert await asyncio.gather(*others) == [b"slow"] * 3
        assert slow.calls == 1
        assert loaded.found("form") == b"slow"


@in_loop
async def test_what_is_cached_needs_no_turn(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        loaded, turns, slow = await opened(Play(store)), Turns(), Slow()
        loaded.shown("form", lambda: b"cached")
        busy = asyncio.create_task(turns.in_thread(ADA, slow))
        await slow.begun.wait()

        async with asyncio.timeout(10):
            assert await turns.shown(ADA, loaded, "form", slow.prepare) == b"cached"
            assert await turns.once(ADA, {"key": b"held"}, "key", asyncio.Event().wait) == b"held"  # type: ignore[arg-type] - never called
        assert not busy.done()
        slow.may_end.set()
        assert await busy == b"slow"


@in_loop
async def test_an_error_ends_the_turn() -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    turns = Turns()
    with pytest.raises(ZeroDivisionError):
        await turns.in_thread(ADA, fail)
    assert await turns.in_thread(ADA, lambda: b"next") == b"next"
