"""The stream of a player has each change of a challenge, a rematch and a pairing."""

import json
from collections.abc import Iterator
from typing import Any

from tests.replies import ok
from tests.service.kit import erase, holder
from tests.service.meeting.kit import challenged, ended_game, pair
from tests.service.meeting.test_pools import join
from tests.service.server import Server
from tests.service.sse import Sent, following


def challenges(stream: Iterator[Sent], number: int) -> list[Any]:
    """Return the next challenges of a stream. None has an id."""
    found: list[Any] = []
    last_id = ""
    while len(found) < number:
        event = next(stream)
        if event.name == "challenge":
            assert last_id in {"", event.last_id}
            found.append(event.data)
        last_id = event.last_id
    return found


def states(stream: Iterator[Sent], number: int) -> list[tuple[str, str]]:
    return [(each["kind"], each["state"]) for each in challenges(stream, number)]


def test_streams_send_each_change_to_the_players_only(server: Server) -> None:
    ada, bea = pair(server)
    game = ended_game(ada, bea)
    cy = server.player("Cy")
    seat = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2}), 201).json()["id"]
    ok(ada.put(f"/v1/games/{seat}/seats/0"))
    deputy = holder(server, ok(ada.post(f"/v1/games/{seat}/seats/0/tokens", json={"label": "x"}), 201).json()["token"])
    with (
        following(bea, "/v1/me/stream") as hers,
        following(cy, "/v1/me/stream") as others,
        following(deputy, "/v1/me/stream") as of_seat,
    ):
        for stream in (hers, others, of_seat):
            assert next(stream).name == "ready"
        made = challenged(ada, bea)
        assert challenges(hers, 1) == [made]
        ok(ada.delete(f"/v1/challenges/{made['id']}"), 204)
        assert states(hers, 1) == [("challenge", "cancelled")]
        ok(ada.post(f"/v1/games/{game}/rematches"))
        assert states(hers, 1) == [("rematch", "open")]
        started = ok(bea.post(f"/v1/games/{game}/rematches")).json()
        found = challenges(hers, 1)
        # the game may have begun before the stream has looked
        assert found[-1]["state"] in {"accepted", "started"}
        if found[-1]["state"] == "accepted":
            found += challenges(hers, 1)
        assert found[-1]["game"] == started["game"]
        join(bea)
        paired = join(ada)["challenge"]
        while (last := challenges(hers, 1)[0])["state"] != "started":
            assert last["kind"] == "pool"
        assert last == paired
        late = challenged(ada, bea)
        assert challenges(hers, 1) == [late]
        # whoever leaves ends what is open
        assert erase(ada).status_code == 204
        (ended,) = challenges(hers, 1)
        assert (ended["state"], ended["by"], len(ended["players"])) == ("cancelled", None, 1)
        # Cy and the seat have learnt nothing of all this
        mine = challenged(cy, bea)
        assert challenges(others, 1) == [mine]
        resigned = [event.name for event in of_seat]
        assert "challenge" not in resigned


def test_lines_have_the_challenge_in_an_object(server: Server) -> None:
    ada, bea = pair(server)
    headers = {"Accept": "application/x-ndjson"}
    with bea.stream("GET", "/v1/me/stream", headers=headers) as reply:
        lines = reply.iter_lines()
        assert json.loads(next(lines))["event"] == "ready"
        made = challenged(ada, bea)
        assert json.loads(next(line for line in lines if line)) == {"challenge": made}


def test_a_stream_without_following_has_none(server: Server) -> None:
    ada, bea = pair(server)
    challenged(ada, bea)
    reply = ok(bea.get("/v1/me/stream", params={"follow": "false"}))
    assert "challenge" not in reply.text
