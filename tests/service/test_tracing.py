"""A request has an id, by which its answer, its lines in the log and its event are found."""

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.loops import in_loop
from tests.service.kit import first_choice, next_decision, player_in_game, problem
from tests.service.server import Server, serving


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/games"),
        ("HEAD", "/v1/games"),
        ("OPTIONS", "/v1/games"),
        ("GET", "/nowhere"),
        ("DELETE", "/v1/games"),
        ("GET", "/v1/games/none/stream"),
        ("GET", "/v1/me"),
        ("GET", "/docs"),
        ("GET", "/docs/assets/docs.js"),
    ],
)
def test_every_answer_bears_the_id_of_its_request(server: Server, method: str, path: str) -> None:
    given = server.client().request(method, path, headers={"X-Request-ID": "mine-1"})
    made = [server.client().request(method, path).headers["X-Request-ID"] for _ in range(2)]

    assert given.headers["X-Request-ID"] == "mine-1"
    assert made[0] != made[1]


@pytest.mark.parametrize("useless", ["", "x" * 65, "a b", "caf\u00e9", "tab\tbed"])
def test_an_id_that_cannot_be_used_is_replaced(server: Server, useless: str) -> None:
    reply = server.client().get("/v1/games", headers=[(b"X-Request-ID", useless.encode("latin-1"))])

    assert reply.status_code == 200
    assert len(reply.headers["X-Request-ID"]) == 24


def test_a_problem_names_its_request(server: Server) -> None:
    for path in ("/v1/me", "/nowhere", "/v1/games/none"):
        reply = server.client().get(path, headers={"X-Request-ID": "lost"})
        assert problem(reply)[0] in {401, 404}
        assert reply.json()["request_id"] == "lost"
        assert reply.json()["instance"] == path


def test_a_stream_bears_the_id(server: Server) -> None:
    player, game = player_in_game(server)
    with player.stream("GET", f"/v1/games/{game}/stream", headers={"X-Request-ID": "stream-1"}) as reply:
        assert reply.headers["X-Request-ID"] == "stream-1"


def origins(file: Path, game: str) -> list[dict[str, Any] | None]:
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    rows = connection.execute("SELECT state FROM stored_events WHERE originator_id = ? ORDER BY rowid", (game,))
    found = [json.loads(state)["origin"] for (state,) in rows]
    connection.close()
    return found


def test_the_event_knows_its_request_and_nobody_is_told(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with serving(file) as server:
        player, game = player_in_game(server)
        body = first_choice(next_decision(player, game))
        url = f"/v1/games/{game}"
        first = player.post(
            f"{url}/commands", json=body, headers={"X-Request-ID": "canary-first", "Idempotency-Key": "k"}
        )
        again = player.post(
            f"{url}/commands", json=body, headers={"X-Request-ID": "canary-again", "Idempotency-Key": "k"}
        )
        asked = [player.get(url + path) for path in ("", "/view", "/events", "/decisions", "/commands/k")]

    assert (first.status_code, again.status_code) == (201, 201)
    # another request, the same command: the same answer
    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    requests = [origin["request"] for origin in origins(file, game) if origin and "request" in origin]
    assert requests.count("canary-first") == 1
    assert "canary-again" not in requests
    assert not [reply.url for reply in (first, again, *asked) if "canary" in reply.text]


@in_loop
async def test_ids_of_requests_at_a_time_are_not_mixed_up(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.base, timeout=20) as client:

        async def ask(number: int) -> None:
            # the handler waits for a thread in between
            path = "/health/ready" if number % 2 else f"/v1/games/none-{number}"
            reply = await client.get(path, headers={"X-Request-ID": f"n{number}"})
            assert reply.headers["X-Request-ID"] == f"n{number}"
            if reply.status_code == 404:
                assert reply.json()["request_id"] == f"n{number}"

        await asyncio.gather(*(ask(number) for number in range(60)))
