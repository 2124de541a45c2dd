"""The open decisions in the stream of a game: whoever follows it need not poll."""

import random
from itertools import groupby

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import next_decision, own_decision, player_in_game, started_game
from tests.service.server import Server
from tests.service.sse import dispatched, following, lines_so_far, so_far


def test_a_game_is_played_with_one_stream_and_its_commands_only(server: Server) -> None:
    player, rng = server.player(), random.Random(3)
    game = started_game(player)
    asked, commands = player.build_request, 0
    seen: list[str] = []

    def noted(method: str, url: httpx.URL | str, **parts: object) -> httpx.Request:
        seen.append(f"{method} {url}")
        return asked(method, url, **parts)  # type: ignore[arg-type]

    phone = server.client()
    phone.headers["Authorization"] = player.headers["Authorization"]
    player.build_request = noted  # type: ignore[method-assign]
    with following(player, f"/v1/games/{game}/stream") as events:
        for event in events:
            if event.name != "awaiting" or (own := event.data["own"]) is None:
                continue
            command = rng.choice(own["choices"])["command"]
            sent = phone.post(f"/v1/games/{game}/commands", json={"decision": own["id"], "command": command})
            assert sent.status_code == 201, sent.text
            commands += 1

    assert commands > 10
    assert ok(phone.get(f"/v1/games/{game}")).json()["status"] == "ended"
    assert seen == [f"GET /v1/games/{game}/stream"]


def test_each_batch_ends_with_the_open_decisions_of_its_last_version(server: Server) -> None:
    player, game = player_in_game(server)
    decision = next_decision(player, game)

    events = so_far(player, f"/v1/games/{game}/stream")
    public = so_far(server.client(), f"/v1/games/{game}/stream")
    version = ok(player.get(f"/v1/games/{game}")).json()["version"]

    assert [name for name, _ in groupby(event.name for event in events)] == ["message", "awaiting"]
    # a browser comes back with the id of the last event of the game
    assert {event.last_id for event in events[-2:]} == {str(version)}
    assert events[-1].data == {
        "version": version,
        "seats": [0],
        "decisions": [{"id": decision["id"], "seat": 0, "due": None}],
        "own": decision,
    }
    assert public[-1].data == {**events[-1].data, "own": None}
    assert so_far(player, f"/v1/games/{game}/stream", **{"as": "public"})[-1].data == public[-1].data


def test_a_reader_that_has_all_events_is_sent_the_open_decisions_once(server: Server) -> None:
    player, game = player_in_game(server)
    assert own_decision(player, game) is not None
    version = str(ok(player.get(f"/v1/games/{game}")).json()["version"])

    resumed = player.get(f"/v1/games/{game}/stream?follow=false", headers={"Last-Event-ID": version})

    (only,) = dispatched(iter(resumed.text.split("\n")))
    assert (only.name, only.last_id, only.data["version"]) == ("awaiting", "", int(version))


@pytest.mark.parametrize(("awaiting", "sent"), [(None, False), ("false", False), ("true", True)])
def test_saved_lines_are_lines_of_a_bundle_unless_more_is_asked_for(
    server: Server, awaiting: str | None, sent: bool
) -> None:
    player, game = player_in_game(server)
    assert own_decision(player, game) is not None

    lines = lines_so_far(player, f"/v1/games/{game}/stream", **({"awaiting": awaiting} if awaiting else {}))

    events = ok(player.get(f"/v1/games/{game}/events", params={"limit": 1000})).json()["items"]
    assert [line for line in lines if "record" in line] == events
    others = [line for line in lines if "record" not in line]
    assert [list(line) for line in others] == ([["awaiting"]] if sent else [])
    assert all(line["awaiting"]["own"]["choices"] for line in others)


def test_server_sent_events_leave_them_out_when_asked_to(server: Server) -> None:
    player, game = player_in_game(server)

    assert {event.name for event in so_far(player, f"/v1/games/{game}/stream", awaiting="false")} == {"message"}
