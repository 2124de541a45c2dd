"""Streams of a game whose log has lost commits, as that of a promoted standby may have."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from domain.game import decide
from domain.rulesets import RULESETS
from service.core.store.store import Store
from service.play.api.stream.game_reader import Reader, StreamAsked
from service.play.play import Play
from service.play.requests import SeatTaking
from tests.loops import in_loop
from tests.new_games import new_game
from tests.notifications.test_lost_commits import copy
from tests.replies import ok
from tests.service.server import serving
from tests.service.sse import following
from tests.service.test_feed import quick
from tests.service.test_list_streams import RESULTS
from tests.service.test_list_streams import until as until_event
from tests.service.test_stream import finished


@pytest.mark.parametrize("moves", [0, 1, 2, 3])
@in_loop
async def test_a_stream_ends_where_the_log_has_lost_what_it_sent(tmp_path: Path, moves: int) -> None:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        play = Play(store)
        game = await opened(play)
        taken: list[bytes] = []
        send: Any = quick(taken)
        asked = StreamAsked(game, None, 0, follow=True, as_sse=True, may_go_on=lambda _: True, closing=lambda _: b"{}")
        reader = Reader(play, asked, send)
        reading = asyncio.create_task(reader.read())
        copy(tmp_path / "games.db", tmp_path / "standby.db")
        await take_and_leave(play, game, "player:bo", 2)
        await until(lambda: ids(taken) == [1, 2, 3] and reader.is_live)

        # what the poller of the log does after a reconnect
        copy(tmp_path / "standby.db", tmp_path / "games.db")
        play.forget()
        await take_and_leave(play, game, "player:cy", moves)
        async with asyncio.timeout(20):
            await reading

        assert ids(taken) == [1, 2, 3]
        assert b"player:cy" not in b"".join(taken)


async def opened(play: Play) -> str:
    """Open a game for two."""
    return (await play.open(new_game(RULESETS["siberia"], 2))).loaded.game.id


async def take_and_leave(play: Play, game: str, player: str, moves: int) -> None:
    """Take and leave the first seat in turn."""
    for move in range(moves):
        loaded = await play.load(game)
        if move % 2:
            await play.act(loaded, lambda state: (0, decide.leave_seat(state, 0)), None)
        else:
            await play.take_seat(loaded, SeatTaking(0, player))


def ids(taken: list[bytes]) -> list[int]:
    """Return the versions that were sent."""
    lines = b"".join(taken).split(b"\n")
    return [int(line.removeprefix(b"id: ")) for line in lines if line.startswith(b"id: ")]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(20):
        while not is_so():
            await asyncio.sleep(0.01)


def test_a_process_that_has_reconnected_sends_the_result_at_the_number_of_a_lost_one(
    postgres: str, tmp_path: Path
) -> None:
    settings = {"LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with serving(postgres, **settings) as server:
        player = server.player()
        finished(player)
        (lost,) = ok(player.get("/v1/results")).json()["items"]
        with following(player, RESULTS) as results:
            until_event(results, "ready")
            with psycopg.connect(postgres, autocommit=True) as admin:
                admin.execute("DELETE FROM results")
                admin.execute("DELETE FROM result_seats")
                # only the connection that polls the log
                ended = admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() "
                    "AND pid <> pg_backend_pid() AND query LIKE '%notification_id, originator_id%'"
                )
                assert ended.rowcount
            # without the first result, the stream would go on with the second one
            game, _ = finished(player), finished(player)
            *_, result = until_event(results, "result")

    assert result.data["game"] == game
    assert result.last_id == lost["cursor"]
