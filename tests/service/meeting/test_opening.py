"""Meetings that all have agreed to wait while no game can be opened; a game that runs is never one that has failed."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from service.app import create_app
from service.core.parts import Parts, parts_of
from service.core.settings import Settings
from service.core.store.anchors import MACHINE, Anchor
from service.meeting.meetings import Meetings
from service.meeting.opening import Opening
from service.meeting.rows import Meeting
from service.meeting.terms import new_game_of
from service.play.play import Play
from service.play.steady_clock import SteadyClock
from tests.loops import in_loop
from tests.replies import ok
from tests.service.kit import problem

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

TIMED, UNTIMED = {"preset": "live"}, None

NOW = MACHINE.system() - MACHINE.since_boot()


class Pair:
    """Ada, who challenges Bea, on a service in this process."""

    def __init__(self, client: httpx.AsyncClient, parts: Parts) -> None:
        self._client = client
        self._held: dict[str, dict[str, str]] = {}
        self._ids: dict[str, str] = {}
        self.play, self.opening, self.meetings = parts.get(Play), parts.get(Opening), parts.get(Meetings)

    async def sign_up(self) -> None:
        for name in ("Ada", "Bea"):
            made = ok(await self._client.post("/v1/players", json={"name": name}), 201).json()
            self._ids[name], self._held[name] = made["id"], {"Authorization": f"Bearer {made['token']}"}

    async def challenged(self, clock: Any) -> str:
        body = {"players": ["Bea"], "ruleset": "minos", "clock": clock}
        made = await self._client.post("/v1/challenges", json=body, headers=self._held["Ada"])
        return ok(made, 201).json()["id"]

    async def accept(self, challenge: str) -> httpx.Response:
        return await self._client.post(f"/v1/challenges/{challenge}/acceptances", headers=self._held["Bea"])

    async def state(self, challenge: str) -> str:
        found = await self._client.get(f"/v1/challenges/{challenge}", headers=self._held["Ada"])
        return ok(found).json()["state"]

    async def status(self, game: str) -> str:
        return ok(await self._client.get(f"/v1/games/{game}", headers=self._held["Ada"])).json()["status"]

    def found(self, challenge: str) -> Meeting:
        found = self.meetings.find(challenge, self._ids["Ada"])
        assert found is not None
        return found

    async def agreed(self) -> Meeting:
        """Return a challenge that both have agreed to, while games are held: no process has opened its game."""
        challenge = await self.challenged(UNTIMED)
        before, self.play.held = self.play.held, lambda: "games are held"
        assert problem(await self.accept(challenge)) == (503, "unavailable")
        # the worker takes the same steps
        await self.opening.step()
        assert await self.state(challenge) == "accepted"
        agreed = self.found(challenge)
        self.play.held = before
        return agreed


@asynccontextmanager
async def playing(folder: Path, clock: SteadyClock | None = None) -> AsyncGenerator[Pair]:
    settings = Settings(database=f"sqlite:///{folder}/games.db", rate_limit=0)
    app: Any = create_app(settings, None if clock is None else lambda store: Play(store, clock))
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        pair = Pair(client, parts_of(app))
        await pair.sign_up()
        yield pair


def clock_in_doubt(is_known: Callable[[], bool]) -> SteadyClock:
    def ask() -> Anchor:
        return Anchor(NOW, None if is_known() else "a reason")

    return SteadyClock(ask(), MACHINE, ask)


@in_loop
async def test_a_game_with_a_clock_is_opened_when_the_time_is_known(tmp_path: Path) -> None:
    known = False
    clock = clock_in_doubt(lambda: known)
    async with playing(tmp_path, clock) as pair:
        timed = await pair.challenged(TIMED)
        refused = await pair.accept(timed)
        assert problem(refused) == (503, "unavailable")
        assert "a reason" in refused.json()["detail"]
        # no error of the background work
        await pair.opening.step()
        assert await pair.state(timed) == "accepted"
        # a repetition does nothing else
        assert problem(await pair.accept(timed)) == (503, "unavailable")
        assert await pair.state(timed) == "accepted"
        # a game without a clock needs no time
        assert ok(await pair.accept(await pair.challenged(UNTIMED))).json()["state"] == "started"

        known = True
        clock.ask_again()
        await pair.opening.step()

        assert await pair.state(timed) == "started"
        assert await pair.status(timed) == "running"


@in_loop
async def test_a_game_that_another_process_gave_up_before_it_was_stored_has_started(tmp_path: Path) -> None:
    async with playing(tmp_path) as pair:
        agreed = await pair.agreed()
        # the other process has seen a suspension, and no game
        failed = pair.meetings.started(agreed.id, failed=True)
        assert failed is not None
        assert failed.state == "failed"

        opened = await pair.opening.opened(agreed)

        assert opened.state == "started"
        assert await pair.state(agreed.id) == "started"
        assert await pair.status(agreed.id) == "running"
        # and no process gives it up after that
        again = pair.meetings.started(agreed.id, failed=True)
        assert again is not None
        assert again.state == "started"


@in_loop
async def test_an_error_after_the_game_was_stored_does_not_give_it_up(tmp_path: Path) -> None:
    async with playing(tmp_path) as pair:
        agreed = await pair.agreed()
        # another process has opened it, and stores that next; this one fails for a reason of its own
        await pair.play.open_seated(*new_game_of(agreed.terms, agreed.seating or (), agreed.owner), agreed.id)
        pair.play.forget()

        opened = await pair.opening.opened(replace(agreed, seating=None))

        assert opened.state == "started"
        assert await pair.status(agreed.id) == "running"
