"""Pools: who waits is paired, while the client shows signs of life; bots are offered."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import httpx

from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.meeting.kit import challenged, pair, seated
from tests.service.server import Server, serving
from tests.waiting import until

LIVE = {"ruleset": "minos", "clock": "live"}


def join(who: httpx.Client, **pool: str) -> Any:
    return ok(who.post("/v1/me/pools", json=LIVE | pool)).json()


def stay(who: httpx.Client) -> Any:
    return ok(who.put("/v1/me/pools")).json()


def place(who: httpx.Client) -> Any:
    return ok(who.get("/v1/me/pools")).json()["place"]


def waiting_in(server: Server, **pool: str) -> int:
    items = ok(server.client().get("/v1/pools")).json()["items"]
    (found,) = [each for each in items if {name: each[name] for name in LIVE} == LIVE | pool]
    return found["waiting"]


def test_two_who_wait_for_the_same_are_paired_and_play(server: Server) -> None:
    ada, bea = pair(server)
    assert problem(ada.put("/v1/me/pools")) == (404, "not-found")
    assert place(ada) is None
    waits = join(ada)
    assert (waits["state"], waits["seats"], waits["waiting"], waits["bots"]) == ("waiting", 2, 1, [])
    assert waits["challenge"] is None
    assert 6 <= waits["within"] < 20
    # another clock is another pool
    cy = server.player("Cy")
    assert join(cy, clock="slow")["state"] == "waiting"
    assert (waiting_in(server), waiting_in(server, clock="slow")) == (1, 1)
    assert join(ada)["since"] == stay(ada)["since"] == waits["since"]

    paired = join(bea)

    assert (paired["state"], paired["waiting"]) == ("paired", 0)
    challenge = paired["challenge"]
    assert (challenge["kind"], challenge["state"], challenge["by"]) == ("pool", "started", None)
    assert stay(ada)["challenge"] == challenge == place(ada)["challenge"]
    assert sorted(seated(ada, challenge["game"])) == sorted([identity(ada), identity(bea)])
    game = ok(ada.get(f"/v1/games/{challenge['game']}")).json()
    assert (game["rated"], game["visibility"], game["owner"], game["take_back"]) == (True, "public", "service", False)
    assert game["clock"]["allowance"] == "PT2M"
    # neither may rule
    for who in (ada, bea):
        ruling = {"type": "adjudicate", "ranks": [1, 2], "reason": "mine"}
        assert problem(who.post(f"/v1/games/{challenge['game']}/rulings", json=ruling)) == (403, "not-yours")
    # who is paired does not leave, and may wait again
    assert problem(ada.delete("/v1/me/pools")) == (409, "not-possible")
    assert join(ada)["state"] == "waiting"
    ok(ada.delete("/v1/me/pools"), 204)
    ok(ada.delete("/v1/me/pools"), 204)
    assert problem(ada.put("/v1/me/pools")) == (404, "not-found")
    assert waiting_in(server) == 0
    ok(cy.delete("/v1/me/pools"), 204)


def test_three_of_a_title_for_three_are_paired(server: Server) -> None:
    three = [server.player(f"P{number}") for number in range(3)]
    replies = [join(each, ruleset="giganten") for each in three]
    assert [each["state"] for each in replies] == ["waiting", "waiting", "paired"]
    assert sorted(seated(three[0], replies[2]["challenge"]["game"])) == sorted(map(identity, three))


def test_unknown_pools_and_tokens(server: Server) -> None:
    ada = server.player("Ada")
    assert problem(ada.post("/v1/me/pools", json=LIVE | {"ruleset": "chess"})) == (422, "unknown-ruleset")
    assert problem(ada.post("/v1/me/pools", json=LIVE | {"clock": "blitz"})) == (422, "invalid-value")
    assert problem(ada.post("/v1/me/pools", json={"ruleset": "minos"})) == (400, "bad-request")
    assert problem(ada.post("/v1/me/pools/bots", json={"bot": "careful"})) == (404, "not-found")
    assert problem(server.client().post("/v1/me/pools", json=LIVE)) == (401, "token-needed")
    join(ada)
    assert problem(ada.post("/v1/me/pools/bots", json={"bot": "clever"})) == (422, "unknown-bot")
    ok(ada.delete("/v1/me/pools"), 204)


def test_bots_are_offered_after_a_minute_and_taken_by_choice(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.meeting.api.pool_routes.BOTS_AFTER": 0}) as server:
        ada, bea = pair(server)
        assert "careful" in join(ada)["bots"]
        played = ok(ada.post("/v1/me/pools/bots", json={"bot": "random"})).json()
        assert (played["state"], played["terms"]["rated"]) == ("started", False)
        assert sorted(seated(ada, played["game"])) == sorted(["bot:random", identity(ada)])
        assert (waiting_in(server), join(bea)["state"]) == (0, "waiting")


def test_a_client_that_goes_is_not_paired_and_one_that_comes_back_is(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.meeting.pool.ALIVE": 0}) as server:
        ada, bea = pair(server)
        join(ada)
        # nobody has a sign of life that counts
        assert [join(bea)["state"], stay(ada)["state"]] == ["waiting", "waiting"]
        since = stay(ada)["since"]
        assert waiting_in(server) == 0
        server.timeouts = {}
        server.kill()
        server.restart()
        # both are still there
        assert stay(ada)["since"] == since
        assert stay(bea)["state"] == stay(ada)["state"] == "paired"


def test_an_entry_of_a_client_that_does_not_come_back_is_forgotten(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.meeting.pool.FORGOTTEN": 0}) as server:
        ada = server.player("Ada")
        join(ada)
        assert problem(ada.put("/v1/me/pools")) == (404, "not-found")
        assert place(ada) is None


def test_the_game_of_a_process_that_has_died_is_opened_after_the_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        ada, bea = pair(server)
        made = challenged(ada, bea)["id"]
        seating = [identity(bea), identity(ada)]
        server.kill()
        # what the process has stored when it dies between the agreement and the game
        with sqlite3.connect(tmp_path / "games.db") as connection:
            connection.execute(
                "UPDATE meetings SET state='accepted', seating=? WHERE id=?", (json.dumps(seating), made)
            )
        server.restart()
        until(lambda: ok(ada.get(f"/v1/challenges/{made}")).json()["state"] == "started")
        assert seated(bea, made) == seating
