"""A revoked app has nothing left: not its tokens, and nothing of all that it has made."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from tests.replies import ok
from tests.service import test_descent as descent
from tests.service.apps.kit import CLIENT, App, app_of, code_for, exchange, pkce, posted, refreshed, refused
from tests.service.authority.asked import BODIES, DOCUMENT, OPERATIONS
from tests.service.browsers import Browser
from tests.service.kit import holder, problem
from tests.service.server import Server, serving
from tests.service.sse import following
from tests.service.test_descent import Ends, Maker, World, made


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("ends") / "games.db", **descent.MAIL) as running:
        yield running


class Let(NamedTuple):
    """An account with a game, and an app that it has let in."""

    world: World
    app: App


@pytest.fixture
def let(server: Server) -> Let:
    owner = server.player()
    body = {"ruleset": "minos", "seats": 3, "visibility": "private", "spectators": "none"}
    game = made(owner.post("/v1/games", json=body))["id"]
    made(owner.put(f"/v1/games/{game}/seats/0"))
    made(owner.put(f"/v1/games/{game}/seats/2", json={"guest": "Grandma"}))
    secret = owner.headers["Authorization"].removeprefix("Bearer ")
    browser = descent.signed_in(server, secret)
    app = app_of(server, browser)
    return Let(World(server, owner, app.access, app.grant["id"], game), app)


def the_link_of_a_guest(world: World, maker: Maker) -> Ends:
    secret = made(maker.client.post(f"/v1/games/{world.game}/seats/2/tokens", json={"label": "x"}))["token"]
    guest = holder(world.server, secret)
    assert guest.get(f"/v1/games/{world.game}").status_code == 200
    return lambda: guest.get(f"/v1/games/{world.game}").status_code == 401


def the_invitation_to_a_seat_of_a_game_that_it_opens(world: World, maker: Maker) -> Ends:
    body = {"ruleset": "minos", "seats": 2, "visibility": "private", "reserved": {"1": "invitation"}}
    opened = made(maker.client.post("/v1/games", json=body))
    (invitation,) = opened["invitations"]
    stranger = world.server.player()
    stranger.headers["Ludolog-Invitation"] = invitation["invitation"]
    return lambda: stranger.get(f"/v1/games/{opened['id']}").status_code == 404


def a_stream_ticket(world: World, maker: Maker) -> Ends:
    ticket = made(maker.client.post("/v1/me/stream-tickets", json={"path": "/v1/me/stream"}))["ticket"]
    client = world.server.client()
    return lambda: client.get("/v1/me/stream", params={"ticket": ticket, "follow": "false"}).status_code == 401


def a_changed_webhook(world: World, maker: Maker) -> Ends:
    thing = made(world.owner.post("/v1/webhooks", json=BODIES["makeWebhook"]))["id"]
    made(maker.client.put(f"/v1/webhooks/{thing}", json=BODIES["changeWebhook"]))
    return lambda: thing not in [each["id"] for each in made(world.owner.get("/v1/webhooks"))["items"]]


def a_changed_ping(world: World, maker: Maker) -> Ends:
    thing = made(world.owner.post("/v1/me/pings", json=BODIES["makePing"]))["id"]
    made(maker.client.put(f"/v1/me/pings/{thing}", json=BODIES["changePing"]))
    return lambda: thing not in [each["id"] for each in made(world.owner.get("/v1/me/pings"))["items"]]


THINGS: dict[str, tuple[Callable[[World, Maker], Ends], ...]] = {
    "makeSeatToken": (the_link_of_a_guest,),
    "invite": (descent.an_invitation,),
    "openGame": (the_invitation_to_a_seat_of_a_game_that_it_opens,),
    "openGames": (the_invitation_to_a_seat_of_a_game_that_it_opens,),
    "makeCalendarLink": (descent.a_calendar_link,),
    "makePing": (descent.a_ping,),
    "changePing": (a_changed_ping,),
    "makeWebhook": (descent.a_webhook,),
    "changeWebhook": (a_changed_webhook,),
    "subscribe": (descent.a_browser_with_pings,),
    "askDigest": (descent.the_daily_e_mail,),
    "makeStreamTicket": (a_stream_ticket,),
    "setOrder": (descent.an_order,),
}
"""What an app can make that reads or acts for the person, by the operation that makes it."""

BY_MODERATORS = {"actAboutPlayer", "actAboutGame", "closeTournament", "removeText", "voidPeriod"} | {
    *("takeReport", "answerReport", "answerAppeal", "changeSite", "makeSignUpCode"),
    "askFairPlayReport",
}

REFUSED = {"makeToken", "beginPasskey", "makePasskey", "beginConsent", "decideConsent", "grantRole", *BY_MODERATORS}
"""The operations that an app cannot use: what they make would act for the person like the person."""

ACTS = frozenset(
    {
        *("command", "turn", "preview", "takeBack", "takeHint", "resign", "makeRuling", "takeSeat"),
        *("returnToSeat", "takeVacation"),
        *("startGame", "askEngine", "changeName", "openTournament", "actInTournament", "draftRound", "verify"),
        *("testPing", "testPush", "testWebhook", "redeliver", "rotateSecret"),
        *("writeMessage", "writeTournamentMessage", "setTalk", "setTournamentTalk", "markTalk", "markTournamentTalk"),
        *("writeGameNote", "writePlayerNote", "setAway", "confirmWarning", "block", "acceptTerms"),
        *("makeReport", "markReports", "appeal"),
        *("challenge", "acceptChallenge", "declineChallenge", "askForRematch"),
        *("joinPool", "stayInPool", "playBotsInstead"),
    }
)
"""The operations that make nothing by which anybody could read or act later."""


def test_each_operation_that_makes_something_is_among_the_things_or_refused() -> None:
    making = {
        operation
        for operation, (method, path) in OPERATIONS.items()
        if method in {"post", "put"} and DOCUMENT["paths"][path][method].get("security") is not None
    }

    assert making == THINGS.keys() | REFUSED | ACTS


@pytest.mark.parametrize("way", ["the person", "the app", "a used code", "a used refresh token"])
def test_everything_that_an_app_has_made_ends_with_its_grant(let: Let, way: str) -> None:
    world, app = let
    maker = Maker(app.client, app.browser)
    things = {each.__name__: each(world, maker) for kinds in THINGS.values() for each in kinds}
    own = Maker(world.owner, app.browser)
    of_the_person = [each(world, own) for each in (descent.a_token, descent.a_webhook, descent.an_invitation)]
    # a refresh replaces the access token, and ends nothing else
    first = ok(refreshed(world.server, app.refresh)).json()
    # those that are used up by a look
    once = {"a_stream_ticket", "an_invitation"}
    assert {name for name, ends in things.items() if name not in once and ends()} == set()

    match way:
        case "the person":
            assert world.owner.delete(f"/v1/me/grants/{world.id}").status_code == 204
        case "the app":
            form = {"token": first["refresh_token"], "client_id": CLIENT}
            assert posted(world.server, "/oauth/revoke", form).status_code == 200
        case "a used code":
            assert refused(exchange(world.server, app.code, app.proof)) == (400, "invalid_grant")
        case _:
            assert refused(refreshed(world.server, app.refresh)) == (400, "invalid_grant")

    assert {name for name, ends in things.items() if not ends()} == set()
    for secret in (app.access, first["access_token"]):
        assert holder(world.server, secret).get("/v1/me").status_code == 401
    for secret in (app.refresh, first["refresh_token"]):
        assert refused(refreshed(world.server, secret)) == (400, "invalid_grant")
    assert ok(world.owner.get("/v1/me/grants")).json() == {"items": []}
    assert not any(ends() for ends in of_the_person)
    assert app.browser.get("/v1/me").status_code == 200


def test_the_open_streams_of_a_revoked_app_end(let: Let) -> None:
    world, app = let
    ticket = made(app.client.post("/v1/me/stream-tickets", json={"path": f"/v1/games/{world.game}/stream"}))["ticket"]
    by_ticket = {"ticket": ticket}
    with (
        following(app.client, "/v1/me/stream") as own,
        following(world.server.client(), f"/v1/games/{world.game}/stream", **by_ticket) as of_game,
        following(app.client, f"/v1/games/{world.game}/stream") as again,
    ):
        assert next(own).name == "ready"
        assert world.owner.delete(f"/v1/me/grants/{world.id}").status_code == 204

        # they end by themselves, or this would wait for ever
        for stream in (own, of_game, again):
            list(stream)


@pytest.mark.parametrize("how", ["with the token that let it in", "with the account"])
def test_an_app_ends(server: Server, how: str) -> None:
    owner = server.player()
    token = made(owner.post("/v1/me/tokens", json={"label": "x"}))
    browser = descent.signed_in(server, token["token"])
    app = app_of(server, browser)
    assert app.grant["ends_with"] == token["id"]
    things = [descent.a_webhook, descent.a_calendar_link]
    world = World(server, owner, app.access, app.grant["id"], "")
    ends = [each(world, Maker(app.client, browser)) for each in things]

    if how == "with the account":
        name = ok(owner.get("/v1/me")).json()["name"]
        assert owner.request("DELETE", "/v1/me", json={"confirm": name}).status_code == 204
    else:
        assert owner.delete(f"/v1/me/tokens/{token['id']}").status_code == 204
        assert all(each() for each in ends)

    assert app.client.get("/v1/me").status_code == 401
    assert refused(refreshed(server, app.refresh)) == (400, "invalid_grant")


def test_signing_out_ends_no_app(server: Server) -> None:
    token = server.player().headers["Authorization"].removeprefix("Bearer ")
    app = app_of(server, descent.signed_in(server, token))
    assert app.browser.delete("/v1/sessions/current").status_code == 204

    assert app.is_in_force


def test_a_code_of_a_session_whose_token_was_revoked_is_worth_nothing(server: Server) -> None:
    owner = server.player()
    token = made(owner.post("/v1/me/tokens", json={"label": "x"}))
    proof = pkce()
    code = code_for(descent.signed_in(server, token["token"]), proof)
    assert owner.delete(f"/v1/me/tokens/{token['id']}").status_code == 204

    assert refused(exchange(server, code, proof)) == (400, "invalid_grant")


def _asked(app: App, world: World, operation: str) -> httpx.Response:
    method, path = OPERATIONS[operation]
    body: Any = BODIES.get(operation)
    if operation == "beginConsent":
        body = {"type": "device", "user_code": "BCDF-GHJK"}
    if operation == "decideConsent":
        body = {"type": "device", "user_code": "BCDF-GHJK", "consent": "x", "decision": "allow"}
    client = app.client
    client.headers.update({"Origin": app.browser.origin})
    path = path.replace("{game}", world.game).replace("{seat}", "0").replace("{role}", "moderator")
    return client.request(method, path.replace("{act}", "1"), json=body)


@pytest.mark.parametrize("operation", sorted({*REFUSED, "makeSeatToken"}))
def test_an_app_makes_nothing_that_acts_like_the_person(let: Let, operation: str) -> None:
    reply = _asked(let.app, let.world, operation)

    assert problem(reply) == (403, "scope-missing")


def test_an_app_starts_no_session(let: Let) -> None:
    browser = Browser(let.world.server, descent.ORIGIN, let.world.server.base)

    assert problem(browser.sign_in(type="token", token=let.app.access)) == (403, "scope-missing")


def test_the_tokens_of_apps_are_neither_listed_nor_counted_as_tokens(let: Let) -> None:
    world, app = let

    listed = ok(world.owner.get("/v1/me/tokens")).json()["items"]
    assert {each["label"] for each in listed} == {"sign-up", "Browser"}
    assert ok(world.owner.get("/v1/me/limits")).json()["tokens"]["used"] == 1
    assert app.is_in_force
