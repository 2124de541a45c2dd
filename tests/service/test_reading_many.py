"""Reading many games at once, two players compared, and the activity of a player."""

from typing import Any

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import open_game, problem
from tests.service.server import Server
from tests.service.tournaments.kit import Cup

UNKNOWN = "11111111-1111-4111-8111-111111111111"


def me(client: httpx.Client) -> str:
    return ok(client.get("/v1/me")).json()["id"]


def duel(one: httpx.Client, other: httpx.Client, loser: httpx.Client, title: str = "siberia") -> str:
    """Play a game of two to the end: the loser resigns."""
    game: str = ok(one.post("/v1/games", json={"ruleset": title, "seats": 2})).json()["id"]
    for seat, player in enumerate((one, other)):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(one.post(f"/v1/games/{game}/start"))
    ok(loser.post(f"/v1/games/{game}/resignations"))
    return game


def ids(reply: httpx.Response) -> list[str]:
    return [item["id"] for item in ok(reply).json()["items"]]


def test_games_are_read_by_their_ids_in_this_order(server: Server) -> None:
    owner, stranger = server.player(), server.player()
    public = [open_game(owner) for _ in range(3)]
    private = open_game(owner, visibility="private")
    asked = ",".join([public[2], UNKNOWN, private, public[0], "x", public[2]])

    assert ids(owner.get(f"/v1/games?ids={asked}")) == [public[2], private, public[0]]
    assert ids(stranger.get(f"/v1/games?ids={asked}")) == [public[2], public[0]]
    assert ids(server.client().get(f"/v1/games?ids={asked}&limit=1&order=asc")) == [public[2], public[0]]
    assert ids(owner.get(f"/v1/games?ids={asked}&status=running")) == []
    reply = ok(owner.get(f"/v1/games?ids={asked}"))
    assert reply.json()["next"] is None
    assert "Link" not in reply.headers


def test_a_private_game_is_read_among_others_by_those_who_may_read_it_alone(server: Server) -> None:
    owner, guest = server.player(), server.player()
    games = [open_game(owner, visibility="private") for _ in range(2)]
    made = ok(owner.post(f"/v1/games/{games[0]}/invitations", json={"label": "friend"})).json()
    headers = {"Ludolog-Invitation": made["invitation"]}

    for client in (guest, server.client()):
        alone = [game for game in games if client.get(f"/v1/games/{game}", headers=headers).status_code == 200]
        reply = client.get(f"/v1/games?ids={','.join(games)}", headers=headers)
        assert ids(reply) == alone
        assert "Ludolog-Invitation" in reply.headers["Vary"]
    assert ids(guest.get(f"/v1/games?ids={','.join(games)}", headers=headers)) == games[:1]
    # an invitation adds nothing to the list of games
    assert games[0] not in ids(guest.get("/v1/games", headers=headers))


def test_at_most_a_hundred_games_are_read_at_once(player: httpx.Client) -> None:
    many = ",".join(f"{number:08d}-1111-4111-8111-111111111111" for number in range(101))

    assert problem(player.get(f"/v1/games?ids={many}")) == (400, "bad-request")
    assert ids(player.get(f"/v1/games?ids={many[:-37]}")) == []


def test_two_players_are_compared_in_all_and_by_title(server: Server) -> None:
    ada, bo, cy = server.player("Ada"), server.player("Bo"), server.player("Cy")
    of_ada, of_bo, of_cy = me(ada), me(bo), me(cy)
    lost = [duel(ada, bo, loser=ada), duel(bo, ada, loser=ada)]
    won = duel(ada, bo, loser=bo)
    duel(ada, cy, loser=cy)

    found = ok(cy.get(f"/v1/players/{of_ada}/against/{of_bo}")).json()
    assert {name: found[name] for name in ("player", "opponent", "games", "wins", "losses", "draws")} == {
        "player": of_ada, "opponent": of_bo, "games": 3, "wins": 1, "losses": 2, "draws": 0,
    }  # fmt: skip
    assert found["last"]["game"] == won
    assert [(each["ruleset"], each["games"], each["last"]["game"]) for each in found["titles"]] == [("siberia", 3, won)]
    games = [item["game"] for item in ok(cy.get(found["results"])).json()["items"]]
    assert games == [won, *reversed(lost)]

    bare = [each.removeprefix("player:") for each in (of_bo, of_ada)]
    turned = ok(server.client().get(f"/v1/players/{bare[0]}/against/{bare[1]}")).json()
    assert (turned["wins"], turned["losses"], turned["last"]) == (2, 1, found["last"])
    none = ok(ada.get(f"/v1/players/{of_bo}/against/{of_cy}")).json()
    assert (none["games"], none["last"], none["titles"]) == (0, None, [])
    assert problem(ada.get(f"/v1/players/{of_ada}/against/{of_ada}")) == (400, "bad-request")
    assert problem(ada.get(f"/v1/players/{of_ada}/against/player:nobody")) == (404, "not-found")
    assert problem(ada.get(f"/v1/players/{of_ada}/against/bot:random")) == (404, "not-found")


def test_lists_choose_games_by_several_players_and_by_their_end(server: Server) -> None:
    ada, bo, cy = server.player("Ada"), server.player("Bo"), server.player("Cy")
    of_ada, of_bo, of_cy = me(ada), me(bo), me(cy)
    first, second, other = duel(ada, bo, loser=ada), duel(ada, bo, loser=bo), duel(ada, cy, loser=ada)
    opened = open_game(ada)
    ok(ada.put(f"/v1/games/{opened}/seats/0"))
    of_both = f"opponents={of_bo},{of_ada.removeprefix('player:')}"

    assert ids(cy.get(f"/v1/games?{of_both}")) == [second, first]
    assert ids(cy.get(f"/v1/games?player={of_ada}&opponents={of_cy}")) == [other]
    results = ok(cy.get(f"/v1/results?{of_both}&order=asc")).json()["items"]
    assert [item["game"] for item in results] == [first, second]
    assert problem(cy.get(f"/v1/games?opponents={','.join('abcdefghi')}")) == (400, "bad-request")
    assert problem(cy.get("/v1/results?opponents=a,")) == (400, "bad-request")

    of_ada_alone = f"/v1/games?player={of_ada}&order=asc"
    ended = {item["id"]: item["ended_at"] for item in ok(cy.get(of_ada_alone)).json()["items"]}
    assert ended[opened] is None
    page = cy.get(f"{of_ada_alone}&ended_since={ended[second]}&limit=1")
    assert ids(page) == [second]
    assert ids(cy.get(page.links["next"]["url"])) == [other]
    assert ids(cy.get(f"{of_ada_alone}&ended_until={ended[second]}")) == [first]
    ok(ada.delete(f"/v1/games/{opened}"))
    assert ids(cy.get(f"{of_ada_alone}&ended_since={ended[other]}"))[-1] == opened
    assert problem(cy.get("/v1/games?ended_since=yesterday")) == (400, "bad-request")


def test_the_activity_of_a_player_is_counted_by_day(server: Server) -> None:
    ada, bo = server.player("Ada"), server.player("Bo")
    for loser in (ada, bo, bo):
        duel(ada, bo, loser=loser)
    path = f"/v1/players/{me(ada)}/activity"

    found: dict[str, Any] = ok(server.client().get(path)).json()
    assert sum(day["games"] for day in found["days"]) == 3
    assert sum(day["wins"] for day in found["days"]) == 2
    assert {title for day in found["days"] for title in day["titles"]} == {"siberia"}
    today = found["until"]
    assert found["days"][-1]["day"] == today
    assert ok(bo.get(f"{path}?since={today}&until={today}")).json()["days"] == found["days"][-1:]
    assert ok(bo.get(f"{path}?since=2001-01-01&until=2002-01-01")).json()["days"] == []
    assert ok(bo.get(f"{path}?until=0001-01-01")).json()["since"] == "0001-01-01"
    assert ok(bo.get(f"{path}?since=9999-12-31&until=9999-12-31")).json()["days"] == []


@pytest.mark.parametrize(
    "query",
    [
        *(
            "since=2026-01-02&until=2026-01-01",
            "since=2020-01-01&until=2026-01-01",
            "since=20260101",
            "until=2026-02-30",
        ),
        *("since=2026-W01-1", "until=2026-01-01T00:00:00Z", "days=3"),
    ],
)
def test_days_that_are_wrong_or_too_many_are_refused(player: httpx.Client, query: str) -> None:
    assert problem(player.get(f"/v1/players/{me(player)}/activity?{query}")) == (400, "bad-request")


def test_cancelled_games_are_found_by_both_names_of_their_status(player: httpx.Client) -> None:
    game = ok(player.post("/v1/games", json={"ruleset": "minos", "seats": 2})).json()["id"]
    ok(player.delete(f"/v1/games/{game}"), 204)

    for status in ("cancelled", "abandoned"):
        found = ok(player.get(f"/v1/games?owner=me&status={status}")).json()["items"]
        assert [(each["id"], each["status"]) for each in found] == [(game, "abandoned")], status


def test_the_record_of_a_player_counts_by_title_and_seats_and_opponent(server: Server) -> None:
    ada, bo, cy = server.player("Ada"), server.player("Bo"), server.player("Cy")
    of_ada, of_bo, of_cy = me(ada), me(bo), me(cy)
    for loser in (ada, bo, bo):
        duel(ada, bo, loser=loser)
    duel(ada, cy, loser=ada, title="minos")
    hidden: str = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2, "visibility": "private"})).json()["id"]
    made = ok(ada.post(f"/v1/games/{hidden}/invitations", json={"label": "Bo"})).json()
    ok(ada.put(f"/v1/games/{hidden}/seats/0"))
    ok(bo.put(f"/v1/games/{hidden}/seats/1", headers={"Ludolog-Invitation": made["invitation"]}))
    ok(ada.post(f"/v1/games/{hidden}/start"))
    ok(bo.post(f"/v1/games/{hidden}/resignations"))

    found = ok(server.client().get(f"/v1/players/{of_ada}/record")).json()
    assert (found["name"], found["games"], found["wins"]) == (found["name"], 4, 2)
    assert found["tables"] == [
        {"ruleset": "minos", "seats": 2, "games": 1, "wins": 0},
        {"ruleset": "siberia", "seats": 2, "games": 3, "wins": 2},
    ]
    met = [(one["opponent"], one["games"], one["wins"], one["losses"], one["draws"]) for one in found["opponents"]]
    assert met == [(of_bo, 3, 2, 1, 0), (of_cy, 1, 0, 1, 0)]
    assert ok(server.client().get(f"/v1/players/{me(server.player('Dee'))}/record")).json()["tables"] == []
    assert problem(ada.get("/v1/players/player:nobody/record")) == (404, "not-found")


def test_games_are_found_by_tournament(server: Server) -> None:
    """Every account may give a game the tag of a tournament: only the games of its tables are found."""
    cup = Cup(server, 4)
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    ada, bo = server.player("Ada"), server.player("Bo")
    tag = cup.id.replace("-", "")
    other: str = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2, "tags": [tag]})).json()["id"]
    for seat, player in enumerate((ada, bo)):
        ok(player.put(f"/v1/games/{other}/seats/{seat}"))
    ok(ada.post(f"/v1/games/{other}/start"))
    visitor = server.client()
    assert set(ids(visitor.get(f"/v1/games?tag={tag}"))) == {other, table["game"]}
    for query in ("", f"&ids={other},{table['game']}", f"&owner={cup.owner_id}"):
        assert ids(visitor.get(f"/v1/games?tournament={cup.id}{query}")) == [table["game"]]
    assert ids(visitor.get(f"/v1/games?tournament={cup.id}&player={me(ada)}")) == []

    ok(bo.post(f"/v1/games/{other}/resignations"))
    cup.sit_down(table)
    cup.end(table)
    player = table["seats"][0]["player"]
    for query in ("", f"&player={player}", "&order=desc"):
        found = ok(visitor.get(f"/v1/results?tournament={cup.id}{query}")).json()["items"]
        assert [item["game"] for item in found] == [table["game"]]
    assert ok(visitor.get(f"/v1/results?tournament={cup.id}&player={me(ada)}")).json()["items"] == []
    for unknown in ("11111111-1111-4111-8111-111111111111", "none"):
        assert ok(visitor.get(f"/v1/results?tournament={unknown}")).json()["items"] == []
        assert ids(visitor.get(f"/v1/games?tournament={unknown}")) == []
    assert problem(visitor.get(f"/v1/results?tournament={cup.id}&tag=cup")) == (400, "bad-request")
    assert problem(visitor.get(f"/v1/games?tournament={cup.id}&tag=cup")) == (400, "bad-request")


def test_games_of_a_private_tournament_are_found_only_by_those_who_may_see_them(server: Server) -> None:
    cup = Cup(server, 4, visibility="private")
    for player in cup.players:
        cup.done(cup.owner, "invite", player=player)
    cup.publish_first()
    (table,) = cup.playing(1)["tables"]
    cup.sit_down(table)
    seated = cup.players[table["seats"][0]["player"]]
    others = (server.client(), server.player("Eve"))

    assert ids(seated.get(f"/v1/games?tournament={cup.id}")) == [table["game"]]
    for other in others:
        assert ids(other.get(f"/v1/games?tournament={cup.id}")) == []
        assert ids(other.get(f"/v1/games?tournament={cup.id}&ids={table['game']}")) == []
    cup.end(table)
    for other in others:
        assert ok(other.get(f"/v1/results?tournament={cup.id}")).json()["items"] == []
