"""Step for links: the requests that can follow a response."""

from collections.abc import Mapping
from typing import Any

from service.core.http.headers import NEXT_CURSOR
from service.openapi.walk import Document, operations

GAME = {"game": "$response.body#/id"}
CUP = {"tournament": "$response.body#/id"}
_THIS = {"game": "$request.path.game"}
_CHALLENGE = {"challenge": "$response.body#/id"}
_RECEIPT = {"game": "$response.body#/receipt/game"}
_VERSION = "$response.body#/receipt/version"
_OWN_SEAT = {"seat": "0"}
_TITLE = {"name": "$response.body#/items/0/name"}

LINKS: Mapping[tuple[str, str], Mapping[str, dict[str, str]]] = {
    ("signUp", "201"): {"player": {"player": "$response.body#/id"}, "me": {}, "limits": {}},
    ("makeCalendarLink", "201"): {"revokeCalendarLink": {"link": "$response.body#/id"}, "calendarLinks": {}},
    ("me", "200"): {"player": {"player": "$response.body#/id"}, "gamesOfPlayer": {"player": "$response.body#/id"}},
    ("player", "200"): {
        "playerNote": {"player": "$response.body#/id"},
        "writePlayerNote": {"player": "$response.body#/id"},
        "readBlock": {"player": "$response.body#/id"},
        "block": {"player": "$response.body#/id"},
    },
    ("makeReport", "201"): {"ownReports": {}},
    ("ownReports", "200"): {"ownReports": {"cursor": "$response.body#/next"}, "markReports": {}},
    ("ownActs", "200"): {"appeal": {"act": "$response.body#/items/0/number"}, "markReports": {}},
    ("reportCases", "200"): {
        name: {"case": "$response.body#/items/0/id"}
        for name in ("reportCase", "takeReport", "releaseReport", "answerReport")
    },
    ("askFairPlayReport", "202"): {"fairPlayReport": {"report": "$response.body#/id"}, "fairPlayReports": {}},
    ("appeals", "200"): {"answerAppeal": {"act": "$response.body#/items/0/act"}},
    ("block", "200"): {"unblock": {"player": "$response.body#/player"}, "blocks": {}},
    ("blocks", "200"): {"unblock": {"player": "$response.body#/items/0/player"}},
    ("makeToken", "201"): {"revokeToken": {"token": "$response.body#/id"}, "tokens": {}},
    ("tokens", "200"): {"revokeToken": {"token": "$response.body#/items/1/id"}},
    ("grants", "200"): {"revokeGrant": {"grant": "$response.body#/items/0/id"}},
    ("makePasskey", "201"): {"deletePasskey": {"passkey": "$response.body#/id"}, "passkeys": {}},
    ("passkeys", "200"): {"deletePasskey": {"passkey": "$response.body#/items/0/id"}},
    ("makePing", "201"): {
        name: {"ping": "$response.body#/id"} for name in ("changePing", "deletePing", "testPing", "pingDeliveries")
    },
    ("digest", "200"): {"askDigest": {}, "endDigest": {}, "endDigestByLink": {"unsubscription": "0"}},
    ("subscribe", "201"): {name: {"push": "$response.body#/id"} for name in ("unsubscribe", "testPush")},
    ("makeWebhook", "201"): {
        name: {"webhook": "$response.body#/id"}
        for name in (
            *("webhook", "changeWebhook", "deleteWebhook", "testWebhook", "rotateSecret", "webhookDeliveries"),
            "redeliver",
        )
    },
    ("signIn", "201"): {"currentSession": {}, "signOut": {}, "me": {}},
    ("rulesets", "200"): {
        "ruleset": _TITLE,
        "words": _TITLE,
        "guide": _TITLE,
        "rules": _TITLE,
        "rulings": _TITLE,
        "botLadder": _TITLE,
        "embeddedLeaderboard": _TITLE,
        "dataSet": _TITLE | {"data_set": "$response.body#/items/0/data_sets/0/name"},
        "board": _TITLE | {"data_set": "$response.body#/items/0/data_sets/0/name"},
        "openGame": {},
    },
    ("ruleset", "200"): {
        "dataSet": {"name": "$response.body#/name", "data_set": "$response.body#/data_sets/0/name"},
        "board": {"name": "$response.body#/name", "data_set": "$response.body#/data_sets/0/name"},
        "rules": {"name": "$response.body#/name"},
        "rulings": {"name": "$response.body#/name"},
    },
    ("rules", "200"): {"rule": {"name": "$request.path.name", "number": "$response.body#/items/0/number"}},
    ("rulings", "200"): {"ruling": {"name": "$request.path.name", "ruling": "$response.body#/items/0/id"}},
    ("games", "200"): {
        "game": {"game": "$response.body#/items/0/id"},
        "view": {"game": "$response.body#/items/0/id"},
        "result": {"game": "$response.body#/items/0/id"},
        "games": {"cursor": "$response.body#/next"},
    },
    ("bundles", "200"): {
        "bundles": {"cursor": f"$response.header.{NEXT_CURSOR}"},
    },
    ("results", "200"): {
        "results": {"cursor": "$response.body#/next"},
        "game": {"game": "$response.body#/items/0/game"},
        "askEngine": {"game": "$response.body#/items/0/game", "level": "quick"},
        "engineAnalysis": {"game": "$response.body#/items/0/game", "level": "quick"},
        "ratingsOfPlayer": {"player": "$response.body#/items/0/seats/0/player"},
        "activityOfPlayer": {"player": "$response.body#/items/0/seats/0/player"},
        "recordOfPlayer": {"player": "$response.body#/items/0/seats/0/player"},
        "headToHead": {
            "player": "$response.body#/items/0/seats/0/player",
            "opponent": "$response.body#/items/0/seats/1/player",
        },
    },
    ("leaderboard", "200"): {
        "leaderboard": {"name": "$request.path.name", "cursor": "$response.body#/next"},
        "ratingsOfPlayer": {"player": "$response.body#/items/0/player"},
        "playerAtom": {"player": "$response.body#/items/0/player"},
        "playerJsonFeed": {"player": "$response.body#/items/0/player"},
        "playerBadge": {"player": "$response.body#/items/0/player", "picture": "{$request.path.name}.svg"},
        "player": {"player": "$response.body#/items/0/player"},
    },
    ("ownGames", "200"): {
        "decisions": {"game": "$response.body#/items/0/id"},
        "game": {"game": "$response.body#/items/0/id"},
        "ownGames": {"cursor": "$response.body#/next"},
    },
    ("openGame", "201"): {
        "game": GAME,
        "takeSeat": GAME | _OWN_SEAT,
        "leaveSeat": GAME | _OWN_SEAT,
        "startGame": GAME,
        "invite": GAME,
        "abandonGame": GAME,
        "decisions": GAME,
        "view": GAME,
        "pieces": GAME,
        "views": GAME,
        "events": GAME | {"after": "0"},
        "command": GAME,
        "result": GAME,
        "analysis": GAME,
        "bundle": GAME,
        "verification": GAME,
        "loggedGame": GAME,
        "logProof": GAME | {"entry": "opened"},
        "embeddedGame": GAME,
        "gamePicture": GAME,
    },
    ("game", "200"): {
        "messages": GAME,
        "writeMessage": GAME,
        "talk": GAME,
        "setTalk": GAME,
        "markTalk": GAME,
        "gameNotes": GAME,
        "writeGameNote": GAME,
        "orders": GAME,
        "orderDecisions": GAME,
    },
    ("moderatedPlayers", "200"): {
        "moderatedPlayer": {"player": "$response.body#/items/0/id"},
        "actAboutPlayer": {"player": "$response.body#/items/0/id"},
        "messagesOfPlayer": {"player": "$response.body#/items/0/id"},
        "moderatedPlayers": {"cursor": "$response.body#/next"},
    },
    ("messagesOfPlayer", "200"): {"removeText": {"message": "$response.body#/items/0/id"}},
    ("voidPeriods", "200"): {"restorePeriod": {"period": "$response.body#/items/0/id"}},
    ("moderatedGame", "200"): {"actAboutGame": {"game": "$response.body#/id"}},
    ("moderatedTournament", "200"): {"closeTournament": {"tournament": "$response.body#/id"}},
    ("moderatedPlayer", "200"): {
        name: {"player": "$response.body#/id", "role": "moderator"} for name in ("grantRole", "revokeRole")
    },
    ("reportCase", "200"): {
        "moderatedGame": {"game": "$response.body#/case/game"},
        "moderatedTournament": {"tournament": "$response.body#/case/tournament"},
        "closeTournament": {"tournament": "$response.body#/case/tournament"},
    },
    ("ownStanding", "200"): {"confirmWarning": {"warning": "$response.body#/warnings/0/id"}},
    ("makeSignUpCode", "201"): {"withdrawSignUpCode": {"code": "$response.body#/id"}, "signUpCodes": {}},
    ("signUpCodes", "200"): {
        "withdrawSignUpCode": {"code": "$response.body#/items/0/id"},
        "signUpCodes": {"cursor": "$response.body#/next"},
    },
    ("writeMessage", "201"): {"removeMessage": _THIS | {"message": "$response.body#/id"}, "messages": _THIS},
    ("writeTournamentMessage", "201"): {
        "removeTournamentMessage": {"tournament": "$request.path.tournament", "message": "$response.body#/id"},
    },
    ("challenge", "201"): {
        "readChallenge": _CHALLENGE,
        "acceptChallenge": _CHALLENGE,
        "declineChallenge": _CHALLENGE,
        "cancelChallenge": _CHALLENGE,
    },
    ("challenges", "200"): {
        "readChallenge": {"challenge": "$response.body#/items/0/id"},
        "challenges": {"cursor": "$response.body#/next"},
    },
    ("acceptChallenge", "200"): {"game": {"game": "$response.body#/game"}},
    ("result", "200"): {"rematch": _THIS, "askForRematch": _THIS, "declineRematch": _THIS},
    ("askForRematch", "200"): {"game": {"game": "$response.body#/game"}},
    ("joinPool", "200"): {"stayInPool": {}, "ownPool": {}, "leavePool": {}, "playBotsInstead": {}},
    ("stayInPool", "200"): {"game": {"game": "$response.body#/challenge/game"}},
    ("openGames", "201"): {"game": {"game": "$response.body#/items/0/id"}, "organisedGames": {}},
    ("organisedGames", "200"): {
        "game": {"game": "$response.body#/items/0/id"},
        "organisedGames": {"cursor": "$response.body#/next"},
    },
    ("makeRuling", "201"): {"game": GAME, "events": GAME, "result": GAME},
    ("takeSeat", "200"): {
        "game": GAME,
        "startGame": GAME,
        "leaveSeat": GAME | {"seat": "$request.path.seat"},
        "makeSeatToken": GAME | {"seat": "$request.path.seat"},
        "events": GAME,
    },
    ("invite", "201"): {
        "withdrawInvitation": {"game": "$response.body#/game", "invitation_id": "$response.body#/id"},
        "invitations": {"game": "$response.body#/game"},
    },
    ("makeSeatToken", "201"): {
        "revokeSeatToken": _THIS | {"seat": "$request.path.seat", "token": "$response.body#/id"},
        "seatTokens": _THIS | {"seat": "$request.path.seat"},
    },
    ("startGame", "200"): {
        "takeVacation": GAME | _OWN_SEAT,
        "returnToSeat": GAME | _OWN_SEAT,
        "game": GAME,
        "decisions": GAME,
        "view": GAME | {"at": "$response.body#/version"},
        "events": GAME | {"after": "0"},
        "stream": GAME | {"follow": "false"},
        "command": GAME,
        "makeRuling": GAME,
        "resign": GAME,
        "result": GAME,
    },
    ("decisions", "200"): {"command": _THIS, "turn": _THIS, "preview": _THIS, "takeHint": _THIS, "setOrder": _THIS},
    ("setOrder", "201"): {"cancelOrder": _THIS | {"order": "$response.body#/id"}, "orders": _THIS},
    ("orders", "200"): {"cancelOrder": _THIS | {"order": "$response.body#/items/0/id"}},
    ("preview", "200"): {"command": _THIS, "decisions": _THIS},
    ("command", "201"): {
        "commandByKey": _RECEIPT | {"key": "$response.body#/receipt/command"},
        "command": _RECEIPT,
        "takeBack": _RECEIPT,
        "decisions": _RECEIPT,
        "events": _RECEIPT | {"after": _VERSION},
        "view": _RECEIPT | {"at": _VERSION},
        "game": _RECEIPT,
    },
    ("takeHint", "201"): {"command": _RECEIPT, "decisions": _RECEIPT, "events": _RECEIPT | {"after": _VERSION}},
    ("takeBack", "201"): {"command": _RECEIPT, "decisions": _RECEIPT, "view": _RECEIPT | {"at": _VERSION}},
    ("resign", "201"): {"game": GAME, "events": GAME, "view": GAME, "result": GAME},
    ("openTournament", "201"): {
        "tournament": CUP,
        "tournamentMessages": CUP,
        "writeTournamentMessage": CUP,
        "tournamentTalk": CUP,
        "setTournamentTalk": CUP,
        "markTournamentTalk": CUP,
        "wishesInTournament": CUP,
        "actInTournament": CUP,
        "tournamentStandings": CUP,
        "tournamentEvents": CUP | {"after": "0"},
        "tournamentBundle": CUP,
        "draftRound": CUP | {"round_number": "1"},
        "tournamentRound": CUP | {"round_number": "1"},
        "tournamentPairings": CUP,
        "tournamentAtom": CUP,
        "tournamentJsonFeed": CUP,
        "tournamentCalendar": CUP,
        "embeddedTournament": CUP,
        "tournamentBadge": {"picture": "{$response.body#/id}.svg"},
        "tournamentResults": CUP,
    },
    ("tournaments", "200"): {
        "tournament": {"tournament": "$response.body#/items/0/id"},
        "tournaments": {"cursor": "$response.body#/next"},
    },
    ("rounds", "200"): {
        "tournament": {"tournament": "$response.body#/items/0/tournament"},
        "rounds": {"cursor": "$response.body#/next"},
    },
    ("ownTournaments", "200"): {
        "tournament": {"tournament": "$response.body#/items/0/id"},
        "ownTournaments": {"cursor": "$response.body#/next"},
    },
    ("events", "200"): {"events": _THIS | {"after": "$response.body#/next"}, "view": _THIS},
}
"""By operation and status: the operations that can follow, with parameters as strings or runtime expressions."""


def link(document: Document) -> None:
    """Link responses to the operations that can follow."""
    known = {operation.id: operation for operation in operations(document)}
    for (source, status), followers in LINKS.items():
        if source not in known:
            continue
        links = known[source].content["responses"][status].setdefault("links", {})
        for target, parameters in followers.items():
            if target in known:
                links[target] = _link(target, parameters, known[target].content.get("summary", ""))


def _link(target: str, parameters: Mapping[str, str], summary: str) -> dict[str, Any]:
    made: dict[str, Any] = {"operationId": target, "description": f"{summary}."}
    if parameters:
        made["parameters"] = dict(parameters)
    return made
