"""Results, ratings and leaderboards over HTTP, and whose turn it is: for everybody, and of private games nothing."""

import contextlib
import csv
import io
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import decide_twice, erase, holder, open_game, player_in_game, problem
from tests.service.server import Server, serving
from tests.waiting import until_over

TITLE = "siberia"
BOARD = f"/v1/leaderboards/{TITLE}?provisional=true"
"""The players with few games."""


class Club:
    """Players whose games are played by chance."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.rng = random.Random(7)
        self.players: dict[str, httpx.Client] = {}
        self.ids: dict[str, str] = {}
        for name in ("Ada", "Bo", '=1+2, "x"'):
            self.players[name] = server.player(name)
            self.ids[name] = ok(self.players[name].get("/v1/me")).json()["id"]

    def seated(self, *names: str, **wishes: Any) -> str:
        """Open a game of these and start it."""
        owner = self.players[names[0]]
        game = open_game(owner, seats=len(names), ruleset=TITLE, bots={}, **wishes)
        invitation = ok(owner.post(f"/v1/games/{game}/invitations", json={"label": "x"})).json()["invitation"]
        for seat, name in enumerate(names):
            headers = {"Ludolog-Invitation": invitation}
            assert self.players[name].put(f"/v1/games/{game}/seats/{seat}", headers=headers).status_code == 200
        assert owner.post(f"/v1/games/{game}/start").status_code == 200
        return game

    def chosen(self, decision: dict[str, Any]) -> Any:
        """Return any command but one that takes a token back, which could be done again and again."""
        commands = [choice["command"] for choice in decision["choices"]]
        onwards = [command for command in commands if command["type"] != "siberia.take_back"]
        return self.rng.choice(onwards or commands)

    def play(self, game: str, *names: str, most: int = 2_000) -> None:
        """Play a game by chance to its end, or so many decisions."""
        own: Any = None
        player = self.players[names[0]]
        for _ in range(most):
            if own is None:
                waiting = ok(player.get(f"/v1/games/{game}")).json()["awaiting"]
                if not waiting:
                    return
                player = self.players[names[waiting[0]]]
                own = asked(ok(player.get(f"/v1/games/{game}/decisions")).json()["items"])
            command = self.chosen(own)
            reply = ok(player.post(f"/v1/games/{game}/commands", json={"decision": own["id"], "command": command}))
            own = asked(reply.json()["decisions"])


def asked(decisions: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the decision among these that the player is to make."""
    return next((decision for decision in decisions if "choices" in decision), None)


def pages(client: httpx.Client, url: str) -> Iterator[list[Any]]:
    """Yield the items of each page of a list."""
    while True:
        page = ok(client.get(url))
        yield page.json()["items"]
        if "next" not in page.links:
            return
        url = page.links["next"]["url"]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with serving(tmp_path_factory.mktemp("club") / "games.db") as server:
        yield Club(server)


@pytest.fixture(scope="module")
def played(club: Club) -> list[str]:
    """Two public games, the second one given up by Ada, and a private one."""
    names = ("Ada", "Bo", '=1+2, "x"')
    first = club.seated(*names)
    club.play(first, *names)
    private = club.seated("Ada", "Bo", visibility="private")
    club.play(private, "Ada", "Bo")
    second = club.seated("Ada", "Bo", others_left="play_on")
    decide_twice(second, [club.players["Ada"], club.players["Bo"]])
    assert club.players["Ada"].post(f"/v1/games/{second}/resignations").status_code == 201
    bo = club.players["Bo"]
    while ok(bo.get(f"/v1/games/{second}")).json()["status"] == "running":
        decisions = ok(bo.get(f"/v1/games/{second}/decisions")).json()
        own = asked(decisions["items"])
        while own:
            command = club.chosen(own)
            reply = ok(bo.post(f"/v1/games/{second}/commands", json={"decision": own["id"], "command": command}))
            own = asked(reply.json().get("decisions", []))
        bo.get(f"/v1/games/{second}/events", params={"after": decisions["version"], "wait": 2})
    return [first, second, private]


def test_results_are_those_of_public_games_in_their_order(club: Club, played: list[str]) -> None:
    items = ok(club.server.client().get("/v1/results")).json()["items"]

    assert [item["game"] for item in items] == played[:2]
    first = ok(club.server.client().get(f"/v1/games/{played[0]}/result")).json()
    assert [(seat["seat"], seat["rank"], seat["score"]) for seat in items[0]["seats"]] == [
        (place["seat"], place["rank"], place["score"]) for place in first["places"]
    ]
    assert items[0]["version"] == first["version"]
    given_up = next(seat for seat in items[1]["seats"] if seat["seat"] == 0)
    assert (given_up["name"], given_up["resigned"], given_up["bot"]) == ("Ada", True, "careful")


def test_a_feed_goes_on_after_its_last_row(club: Club, played: list[str]) -> None:
    client = club.server.client()
    page = ok(client.get("/v1/results", params={"limit": 1}))
    rest = ok(client.get(page.links["next"]["url"])).json()

    assert [item["game"] for item in page.json()["items"] + rest["items"]] == played[:2]
    assert rest["next"] is None
    behind = ok(client.get("/v1/results", params={"cursor": rest["items"][-1]["cursor"]}))
    assert behind.json() == {"items": [], "next": None}
    assert (
        client.get("/v1/results", headers={"If-None-Match": page.headers["etag"]}, params={"limit": 1}).status_code
        == 304
    )
    late = ok(client.get("/v1/results", params={"since": rest["items"][0]["ended_at"]})).json()
    assert [item["game"] for item in late["items"]] == played[1:2]
    of_other = ok(client.get("/v1/results", params={"player": club.ids['=1+2, "x"']})).json()
    assert [item["game"] for item in of_other["items"]] == played[:1]


def test_a_spreadsheet_computes_no_names(club: Club, played: list[str]) -> None:
    reply = club.server.client().get("/v1/results", headers={"Accept": "text/csv"})

    assert reply.headers["content-type"] == "text/csv; header=present; charset=utf-8"
    assert reply.content.count(b"\r\n") == 1 + 3 + 2
    rows = list(csv.DictReader(io.StringIO(reply.text, newline="")))
    assert {row["name"] for row in rows} == {"Ada", "Bo", '\'=1+2, "x"'}
    assert {row["game"] for row in rows} == set(played[:2])
    lines = club.server.client().get("/v1/results", headers={"Accept": "application/x-ndjson"}).text
    assert lines.count("\n") == 2
    assert '"=1+2, \\"x\\""' in lines


def test_each_list_as_csv_has_what_its_json_has(club: Club, played: list[str]) -> None:
    client = club.server.client()
    lists = ("/v1/results", BOARD, f"/v1/players/{club.ids['Ada']}/ratings")
    for path in lists:
        items = ok(client.get(path)).json()["items"]
        text = io.StringIO(client.get(path, headers={"Accept": "text/csv"}).text, newline="")
        expected = [item | seat for item in items for seat in item.pop("seats", [{}])]
        lines = list(csv.DictReader(text))
        assert len(lines) == len(expected) > 0
        for line, known in zip(lines, expected, strict=True):
            assert line == {name: _cell(value) for name, value in known.items()}, path
    assert played


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, list):
        return " ".join(cast("list[str]", value))
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}" if text.startswith("=") else text


def test_leaderboard_history_and_profile_agree(club: Club, played: list[str]) -> None:
    client = club.server.client()
    board = ok(client.get(BOARD)).json()["items"]

    assert [row["rank"] for row in board] == [1, 2, 3]
    assert sorted(row["games"] for row in board) == [1, 2, 2]
    for row in board:
        history = ok(client.get(f"/v1/players/{row['player']}/ratings")).json()["items"]
        profile = ok(client.get(f"/v1/players/{row['player']}")).json()
        assert [game["game"] for game in history] == played[: len(history)]
        assert (history[-1]["mu"], history[-1]["sigma"]) == (row["mu"], row["sigma"])
        assert [(one["ruleset"], one["rating"]) for one in profile["ratings"]] == [(TITLE, row["rating"])]
        assert row["provisional"]
    ada = ok(client.get(f"/v1/players/{club.ids['Ada']}/ratings")).json()["items"]
    assert ada[1]["rank"] == 2
    # Ada and Bo have met an hour before at most
    assert [game["weight"] for game in ada] == [1, 0.5]
    # nobody is certain enough to be ranked
    assert ok(client.get(f"/v1/leaderboards/{TITLE}")).json() == {"items": [], "next": None}
    assert ok(client.get("/v1/leaderboards/minos")).json() == {"items": [], "next": None}


def test_nobody_wins_a_game_that_all_players_gave_up(club: Club, played: list[str]) -> None:
    client, names = club.server.client(), ("Ada", "Bo")
    histories = [f"/v1/players/{club.ids[name]}/ratings" for name in names]
    before = [ok(client.get(path)).json() for path in (*histories, BOARD)]
    game = club.seated(*names, others_left="play_on")
    club.play(game, *names, most=6)
    for name in names:
        assert club.players[name].post(f"/v1/games/{game}/resignations").status_code == 201
    until_over(client, game)

    result = ok(client.get(f"/v1/games/{game}/result")).json()
    statement = result["certificate"]["statement"]
    row = ok(client.get("/v1/results")).json()["items"][-1]

    assert played
    assert (result["winners"], result["rated"], result["resigned"]) == ([], False, [0, 1])
    assert [(place["rank"], place["resigned"]) for place in result["places"]] == [(2, True), (2, True)]
    assert (statement["winners"], [place["rank"] for place in statement["places"]]) == ([], [2, 2])
    assert (row["game"], row["rated"]) == (game, False)
    assert [(seat["rank"], seat["won"], seat["resigned"]) for seat in row["seats"]] == [(2, False, True)] * 2
    assert [ok(client.get(path)).json() for path in (*histories, BOARD)] == before
    # the log keeps the places of the rules
    events = ok(client.get(f"/v1/games/{game}/events", params={"after": result["version"] - 1})).json()["items"]
    assert min(place["rank"] for place in events[0]["record"]["data"]["places"]) == 1
    assert ok(client.get(f"/v1/games/{game}/verification")).json()["valid"]


def test_a_resigned_seat_ranks_last(club: Club, played: list[str]) -> None:
    result = ok(club.server.client().get(f"/v1/games/{played[1]}/result")).json()
    row = ok(club.server.client().get("/v1/results")).json()["items"][1]
    statement = result["certificate"]["statement"]

    ranked = [(1, 1, False), (0, 2, True)]
    assert [(place["seat"], place["rank"], place["resigned"]) for place in result["places"]] == ranked
    assert [(seat["seat"], seat["rank"], seat["resigned"]) for seat in row["seats"]] == ranked
    assert [(place["seat"], place["rank"]) for place in statement["places"]] == [(1, 1), (0, 2)]
    assert (result["winners"], result["rated"], row["rated"]) == ([1], True, True)
    assert [seat["won"] for seat in row["seats"]] == [True, False]


def test_a_friend_who_resigns_at_once_makes_no_champion(club: Club) -> None:
    client = club.server.client()
    path = f"/v1/players/{club.ids['Bo']}/ratings"
    before = ok(client.get(path)).json()
    game = club.seated("Ada", "Bo")
    club.play(game, "Ada", "Bo", most=2)
    assert club.players["Ada"].post(f"/v1/games/{game}/resignations").status_code == 201

    result = ok(client.get(f"/v1/games/{game}/result")).json()
    row = ok(client.get("/v1/results?order=desc&limit=1")).json()["items"][0]
    assert (result["ending"], result["winners"], result["rated"]) == ("others_left", [1], False)
    assert (row["game"], row["rated"]) == (game, False)
    assert ok(client.get(path)).json() == before


def test_a_leaderboard_comes_in_pages(club: Club, played: list[str]) -> None:
    client = club.server.client()
    whole = ok(client.get(BOARD)).json()["items"]

    assert played
    assert [item for page in pages(client, f"{BOARD}&limit=1") for item in page] == whole


def test_of_a_private_game_nothing_is_told(club: Club, played: list[str]) -> None:
    client, private = club.server.client(), played[2]
    ids = [club.ids["Ada"], club.ids["Bo"]]
    paths = ["/v1/results", BOARD, "/v1/games?limit=200", "/health/ready"]
    paths += [f"/v1/players/{player}{rest}" for player in ids for rest in ("", "/ratings", "/games?limit=200")]

    for path in paths:
        for accept in ("application/json", "application/x-ndjson", "text/csv"):
            assert private not in client.get(path, headers={"Accept": accept}).text, path
    for name in ("Ada", "Bo"):
        assert private in club.players[name].get("/v1/me/games").text
    assert private not in club.players['=1+2, "x"'].get("/v1/games?limit=200").text


def test_whose_turn_it_is(club: Club) -> None:
    names = ("Ada", "Bo")
    game = club.seated(*names)
    for _ in range(6):
        waiting = ok(club.players["Ada"].get(f"/v1/games/{game}")).json()["awaiting"]
        for seat, name in enumerate(names):
            client = club.players[name]
            turns = ok(client.get("/v1/me/games", params={"awaiting": "true", "status": "running"})).json()["items"]
            others = ok(client.get("/v1/me/games", params={"awaiting": "false"})).json()["items"]
            assert (game in [row["id"] for row in turns]) == (seat in waiting)
            assert (game in [row["id"] for row in others]) == (seat not in waiting)
            for row in turns:
                asked = ok(client.get(f"/v1/games/{row['id']}/decisions")).json()["items"]
                assert row["decision"] in [decision["id"] for decision in asked]
                assert row["since"] is not None
        club.play(game, *names, most=1)


def test_lists_in_pages_while_games_are_opened(club: Club) -> None:
    ada = club.players["Ada"]
    old = [open_game(ada, ruleset="minos", bots={}) for _ in range(5)]
    seen: list[str] = []
    for page in pages(ada, "/v1/games?ruleset=minos&status=open&limit=2"):
        seen += [row["id"] for row in page]
        open_game(ada, ruleset="minos", bots={})

    assert seen == old[::-1]


def test_games_with_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    with serving(database) as server:
        for _ in range(5):
            player, game = player_in_game(server)
            player.post(f"/v1/games/{game}/resignations")
            server.kill()
            version, last = stored_end(database, game)
            server.restart()
            if last != "game.ended:1":
                break
        else:
            pytest.fail("the bots end each game before the server is killed")
        while (found := ok(player.get(f"/v1/games/{game}")).json())["status"] == "running":
            player.get(f"/v1/games/{game}/events", params={"after": found["version"], "wait": 20})
        assert found["version"] > version


def stored_end(database: Path, game: str) -> tuple[int, str]:
    """Return the version and the topic of the last stored event of a game."""
    with contextlib.closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT max(originator_version), topic FROM stored_events WHERE originator_id = ?"
        return connection.execute(query, (game,)).fetchone()


@pytest.mark.parametrize(
    "path",
    [
        "/v1/results?cursor=x",
        "/v1/results?cursor=MSAy",
        "/v1/results?since=soon",
        "/v1/results?player=%00",
        "/v1/games?ruleset=%00",
        "/v1/games?cursor=MQ",
        f"/v1/leaderboards/{TITLE}?cursor=MQ",
        f"/v1/leaderboards/{TITLE}?limit=0",
    ],
)
def test_what_makes_no_sense_is_refused(club: Club, path: str) -> None:
    assert problem(club.server.client().get(path)) == (400, "bad-request")


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("application/json, text/csv;q=0.1", "application/json"),
        ("text/csv;q=0, application/json", "application/json"),
        ("text/csv;q=0", "application/json"),
        ("TEXT/CSV", "text/csv"),
        ("text/csv; header=present, */*;q=0.1", "text/csv"),
        ("application/json;q=0.5, application/x-ndjson;q=0.9", "application/x-ndjson"),
        ("text/html, */*", "application/json"),
        ("text/csv;q=much, */*;q=0.1", "application/json"),
        ("application/json;q=0, */*", "application/x-ndjson"),
        ("text/*", "text/csv"),
        ("*/*, text/csv", "text/csv"),
        ("text/csv, application/x-ndjson", "text/csv"),
    ],
)
def test_the_form_is_that_of_the_highest_weight(club: Club, accept: str, form: str) -> None:
    reply = club.server.client().get("/v1/results", headers={"Accept": accept})

    assert reply.headers["content-type"].split(";")[0] == form


def test_who_is_erased_leaves_an_id_and_games_that_hold(club: Club, played: list[str]) -> None:
    server = club.server
    gone = club.players['=1+2, "x"']
    running = club.seated("Ada", '=1+2, "x"', others_left="play_on")
    gone_id = club.ids['=1+2, "x"']
    seat_token = ok(gone.post(f"/v1/games/{running}/seats/1/tokens", json={"label": "deputy"})).json()["token"]
    theirs, others = f"/v1/games/{played[0]}", f"/v1/games/{club.seated('Ada', 'Bo')}"
    before = [server.client().get(path).headers["etag"] for path in (theirs, others)]

    assert erase(gone).status_code == 204

    # who has kept the name is told that it is gone; of other games nothing has changed
    after = [server.client().get(path).headers["etag"] for path in (theirs, others)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]

    assert problem(gone.get("/v1/me")) == (401, "token-needed")
    deputy = holder(server, seat_token)
    assert problem(deputy.get(f"/v1/games/{running}")) == (401, "token-needed")
    client = server.client()
    assert problem(client.get(f"/v1/players/{gone_id}")) == (404, "not-found")
    seat = ok(client.get(f"/v1/games/{running}")).json()["seats"][1]
    assert (seat["player"], seat["resigned"]) == ("bot:careful", True)
    for path in ("/v1/results", f"/v1/games/{played[0]}"):
        reply = client.get(path)
        assert gone_id in reply.text
        assert "1+2" not in reply.text
    board = ok(client.get(BOARD)).json()["items"]
    assert {row["player"] for row in board} == {club.ids["Ada"], club.ids["Bo"]}
    assert [row["rank"] for row in board] == [1, 2]
    second = ok(client.get(client.get(f"{BOARD}&limit=1").links["next"]["url"])).json()["items"]
    assert second == board[1:]
    server.kill()
    server.restart()
    assert ok(client.get(BOARD)).json()["items"] == board
    assert ok(client.get(f"/v1/games/{played[0]}/verification")).json()["checks"][0]["verdict"] == "passed"


def test_results_carry_what_a_scoreboard_shows(club: Club, played: list[str]) -> None:
    item = ok(club.server.client().get("/v1/results")).json()["items"][0]
    game = ok(club.server.client().get(f"/v1/games/{played[0]}")).json()

    assert {name: item[name] for name in ("profile", "data_set", "options", "owner", "owner_name", "opened_at")} == {
        "profile": "booklet",
        "data_set": "reconstruction-1",
        "options": game["options"],
        "owner": club.ids["Ada"],
        "owner_name": "Ada",
        "opened_at": game["opened_at"],
    }
    assert item["opened_at"] < item["started_at"] < item["ended_at"]
    assert item["unit"] == "dollars"


def test_results_newest_first_are_the_same_in_the_other_order(club: Club, played: list[str]) -> None:
    client = club.server.client()
    newest_first = [item["game"] for page in pages(client, "/v1/results?order=desc&limit=1") for item in page]
    assert newest_first[-2:] == [played[1], played[0]]
    assert newest_first[::-1] == [item["game"] for item in ok(client.get("/v1/results")).json()["items"]]


def test_results_are_filtered(club: Club, played: list[str]) -> None:
    def found(**query: str) -> list[str]:
        items = ok(club.server.client().get("/v1/results", params=query)).json()["items"]
        return [item["game"] for item in items if item["game"] in played]

    ended = ok(club.server.client().get("/v1/results")).json()["items"][1]["ended_at"]
    assert found(until=ended) == [played[0]]
    assert found(since=ended) == [played[1]]
    assert found(owner=club.ids["Ada"]) == played[:2]
    assert found(owner=club.ids["Bo"]) == []
    assert found(profile="booklet") == played[:2]


def test_games_carry_what_a_list_shows(club: Club, played: list[str]) -> None:
    item = ok(club.server.client().get("/v1/games", params={"order": "asc", "limit": 1})).json()["items"][0]
    result = ok(club.server.client().get("/v1/results")).json()["items"][0]

    assert item["id"] == played[0]
    assert item["names"][:2] == ["Ada", "Bo"]
    shared = ("profile", "data_set", "options", "owner", "owner_name", "opened_at", "started_at", "ended_at")
    assert {name: item[name] for name in shared} == {name: result[name] for name in shared}


def test_games_are_filtered_and_ordered(club: Club, played: list[str]) -> None:
    def found(**query: str) -> list[str]:
        items = ok(club.server.client().get("/v1/games", params=query)).json()["items"]
        return [item["id"] for item in items if item["id"] in played]

    both = [played[1], played[0]]
    opened = ok(club.server.client().get(f"/v1/games/{played[1]}")).json()["opened_at"]
    assert found(owner=club.ids["Ada"]) == both
    assert found(owner=club.ids["Ada"], order="asc") == both[::-1]
    assert found(owner=club.ids["Bo"]) == []
    assert found(owner=club.ids["Ada"], until=opened) == [played[0]]
    assert found(owner=club.ids["Ada"], since=opened) == [played[1]]


def test_x28_the_last_player_has_won_and_every_list_says_why(club: Club, played: list[str]) -> None:
    client, (ada, bo) = club.server.client(), (club.players["Ada"], club.players["Bo"])
    # not rated, so that the ratings of the module stay as they are
    game = club.seated("Ada", "Bo", rated=False)
    club.play(game, "Ada", "Bo", most=6)
    assert ok(client.get(f"/v1/games/{game}")).json()["others_left"] == "end"
    resigned = ada.post(f"/v1/games/{game}/resignations")
    refused = bo.post(f"/v1/games/{game}/resignations")
    until_over(client, game)

    result = client.get(f"/v1/games/{game}/result")
    row = client.get("/v1/results", params={"limit": 1, "order": "desc"})
    listed = client.get("/v1/games", params={"limit": 1, "status": "ended"})
    assert played
    assert resigned.status_code == 201, resigned.text
    assert (resigned.json()["status"], resigned.json()["ending"]) == ("ended", "others_left")
    assert problem(refused) == (409, "game-not-running")
    assert result.status_code == row.status_code == listed.status_code == 200
    assert (result.json()["ending"], result.json()["winners"], result.json()["resigned"]) == ("others_left", [1], [0])
    assert (row.json()["items"][0]["game"], row.json()["items"][0]["ending"]) == (game, "others_left")
    assert (listed.json()["items"][0]["id"], listed.json()["items"][0]["ending"]) == (game, "others_left")
    assert ok(client.get(f"/v1/games/{game}/verification")).json()["valid"]


def test_pages_go_on_in_the_order_asked_for(club: Club, played: list[str]) -> None:
    client = club.server.client()
    first = ok(client.get("/v1/games", params={"order": "asc", "limit": 1}))
    rest = ok(client.get(first.links["next"]["url"])).json()

    assert [item["id"] for item in first.json()["items"] + rest["items"]] == played[:2]


def test_profiles_have_ratings_of_their_own(club: Club, played: list[str]) -> None:
    names = ("Ada", "Bo")
    other = club.seated(*names, options={"mine_all": True})
    club.play(other, *names)
    client = club.server.client()

    title = ok(client.get(BOARD)).json()["items"]
    profile = ok(client.get(f"{BOARD}&profile=booklet")).json()["items"]

    # two games of the module, and the one with an option of its own
    assert {item["player"]: item["games"] for item in title}[club.ids["Ada"]] == 3
    assert {item["player"]: item["games"] for item in profile}[club.ids["Ada"]] == 2
    ada = ok(client.get(f"/v1/players/{club.ids['Ada']}")).json()
    assert [(each["profile"], each["games"]) for each in ada["ratings"]] == [(None, 3)]
    assert [(each["profile"], each["games"]) for each in ada["profile_ratings"]] == [("booklet", 2)]
    history = ok(client.get(f"/v1/players/{club.ids['Ada']}/ratings", params={"profile": "booklet"})).json()["items"]
    assert len(history) == 2
    assert history[-1]["rating"] == ada["profile_ratings"][0]["rating"]


def test_an_unknown_profile_is_refused_with_the_closest_known_one(club: Club) -> None:
    client = club.server.client()
    for path in ("/v1/results", BOARD, f"/v1/players/{club.ids['Ada']}/ratings"):
        for query in ({}, {"ruleset": TITLE}):
            if query and "leaderboards" in path:
                continue
            reply = client.get(path, params=query | {"profile": "boklet"})
            assert problem(reply) == (400, "bad-request")
            assert "(did you mean booklet?)" in reply.json()["detail"]
            assert [(each["pointer"], each["parameter"]) for each in reply.json()["errors"]] == [
                ("/profile", "profile")
            ]


def test_units_and_parts_of_scores_are_data(club: Club, played: list[str]) -> None:
    client = club.server.client()
    score = ok(client.get(f"/v1/rulesets/{TITLE}")).json()["score"]
    result = ok(client.get(f"/v1/games/{played[0]}/result")).json()

    assert (score["unit"], score["symbol"], result["unit"]) == ("dollars", "$", "dollars")
    parts = {(part["part"], part["rule"]) for place in result["places"] for part in place["parts"]}
    assert parts == {(part["part"], part["rule"]) for part in score["parts"]}
