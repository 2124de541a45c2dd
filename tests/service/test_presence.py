"""How many are here and watch: streams of one process and of several, and nothing of private games."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import open_game, problem, started_game
from tests.service.server import Server
from tests.waiting import until


def numbers(server: Server, *games: str) -> tuple[int, int, dict[str, int]]:
    """Return the numbers of players, of watchers, and of those of games."""
    query = {"games": ",".join(games)} if games else {}
    found: Any = ok(server.client().get("/v1/presence", params=query)).json()
    return found["players"], found["watchers"], {one["game"]: one["watchers"] for one in found["games"]}


@contextmanager
def following(client: httpx.Client, path: str) -> Generator[None]:
    """Follow a stream in the block."""
    with client.stream("GET", path, headers={"Accept": "text/event-stream"}) as reply:
        assert reply.status_code == 200
        chunks = reply.iter_bytes()
        next(chunks)
        yield
        # the stream ends with the iterator
        del chunks


def test_players_and_watchers_are_counted_while_they_are_here(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    watched, private = started_game(ada), started_game(ada, visibility="private")
    idle = open_game(ada)
    assert numbers(server, watched, private, idle) == (0, 0, {})
    with ExitStack() as stack:
        stack.enter_context(following(ada, "/v1/me/stream"))
        stack.enter_context(following(bo, "/v1/me/stream"))
        # two pages of one person, a visitor, and the player, who does not watch
        for client in (bo, bo, server.client(), ada):
            stack.enter_context(following(client, f"/v1/games/{watched}/stream"))
        stack.enter_context(following(ada, f"/v1/games/{private}/stream?as=public"))
        assert numbers(server, private, watched, idle, "x") == (2, 2, {watched: 2})
        assert numbers(server) == (2, 2, {})
    until(lambda: numbers(server, watched) == (0, 0, {}))


def test_owner_and_players_of_a_game_do_not_watch_it(server: Server) -> None:
    ada = server.player("Ada")
    for spectators in ("open", "none"):
        game = started_game(ada, spectators=spectators)
        with following(ada, f"/v1/games/{game}/stream?as=public"):
            assert numbers(server, game) == (1, 0, {})


def test_at_most_a_hundred_games_are_counted_at_once(server: Server) -> None:
    reply = server.client().get("/v1/presence", params={"games": ",".join(map(str, range(101)))})
    assert problem(reply) == (400, "bad-request")
    assert ok(server.client().get("/v1/presence")).headers["Cache-Control"] == "no-store"
