"""Rulings over HTTP: who may rule, what all see, and what a removed player loses."""

import threading
from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import decide_twice, erase, first_choice, identity, problem
from tests.service.server import Server

LATE = "The player does not answer."


class Table:
    """A running game of two players, which somebody else organises, and which bots play on if a seat is given up."""

    def __init__(self, server: Server, **wishes: Any) -> None:
        self.server = server
        self.organiser, self.ada, self.bo = (server.player(name) for name in ("Org", "Ada", "Bo"))
        body = {"ruleset": "siberia", "seats": 2, "others_left": "play_on", **wishes}
        self.game: str = ok(self.organiser.post("/v1/games", json=body)).json()["id"]
        self.path = f"/v1/games/{self.game}"
        held = {}
        if wishes.get("visibility") == "private":
            made = ok(self.organiser.post(f"{self.path}/invitations", json={"label": "all"})).json()
            held = {"Ludolog-Invitation": made["invitation"]}
        for seat, player in enumerate((self.ada, self.bo)):
            assert player.put(f"{self.path}/seats/{seat}", headers=held).status_code == 200
        assert self.organiser.post(f"{self.path}/start").status_code == 200

    def rule(self, kind: str, reason: str = LATE, key: str | None = None, **fields: Any) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        body = {"type": kind, "reason": reason, **fields}
        return self.organiser.post(f"{self.path}/rulings", json=body, headers=headers)

    def about(self) -> dict[str, Any]:
        return ok(self.organiser.get(self.path)).json()


@pytest.fixture
def table(server: Server) -> Table:
    return Table(server)


def test_a_replaced_player_loses_the_seat_at_once_and_the_new_one_has_it(server: Server) -> None:
    table = Table(server, visibility="private", rated=True)
    deputy = server.client()
    made = ok(table.ada.post(f"{table.path}/seats/0/tokens", json={"label": "deputy"})).json()
    deputy.headers["Authorization"] = f"Bearer {made['token']}"
    assert deputy.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 200
    ended = threading.Event()

    def follow() -> None:
        with table.ada.stream("GET", f"{table.path}/stream", params={"as": "seat:0"}) as stream:
            for _ in stream.iter_lines():
                pass
        ended.set()

    threading.Thread(target=follow, daemon=True).start()
    cy = server.player("Cy")
    assert cy.get(table.path).status_code == 404

    reply = table.rule("replace_player", seat=0, player=identity(cy), key="k")

    assert reply.status_code == 201, reply.text
    seat = reply.json()["seats"][0]
    assert (seat["player"], seat["offered"]) == (identity(table.ada), identity(cy))
    assert cy.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 404
    keyed = {"Idempotency-Key": "accept"}
    accepted = cy.put(f"{table.path}/seats/0", headers=keyed)
    assert accepted.status_code == 200, accepted.text
    seat = accepted.json()["seats"][0]
    assert (seat["player"], seat["former"], seat["offered"]) == (identity(cy), [identity(table.ada)], None)
    assert ok(cy.put(f"{table.path}/seats/0", headers=keyed)).json() == accepted.json()
    # the seat keeps its entropy, so that of the request counts neither the first nor the second time
    for body in ({}, {"entropy": seat["entropy"]}, {"entropy": "ab" * 32}, {"entropy": "cd" * 32}):
        repeated = cy.put(f"{table.path}/seats/0", json=body)
        assert (repeated.status_code, repeated.json()["seats"][0]["entropy"]) == (200, seat["entropy"])
        assert repeated.json()["version"] == table.about()["version"]
    assert ended.wait(20)
    assert deputy.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 401
    assert table.ada.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 404
    assert cy.get(f"{table.path}/view", params={"as": "seat:0"}).status_code == 200
    awaited = table.about()["awaiting"]
    assert [("choices" in item) for item in ok(cy.get(f"{table.path}/decisions")).json()["items"]] == [awaited == [0]]
    again = ok(table.rule("replace_player", seat=0, player=identity(cy), key="k"))
    assert (again.json(), again.headers["Idempotency-Replayed"]) == (reply.json(), "true")
    for former in (table.ada, cy, table.bo):
        assert problem(table.rule("replace_player", seat=1, player=identity(former))) == (409, "not-possible")


def test_a_repeated_offer_has_the_same_reply_after_the_deletion_of_the_account(table: Table) -> None:
    cy = table.server.player("Cy")
    offer: dict[str, Any] = {"seat": 0, "player": identity(cy), "key": "offer"}
    reply = table.rule("replace_player", **offer)
    assert reply.status_code == 201
    assert erase(cy).status_code == 204

    again = table.rule("replace_player", **offer)

    assert (again.status_code, again.json()) == (201, reply.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    assert problem(table.rule("replace_player", seat=0, player=offer["player"])) == (422, "unknown-player")


def test_a_ruling_is_an_event_with_reason_and_author_that_all_see(table: Table) -> None:
    assert table.rule("give_up_seat", seat=1).status_code == 201

    events = ok(table.server.client().get(f"{table.path}/events", params={"limit": 200})).json()["items"]
    (given_up,) = [event["record"] for event in events if event["record"]["type"] == "game.seat_given_up"]
    assert given_up["data"] == {
        "author": identity(table.organiser), "player": "bot:careful", "reason": LATE, "seat": 1,
    }  # fmt: skip
    assert table.about()["seats"][1]["resigned"]
    assert problem(table.rule("give_up_seat", seat=1)) == (409, "seat-not-yours")


def test_a_paused_game_refuses_decisions_until_it_goes_on(table: Table) -> None:
    seat: int = table.about()["awaiting"][0]
    asked = (table.ada, table.bo)[seat]
    (decision,) = ok(asked.get(f"{table.path}/decisions")).json()["items"]
    body = first_choice(decision)

    paused = table.rule("pause", duration="PT2H")
    assert paused.status_code == 201
    assert paused.json()["paused_until"] is not None
    assert problem(asked.post(f"{table.path}/commands", json=body)) == (409, "game-paused")
    assert problem(table.rule("pause", duration="PT2H")) == (409, "game-paused")
    (row,) = ok(table.organiser.get("/v1/me/organised")).json()["items"]
    assert (row["paused_until"], row["due"]) == (paused.json()["paused_until"],) * 2
    assert [seat["player"] for seat in row["awaited"]] == [identity(asked)]
    assert ok(table.rule("resume")).json()["paused_until"] is None
    assert problem(table.rule("resume")) == (409, "not-possible")
    assert asked.post(f"{table.path}/commands", json=body).status_code == 201


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"duration": "P31D"}, {"duration": "PT0S"}, {"duration": "-PT5M"}, {"until": "2020-01-01T00:00:00Z"},
        {"until": "soon"}, {"until": "2099-01-01T00:00:00Z"}, {"until": "2099-01-01T00:00:00Z", "duration": "PT1H"},
        {"duration": "P99999999D"},
    ],
)  # fmt: skip
def test_a_pause_has_an_end_within_thirty_days(table: Table, fields: dict[str, str]) -> None:
    assert problem(table.rule("pause", **fields)) == (422, "invalid-value")


def test_a_pause_until_no_time_is_refused_with_a_pointer(table: Table) -> None:
    reply = ok(table.rule("pause", until="soon"), 422)

    assert [error["pointer"] for error in reply.json()["errors"]] == ["/until"]
    assert reply.json()["detail"] == '`until`: "soon" is not a time of RFC 3339: write it as 2026-12-24T18:00:00Z'


def test_an_adjudicated_game_ends_with_the_ranks_of_the_owner(table: Table) -> None:
    for wrong in ([1, 5], [1, 1, 1], [1, 3], [2, 2], [2, 1, 3]):
        assert problem(table.rule("adjudicate", ranks=wrong)) == (422, "invalid-value")
    assert problem(table.rule("adjudicate", ranks=[0, 5])) == (422, "invalid-value")

    assert ok(table.rule("adjudicate", ranks=[2, 1])).json()["adjudicated"]

    result = ok(table.ada.get(f"{table.path}/result")).json()
    assert [(place["seat"], place["rank"]) for place in result["places"]] == [(1, 1), (0, 2)]
    # the game was not opened as a rated one, so its owner cannot move ratings
    assert (result["winners"], result["adjudicated"], result["rated"]) == ([1], True, False)
    (row,) = ok(table.ada.get("/v1/results", params={"owner": identity(table.organiser)})).json()["items"]
    assert (row["adjudicated"], [seat["rank"] for seat in row["seats"]]) == (True, [1, 2])
    assert problem(table.rule("give_up_seat", seat=0)) == (409, "game-not-running")


def test_only_the_owner_rules_and_gives_a_reason(table: Table) -> None:
    body = {"type": "give_up_seat", "seat": 1, "reason": LATE}
    assert problem(table.ada.post(f"{table.path}/rulings", json=body)) == (403, "not-yours")
    assert problem(table.rule("give_up_seat", reason=" ", seat=1)) == (422, "invalid-value")
    assert problem(table.rule("give_up_seat", reason="", seat=1)) == (400, "bad-request")
    assert problem(table.rule("give_up_seat", seat=7)) == (422, "no-such-seat")
    assert problem(table.rule("replace_player", seat=1, player="player:nobody")) == (422, "unknown-player")
    assert problem(table.rule("extend_clock", seat=1, duration="PT1H")) == (409, "not-possible")
    assert problem(table.rule("disqualify", seat=1)) == (400, "bad-request")


def test_a_playing_owner_neither_adjudicates_nor_replaces_and_pauses_unrated_games_only(server: Server) -> None:
    organiser, bo, other = server.player("Org"), server.player("Bo"), server.player("Other")
    for wishes, status in (({}, 409), ({"rated": False}, 201)):
        game = ok(organiser.post("/v1/games", json={"ruleset": "siberia", "seats": 2, **wishes})).json()["id"]
        for seat, player in enumerate((organiser, bo)):
            player.put(f"/v1/games/{game}/seats/{seat}")
        organiser.post(f"/v1/games/{game}/start")
        path = f"/v1/games/{game}/rulings"
        adjudicated = organiser.post(path, json={"type": "adjudicate", "ranks": [1, 2], "reason": "I win"})
        replaced = {"type": "replace_player", "seat": 1, "player": identity(other), "reason": "my second account"}
        assert problem(adjudicated) == problem(organiser.post(path, json=replaced)) == (409, "not-possible")
        paused = organiser.post(path, json={"type": "pause", "duration": "PT1H", "reason": "lunch"})
        assert paused.status_code == status, paused.text


def test_an_owner_who_does_not_play_takes_no_seat_by_a_ruling(table: Table) -> None:
    own = table.rule("replace_player", seat=0, player=identity(table.organiser))

    assert problem(own) == (409, "not-possible")


def test_the_players_who_were_not_replaced_stay_rated(server: Server) -> None:
    players = [server.player(name) for name in ("Ada", "Bo", "Cy", "Di")]
    organiser = server.player("Org")
    wishes = {"ruleset": "minos", "seats": 3, "rated": True, "visibility": "private"}
    reserved = {str(seat): identity(player) for seat, player in enumerate(players[:3])}
    game = ok(organiser.post("/v1/games", json={**wishes, "reserved": reserved})).json()["id"]
    for seat, player in enumerate(players[:3]):
        assert player.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    organiser.post(f"/v1/games/{game}/start")
    decide_twice(game, players[:3])
    rulings: list[dict[str, Any]] = [
        {"type": "replace_player", "seat": 0, "player": identity(players[3])},
        {"type": "adjudicate", "ranks": [1, 3, 2]},
    ]
    for ruling in rulings:
        reply = organiser.post(f"/v1/games/{game}/rulings", json={"reason": "so", **ruling})
        assert reply.status_code == 201, reply.text
        if "player" in ruling:
            assert players[3].put(f"/v1/games/{game}/seats/0").status_code == 200

    (row,) = ok(server.client().get("/v1/results", params={"owner": identity(organiser)})).json()["items"]
    assert (row["rated"], row["seats"][0]["former"]) == (True, [identity(players[0])])
    ratings = [ok(server.client().get(f"/v1/players/{identity(player)}/ratings")).json()["items"] for player in players]
    assert [[(each["game"], each["rank"]) for each in history] for history in ratings] == [
        [], [(game, 3)], [(game, 2)], [],
    ]  # fmt: skip


def test_the_texts_about_rated_games_name_take_backs_and_the_rulings_that_decide_ranks(server: Server) -> None:
    """`domain/game/rulings/standing.py` has these conditions of games that were opened without `rated`."""
    schemas = ok(server.client().get("/openapi.json")).json()["components"]["schemas"]
    described = [schemas[name]["properties"]["rated"]["description"] for name in ("OpenGame", "OwnGame", "GameOpened")]
    model = ok(server.client().get("/v1/ratings")).json()["rated"]

    for text in (model, *described):
        assert all(condition in text for condition in ("take-backs", "adjudicate", "replace", "up a seat")), text
    assert "In a game opened with `rated` true, a seat whose player was replaced" in model


def test_too_many_rulings_are_refused_until_the_game_is_ended(server: Server) -> None:
    table = Table(server, clock={"preset": "live"})
    for _ in range(200):
        reply = table.rule("extend_clock", seat=0, duration="PT1M")
        assert reply.status_code == 201, reply.text

    assert problem(table.rule("extend_clock", seat=0, duration="PT1M")) == (409, "limit-reached")
    assert problem(table.rule("pause", duration="PT1H")) == (409, "limit-reached")
    assert table.rule("adjudicate", ranks=[1, 2]).status_code == 201
