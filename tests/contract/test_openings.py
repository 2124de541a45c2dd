"""The document accepts the bodies that open a game, and of others only those with an option without effect."""

import random
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import httpx
import pytest

from domain.kernel.ruleset import Ruleset
from domain.rulesets import RULESETS
from service.bots import BOTS
from service.openapi.parameters import VERSIONED
from tests.contract.cursors import CURSORS, STREAM_CURSORS
from tests.contract.validation import operations, validator
from tests.replies import ok
from tests.service.server import Server

BODIES = 300
"""Random bodies for each title."""


def random_body(ruleset: Ruleset[Any], rng: random.Random) -> dict[str, Any]:
    """Return a body of which each part is valid more often than not, for a title."""
    body: dict[str, Any] = {"ruleset": ruleset.name, "seats": rng.choice([*ruleset.seats] * 3 + [2, 4])}
    if rng.random() < 0.7:
        body["profile"] = rng.choice([*ruleset.profiles, *ruleset.profiles, None, "kurz"])
    if rng.random() < 0.3:
        body["data_set"] = rng.choice([*ruleset.data_sets(), None, "kosmos-1999"])
    needing = [option for option in ruleset.options if option.needs or option.seats]
    needed = [option for option in ruleset.options if option.name in {one.needs.option for one in needing if one.needs}]
    chosen = rng.choices([*needing, *needed], k=rng.randrange(4)) + rng.sample(ruleset.options, rng.randrange(3))
    body["options"] = {option.name: rng.choice(option.values) for option in chosen}
    if rng.random() < 0.1:
        # the options of a game, sent back; one of them is another
        body["options"] = ruleset.resolve_options(rng.choice([*ruleset.profiles]), {}) | body["options"]
    if rng.random() < 0.1:
        body["options"][rng.choice(["first_player", "licence_ones", "idle_limit"])] = rng.choice(["seat_3", True, 5])
    if rng.random() < 0.5:
        seats = rng.sample(["0", "1", "2", "3", "01"], rng.randrange(3))
        body["bots"] = {seat: rng.choice([*BOTS[ruleset.name], *BOTS[ruleset.name], "bold"]) for seat in seats}
    return body


@pytest.mark.parametrize("title", RULESETS)
def test_the_document_accepts_what_the_service_accepts(server: Server, document: dict[str, Any], title: str) -> None:
    player, rng = server.player(), random.Random(title)
    schema = validator(document, document["components"]["schemas"]["OpenGame"])
    opened = 0
    for _ in range(BODIES):
        body = random_body(RULESETS[title], rng)
        reply = player.post("/v1/games", json=body)
        status = reply.status_code
        assert status in {HTTPStatus.CREATED, HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.CONFLICT}, body
        if schema.is_valid(body) and status != HTTPStatus.CREATED:
            # it depends on the profile or the number of seats
            assert reply.json()["code"] == "invalid-option", (reply.text, body)
            assert "has no effect" in reply.json()["detail"], (reply.text, body)
        else:
            assert schema.is_valid(body) == (status == HTTPStatus.CREATED), (status, body)
        opened += status == HTTPStatus.CREATED

    assert BODIES / 10 < opened < BODIES * 9 / 10


def test_no_title_accepts_the_parts_of_another(document: dict[str, Any]) -> None:
    schema = validator(document, document["components"]["schemas"]["OpenGame"])
    refused: Mapping[str, Any] = {
        "unknown title": {"ruleset": "chess", "seats": 2},
        "seats of another title": {"ruleset": "giganten", "seats": 2},
        "profile of another title": {"ruleset": "minos", "seats": 3, "profile": "kurz"},
        "option of another title": {"ruleset": "siberia", "seats": 3, "options": {"fish": "open"}},
    }
    for words, body in refused.items():
        assert not schema.is_valid(body), words


def test_a_cursor_has_the_form_of_its_list(server: Server, document: dict[str, Any]) -> None:
    """Cursors of one form are refused by the lists of the other forms only."""
    lists = {
        name
        for name, operation in operations(document).items()
        if any(parameter.get("name") == "cursor" for parameter in operation.get("parameters", ()))
    }
    assert lists == {*CURSORS, *STREAM_CURSORS, *VERSIONED}
    player: httpx.Client = server.player()
    for seats in (3, 3):
        assert player.post("/v1/games", json={"ruleset": "minos", "seats": seats}).status_code == HTTPStatus.CREATED
    cursor = ok(player.get("/v1/games", params={"limit": 1})).json()["next"]
    accepted = {
        name: player.get(path, params={"cursor": cursor}).status_code == HTTPStatus.OK
        for name, path in {
            "games": "/v1/games",
            "ownGames": "/v1/me/games",
            "organisedGames": "/v1/me/organised",
            "tokens": "/v1/me/tokens",
            "results": "/v1/results",
            "leaderboard": "/v1/leaderboards/minos",
        }.items()
    }
    assert accepted == {name: CURSORS[name] == "time-cursor" for name in accepted}
