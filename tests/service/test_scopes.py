"""The scopes that the document names for an operation are those that it asks for, over HTTP."""

import uuid
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from service.people.credentials import INCLUDES, Scope, ScopeName, allowed_by
from service.people.credentials import SCOPES as ALL
from tests.replies import ok
from tests.service.authority.asked import BODIES, DOCUMENT, OF_ROLES, OPERATIONS
from tests.service.kit import first_choice, identity, next_decision, open_game, problem, started_game
from tests.service.server import Server

UNKNOWN = "11111111-1111-4111-8111-111111111111"
RUNNING = {"command", "turn", "preview", "takeBack", "takeHint", "resign", "commandByKey"}
OF_GUESTS = {"makeSeatToken", "seatTokens", "revokeSeatToken"}
"""What the owner of a game does for guests, with `games:organise`, and a player for the own seat, with `games:play`."""

STREAMS = {operation for operation in OPERATIONS if operation.lower().endswith("stream")}

DECLARED = {
    operation: DOCUMENT["paths"][path][method]["security"]
    for operation, (method, path) in OPERATIONS.items()
    if "security" in DOCUMENT["paths"][path][method]
}
ON_PAGES = {"beginConsent", "decideConsent"}
"""What only a session may do, with the scope `account`: tests/service/apps."""

SCOPES: dict[str, list[Scope]] = {
    operation: [scope for alternative in security for scope in alternative["token"]]
    for operation, security in DECLARED.items()
    if security != [{"token": []}] and operation not in ON_PAGES
}
"""The alternative scopes of the operations that need one."""

WITHOUT_SCOPE = sorted(operation for operation, security in DECLARED.items() if security == [{"token": []}])


def holder(server: Server, player: httpx.Client, *scopes: ScopeName) -> httpx.Client:
    """Return the client of a token of a player that is for these scopes only."""
    made = player.post("/v1/me/tokens", json={"label": "test", "scopes": scopes})
    assert made.status_code == 201, made.text
    assert set(made.json()["scopes"]) == set(scopes)
    client = server.client()
    client.headers["Authorization"] = f"Bearer {made.json()['token']}"
    return client


def command(player: httpx.Client, game: str) -> dict[str, Any]:
    """Return an answer to the open decision of a player."""
    return first_choice(next_decision(player, game))


def other_player(player: httpx.Client) -> str:
    """Sign another player up at the server of one, and return the id."""
    signed_up = ok(player.post("/v1/players", json={"name": f"Other {uuid.uuid4().hex[:12]}"})).json()
    other: str = signed_up["id"]
    return other


OWN_BODIES: dict[str, Callable[[httpx.Client, str], dict[str, Any]]] = {
    "changeName": lambda _, game: {"name": f"Renamed {game[:8]}"},
    "erase": lambda player, _: {"confirm": ok(player.get("/v1/me")).json()["name"]},
    "command": command,
    "turn": lambda player, game: {"commands": [command(player, game)]},
    "preview": command,
    "challenge": lambda player, _: {"players": [other_player(player)], "ruleset": "minos"},
}
"""The bodies that depend on the player and the game."""


def open_cup(owner: httpx.Client) -> str:
    """Return a tournament in which the owner and another player have registered."""
    terms = {**BODIES["openTournament"], "sizes": [2]}
    token = ok(owner.post("/v1/players", json={"name": f"Other {uuid.uuid4().hex[:12]}"})).json()["token"]
    cup: str = ok(owner.post("/v1/tournaments", json=terms)).json()["id"]
    for headers in ({}, {"Authorization": f"Bearer {token}"}):
        registered = owner.post(f"/v1/tournaments/{cup}/acts", json={"type": "register"}, headers=headers)
        assert registered.status_code == 201
    return cup


def request_for(operation: str, player: httpx.Client, scope: Scope) -> dict[str, Any]:
    """Return a request that a player makes under this scope: seat 0 is the player's, seat 1 another one's."""
    if operation in RUNNING:
        game = started_game(player)
    else:
        game = ok(player.post("/v1/games", json={"ruleset": "giganten", "seats": 3})).json()["id"]
        other = {"guest": "Guest"} if operation in OF_GUESTS else {"bot": "random"}
        assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
        assert player.put(f"/v1/games/{game}/seats/1", json=other).status_code == 200
    body = BODIES.get(operation)
    if operation in OWN_BODIES:
        body = OWN_BODIES[operation](player, game)
    seat = {"games:play": 0, "games:organise": 1}.get(scope, 0)
    if operation == "takeSeat":
        seat, body = 2, {"bot": "random"} if scope == "games:organise" else {}
        if scope == "games:play":
            player.delete(f"/v1/games/{game}/seats/0")
    method, path = OPERATIONS[operation]
    if operation == "actInTournament":
        body = {"type": "close_registration" if scope == "tournaments" else "leave"}
    values: dict[str, Any] = {"game": game, "seat": seat, "key": "none", "round_number": 1, "level": "quick"}
    if "{tournament}" in path:
        values["tournament"] = open_cup(player)
    values |= dict.fromkeys(
        (
            *("token", "grant", "invitation_id", "passkey", "ping", "push", "unsubscription", "webhook", "link"),
            *("message", "case", "warning", "period", "report", "challenge", "order", "code"),
        ),
        UNKNOWN,
    )
    values["role"] = "moderator"
    values["player"] = identity(player)
    values["act"] = 999_999
    content: dict[str, Any] = {"content": b"no bundle"} if operation == "verify" else {"json": body}
    if operation in STREAMS:
        content["params"] = {"follow": "false"}
    if operation in {"beginPasskey", "makePasskey"}:
        host = f"localhost:{player.base_url.port}"
        content["headers"] = {"Host": host, "Origin": f"http://{host}"}
    return {"method": method, "url": path.format(**values), **content}


def test_the_document_declares_the_scopes_of_operations() -> None:
    assert len(SCOPES) >= 40
    assert WITHOUT_SCOPE == ["makeStreamTicket", "verify"]


@pytest.mark.parametrize("operation", sorted(SCOPES))
def test_a_token_without_any_of_the_named_scopes_is_refused(server: Server, operation: str) -> None:
    named = set(SCOPES[operation])
    player = server.player()
    others: list[ScopeName] = [scope for scope in ALL if not named & allowed_by((scope,))]
    for scope in named:
        request = request_for(operation, player, scope)

        answer = holder(server, player, *others).request(**request)

        assert problem(answer) == (403, "scope-missing"), (scope, answer.text)


@pytest.mark.parametrize(
    ("operation", "scope"),
    [(operation, scope) for operation in sorted(SCOPES) for scope in SCOPES[operation]],
)
def test_a_token_with_one_of_the_named_scopes_is_not_refused(server: Server, operation: str, scope: Scope) -> None:
    player = server.player()
    request = request_for(operation, player, scope)

    answer = holder(server, player, scope).request(**request)

    if operation in OF_ROLES:
        # the scope is enough, and the role is missing: tests/service/moderation
        assert problem(answer) == (403, "role-missing"), answer.text
        return
    assert answer.status_code not in {401, 403}, answer.text
    # ids that are unknown, and a game with a free seat, are found out after the scope was looked at
    assert answer.is_success or answer.json()["code"] in {
        "not-found",
        "seats-free",
        "not-possible",
        "nothing-to-take-back",
        "no-hints",
        "game-not-running",
        "game-not-over",
        "passkey-refused",
        # what a test of its own shows with another site: tests/service/law
        *(("invalid-value",) if operation == "acceptTerms" else ()),
    }, answer.text


@pytest.mark.parametrize("operation", WITHOUT_SCOPE)
def test_an_operation_without_scopes_accepts_a_token_to_read(server: Server, operation: str) -> None:
    player = server.player()
    request = request_for(operation, player, "profile:read")

    answer = holder(server, player, "profile:read").request(**request)

    assert answer.status_code not in {401, 403}, answer.text
    assert answer.is_success or answer.json()["code"] == "not-found", answer.text


def test_a_bundle_of_0_2_0_holds_what_it_held_but_cannot_end_the_account() -> None:
    assert allowed_by(("read", "play", "organise")) == set(ALL) - {"account"}
    assert "account" not in {scope for name in INCLUDES for scope in allowed_by((name,))}


def test_the_token_of_a_sign_up_has_all_scopes_and_shows_those_of_0_2_0(player: httpx.Client) -> None:
    own = ok(player.get("/v1/me/tokens")).json()["items"][0]["scopes"]

    assert own == ["read", "play", "organise", "account"]
    assert allowed_by(tuple(own)) == set(ALL)


@pytest.mark.parametrize("asked", [["play"], ["organise", "read"]])
def test_a_bundle_comes_with_read(player: httpx.Client, asked: list[str]) -> None:
    made = ok(player.post("/v1/me/tokens", json={"label": "old client", "scopes": asked}))

    assert made.json()["scopes"] == sorted({"read", *asked}, key=["read", "play", "organise"].index)


def test_a_token_makes_none_that_may_do_more(server: Server, player: httpx.Client) -> None:
    desk = holder(server, player, "account", "games:play")

    assert ok(desk.post("/v1/me/tokens", json={"label": "less", "scopes": ["games:read"]}))
    assert problem(desk.post("/v1/me/tokens", json={"label": "more", "scopes": ["webhooks"]})) == (403, "scope-missing")
    assert problem(desk.post("/v1/me/tokens", json={"label": "more", "scopes": ["read"]})) == (403, "scope-missing")


def test_a_token_without_the_scope_to_read_games_sees_what_all_see(server: Server, player: httpx.Client) -> None:
    game = ok(player.post("/v1/games", json={"ruleset": "minos", "seats": 2, "visibility": "private"})).json()["id"]
    messenger = holder(server, player, "webhooks")

    assert problem(messenger.get(f"/v1/games/{game}")) == (404, "not-found")
    for query in ("status=open&limit=200", f"ids={game}"):
        assert game not in {each["id"] for each in ok(messenger.get(f"/v1/games?{query}")).json()["items"]}
    assert ok(holder(server, player, "games:read").get(f"/v1/games/{game}")).json()["id"] == game


def test_a_token_without_the_scope_account_revokes_only_itself(server: Server, player: httpx.Client) -> None:
    program = holder(server, player, "games:play")
    first, own = (each["id"] for each in ok(player.get("/v1/me/tokens")).json()["items"])

    assert problem(program.delete(f"/v1/me/tokens/{first}")) == (403, "scope-missing")
    assert program.delete(f"/v1/me/tokens/{own}").status_code == 204
    assert program.get("/v1/me").status_code == 401


def test_an_account_is_deleted_only_if_its_name_confirms_it(server: Server) -> None:
    player = server.player("Ada")
    name = ok(player.get("/v1/me")).json()["name"]

    for body in ({}, {"confirm": "Ada Lovelace"}, {"confirm": ""}, None):
        refused = player.request("DELETE", "/v1/me", json=body)
        assert problem(refused) == (400, "bad-request"), body
    assert name in ok(player.request("DELETE", "/v1/me", json={"confirm": "no"}), 400).json()["detail"]
    assert player.request("DELETE", "/v1/me", json={"confirm": name.upper()}).status_code == 204
    assert player.get("/v1/me").status_code == 401


def test_opening_a_game_with_bots_needs_one_scope_to_open_and_one_to_seat(server: Server, player: httpx.Client) -> None:
    assert open_game(holder(server, player, "games:create", "games:organise"))
