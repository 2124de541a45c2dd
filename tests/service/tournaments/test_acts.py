"""Every act over HTTP, refusals, repetitions, and who may do what."""

from pathlib import Path

import httpx
import msgspec
import pytest

from domain.tournaments.rules import rules
from service.tournaments.api.messages.acts import AnyActRequest
from tests.replies import ok
from tests.service.kit import erase, problem
from tests.service.server import Server
from tests.service.tournaments.kit import TERMS, Cup


@pytest.fixture
def cup(server: Server) -> Cup:
    """A tournament with eight players who have registered."""
    cup = Cup(server)
    cup.register_all()
    return cup


def test_players_come_and_go(cup: Cup) -> None:
    first, second = list(cup.players)[:2]
    cup.done(cup.players[first], "leave")
    assert problem(cup.act(cup.players[first], "leave")) == (409, "refused")
    cup.done(cup.players[first], "join_substitutes")
    cup.done(cup.players[first], "leave_substitutes")
    cup.done(cup.players[first], "register")
    cup.done(cup.owner, "close_registration")
    assert problem(cup.act(cup.owner, "register")) == (409, "refused")
    cup.done(cup.owner, "reopen_registration")
    cup.done(cup.owner, "forbid_pair", players=[first, second])
    assert cup.read()["forbidden"] == [sorted([first, second])]
    cup.done(cup.owner, "allow_pair", players=[first, second])
    assert problem(cup.act(cup.owner, "register", player="player:nobody")) == (422, "unknown-player")
    assert cup.read()["registration"] == "open"


def test_an_invited_player_accepts_or_declines(server: Server) -> None:
    cup = Cup(server, 3)
    (one, first), (two, second), (three, third) = cup.players.items()
    cup.done(cup.owner, "invite", player=one)
    # clients that knew no invitations register a player: that is an invitation, too
    event = cup.done(cup.owner, "register", player=two)
    assert (event["type"], event["data"]["player"]) == ("tournament.invited", two)
    event = cup.done(cup.owner, "join_substitutes", player=three)
    assert (event["type"], event["data"]["as_substitute"]) == ("tournament.invited", True)
    found = cup.read()
    assert ([row["player"] for row in found["invited"]], found["players"]) == ([one, two, three], [])
    assert [row["player"] for row in cup.read(first)["invited"]] == [one]
    assert ok(cup.server.client().get(cup.url)).json()["invited"] == []
    assert "decline_invitation" in cup.read(first)["you_may"]
    assert [row["roles"] for row in ok(first.get("/v1/me/tournaments")).json()["items"]] == [["invited"]]
    assert ok(first.get("/v1/tournaments", params={"player": "me"})).json()["items"] == []

    cup.done(first, "register")
    cup.done(second, "decline_invitation")
    cup.done(third, "join_substitutes")
    found = cup.read()
    assert ([row["player"] for row in found["players"]], found["invited"]) == ([one], [])
    assert [row["player"] for row in found["substitutes"]] == [three]
    assert problem(cup.act(cup.owner, "invite", player=two)) == (409, "refused")
    assert problem(cup.act(second, "decline_invitation")) == (409, "refused")


def test_an_invited_player_who_is_deleted_is_not_invited(server: Server) -> None:
    cup = Cup(server, 1)
    ((player, client),) = cup.players.items()
    cup.done(cup.owner, "invite", player=player)
    assert erase(client).status_code == 204
    assert cup.read()["invited"] == []


def test_organisers_have_roles(cup: Cup) -> None:
    helper = cup.sign_up("Helga")
    client = cup.players[helper]
    guest = cup.sign_up("Gast")
    assert problem(cup.act(client, "register", player=guest)) == (403, "not-yours")
    cup.done(cup.owner, "appoint", player=helper, role="helper")
    cup.done(client, "invite", player=guest)
    assert problem(cup.act(client, "publish_round", round=1)) == (403, "not-yours")
    cup.done(cup.owner, "appoint", player=helper, role="director")
    assert "publish_round" in cup.read(client)["you_may"]
    assert "cancel" not in cup.read(client)["you_may"]
    cup.done(cup.owner, "dismiss", player=helper)
    assert cup.read(client)["you_may"] == ["join_substitutes", "register"]


def test_terms_change_before_the_first_round(cup: Cup) -> None:
    cup.done(cup.owner, "change_terms", terms={**TERMS, "name": "Other cup", "check_in": "PT15M"})
    assert cup.read()["terms"]["name"] == "Other cup"
    assert problem(cup.act(cup.owner, "publish_round", round=1)) == (409, "refused")
    cup.done(cup.owner, "open_check_in", round=1)
    first, *others = cup.players.values()
    for client in others:
        cup.done(client, "check_in", round=1)
    cup.done(others[0], "withdraw_check_in", round=1)
    assert len(cup.read()["check_in"]["players"]) == 6
    cup.done(cup.owner, "publish_round", round=1)
    seated = [seat["player"] for table in cup.playing(1)["tables"] for seat in table["seats"]]
    assert len(seated) == 6
    assert problem(cup.act(cup.owner, "change_terms", terms=TERMS)) == (409, "refused")
    assert ok(first.get(cup.url)).json()["you_may"] == ["leave"]


def test_a_draft_is_published_with_its_edits(cup: Cup) -> None:
    drafts = f"{cup.url}/rounds/1/drafts"
    drawn = ok(cup.owner.post(drafts, json={"attempt": 1})).json()
    first, second = drawn["tables"][0][0]["player"], drawn["tables"][1][0]["player"]
    edits = [
        {"type": "swap", "players": [first, second]},
        {"type": "seats", "table": 1, "players": [second, *[s["player"] for s in drawn["tables"][0][:0:-1]]]},
    ]
    edited = ok(cup.owner.post(drafts, json={"attempt": 1, "edits": edits})).json()
    assert [table[0]["player"] for table in edited["tables"]] == [second, first]
    assert edited["drawn_cost"] == drawn["cost"]
    assert problem(cup.owner.post(drafts, json={"edits": [{"type": "bye", "player": "x"}]})) == (409, "refused")
    assert problem(cup.owner.post(f"{cup.url}/rounds/2/drafts", json={})) == (409, "refused")

    cup.done(cup.owner, "publish_round", round=1, attempt=1, edits=edits)
    published = cup.read()["rounds"][0]
    assert [table["seats"] for table in published["tables"]] == edited["tables"]
    assert (published["attempt"], published["edits"], published["cost"]) == (1, edits, edited["cost"])


def test_only_directors_see_drafts(cup: Cup) -> None:
    player = next(iter(cup.players.values()))
    assert problem(player.post(f"{cup.url}/rounds/1/drafts", json={})) == (403, "not-yours")
    assert problem(cup.server.client().post(f"{cup.url}/rounds/1/drafts", json={})) == (401, "token-needed")


def test_a_round_is_withdrawn_and_its_games_are_cancelled(cup: Cup) -> None:
    cup.done(cup.owner, "publish_round", round=1)
    games = [table["game"] for table in cup.playing(1)["tables"]]
    cup.done(cup.owner, "withdraw_round", round=1, reason="A player was forgotten.")
    assert cup.read()["hold"] == "A player was forgotten."
    cup.done(cup.owner, "publish_round", round=1)
    again = cup.playing(1)
    assert again["edition"] == 1
    assert not {*games} & {table["game"] for table in again["tables"]}
    cup.until(lambda _: all(ok(cup.owner.get(f"/v1/games/{game}")).json()["status"] == "abandoned" for game in games))


def test_players_of_a_published_round_change_places(cup: Cup) -> None:
    cup.done(cup.owner, "publish_round", round=1)
    before = cup.playing(1)
    first, second = (table["seats"][0]["player"] for table in before["tables"])
    cup.done(cup.owner, "swap_players", round=1, players=[first, second], reason="They are neighbours.")
    after = cup.playing(1)
    assert [table["seats"][0]["player"] for table in after["tables"]] == [second, first]
    assert not {t["game"] for t in before["tables"]} & {t["game"] for t in after["tables"]}
    for table in after["tables"]:
        cup.sit_down(table)
        cup.started(table)
    refused = cup.act(cup.owner, "swap_players", round=1, players=[first, second], reason="Again.")
    assert problem(refused) == (409, "refused")
    assert problem(cup.act(cup.owner, "withdraw_round", round=1, reason="Again.")) == (409, "refused")


def test_rulings_change_the_standings(cup: Cup) -> None:
    cup.done(cup.owner, "hold", reason="The organiser publishes the second round.")
    late = cup.sign_up("Late")
    cup.done(cup.owner, "publish_round", round=1)
    held = cup.playing(1)
    assert problem(cup.act(cup.owner, "register", player=late)) == (409, "refused")
    first = held["tables"][0]
    cup.sit_down(first)
    cup.end(first)
    cup.until(lambda found: found["rounds"][0]["tables"][0]["result"] is not None)
    winner, loser = (first["seats"][seat]["player"] for seat in (0, 3))
    places = [{"player": loser, "rank": 1, "score": 10}, {"player": winner, "rank": 2, "score": 5}]
    cup.done(cup.owner, "replace_result", round=1, table=1, places=places, reason="The clock had failed.")
    version = cup.read()["version"]
    again = cup.act(cup.owner, "replace_result", round=1, table=1, places=places, reason="Reported twice.")
    assert problem(again) == (409, "refused")
    assert "nothing was added" in again.json()["detail"]
    assert cup.read()["version"] == version
    cup.done(cup.owner, "void_table", round=1, table=2, reason="The game could not be played.")
    cup.done(cup.owner, "adjust_points", round=1, player=winner, points="1/2", reason="A gift.")
    cup.done(cup.owner, "penalise", round=1, player=loser, points="0", reason="A warning.")
    cup.done(cup.owner, "forfeit_seat", round=1, table=1, player=winner, reason="Insults.")
    cup.done(cup.owner, "disqualify", player=winner, reason="More insults.")
    found = cup.read()
    assert found["rounds"][0]["tables"][0]["result"]["by"] == "ruling"
    assert found["rounds"][0]["tables"][1]["result"]["by"] == "void"
    rows = ok(cup.owner.get(f"{cup.url}/standings")).json()["rows"]
    assert (rows[0]["player"], rows[-1]["player"], rows[-1]["status"]) == (loser, winner, "disqualified")
    cup.done(cup.owner, "close_round", round=1)
    assert problem(cup.act(cup.owner, "finish")) == (409, "refused")
    cup.done(cup.owner, "lift_hold")
    cup.playing(2)
    assert problem(cup.act(cup.owner, "void_table", round=1, table=2, reason="Again.")) == (409, "refused")


def table_of_four(cup: Cup) -> list[str]:
    """Return the players of a table of four in the draft of round 2."""
    draft = ok(cup.owner.post(f"{cup.url}/rounds/2/drafts", json={})).json()
    return [seat["player"] for seat in next(table for table in draft["tables"] if len(table) == 4)]


def test_a_substitute_takes_a_place_and_a_player_returns(cup: Cup) -> None:
    cup.done(cup.owner, "hold", reason="Wait.")
    cup.done(cup.owner, "publish_round", round=1)
    for table in cup.playing(1)["tables"]:
        cup.sit_down(table)
        cup.end(table)
    cup.until(lambda found: all(table["result"] for table in found["rounds"][0]["tables"]))
    cup.done(cup.owner, "close_round", round=1)
    first, second, third = list(cup.players)[:3]
    stand_in = cup.sign_up("Stand-in")
    cup.done(cup.players[stand_in], "join_substitutes")
    cup.done(cup.owner, "substitute", player=first, substitute=stand_in)
    cup.done(cup.players[second], "leave")
    cup.done(cup.players[third], "leave")
    cup.done(cup.players[third], "return")
    # a bye at the table of three would leave two players
    absent = next(player for player in table_of_four(cup) if player != stand_in)
    cup.done(cup.owner, "publish_round", round=2, edits=[{"type": "bye", "player": absent}])
    held = cup.playing(2)
    seated = {seat["player"] for table in held["tables"] for seat in table["seats"]}
    assert stand_in in seated
    assert not {first, second, absent} & seated
    cup.done(cup.players[second], "return")
    cup.done(cup.owner, "give_bye", round=2, player=second, reason="The player came back.")
    assert {bye["player"] for bye in cup.read()["rounds"][1]["byes"]} == {second, absent}


def test_an_owner_cancels_and_finishes_early(cup: Cup) -> None:
    cup.done(cup.owner, "publish_round", round=1)
    game = cup.playing(1)["tables"][0]["game"]
    cup.done(cup.owner, "cancel", reason="The hall burns.")
    cup.until(lambda _: ok(cup.owner.get(f"/v1/games/{game}")).json()["status"] == "abandoned")
    assert problem(cup.act(cup.owner, "hold", reason="Late.")) == (409, "refused")
    assert cup.read()["you_may"] == []

    other = Cup(cup.server, 4, pause=None)
    other.register_all()
    other.done(other.owner, "publish_round", round=1)
    other.play(1)
    other.done(other.owner, "finish", early=True)
    assert [place["rank"] for place in other.read()["places"]] == [1, 2, 3, 4]


def test_every_act_is_done_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    kinds = [str(kind.__struct_config__.tag) for kind in AnyActRequest.__args__]
    assert [kind for kind in kinds if f', "{kind}"' not in text] == []


def test_a_repeated_act_is_done_once(cup: Cup) -> None:
    player = next(iter(cup.players.values()))
    keyed = {"Idempotency-Key": "once"}
    first = player.post(f"{cup.url}/acts", json={"type": "leave"}, headers=keyed)
    second = player.post(f"{cup.url}/acts", json={"type": "leave"}, headers=keyed)
    other = player.post(f"{cup.url}/acts", json={"type": "register"}, headers=keyed)

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    assert problem(other) == (422, "key-reused")
    assert cup.read()["version"] == first.json()["receipt"]["version"]


def test_a_tournament_is_opened_once_with_a_key(server: Server) -> None:
    owner = server.player("Olga")
    keyed = {"Idempotency-Key": "cup"}
    first = owner.post("/v1/tournaments", json=TERMS, headers=keyed)
    again = owner.post("/v1/tournaments", json=TERMS, headers=keyed)
    other = owner.post("/v1/tournaments", json={**TERMS, "name": "Other"}, headers=keyed)
    assert (first.status_code, again.status_code, first.json()) == (201, 201, again.json())
    assert first.headers["Location"] == f"/v1/tournaments/{first.json()['id']}"
    assert problem(other) == (422, "key-reused")


def test_terms_that_do_not_agree_are_refused(server: Server) -> None:
    owner = server.player("Olga")
    for wrong, code in (
        ({"sizes": [4, 7]}, "invalid-value"),
        ({"max_players": 2}, "invalid-value"),
        ({"starts": ["tomorrow"]}, "invalid-value"),
        ({"scale": ["1", "2", "3", "4"]}, "invalid-value"),
        ({"scale": ["", ""]}, "invalid-value"),
        ({"data_set": "0"}, "data-set"),
        ({"ruleset": "chess"}, "unknown-ruleset"),
        ({"options": {"colour": "red"}}, "invalid-option"),
        ({"ruleset": "minos", "options": {"two_player_ships": 1}, "sizes": [4, 3]}, "invalid-option"),
        ({"name": "\u200b"}, "invalid-name"),
    ):
        assert problem(owner.post("/v1/tournaments", json={**TERMS, **wrong})) == (422, code), wrong
    assert problem(owner.post("/v1/tournaments", json={**TERMS, "formats": 1})) == (400, "bad-request")


def test_an_account_has_a_limited_number_of_tournaments(server: Server) -> None:
    owner = server.player("Olga")
    opened = [owner.post("/v1/tournaments", json=TERMS).status_code for _ in range(20)]
    assert set(opened) == {201}
    assert problem(owner.post("/v1/tournaments", json=TERMS)) == (409, "limit-reached")
    assert ok(owner.get("/v1/me/limits")).json()["tournaments"] == {"most": 20, "used": 20}


def test_a_private_tournament_is_for_those_who_belong_to_it(server: Server) -> None:
    cup = Cup(server, 2, visibility="private")
    (member, inside), (_, outside) = cup.players.items()
    cup.done(cup.owner, "invite", player=member)
    for path in ("", "/standings", "/events", "/bundle", "/results.csv"):
        assert inside.get(f"{cup.url}{path}").status_code == 200
        assert problem(outside.get(f"{cup.url}{path}")) == (404, "not-found")
        assert problem(server.client().get(f"{cup.url}{path}")) == (404, "not-found")
    assert problem(cup.act(outside, "register")) == (404, "not-found")

    def listed(client: httpx.Client) -> list[str]:
        return [item["id"] for item in ok(client.get("/v1/tournaments")).json()["items"]]

    assert cup.id in listed(inside)
    assert cup.id not in listed(outside)
    assert cup.id not in listed(server.client())


def test_who_leaves_a_private_tournament_may_repeat_the_request(server: Server) -> None:
    cup = Cup(server, 4, visibility="private")
    (one, declining), (two, leaving), (three, substitute), (_, stranger) = cup.players.items()
    for player, is_substitute in ((one, False), (two, False), (three, True)):
        cup.done(cup.owner, "invite", player=player, as_substitute=is_substitute)
    cup.done(leaving, "register")
    cup.done(substitute, "join_substitutes")
    keyed = {"Idempotency-Key": "once"}
    for client, act in (
        (declining, {"type": "decline_invitation"}),
        (leaving, {"type": "leave"}),
        (substitute, {"type": "leave_substitutes"}),
    ):
        first, second = (client.post(f"{cup.url}/acts", json=act, headers=keyed) for _ in range(2))
        assert (first.status_code, second.status_code, second.json()) == (201, 201, first.json())
        assert second.headers["Idempotency-Replayed"] == "true"
        assert problem(client.get(cup.url)) == problem(cup.act(client, "register")) == (404, "not-found")
        assert problem(stranger.post(f"{cup.url}/acts", json=act, headers=keyed)) == (404, "not-found")


def test_lists_are_filtered_and_paged(server: Server) -> None:
    cups = [Cup(server, 1) for _ in range(3)]
    ((player, client),) = cups[0].players.items()
    for cup in cups:
        cup.done(client, "register")
    cups[0].done(cups[0].owner, "cancel", reason="Rain.")

    def ids(who: httpx.Client, path: str = "/v1/tournaments", **query: object) -> list[str]:
        found: list[str] = []
        cursor: dict[str, object] = {}
        while True:
            page = ok(who.get(path, params=msgspec.to_builtins({**query, **cursor, "limit": 2}))).json()
            found += [item["id"] for item in page["items"]]
            if page["next"] is None:
                return found
            cursor = {"cursor": page["next"]}

    newest = [cup.id for cup in reversed(cups)]
    assert ids(client, player="me") == ids(client, player=player) == ids(client, "/v1/me/tournaments") == newest
    assert ids(client, player="me", status="registration") == newest[:2]
    assert ids(client, "/v1/me/tournaments", status="cancelled") == newest[2:]
    assert ids(client, organiser=cups[1].owner_id) == [cups[1].id]
    assert ids(client, player="me", ruleset="siberia") == []
    (row,) = ok(client.get("/v1/tournaments", params={"organiser": cups[1].owner_id})).json()["items"]
    assert (row["roles"], row["players"], row["status"]) == (["player"], 1, "registration")


def test_a_deleted_player_leaves(cup: Cup) -> None:
    player, client = next(iter(cup.players.items()))
    assert erase(client).status_code == 204
    found = cup.read()
    assert player not in {entrant["player"] for entrant in found["players"]}
    assert erase(cup.owner).status_code == 204
    left = ok(cup.server.client().get(cup.url)).json()
    assert (left["status"], left["organisers"][0]["name"]) == ("cancelled", None)


def test_the_rule_of_a_refusal_is_at_the_same_kind_of_address_as_the_rule_of_a_title(cup: Cup) -> None:
    refused = cup.act(cup.owner, "finish")
    assert refused.status_code == 409, refused.text
    name, number = refused.json()["rule"].split("/")

    assert refused.json()["rule_url"] == f"/v1/rulesets/{name}/rules/{number}"
    rule = cup.owner.get(refused.json()["rule_url"])
    listed = ok(cup.owner.get(f"/v1/rulesets/{name}/rules"))
    page = cup.owner.get(f"/rules/{name}/{number}", headers={"Accept": "text/html"})

    assert (rule.status_code, rule.json()["number"]) == (200, number)
    assert rule.json() in listed.json()["items"]
    assert [each["number"] for each in listed.json()["items"]] == [*rules()]
    told = {
        "en": ("A tournament ends when", "rounds are left: play them"),
        "de": ("Ein Turnier endet, wenn", "Runden übrig: Spielt sie"),
        "it": ("Un torneo termina quando", "turni: giocateli"),
    }
    for language, (title, reason) in told.items():
        spoken = ok(
            cup.owner.post(f"{cup.url}/acts", json={"type": "finish"}, headers={"Accept-Language": language}), 409
        )
        assert (spoken.json()["code"], spoken.headers["Content-Language"]) == ("refused", language)
        assert spoken.json()["rule_title"].startswith(title)
        assert reason in spoken.json()["detail"]
    assert (page.status_code, page.headers["Location"]) == (302, f"/rules/{name}#{number}")
    assert problem(cup.owner.get(f"/v1/rulesets/{name}")) == (404, "not-found"), "it is no title"
