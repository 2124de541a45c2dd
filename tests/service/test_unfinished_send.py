"""A send that is driven by hand: it ends at once, or its task awaits the rest."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from service.play.api.stream.unfinished import UnfinishedSend, begin
from tests.loops import in_loop

MESSAGE: Any = {"type": "http.response.body", "body": b"x", "more_body": True}

Steps = Callable[[list[str]], Awaitable[None]]


def driven(steps: Steps) -> tuple[list[str], UnfinishedSend | None]:
    """Return what the first step of a send has done, and what is left of it."""
    done: list[str] = []

    async def send(message: Any) -> None:
        assert message is MESSAGE
        await steps(done)

    return done, begin(send, MESSAGE)


def test_a_send_that_does_not_wait_is_complete() -> None:
    async def steps(done: list[str]) -> None:
        done.append("sent")

    assert driven(steps) == (["sent"], None)


@in_loop
async def test_a_send_that_waits_stops_there_and_its_task_ends_it() -> None:
    gates = [asyncio.get_running_loop().create_future() for _ in range(2)]

    async def steps(done: list[str]) -> None:
        for number, gate in enumerate(gates):
            done.append(f"waits {number}")
            assert await gate == number
        done.append("sent")

    done, rest = driven(steps)
    assert rest is not None
    assert done == ["waits 0"]
    waiting = asyncio.ensure_future(_awaited(rest))
    for number, gate in enumerate(gates):
        await asyncio.sleep(0)
        assert not waiting.done()
        gate.set_result(number)
    await waiting
    assert done == ["waits 0", "waits 1", "sent"]


def test_an_exception_before_the_first_wait_is_raised_at_once_and_a_later_one_by_the_task() -> None:
    async def fails(_done: list[str]) -> None:
        raise ConnectionResetError

    async def run() -> None:
        gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def steps(done: list[str]) -> None:
            await gate
            await fails(done)

        _, rest = driven(steps)
        assert rest is not None
        gate.set_result(None)
        with pytest.raises(ConnectionResetError):
            await rest

    with pytest.raises(ConnectionResetError):
        driven(fails)
    asyncio.run(run())


@in_loop
async def test_a_cancelled_task_cancels_the_send() -> None:
    async def steps(done: list[str]) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            done.append("cancelled")
            raise

    done, rest = driven(steps)
    assert rest is not None
    waiting = asyncio.ensure_future(_awaited(rest))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert done == ["cancelled"]


async def _awaited(rest: UnfinishedSend) -> None:
    await rest
