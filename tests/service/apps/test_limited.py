"""A grant that is limited to one game or one tournament: its token is refused everywhere else."""

import uuid
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from tests.replies import ok
from tests.service.apps.kit import (
    CLIENT,
    Pkce,
    answered,
    app_of,
    asking,
    begun,
    code_for,
    decided,
    device_begun,
    device_decided,
    exchange,
    location_of,
    pkce,
    polled,
    posted,
    refreshed,
    refused,
)
from tests.service.authority.asked import BODIES
from tests.service.browsers import Browser
from tests.service.kit import first_choice, holder, next_decision, problem, started_game
from tests.service.server import Server
from tests.service.sse import so_far
from tests.service.tournaments.kit import Cup

SCOPES = "games:play games:create games:organise tournaments webhooks profile:read account"


def limited(server: Server, browser: Browser, **limit: str) -> tuple[httpx.Client, str]:
    """Return the client of an app that is limited, and its refresh token."""
    proof: Pkce = pkce()
    asked = asking(proof, scope=SCOPES, **limit)
    found = begun(browser, asked)
    assert {name: found[name] for name in limit} == limit
    made = ok(exchange(server, answered(location_of(decided(browser, asked)))["code"], proof)).json()
    return holder(server, made["access_token"]), made["refresh_token"]


def is_refused(reply: httpx.Response) -> bool:
    return reply.status_code == 403 and problem(reply) == (403, "scope-missing")


def test_an_app_that_is_limited_to_a_game_plays_it_and_nothing_else(server: Server, browser: Browser) -> None:
    game, other = started_game(browser.page), started_game(browser.page)
    app, refresh = limited(server, browser, game=game)

    decision = next_decision(app, game)
    played = app.post(f"/v1/games/{game}/commands", json=first_choice(decision))
    assert played.status_code == 201, played.text
    ticket = ok(app.post("/v1/me/stream-tickets", json={"path": f"/v1/games/{game}/stream"}), 201).json()["ticket"]
    assert so_far(server.client(), f"/v1/games/{game}/stream", ticket=ticket)

    theirs = next_decision(browser.page, other)
    elsewhere: list[tuple[str, str, Any]] = [
        ("GET", f"/v1/games/{other}", None),
        ("GET", f"/v1/games/{other}/view", None),
        ("POST", f"/v1/games/{other}/commands", first_choice(theirs)),
        ("GET", f"/v1/games/{game}x/view", None),
        ("GET", f"/v1/games/{uuid.uuid4()}/events", None),
        ("GET", "/v1/me", None),
        ("GET", "/v1/me/games", None),
        ("GET", "/v1/me/stream", None),
        ("GET", "/v1/games", None),
        ("GET", "/v1/games/stream", None),
        ("POST", "/v1/games", BODIES["openGame"]),
        ("POST", "/v1/webhooks", BODIES["makeWebhook"]),
        ("POST", "/v1/me/calendar-links", {"label": "x"}),
        ("PUT", "/v1/me/name", {"name": f"Eve {uuid.uuid4().hex[:8]}"}),
        ("GET", "/v1/me/grants", None),
        ("GET", "/v1/tournaments", None),
        ("GET", "/v1/rulesets", None),
    ]
    for method, path, body in elsewhere:
        assert is_refused(app.request(method, path, json=body)), path
    foreign = ok(app.post("/v1/me/stream-tickets", json={"path": "/v1/me/stream"}), 201).json()["ticket"]
    assert is_refused(server.client().get("/v1/me/stream", params={"ticket": foreign, "follow": "false"}))

    again = holder(server, ok(refreshed(server, refresh)).json()["access_token"])
    assert again.get(f"/v1/games/{game}/view").status_code == 200
    assert is_refused(again.get(f"/v1/games/{other}/view")), "a refresh keeps the limit"
    (grant,) = ok(browser.get("/v1/me/grants")).json()["items"]
    assert (grant["game"], grant["tournament"]) == (game, None)


def test_an_app_that_is_limited_to_a_tournament_acts_in_it_and_in_its_games(server: Server, browser: Browser) -> None:
    cup = Cup(server, players=4, sizes=[4], format={"type": "swiss", "rounds": 1})
    owner = Browser(server)
    token = cup.owner.headers["Authorization"].removeprefix("Bearer ")
    assert owner.sign_in(type="token", token=token).status_code == 201
    other = ok(cup.owner.post("/v1/tournaments", json=BODIES["openTournament"]), 201).json()["id"]
    app, _ = limited(server, owner, tournament=cup.id)
    cup.register_all()

    cup.done(app, "publish_round", round=1)

    (table,) = cup.playing(1)["tables"]
    assert app.get(f"/v1/games/{table['game']}").status_code == 200
    cup.sit_down(table)
    cup.started(table)
    ruling = {"type": "adjudicate", "ranks": [1, 2, 3, 4], "reason": "Time is up."}
    assert app.post(f"/v1/games/{table['game']}/rulings", json=ruling).status_code == 201
    for path in (f"/v1/tournaments/{other}", "/v1/me/tournaments", f"/v1/games/{started_game(owner.page)}"):
        assert is_refused(app.get(path)), path


def test_a_device_can_be_limited_too(server: Server, browser: Browser) -> None:
    game = started_game(browser.page)
    device = device_begun(server, game=game)
    assert device_decided(browser, device["user_code"]).status_code == 201
    app = holder(server, ok(polled(server, device["device_code"])).json()["access_token"])

    assert app.get(f"/v1/games/{game}/view").status_code == 200
    assert is_refused(app.get("/v1/me/games"))


@pytest.mark.parametrize(
    "limit",
    [{"game": "x"}, {"tournament": "../x"}, {"game": str(uuid.UUID(int=1)), "tournament": str(uuid.UUID(int=2))}],
)
def test_a_limit_is_one_id(server: Server, browser: Browser, limit: dict[str, str]) -> None:
    reply = browser.post("/v1/me/consents", json={"type": "app", "query": urlencode(asking(**limit))})
    assert problem(reply) == (400, "bad-request")
    assert refused(posted(server, "/oauth/device", {"client_id": CLIENT, **limit})) == (400, "invalid_request")


def test_a_consent_to_one_game_is_none_to_another(server: Server, browser: Browser) -> None:
    proof = pkce()
    one, other = (asking(proof, game=str(uuid.UUID(int=number))) for number in (1, 2))

    assert problem(decided(browser, other, consent=begun(browser, one)["consent"])) == (422, "invalid-value")


def test_an_app_without_a_limit_has_none(server: Server) -> None:
    app = app_of(server)

    assert (app.grant["game"], app.grant["tournament"]) == (None, None)
    assert app.client.get("/v1/rulesets").status_code == 200
    assert code_for(app.browser, pkce())
