"""Pictures of games: made in turn and once for each content; PNG ones in a process, with a board rendered once."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.app import create_app
from service.core.connections.asker import Asker
from service.core.parts import Parts, parts_of
from service.core.settings import Settings
from service.web.sharing.drawing import board_drawn, drawn
from service.web.sharing.links import PICTURE_WIDTH
from service.web.sharing.pictures import Pictures
from service.web.sharing.raster import BOARD_LINK, png_of
from service.web.summary import PublicSeat, Summary
from tests.loops import in_loop
from tests.replies import ok
from tests.service.imported import import_golden
from tests.service.kit import problem

pytestmark = pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")

BOARDS = {"giganten": "kosmos-1999", "siberia": "reconstruction-1", "minos": "reconstruction-1"}
GAME = "minos-1-directed-voyages"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
OTHER = Asker("192.0.2.1", "")


@asynccontextmanager
async def served(folder: Path) -> AsyncGenerator[tuple[httpx.AsyncClient, Parts, str]]:
    """Serve a golden game in this process; returns a client, the parts, and the path of its pictures."""
    (game,) = import_golden(folder, [GAME]).values()
    app: Any = create_app(Settings(database=f"sqlite:///{folder}/games.db", rate_limit=0))
    async with (
        app.lifespan(),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
    ):
        yield client, parts_of(app), f"/embed/games/{game}/picture.png"


@pytest.mark.parametrize("title", BOARDS)
def test_a_board_that_is_rendered_once_gives_the_same_picture(title: str) -> None:
    seats = tuple(
        PublicSeat(seat=seat, name=f"Ada {seat}", bot=None, is_free=False, is_asked=seat == 1, score=12, rank=None)
        for seat in range(3)
    )
    game = Summary(
        id="a",
        ruleset=title,
        data_set=BOARDS[title],
        status="running",
        version=9,
        unit="$",
        seats=seats,
        has_board=True,
    )
    short = drawn(game, None, "de", with_board=False)
    assert short.count(BOARD_LINK) == 1
    assert len(short) < len(drawn(game, None, "de")) / 3

    assert png_of(short, board_drawn(game), PICTURE_WIDTH) == png_of(drawn(game, None, "de"), "", PICTURE_WIDTH)


@in_loop
async def test_a_picture_is_made_in_a_process_and_once(tmp_path: Path) -> None:
    async with served(tmp_path) as (client, parts, path):
        assert parts.get(Pictures).processes.pids == []
        replies = await asyncio.gather(*(client.get(path) for _ in range(3)))
        assert [reply.status_code for reply in replies] == [200] * 3
        assert {reply.content for reply in replies} == {replies[0].content}
        assert replies[0].content.startswith(SIGNATURE)
        assert len(parts.get(Pictures).processes.pids) == 1

        # what is known or cached is answered while others wait for pictures
        occupied = asyncio.Event()
        busy = asyncio.create_task(parts.get(Pictures).turns.run(OTHER, occupied.wait))
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            same = await client.get(path)
            known = await client.get(path, headers={"If-None-Match": same.headers["ETag"]})
        assert (same.status_code, known.status_code) == (200, 304)
        assert same.content == replies[0].content
        occupied.set()
        await busy


@in_loop
async def test_an_svg_picture_takes_its_turn_and_a_cached_one_none(tmp_path: Path) -> None:
    async with served(tmp_path) as (client, parts, png):
        path = png.replace(".png", ".svg")
        occupied = asyncio.Event()
        busy = asyncio.create_task(parts.get(Pictures).turns.run(OTHER, occupied.wait))
        await asyncio.sleep(0)
        asked = asyncio.create_task(client.get(path))
        async with asyncio.timeout(20):
            while not parts.get(Pictures).turns.waiting and not asked.done():
                await asyncio.sleep(0.01)
        assert (parts.get(Pictures).turns.waiting, asked.done()) == (1, False)
        occupied.set()
        first = ok(await asked)
        await busy

        # what is known or cached is answered while others wait for pictures
        occupied.clear()
        busy = asyncio.create_task(parts.get(Pictures).turns.run(OTHER, occupied.wait))
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            same = ok(await client.get(path))
            known = await client.get(path, headers={"If-None-Match": same.headers["ETag"]})
        assert known.status_code == 304
        assert same.content == first.content
        occupied.set()
        await busy


@in_loop
async def test_no_picture_is_made_where_no_process_can_be_used(tmp_path: Path) -> None:
    async with served(tmp_path) as (client, parts, path):
        parts.get(Pictures).processes.close()
        parts.get(Pictures).processes.is_closed = False
        parts.get(Pictures).processes._started = no_process  # type: ignore[method-assign]  # noqa: SLF001 - a planted fault
        reply = await client.get(path, params={"at": 60, "lang": "it"})

        assert problem(reply) == (503, "unavailable")
        assert int(reply.headers["Retry-After"]) > 0
        assert (await client.get(path.replace(".png", ".svg"))).status_code == 200


def no_process() -> Any:
    raise OSError(38, "no semaphores")
