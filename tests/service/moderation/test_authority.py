"""Every operation of moderation, asked by everybody: who has no role, each role, and a seat token of an operator."""

from collections.abc import Mapping
from typing import Any

import httpx

from tests.replies import ok
from tests.service.authority.asked import BODIES, OF_ROLES, OPERATIONS, UNKNOWN
from tests.service.browsers import Browser
from tests.service.kit import holder, identity, open_game, started_game
from tests.service.moderation.kit import operator_in_browser, with_role
from tests.service.server import Server
from tests.service.talk.kit import Table

WHO = ("nobody", "player", "moderator", "operator", "passkey", "seat")
"""`operator` sends a token, `passkey` is an operator whose session a passkey has started, `seat` a token of a seat."""

STATUS: Mapping[str, str] = {
    "actAboutGame": "401 403 403 409 409 403",
    "actAboutPlayer": "401 403 201 201 201 403",
    "answerAppeal": "401 403 404 404 404 403",
    "answerReport": "401 403 404 404 404 403",
    "appeals": "401 403 200 200 200 403",
    "askFairPlayReport": "401 403 403 202 202 403",
    "changeSite": "401 403 403 200 200 403",
    "closeTournament": "401 403 404 404 404 403",
    "fairPlayReport": "401 403 403 404 404 403",
    "fairPlayReports": "401 403 403 200 200 403",
    "grantRole": "401 403 403 403 200 403",
    "makeSignUpCode": "401 403 403 201 201 403",
    "messagesOfPlayer": "401 403 200 200 200 403",
    "moderatedGame": "401 403 200 200 200 403",
    "moderatedPlayer": "401 403 200 200 200 403",
    "moderatedPlayers": "401 403 200 200 200 403",
    "moderatedTournament": "401 403 404 404 404 403",
    "moderationActs": "401 403 403 200 200 403",
    "releaseReport": "401 403 404 404 404 403",
    "removeText": "401 403 404 404 404 403",
    "reportCase": "401 403 404 404 404 403",
    "reportCases": "401 403 200 200 200 403",
    "restorePeriod": "401 403 403 404 404 403",
    "revokeRole": "401 403 403 403 200 403",
    "roles": "401 403 403 200 200 403",
    "signUpCodes": "401 403 403 200 200 403",
    "takeReport": "401 403 404 404 404 403",
    "voidPeriod": "401 403 403 201 201 403",
    "voidPeriods": "401 403 200 200 200 403",
    "withdrawSignUpCode": "401 403 403 404 404 403",
}

OF_PLAYERS: Mapping[str, str] = {
    "warn": "403 201 201 201",
    "suspend": "403 201 201 201",
    "lift_suspension": "403 201 409 409",
    "rename": "403 201 201 201",
    "sign_out_everywhere": "403 403 201 201",
    "make_recovery": "403 403 403 201",
    "set_limits": "403 403 201 201",
}
"""The acts about players, by player, moderator, operator and passkey, one after another."""

OF_GAMES: Mapping[str, str] = {
    "withhold": "403 403 201 409",
    "show": "403 403 201 409",
    "void_result": "403 403 409 409",
    "restore_result": "403 403 409 409",
    "close": "403 409 409 409",
}
"""The same about a game that runs."""


def people(server: Server) -> dict[str, httpx.Client | Browser]:
    """Return everybody who asks."""
    operator = with_role(server, "operator")
    game = open_game(operator, 3, bots={"1": "random", "2": "random"})
    ok(operator.put(f"/v1/games/{game}/seats/0"))
    seat = ok(operator.post(f"/v1/games/{game}/seats/0/tokens", json={"label": "x"}), 201).json()["token"]
    return {
        "nobody": server.client(),
        "player": server.player(),
        "moderator": with_role(server, "moderator"),
        "operator": operator,
        "passkey": operator_in_browser(server),
        "seat": holder(server, seat),
    }


def test_everybody_is_answered_as_the_table_says(server: Server) -> None:
    assert set(STATUS) == OF_ROLES
    who, table, subject = people(server), Table(server).start(), server.player("Subject")
    ids = {"game": table.game, "player": identity(subject), "role": "moderator"}
    ids |= dict.fromkeys(("tournament", "message", "period", "case", "report", "code"), UNKNOWN) | {"act": "999999"}
    bodies = BODIES | {"actAboutGame": {"type": "void_result", "reason": "x"}}
    found: dict[str, str] = {}
    for name in STATUS:
        method, path = OPERATIONS[name]
        answers = [who[each].request(method, path.format(**ids), json=bodies.get(name)) for each in WHO]
        found[name] = " ".join(str(each.status_code) for each in answers)
    assert found == dict(STATUS)


def test_each_act_needs_its_role(server: Server) -> None:
    who = people(server)
    askers: list[Any] = [who[each] for each in ("player", "moderator", "operator", "passkey")]
    subject = server.player("Subject")
    path = f"/v1/moderation/players/{identity(subject)}/acts"
    fields = {"suspend": {"kind": "read_only"}}
    found: dict[str, str] = {}
    for act in OF_PLAYERS:
        answers = [
            asker.post(path, json={"type": act, "reason": "x", **fields.get(act, {}), **_name(act, number)})
            for number, asker in enumerate(askers)
        ]
        found[act] = " ".join(str(each.status_code) for each in answers)
    assert found == dict(OF_PLAYERS)

    game = started_game(server.player())
    path = f"/v1/moderation/games/{game}/acts"
    shown = {
        act: " ".join(str(asker.post(path, json={"type": act, "reason": "x"}).status_code) for asker in askers)
        for act in OF_GAMES
    }
    assert shown == dict(OF_GAMES)


def _name(act: str, number: int) -> dict[str, str]:
    return {"name": f"Renamed for the matrix {number}"} if act == "rename" else {}
