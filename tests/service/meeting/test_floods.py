"""Limits of challenges: a flood ends in 429, and a player is not asked again and again."""

from pathlib import Path

from tests.replies import ok
from tests.service.kit import identity, problem
from tests.service.meeting.kit import challenged, ended_game, pair
from tests.service.server import Server, serving

OLD_ACCOUNTS = {"service.meeting.limits.NEW_FOR": 0}


def body_for(*players: str) -> dict[str, object]:
    return {"players": list(players), "ruleset": "minos"}


def test_an_account_in_its_first_day_asks_for_so_many_games(server: Server) -> None:
    ada, bea = pair(server)
    people = [identity(server.player(f"P{number}")) for number in range(10)]
    url = f"/v1/games/{ended_game(ada, bea)}/rematches"
    replies = [ada.post("/v1/challenges", json=body_for(player)) for player in people[:9]]
    # a rematch counts, too
    assert [ok(each, 201).json()["state"] for each in (*replies,)] == ["open"] * 9
    ok(ada.post(url))
    refused = ada.post("/v1/challenges", json=body_for(people[9]))
    assert problem(refused) == (429, "too-many-requests")
    assert 86_000 < int(refused.headers["retry-after"]) <= 86_400
    # a cancelled one counts
    ok(ada.delete(f"/v1/challenges/{replies[0].json()['id']}"), 204)
    assert problem(ada.post("/v1/challenges", json=body_for(people[9]))) == (429, "too-many-requests")
    # joining is no request of one's own, and others are not concerned
    assert ok(bea.post(url)).json()["state"] == "started"


def test_an_older_account_asks_so_often_in_an_hour_and_has_so_many_open(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", OLD_ACCOUNTS) as server:
        ada = server.player("Ada")
        people = [server.player(f"P{number}") for number in range(21)]
        made = [challenged(ada, each)["id"] for each in people[:20]]
        assert problem(ada.post("/v1/challenges", json=body_for(identity(people[20])))) == (409, "limit-reached")
        for each in made:
            ok(ada.delete(f"/v1/challenges/{each}"), 204)
        for each in people[:10]:
            challenged(ada, each)
        refused = ada.post("/v1/challenges", json=body_for(identity(people[20])))
        assert problem(refused) == (429, "too-many-requests")
        assert 0 < int(refused.headers["retry-after"]) <= 3600


def test_a_player_is_not_asked_again_and_again(server: Server) -> None:
    ada, bea = pair(server)
    for _ in range(3):
        made = challenged(ada, bea)
        # one at a time
        assert problem(ada.post("/v1/challenges", json=body_for(identity(bea)))) == (409, "limit-reached")
        ok(bea.post(f"/v1/challenges/{made['id']}/refusals", json={"reason": "not_now"}))
    refused = ada.post("/v1/challenges", json=body_for(identity(bea)))
    assert problem(refused) == (429, "too-many-requests")
    # she may ask herself
    assert challenged(bea, ada)["state"] == "open"


def test_many_accounts_do_not_bury_one_player(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {"service.meeting.limits.MOST_WAITING": 3}) as server:
        bea = server.player("Bea")
        for number in range(3):
            challenged(server.player(f"P{number}"), bea)
        late = server.player("Late")
        assert problem(late.post("/v1/challenges", json=body_for(identity(bea)))) == (409, "limit-reached")
        (first, *_) = ok(bea.get("/v1/challenges")).json()["items"]
        ok(bea.post(f"/v1/challenges/{first['id']}/refusals", json={}))
        assert challenged(late, bea)["state"] == "open"
