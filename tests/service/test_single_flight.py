"""Answers that several ask for at once are found once."""

import asyncio

import pytest

from service.core.single_flight import SingleFlight
from tests.loops import in_loop


class Seeker:
    """Finds answers when it is let; counts how often it was asked."""

    def __init__(self) -> None:
        self.calls = 0
        self.go_on = asyncio.Event()

    async def find(self) -> str:
        self.calls += 1
        await self.go_on.wait()
        return f"answer {self.calls}"

    async def fail(self) -> str:
        self.calls += 1
        await self.go_on.wait()
        raise KeyError(self.calls)


@in_loop
async def test_all_who_ask_meanwhile_and_later_are_given_one_answer() -> None:
    flights, seeker = SingleFlight[int, str](max_size=2), Seeker()
    asked = [asyncio.ensure_future(flights.get(1, seeker.find)) for _ in range(5)]
    await asyncio.sleep(0)
    # the first to ask hangs up
    asked[0].cancel()
    await asyncio.sleep(0)
    seeker.go_on.set()

    assert await asyncio.gather(*asked[1:]) == ["answer 1"] * 4
    assert asked[0].cancelled()
    assert await flights.get(1, seeker.find) == "answer 1"
    assert seeker.calls == 1


@in_loop
async def test_a_failure_is_told_to_all_and_not_kept() -> None:
    flights, seeker = SingleFlight[int, str](max_size=2), Seeker()
    asked = [asyncio.ensure_future(flights.get(1, seeker.fail)) for _ in range(3)]
    await asyncio.sleep(0)
    seeker.go_on.set()

    told = await asyncio.gather(*asked, return_exceptions=True)

    assert [str(error) for error in told] == ["1"] * 3
    with pytest.raises(KeyError, match="2"):
        await flights.get(1, seeker.fail)


def test_those_that_were_asked_for_longest_ago_are_forgotten() -> None:
    async def play() -> list[str]:
        flights, seeker = SingleFlight[int, str](max_size=2), Seeker()
        seeker.go_on.set()
        return [await flights.get(asked, seeker.find) for asked in (1, 2, 1, 3, 1, 2)]

    assert asyncio.run(play()) == ["answer 1", "answer 2", "answer 1", "answer 3", "answer 1", "answer 4"]
