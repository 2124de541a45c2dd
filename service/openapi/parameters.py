"""Step on parameters: declares texts and numbers as strictly as the service validates them."""

from collections.abc import Mapping

from domain.rulesets import RULESETS
from projections.languages import LANGUAGES
from service.openapi.openings import one_of
from service.openapi.walk import Document, Schema, operations

_NUMBER = "(0|[1-9][0-9]{0,8})"

_PROFILES = dict.fromkeys(profile for ruleset in RULESETS.values() for profile in ruleset.profiles)

MOST_DIGITS = 10**18 - 1
"""The largest number that a query parameter may have: 18 digits."""

_ANY_CASE = ("".join(f"[{letter.upper()}{letter}]" for letter in tag) for tag in LANGUAGES)
_TAGS = f"^({'|'.join(_ANY_CASE)})(-[A-Za-z0-9]{{1,8}})*$"
"""The tags of the languages in any case, with any further subtags."""

NARROWER: Mapping[tuple[str, str], Schema] = {
    ("query", "ruleset"): {"pattern": one_of(RULESETS)},
    ("query", "profile"): {"pattern": one_of(_PROFILES)},
    ("query", "as"): {"pattern": f"^(public|full|seat:{_NUMBER})$"},
    ("query", "lang"): {"pattern": _TAGS},
    # what it contains is not for clients
    ("query", "cursor"): {"pattern": "^[A-Za-z0-9_-]+$"},
    ("query", "at"): {"minimum": 1},
    ("query", "from"): {"minimum": 1},
    ("query", "to"): {"minimum": 1},
    # the framework leaves out a bound of 0 where the parameter is optional
    ("query", "after_round"): {"minimum": 0},
}
"""Schema keywords by the location and the name of the parameter."""

VERSIONED = frozenset({"events", "stream", "tournamentEvents"})
"""The operations whose cursor is a version, a number."""


def narrow(document: Document) -> None:
    """Add the pattern or the bounds that the route of a parameter enforces."""
    for operation in operations(document):
        for parameter in operation.content.get("parameters", ()):
            if operation.id not in VERSIONED or parameter["name"] != "cursor":
                parameter["schema"] |= NARROWER.get((parameter["in"], parameter["name"]), {})
            if parameter["in"] == "query" and parameter["schema"].get("type") == "integer":
                parameter["schema"].setdefault("maximum", MOST_DIGITS)
                if parameter["name"] == "cursor":
                    # the framework leaves the bound of an optional number out
                    parameter["schema"].setdefault("minimum", 0)
            if operation.id == "stream" and parameter["name"] in {"Last-Event-ID", "lastEventId"}:
                # the other streams have cursors
                parameter["schema"] |= {"pattern": f"^{_NUMBER}?$"}
