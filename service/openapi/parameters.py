"""Step on parameters: texts and numbers as narrowly as the service parses them."""

from collections.abc import Mapping

from domain.rulesets import RULESETS
from service.openapi.openings import one_of
from service.openapi.walk import Document, Schema, operations

_NUMBER = "(0|[1-9][0-9]{0,8})"

_PROFILES = dict.fromkeys(profile for ruleset in RULESETS.values() for profile in ruleset.profiles)

NARROWER: Mapping[tuple[str, str], Schema] = {
    ("query", "ruleset"): {"pattern": one_of(RULESETS)},
    ("query", "profile"): {"pattern": one_of(_PROFILES)},
    ("query", "as"): {"pattern": f"^(public|full|seat:{_NUMBER})$"},
    ("query", "at"): {"minimum": 1},
    ("header", "Last-Event-ID"): {"pattern": f"^{_NUMBER}$"},
}
"""What a schema says besides its type, by the place and the name of the parameter."""

CURSORS: Mapping[str, str] = {
    **dict.fromkeys(("games", "gamesOfPlayer", "ownGames", "tokens", "seatTokens", "invitations"), "time-cursor"),
    **dict.fromkeys(("results", "ratingsOfPlayer"), "number-cursor"),
    "leaderboard": "rank-cursor",
}
"""The format of the cursor of each list; the cursor of one format is refused by the lists of the others."""


def narrow(document: Document) -> None:
    """Add to each parameter the pattern, the bound or the format that its route enforces."""
    for operation in operations(document):
        for parameter in operation.content.get("parameters", ()):
            parameter["schema"] |= NARROWER.get((parameter["in"], parameter["name"]), {})
            if parameter["name"] == "cursor":
                # a cursor is opaque: the format stands for all that could be said about its text
                parameter["schema"] = {"type": "string", "format": CURSORS[operation.id]}
