"""Acts about games: close, withhold from public view, void; texts that are removed; tournaments that are closed."""

import json
from typing import Any

import httpx

from service.core.http.request.cursors import cursor_of
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import first_choice, identity, next_decision, problem, started_game
from tests.service.moderation.kit import acts, with_role
from tests.service.server import Server
from tests.service.talk.kit import Table
from tests.service.tournaments.kit import Cup
from tests.waiting import until


def act(by: httpx.Client, game: str, action: str, *expected: int) -> Any:
    """Act about a game, and return the reply."""
    path = f"/v1/moderation/games/{game}/acts"
    reply = by.post(path, json={"type": action, "reason": "a court order"})
    return ok(reply, *(expected or (201,))).json()


def rated_game(ada: httpx.Client, bea: httpx.Client) -> str:
    """Return a rated game of two players in which both decide something, and the second one resigns."""
    game = ok(ada.post("/v1/games", json={"ruleset": "minos", "seats": 2, "rated": True}), 201).json()["id"]
    players = (ada, bea)
    for seat, player in enumerate(players):
        ok(player.put(f"/v1/games/{game}/seats/{seat}"))
    ok(ada.post(f"/v1/games/{game}/start"))
    decided = [0, 0]
    # a game in which a seat has decided less might not be rated
    while min(decided) < 3:
        seat: int = ok(ada.get(f"/v1/games/{game}")).json()["awaiting"][0]
        body = first_choice(next_decision(players[seat], game))
        ok(players[seat].post(f"/v1/games/{game}/commands", json=body), 201)
        decided[seat] += 1
    ok(bea.post(f"/v1/games/{game}/resignations"), 201)
    return game


def test_a_withheld_game_is_gone_for_all_but_its_players_and_operators(server: Server) -> None:
    operator, moderator = with_role(server, "operator"), with_role(server, "moderator")
    ada, bea, stranger, visitor = server.player("Ada"), server.player("Bea"), server.player(), server.client()
    game = rated_game(ada, bea)
    until(lambda: game in listed(visitor, "/v1/results"))
    before = ok(visitor.get(f"/v1/games/{game}/bundle")).content
    stream = {"follow": "false", "cursor": cursor_of(0)}
    last = ok(visitor.get("/v1/results/stream", params=stream)).text.rpartition("\nid: ")[2].split()[0]
    assert problem(act_reply(moderator, game, "withhold")) == (403, "role-missing")

    assert act(operator, game, "withhold")["withheld"]
    assert act(operator, game, "withhold", 409)["code"] == "not-possible"
    for path in (
        "",
        "/view",
        "/events",
        "/decisions?lang=en",
        "/bundle",
        "/result",
        "/messages",
        "/stream",
        "/analysis",
    ):
        for who in (stranger, visitor, moderator):
            assert problem(who.get(f"/v1/games/{game}{path}")) == (451, "withheld"), path
    assert ok(ada.get(f"/v1/games/{game}/view")).status_code == 200
    assert ok(bea.get(f"/v1/games/{game}/bundle")).content == before
    assert ok(operator.get(f"/v1/games/{game}/view")).status_code == 200
    for path in ("/v1/games", "/v1/results", f"/v1/players/{identity(ada)}/games", f"/v1/games?ids={game}"):
        assert game not in listed(visitor, path), path
        assert game not in listed(stranger, path), path
    assert game in listed(ada, "/v1/games")
    # who has read it goes on after it, and who has not does not get it
    assert ok(visitor.get("/v1/results/stream", params={**stream, "cursor": last})).status_code == 200
    assert game not in ok(visitor.get("/v1/results/stream", params=stream)).text
    for path in (f"/embed/games/{game}", f"/embed/games/{game}/picture.svg", "/v1/results/feed.json"):
        reply = visitor.get(path)
        assert reply.status_code == 451 or game not in reply.text, path
    oembed = visitor.get("/oembed", params={"url": f"{server.base}/games/{game}"})
    assert oembed.status_code in {404, 451}
    page = visitor.get(f"/games/{game}")
    assert page.status_code == 200
    assert "og:title" not in page.text or game not in page.text.partition("og:title")[2][:200]

    assert not act(operator, game, "show")["withheld"]
    assert ok(visitor.get(f"/v1/games/{game}/bundle")).content == before
    assert game in listed(visitor, "/v1/results")
    found = [each["action"] for each in acts(operator) if each["about"] == game]
    assert found == ["game.shown", "game.withheld"]


def act_reply(by: httpx.Client, game: str, action: str) -> httpx.Response:
    """Return the reply to an act."""
    return by.post(f"/v1/moderation/games/{game}/acts", json={"type": action, "reason": "x"})


def listed(who: httpx.Client, path: str) -> list[str]:
    """Return the ids of the games in a list."""
    items = ok(who.get(path)).json()["items"]
    return [each.get("id") or each["game"] for each in items]


def test_a_stream_of_a_game_ends_when_it_is_withheld(server: Server) -> None:
    operator, ada, visitor = with_role(server, "operator"), server.player("Ada"), server.client()
    game = started_game(ada)
    with visitor.stream("GET", f"/v1/games/{game}/stream?format=lines", timeout=30) as reply:
        lines = reply.iter_lines()
        assert next(lines)
        act(operator, game, "withhold")
        # it ends
        rest = list(lines)
    assert not [line for line in rest if '"statement"' in line]


def void_of(server: Server, game: str) -> list[bool]:
    """Return what the replies say of a result: game, result, both lists, and the stream of results."""
    visitor = server.client()
    of_game = [ok(visitor.get(f"/v1/games/{game}{path}")).json() for path in ("", "/result")]
    (listed_game,) = ok(visitor.get("/v1/games", params={"ids": game})).json()["items"]
    (listed_result,) = [each for each in ok(visitor.get("/v1/results")).json()["items"] if each["game"] == game]
    lines = ok(visitor.get("/v1/results/stream", params={"follow": "false", "cursor": cursor_of(0)})).text.splitlines()
    sent = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    (streamed,) = [each for each in sent if each.get("game") == game]
    assert listed_result["rated"] is not listed_result["voided"]
    return [each["voided"] for each in (*of_game, listed_game, listed_result, streamed)]


def ratings(server: Server, player: httpx.Client) -> list[tuple[float, int]]:
    """Return the ratings of a player in all titles."""
    found = ok(server.client().get(f"/v1/players/{identity(player)}")).json()["ratings"]
    return [(each["rating"], each["games"]) for each in found]


def test_a_void_result_counts_for_no_rating_and_the_rest_is_computed_again(server: Server) -> None:
    operator = with_role(server, "operator")
    ada, bea, cy = server.player("Ada"), server.player("Bea"), server.player("Cy")
    first = rated_game(ada, bea)
    until(lambda: len(ratings(server, ada)) == 1)
    alone = rated_game(bea, cy)
    until(lambda: ratings(server, bea) and ratings(server, bea)[0][1] == 2)
    before = [ratings(server, player) for player in (ada, bea, cy)]

    until(lambda: {first, alone} <= {*listed(server.client(), "/v1/results")})
    assert void_of(server, first) == [False] * 5

    assert act(operator, first, "void_result")["voided"]
    # at once, with the reason for which the ratings differ
    assert void_of(server, first) == [True] * 5
    assert void_of(server, alone) == [False] * 5
    assert not ok(server.client().get(f"/v1/games/{first}/result")).json()["rated"]
    watched = run_ludolog("watch", first, "--no-board", "--server", server.base)
    assert "void: the operator of the site has voided it" in " ".join(watched.stdout.split()), watched.stderr
    until(lambda: ratings(server, ada) == [])
    until(lambda: not ok(operator.get("/v1/moderation/periods")).json()["is_recomputing"])
    (won, games) = ratings(server, bea)[0]
    assert games == 1
    assert won > before[1][0][0]
    assert ok(server.client().get(f"/v1/games/{alone}/result")).json()
    # what is not rated because of an act is no damage
    checked = run_ludolog("fsck", environment=server.environment)
    assert checked.returncode == 0, checked.stdout

    act(operator, first, "restore_result")
    assert void_of(server, first) == [False] * 5
    until(lambda: [ratings(server, player) for player in (ada, bea, cy)] == before)
    ended = ok(ada.get("/v1/games", params={"ids": first})).json()["items"][0]["ended_at"]
    body = {"since": ended, "until": "2100-01-01T00:00:00Z", "ruleset": "minos", "reason": "a cheat"}
    moderator = with_role(server, "moderator")
    assert problem(moderator.post("/v1/moderation/periods", json=body)) == (403, "role-missing")
    period = ok(operator.post("/v1/moderation/periods", json=body), 201).json()["items"][0]["id"]
    assert void_of(server, first) == void_of(server, alone) == [True] * 5
    until(lambda: [ratings(server, player) for player in (ada, bea, cy)] == [[], [], []])
    assert problem(act_reply(operator, started_game(ada), "void_result")) == (409, "not-possible")
    left = ok(operator.request("DELETE", f"/v1/moderation/periods/{period}", json={"reason": "no"})).json()["items"]
    assert left == []
    assert void_of(server, first) == [False] * 5
    until(lambda: [ratings(server, player) for player in (ada, bea, cy)] == before)
    wrong = [{**body, "ruleset": "chess"}, {**body, "since": "now"}, {**body, "until": ended}]
    found = [problem(operator.post("/v1/moderation/periods", json=each)) for each in wrong]
    assert found == [(422, "unknown-ruleset"), (400, "bad-request"), (409, "not-possible")]


def test_a_lobby_entry_and_a_tournament_are_closed(server: Server) -> None:
    moderator, ada = with_role(server, "moderator"), server.player("Ada")
    game = ok(ada.post("/v1/games", json={"ruleset": "giganten", "seats": 3}), 201).json()["id"]
    assert act(moderator, game, "close")["status"] == "abandoned"
    assert ok(ada.get(f"/v1/games/{game}")).json()["status"] == "abandoned"
    assert problem(act_reply(moderator, started_game(ada), "close")) == (409, "not-possible")
    assert problem(act_reply(ada, game, "close")) == (403, "role-missing")
    assert problem(act_reply(moderator, "11111111-1111-4111-8111-111111111111", "close")) == (404, "not-found")

    cup = Cup(server, 8)
    path = f"/v1/moderation/{cup.url.removeprefix('/v1/')}/closings"
    done = ok(moderator.post(path, json={"reason": "it sells things"}), 201).json()
    assert [each["action"] for each in done["items"]] == ["tournament.closed"]
    found = ok(cup.owner.get(cup.url))
    assert found.json()["status"] == "cancelled"
    assert "it sells things" not in json.dumps(ok(cup.owner.get(f"{cup.url}/events")).json())
    assert problem(moderator.post(path, json={"reason": "x"})) == (409, "not-possible")


def test_moderators_read_what_was_done_about_a_tournament(server: Server) -> None:
    moderator, other, cup = (
        with_role(server, "moderator", "Mona"),
        with_role(server, "moderator", "Max"),
        Cup(server, 8),
    )
    path = f"/v1/moderation/{cup.url.removeprefix('/v1/')}"
    shown = ok(other.get(path)).json()
    assert (shown["id"], shown["status"], shown["acts"]["items"]) == (cup.id, "registration", [])
    assert shown["owner"] == identity(cup.owner)
    assert shown["name"] == ok(cup.owner.get(cup.url)).json()["terms"]["name"]

    ok(moderator.post(f"{path}/closings", json={"reason": "it sells things"}), 201)
    shown = ok(other.get(path)).json()
    (act,) = shown["acts"]["items"]
    assert (shown["status"], act["action"], act["reason"]) == ("cancelled", "tournament.closed", "it sells things")
    assert (act["by"], act["by_name"]) == (identity(moderator), "Mona")
    assert problem(cup.owner.get(path)) == (403, "role-missing")


def test_a_removed_text_is_gone_and_the_log_says_so(server: Server) -> None:
    moderator, operator = with_role(server, "moderator"), with_role(server, "operator")
    table = Table(server).start()
    said = table.say(table.ada, "an insult of Wolpertinger")
    path = f"/v1/moderation/players/{identity(table.ada)}/messages"
    (found,) = ok(moderator.get(path)).json()["items"]
    assert (found["id"], found["text"], found["topic"]) == (
        said["id"],
        "an insult of Wolpertinger",
        f"games/{table.game}",
    )
    assert problem(table.bea.get(path)) == (403, "role-missing")

    remove = f"/v1/moderation/messages/{said['id']}/removals"
    assert problem(table.bea.post(remove, json={"reason": "rude"})) == (403, "role-missing")
    assert moderator.post(remove, json={"reason": "rude"}).status_code == 204
    assert problem(moderator.post(remove, json={"reason": "rude"})) == (404, "not-found")
    assert table.read(table.bea) == [None]
    assert ok(moderator.get(path)).json()["items"] == []
    (act, *_) = acts(operator, player=identity(table.ada))
    assert (act["action"], act["about"], act["reason"]) == ("message.removed", said["id"], "rude")
    assert "Wolpertinger" not in json.dumps(acts(operator))
