"""The scopes that the document names for an operation are those that it asks for, over HTTP."""

import uuid
from typing import Any

import httpx
import pytest

from service.people.credentials import SCOPES as ALL
from service.people.credentials import Scope
from tests.replies import ok
from tests.service.authority.asked import BODIES, DOCUMENT, OPERATIONS
from tests.service.kit import first_choice, next_decision, open_game, problem, started_game
from tests.service.server import Server

UNKNOWN = "11111111-1111-4111-8111-111111111111"
RUNNING = {"command", "preview", "takeBack", "resign", "commandByKey"}
OF_GUESTS = {"makeSeatToken", "seatTokens", "revokeSeatToken"}
"""What the owner of a game does for guests, with the scope `organise`, and a player for the own seat, with `play`."""

STREAMS = {operation for operation in OPERATIONS if operation.lower().endswith("stream")}

DECLARED = {
    operation: DOCUMENT["paths"][path][method]["security"]
    for operation, (method, path) in OPERATIONS.items()
    if "security" in DOCUMENT["paths"][path][method]
}
SCOPES: dict[str, list[Scope]] = {
    operation: [scope for alternative in security for scope in alternative["token"]]
    for operation, security in DECLARED.items()
    if security != [{"token": []}]
}
"""The alternative scopes of the operations that need one."""

WITHOUT_SCOPE = sorted(operation for operation, security in DECLARED.items() if security == [{"token": []}])


def holder(server: Server, player: httpx.Client, *scopes: Scope) -> httpx.Client:
    """Return the client of a token of a player that is for these scopes only."""
    made = player.post("/v1/me/tokens", json={"label": "test", "scopes": ["read", *scopes]})
    assert made.status_code == 201, made.text
    assert set(made.json()["scopes"]) == {"read", *scopes}
    client = server.client()
    client.headers["Authorization"] = f"Bearer {made.json()['token']}"
    return client


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
    seat = {"play": 0, "organise": 1}.get(scope, 0)
    if operation == "takeSeat":
        seat, body = 2, {"bot": "random"} if scope == "organise" else {}
        if scope == "play":
            player.delete(f"/v1/games/{game}/seats/0")
    if operation == "changeName":
        body = {"name": f"Renamed {game[:8]}"}
    if operation in {"command", "preview"}:
        body = first_choice(next_decision(player, game))
    method, path = OPERATIONS[operation]
    if operation == "actInTournament":
        body = {"type": "close_registration" if scope == "organise" else "leave"}
    values: dict[str, Any] = {"game": game, "seat": seat, "key": "none", "round_number": 1, "level": "quick"}
    if "{tournament}" in path:
        values["tournament"] = open_cup(player)
    values |= dict.fromkeys(
        ("token", "invitation_id", "passkey", "ping", "push", "unsubscription", "webhook", "link"), UNKNOWN
    )
    content: dict[str, Any] = {"content": b"no bundle"} if operation == "verify" else {"json": body}
    if operation in STREAMS:
        content["params"] = {"follow": "false"}
    if operation in {"beginPasskey", "makePasskey"}:
        host = f"localhost:{player.base_url.port}"
        content["headers"] = {"Host": host, "Origin": f"http://{host}"}
    return {"method": method, "url": path.format(**values), **content}


def test_the_document_declares_the_scopes_of_operations() -> None:
    assert len(SCOPES) >= 40
    assert len(WITHOUT_SCOPE) >= 8


@pytest.mark.parametrize("operation", sorted(SCOPES))
def test_a_token_without_any_of_the_named_scopes_is_refused(server: Server, operation: str) -> None:
    named = set(SCOPES[operation])
    player = server.player()
    others: list[Scope] = [scope for scope in ALL if scope not in named]
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

    assert answer.status_code not in {401, 403}, answer.text
    # ids that are unknown, and a game with a free seat, are found out after the scope was looked at
    assert answer.is_success or answer.json()["code"] in {
        "not-found",
        "seats-free",
        "not-possible",
        "nothing-to-take-back",
        "game-not-running",
        "game-not-over",
    }, answer.text


@pytest.mark.parametrize("operation", WITHOUT_SCOPE)
def test_an_operation_without_scopes_accepts_a_token_to_read(server: Server, operation: str) -> None:
    player = server.player()
    request = request_for(operation, player, "read")

    answer = holder(server, player).request(**request)

    assert answer.status_code not in {401, 403}, answer.text
    assert answer.is_success or answer.json()["code"] in {"not-found", "passkey-refused"}, answer.text


def test_opening_a_game_with_bots_needs_no_scope_but_organise(server: Server, player: httpx.Client) -> None:
    assert open_game(holder(server, player, "organise"))
