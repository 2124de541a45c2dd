"""Suspended players get no seat by what others do: challenges, rematches, pools, and games that are not open yet."""

from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.meeting.kit import challenged, ended_game, pair
from tests.service.moderation.kit import with_role
from tests.service.server import Server

LIVE = {"ruleset": "minos", "clock": "live"}

APART = "these players do not play with one another: ask somebody else"


def do(by: httpx.Client, player: httpx.Client, act: str, **fields: Any) -> None:
    """Act about a player."""
    ok(by.post(f"/v1/moderation/players/{identity(player)}/acts", json={"type": act, "reason": "rude", **fields}), 201)


def accept(who: httpx.Client, challenge: Any) -> httpx.Response:
    return who.post(f"/v1/challenges/{challenge['id']}/acceptances")


def test_no_challenge_with_a_suspended_player_is_made_or_accepted(server: Server) -> None:
    moderator, (ada, bea) = with_role(server, "moderator"), pair(server)
    cy = server.player("Cy")
    by_ada, by_cy = challenged(ada, bea), challenged(cy, ada)
    ended, last = ended_game(bea, ada), ended_game(bea, ada)
    ok(bea.post(f"/v1/games/{ended}/rematches"))
    do(moderator, ada, "suspend", kind="read_only")

    refused = accept(bea, by_ada)
    assert problem(refused) == (409, "not-possible")
    # as after a block: nobody is told of a suspension
    assert refused.json()["detail"] == APART
    body = {"players": [identity(ada)], "ruleset": "minos"}
    for asked in (bea.post("/v1/challenges", json=body), bea.post(f"/v1/games/{last}/rematches")):
        assert problem(asked) == (409, "not-possible")
        assert asked.json()["detail"] == APART
    assert problem(accept(ada, by_cy)) == (403, "suspended")
    assert ok(bea.get(f"/v1/challenges/{by_ada['id']}")).json()["state"] == "open"
    other = ended_game(bea, cy)
    assert ok(bea.post(f"/v1/games/{other}/rematches")).json()["state"] == "open"
    do(moderator, cy, "suspend", kind="read_only")
    # whoever asks again is refused, too
    again = bea.delete(f"/v1/games/{other}/rematches")
    assert again.status_code in {200, 204}
    assert problem(bea.post(f"/v1/games/{other}/rematches")) == (409, "not-possible")

    do(moderator, ada, "lift_suspension")
    assert ok(accept(bea, by_ada)).json()["state"] == "started"


def test_a_suspended_player_leaves_the_pool(server: Server) -> None:
    moderator, (ada, bea) = with_role(server, "moderator"), pair(server)
    assert ok(ada.post("/v1/me/pools", json=LIVE)).json()["state"] == "waiting"
    do(moderator, ada, "suspend", kind="read_only")

    found = ok(bea.post("/v1/me/pools", json=LIVE)).json()

    assert (found["state"], found["waiting"]) == ("waiting", 1)
    assert ok(ada.get("/v1/me/pools")).json()["place"] is None
    assert problem(ada.put("/v1/me/pools")) == (403, "suspended")
    do(moderator, ada, "lift_suspension")
    assert problem(ada.put("/v1/me/pools")) == (404, "not-found")
    assert ok(ada.post("/v1/me/pools", json=LIVE)).json()["state"] == "paired"
