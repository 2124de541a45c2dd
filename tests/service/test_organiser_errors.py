"""Lists of the organiser's own games, and messages that tell an organiser what to do."""

from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import identity, open_game, problem
from tests.service.server import Server
from tests.service.sse import lines_so_far

GAME = {"ruleset": "minos", "seats": 2}
GAMES, RESULTS = "/v1/games/stream", "/v1/results/stream"


def adjudicated(server: Server) -> tuple[dict[str, httpx.Client], str]:
    """Return an organiser as owner and one of two others as player, and their rated game, which a ruling has ended."""
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    wishes = {**GAME, "rated": True, "reserved": {"0": identity(ada), "1": identity(bo)}}
    game = ok(organiser.post("/v1/games", json=wishes)).json()["id"]
    for seat, player in enumerate((ada, bo)):
        assert player.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert organiser.post(f"/v1/games/{game}/start").status_code == 200
    ruling = {"type": "adjudicate", "ranks": [1, 2], "reason": "time is up"}
    assert organiser.post(f"/v1/games/{game}/rulings", json=ruling).status_code == 201
    return {"owner": organiser, "player": ada}, game


@pytest.mark.parametrize("role", ["owner", "player"])
@pytest.mark.parametrize("path", ["/v1/games", "/v1/results", GAMES, RESULTS])
def test_every_list_and_stream_knows_the_own_games(server: Server, path: str, role: str) -> None:
    before = {each: lines_so_far(server.client(), each)[-1]["cursor"] for each in (GAMES, RESULTS)}
    (people, game), _ = adjudicated(server), adjudicated(server)
    own = people[role]

    def listed(who: str) -> tuple[list[Any], str]:
        if path in before:
            lines = lines_so_far(own, path, after=before[path], **{role: who})
            return [line.get("result", line)["game"] for line in lines if line["event"] != "ready"], ""
        reply = ok(own.get(path, params={role: who}))
        items = reply.json()["items"]
        return [item.get("game") or item["id"] for item in items], reply.headers["Cache-Control"]

    mine, caching = listed("me")
    assert mine == listed(identity(own))[0]
    assert {each if isinstance(each, str) else each["id"] for each in mine} == {game}
    # a shared cache stores no list of one player under the address of all
    assert "public" not in caching
    assert problem(server.client().get(path, params={role: "me"})) == (401, "token-needed")


def test_the_holder_of_a_used_invitation_learns_that_it_is_used(server: Server) -> None:
    organiser, ada, bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
    wishes = {**GAME, "reserved": {"0": "invitation", "1": "invitation"}}
    game = ok(organiser.post("/v1/games", json=wishes)).json()
    seat, held = f"/v1/games/{game['id']}/seats/0", {"Ludolog-Invitation": game["invitations"][0]["invitation"]}
    without = bo.put(seat)
    assert ada.put(seat, headers=held).status_code == 200
    assert ada.delete(seat).status_code == 204

    used = bo.put(seat, headers=held)

    assert problem(without) == problem(used) == (409, "seat-reserved")
    assert without.json()["detail"].endswith("send it as Ludolog-Invitation")
    assert used.json()["detail"].endswith("yours was used or withdrawn, or has expired")


def test_an_unknown_ruling_names_those_that_there_are(server: Server) -> None:
    organiser = server.player("Org")
    rulings = f"/v1/games/{open_game(organiser)}/rulings"

    unknown = organiser.post(rulings, json={"type": "nuke", "reason": "x"})

    assert problem(unknown) == (400, "bad-request")
    (error,) = unknown.json()["errors"]
    assert error["pointer"] == "/type"
    assert error["detail"].startswith('Invalid value "nuke": give one of ')
    assert set(error["detail"].partition("give one of ")[2].split(", ")) == {
        "replace_player", "give_up_seat", "adjudicate", "extend_clock", "pause", "resume",
    }  # fmt: skip


def test_a_bulk_opening_names_the_values_of_a_field(server: Server) -> None:
    games = [GAME, {**GAME, "clock": {"preset": "live", "on_empty": "stop"}}]

    refused = server.player("Org").post("/v1/games/bulk", json={"games": games})

    assert problem(refused) == (400, "bad-request")
    assert refused.json()["errors"] == [
        {"pointer": "/games/1/clock/on_empty", "detail": 'Invalid enum value "stop": give one of bot, resign'}
    ]
