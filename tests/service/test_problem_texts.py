"""Problems repeat what a client sent as JSON, never as Python prints it."""

from typing import Any
from urllib.parse import quote

import httpx
import pytest

from service.core.http.json_text import with_json_values
from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import Server

GAME = {"ruleset": "siberia", "seats": 2}


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"ruleset": "it's"}, 'there is no title "it\'s"; there are '),
        ({"options": {"mine_all": 1}}, "option mine_all: takes false, true, not 1"),
        ({"options": {"exchange_slots": True}}, 'option exchange_slots: takes "none", 1, 2, 3, 4, not true'),
        ({"options": {"exchange_slots": "None"}}, 'option exchange_slots: takes "none", 1, 2, 3, 4, not "None"'),
        ({"bots": {"first": "careful"}}, 'bots are given by seat number, not by "first"'),
        ({"bots": {"1": "genius"}}, 'there is no bot "genius"; there are '),
        ({"visibility": "no'one"}, 'Invalid enum value "no\'one": give one of private, public'),
        ({"no_show": "shrug"}, 'Invalid enum value "shrug": give one of bot, cancel, wait'),
        ({"clock": {"on_empty": "stop"}}, 'Invalid enum value "stop": give one of bot, resign'),
        ({"grace": "10 min"}, "give a duration of ISO 8601 in days, hours, minutes and seconds, such as PT10M"),
    ],
    ids=str,
)
def test_what_cannot_be_opened_is_told_in_json(server: Server, body: dict[str, Any], detail: str) -> None:
    answer = server.player().post("/v1/games", json=GAME | body)

    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"].startswith(detail)


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/rulesets/chess", 'there is no title "chess"; there are '),
        ("/rulesets/siberia/data/mine", 'siberia has no data set "mine"'),
        ("/games/{game}/view?as=seat:x", 'you cannot view the game as "seat:x"'),
    ],
)
def test_what_cannot_be_read_is_told_in_json(player: httpx.Client, path: str, detail: str) -> None:
    game = open_game(player, 2, ruleset="siberia")

    answer = player.get(f"/v1{path.format(game=game)}")

    assert answer.status_code == 404
    assert answer.json()["detail"].startswith(detail)


def test_an_unknown_id_is_repeated_whole(player: httpx.Client) -> None:
    unknown = "player:00000000-0000-4000-8000-000000000000"
    for given, quoted in ((unknown, f'"{unknown}"'), ("x" * 200, f'"{"x" * 80}…"')):
        answer = player.post("/v1/games", json=GAME | {"reserved": {"1": given}})

        assert (answer.status_code, answer.json()["code"]) == (422, "unknown-player")
        assert answer.json()["detail"] == f"there is no player with the id {quoted}"


HOLD = {"type": "hold"}


@pytest.mark.parametrize(
    ("path", "body", "detail"),
    [
        ("/games", GAME | {"visiblity": "private"}, "unknown field `visiblity` (did you mean visibility?)"),
        ("/games", GAME | {"clock": {"on_emty": "bot"}}, "unknown field `on_emty` (did you mean on_empty?)"),
        ("/games", GAME | {"zzzzzz": 1}, "unknown field `zzzzzz`"),
        ("/games/bulk", {"games": [GAME, GAME | {"seets": 2}]}, "unknown field `seets` (did you mean seats?)"),
        ("/games/x/rulings", {"type": "adjudicate", "reson": "x"}, "unknown field `reson` (did you mean reason?)"),
        ("/tournaments/x/acts", HOLD | {"reson": "x"}, "unknown field `reson` (did you mean reason?)"),
        # a field of another act is not named
        ("/tournaments/x/acts", {"type": "publish_round", "reson": "x"}, "unknown field `reson` (did you mean round?)"),
        ("/tournaments/x/acts", {"type": "publish_rond"}, 'Invalid value "publish_rond" (did you mean publish_round?)'),
        ("/tournaments/x/acts", {"type": "zzzzzz"}, 'Invalid value "zzzzzz"'),
        ("/games/x/commands", {"decision": "0.1", "comand": {}}, "unknown field `comand` (did you mean command?)"),
    ],
    ids=str,
)
def test_a_misspelt_name_in_a_body_is_answered_with_the_closest_one(
    player: httpx.Client, path: str, body: dict[str, Any], detail: str
) -> None:
    (error,) = ok(player.post(f"/v1{path}", json=body), 400).json()["errors"]

    assert error["detail"].removeprefix("Object contains ") == detail


def test_a_misspelt_field_before_broken_json_is_answered_as_such(player: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    answer = player.post("/v1/games", content=b'{"visiblity": 1, \xff', headers=headers)

    assert answer.status_code == 400


def test_an_unknown_command_is_told_in_json(player: httpx.Client) -> None:
    game = open_game(player, 2, ruleset="siberia")
    body = {"decision": "0.1", "command": {"type": "siberia.None"}}

    answer = ok(player.post(f"/v1/games/{game}/commands", json=body), 422).json()

    assert answer["code"] == "unknown-command"
    assert 'Invalid value "siberia.None"' in answer["detail"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Invalid enum value 'a' - at `$.x`", 'Invalid enum value "a" - at `$.x`'),
        ('Invalid enum value "it\'s" - at `$.x`', 'Invalid enum value "it\'s" - at `$.x`'),
        ("Invalid enum value 'a\\nb'", 'Invalid enum value "a\\nb"'),
        ("Invalid enum value 7", "Invalid enum value 7"),
        ("Expected `str` matching regex '^x$' - at `$.z`", 'Expected `str` matching regex "^x$" - at `$.z`'),
        ("Expected `bool`, got `null`", "Expected `bool`, got `null`"),
        ("Invalid value 'never ends", "Invalid value 'never ends"),
    ],
)
def test_messages_of_the_reader_of_json(said: str, told: str) -> None:
    assert with_json_values(said) == told


def test_no_problem_repeats_a_token_and_no_log_stores_one_as_a_key(player: httpx.Client) -> None:
    token = player.headers["Authorization"].removeprefix("Bearer ")
    secret = "whsec_" + "ab/+" * 10 + "="

    for each in (token, secret):
        unknown = player.get(f"/v1/players/{quote(each, safe='')}")
        keyed = player.post("/v1/games", json=GAME, headers={"Idempotency-Key": each})
        assert (unknown.status_code, keyed.status_code) == (400 if "/" in each else 404, 400)
        assert not [reply.text for reply in (unknown, keyed) if each[:30] in reply.text]
        assert "_***" in unknown.json()["instance"]
