"""Rematches: the first request asks, the others join; seats rotate, terms stay."""

import threading

import httpx

from tests.replies import ok
from tests.service.kit import identity, open_game, played_by_bots, problem
from tests.service.meeting.kit import LIVE, ended_game, pair, seated
from tests.service.server import Server


def test_the_first_asks_the_other_joins_and_the_seats_rotate(server: Server) -> None:
    ada, bea = pair(server)
    game = ended_game(ada, bea, clock=LIVE, name="Sunday", options={"first_player": "seat_0"})
    url = f"/v1/games/{game}/rematches"
    before = ok(bea.get(url)).json()
    assert (before["may_ask"], before["challenge"]) == (True, None)
    assert [seat["player"] for seat in before["seats"]] == [identity(bea), identity(ada)]

    asked = ok(bea.post(url)).json()
    assert (asked["kind"], asked["state"], asked["before"], asked["game"]) == ("rematch", "open", game, None)
    assert [(each["player"], each["has_agreed"]) for each in asked["players"]] == [
        (identity(bea), True),
        (identity(ada), False),
    ]
    # a repetition changes nothing, and both see the same
    assert ok(bea.post(url)).json() == asked == ok(ada.get(url)).json()["challenge"]
    assert [each["id"] for each in ok(ada.get("/v1/challenges")).json()["items"]] == [asked["id"]]

    joined = ok(ada.post(url)).json()
    assert (joined["state"], joined["game"]) == ("started", asked["id"])
    assert seated(ada, joined["game"]) == [identity(bea), identity(ada)]
    old, new = (ok(ada.get(f"/v1/games/{each}")).json() for each in (game, joined["game"]))
    for field in ("ruleset", "options", "data_set", "visibility", "spectators", "clock", "name", "rated", "take_back"):
        assert new[field] == old[field], field
    assert new["clocks"] is not None
    # who could rule on a rated game owned the first one
    assert (old["owner"], new["owner"], new["owner_name"]) == (identity(ada), "service", None)
    assert ok(ada.get(f"/v1/games/{joined['game']}/decisions")).status_code == 200
    # it is over: the next one is that of the new game
    assert ok(ada.post(url)).json() == ok(bea.post(url)).json() == joined
    assert not ok(ada.get(url)).json()["may_ask"]
    assert ok(ada.get("/v1/challenges")).json()["items"] == []
    assert problem(ada.delete(url)) == (409, "not-possible")


def test_who_declines_may_ask_again_and_the_others_may_not(server: Server) -> None:
    ada, bea = pair(server)
    url = f"/v1/games/{ended_game(ada, bea)}/rematches"
    ok(ada.post(url))
    ok(bea.delete(url), 204)
    ok(bea.delete(url), 204)
    declined = ok(ada.get(url)).json()
    assert (declined["may_ask"], declined["challenge"]["state"]) == (False, "declined")
    assert (declined["challenge"]["reason"], declined["challenge"]["declined_by"]) == ("no", identity(bea))
    assert problem(ada.post(url)) == (409, "not-possible")

    again = ok(bea.post(url)).json()
    assert (again["state"], again["by"]) == ("open", identity(bea))
    # and takes it back: then everyone may ask
    ok(bea.delete(url), 204)
    assert ok(ada.get(url)).json()["challenge"]["state"] == "cancelled"
    assert ok(ada.post(url)).json()["state"] == "open"


def test_two_presses_at_once_make_one_game(server: Server) -> None:
    ada, bea = pair(server)
    url = f"/v1/games/{ended_game(ada, bea)}/rematches"
    replies: list[httpx.Response] = []

    def press(who: httpx.Client) -> None:
        replies.append(who.post(url))

    presses = [threading.Thread(target=press, args=(who,)) for who in (ada, bea, ada, bea)]
    for each in presses:
        each.start()
    for each in presses:
        each.join()
    assert [reply.status_code for reply in replies] == [200] * 4
    (game,) = {reply.json()["game"] for reply in replies} - {None}
    assert seated(ada, game) == [identity(bea), identity(ada)]
    assert ok(bea.post(url)).json()["game"] == game


def test_bots_play_again_and_one_person_needs_no_answer(server: Server) -> None:
    ada = server.player("Ada")
    game = open_game(ada, 3)
    ok(ada.put(f"/v1/games/{game}/seats/0"))
    ok(ada.post(f"/v1/games/{game}/start"))
    ok(ada.post(f"/v1/games/{game}/resignations"), 201)
    while ok(ada.get(f"/v1/games/{game}")).json()["status"] == "running":
        ada.get(f"/v1/games/{game}/events", params={"after": 1000, "wait": 1})

    found = ok(ada.post(f"/v1/games/{game}/rematches")).json()
    assert (found["state"], found["terms"]["bots"]) == ("started", ["random", "random"])
    assert seated(ada, found["game"]) == ["bot:random", "bot:random", identity(ada)]
    # it is not rated, so its owner stays
    assert ok(ada.get(f"/v1/games/{found['game']}")).json()["owner"] == identity(ada)


def test_games_without_a_rematch(server: Server) -> None:
    ada, bea = pair(server)
    game = ended_game(ada, bea)
    url = f"/v1/games/{game}/rematches"
    stranger, visitor = server.player("Cy"), server.client()
    assert not ok(stranger.get(url)).json()["may_ask"]
    assert problem(stranger.post(url)) == (403, "not-yours")
    assert problem(stranger.delete(url)) == (404, "not-found")
    assert problem(visitor.post(url)) == (401, "token-needed")
    assert problem(ada.delete(url)) == (404, "not-found")
    assert problem(ada.post("/v1/games/nonsense/rematches")) == (404, "not-found")
    running = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2, "bots": {"1": "random"}}), 201).json()
    ok(ada.put(f"/v1/games/{running['id']}/seats/0"))
    assert problem(ada.post(f"/v1/games/{running['id']}/rematches")) == (409, "not-possible")
    # a game of bots has no players
    bots = played_by_bots(ada, open_game(ada, 3, bots={"0": "random", "1": "random", "2": "random"}))
    assert problem(ada.post(f"/v1/games/{bots}/rematches")) == (403, "not-yours")
