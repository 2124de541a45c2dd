"""A problem 422 points to the field of the body that has to change; over a real socket."""

from typing import Any, TypeAlias

import httpx
import pytest

from tests.replies import ok
from tests.service.kit import open_game, problem, started_game
from tests.service.server import Server
from tests.service.tournaments.kit import TERMS, Cup

BLANK = " \u200b"
UNKNOWN = "player:nobody"
Cases: TypeAlias = list[tuple[dict[str, Any], str, str]]
GAMES: Cases = [
    ({"ruleset": "chess"}, "unknown-ruleset", "/ruleset"),
    ({"ruleset": "giganten", "seats": 2}, "seats", "/seats"),
    ({"data_set": "x"}, "data-set", "/data_set"),
    ({"bots": {"1": "x"}}, "unknown-bot", "/bots/1"),
    ({"bots": {"a/b": "careful"}}, "no-such-seat", "/bots/a~1b"),
    ({"bots": {"9": "careful"}}, "no-such-seat", "/bots"),
    ({"name": BLANK}, "invalid-name", "/name"),
    ({"reserved": {"3": "invitation"}}, "no-such-seat", "/reserved/3"),
    ({"reserved": {"x": "invitation"}}, "no-such-seat", "/reserved/x"),
    ({"reserved": {"0": UNKNOWN}}, "unknown-player", "/reserved/0"),
    ({"substitutes": [UNKNOWN]}, "unknown-player", "/substitutes/0"),
    ({"reserved": {"0": "invitation"}, "bots": {"0": "careful"}}, "invalid-value", "/reserved"),
    ({"rated": True, "take_back": True}, "invalid-value", "/rated"),
    ({"rated": True, "hints": True}, "invalid-value", "/hints"),
    ({"tags": ["a", "a"]}, "invalid-value", "/tags"),
    ({"no_show": "bot"}, "invalid-value", "/starts_at"),
    ({"starts_at": "tomorrow"}, "invalid-value", "/starts_at"),
    ({"clock": {}}, "invalid-value", "/clock"),
    ({"clock": {"preset": "x"}}, "invalid-value", "/clock/preset"),
    ({"clock": {"allowance": "x"}}, "invalid-value", "/clock/allowance"),
    ({"clock": {"allowance": "PT1S"}}, "invalid-value", "/clock/allowance"),
    ({"clock": {"allowance": "P367D"}}, "invalid-value", "/clock/allowance"),
    ({"clock": {"allowance": "P1D", "bank": "P367D"}}, "invalid-value", "/clock/bank"),
    ({"clock": {"allowance": "P1D", "vacation": "P1Y"}}, "invalid-value", "/clock/vacation"),
]
TOURNAMENTS: Cases = [
    ({"ruleset": "chess"}, "unknown-ruleset", "/ruleset"),
    ({"data_set": "x"}, "data-set", "/data_set"),
    ({"name": BLANK}, "invalid-name", "/name"),
    ({"options": {"luck": 1}}, "invalid-option", "/options/luck"),
    ({"options": {"~/": 1}}, "invalid-option", "/options/~0~1"),
    ({"clock": {"preset": "x"}}, "invalid-value", "/clock/preset"),
    ({"sizes": [4, 4]}, "invalid-value", "/sizes"),
    ({"format": {"type": "swiss", "rounds": 2}, "late_until": 3}, "invalid-value", "/late_until"),
    ({"scale": ["3", "2"]}, "invalid-value", "/scale"),
    ({"starts": ["tomorrow"]}, "invalid-value", "/starts/0"),
    ({"starts": ["2099-01-02T00:00:00Z", "2099-01-01T00:00:00Z"]}, "invalid-value", "/starts"),
    ({"overlap": True}, "invalid-value", "/overlap"),
    ({"check_in": "PT0.5S"}, "invalid-value", "/check_in"),
]
RULINGS: Cases = [
    ({"type": "give_up_seat", "seat": 1, "reason": BLANK}, "invalid-value", "/reason"),
    ({"type": "give_up_seat", "seat": 7}, "no-such-seat", "/seat"),
    ({"type": "replace_player", "seat": 1, "player": UNKNOWN}, "unknown-player", "/player"),
    ({"type": "adjudicate", "ranks": [1, 3]}, "invalid-value", "/ranks"),
    ({"type": "extend_clock", "seat": 1, "duration": "PT0.5S"}, "invalid-value", "/duration"),
    ({"type": "pause", "duration": "P31D"}, "invalid-value", "/duration"),
    ({"type": "pause", "until": "2000-01-01T00:00:00Z"}, "invalid-value", "/until"),
    ({"type": "pause"}, "invalid-value", ""),
]


@pytest.fixture(scope="module")
def player(server: Server) -> httpx.Client:
    return server.player()


def check(reply: httpx.Response, code: str, pointer: str) -> None:
    """Check that a reply has this problem, which points to this one field."""
    assert problem(reply) == (409 if code == "refused" else 422, code)
    assert [error["pointer"] for error in reply.json()["errors"]] == [pointer]
    assert "parameter" not in reply.json()["errors"][0]


@pytest.mark.parametrize(("changed", "code", "pointer"), GAMES)
def test_a_field_of_a_new_game_is_named(player: httpx.Client, changed: dict[str, Any], code: str, pointer: str) -> None:
    check(player.post("/v1/games", json={"ruleset": "minos", "seats": 3, **changed}), code, pointer)


@pytest.mark.parametrize(("changed", "code", "pointer"), TOURNAMENTS)
def test_a_field_of_the_terms_of_a_tournament_is_named(
    cup: Cup, changed: dict[str, Any], code: str, pointer: str
) -> None:
    terms = {**TERMS, **changed}

    check(cup.owner.post("/v1/tournaments", json=terms), code, pointer)
    check(cup.act(cup.owner, "change_terms", terms=terms), code, f"/terms{pointer}")


@pytest.mark.parametrize(("ruling", "code", "pointer"), RULINGS)
def test_a_field_of_a_ruling_is_named(server: Server, ruling: dict[str, Any], code: str, pointer: str) -> None:
    owner = server.player("Org")
    others = [server.player(), server.player()]
    game = ok(owner.post("/v1/games", json={"ruleset": "minos", "seats": 2, "clock": {"allowance": "P1D"}})).json()[
        "id"
    ]
    for seat, other in enumerate(others):
        assert other.put(f"/v1/games/{game}/seats/{seat}").status_code == 200
    assert owner.post(f"/v1/games/{game}/start").status_code == 200

    check(owner.post(f"/v1/games/{game}/rulings", json={"reason": "It is late.", **ruling}), code, pointer)


def test_a_field_of_a_seat_is_named(player: httpx.Client) -> None:
    game = open_game(player, bots={})
    seat = f"/v1/games/{game}/seats/1"

    check(player.put(seat, json={"bot": "x"}), "unknown-bot", "/bot")
    check(player.put(seat, json={"guest": BLANK}), "invalid-name", "/guest")
    invited = player.post(f"/v1/games/{game}/invitations", json={"label": "x", "seat": 1})
    check(invited, "no-such-seat", "/seat")
    missing = player.put(f"/v1/games/{game}/seats/7")
    assert problem(missing) == (422, "no-such-seat")
    assert [(each["pointer"], each["parameter"]) for each in missing.json()["errors"]] == [("/seat", "seat")]


@pytest.mark.parametrize(
    ("method", "path", "body", "pointer"),
    [
        ("POST", "/players", {"name": BLANK}, "/name"),
        ("PUT", "/me/name", {"name": BLANK}, "/name"),
        ("POST", "/me/tokens", {"label": BLANK}, "/label"),
        ("POST", "/me/calendar-links", {"label": BLANK}, "/label"),
        ("POST", "/games/{}/invitations", {"label": BLANK}, "/label"),
        ("POST", "/games/{}/seats/0/tokens", {"label": BLANK}, "/label"),
    ],
)
def test_an_invalid_name_or_label_is_named(
    player: httpx.Client, method: str, path: str, body: dict[str, str], pointer: str
) -> None:
    game = started_game(player) if "{}" in path else ""

    check(player.request(method, "/v1" + path.format(game), json=body), "invalid-name", pointer)


@pytest.fixture(scope="module")
def cup(server: Server) -> Cup:
    return Cup(server)


@pytest.fixture(scope="module")
def published(server: Server) -> Cup:
    held = Cup(server)
    held.publish_first()
    return held


def test_a_field_of_an_act_before_the_first_round_is_named(cup: Cup) -> None:
    one, other = list(cup.players)[:2]
    cup.done(cup.players[one], "register")

    for kind, fields, code, pointer in (
        ("register", {"player": UNKNOWN}, "unknown-player", "/player"),
        ("substitute", {"player": one, "substitute": UNKNOWN}, "unknown-player", "/substitute"),
        ("forbid_pair", {"players": [one, one]}, "refused", "/players"),
        ("forbid_pair", {"players": [other, "guest:x"]}, "refused", "/players"),
        ("hold", {"reason": BLANK}, "invalid-value", "/reason"),
    ):
        check(cup.act(cup.owner, kind, **fields), code, pointer)


def test_a_field_of_an_act_on_a_round_is_named(published: Cup) -> None:
    one = published.read()["rounds"][0]["tables"][0]["seats"][0]["player"]
    other = published.read()["rounds"][0]["tables"][1]["seats"][0]["player"]
    about = {"round": 1, "reason": "It is late."}
    place = {"player": one, "rank": 2, "score": 0}

    for kind, fields, code, pointer in (
        ("void_table", {"table": 9}, "refused", "/table"),
        ("forfeit_seat", {"table": 1, "player": other}, "refused", "/player"),
        ("replace_result", {"table": 1, "places": [place]}, "refused", "/places"),
        ("adjust_points", {"player": one, "points": "2/4"}, "refused", "/points"),
        ("swap_players", {"players": [one, one]}, "refused", "/players"),
        ("give_bye", {"player": one}, "refused", "/player"),
    ):
        check(published.act(published.owner, kind, **about, **fields), code, pointer)


def test_an_edit_of_a_draft_is_named(server: Server) -> None:
    held = Cup(server)
    held.register_all()
    one, other = list(held.players)[:2]
    edits = [{"type": "swap", "players": [one, other]}, {"type": "bye", "player": "x"}]

    check(held.owner.post(f"{held.url}/rounds/1/drafts", json={"edits": edits}), "refused", "/edits/1")
    check(held.act(held.owner, "publish_round", round=1, edits=edits), "refused", "/edits/1")
