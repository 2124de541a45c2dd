"""What is asked: every operation of the document, with its body and its parameters."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from service.openapi.pages import TAG

DOCUMENT = json.loads((Path(__file__).parents[3] / "openapi" / "openapi.json").read_text())
METHODS = ("get", "post", "put", "delete")
OPERATIONS: Mapping[str, tuple[str, str]] = {
    operation["operationId"]: (method, path)
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
    if method in METHODS and TAG not in operation["tags"]
}
"""The operations. What other sites show is described, too, and among the pages."""

OF_ROLES = {
    name
    for name, (method, path) in OPERATIONS.items()
    if path.startswith("/v1/moderation/")
    or "RoleMissing" in DOCUMENT["paths"][path][method]["responses"].get("403", {}).get("$ref", "")
}
"""What only moderators or operators may do."""

RUNNING = {
    "takeVacation",
    "returnToSeat",
    "view",
    "pieces",
    "views",
    "decisions",
    "events",
    "stream",
    "result",
    "analysis",
    "askEngine",
    "engineAnalysis",
    "resign",
    "command",
    "turn",
    "orders",
    "setOrder",
    "cancelOrder",
    "orderDecisions",
    "preview",
    "takeBack",
    "takeHint",
    "makeRuling",
    "commandByKey",
    "bundle",
    "verification",
}
"""What is asked of a running game; the rest of one that is open, with seat 3 free."""

BODIES: dict[str, Any] = {
    "openTournament": {"name": "Cup", "ruleset": "minos", "format": {"type": "swiss", "rounds": 1}},
    "actInTournament": {"type": "hold", "reason": "Wait."},
    "draftRound": {},
    "takeVacation": {"duration": "P1D"},
    "makeToken": {"label": "more"},
    "makePasskey": {
        "label": "phone",
        "credential": {
            "id": "x",
            "rawId": "x",
            "type": "public-key",
            "response": {"clientDataJSON": "x", "attestationObject": "x"},
        },
    },
    "beginConsent": {
        "type": "app",
        "query": "response_type=code&client_id=App&redirect_uri=https%3A%2F%2Fapp.example%2F&scope=games%3Aread"
        f"&code_challenge={'x' * 43}&code_challenge_method=S256",
    },
    "decideConsent": {"type": "device", "user_code": "BCDF-GHJK", "consent": "x", "decision": "deny"},
    "openGame": {"ruleset": "giganten", "seats": 3},
    "openGames": {"games": [{"ruleset": "giganten", "seats": 3}]},
    "makeRuling": {"type": "give_up_seat", "seat": 1, "reason": "absent"},
    "takeBack": {"decision": "0.1"},
    "takeHint": {"decision": "0.1"},
    "makeSeatToken": {"label": "deputy"},
    "invite": {"label": "friend"},
    "makeStreamTicket": {"path": "/v1/me/stream"},
    "makePing": {"url": "https://hooks.invalid/", "format": "text"},
    "changePing": {"url": "https://hooks.invalid/", "format": "text"},
    "makeCalendarLink": {"label": "phone"},
    "subscribe": {
        "endpoint": "https://push.invalid/1",
        "keys": {
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "auth": "BTBZMqHH6r4Tts7J_aSIgg",
        },
    },
    "askDigest": {"address": "ada@example.org", "hour": 8, "time_zone": "Europe/Berlin"},
    "confirmDigest": {"token": "0" * 64},
    "makeWebhook": {"url": "https://hooks.invalid/", "types": ["game.started"]},
    "changeWebhook": {"url": "https://hooks.invalid/", "types": ["game.started"]},
    "redeliver": {"delivery": "msg_x"},
    **{name: {"text": "Hello."} for name in ("writeMessage", "writeTournamentMessage")},
    **{name: {"talk": "all"} for name in ("setTalk", "setTournamentTalk")},
    **{name: {"muted": False} for name in ("markTalk", "markTournamentTalk")},
    "writeGameNote": {"version": 1, "text": "Hello."},
    "writePlayerNote": {"text": "Hello."},
    "setAway": {"until": None},
    **{name: {"reason": "So it is."} for name in ("grantRole", "revokeRole", "closeTournament", "removeText")},
    "actAboutPlayer": {"type": "warn", "reason": "So it is."},
    "actAboutGame": {"type": "withhold", "reason": "So it is."},
    "voidPeriod": {"since": "2020-01-01T00:00:00Z", "until": "2020-02-01T00:00:00Z", "reason": "So it is."},
    "restorePeriod": {"reason": "So it is."},
    "recover": {"secret": "ludolog_recovery_unknown"},
    "makeReport": {"about": {"type": "name", "player": "player:unknown"}, "reason": "spam"},
    "markReports": {"read_at": "2026-11-01T00:00:00Z"},
    "appeal": {"text": "Hello."},
    "askFairPlayReport": {"since": "2026-11-01T00:00:00Z", "until": "2026-12-01T00:00:00Z"},
    "takeReport": {},
    "answerReport": {"state": "dismissed", "text": "Hello.", "reason": "So it is."},
    "answerAppeal": {"outcome": "refused", "text": "Hello.", "reason": "So it is."},
    "changeSite": {"reason": "So it is."},
    "makeSignUpCode": {"label": "for Bea"},
    "declineChallenge": {"reason": "not_now"},
    "joinPool": {"ruleset": "minos", "clock": "slow"},
    "playBotsInstead": {"bot": "careful"},
    "acceptTerms": {"version": "0123456789abcdef"},
    "setOrder": {"only_choice": True, "when": [{"path": "/round", "test": "above", "value": 999}]},
}

FREE_SEAT = 3
UNKNOWN = "11111111-1111-4111-8111-111111111111"

VALUES: Mapping[str, str] = {
    "seat": "1",
    "name": "giganten",
    "number": "2c.2",
    "ruling": "G85",
    "data_set": "kosmos-1999",
    "level": "glance",
    "round_number": "1",
    **dict.fromkeys(
        (
            "token",
            "grant",
            "invitation_id",
            "key",
            "passkey",
            "ping",
            "push",
            "webhook",
            "message",
            "warning",
            "period",
            "order",
        ),
        UNKNOWN,
    ),
    **dict.fromkeys(("link", "unsubscription", "challenge"), UNKNOWN),
    "picture": "giganten.svg",
    "role": "moderator",
    "case": UNKNOWN,
    "report": UNKNOWN,
    "act": "999999",
    # of a problem, and of a code to sign up with, which no one has made
    "code": "not-found",
}
"""Parameters in paths, apart from those of a game, a tournament and a player."""
